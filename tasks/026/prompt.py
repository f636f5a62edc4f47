import base64
import hashlib
from urllib.parse import urljoin
import requests
from bs4 import BeautifulSoup

ALGORITHMS = ["sha512", "sha384", "sha256"]

def task_func(url):
    """
    Check whether the scripts and style sheets of a web page are protected against tampering.

    The page and its resources are downloaded with requests (timeout of 10 seconds). Examined are, in
    document order, every <script> element with a 'src' and every <link> element with
    rel="stylesheet" and an 'href'; addresses are resolved against the URL of the page. The attribute
    'integrity' holds digests separated by white space, each '<algorithm>-<standard Base64 of the
    digest>' with one of ALGORITHMS; anything else in it is ignored. The state of an element is
    - 'unprotected' if it has no usable digest (its resource is not downloaded then)
    - 'unreachable' if the server answers the download with an error status (4xx or 5xx)
    - 'ok' if, of the digests of the strongest algorithm present (sha512 before sha384 before sha256),
      at least one is the digest of the downloaded bytes
    - 'mismatch' otherwise

    Parameters:
    - url (str): The address of the page.

    Returns:
    - list of tuple: Pairs (absolute address of the resource, state), one for each element examined, in
      document order.

    Requirements:
    - base64
    - hashlib
    - urllib
    - requests
    - bs4

    Raises:
    - requests.HTTPError: If the page itself answers with an error status (4xx or 5xx).

    Example:
    >>> task_func("https://example.org/")  # doctest: +SKIP
    [('https://example.org/app.js', 'unprotected')]
    """
