import io
import ipaddress
import pandas as pd

def task_func(csv_text, networks):
    """
    Sum up the traffic in a CSV log by network.

    Every row is assigned to the most specific network (longest prefix) that contains its address;
    addresses in none of the networks belong to 'other'. IPv4 and IPv6 may be mixed. Rows whose
    address is not valid are dropped; spaces around an address are ignored.

    Parameters:
    - csv_text (str): CSV with a header and the columns 'ip' and 'bytes' (integers); other columns
      are ignored.
    - networks (list of str): The networks in CIDR notation, for example '10.0.0.0/8'.

    Returns:
    - pandas.DataFrame: One row per network that received at least one row, with the columns
      'network' (named exactly as given, or 'other'), 'hosts' (number of distinct addresses) and
      'bytes' (sum), ordered by falling bytes, equal sums by network name, with the index 0, 1, 2, ...

    Requirements:
    - io
    - ipaddress
    - pandas

    Raises:
    - ValueError: If one of the networks is not valid CIDR notation (host bits set included).

    Example:
    >>> frame = task_func("ip,bytes\\n10.0.0.1,5\\n10.0.0.2,7\\n8.8.8.8,1\\n", ["10.0.0.0/8"])
    >>> frame.values.tolist()
    [['10.0.0.0/8', 2, 12], ['other', 1, 1]]
    """
