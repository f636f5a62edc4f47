from datetime import date

import pandas as pd
from dateutil.relativedelta import relativedelta


def task_func(first_due, total, instalments):
    """
    Lay out a plan that pays `total` (an amount with at most two decimals) in monthly instalments.
    The first instalment is due on `first_due` ('YYYY-MM-DD'), the others in the months after it on the
    same day of the month, or on the last day of the month where the month is too short for it.
    Amounts are whole cents: every instalment gets an equal share rounded down to the cent, and the
    cents left over are handed out one each to the first instalments.
    The result is a DataFrame with the columns 'number' (from 1), 'due_date' ('YYYY-MM-DD' text),
    'amount' and 'balance', the sum still open after that instalment is paid. Both amounts are floats
    rounded to two decimals.

    Parameters:
    - first_due (str): Due date of the first instalment, 'YYYY-MM-DD'.
    - total (float): The sum to pay.
    - instalments (int): The number of instalments.

    Returns:
    - pandas.DataFrame: One row per instalment, in order of payment.

    Raises:
    - ValueError: If instalments is below 1 or total is not positive.

    Requirements:
    - datetime
    - pandas
    - dateutil

    Example:
    >>> plan = task_func('2023-01-31', 100.0, 3)
    >>> plan['due_date'].tolist()
    ['2023-01-31', '2023-02-28', '2023-03-31']
    >>> plan['amount'].tolist()
    [33.34, 33.33, 33.33]
    """
