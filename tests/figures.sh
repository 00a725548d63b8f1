#!/bin/sh
# Opens notebooks whose figures are empty at a cell's end: each way to open one, alone in a cell, behind
# another plot, drawn into by the next cell, under every command.
#
#     figures.sh build/qkv
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/tally.sh"
enter "$1"

fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
}

# notebook CELL...: each is one line of code.
notebook() {
    printf '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": ['
    between=
    for cell; do
        printf '%s\n{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": ["%s"]}' \
            "$between" "$(printf '%s' "$cell" | sed 's/"/\\"/g')"
        between=,
    done
    printf ']}\n'
}

printf 'n n n i Escape q' >keys
# try WHAT COMMAND...: n.ipynb under each; none may end by a signal.
try() {
    what=$1
    shift
    for command; do
        rm -rf seen h.png
        # shellcheck disable=SC2086 # words are options
        "$qkv" $command n.ipynb >out 2>err </dev/null
        status=$?
        if [ "$status" -lt 128 ]; then pass; else fail "$what: $command: status $status"; fi
    done
}

plot='plt.plot([1, 2])'
import='import matplotlib.pyplot as plt, matplotlib, torch'
set -- "$import" # all of them in one notebook
while IFS= read -r open; do
    set -- "$@" "$open"
    notebook "$import" "$plot" "$open" >n.ipynb
    try "$open" 'trace --json' trace
    if tail -n 2 out | grep -qF "${open##*; }"; then pass; else fail "$open: stands elsewhere"; fi
    notebook "$import; $open" "$plot" 'torch.ones(3) * 2' >n.ipynb
    try "$open, drawn into by the next cell" trace
done <<'END'
plt.figure()
fig = plt.figure(figsize=(3, 2))
fig, ax = plt.subplots()
fig, axs = plt.subplots(2, 2)
fig, axs = plt.subplots(1, 2, subplot_kw={'polar': True})
fig, ax = plt.subplots(subplot_kw={'projection': '3d'})
ax = plt.axes()
ax = plt.axes(projection='3d')
ax = plt.axes(projection='polar')
ax = plt.subplot(1, 2, 1)
ax = plt.subplot(projection='polar')
ax = plt.subplot2grid((2, 2), (0, 0))
axd = plt.subplot_mosaic('AB')
ax = plt.figure().add_subplot(1, 1, 1)
ax = plt.figure().add_subplot(projection='3d')
ax = plt.figure().add_axes([0, 0, 1, 1])
ax = plt.figure().gca()
ax = plt.figure().subplots()
ax = plt.gca()
fig = plt.gcf()
plt.title('nothing')
plt.colormaps(); plt.figure()
plt.axhline(0)
plt.xlim(0, 1)
plt.polar([0, 1], [1, 2])
END
notebook "$import" 'plt.imshow([[1, 2]]); plt.figure()' >n.ipynb
try 'an empty figure behind one that is not' trace
notebook "$@" >n.ipynb
try 'all of them' run trace 'trace --json' 'trace --values' lint 'heatmap -o h.png' 'run --pictures seen' \
    'walk --no-state --plain' 'walk --no-state --script keys' 'practice --no-state'

tally figures
