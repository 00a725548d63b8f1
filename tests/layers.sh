#!/bin/sh
# No include and no symbol runs upward between the rooms of src: src/layers has their order. And from a call
# one knows the file: a function is declared in the header of its file, or its name begins with its file's.
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
find src -name '*.[ch]' | xargs grep -Hn '^ *# *include "[^/]*"' | grep -vE '"(op_names|gradients|prelude|lessons|skeleton)' |
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

# --- functions of other files in a header ---
# What is left: the two rooms of the interpreter, small files behind one header, functions of a table.
# These numbers may only shrink.
cat >"$scratch/most" <<END
base/fmath.h 2
heatmap/table/layout.h 1
lang/object/bigint.h 2
lang/object/builtin.h 9
lang/object/value.h 18
lang/run/expression.h 3
lang/run/interp.h 8
lang/run/native.h 16
lang/run/scope.h 10
lang/run/statement.h 15
tensor/compute/kernel.h 1
trace/explain/explainer.h 5
END
find src -name '*.h' | sort | xargs awk '
    /^[a-z].*[ *][a-z0-9_]+\(/ && !/^(static|typedef|extern)/ {
        name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); print name, substr(FILENAME, 5) }' >"$scratch/declared"
(cd "$build/src" && xargs nm -A 2>/dev/null <"$scratch/objects") | sed 's|^\./||' |
    awk '$(NF - 1) == "T" { sub(/\.o:.*/, "", $1); print $NF, $1 }' >"$scratch/defined"
awk -v most="$scratch/most" '
    BEGIN { while ((getline < most) > 0) allowed[$1] = $2 }
    FILENAME ~ /defined$/ { at[$1] = $2; next }
    $1 in at {
        file = at[$1]; base = file; sub(/.*\//, "", base); seen++
        if (file ".h" != $2 && index($1, base) != 1) { count[$2]++; list[$2] = list[$2] " " $1 " (" base ".c)" }
    }
    END {
        for (h in count) if (count[h] > allowed[h]) print "FAIL layers: src/" h " declares functions of other files:" list[h]
        for (h in allowed) if (count[h] < allowed[h]) print "FAIL layers: src/" h " has got better: set its number in tests/layers.sh to", count[h] + 0
        if (seen < 1000) print "FAIL layers: only", seen + 0, "declarations seen"
    }' "$scratch/defined" "$scratch/declared" >>"$scratch/faults"

# --- every room has a sign at its door ---
for room in $(grep -v '^#' src/layers); do
    [ -s "src/$room/README.md" ] || echo "FAIL layers: src/$room has no README.md"
done >>"$scratch/faults"

# --- a header's name says which one is meant; src/web/port stands in for the C library's own ---
find src -path src/web/port -prune -o -name '*.h' -print | sed 's|.*/||' | sort | uniq -d |
    sed 's/.*/FAIL layers: two headers are called &/' >>"$scratch/faults"

# --- a file begins with a sentence that says what it does ---
# Mechanical: a capital letter, a full stop within three lines, and before any clause a verb: the first word, or
# one of `plain`. A first word that is a new verb goes into `verbs`.
find src -name '*.[ch]' -o -name '*.def' -o -name '*.inc' -o -name '*.mjs' -o -name '*.sh' >"$scratch/files"
find tests -name '*.[ch]' -o -name '*.mjs' -o -name '*.sh' >>"$scratch/files"
find assets/prelude -name '*.py' >>"$scratch/files"
sort "$scratch/files" | xargs awk '
    function judge(    text, head, word, n, k) {
        text = lines
        gsub(/\n *(\*|\/\/|#)? */, " ", text); sub(/^ *(\/\*|\/\/|#|""")* */, "", text)
        if (text !~ /[.!?](["\047)*\/ ]|$)/) return "no full stop within three lines"
        if (text !~ /^[A-Z]/) return "no capital letter"
        sub(/[.!?]( .*|$)/, "", text); sub(/[:;].*/, "", text)
        n = split(text, word, /[^A-Za-z\047_]+/)
        if (n > 1 && index(verbs, " " tolower(word[1]) " ") && word[2] != "of") return ""
        for (k = 1; k <= n && !index(clause, " " tolower(word[k]) " "); k++)
            if (k > 1 && index(plain, " " word[k] " ")) return ""
        return "no verb (or one that tests/layers.sh does not know)"
    }
    function tell(    fault) { if (file && (fault = judge())) print "FAIL layers: the first line of " file ": " fault }
    BEGIN {
        plain = " is are has have can holds keeps makes leads says tells turns compiles gives runs stands "
        clause = " that which who whose where when as if while what how whether why because so than "
        verbs = " adds allocates answers applies asks binds breaks brings builds calls carries changes checks chooses " \
            "collects compares compiles composes computes contracts copies counts cuts deals decides declares decodes " \
            "deflates describes divides does draws drives drops escapes evaluates explains factorises fetches fills finds " \
            "finishes folds follows gets gives goes hears hides holds hops indexes joins keeps lays leads leaves lets lists looks " \
            "makes marks matches measures moves multiplies notes offers opens packs paints parses passes picks plans presses " \
            "prints promotes puts raises reads rearranges refuses remembers restores runs says searches sets shows sorts " \
            "spans stands starts stops sums switches takes tells tests times turns visits warns works wraps writes "
    }
    FNR == 1 { tell(); file = FILENAME; lines = ""; kept = 0 }
    FNR == 1 && /^#!/ { next }
    kept < 3 { lines = lines "\n" $0; kept++ }
    END { tell() }' >>"$scratch/faults"

sort -u "$scratch/faults"
passed=$(cat "$scratch/good")
failed=$(sort -u "$scratch/faults" | wc -l)
[ "$passed" -gt 1000 ] || { echo "FAIL layers: only $passed uses seen"; failed=$((failed + 1)); }
tally layers
