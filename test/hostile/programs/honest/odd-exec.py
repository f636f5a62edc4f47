# about: a text that is compiled at run time
# expect: pass
def task_func():
    names = {}
    exec("answer = 6 * 7", names)
    return names["answer"]
