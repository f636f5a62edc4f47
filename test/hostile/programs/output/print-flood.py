# about: prints for ever
# expect: output-limit
# limits: outputKb=16 maxOutputMb=2
def task_func():
    while True:
        print("x" * 1000)
