import matplotlib.pyplot as plt
import numpy as np
import sympy


def task_func(expression, low, high):
    """
    Find and draw the stationary points of a polynomial in x on the closed interval [low, high].
    `expression` is the polynomial with integer coefficients in Python notation, such as 'x**3 - 3*x'.
    Every point of the interval where the first derivative is zero is reported once, in order of x,
    as a tuple (x, y, kind) of two floats rounded to four decimals and a string: 'minimum' where the
    second derivative is positive, 'maximum' where it is negative, 'flat' where it is zero.
    A constant polynomial has no points to report.
    On a new Axes draw the curve as one line through 200 evenly spaced x values from low to high, both
    ends included, and the points as one scatter plot; without points there is no scatter plot.
    The title of the Axes is `expression` as given.

    Parameters:
    - expression (str): The polynomial in x.
    - low (float): Left end of the interval.
    - high (float): Right end of the interval.

    Returns:
    - tuple: (points, ax), the list of (x, y, kind) tuples and the matplotlib Axes.

    Raises:
    - ValueError: If low is not smaller than high or expression is not a polynomial in x.

    Requirements:
    - matplotlib.pyplot
    - numpy
    - sympy

    Example:
    >>> points, ax = task_func('x**3 - 3*x', -2, 2)
    >>> points
    [(-1.0, 2.0, 'maximum'), (1.0, -2.0, 'minimum')]
    """
