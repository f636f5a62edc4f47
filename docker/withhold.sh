#!/bin/sh
# withhold.sh PACKAGE PLACE: moves what tells how tasks are judged or solved out of an unpacked package, to the same paths there.
set -eu
for path in tasks examples assets/findings; do
  mkdir -p "$2/$(dirname "$path")"
  mv "$1/$path" "$2/$path"
done
