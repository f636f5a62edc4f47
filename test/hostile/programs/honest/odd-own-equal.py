# about: an object that compares with what it stands for
# expect: pass
class Answer:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == getattr(other, "value", other)

    def __hash__(self):
        return hash(self.value)


def task_func():
    return Answer(42)
