import hashlib
import os
import matplotlib.pyplot as plt
import numpy as np
from scipy.stats import entropy

def task_func(path):
    """
    Draw the distribution of the byte values of a file and compute its Shannon entropy.

    The counts of the byte values 0 to 255 are drawn on a new figure as one line of exactly 256
    points, the point of byte value b at x = b, in order. The title of the axes is
    '<file name> (<digest>)': the file name without its directory and the first 8 characters of the
    hexadecimal SHA-256 of the content. The x label is 'Byte value', the y label is 'Count'.

    Parameters:
    - path (str): The file to examine.

    Returns:
    - tuple: The entropy in bits per byte (float, from 0.0 to 8.0) and the matplotlib Axes.

    Requirements:
    - hashlib
    - os
    - matplotlib
    - numpy
    - scipy

    Raises:
    - ValueError: If the file is empty.

    Example:
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "bits.bin")
    ...     with open(path, "wb") as handle:
    ...         _ = handle.write(bytes([0, 1, 2, 3]))
    ...     bits, axes = task_func(path)
    >>> round(bits, 3), axes.get_title()
    (2.0, 'bits.bin (054edec1)')
    """
