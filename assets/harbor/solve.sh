#!/bin/sh
# Hands in the reference solution.
set -eu
mkdir -p /app
cp "$(dirname "$0")/solution.py" /app/solution.py
