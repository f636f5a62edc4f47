import base64
import hashlib
import hmac
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit


def task_func(url, secret, expires_at):
    """
    Sign a link so that a server can check that it is unchanged and not expired.
    The query of the signed link consists of all parameters of `url`, those with an empty value
    included, and a further parameter 'expires' with the Unix time of `expires_at` in whole seconds
    (rounded down), all sorted by name and then by value and encoded by urllib's urlencode. The
    signature is the HMAC-SHA256 with the key `secret` (as UTF-8) of the text '<path>?<query>' (as
    UTF-8), where the path is that of `url` as written there, or '/' if it is empty. It is written in
    URL-safe base64 without the '=' at the end and put at the end of the query as the parameter
    'signature'. Scheme and host stay as they are, an empty path becomes '/', a fragment is dropped.

    Parameters:
    - url (str): The absolute link to sign.
    - secret (str): The secret that signer and server share.
    - expires_at (datetime.datetime): The moment the link expires, with time zone.

    Returns:
    - str: The signed link.

    Raises:
    - ValueError: If expires_at has no time zone, or url already has a parameter 'expires' or 'signature'.

    Requirements:
    - base64
    - hashlib
    - hmac
    - urllib

    Example:
    >>> from datetime import datetime, timezone
    >>> moment = datetime(2024, 1, 1, tzinfo=timezone.utc)
    >>> task_func('https://files.test/a?size=2', 'secret', moment).split('&signature=')[0]
    'https://files.test/a?expires=1704067200&size=2'
    """
