import hashlib
import json
import zipfile

def task_func(path):
    """
    Check the members of a ZIP archive against the manifest the archive carries.

    The member 'manifest.json' is a JSON object from member name to the expected SHA-256 digest in
    hexadecimal, in upper or lower case. Directory entries of the archive and 'manifest.json' itself
    belong to no group.

    Parameters:
    - path (str): The archive.

    Returns:
    - dict: Four alphabetically sorted lists of names: 'ok' (in the manifest and the archive, digest
      matches), 'corrupt' (digest differs), 'missing' (in the manifest, but not in the archive) and
      'extra' (in the archive, but not in the manifest).

    Requirements:
    - hashlib
    - json
    - zipfile

    Raises:
    - ValueError: If the archive has no 'manifest.json' or if that is not a JSON object.
    - zipfile.BadZipFile: If the file is not a ZIP archive.

    Example:
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "a.zip")
    ...     with zipfile.ZipFile(path, "w") as archive:
    ...         archive.writestr("manifest.json", '{"gone.txt": "00"}')
    ...         archive.writestr("new.txt", "hello")
    ...     task_func(path)
    {'ok': [], 'corrupt': [], 'missing': ['gone.txt'], 'extra': ['new.txt']}
    """
