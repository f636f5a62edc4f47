import ipaddress
import re
import matplotlib.pyplot as plt
import pandas as pd
import seaborn as sns

CLASSES = ["2xx", "3xx", "4xx", "5xx"]

def task_func(log_text):
    """
    Count the public requests in a web server log by hour and status class and draw a heat map.

    Lines have the Common Log Format:
    <ip> <ident> <user> [<day>/<month>/<year>:<hour>:<minute>:<second> <zone>] "<request>" <status> <size>
    Lines that do not have this form, whose first field is not a valid IP address or whose status is
    not a three-digit number starting with 2, 3, 4 or 5 are ignored, and so are requests from private
    addresses (is_private of ipaddress). The hour is taken as written in the line. The counts are
    drawn with seaborn's heatmap on a new figure, without a colour bar, with the title 'Requests by
    hour', the x label 'Status' and the y label 'Hour'.

    Parameters:
    - log_text (str): The log, one request per line.

    Returns:
    - tuple: A pandas DataFrame of the counts (int) and the matplotlib Axes. The index of the frame
      holds the hours that occur (int, ascending), its columns are always CLASSES in this order.

    Requirements:
    - ipaddress
    - re
    - matplotlib
    - pandas
    - seaborn

    Raises:
    - ValueError: If no request remains.

    Example:
    >>> line = '8.8.8.8 - - [01/Mar/2024:09:15:00 +0000] "GET / HTTP/1.1" 200 512'
    >>> counts, axes = task_func(line)
    >>> counts.loc[9].tolist()
    [1, 0, 0, 0]
    """
