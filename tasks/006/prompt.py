import numpy as np
from PIL import Image


def task_func(image, block):
    """
    Pixelate a picture and tell how many colours are left.
    The picture is taken as RGB and divided into squares of `block` by `block` pixels, starting at the top
    left corner; at the right and the bottom edge the last squares may be cut off and are then smaller.
    All pixels of a square get the mean colour of that square: per channel the arithmetic mean,
    rounded down. The result is a new RGB image of the same size; the given image stays as it is.

    Parameters:
    - image (PIL.Image.Image): The picture, in any mode Pillow can convert to RGB.
    - block (int): Side length of the squares in pixels.

    Returns:
    - tuple: (result, colours), the new PIL image and the number of different colours in it (int).

    Raises:
    - ValueError: If block is smaller than 1.

    Requirements:
    - numpy
    - PIL

    Example:
    >>> picture = Image.new('RGB', (4, 2), (10, 20, 30))
    >>> result, colours = task_func(picture, 2)
    >>> result.size, colours
    ((4, 2), 1)
    """
