#!/bin/sh
# Runs the parts of the tests one after the other, whatever fails before, and adds up what they count.
#
#     run.sh quick BUILD      what `make check` runs: the short parts, three minutes
#     run.sh all BUILD        what `make check-all` runs: these, and the long ones
#     run.sh units BUILD      the suites of Check alone
#
# To add a part: one line `part NAME COMMAND...` below. A part ends with "N passed, M failed, K skipped"
# (tests/tally.sh) or is a program of Check; lines that begin with FAIL or SKIP are shown as they are.
# The last line counts everything; the exit status is 1 if anything failed. CHECK_STOP=1 ends with the first
# part that fails, which is all that tools/mutate.sh wants to know.
set -u
scope=$1
build=$2
export QKV="$build/qkv"
here=$(dirname "$0")
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM
all_passed=0
all_failed=0
all_skipped=0
broken=""

# The three numbers of a part's last count, from a script's line or from Check's.
count() {
    sed -n -e 's/.*[^0-9]\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed, \([0-9][0-9]*\) skipped.*/\1 \2 \3/p' \
        -e 's/^[0-9]*%: Checks: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\)/\1 \2 \3 check/p' "$log" |
        awk '$4 == "check" { print $1 - $2 - $3, $2 + $3, 0; next } { print }' | tail -n 1
}

# part NAME COMMAND...
part() {
    name=$1
    shift
    begun=$(date +%s)
    "$@" >"$log" 2>&1
    status=$?
    # shellcheck disable=SC2046 # three words
    set -- $(count)
    [ $# -eq 3 ] || set -- 0 0 0
    if [ "$status" -ne 0 ] && [ "$2" -eq 0 ]; then # it ended before it could count
        set -- "$1" 1 "$3"
        echo "FAIL $name ended with status $status:"
        tail -n 20 "$log"
    elif [ "$status" -eq 0 ] && [ $(($1 + $2 + $3)) -eq 0 ]; then
        set -- 0 1 0
        echo "FAIL $name counted nothing:"
        tail -n 5 "$log"
    elif [ "$2" -gt 0 ]; then
        grep -v '^Running suite' "$log" | head -n 200
    else
        grep '^SKIP' "$log"
    fi
    all_passed=$((all_passed + $1))
    all_failed=$((all_failed + $2))
    all_skipped=$((all_skipped + $3))
    [ "$2" -eq 0 ] || broken="$broken $name,"
    echo "$name: $1 passed, $2 failed, $3 skipped ($(($(date +%s) - begun)) s)"
    if [ -n "${CHECK_STOP:-}" ] && [ "$2" -gt 0 ]; then exit 1; fi
}

layers() { part layers sh "$here/layers.sh" "$build"; }
symbols() {
    part symbols sh "$here/symbols.sh" "$build"/libqkv.a "$build"/libheatmap.a \
        $(find src/cli -name '*.c' | sed "s|^|$build/|; s|c\$|o|") \
        "$build"/src/tui/screen.o "$build"/src/tui/terminal.o "$build"/src/tui/palette.o
}

# A program of Check, a process for each of its suites, as many at once as there are processors; a suite
# that dies or hangs is run again with a process for each test, which names the test.
suites() {
    logs=$(mktemp -d) || return 1
    sed 's/SUITE(\(.*\))/\1/' "$2" | CHECK="$1" LOGS="$logs" xargs -P "$jobs" -I '{}' sh -c '
        export CK_RUN_SUITE={}
        CK_FORK=no timeout 900 "$CHECK" >"$LOGS/{}" 2>&1 || CK_FORK=yes timeout 1800 "$CHECK" >"$LOGS/{}" 2>&1 ||
            echo "{} ended with status $?" >>"$LOGS/{}"'
    awk '
        /^[0-9]+%: Checks: / { split($3, n, ","); split($5, f, ","); checks += n[1]; bad += f[1] + $7; told[FILENAME] = 1; next }
        / ended with status / { print "FAIL " $0; if (!told[FILENAME]) bad++; next }
        !/^Running suite/ { print }
        END { printf "suites: %d passed, %d failed, 0 skipped\n", checks - bad, bad }' "$logs"/*
    rm -r "$logs"
}
units() {
    if [ -z "${CHECK_STOP:-}" ]; then
        part units suites "$build/check" "$build/suites.inc"
        part pictures suites "$build/check_heatmap" "$build/heatmap_suites.inc"
        return
    fi
    for suite in $(sed 's/SUITE(\(.*\))/\1/' "$build/suites.inc"); do
        part "$suite" env CK_FORK=no CK_RUN_SUITE="$suite" timeout 1200 "$build/check"
    done
    part pictures env CK_FORK=no timeout 1200 "$build/check_heatmap"
}

# --- every few minutes ---
quick() {
    export CK_EXCLUDE_TAGS=long
    units
    part program sh "$here/program.sh" "$build/qkv"
    part heatmap sh "$here/heatmap/program.sh" "$build/qkv"
    part output sh "$here/output.sh" "$build/qkv"
    part files sh "$here/files.sh" "$build/qkv"
    part linted sh "$here/lint.sh" "$build/qkv"
    part figures sh "$here/figures.sh" "$build/qkv"
    part places sh "$here/places.sh" "$build/qkv"
    part strained sh "$here/strained.sh" "$build/qkv"
    part classroom sh "$here/classroom.sh" "$build/qkv" 12
    part sheet sh "$here/sheet.sh" "$build/qkv"
    symbols
    layers
}

# --- before a change lands ---
long() {
    units
    part program sh "$here/program.sh" "$build/qkv" long
    part heatmap sh "$here/heatmap/program.sh" "$build/qkv"
    part screens sh "$here/tui.sh" "$build/qkv"
    part output sh "$here/output.sh" "$build/qkv"
    part files sh "$here/files.sh" "$build/qkv"
    part linted sh "$here/lint.sh" "$build/qkv"
    part figures sh "$here/figures.sh" "$build/qkv"
    part places sh "$here/places.sh" "$build/qkv"
    part strained sh "$here/strained.sh" "$build/qkv" long
    part classroom sh "$here/classroom.sh" "$build/qkv" 120
    part models sh "$here/models.sh" "$build/qkv"
    symbols
    layers
    part course sh "$here/course.sh" "$build/qkv" 50
    part web sh "$here/web.sh" "$build/qkv"
    part page sh "$here/page.sh" "$build/qkv"
    part sheet sh "$here/sheet.sh" "$build/qkv" long
    part dist sh "$here/dist.sh" "$build/qkv"
    part determinism sh "$here/determinism.sh"
    part headers make -s headers
    part lint make -s lint
    part sanitizers make -s -j"$jobs" SANITIZE=address,undefined check-units
}

case $scope in
quick) quick ;;
units)
    export CK_EXCLUDE_TAGS=long
    units
    ;;
all) long ;;
*)
    echo "usage: run.sh quick|all|units BUILD" >&2
    exit 2
    ;;
esac
[ -z "$broken" ] || echo "FAILED: ${broken%,}" | sed 's/:  */: /'
echo "$scope: $all_passed passed, $all_failed failed, $all_skipped skipped"
[ "$all_failed" -eq 0 ]
