from urllib.parse import urldefrag, urlencode, urljoin, urlsplit, urlunsplit
from lxml import html

def task_func(page, page_url, values):
    """
    Prepare the HTTP request that submits the first form of an HTML page.

    The fields are the <input> and <textarea> elements of the form in document order (there are no
    other kinds). Left out are fields without a name, fields with the attribute 'disabled', inputs of
    the types submit, button, reset, image and file, and inputs of the types checkbox and radio
    without the attribute 'checked'. The value of an input is its attribute 'value'; without it, 'on'
    for checkbox and radio and '' otherwise. The value of a textarea is its text. The fields are
    encoded as application/x-www-form-urlencoded, repeated names included. The address is the form's
    'action' resolved against page_url (page_url itself if it is absent or empty), without fragment.
    For GET the encoded fields replace the query of the address; for POST they are the body.

    Parameters:
    - page (str): The HTML of the page.
    - page_url (str): The address of the page.
    - values (dict): From field name to the value that replaces that of every field of that name.

    Returns:
    - dict: 'method' ('GET' or 'POST'; the form's method in any case of letters, GET if it has none),
      'url' (str) and 'body' (str, None for GET).

    Requirements:
    - urllib
    - lxml

    Raises:
    - ValueError: If the page has no form, or if values has a name that is none of the fields not left
      out.

    Example:
    >>> page = '<form action="/find"><input name="q"><input name="lang" value="en"></form>'
    >>> task_func(page, "https://example.org/start", {"q": "red tea"})["url"]
    'https://example.org/find?q=red+tea&lang=en'
    """
