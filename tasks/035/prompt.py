from collections import defaultdict
from email import message_from_string
from email.utils import parseaddr, parsedate_to_datetime
import pytz

def task_func(messages, zone_name):
    """
    Summarise raw e-mail messages by the local day on which they were sent.

    The Date header of every message is converted to the given time zone; a date without zone
    information (such as '-0000') counts as UTC. Messages whose Date header is absent or cannot be
    parsed belong to the day 'undated'. The sender is the bare address of the From header,
    lowercased; messages without such an address count, but add no sender.

    Parameters:
    - messages (list of str): The messages, headers and body as text.
    - zone_name (str): The name of the time zone, for example 'Europe/Berlin'.

    Returns:
    - dict: From day ('YYYY-MM-DD') to a dictionary with the keys 'count' (number of messages) and
      'senders' (list of distinct addresses in alphabetical order). The days are in ascending order;
      'undated', present only if there are such messages, is last.

    Requirements:
    - collections
    - email
    - pytz

    Raises:
    - ValueError: If the time zone is unknown.

    Example:
    >>> mail = "From: Ada <ada@x.test>\\nDate: Mon, 01 Jan 2024 23:30:00 +0000\\n\\nHello"
    >>> task_func([mail], "Europe/Berlin")
    {'2024-01-02': {'count': 1, 'senders': ['ada@x.test']}}
    """
