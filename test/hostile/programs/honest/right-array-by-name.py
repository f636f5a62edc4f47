# about: gives an array that is right, and the name np
# expect: pass
# test: np
# needs: numpy
import numpy as np


def task_func():
    return np.array([1.0, 2.0, 3.0])
