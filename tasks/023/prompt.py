import re
from collections import Counter

import sympy


def task_func(equation):
    """
    Balance a chemical equation.
    `equation` has the form 'H2 + O2 -> H2O': formulas separated by '+' on both sides of '->', with
    optional spaces around them. A formula is a sequence of element symbols (a capital letter, perhaps
    followed by a small one) and groups in round brackets, which may be nested; each symbol and each
    group can be followed by a count, as in 'Ca(OH)2'. Put the smallest positive integers in front of the
    formulas that make the number of atoms of each element equal on both sides; leave out the number 1.
    The formulas stay in the given order, numbers and formulas are separated by one space, and so are
    the signs from what stands beside them.

    Parameters:
    - equation (str): The equation without numbers in front of the formulas.

    Returns:
    - str: The balanced equation, such as '2 H2 + O2 -> 2 H2O'.

    Raises:
    - ValueError: If the equation is not written as described, or if it cannot be balanced with positive
      integers in one way only (apart from common multiples).

    Requirements:
    - re
    - collections
    - sympy

    Example:
    >>> task_func('H2 + O2 -> H2O')
    '2 H2 + O2 -> 2 H2O'
    >>> task_func('Ca(OH)2+HCl->CaCl2+H2O')
    'Ca(OH)2 + 2 HCl -> CaCl2 + 2 H2O'
    """
