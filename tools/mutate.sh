#!/bin/sh
# Breaks the code in one place at a time and runs `make check` on it: what survives is not tested.
#
#     mutate.sh [SEED [COUNT [FIRST]]]      60 mutants of seed 1, over all folders of src in turn
#
# Works in a copy of the checkout's last commit, with the build of its own (MUTANTS=folder keeps it).
# Which places are broken depends on the seed and the code alone. A mutant that does not compile, or
# compiles to the same object, is passed over and the next one taken. FIRST: begin with that one.
set -eu
seed=${1:-1}
count=${2:-60}
first=${3:-1}
top=$(cd "$(dirname "$0")/.." && pwd)
work=${MUTANTS:-$(mktemp -d)}
[ -n "${MUTANTS:-}" ] || trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work"
if [ ! -d "$work/src" ]; then git -C "$top" archive HEAD | tar -x -C "$work"; fi
cd "$work"
make -s -j2 all build/check build/check_heatmap
find src -name '*.c' | sort | xargs awk -f tools/mutate.awk >places
killed=0
survived=0
taken=0

# The places in an order of the seed's own, a folder after the other.
awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' places | sort -n | cut -f 2- |
    awk -F/ '{ n[$2]++; print n[$2] "\t" $2 "\t" $0 }' | sort -s -k 1,1n -k 2,2 | cut -f 3- >order

# edit FILE LINE COLUMN LENGTH NEW
edit() {
    awk -v line="$2" -v at="$3" -v len="$4" -v new="$5" \
        'FNR == line { $0 = substr($0, 1, at - 1) new substr($0, at + len) } { print }' "$1"
}

# The suites of the file's own folder, before all the others: what falls falls there as a rule.
own_suites() {
    for suite in tests/"$(echo "$file" | cut -d / -f 2)"/test_*.c; do
        name=${suite##*/test_}
        CK_FORK=no CK_EXCLUDE_TAGS=long CK_RUN_SUITE=${name%.c} QKV=build/qkv timeout 180 build/check || return 1
    done
}

while IFS=: read -r file line at len new && [ "$taken" -lt "$count" ]; do
    [ -f "$file" ] || continue
    object=build/${file%.c}.o
    cp "$file" kept.c
    cp "$object" kept.o
    edit kept.c "$line" "$at" "$len" "$new" >"$file"
    if ! make -s "$object" >/dev/null 2>&1 || {
        objcopy -O binary -j '.text*' -j '.rodata*' -j '.data*' kept.o before.bin
        objcopy -O binary -j '.text*' -j '.rodata*' -j '.data*' "$object" after.bin
        cmp -s before.bin after.bin
    }; then
        cp kept.c "$file"
        cp kept.o "$object"
        continue
    fi
    taken=$((taken + 1))
    if [ "$taken" -ge "$first" ]; then
        if ! make -s all build/check build/check_heatmap >mutant.log 2>&1 || ! own_suites >mutant.log 2>&1 ||
            ! timeout 1200 env CHECK_STOP=1 CK_FORK=no make -s check >mutant.log 2>&1; then
            killed=$((killed + 1))
            verdict="killed  "
        else
            survived=$((survived + 1))
            verdict="SURVIVED"
        fi
        echo "$verdict $taken $file:$line: $(sed -n "${line}s/^ *//p" kept.c) -> $(sed -n "${line}s/^ *//p" "$file")"
    fi
    cp kept.c "$file"
    cp kept.o "$object"
done <order
echo "mutants of seed $seed: $killed killed, $survived survived"
