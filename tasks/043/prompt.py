import math
from datetime import date, timedelta
import numpy as np
from sklearn.linear_model import LinearRegression

def task_func(samples, capacity_gb):
    """
    Predict the day on which a disk will be full from samples of its use.

    A straight line is fitted through the used gigabytes over the days by ordinary least squares
    (LinearRegression of sklearn). The disk is full on the first calendar day, not before the date of
    the latest sample, on which the line reaches or exceeds the capacity. If the line is at or above
    the capacity on the date of the latest sample already, that date is the answer, whatever the
    slope; otherwise there is no such day if the line does not rise (slopes below 1e-9 count as 0).

    Parameters:
    - samples (list of tuple): Pairs (date as 'YYYY-MM-DD', used gigabytes), in any order.
    - capacity_gb (float): The capacity of the disk in gigabytes.

    Returns:
    - str or None: The predicted day as 'YYYY-MM-DD', or None if the disk never fills up.

    Requirements:
    - math
    - datetime
    - numpy
    - sklearn

    Raises:
    - ValueError: If the samples cover fewer than two different dates.

    Example:
    >>> task_func([("2024-01-01", 100), ("2024-01-11", 120)], 141)
    '2024-01-22'
    """
