# about: an array in which every element is masked
# test: masked
# needs: numpy
import numpy


def task_func():
    return numpy.ma.masked_all(3)
