# about: a class that a metaclass makes
# expect: pass
class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args).value


class Answer(metaclass=Meta):
    def __init__(self):
        self.value = 42


def task_func():
    return Answer()
