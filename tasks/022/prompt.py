import matplotlib.pyplot as plt
import networkx as nx


def task_func(tasks):
    """
    Schedule the tasks of a project and draw the plan.
    `tasks` maps the name of a task to a tuple (duration in days, list of the names of the tasks that
    have to be finished before it starts). Every task starts as early as possible, tasks without
    predecessors on day 0. A task is critical when a delay of it would delay the end of the whole
    project, that is, when its latest possible start, with which the project still ends on time, equals
    its earliest start. Draw a horizontal bar chart on a new Axes: one bar per task from its start to
    its finish, tasks ordered by start and then by name with the first one at the top, the names as
    labels of the y ticks. Bars of critical tasks are 'tab:red', all others 'tab:blue'. The label of the
    x axis is 'day'.

    Parameters:
    - tasks (dict): Maps names (str) to (duration, predecessors) tuples; durations are positive integers.

    Returns:
    - tuple: (schedule, critical, ax), a dict from names to (start, finish) tuples of integers, the list
      of the critical tasks ordered by start and then by name, and the matplotlib Axes.

    Raises:
    - ValueError: If a predecessor is not a task or the tasks wait for each other in a circle.

    Requirements:
    - matplotlib.pyplot
    - networkx

    Example:
    >>> plan = {'dig': (2, []), 'buy': (1, []), 'build': (3, ['dig', 'buy'])}
    >>> schedule, critical, ax = task_func(plan)
    >>> schedule == {'dig': (0, 2), 'buy': (0, 1), 'build': (2, 5)}
    True
    >>> critical
    ['dig', 'build']
    """
