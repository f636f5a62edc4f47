import gzip
import os
import shutil
from datetime import timedelta
from natsort import natsorted

def task_func(directory, days, now):
    """
    Compress the log files of a directory that have not changed for more than a number of days.

    Every file directly in the directory whose name ends with '.log' and whose modification time lies
    more than the given number of days before now is compressed with gzip into a file with '.gz'
    appended to its name. The archive gets the access and modification times of the original, and the
    original is deleted. A file that is exactly that many days old stays, as does everything in
    subdirectories.

    Parameters:
    - directory (str): The directory with the log files.
    - days (int): The age in days beyond which a file is compressed.
    - now (datetime.datetime): The present moment, with a time zone.

    Returns:
    - list of str: The names (without directory) of the archives made, in natural order: numbers
      within names compare as numbers, so 'app-2.log.gz' comes before 'app-10.log.gz'.

    Requirements:
    - gzip
    - os
    - shutil
    - datetime
    - natsort

    Raises:
    - ValueError: If days is negative or now has no time zone.

    Example:
    >>> import tempfile
    >>> from datetime import datetime, timezone
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "app.log")
    ...     open(path, "w").close()
    ...     os.utime(path, (0, 0))
    ...     task_func(folder, 30, datetime(2024, 1, 1, tzinfo=timezone.utc))
    ['app.log.gz']
    """
