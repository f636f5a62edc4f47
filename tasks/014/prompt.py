from collections import defaultdict
from datetime import datetime
from statistics import mean

import pytz
import requests


def task_func(url, zone):
    """
    Fetch measurements from a paged web API and summarize them by local day.
    Request `url` with the query parameter page=1, then page=2 and so on, each with a timeout of 10
    seconds. Every answer is a JSON object with the keys 'readings', a list of objects like
    {"time": "2024-03-01T23:30:00Z", "value": 4.5} whose times are in UTC, and 'last', which is true on
    the last page; no further page is requested after it.
    Assign every reading to the calendar day it falls on in the time zone `zone`.

    Parameters:
    - url (str): Address of the API, without the page parameter.
    - zone (str): Name of the time zone, such as 'Asia/Tokyo'.

    Returns:
    - dict: Maps every day that has readings ('YYYY-MM-DD', in order of time) to a dict with 'count' (int),
      'min', 'max' and 'mean' of its values; the mean is rounded to two decimals.

    Raises:
    - requests.HTTPError: If the status of an answer is 400 or above.

    Requirements:
    - collections
    - datetime
    - statistics
    - pytz
    - requests

    Example:
    >>> from unittest.mock import MagicMock, patch
    >>> page = {'readings': [{'time': '2024-03-01T23:30:00Z', 'value': 4.5}], 'last': True}
    >>> with patch('requests.get', return_value=MagicMock(json=lambda: page)):
    ...     task_func('https://api.test/readings', 'Asia/Tokyo')
    {'2024-03-02': {'count': 1, 'min': 4.5, 'max': 4.5, 'mean': 4.5}}
    """
