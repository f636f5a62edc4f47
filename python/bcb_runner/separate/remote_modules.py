"""Modules that live with the program: pyplot's figures are there. Their classes are the tests' own, their functions the program's."""

import sys
import types

# Each with the word that tests who need it contain. A library in this process may draw with its own.
_REMOTE_MODULES = {"matplotlib.pyplot": "", "matplotlib.backends.backend_agg": "FigureCanvas"}
_REMOTE_CLASSES = ("FigureCanvasAgg", "FigureCanvas")
_HELD = ("rcParams", "cm", "style")


def put_in_place(peer, space, test):
    """Replaces what is loaded, also where the tests' names already hold it."""
    for name, word in _REMOTE_MODULES.items():
        real = sys.modules.get(name)
        if real is None or word not in test:
            continue
        remote = _create(peer, real)
        package, _, own = name.rpartition(".")
        sys.modules[name] = remote
        setattr(sys.modules[package], own, remote)
        for key, value in list(space.items()):
            if value is real:
                space[key] = remote
            elif type(value) is types.FunctionType and value.__module__ == name:
                space[key] = getattr(remote, value.__name__)


def tell_own_figures(peer):
    """The program's figures are not where a library of this process draws: what it drew may be right only for that."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    if helpers is not None and helpers.Gcf.figs:
        helpers.Gcf.destroy_all()
        peer.say("the tests draw apart from the program's figures")


def _create(peer, real):
    module = types.ModuleType(real.__name__, real.__doc__)
    module.__file__, module.__spec__, module.__package__ = real.__file__, real.__spec__, real.__package__

    def get(name):
        value = getattr(real, name)
        if type(value) is types.FunctionType or name in _REMOTE_CLASSES:
            value = _create_function(peer, real.__name__, name)
            setattr(module, name, value)
        elif name in _HELD:
            return peer.answered(peer.ask("module", real.__name__, name))
        return value

    module.__getattr__, module.__dir__ = get, lambda: dir(real)
    return module


def _create_function(peer, module, name):
    def function(*args, **kwargs):
        return peer.call(["module", module, name], args, kwargs, is_answer=True)

    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    return function
