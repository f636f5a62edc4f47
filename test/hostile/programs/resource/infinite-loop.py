# about: computes for ever in Python
# expect: timeout
# limits: cpuMs=700
def task_func():
    while True:
        pass
