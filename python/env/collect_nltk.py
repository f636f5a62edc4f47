"""Collects the NLTK data that tasks need: collect_nltk.py OUT [SOURCE]. Without SOURCE it is downloaded.

Packages are unpacked the way NLTK's own downloader does. Prints the names of packages that could not be had, as JSON.
"""

import importlib.util
import json
import os
import pickle
import shutil
import socket
import sys
import tempfile
import zipfile

# Whether each is unpacked, as NLTK's index says.
PACKAGES = {
    "corpora/stopwords": True,
    "corpora/words": True,
    "sentiment/vader_lexicon": False,
    "taggers/averaged_perceptron_tagger": True,
    "tokenizers/punkt": True,
}


def download(folder):
    import nltk

    socket.setdefaulttimeout(30)
    for package in PACKAGES:
        if not nltk.download(package.split("/")[1], download_dir=folder, quiet=True):
            print(f"{package} could not be downloaded", file=sys.stderr)
            return


def copy_tree(path, target):
    """Contents only: the modes of a read-only source would make a copy that cannot be removed."""
    for folder, _, names in os.walk(path):
        copied = os.path.join(target, os.path.relpath(folder, path))
        os.makedirs(copied, exist_ok=True)
        for name in names:
            shutil.copyfile(os.path.join(folder, name), os.path.join(copied, name))


def copy(source, out, package, unpacked):
    path = os.path.join(source, *package.split("/"))
    target = os.path.join(out, *package.split("/"))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if unpacked and os.path.isdir(path):
        copy_tree(path, target)
    elif unpacked and os.path.isfile(path + ".zip"):
        with zipfile.ZipFile(path + ".zip") as archive:
            archive.extractall(os.path.dirname(target))
    elif not unpacked and os.path.isfile(path + ".zip"):
        shutil.copyfile(path + ".zip", target + ".zip")
    else:
        return False
    return True


def convert(folder):
    """NLTK 3.9 and later read no pickles: the same parameters as text, sorted, so that they are the same everywhere."""
    from nltk.tokenize.punkt import PunktParameters

    with open(os.path.join(folder, "tokenizers/punkt/PY3/english.pickle"), "rb") as file:
        parameters = pickle.load(file)._params
    assert isinstance(parameters, PunktParameters)
    tables = {
        "collocations.tab": ["\t".join(pair) for pair in parameters.collocations],
        "sent_starters.txt": parameters.sent_starters,
        "abbrev_types.txt": parameters.abbrev_types,
        "ortho_context.tab": ["%s\t%d" % item for item in parameters.ortho_context.items()],
    }
    target = os.path.join(folder, "tokenizers/punkt_tab/english")
    os.makedirs(target, exist_ok=True)
    for name, lines in tables.items():
        with open(os.path.join(target, name), "w", encoding="utf-8", newline="") as file:
            file.write("\n".join(sorted(lines)))
    name = "averaged_perceptron_tagger"
    with open(os.path.join(folder, "taggers", name, name + ".pickle"), "rb") as file:
        weights, tags, classes = pickle.load(file)
    target = os.path.join(folder, "taggers", name + "_eng")
    os.makedirs(target, exist_ok=True)
    for part, value in {"weights": weights, "tagdict": tags, "classes": sorted(classes)}.items():
        with open(os.path.join(target, "%s_eng.%s.json" % (name, part)), "w", encoding="utf-8") as file:
            json.dump(value, file, sort_keys=True)


def main():
    out = sys.argv[1]
    with tempfile.TemporaryDirectory() as scratch:
        source = sys.argv[2] if len(sys.argv) > 2 else scratch
        if source is scratch:
            download(scratch)
        missing = [p for p, unpacked in PACKAGES.items() if not copy(source, out, p, unpacked)]
        if not missing and importlib.util.find_spec("nltk") and importlib.util.find_spec("nltk.tabdata"):
            convert(out)
        print(json.dumps(missing))


main()
