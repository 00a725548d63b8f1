#!/bin/sh
# Tests the exercises of all built-in lessons, each under many drawn numbers: every right answer is right, no
# listed wrong one is, no two of them are the same, and no code that does nothing.
#
#     tests/course.sh [QKV [VARIANTS]]
#
# Two kinds of notes are of the lessons' own choice: lines that are there for the reader, and cells
# that a well-known mistake leaves as they are. Every other note is a failure here.
set -u
. "$(dirname "$0")/tally.sh"
qkv=${1:-build/qkv}
variants=${2:-500}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
exercises=0
"$qkv" lessons | awk '{ print $2 }' >"$scratch/names"
# shellcheck disable=SC2016 # the inner shell's words
xargs -P "$jobs" -I NAME sh -c '"$1" lesson check NAME --variants "$2" >"$3/NAME" 2>&1; echo $? >"$3/NAME.status"' \
    sh "$qkv" "$variants" "$scratch" <"$scratch/names"
while read -r name; do
    found=$scratch/$name
    status=$(cat "$found.status")
    last=$(tail -n 1 "$found")
    case $last in
    *" exercises, $variants variants of each; 0 errors, "*) ;;
    *) status=1 ;;
    esac
    if [ "$status" -ne 0 ] || grep -E ': (note|error):' "$found" |
        grep -qvE 'note: (without (this line|these lines) nothing|the answer is the same in a run)'; then
        echo "FAIL course: $name"
        cat "$found"
        failed=$((failed + 1))
    else
        pass
    fi
    exercises=$((exercises + $(echo "$last" | sed -n 's/.*: \([0-9]*\) exercises, .*/\1/p' | grep . || echo 0)))
done <"$scratch/names"
echo "course: $exercises exercises, $variants variants of each"
tally course
