import csv
import io
from faker import Faker

def task_func(csv_text, column, seed=0):
    """
    Replace the values of one column of a CSV text by fake person names.

    Values that are equal after stripping white space and ignoring case (casefold) are the same
    person and always get the same pseudonym; different persons get different pseudonyms. The
    pseudonyms are names made by a Faker generator for the locale 'en_US' seeded with the given seed,
    so the same call always gives the same result. Blank values (empty or only white space) are left
    as they are. Header, order of rows and all other columns keep their values.

    Parameters:
    - csv_text (str): CSV with a header row.
    - column (str): The name of the column to replace.
    - seed (int, optional): The seed of the generator. Default is 0.

    Returns:
    - tuple: The new CSV text (line terminator '\\n', quotes only where needed) and a dictionary from
      stripped and casefolded original value to pseudonym, in order of first appearance.

    Requirements:
    - csv
    - io
    - faker

    Raises:
    - ValueError: If the header has no such column.

    Example:
    >>> text, names = task_func("name,age\\nAda,36\\nada ,37\\n", "name")
    >>> list(names), text.count(names["ada"])
    (['ada'], 2)
    """
