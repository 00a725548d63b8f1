#!/bin/sh
# Tests that the engine for a browser prints what the native program prints: eleven programs, and each lesson run,
# traced and walked, byte for byte, with the exit status. `make web` builds it first.
#
#     web.sh QKV
set -u
. "$(dirname "$0")/tally.sh"
tests=$(cd "$(dirname "$0")" && pwd)
built web web
engine=$tests/../build/web/qkv.wasm
enter "$1"
tab=$(printf '\t')

# The last bits of functions, sums and products; types, gradients, draws, NumPy; calls that go too deep.
for case in attn_flash_backward attn_gpt bits_activations bits_doubles bits_log bits_norms bits_products dtype_half_storage \
    numpy_attention random_distributions; do
    cp "$tests/cases/$case.py" .
    echo "run$tab$case.py"
done >list
printf 'def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\nprint(f(900))\nprint(f(2000))\n' >deep.py
echo "run${tab}deep.py" >>list
"$qkv" lessons | while read -r number name _; do
    case $number in *[!0-9]* | '') continue ;; esac
    echo "run$tab$name"
    echo "trace$tab--json$tab$name"
    echo "walk$tab--plain$tab$name"
done >>list

export HOME="$scratch" NO_COLOR=1
mkdir web native
node "$tests/web.mjs" "$engine" web <list || failed=1
n=0
while read -r line; do
    n=$((n + 1))
    # shellcheck disable=SC2086 # words on purpose
    "$qkv" $line >native/$n.out 2>&1 </dev/null
    echo $? >native/$n.status
    if cmp -s native/$n.out web/$n.out && cmp -s native/$n.status web/$n.status; then
        pass
    else
        failed=$((failed + 1))
        echo "FAIL the engine for a browser: $line"
        diff native/$n.out web/$n.out | head -n 6
        diff native/$n.status web/$n.status
    fi
done <list
tally web
