from datetime import date, timedelta
import holidays
from openpyxl import Workbook
from openpyxl.styles import Font

def task_func(invoices, path, country="US"):
    """
    Compute the due dates of invoices and save them in an Excel workbook.

    An invoice is due the given number of calendar days after its issue. A due date on a Saturday, a
    Sunday or a public holiday of the country (as the holidays package knows them, observed days
    included) moves forward to the next day that is none of these. The workbook has one worksheet,
    titled 'Due dates', with the bold header row 'Invoice', 'Issued', 'Due', 'Moved' and one row per
    invoice: its number, both dates as 'YYYY-MM-DD' strings, and the number of days by which the due
    date was moved (int). The rows are ordered by due date, then by invoice number.

    Parameters:
    - invoices (list of tuple): Tuples (number as str, issue date as 'YYYY-MM-DD', days as int).
    - path (str): The workbook to write (.xlsx).
    - country (str, optional): The country code for the holidays package. Default is 'US'.

    Returns:
    - dict: From invoice number to due date ('YYYY-MM-DD'), in the order of the rows.

    Requirements:
    - datetime
    - holidays
    - openpyxl

    Raises:
    - ValueError: If the days of an invoice are negative or its issue date is not valid.

    Example:
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     task_func([("A-1", "2023-06-04", 30)], os.path.join(folder, "due.xlsx"))
    {'A-1': '2023-07-05'}
    """
