# about: prints for ever
# expect: output-limit
# limits: outputKb=16
def task_func():
    while True:
        print("x" * 1000)
