import sqlite3
from contextlib import closing
from werkzeug.security import check_password_hash, generate_password_hash

METHOD = "pbkdf2:sha256:1000"
MAX_FAILURES = 3

def task_func(db_path, action, username, password):
    """
    Register a user or log a user in, with accounts kept in an SQLite database.

    The table users(username TEXT PRIMARY KEY, password_hash TEXT, failures INTEGER) is created when
    it is absent. Usernames are stripped of surrounding white space and lowercased before use.
    Action 'register' stores the user with a hash made by generate_password_hash with METHOD and 0
    failures; a username that is taken changes nothing. Action 'login' checks in this order:
    - the user is unknown: 'denied'
    - the user has MAX_FAILURES or more failures: 'locked', even with the right password, and nothing
      changes
    - the password is right: the failures are set back to 0, 'ok'
    - the password is wrong: the failures grow by one, 'denied'

    Parameters:
    - db_path (str): The database file.
    - action (str): 'register' or 'login'.
    - username (str): The name of the user.
    - password (str): The password in plain text.

    Returns:
    - str: 'registered' or 'exists' for the action 'register'; 'ok', 'denied' or 'locked' for 'login'.

    Requirements:
    - sqlite3
    - contextlib
    - werkzeug

    Raises:
    - ValueError: If the action is neither 'register' nor 'login'.

    Example:
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "users.db")
    ...     task_func(path, "register", "Ada", "secret"), task_func(path, "login", "ada", "secret")
    ('registered', 'ok')
    """
