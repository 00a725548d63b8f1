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
    # -O2 of gcc is the program above, -O2 of clang is the engine for a browser (web.sh)
    for other in gcc-O0 gcc-O3 clang-O0 clang-O3; do
        compiler=${other%-*}
        needs $compiler "the bytes of $compiler's programs" || continue
        make -s -j2 BUILD="build/$other" CC=$compiler CFLAGS="-${other#*-}" all
        print_all "build/$other/qkv" >"$scratch/$other"
        compare "$other"
    done
fi
tally determinism
