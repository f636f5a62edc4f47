# about: an object that stands for a number, and compares like one
# expect: pass
import functools


@functools.total_ordering
class Answer:
    def __index__(self):
        return 42

    def __eq__(self, other):
        return int(self) == other

    def __lt__(self, other):
        return int(self) < other

    def __hash__(self):
        return hash(42)


def task_func():
    return Answer()
