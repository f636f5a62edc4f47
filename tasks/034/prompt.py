import hashlib
import numpy as np
from PIL import Image

def task_func(identifier, cell=10):
    """
    Draw the identicon of an identifier: a mirror-symmetric picture of 5 x 5 cells.

    The identifier is stripped of surrounding white space and lowercased; the picture follows from
    the SHA-256 digest of its UTF-8 bytes. The first three bytes of the digest are the red, green and
    blue of the foreground; the background is white. The 15 cells of the three left columns are
    numbered row by row (row 0 columns 0, 1, 2; then row 1; ...). Cell number i has the foreground
    colour exactly if byte 3 + i of the digest is even. Columns 3 and 4 mirror columns 1 and 0.

    Parameters:
    - identifier (str): The text to draw, for example an e-mail address.
    - cell (int, optional): The width and height of a cell in pixels. Default is 10.

    Returns:
    - PIL.Image.Image: An image in mode 'RGB' of 5 * cell by 5 * cell pixels.

    Requirements:
    - hashlib
    - numpy
    - PIL

    Raises:
    - ValueError: If cell is less than 1 or the stripped identifier is empty.

    Example:
    >>> picture = task_func("ada@example.org")
    >>> picture.size, picture.mode
    ((50, 50), 'RGB')
    """
