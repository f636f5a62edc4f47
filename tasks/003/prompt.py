from collections import Counter
from itertools import combinations

import Levenshtein
import networkx as nx


def task_func(names, max_distance=2):
    """
    Group spelling variants of the same name and choose one spelling per group.
    Two names are linked when the Levenshtein distance between their forms without surrounding
    whitespace and in lower case is at most `max_distance`. Names that are linked directly or through
    other names of the list belong to one group. The representative of a group is the spelling that
    occurs most often in `names`, exactly as written there; of equally frequent spellings the one that
    sorts first.

    Parameters:
    - names (list of str): The names as they were collected, with repetitions.
    - max_distance (int): The largest distance that links two names. Default is 2.

    Returns:
    - dict: Maps every distinct name, exactly as written in names, to the representative of its group.

    Requirements:
    - collections
    - itertools
    - Levenshtein
    - networkx

    Example:
    >>> result = task_func(['Berlin', 'Berlin', 'Berlni', 'Paris'])
    >>> sorted(result.items())
    [('Berlin', 'Berlin'), ('Berlni', 'Berlin'), ('Paris', 'Paris')]
    """
