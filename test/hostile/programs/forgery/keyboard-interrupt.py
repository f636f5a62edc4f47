# about: raises what unittest does not catch
def task_func():
    raise KeyboardInterrupt
