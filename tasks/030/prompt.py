import re
from xml.parsers.expat import ExpatError
import xmltodict
import yaml

def task_func(xml_text):
    """
    Convert an XML configuration into a YAML document.

    The text is parsed with xmltodict. In the parsed tree an attribute (key '@name') becomes the key
    'name', the text of an element that also has attributes or children (key '#text') becomes the
    key 'text', and repeated elements stay lists. Every text value, of attributes and elements alike,
    is converted:
    - exactly 'true' or 'false' becomes a boolean
    - an optional minus and digits without leading zeros becomes an int
    - such an integer followed by a point and one or more digits becomes a float
    - anything else stays a string, for example '007' or '1.2.3'
    Empty elements become null.

    Parameters:
    - xml_text (str): The XML document.

    Returns:
    - str: The data as block-style YAML in document order, the root element as the only top-level
      key, non-ASCII characters written as they are.

    Requirements:
    - re
    - xml
    - xmltodict
    - yaml

    Raises:
    - ValueError: If the text is not well-formed XML.

    Example:
    >>> print(task_func('<server port="8080"><debug>true</debug></server>'), end="")
    server:
      port: 8080
      debug: true
    """
