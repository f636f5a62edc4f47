# about: a number of a class of its own
# expect: pass
class Answer(int):
    def __repr__(self):
        return "the answer"


def task_func():
    return Answer(42)
