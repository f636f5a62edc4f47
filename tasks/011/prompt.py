from collections import defaultdict
from datetime import datetime

from openpyxl import load_workbook


def task_func(path):
    """
    Add a monthly summary to an Excel workbook.
    The first worksheet of the workbook at `path` lists bookings. Its first row holds the headings
    'Date', 'Category' and 'Amount', in any order and possibly among other headings. Date cells hold
    real dates or text 'YYYY-MM-DD'. Rows without date or without amount are skipped.
    Sum the amounts by month ('YYYY-MM') and category and write them to a worksheet 'Summary' at the
    end of the workbook; a worksheet of that name from an earlier call is replaced. Its first row is
    'Month', the categories in alphabetical order, 'Total'; then follows one row per month that occurs, in
    order of time, with the sums rounded to two decimals and 0 where there is nothing. Save the workbook
    at `path`.

    Parameters:
    - path (str): The .xlsx file, changed in place.

    Returns:
    - dict: Maps every month, in order of time, to its total rounded to two decimals.

    Raises:
    - ValueError: If one of the three headings is missing.

    Requirements:
    - collections
    - datetime
    - openpyxl

    Example:
    >>> import os, tempfile
    >>> from openpyxl import Workbook
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = os.path.join(folder.name, 'book.xlsx')
    >>> book = Workbook()
    >>> for row in (['Date', 'Category', 'Amount'], ['2024-01-05', 'food', 7.5], ['2024-01-09', 'rent', 300]):
    ...     book.active.append(row)
    >>> book.save(path)
    >>> task_func(path)
    {'2024-01': 307.5}
    >>> folder.cleanup()
    """
