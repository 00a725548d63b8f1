#!/bin/sh
# Breaks the code in one place at a time and runs `make check` on it: what survives is not tested.
#
#     mutate.sh [SEED [COUNT [FIRST]]]      60 mutants of seed 1, over all folders of src in turn
#     mutate.sh --again LOG                 those that LOG of such a run does not call killed
#
# Works in a copy of the checkout's last commit, with the build of its own (MUTANTS=folder keeps it).
# Which places are broken depends on the seed and the code alone. A mutant that does not compile, or
# compiles to the same object, is passed over and the next one taken. FIRST: begin with that one. With
# --again a line is found by its text where code moved meanwhile. A process may use 60 s of the
# processor: more is an endless loop, and killed. What waits for an hour is UNDECIDED.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
again=
first=1
if [ "${1:-}" = --again ]; then
    again=$(realpath "$2")
    what="again of ${2##*/}"
    count=9999
else
    seed=${1:-1}
    count=${2:-60}
    first=${3:-1}
    what="of seed $seed"
fi
work=${MUTANTS:-$(mktemp -d)}
[ -n "${MUTANTS:-}" ] || trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$work"
rm -rf "$work/src" "$work/tests" "$work/lessons" "$work/assets"
git -C "$top" archive HEAD | tar -xm -C "$work"
cd "$work"
make -s -j2 all build/check build/check_heatmap
: >left
: >undecided
killed=0
taken=0
ulimit -t 60 # of the processor, so that a busy machine kills nothing
export CK_FORK=no CK_EXCLUDE_TAGS=long QKV=build/qkv CHECK_STOP=1

if [ -n "$again" ]; then
    # Where the line stands now: the nearest one with the same text.
    sed -n -E 's/^(SURVIVED|UNDECIDED) +[0-9]+ //p' "$again" | sort -u | while IFS=: read -r file line at len rest; do
        old=$(printf '%s' "${rest#*: }" | sed 's/ -> .*//')
        now=$(sed 's/^ *//' "$file" 2>/dev/null | grep -nxF -e "$old" | cut -d : -f 1 |
            awk -v at="$line" '{ d = $1 > at ? $1 - at : at - $1; if (NR == 1 || d < best) { best = d; n = $1 } } END { print n }')
        if [ -n "$now" ]; then echo "$file:$now:$at:$len:${rest%%: *}"; else echo "GONE $file:$line: $old" >&2; fi
    done >order
else
    # The places in an order of the seed's own, a folder after the other.
    find src -name '*.c' | sort | xargs awk -f tools/mutate.awk >places
    awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' places | sort -n | cut -f 2- |
        awk -F/ '{ n[$2]++; print n[$2] "\t" $2 "\t" $0 }' | sort -s -k 1,1n -k 2,2 | cut -f 3- >order
fi

# edit FILE LINE COLUMN LENGTH NEW
edit() {
    awk -v line="$2" -v at="$3" -v len="$4" -v new="$5" \
        'FNR == line { $0 = substr($0, 1, at - 1) new substr($0, at + len) } { print }' "$1"
}

# try NAME COMMAND...: false, and NAME in `by`, when it fails
try() {
    by=$1
    shift
    timeout 3600 "$@" >mutant.log 2>&1
}

# What falls, falls as a rule in what stands near the file: these are run before all of `make check`.
near() {
    room=$(echo "$file" | cut -d / -f 2)
    case $room in
    heatmap) try pictures build/check_heatmap && try heatmap sh tests/heatmap/program.sh build/qkv ;;
    cli)
        case $file in *heatmap*) try heatmap sh tests/heatmap/program.sh build/qkv || return 1 ;; esac
        try program sh tests/program.sh build/qkv && try classroom sh tests/classroom.sh build/qkv 12
        ;;
    *)
        for suite in tests/"$room"/test_*.c; do
            name=${suite##*/test_}
            [ "$name" = "*.c" ] || try "${name%.c}" env CK_RUN_SUITE="${name%.c}" build/check || return $?
        done
        case $room in numpy | session | tensor | torch) try program sh tests/program.sh build/qkv ;; esac
        ;;
    esac
}

# The name of the part of `make check` that failed.
part() { sed -n 's/^\([a-z_]*\): .* passed, [1-9][0-9]* failed.*/\1/p' mutant.log | head -n 1; }

if ! try check make -s check; then
    echo "make check fails before anything is broken: $(part)" >&2
    exit 1
fi
while IFS=: read -r file line at len new <&3 && [ "$taken" -lt "$count" ]; do
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
        told="$taken $file:$line:$at:$len:$new: $(sed -n "${line}s/^ *//p" kept.c) -> $(sed -n "${line}s/^ *//p" "$file")"
        if try build make -s all build/check build/check_heatmap && near && try check make -s check; then
            printf "%s\n" "SURVIVED $told" | tee -a left
        elif [ $? -eq 124 ] || grep -q 'ended with status 124' mutant.log; then
            printf "%s\n" "UNDECIDED $told" | tee -a undecided
        else
            killed=$((killed + 1))
            [ "$by" != check ] || by=$(part)
            printf "%s\n" "killed   $told   [$by]"
        fi
    fi
    cp kept.c "$file"
    cp kept.o "$object"
done 3<order
echo
echo "mutants $what: $killed killed, $(wc -l <left) survived, $(wc -l <undecided) undecided"
cat left undecided
