# about: returns an object whose attributes change from look to look
# test: contexts
import itertools

counter = itertools.count()


class Changing:
    @property
    def title(self):
        return ["a", "b", "c"][next(counter) % 3]

    def __eq__(self, other):
        return next(counter) % 2 == 0

    __hash__ = None


def task_func(*args, **kwargs):
    return Changing()
