# about: gives a text that is right
# expect: pass
# test: texts
def task_func():
    return "report\ntotal: 3"
