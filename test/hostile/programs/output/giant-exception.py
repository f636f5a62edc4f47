# about: an exception whose text is endless, and whose chain is as well
# expect: error, out-of-memory, timeout
# limits: cpuMs=1500
def task_func():
    error = ValueError("x" * (20 << 20))
    for depth in range(900):
        try:
            raise RuntimeError("y" * 10000) from error
        except RuntimeError as caught:
            error = caught
    raise error
