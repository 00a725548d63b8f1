#!/bin/sh
# Tests what happens when memory, disk or stack end, and when what was kept is not understood: one sentence,
# the right status, and nothing lost.
#
#     strained.sh build/qkv        the tests of a minute
#     strained.sh build/qkv long   more places where memory ends
set -u
. "$(dirname "$0")/tally.sh"
case $0 in /*) here=$(dirname "$0") ;; *) here=$PWD/$(dirname "$0") ;; esac
long=${2:-}
enter "$1"
fail() {
    failed=$((failed + 1))
    echo "FAIL strained: $1"
}
is() { # what, wanted, got
    if [ "$2" = "$3" ]; then pass; else fail "$1: wanted '$2', got '$3'"; fi
}
# told WHAT STATUS SENTENCE COMMAND...: it ends with that status, and standard error has that (a pattern of grep)
told() {
    what=$1 wanted=$2 says=$3
    shift 3
    "$@" >out 2>err </dev/null
    is "the status of $what" "$wanted" "$?"
    grep -q -- "$says" err && pass || fail "$what does not say '$says': $(head -c 300 err)"
}
export HOME="$scratch" XDG_STATE_HOME="$scratch/state"
sanitized=$(grep -c __asan_init "$qkv")

cat >small.py <<'END'
import torch
import torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
x = torch.randn(2, 4, 8)
l = nn.Linear(8, 8)
y = F.softmax(l(x) @ x.transpose(1, 2), -1)
y.sum().backward()
print(y.shape, [i * i for i in range(5)], {"a": 1}, f"{y[0, 0, 0].item():.2f}")
END
: >keys
printf 'correct horse battery staple\n' >secret
printf 'id,name\ns01,One\n' >class.csv
mkdir in
printf '# 1\nmoves: a, b, c, d, e\n' >in/s01.txt

# --- the system has no memory left, at each place in turn ---

# swept COMMAND...: no place at which a signal ends it, or memory that is not there goes unnoticed by the status;
# 5, of lint and diff alone: the code that is checked raised
swept() {
    case $1 in lint | diff) most=5 ;; *) most=4 ;; esac
    for how in FAIL_FROM FAIL_AT; do
        bad="" n=1
        while [ "$n" -le 1000 ]; do
            env "$how=$n" LD_PRELOAD="$scratch/no_memory.so" timeout 60 "$qkv" "$@" >out 2>err </dev/null
            status=$?
            [ "$status" -le "$most" ] || bad="$bad $n ($status)"
            if grep -q SyntaxError err; then bad="$bad $n (SyntaxError)"; fi
            n=$((n + step))
        done
        is "$how of $*" '' "$bad"
    done
}
step=${STEP:-61}
rest=$step
[ -z "$long" ] || { step=1 rest=13; } # one place of the start was enough for a signal, and all commands start alike
if [ "$sanitized" -gt 0 ]; then
    skip 'places where memory ends: the sanitizer has a malloc of its own'
elif ${CC:-cc} -shared -fPIC -O1 -o no_memory.so "$here/no_memory.c" 2>/dev/null &&
    ! FAIL_FROM=1 LD_PRELOAD="$scratch/no_memory.so" sh -c : 2>/dev/null; then
    swept run small.py
    step=$rest
    swept trace small.py
    swept lint small.py
    swept walk --no-state --script keys small.py
    swept heatmap -o picture.png small.py
    swept grade softmax in --secret secret --class class.csv --force -o grades.csv
else
    skip 'places where memory ends: no library can be loaded in front of a program here'
fi

# --- little memory: a limit is told as one, and code cannot catch it ---
printf 'try:\n    import torch.nn\n    import torch\n    torch.randn(3, requires_grad=True).softmax(0)[0].backward()\nexcept SyntaxError:\n    print("caught")\n' >caught.py
for size in 14000 16000 18000 20000 24000; do
    [ "$sanitized" -eq 0 ] || break
    (ulimit -v "$size" && "$qkv" run caught.py) >out 2>err
    status=$?
    if [ "$status" -eq 127 ] && grep -q 'error while loading shared libraries' err; then
        continue # the system's loader had no room for the libraries: qkv never began
    fi
    case $status in 0 | 4) pass ;; *) fail "ulimit -v $size: status $status" ;; esac
    [ "$status" -eq 0 ] || { grep -q memory err && pass || fail "ulimit -v $size: no sentence"; }
    is "caught with ulimit -v $size" '' "$(cat out)"
    is "SyntaxError with ulimit -v $size" '' "$(grep SyntaxError err)"
done
if [ "$sanitized" -eq 0 ]; then
    for command in run trace 'walk --plain --no-state' lint; do
        # shellcheck disable=SC2086 # two words
        told "$command with little stack" 2 'KiB of stack' sh -c 'ulimit -s 64; exec "$@"' sh "$qkv" $command small.py
    done
fi

# --- what is printed and kept counts against --max-memory, whatever the command ---
printf 'while True: print("x" * 1000000)\n' >flood.py
printf 'import torch\nx = torch.ones(3)\nwhile True: print("x" * 1000000)\n' >flood2.py
for file in flood.py flood2.py; do
    for command in trace 'trace --json' lint 'walk --plain --no-state' 'walk --no-state --script keys' 'heatmap -o p.png'; do
        ends=4
        case $command in heatmap*) ends=2 ;; esac # there is nothing to draw, up to there
        # shellcheck disable=SC2086 # words
        told "$command of a flood" $ends 'raise the limit with --max-memory' "$qkv" $command "$file" --max-memory 16M
    done
done

# --- a disk that is full: the files are of 0 bytes at most ---
full() (
    trap '' XFSZ
    ulimit -f 0
    "$@" 2>&1
    echo "status $?"
)
printf 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig("a.png")\nplt.plot([2, 1])\nplt.savefig("b.svg")\n' >picture.py
mkdir -p full
for option in --pictures --write; do
    full "$qkv" run picture.py $option full 2>&1 | cat >out # a pipe has no size
    is "the status of pictures on a full disk, $option" 'status 2' "$(tail -n 1 out)"
    is "a sentence for each, $option" 2 "$(grep -c '[ab]....*: File too large' out)"
    is "what is left of them, $option" '' "$(find full -type f -size +0)"
done
told 'a picture over one that was there' 2 'writes over nothing' sh -c 'mkdir -p there && : >there/a.png && exec "$0" run picture.py --write there' "$qkv"
cat >save.py <<'END'
import torch, json, numpy as np
def text(): open("a.txt", "w").write("abc")
def listed(): json.dump([1], open("b.json", "w"))
for write in (lambda: torch.save({"a": torch.ones(3)}, "a.pt"), lambda: np.save("a.npy", np.ones(3)),
              lambda: np.savez("a.npz", np.ones(3)), text, listed, lambda: torch.save(torch.ones(3), open("c.pt", "wb"))):
    try:
        write()
    except Exception as problem:
        print(type(problem).__name__, problem.errno, problem.strerror)
END
full "$qkv" run save.py --write full2 2>&1 | grep -v '^status' >out
is 'what writing to a full disk raises' "$(for k in 1 2 3 4 5 6; do echo 'OSError 27 File too large'; done)" "$(cat out)"
printf 'import _disk\nfor f in (lambda: _disk.remove("a.txt"), lambda: _disk.rename("a", "b"), lambda: _disk.folder("c"), lambda: _disk.write("d", True, b"e"), lambda: _disk.read("f", False, 0, 1), lambda: _disk.names("", True)):\n    try: f()\n    except PermissionError as e: print(e)\n' >nowhere.py
"$qkv" run nowhere.py >out 2>&1
is 'names without a folder' 6 "$(grep -c : out)"
is 'names of nothing' '' "$(grep '(null)' out)"

# --- what was kept and is not understood stays ---
mkdir -p state/qkv # of bookmarks: tests/tui.sh
printf 'qkv practice 2\nsolved by magic\n' >state/qkv/practice
printf 'a\nq\n' | "$qkv" practice --plain softmax >out 2>err
is 'practice that is not understood stays' 'solved by magic' "$(tail -n 1 state/qkv/practice.kept)"
cat out err | grep -q 'practice.kept' && pass || fail "nobody is told of the practice: $(cat err)"
is 'and is begun anew' 'qkv practice 1' "$(head -n 1 state/qkv/practice)"

tally strained
