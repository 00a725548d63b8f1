#!/bin/sh
# Times of whole processes, as ratios of one run: bench_start.py tells which.
#
#     bench.sh build/qkv
python=$(command -v /usr/bin/python3 || command -v python3) || {
    echo "start: no python3 here to compare with"
    exit 0
}
"$python" "$(dirname "$0")/bench_start.py" "$1"
