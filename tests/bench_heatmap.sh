#!/bin/sh
# Times pictures, as whole processes in turn: `qkv heatmap` (which also runs the code that makes the values)
# against matplotlib and seaborn drawing the same values. Prints medians of 7, memory and file sizes.
#
#     bench_heatmap.sh build/qkv
qkv=$1
here=$(dirname "$0")
python=$(command -v /usr/bin/python3 || command -v python3) || python=none
if ! "$python" -c 'import matplotlib' 2>/dev/null; then
    echo "heatmap: no matplotlib here to compare with"
    exit 0
fi
case $(date +%s%N) in *N) echo "heatmap: this date has no nanoseconds"; exit 0 ;; esac
libraries=matplotlib
"$python" -c 'import seaborn' 2>/dev/null && libraries="matplotlib seaborn"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# microseconds of a command, appended to a file
timed() {
    into=$1
    shift
    a=$(date +%s%N)
    "$@" >"$folder/out" 2>"$folder/err" || { cat "$folder/err"; exit 1; }
    b=$(date +%s%N)
    echo $(((b - a) / 1000)) >>"$into"
}
# the most memory a command has at a time, in kilobytes
memory() {
    "$python" -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}
median() { sort -n "$1" | sed -n 4p; }

figure() { # kind, shape
    kind=$1
    cat >"$folder/$kind.py" <<CODE
import torch
torch.manual_seed(0)
# stage: softmax
w = torch.softmax(torch.randn($2), dim=-1)
CODE
    "$qkv" trace "$folder/$kind.py" --all --json --values >"$folder/$kind.json" 2>/dev/null
    "$python" "$here/bench_heatmap.py" prepare "$folder/$kind.json" "$folder/$kind.npy" || exit 1
    for library in $libraries; do
        ours=$folder/ours theirs=$folder/theirs
        rm -f "$ours" "$theirs"
        set -- "$python" "$here/bench_heatmap.py" $library $kind "$folder/$kind.npy" "$folder/theirs.png"
        for _ in 1 2 3 4 5 6 7; do
            timed "$ours" "$qkv" heatmap "$folder/$kind.py" --name w -o "$folder/ours.png"
            timed "$theirs" "$@"
        done
        awk -v kind="$kind" -v library=$library -v a="$(median "$ours")" -v b="$(median "$theirs")" \
            -v m="$(memory "$qkv" heatmap "$folder/$kind.py" --name w -o "$folder/ours.png")" \
            -v n="$(memory "$@")" \
            -v s="$(wc -c <"$folder/ours.png")" -v t="$(wc -c <"$folder/theirs.png")" 'BEGIN {
                printf "heatmap: %s %.1f ms, %.1f MB, %.0f KB; %s %.0f ms, %.0f MB, %.0f KB; ",
                    kind, a / 1e3, m / 1024, s / 1e3, library, b / 1e3, n / 1024, t / 1e3
                printf "%.1f times as fast, %.2f of the memory, %.2f of the size\n", b / a, m / n, s / t }'
    done
}

figure numbers "1, 6, 6"
figure heads "1, 12, 64, 64"
figure large "1, 1024, 1024"
