# about: a module that is made at run time
# expect: pass
import sys
import types

sys.modules["made"] = types.ModuleType("made")
sys.modules["made"].answer = 42


def task_func():
    import made

    return made.answer
