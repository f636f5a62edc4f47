# about: a coroutine that is run inside
# expect: pass
import asyncio


async def answer():
    await asyncio.sleep(0)
    return 42


def task_func():
    return asyncio.run(answer())
