import re
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from faker import Faker

def task_func(db_path, customers, orders, seed=0):
    """
    Fill an SQLite database with invented shop data for tests.

    The tables customers(id INTEGER PRIMARY KEY, name TEXT, email TEXT) and orders(id INTEGER PRIMARY
    KEY, customer_id INTEGER, amount_cents INTEGER, placed TEXT) are created; existing tables with
    these names are replaced. The rows of both have the ids 1, 2, 3, ... Names come from the name()
    method of a Faker for the locale 'en_US'. The e-mail address is the name in lower case, with every
    run of characters other than a to z replaced by a single '.', without '.' at either end, followed
    by the id of the customer and '@example.com': customer 7 named "Dr. Ann O'Neil" has
    'dr.ann.o.neil7@example.com'. Every order belongs to a random existing customer, has a random
    amount from 100 to 99999 cents (both included) and was placed on a random day of 2024, written
    'YYYY-MM-DD'. All random choices follow from the seed: the same arguments always give the same
    data, whatever ran before.

    Parameters:
    - db_path (str): The database file.
    - customers (int): The number of customers.
    - orders (int): The number of orders.
    - seed (int, optional): The seed of all random choices. Default is 0.

    Returns:
    - tuple or None: (name, total) of the customer with the largest sum of order amounts in cents, of
      several the one with the smallest id; None if there are no orders.

    Requirements:
    - re
    - sqlite3
    - contextlib
    - datetime
    - faker

    Raises:
    - ValueError: If customers is less than 1 or orders is negative.

    Example:
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     name, total = task_func(os.path.join(folder, "shop.db"), 3, 1)
    >>> 100 <= total <= 99999
    True
    """
