# about: asks for a core dump of any size and crashes
# expect: killed
import os
import resource


def task_func():
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except (OSError, ValueError):
        pass
    os.abort()
