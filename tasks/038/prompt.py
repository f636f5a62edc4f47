import chardet
import Levenshtein
import requests

def task_func(url, word, max_distance=2):
    """
    Find the words of a remote word list that resemble a given word.

    The list is downloaded with requests (timeout of 10 seconds). The charset announced by the server
    is not reliable: the encoding is detected from the bytes with chardet, and UTF-8 with replacement
    characters is used when chardet finds none. The list has one word per line; white space around
    words is stripped, empty lines are dropped and each word is kept once. Words are compared by
    their Levenshtein distance, ignoring case.

    Parameters:
    - url (str): The address of the word list.
    - word (str): The word to look for.
    - max_distance (int, optional): The largest distance reported. Default is 2.

    Returns:
    - list of tuple: Pairs (word as spelled in the list, distance), ordered by distance, then by word.

    Requirements:
    - chardet
    - Levenshtein
    - requests

    Raises:
    - requests.HTTPError: If the server answers with an error status (4xx or 5xx).

    Example:
    >>> task_func("https://words.example.org/en.txt", "colour", 1)  # doctest: +SKIP
    [('colour', 0), ('color', 1)]
    """
