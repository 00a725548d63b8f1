#!/bin/sh
# No include and no symbol runs upward between the rooms of src: src/layers has their order.
#
#     layers.sh BUILD
set -eu
export LC_ALL=C
. "$(dirname "$0")/tally.sh"
build=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# --- lines "ROOM ROOM what uses what": from the one to the other ---
find src -name '*.[ch]' -o -name '*.def' -o -name '*.inc' | sort | xargs grep -H '^ *# *include "' |
    sed -n 's|^src/\(.*\)/\([^/]*\): *# *include "\([^"]*\)/\([^"/]*\)".*|\1 \3 \1/\2 includes \3/\4|p' >"$scratch/uses"
# a header without a folder would be looked for everywhere
find src -name '*.[ch]' | xargs grep -Hn '^ *# *include "[^/]*"' | grep -vE '"(op_names|prelude|lessons|skeleton)' |
    sed 's/^/FAIL layers: /' >"$scratch/faults" || true

find src -name '*.c' | sed 's|^src/|./|; s|c$|o|' | sort >"$scratch/objects" # none of files that are gone
(cd "$build/src" && xargs nm -A 2>/dev/null <"$scratch/objects") | sed 's|^\./||; s/@.*//' |
    awk '{ file = $1; sub(/:.*/, "", file); type = $(NF - 1); name = $NF
           if (type ~ /^[BCDRT]$/) at[name] = file; else if (type == "U") used[file, name] = 1 }
         function room(f) { sub(/\/[^\/]*$/, "", f); return f }
         END { for (u in used) { split(u, part, SUBSEP)
                   if (part[2] in at) print room(part[1]), room(at[part[2]]), part[1], "uses", part[2], "of", at[part[2]] } }' |
    sort >>"$scratch/uses"

# --- held against the order ---
grep -v '^#' src/layers | awk -v uses="$scratch/uses" '
    { for (k = 1; k <= NF; k++) { floor[$k] = NR; rooms++ } }
    END {
        while ((getline < uses) > 0) {
            if (!($1 in floor)) { print "FAIL layers: src/" $1 " is no room of src/layers" }
            else if (!($2 in floor)) { continue } # not one of ours
            else if (floor[$2] > floor[$1]) {
                from = $1; to = $2; $1 = $2 = ""
                print "FAIL layers:" substr($0, 2) ", upward from", from, "to", to
            } else { good++ }
        }
        print good + 0 > "/dev/stderr"
    }' >>"$scratch/faults" 2>"$scratch/good"

# --- every room has a sign at its door ---
for room in $(grep -v '^#' src/layers); do
    [ -s "src/$room/README.md" ] || echo "FAIL layers: src/$room has no README.md"
done >>"$scratch/faults"

sort -u "$scratch/faults"
passed=$(cat "$scratch/good")
failed=$(sort -u "$scratch/faults" | wc -l)
[ "$passed" -gt 1000 ] || { echo "FAIL layers: only $passed uses seen"; failed=$((failed + 1)); }
tally layers
