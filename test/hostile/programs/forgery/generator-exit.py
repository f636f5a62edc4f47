# about: raises the exceptions that are no errors
import asyncio


def task_func():
    raise asyncio.CancelledError from GeneratorExit()
