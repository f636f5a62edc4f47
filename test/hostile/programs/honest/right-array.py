# about: gives an array that is right
# expect: pass
# test: arrays
# needs: numpy
import numpy


def task_func():
    return numpy.array([1.0, 2.0, 3.0])
