"""Writes matplotlib's font cache into MPLCONFIGDIR, with its own fonts only, so that it is the same everywhere."""

import os

import matplotlib
from matplotlib import font_manager


def main():
    find_fonts = font_manager.findSystemFonts
    # Called with matplotlib's own font folders, and without arguments for the system's.
    font_manager.findSystemFonts = lambda paths=None, fontext="ttf": sorted(find_fonts(paths, fontext)) if paths else []
    manager = font_manager.FontManager()
    if not manager.ttflist:
        raise SystemExit("matplotlib's own fonts are missing")
    name = f"fontlist-v{font_manager.FontManager.__version__}.json"
    font_manager.json_dump(manager, os.path.join(matplotlib.get_cachedir(), name))


main()
