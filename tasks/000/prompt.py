from datetime import timedelta

import holidays
from dateutil import parser


def task_func(start, working_days, country="US"):
    """
    Find the date on which a deadline of `working_days` working days ends.
    Counting begins on the day after `start`, a date given as text in any notation that dateutil's
    parser reads with its default settings. Saturdays, Sundays and the nationwide public holidays of
    `country` (as the holidays package knows them, observed days included) are not counted.
    With zero working days the start date itself is the answer, even when nobody works on it.

    Parameters:
    - start (str): The date the period starts, for example '2023-06-30' or 'June 30, 2023'.
    - working_days (int): How many working days the period lasts.
    - country (str): The country code the holidays package uses. Default is 'US'.

    Returns:
    - str: The last day of the period as 'YYYY-MM-DD'.

    Raises:
    - ValueError: If working_days is negative or start cannot be read as a date.

    Requirements:
    - datetime
    - dateutil
    - holidays

    Example:
    >>> task_func('2023-06-30', 2)
    '2023-07-05'
    >>> task_func('2023-04-28', 1, country='DE')
    '2023-05-02'
    """
