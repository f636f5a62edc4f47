from collections import Counter
from urllib.parse import urldefrag, urljoin, urlsplit
import requests
from bs4 import BeautifulSoup

def task_func(url):
    """
    Download an HTML page with requests (timeout of 10 seconds) and sort the links it contains
    into internal and external ones.

    The href of every <a> element is resolved against the URL of the page, its fragment ('#...') is
    removed, and only http and https addresses are kept. An href that is empty or only a fragment is
    left out. A link is internal if its host (with port) equals that of the page's URL.

    Parameters:
    - url (str): The address of the page.

    Returns:
    - dict: A dictionary with two keys. 'internal' holds the list of distinct internal addresses in
      alphabetical order. 'external' holds a dictionary from host (with port, as written in the link)
      to the number of <a> elements that point there, repeated addresses counted each time; its keys
      are ordered by falling count, equal counts alphabetically.

    Requirements:
    - collections
    - urllib
    - requests
    - bs4

    Raises:
    - requests.HTTPError: If the server answers with an error status (4xx or 5xx).

    Example:
    >>> links = task_func("https://example.org/")  # doctest: +SKIP
    >>> sorted(links)  # doctest: +SKIP
    ['external', 'internal']
    """
