import hashlib
import hmac
import json
from flask import Flask, jsonify, request

def task_func(secret):
    """
    Create a Flask application whose only route, POST /webhook, accepts signed requests.

    The header 'X-Signature' carries 'sha256=<hex>', where <hex> is the lowercase hexadecimal
    HMAC-SHA256 of the raw request body, keyed with the UTF-8 bytes of the secret. Signatures are
    compared in constant time. The route checks in this order and always answers with JSON:
    - header absent or not starting with 'sha256=': status 400, {"error": "missing signature"}
    - signature differs from the expected one: status 403, {"error": "invalid signature"}
    - body is not a JSON object, whatever its content type: status 422, {"error": "invalid payload"}
    - otherwise: status 200, {"event": E, "size": N}, where E is the payload's value under "event"
      ("unknown" if there is none) and N is the length of the raw body in bytes

    Parameters:
    - secret (str): The shared secret.

    Returns:
    - flask.Flask: The application with the route installed.

    Requirements:
    - hashlib
    - hmac
    - json
    - flask

    Raises:
    - ValueError: If the secret is an empty string.

    Example:
    >>> app = task_func("s3cret")
    >>> app.test_client().post("/webhook", data=b"{}").status_code
    400
    """
