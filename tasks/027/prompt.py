import base64
import hashlib
import json
from cryptography.fernet import Fernet

ITERATIONS = 10000

def task_func(settings, passphrase, salt, path):
    """
    Encrypt a settings dictionary with a passphrase and store it in a file.

    The plaintext is the JSON form of the settings with sorted keys, without spaces after the
    separators, non-ASCII characters escaped (the default of json.dumps), encoded as UTF-8.
    The Fernet key is the URL-safe Base64 form of the 32 bytes that PBKDF2-HMAC-SHA256 derives from
    the UTF-8 bytes of the passphrase and the salt with ITERATIONS iterations. The file is a UTF-8
    JSON document with exactly three keys: "salt" (the salt in standard Base64), "iterations"
    (the number ITERATIONS) and "token" (the Fernet token as a string).

    Parameters:
    - settings (dict): The settings, JSON serialisable, with string keys.
    - passphrase (str): The passphrase.
    - salt (bytes): The salt, at least 16 bytes.
    - path (str): The file to write; an existing file is replaced.

    Returns:
    - str: The hexadecimal SHA-256 digest of the plaintext.

    Requirements:
    - base64
    - hashlib
    - json
    - cryptography

    Raises:
    - ValueError: If the salt is shorter than 16 bytes; nothing is written in that case.

    Example:
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.gettempdir(), "settings-example.json")
    >>> task_func({"debug": True}, "open sesame", b"0123456789abcdef", path)[:16]
    '74c30e92ebf71466'
    >>> os.remove(path)
    """
