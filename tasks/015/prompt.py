from datetime import timezone
from xml.parsers.expat import ExpatError

import xmltodict
from dateutil import parser


def task_func(xml, limit=None):
    """
    List the items of an RSS 2.0 feed, the newest first.
    `xml` is the text of the feed: a <rss> element with one <channel> that holds any number of <item>
    elements, possibly one or none. For every item give its title, its link, its publication time in UTC
    as 'YYYY-MM-DDTHH:MM:SSZ' and the list of its categories in feed order; an item can have no, one or
    many <category> elements. A title, link or publication time that is missing or empty is None.
    Items are ordered by publication time, items of the same time in feed order; those without
    publication time come last, in feed order. Publication times (<pubDate>) look like
    'Tue, 05 Mar 2024 08:00:00 +0200' or end in 'GMT'.

    Parameters:
    - xml (str): The feed.
    - limit (int or None): The largest number of items to return; None means all. Default is None.

    Returns:
    - list of dict: The items with the keys 'title', 'link', 'published' and 'categories'.

    Raises:
    - ValueError: If xml is not well-formed or its root is not a <rss> element with a <channel>.

    Requirements:
    - datetime
    - xml
    - xmltodict
    - dateutil

    Example:
    >>> feed = '''<rss version="2.0"><channel><title>News</title><item><title>Hi</title>
    ... <pubDate>Tue, 05 Mar 2024 08:00:00 +0200</pubDate></item></channel></rss>'''
    >>> task_func(feed)
    [{'title': 'Hi', 'link': None, 'published': '2024-03-05T06:00:00Z', 'categories': []}]
    """
