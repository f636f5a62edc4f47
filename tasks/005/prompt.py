import matplotlib.pyplot as plt
import pandas as pd
import seaborn as sns


def task_func(df, threshold=0.8, method="pearson"):
    """
    Draw the correlations between the columns of a DataFrame and list the strong ones.
    Only columns with numbers take part: boolean columns and columns with fewer than two different
    non-missing values are left out as well. Correlate them with the given pandas `method` and draw a
    seaborn heatmap of the whole matrix on a new Axes, annotated with two decimals, with the colours
    spanning -1 to 1 and the title 'Correlation (<method>)', for example 'Correlation (pearson)'.
    Report every pair of different columns whose correlation r satisfies |r| >= threshold once, as a row
    of a DataFrame with the columns 'first', 'second' and 'r', where `first` stands left of `second` in
    `df` and r is rounded to three decimals. Compare with the threshold before rounding. Order the pairs
    from the largest |r| (as rounded) to the smallest, pairs equal in this in the order of their columns
    in `df`, and number the rows from 0.

    Parameters:
    - df (pandas.DataFrame): The data.
    - threshold (float): The smallest absolute correlation to report. Default is 0.8.
    - method (str): 'pearson', 'kendall' or 'spearman'. Default is 'pearson'.

    Returns:
    - tuple: (pairs, ax), the DataFrame of strong pairs and the matplotlib Axes of the heatmap.

    Raises:
    - ValueError: If fewer than two columns take part.

    Requirements:
    - matplotlib.pyplot
    - pandas
    - seaborn

    Example:
    >>> df = pd.DataFrame({'a': [1, 2, 3, 4], 'b': [8, 6, 4, 2], 'c': [1, 5, 2, 3]})
    >>> pairs, ax = task_func(df)
    >>> pairs.values.tolist()
    [['a', 'b', -1.0]]
    """
