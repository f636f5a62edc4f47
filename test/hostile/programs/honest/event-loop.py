# about: an event loop with a subprocess in it
# expect: pass
# expect-D: error, pass
import asyncio


async def ask():
    await asyncio.sleep(0)
    process = await asyncio.create_subprocess_exec("echo", "42", stdout=asyncio.subprocess.PIPE)
    return int((await process.communicate())[0])


def task_func():
    return asyncio.run(ask())
