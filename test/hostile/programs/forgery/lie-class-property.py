# about: an object with a property that says which class it is of
# test: classes
class Answer:
    __class__ = property(lambda self: float)


def task_func():
    return Answer()
