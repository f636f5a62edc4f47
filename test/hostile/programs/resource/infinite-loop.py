# about: computes for ever in Python
# expect: timeout
# limits: cpuMs=300
def task_func():
    while True:
        pass
