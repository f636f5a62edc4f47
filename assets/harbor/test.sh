#!/bin/sh
# Grades /app/solution.py and writes /logs/verifier/reward.json.
exec python3 -I -B "$(dirname "$0")/grade.py"
