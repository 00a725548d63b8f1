#!/bin/sh
# Checks that the weights that lessons hold are those that training makes: each training script is run by the
# program itself, and what it prints must stand in its lesson, to the letter.
#
#     models.sh build/qkv
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/tally.sh"
enter "$1"

# trained SCRIPT LESSON
trained() {
    if ! "$qkv" run "$root/tools/models/$1" >weights 2>log; then
        failed=$((failed + 1))
        echo "FAIL $1: $(tail -n 1 log)"
        return
    fi
    weights=$(cat weights) lesson=$(cat "$root/lessons/$2")
    case $lesson in
    *"$weights"*) pass ;;
    *)
        failed=$((failed + 1))
        echo "FAIL $2 holds other weights than $1 makes"
        ;;
    esac
}

trained is_or_are.py 18-is-or-are.md
trained dictionary.py 02-single-head.md
trained reversing.py 23-a-head-learns-to-copy.md
trained induction.py 24-induction-head.md
trained small_model.py 26-a-small-model.md
tally models
