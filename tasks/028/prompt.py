import base64
import hashlib
from pathlib import Path
import rsa

def task_func(directory, private_key):
    """
    Write a manifest of all files below a directory and sign it with an RSA key.

    Every regular file below the directory, at any depth, gives one line '<sha256 hex>  <path>' and a
    newline: the lowercase digest of its content, two spaces, and its path relative to the directory
    with '/' as separator. The lines are sorted by path and saved as 'MANIFEST.txt' (UTF-8, '\\n' line
    ends) directly in the directory. The signature of exactly these bytes (rsa package, SHA-256) is
    saved as 'MANIFEST.sig' beside it, in standard Base64 without a newline.
    These two files of the top directory are never listed themselves; files with the same names in
    subdirectories are ordinary files.

    Parameters:
    - directory (str): The directory to describe.
    - private_key (rsa.PrivateKey): The key to sign with.

    Returns:
    - int: The number of files listed.

    Requirements:
    - base64
    - hashlib
    - pathlib
    - rsa

    Raises:
    - NotADirectoryError: If the path does not exist or is not a directory.

    Example:
    >>> import tempfile
    >>> public, private = rsa.newkeys(512)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a.txt").write_text("hello")
    ...     task_func(folder, private)
    1
    """
