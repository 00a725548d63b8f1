#!/bin/sh
# Whole-process times, as ratios of one run: `qkv run` on a notebook, and `qkv walk` up to its first
# frame, against `python3 -c pass`, in turn, so that all meet the same machine. Prints the best and the median of 21.
#
#     bench.sh build/qkv
qkv=$1
file=weight-splits # a built-in lesson, made from such a notebook
python=$(command -v /usr/bin/python3 || command -v python3) || {
    echo "start: no python3 here to compare with"
    exit 0
}
now() { date +%s%N; }
case $(now) in *N) echo "start: this date has no nanoseconds"; exit 0 ;; esac

one=$(mktemp) two=$(mktemp) three=$(mktemp) none=$(mktemp)
trap 'rm -f "$one" "$two" "$three" "$none"' EXIT
for _ in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    a=$(now)
    "$qkv" run "$file" >/dev/null 2>&1
    b=$(now)
    "$python" -c pass
    c=$(now)
    "$qkv" walk "$file" --script "$none" >/dev/null 2>&1
    d=$(now)
    echo $(((b - a) / 1000)) >>"$one"
    echo $(((c - b) / 1000)) >>"$two"
    echo $(((d - c) / 1000)) >>"$three"
done
nth() { sort -n "$2" | sed -n "$1p"; }
awk -v a="$(nth 1 "$one")" -v b="$(nth 1 "$two")" -v c="$(nth 11 "$one")" -v d="$(nth 11 "$two")" 'BEGIN {
    printf "start: qkv run on a notebook %.1f ms best, %.1f median; python3 -c pass %.1f, %.1f; ratio %.2f, %.2f\n",
        a / 1000, c / 1000, b / 1000, d / 1000, a / b, c / d }'
awk -v a="$(nth 1 "$three")" -v b="$(nth 1 "$two")" -v c="$(nth 11 "$three")" -v d="$(nth 11 "$two")" 'BEGIN {
    printf "start: qkv walk to its first frame %.1f ms best, %.1f median; ratio %.2f, %.2f\n",
        a / 1000, c / 1000, a / b, c / d }'
