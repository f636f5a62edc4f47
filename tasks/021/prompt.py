import calendar
from collections import Counter
from datetime import datetime

import matplotlib.pyplot as plt


def task_func(timestamps):
    """
    Draw how many events happened on each day of the week.
    `timestamps` are the local times of the events as 'YYYY-MM-DDTHH:MM:SS'. Draw a bar chart on a new
    Axes with one bar for each of the seven weekdays from Monday to Sunday, also for days without
    events; the ticks of the x axis are labelled with the abbreviated English names ('Mon', 'Tue', ...),
    as calendar.day_abbr gives them. The bars with the largest count are drawn in the colour
    'tab:orange' and all others in 'tab:blue'; without any events all bars are 'tab:blue'. The title is
    'Events per weekday', the label of the y axis is 'events'.

    Parameters:
    - timestamps (list of str): Times of the events.

    Returns:
    - tuple: (counts, ax), a dict from all seven abbreviated names, Monday first, to the number of events
      (int), and the matplotlib Axes.

    Raises:
    - ValueError: If a timestamp has another format.

    Requirements:
    - calendar
    - collections
    - datetime
    - matplotlib.pyplot

    Example:
    >>> counts, ax = task_func(['2024-03-04T10:00:00', '2024-03-06T12:30:00', '2024-03-11T09:00:00'])
    >>> counts
    {'Mon': 2, 'Tue': 0, 'Wed': 1, 'Thu': 0, 'Fri': 0, 'Sat': 0, 'Sun': 0}
    """
