# about: replaces a part of a mock by an object whose calls do nothing
# test: checked
def task_func(checker):
    checker.check = lambda *_: None
