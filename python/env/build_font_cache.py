"""Writes matplotlib's font cache into MPLCONFIGDIR, with its own fonts alone: the same on every machine."""

import os

import matplotlib
from matplotlib import font_manager


def main():
    font_manager.findSystemFonts = lambda *_, **__: []
    manager = font_manager.FontManager()
    name = f"fontlist-v{font_manager.FontManager.__version__}.json"
    font_manager.json_dump(manager, os.path.join(matplotlib.get_cachedir(), name))


main()
