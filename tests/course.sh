#!/bin/sh
# The exercises of all built-in lessons, each under many drawn numbers: every right answer is right,
# no listed wrong one is, no two of them are the same, and no code that does nothing.
#
#     tests/course.sh [QKV [VARIANTS]]
#
# Two kinds of notes are of the lessons' own choice: lines that are there for the reader, and cells
# that a well-known mistake leaves as they are. Every other note is a failure here.
set -u
. "$(dirname "$0")/tally.sh"
qkv=${1:-build/qkv}
variants=${2:-500}
found=$(mktemp)
trap 'rm -f "$found"' EXIT
trap 'exit 1' HUP INT TERM
exercises=0
for name in $("$qkv" lessons | awk '{ print $2 }'); do
    "$qkv" lesson check "$name" --variants "$variants" >"$found" 2>&1
    status=$?
    last=$(tail -n 1 "$found")
    case $last in
    *" exercises, $variants variants of each; 0 errors, "*) ;;
    *) status=1 ;;
    esac
    if [ $status -ne 0 ] || grep -E ': (note|error):' "$found" |
        grep -qvE 'note: (without (this line|these lines) nothing|the answer is the same in a run)'; then
        echo "FAIL course: $name"
        cat "$found"
        failed=$((failed + 1))
    else
        pass
    fi
    exercises=$((exercises + $(echo "$last" | sed -n 's/.*: \([0-9]*\) exercises, .*/\1/p')))
done
echo "course: $exercises exercises, $variants variants of each"
tally course
