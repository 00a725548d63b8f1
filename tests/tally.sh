# Counts for the test scripts: they include it, count, and end with a line that tests/run.sh adds up. A script
# that needs a program says so with `needs`: what is then left out is counted and named.
passed=0
failed=0
skipped=0

pass() { passed=$((passed + 1)); }
# skip WHAT: left out, and why
skip() {
    skipped=$((skipped + 1))
    echo "SKIP $1"
}
# needs PROGRAM WHAT: true where the program is there, else WHAT is skipped
needs() {
    command -v "$1" >/dev/null 2>&1 && return 0
    skip "$2: no $1 here"
    return 1
}
# built TARGET PART: what runs in a browser is made, or the part ends here: skipped where its toolchain is not
built() {
    missing=$(sh "$tests/../src/web/toolchain.sh" "$tests/../build/web" | tr '\n' ' ')
    if [ -n "$missing" ]; then
        skip "$2: not here: $missing"
    elif make -s -C "$tests/.." -j2 "$1"; then
        return
    else
        echo "FAIL $2: make $1"
        failed=1
    fi
    tally "$2"
    exit
}
# enter QKV: $qkv from every folder, and a $scratch folder of its own, which goes with the script
enter() {
    case $1 in /*) qkv=$1 ;; *) qkv=$PWD/$1 ;; esac
    scratch=$(mktemp -d) || exit 1
    trap 'rm -rf "$scratch"' EXIT
    cd "$scratch" || exit 1
}
# tally NAME: the last line of a script, and its exit status
tally() {
    echo "$1: $passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
