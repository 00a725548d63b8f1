#!/bin/sh
# Times beside those of others, as ratios of one run: bench_start.py, bench_rows.py, bench_plain.py,
# bench_tiny.py and bench_train.py tell which.
#
#     bench.sh build/qkv
python=$(command -v /usr/bin/python3 || command -v python3) || {
    echo "start: no python3 here to compare with"
    exit 0
}
"$python" "$(dirname "$0")/bench_start.py" "$1"
"$python" "$(dirname "$0")/bench_rows.py" "$1"
"$python" "$(dirname "$0")/bench_plain.py" "$1"
"$python" "$(dirname "$0")/bench_tiny.py" "$1"
"$python" "$(dirname "$0")/bench_train.py" "$1"
