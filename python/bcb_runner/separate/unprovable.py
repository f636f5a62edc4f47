"""Which tests must not run beside a program that is not trusted."""

import ast

_EVALUATORS = {"exec", "eval", "compile", "__import__"}
# What runs, or makes objects of, a file that the program may have written.
_LOADERS = {
    *(("pickle", name) for name in ("load", "loads", "Unpickler")),
    *((package, name) for package in ("dill", "cloudpickle") for name in ("load", "loads")),
    *(("joblib", "load"), ("marshal", "loads"), ("shelve", "open"), ("torch", "load"), ("imp", "load_source")),
    *(("yaml", name) for name in ("load", "load_all", "full_load", "unsafe_load")),
    *(("pd", "read_pickle"), ("pandas", "read_pickle"), ("runpy", "run_path"), ("runpy", "run_module")),
    *(("importlib", "import_module"), ("importlib", "reload"), ("util", "spec_from_file_location")),
    *(("machinery", "SourceFileLoader"), ("ctypes", "CDLL"), ("cdll", "LoadLibrary")),
    *(("models", "load_model"), ("keras", "load_model")),
    *(("builtins", name) for name in _EVALUATORS),
}


def why_unprovable(test):
    """A reason why these tests must not run beside a program that is not trusted, or None."""
    tree = ast.parse(test)
    imported = _imported_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            path = _path_of(node.func, imported)
            if path[-2:] in _LOADERS or (len(path) == 1 and path[0] in _EVALUATORS) or _loads_pickles(path, node):
                return "the tests call %s" % ".".join(path[-2:])
    return None


def _loads_pickles(path, call):
    if path[-2:] in (("np", "load"), ("numpy", "load")):
        return len(call.args) > 2 or any(word.arg in ("allow_pickle", None) for word in call.keywords)
    return path[:2] == ("sklearn", "datasets") and path[-1].startswith("fetch_")


def _imported_names(tree):
    """The names that imports bind, anywhere, and the paths of what they stand for."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                path = tuple(alias.name.split("."))
                found[alias.asname or path[0]] = path if alias.asname else path[:1]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = (*(node.module or "").split("."), alias.name)
    return found


def _path_of(function, imported):
    if isinstance(function, ast.Name):
        return imported.get(function.id, (function.id,))
    if isinstance(function, ast.Attribute):
        return (*_path_of(function.value, imported), function.attr)
    return ("",)
