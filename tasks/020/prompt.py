import statistics

from flask import Flask, jsonify, request


def task_func(max_values=1000):
    """
    Create a Flask application that summarizes numbers.
    POST /summary takes a JSON object whose key 'values' holds a non-empty list of numbers and answers
    with the JSON object {'count', 'mean', 'median', 'stdev'}: the number of values, their mean, their
    median and their population standard deviation, the last three rounded to three decimals. If the
    body is not JSON or not an object, or 'values' is missing, not a list, empty or holds anything but
    numbers (true and false are not numbers), the answer has status 400 and the body {'error': 'values
    must be a non-empty list of numbers'}. A list of numbers longer than `max_values` is answered with
    status 413 and {'error': 'too many values'}. GET /health answers with {'status': 'ok', 'served': n},
    where n counts the summaries that this application has answered successfully so far; every
    application counts for itself.

    Parameters:
    - max_values (int): The longest list that is accepted. Default is 1000.

    Returns:
    - flask.Flask: The application.

    Requirements:
    - statistics
    - flask

    Example:
    >>> client = task_func().test_client()
    >>> client.post('/summary', json={'values': [1, 2, 3, 6]}).get_json()
    {'count': 4, 'mean': 3.0, 'median': 2.5, 'stdev': 1.871}
    >>> client.get('/health').get_json()
    {'served': 1, 'status': 'ok'}
    """
