# about: raises the exceptions that are no errors
# expect: error
import asyncio


def task_func():
    raise asyncio.CancelledError from GeneratorExit()
