from urllib.parse import urljoin, urlsplit
import pandas as pd
import requests

COLUMNS = ["id", "name", "updated"]

def task_func(url, token):
    """
    Collect all records of a paginated JSON API in a table.

    Every page is requested with requests (timeout of 10 seconds) and the header
    'Authorization: Bearer <token>' and holds a JSON list of objects. The address of the next page,
    if there is one, is in the Link header under rel="next" and may be relative to the page's URL.
    Pages are followed until one has no next link or links to a page that was requested already.
    A next link with another scheme or host than the first URL is never requested.

    Parameters:
    - url (str): The address of the first page.
    - token (str): The access token.

    Returns:
    - pandas.DataFrame: The records with exactly COLUMNS (other fields are dropped, absent ones are
      missing values), 'updated' converted from ISO 8601 to UTC timestamps. If an id occurs several
      times, the record with the latest 'updated' is kept. The rows are ordered by id, with the index
      0, 1, 2, ... Without records the frame is empty, but has the columns.

    Requirements:
    - urllib
    - pandas
    - requests

    Raises:
    - requests.HTTPError: If a page answers with an error status (4xx or 5xx).
    - ValueError: If a next link has another scheme or host than the first URL.

    Example:
    >>> task_func("https://api.example.org/items", "t0ken").columns.tolist()  # doctest: +SKIP
    ['id', 'name', 'updated']
    """
