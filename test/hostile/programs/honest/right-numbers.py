# about: gives numbers, texts and collections that are right
# expect: pass
# test: near
def task_func():
    return 2.5
