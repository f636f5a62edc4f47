"""Which names tests take from a program."""

import symtable


def names_taken_by(source):
    """Global names that a test source uses and does not bind itself."""
    module = symtable.symtable(source, "tests", "exec")
    bound = {symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    used, waiting = set(), [module]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        for symbol in table.get_symbols():
            if table is module:
                is_bound_here = symbol.is_assigned() and not symbol.is_referenced()
                used.update([] if is_bound_here else [symbol.get_name()])
            elif symbol.is_global():
                bound.update([symbol.get_name()] if symbol.is_assigned() else [])
                used.add(symbol.get_name())
    return used - bound
