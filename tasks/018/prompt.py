import hashlib
import os

from natsort import natsorted
from PIL import Image, UnidentifiedImageError


def task_func(folder):
    """
    Find pictures in a folder that look exactly the same although their files may differ.
    Look at the files directly in `folder` whose name ends in '.png' or '.bmp', in upper or lower case;
    skip files Pillow cannot identify as a picture. The fingerprint of a picture is the SHA-256 hex
    digest of its width and height written as '<width>x<height>:' in ASCII, followed by the raw bytes of
    its pixels converted to mode RGBA. Pictures with the same fingerprint are duplicates of each other.

    Parameters:
    - folder (str): Path of the folder.

    Returns:
    - dict: Maps the fingerprint of every picture that occurs at least twice to the list of its file names
      (without folder) in natural order, so that 'img2.png' comes before 'img10.png'. The entries of the
      dict are in natural order of their first file name.

    Requirements:
    - hashlib
    - os
    - natsort
    - PIL

    Example:
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ('img10.png', 'img2.bmp', 'other.png'):
    ...         colour = 'blue' if name == 'other.png' else 'red'
    ...         Image.new('RGB', (2, 1), colour).save(os.path.join(folder, name))
    ...     list(task_func(folder).values())
    [['img2.bmp', 'img10.png']]
    """
