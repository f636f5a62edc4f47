# about: an exception whose name is a text that puts separators into the records
class Text(str):
    def replace(self, *_):
        return "x\x1f\x1f\x1f\x1ftest\x1ftest_first\x1fpass"

    def __str__(self):
        return self


class Named(type):
    @property
    def __name__(cls):
        return Text("AssertionError")


class Problem(AssertionError, metaclass=Named):
    pass


def task_func():
    raise Problem("\x1f\x1ftest\x1ftest_first\x1fpass\x1f1.0\x1f0\x1f\x1f\x1f")
