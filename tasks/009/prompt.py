import math

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import curve_fit


def task_func(times, values):
    """
    Fit an exponential decay to measurements and draw the fit.
    The model is value = amplitude * exp(-rate * time) + offset; fit it by least squares with scipy's
    curve_fit, starting from amplitude = largest minus smallest value, rate = 1 / (largest minus
    smallest time) and offset = smallest value. Report the three parameters, the half-life (the time in
    which the part above the offset halves) and the coefficient of determination
    r_squared = 1 - (residual sum of squares) / (sum of squared deviations of the values from their mean).
    On a new Axes draw the measurements as a scatter plot and the fitted curve as one line through 100
    evenly spaced times from the smallest to the largest. Label the x axis 'time' and the y axis 'value'.

    Parameters:
    - times (list of float): Times of the measurements, not all equal.
    - values (list of float): The measured values, not all equal.

    Returns:
    - tuple: (fit, ax), a dict of floats with the keys 'amplitude', 'rate', 'offset', 'half_life' and
      'r_squared', and the matplotlib Axes.

    Raises:
    - ValueError: If the two lists differ in length or have fewer than four elements.

    Requirements:
    - math
    - matplotlib.pyplot
    - numpy
    - scipy

    Example:
    >>> times = [0, 1, 2, 3, 4, 5]
    >>> fit, ax = task_func(times, [8 * 0.5 ** t + 1 for t in times])
    >>> round(fit['half_life'], 3), round(fit['amplitude'], 3), round(fit['offset'], 3)
    (1.0, 8.0, 1.0)
    """
