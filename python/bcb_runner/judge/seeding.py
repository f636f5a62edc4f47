"""The same random numbers for every solution of a task, whether numpy is warm already or imported later."""

import random

from .after_import import after_import


def seed_generators(seed):
    random.seed(seed)
    after_import("numpy.random", lambda module: module.seed(seed))
