"""Collects the NLTK data that tasks need: collect_nltk.py OUT [SOURCE]. Without SOURCE it is downloaded.

Packages are unpacked the way NLTK's own downloader does. Prints the names of packages that could not be had, as JSON.
"""

import json
import os
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


def main():
    out = sys.argv[1]
    with tempfile.TemporaryDirectory() as scratch:
        source = sys.argv[2] if len(sys.argv) > 2 else scratch
        if source is scratch:
            download(scratch)
        print(json.dumps([p for p, unpacked in PACKAGES.items() if not copy(source, out, p, unpacked)]))


main()
