import pandas as pd
from faker import Faker


def task_func(df, column, seed):
    """
    Replace the names in one column of a DataFrame by invented names.
    Take the invented names from the name() method of a Faker for the locale 'en_US' that is seeded with
    `seed`, so that the same call always gives the same result. Equal names get the same pseudonym,
    different names get different pseudonyms, and no pseudonym may be equal to a name that occurs in the
    column; take further names from Faker until this is so. Missing values stay missing, all other
    columns and the index stay as they are, and `df` itself is not changed.

    Parameters:
    - df (pandas.DataFrame): The table.
    - column (str): The column with the names (str or missing).
    - seed (int): The seed for Faker.

    Returns:
    - tuple: (result, mapping), the new DataFrame and a dict from every distinct name to its pseudonym, in
      the order in which the names first occur.

    Raises:
    - KeyError: If df has no such column.

    Requirements:
    - pandas
    - faker

    Example:
    >>> df = pd.DataFrame({'who': ['Ada', 'Bob', 'Ada'], 'n': [1, 2, 3]})
    >>> result, mapping = task_func(df, 'who', 7)
    >>> list(mapping), result['who'].tolist() == [mapping['Ada'], mapping['Bob'], mapping['Ada']]
    (['Ada', 'Bob'], True)
    """
