import smtplib
from email.message import EmailMessage
from texttable import Texttable

def task_func(rows, sender, recipients, host="localhost", port=25):
    """
    Send a report about the state of services by e-mail.

    The body is a plain-text table drawn by Texttable with its default borders: the header 'Service',
    'Status', 'Latency (ms)' and one row per service, those that are down first, each group in
    alphabetical order. The latency always shows exactly one decimal (12 as '12.0'), and no cell is
    wrapped, however wide the table gets. The subject is 'Service report: D of N down'. From is the
    sender, To the recipients joined by ', '. If any service is down, the message also has the header
    'X-Priority' with the value '1'. The message, an EmailMessage, is sent with the send_message
    method of smtplib.SMTP(host, port), used as a context manager.

    Parameters:
    - rows (list of tuple): Tuples (service as str, status 'up' or 'down', latency in ms as a number).
    - sender (str): The address of the sender.
    - recipients (list of str): The addresses of the recipients.
    - host (str, optional): The mail server. Default is 'localhost'.
    - port (int, optional): Its port. Default is 25.

    Returns:
    - str: The subject of the message that was sent.

    Requirements:
    - smtplib
    - email
    - texttable

    Raises:
    - ValueError: If there are no recipients or a status is neither 'up' nor 'down'; nothing is sent
      in that case.

    Example:
    >>> task_func([("db", "down", 0)], "ops@x.test", ["me@x.test"])  # doctest: +SKIP
    'Service report: 1 of 1 down'
    """
