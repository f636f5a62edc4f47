# about: a counter among the globals
# expect: pass
calls = 0


def task_func():
    global calls
    calls += 1
    return 41 + min(calls, 1)
