# about: returns a list whose parts are shared so often that it has no end
# limits: cpuMs=2000 memoryMb=256 wallMs=6000
def task_func(*args, **kwargs):
    value = [0]
    for _ in range(60):
        value = [value, value]
    return value
