from operator import itemgetter
import psutil
from prettytable import PrettyTable

def task_func(min_mb, limit=5):
    """
    List the running processes that use the most memory in a table.

    The processes come from psutil.process_iter(['pid', 'name', 'memory_info']) and their values are
    read from the 'info' dictionary of each. Processes whose 'memory_info' is None (access denied)
    are skipped; a name that is None or empty is shown as '?'. Kept are processes whose resident set
    size (rss) is at least min_mb MiB (1 MiB = 1024 * 1024 bytes), ordered by falling rss, equal
    sizes by rising pid, at most limit of them.

    Parameters:
    - min_mb (float): The least resident set size in MiB.
    - limit (int, optional): The largest number of processes shown. Default is 5.

    Returns:
    - prettytable.PrettyTable: A table with the columns 'PID' (int), 'Name' (str) and 'MiB' (str with
      exactly one decimal). Its last row, always present, is ['', 'total', S], where S is the sum of
      the rss of the rows shown, in MiB, formatted in the same way.

    Requirements:
    - operator
    - psutil
    - prettytable

    Raises:
    - ValueError: If limit is less than 1.

    Example:
    >>> task_func(0, limit=1).field_names
    ['PID', 'Name', 'MiB']
    """
