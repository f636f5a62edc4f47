import base64
import hashlib
import hmac
import json
import time

def task_func(token, secret):
    """
    Verify a JSON Web Token that is signed with HS256 and return its payload.

    A token has three parts joined by '.': header, payload and signature, each in URL-safe Base64
    without padding; header and payload are JSON objects. An empty signature part is well-formed (and
    matches nothing). The signature is the HMAC-SHA256 of '<header>.<payload>' (the first two parts as
    they stand) with the UTF-8 bytes of the secret.
    The present time is time.time(); "exp" and "nbf" are seconds since the epoch.

    Parameters:
    - token (str): The token.
    - secret (str): The shared secret.

    Returns:
    - dict: The payload.

    Requirements:
    - base64
    - hashlib
    - hmac
    - json
    - time

    Raises:
    - ValueError: With exactly one of these messages, checked in this order.
      'malformed token' if the token does not have the structure described above;
      'unsupported algorithm' if the header's "alg" is not "HS256";
      'invalid signature' if the signature does not match;
      'token expired' if the payload has "exp" and the present time is at or after it;
      'token not yet valid' if the payload has "nbf" and the present time is before it.

    Example:
    >>> task_func("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.2BZk", "secret")
    Traceback (most recent call last):
    ...
    ValueError: invalid signature
    """
