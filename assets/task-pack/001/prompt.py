import re
from collections import Counter


def task_func(text, most=3):
    """
    Find the most common words of a text. Words are runs of letters and apostrophes, and their case
    does not matter. Words that are equally common come in alphabetical order.

    Parameters:
    - text (str): The text.
    - most (int): How many words to return at most. Default is 3.

    Returns:
    - list: Pairs of a word in lower case and how often it occurs, the most common first.

    Raises:
    - ValueError: If most is less than 1.

    Requirements:
    - re
    - collections

    Example:
    >>> task_func('The cat and the dog', 1)
    [('the', 2)]
    """
