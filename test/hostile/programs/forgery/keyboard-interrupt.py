# about: raises what unittest does not catch
# expect: error
def task_func():
    raise KeyboardInterrupt
