from collections import Counter
from urllib.parse import urldefrag, urljoin, urlsplit

from bs4 import BeautifulSoup


def task_func(html, page_url):
    """
    Summarize the links of an HTML page that was fetched from `page_url`.
    Take every <a> element with an href attribute. Resolve the reference against the href of the page's
    <base> element where there is one (that href is itself resolved against page_url), otherwise
    against page_url. Remove the fragment ('#...') and keep only http and https addresses.
    Every address counts once, however often it is linked. A link is internal when its host name is the
    host name of page_url and external otherwise; host names are compared in lower case and without port.

    Parameters:
    - html (str): The page.
    - page_url (str): The absolute address the page was fetched from.

    Returns:
    - dict: 'internal' is the sorted list of the internal addresses; 'external' is a list of (host, count)
      tuples with the number of distinct addresses per lower-case host name, the largest count first and
      hosts with equal counts in alphabetical order.

    Requirements:
    - collections
    - urllib
    - bs4

    Example:
    >>> page = '<a href="/about#team">us</a> <a href="https://example.org/x">them</a>'
    >>> task_func(page, 'https://site.test/start')
    {'internal': ['https://site.test/about'], 'external': [('example.org', 1)]}
    """
