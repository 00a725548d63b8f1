#!/bin/sh
# Makes NAME.out for every NAME.py here with CPython 3.11: what it prints, then the last line of the
# traceback if it ends in an exception. Read the difference before you commit it.
cd "$(dirname "$0")" || exit 1
error=$(mktemp) || exit 1
trap 'rm -f "$error"' EXIT
for program in *.py; do
    python3 -W ignore "$program" >"${program%.py}.out" 2>"$error" || tail -n 1 "$error" >>"${program%.py}.out"
done
cd ../lang && python3 builtin_names.py >builtin_names.txt
