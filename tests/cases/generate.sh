#!/bin/sh
# Writes the expected output of the cases anew with real PyTorch. Call: generate.sh RUNNER [CASE-FILE ...].
# RUNNER is called as `python3 RUNNER --seed 0 FILE`; torch_cases.py beside this script is one.
# Standard output goes to NAME.out. Cases with err_ in their name must end in an exception and get NAME.err,
# the last line of the traceback; any other case must end well. PYTHON names the interpreter. Never run by
# `make check`: the expected files are committed, PyTorch is not needed to test.
set -u

usage() {
    echo "usage: generate.sh RUNNER [CASE-FILE ...]" >&2
    exit 2
}

[ $# -ge 1 ] || usage
runner=$1
shift
[ -r "$runner" ] || { echo "generate.sh: cannot read the runner $runner" >&2; exit 2; }
if [ -e "${runner%.*}.out" ]; then # a case in the runner's place would overwrite every expected file
    echo "generate.sh: $runner is a case; name the runner first" >&2
    exit 2
fi
python=${PYTHON:-/usr/bin/python3}
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -eq 0 ]; then
    set -- "$here"/*_*.py "$here"/*_*.ipynb "$here"/*_*.md
fi

scratch=$(mktemp) || exit 1
trap 'rm -f "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

wrong=0
for case in "$@"; do
    [ -f "$case" ] || continue
    name=${case##*/}
    [ "$name" = torch_cases.py ] && continue
    stem=${case%.*}
    ended=well
    "$python" "$runner" --seed 0 "$case" >"$stem.out" 2>"$scratch" || ended=badly
    rm -f "$stem.err"
    case $name:$ended in
    *err_*:badly) tail -n 1 "$scratch" >"$stem.err" ;;
    *err_*:well) echo "$name: should have ended in an exception" >&2; wrong=1 ;;
    *:badly) echo "$name: $(tail -n 1 "$scratch")" >&2; wrong=1 ;;
    esac
done
exit $wrong
