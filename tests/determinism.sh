#!/bin/sh
# The same run gives the same bytes: with 1 and 2 threads, with the vector kernels and the baseline,
# with gcc and clang, at -O0, -O2 and -O3. Compilers that are not there are left out, and named.
#
#     determinism.sh [quick]        quick: only what the built program itself can vary
set -eu
cd "$(dirname "$0")/.."
. tests/tally.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo 'a secret of a class' >"$scratch/secret"

# Everything that the golden cases, the lessons and their sheets print, in one file. $1: program, rest: options.
print_all() {
    program=$1
    shift
    for file in tests/cases/*.py tests/cases/*.ipynb tests/cases/*.md lessons/[0-9]*.md tests/large/*.py; do
        case $file in */README.md | */torch_cases.py) continue ;; esac
        echo "=== $file"
        "$program" run --seed 1 "$@" "$file" 2>&1 || true
    done
    for file in lessons/[0-9]*.md; do # the sheets of a student
        echo "=== sheet of $file"
        "$program" worksheet "$file" --secret "$scratch/secret" --student ann --key -o - 2>&1 || true
    done
}

compare() { # name
    if cmp -s "$scratch/first" "$scratch/$1"; then pass; else
        echo "FAIL $1 differs:"
        diff "$scratch/first" "$scratch/$1" | head -n 8
        failed=$((failed + 1))
    fi
}

make -s all
print_all build/qkv --threads 1 >"$scratch/first"
print_all build/qkv --threads 2 >"$scratch/threads-2"
compare threads-2
print_all build/qkv --threads 3 --simd baseline >"$scratch/baseline-3"
compare baseline-3
if [ "${1:-}" != quick ]; then
    for compiler in gcc clang; do
        needs $compiler "the bytes of $compiler's programs" || continue
        for level in -O0 -O2 -O3; do
            make -s BUILD="build/$compiler$level" CC=$compiler CFLAGS=$level all
            print_all "build/$compiler$level/qkv" >"$scratch/$compiler$level"
            compare "$compiler$level"
        done
    done
fi
tally determinism
