import matplotlib.pyplot as plt
import numpy as np
from sklearn.cluster import KMeans
from sklearn.preprocessing import StandardScaler


def task_func(points, n_clusters, seed=0):
    """
    Cluster points in the plane and draw the clusters.
    `points` holds one (x, y) pair per row; the two coordinates may have very different units, so
    standardize each to mean 0 and variance 1 before running k-means with `n_clusters` clusters, 10
    initializations and `seed` as random state. Clusters are then numbered from 0 in ascending order of
    the x coordinate of their centre. Centres are given in the units of `points`.
    On a new Axes draw every cluster as a scatter plot of its own, in the order of the numbers and with
    the label 'cluster <number>', followed by one scatter plot of all centres with the label 'centres',
    all in the units of `points`, and show a legend.

    Parameters:
    - points (array-like): The points, shape (n, 2).
    - n_clusters (int): The number of clusters.
    - seed (int): Random state of k-means. Default is 0.

    Returns:
    - tuple: (labels, centres, ax), the list with the cluster number (int) of every point, a numpy array of
      shape (n_clusters, 2) with the centres by cluster number, and the matplotlib Axes.

    Raises:
    - ValueError: If there are fewer different points than clusters.

    Requirements:
    - matplotlib.pyplot
    - numpy
    - sklearn

    Example:
    >>> labels, centres, ax = task_func([[9, 1], [0, 1], [9, 2], [0, 2], [9, 3], [0, 3]], 2)
    >>> labels
    [1, 0, 1, 0, 1, 0]
    >>> centres.tolist()
    [[0.0, 2.0], [9.0, 2.0]]
    """
