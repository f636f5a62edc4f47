from datetime import datetime

import pytz
from prettytable import PrettyTable


def task_func(local_time, home_zone, zones):
    """
    Show when a meeting takes place in several time zones.
    The meeting is given as the wall clock time `local_time` ('YYYY-MM-DD HH:MM') in the time zone
    `home_zone`; daylight saving time of that date applies, both at home and in every zone of `zones`.
    Build a PrettyTable with the columns 'Zone', 'Local time' and 'Offset' and one row per distinct zone
    of `zones`: the name of the zone, the local wall clock time as 'YYYY-MM-DD HH:MM' and the offset
    from UTC at that moment with sign and colon, such as '+05:30' or '-04:00'.
    Rows go from the smallest offset to the largest; zones with equal offsets are ordered by name.

    Parameters:
    - local_time (str): Wall clock time of the meeting in home_zone, 'YYYY-MM-DD HH:MM'.
    - home_zone (str): Name of the time zone local_time is meant in, such as 'Europe/Berlin'.
    - zones (list of str): Names of the time zones to list.

    Returns:
    - PrettyTable: The table; all its cells are strings.

    Raises:
    - ValueError: If a time zone is unknown or local_time has another format.

    Requirements:
    - datetime
    - pytz
    - prettytable

    Example:
    >>> table = task_func('2024-07-01 15:00', 'Europe/Berlin', ['Asia/Kolkata', 'America/New_York'])
    >>> table.rows
    [['America/New_York', '2024-07-01 09:00', '-04:00'], ['Asia/Kolkata', '2024-07-01 18:30', '+05:30']]
    """
