# about: a method added to a class of the standard library
# expect: pass
import collections

collections.Counter.largest = lambda self: self.most_common(1)[0][0]


def task_func():
    return collections.Counter([42, 42, 1]).largest()
