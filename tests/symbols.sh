#!/bin/sh
# Every external name stands once among the objects given, and is none of the C library's: an archive
# and the linker would pass over both in silence, and one of the two would never run. And one place
# alone writes to standard output.
#
#     symbols.sh build/libqkv.a build/libheatmap.a the objects of src/cli
set -eu
export LC_ALL=C
. "$(dirname "$0")/tally.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The functions and variables that files define for others.
external() { nm -g "$@" 2>/dev/null | awk 'NF == 3 && $2 ~ /^[BCDRST]$/ { sub(/@.*/, "", $3); print $3 }'; }

external "$@" | sort >"$scratch/ours"
if [ ! -s "$scratch/ours" ]; then
    skip "names that files define: nm shows none here"
    tally symbols
    exit 0
fi
uniq -d "$scratch/ours" | sed 's/$/ is defined twice/' >"$scratch/faults"

for library in libc.so.6 libm.so.6; do
    file=$(${CC:-cc} -print-file-name=$library)
    [ ! -f "$file" ] || external -D "$file"
done | sort -u >"$scratch/theirs"
sort -u "$scratch/ours" | comm -12 - "$scratch/theirs" | grep -vx main |
    sed 's/$/ is a name of the C library/' >>"$scratch/faults" || true

# Standard output and standard error belong to base/output.c; the terminal to tui/screen.c.
nm -A "$@" 2>/dev/null | sed 's/@.*//' |
    awk 'NF > 1 && $(NF - 1) == "U" && $NF ~ /^_*(stdout|stderr|printf|vprintf|printf_chk|puts|putchar|putchar_unlocked|perror|dprintf)p?$/ {
        if ($1 !~ /[\/:]output\.o:$/ && !($1 ~ /tui\/screen\.o:$/ && $NF == "stdout")) {
            print $1, "uses", $NF ": base/output.h is there for that"
        }
    }' >>"$scratch/faults"

# What the code of a run can make long is taken from the run's budget: by heap.h, and by texts that
# carry it (base/buf.h). Left to themselves are sizes that a budgeted text, the depth of calls or the
# prelude bounds.
for object in "${1%/*}"/src/lang/*/*.o; do
    case ${object##*/} in
    heap.o | define.o | function.o | interp.o | library.o | parse_state.o | raise.o | scope_table.o) continue ;;
    esac
    nm -u "$object" | awk '{ sub(/@.*/, "", $NF); print $NF }' | grep -xE 'malloc|calloc|realloc|strn?dup' |
        sed "s|^|${object#*/} takes memory beside the budget: |" >>"$scratch/faults" || true
done
grep -nE 'struct buf .*= \{0\}' src/lang/*/*.c src/torch/*.c src/torch/*/*.c src/numpy/*.c | sed 's/$/ a text without a budget/' >>"$scratch/faults" || true

sed 's/^/FAIL symbols: /' "$scratch/faults"
passed=$(wc -l <"$scratch/ours")
failed=$(wc -l <"$scratch/faults")
tally symbols
