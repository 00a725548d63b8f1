#!/bin/sh
# Tests the place of a line of code: its file is that of the module it stands in, under every command, from a
# file and from a notebook, for modules, packages and packages in packages.
#
#     places.sh build/qkv
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/tally.sh"
enter "$1"

fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
}
# says WHAT TEXT: in `out`
says() { if grep -qF -- "$2" out; then pass; else fail "$1: no $2"; fi; }

mkdir -p lib/sub
: >lib/__init__.py
# wrong NAME: a function whose lines have the name of the warning behind them
wrong() {
    cat <<END
import torch
def $1(q, k, v):
    s = q @ k.T / 2
    s.masked_fill(s > 0, 0.0)  # unused-result
    w = torch.softmax(s, 0)  # softmax-axis
    return w @ v
END
}
wrong plain >plain.py
{ echo; wrong attn; } >lib/attn.py
{ echo 'from ..attn import attn'; wrong deep; } >lib/sub/deep.py
wrong in_package >lib/sub/__init__.py
printf 'import torch\ntable = torch.ones(4, 4)\ntwice = table * 2\n' >lib/top.py
{
    echo 'import plain, lib.sub'
    echo 'from lib.sub.deep import attn, deep'
    echo 'from lib.top import twice'
    wrong own
    echo "q, k, v = torch.rand(3, 4), torch.rand(3, 4) * 5, torch.rand(3, 4)"
    for f in plain.plain lib.sub.in_package attn deep own; do echo "q = $f(q * 2 - torch.rand(3, 4), k, v)"; done
    echo 'q = q @ twice'
} >main.py
printf '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": [' >main.ipynb
sed -e 's/.*/"&\\n",/' -e '$s/,$//' main.py >>main.ipynb
printf ']}]}\n' >>main.ipynb

for main in main.py main.ipynb; do
    "$qkv" lint $main >out 2>err
    count=$(wc -l <out)
    if [ "$count" -eq 10 ]; then pass; else fail "$main: lint has $count lines"; fi
    for file in plain.py lib/attn.py lib/sub/deep.py lib/sub/__init__.py $main; do
        cell=
        [ $file = main.ipynb ] && cell=1:
        source=$file
        [ $file = main.ipynb ] && source=main.py
        for name in unused-result softmax-axis; do
            line=$(grep -n "# $name" $source | cut -d: -f1)
            if grep "^$file:$cell$line:" out | grep -q "\[$name\]"; then pass; else fail "$main: lint of $file:$line"; fi
        done
    done

    "$qkv" trace --json $main >json 2>err
    grep -o '"code":"[^"]*","file":"[^"]*","cell":[0-9]*,"line":[0-9]*' json >events
    while IFS='"' read -r _ _ _ code _ _ _ file _ _ cell _ line; do
        source=$file
        [ "$file" = main.ipynb ] && source=main.py
        if sed -n "${line#:}p" "$source" | grep -qF -- "$code"; then pass; else fail "$main: $code is not in $file$cell$line"; fi
    done <events
    for file in plain.py lib/attn.py lib/sub/deep.py lib/sub/__init__.py lib/top.py $main; do
        if grep -q "\"file\":\"$file\",\"cell\"" events; then pass; else fail "$main: no event of $file"; fi
    done

    "$qkv" trace $main >out 2>err
    for text in 'plain  plain.py' 'attn  lib/attn.py' 'deep  lib/sub/deep.py' 'in_package  lib/sub/__init__.py' \
        'twice = table * 2   (lib/top.py)'; do
        says "$main: trace" "$text"
    done
    if grep -q '^own *main' out; then fail "$main: trace names the file itself"; else pass; fi

    printf 'warnings\nq\n' | "$qkv" walk --no-state --plain --stage softmax $main >out 2>err
    says "$main: walk --plain" 'in plain, line 5 of plain.py'
    says "$main: warnings of a walk" 'line 6 of lib/attn.py: softmax-axis'
    says "$main: warnings of a walk" 'line 8: softmax-axis'
    printf 'n' >keys
    "$qkv" walk --no-state --script keys --stage softmax $main >out 2>err
    says "$main: walk" ' plain.py · plain '
done
sed 's/^q = q @ twice/lib.sub.in_package(q, q, 1)/' main.py >fails.py
for command in run trace lint; do
    "$qkv" $command fails.py >seen 2>&1
    mv seen out
    says "$command: a traceback" 'lib/sub/__init__.py, line 6, in in_package'
done

tally places
