import json
from datetime import datetime, timedelta, timezone

from cryptography.fernet import Fernet, InvalidToken


def task_func(token, keys, now, max_age_seconds):
    """
    Open a JSON message that was sealed with Fernet.
    `keys` are the Fernet keys in use, the newest first; the token was made with one of them. The moment
    it was made is part of the token. Accept the token only if at `now` its age is at least 0 and at
    most `max_age_seconds`, and if its content is a JSON object.

    Parameters:
    - token (bytes): The Fernet token.
    - keys (list of bytes): Fernet keys to try, in this order.
    - now (datetime.datetime): The current time, with time zone.
    - max_age_seconds (int): The largest accepted age of the token in seconds.

    Returns:
    - dict: 'message' (the decoded JSON object), 'key' (int, position in keys of the key that fits),
      'made_at' (str, the moment the token was made, UTC, as 'YYYY-MM-DDTHH:MM:SSZ') and 'expires_at'
      (str in the same format, the last moment at which the token is accepted).

    Raises:
    - ValueError: If no key fits, the token is too old or from the future, or its content is not a JSON
      object.

    Requirements:
    - json
    - datetime
    - cryptography

    Example:
    >>> key = Fernet.generate_key()
    >>> token = Fernet(key).encrypt_at_time(b'{"user": "ada"}', 1700000000)
    >>> now = datetime(2023, 11, 14, 22, 14, 0, tzinfo=timezone.utc)
    >>> result = task_func(token, [key], now, 60)
    >>> result['message'], result['made_at'], result['expires_at']
    ({'user': 'ada'}, '2023-11-14T22:13:20Z', '2023-11-14T22:14:20Z')
    """
