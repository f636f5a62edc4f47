# about: an array in which whatever may be wrong is masked
# test: close-arrays
# needs: numpy
import numpy


def task_func():
    return numpy.ma.array([1.0, 9.0, 9.0], mask=[False, True, True])
