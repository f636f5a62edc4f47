from itertools import combinations
from statistics import mean

from scipy import stats
from texttable import Texttable


def task_func(groups, alpha=0.05):
    """
    Compare the means of several groups pair by pair and report the result as a text table.
    `groups` maps the name of a group to its measurements. Every pair of groups, in the order of the dict
    (first with second, first with third, ..., second with third, ...), is compared by Welch's t-test,
    the two-sided t-test for unequal variances. Because many pairs are tested, multiply every p-value
    by the number of pairs, but let it never exceed 1 (Bonferroni correction). A difference is
    significant when the corrected p-value is below `alpha`.
    Draw a Texttable with the header 'pair', 'difference', 'p', 'significant', all columns of type text,
    and one row per pair: '<first> vs <second>', mean of the first minus mean of the second with two
    decimals, the corrected p-value with four decimals, and 'yes' or 'no'.

    Parameters:
    - groups (dict): Maps group names (str) to lists of numbers.
    - alpha (float): Significance level. Default is 0.05.

    Returns:
    - tuple: (p_values, text), a dict from (first, second) name tuples to corrected p-values (float, not
      rounded) and the drawn table as a string.

    Raises:
    - ValueError: If there are fewer than two groups or a group has fewer than two measurements.

    Requirements:
    - itertools
    - statistics
    - scipy
    - texttable

    Example:
    >>> p_values, text = task_func({'old': [5.0, 5.2, 4.9, 5.1], 'new': [6.1, 6.0, 6.3, 6.2]})
    >>> round(p_values[('old', 'new')], 5)
    2e-05
    >>> print(text.splitlines()[3])
    | old vs new | -1.10      | 0.0000 | yes         |
    """
