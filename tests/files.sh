#!/bin/sh
# Tests files of code: --files and --write, what is in them as PyTorch, NumPy and Python see it (tests/files),
# and what is refused.
#
#     files.sh build/qkv
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/tally.sh"
enter "$1"
files=$here/files

fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
    if [ -n "${2:-}" ]; then diff "$2" "$3" | head -n 6 | sed 's/^/     /'; fi
}
# same WHAT EXPECTED FOUND
same() { if cmp -s "$2" "$3"; then pass; else fail "$1" "$2" "$3"; fi; }
# says WHAT TEXT FILE
says() { if grep -qF -- "$2" "$3"; then pass; else fail "$1: $(head -n 1 "$3")"; fi; }
# ends WHAT STATUS COMMAND...
ends() {
    what=$1 wanted=$2
    shift 2
    "$@" >out 2>err </dev/null
    found=$?
    if [ "$found" -eq "$wanted" ]; then pass; else fail "$what: status $found, not $wanted"; fi
}

# --- read: what PyTorch, NumPy and Python print of the same files ---
ends 'reading' 0 "$qkv" run --seed 0 "$files/read.py" --files "$files/in"
same 'what is read' "$files/read.out" out
if [ -s err ]; then fail 'reading says something'; else pass; fi
# The older form stands in front of all cells: however many follow, its pickles are read in as many steps.
{ cat "$files/in/old.pt" && head -c 8000000 /dev/zero; } >long.pt
printf 'import torch\nprint(torch.load("long.pt")["m"].keys())\n' >long.py
ends 'the older form with much behind it' 0 "$qkv" run --files . --max-steps 150000 long.py
says 'the older form' "odict_keys(['0.weight', '0.bias', '1.weight', '1.bias'])" out
ends 'safetensors' 0 "$qkv" run "$files/safe.py" --files "$files/in"
same 'what safetensors holds' "$files/safe.out" out
ends 'files with wrong bytes' 0 "$qkv" run "$files/mutate.py" --files "$files/in"
same 'what wrong bytes do' "$files/mutate.out" out

# --- written: golden bytes, which PyTorch, NumPy and Python have read ---
ends 'writing' 0 "$qkv" run "$files/write.py" --write made
same 'what is printed while it writes' "$files/write.out" out
rm -f made/packed.npz # zlib may do it in another way
if diff -r "$files/out" made >differs; then pass; else fail "what is written: $(head -n 1 differs)"; fi
ends 'writing again' 1 "$qkv" run "$files/write.py" --write made
says 'writing over' 'it was there before this run, and --write writes over nothing' err
if diff -r "$files/out" made >differs; then pass; else fail 'something was written over'; fi
ends 'without an option' 0 "$qkv" run "$files/write.py"
same 'what stays in memory' "$files/write.out" out
for command in trace lint heatmap; do
    if [ "$command" = heatmap ]; then set -- --name w -o seen.png; else set --; fi
    "$qkv" "$command" "$files/write.py" --write "by-$command" "$@" >out 2>err
    if cmp -s "$files/out/all.pt" "by-$command/all.pt"; then pass; else fail "$command --write"; fi
done
printf 'import torch\nw = torch.load("sub/w.pth")\ns = torch.softmax(w @ w.T, -1)\ntorch.save(s, "s.pt")\n' >walked.py
printf 'q' >keys
ends 'a walk' 0 "$qkv" walk --no-state --script keys walked.py --files "$files/in" --write walked
says 'a walk over what was read' 'w @ w.T' out
if [ -s walked/s.pt ]; then pass; else fail 'a walk writes'; fi
printf 'import torch\nx = torch.ones(2) + 1\ntorch.save(x, "x.pt")\ny = torch.load("x.pt") * 2\n' >asked.py
printf 'n\n:p y\nq\n' | "$qkv" walk --no-state --plain asked.py --write asked >out 2>err
says 'asking behind what was written' 'tensor([4., 4.])' out
printf 'import torch\nk = 2\ntorch.save(torch.ones(2) * k, "k.pt")\n' >again.py
printf ': set Space k=5 Enter' >keys
ends 'a walk runs again' 0 "$qkv" walk --no-state --script keys again.py --write again
says 'a walk runs again' 'k=5' out
if grep -q 'fails here' out; then fail 'a second run of a walk may write its own files'; else pass; fi

# --- paths made of __file__: the folder is known by the name that it was given, too ---
mkdir -p beside/data
echo beside >beside/data/x.txt
cat >beside/main.py <<'EOF'
import os, pathlib
print(open(os.path.join(os.path.dirname(__file__), "data", "x.txt")).read(), end="")
print((pathlib.Path(__file__).resolve().parent / "data" / "x.txt").read_text(), end="")
print(open("data/x.txt").read(), os.path.exists(os.path.join(os.getcwd(), "data/x.txt")))
EOF
printf 'beside\nbeside\nbeside\n True\n' >wanted
ends 'a path of __file__' 0 "$qkv" run beside/main.py --files beside
same 'a path of __file__' wanted out
ends 'the same from the root' 0 "$qkv" run "$scratch/beside/main.py" --files "$scratch/beside"
same 'the same from the root' wanted out

# --- pictures ---
printf 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig("a/x.pdf")\nplt.savefig("y.svg")\nplt.savefig("../z.png")\nplt.savefig("y.svg")\n' >draws.py
ends 'savefig' 2 "$qkv" run draws.py --write drawn
says 'another format' 'savefig("a/x.pdf"): written as a/x.png' err
says 'a name that leads out' 'savefig("../z.png"): a picture is written below drawn only' err
if [ "$(head -c 4 drawn/a/x.png | tail -c 3)" = PNG ] && grep -q '<svg' drawn/y.svg; then pass; else fail 'the bytes of pictures'; fi

# --- refused ---
cp -r "$files/in" in
ln -s /etc/passwd in/link.txt
ln -s /etc in/folder
mkfifo in/pipe
mkdir out.d elsewhere
echo old >out.d/there.txt
ln -s "$scratch/elsewhere" out.d/away
ln -s "$scratch/elsewhere/x" out.d/away.txt
ends 'what is refused' 0 timeout 60 "$qkv" run --seed 0 "$files/refused.py" --files in --write out.d
same 'the sentences of refusals' "$files/refused.out" out
says 'a link is told' 'is a link, and qkv follows none' err
says 'what cannot be written stays in memory' 'whole.pt stays in memory: it holds objects of classes' err
if [ "$(cat out.d/there.txt)" = old ] && [ -z "$(ls elsewhere)" ] && [ "$(ls out.d)" = "$(printf 'away\naway.txt\nthere.txt')" ]; then
    pass
else
    fail "what was refused was written: $(ls out.d elsewhere | tr '\n' ' ')"
fi
printf 'open("input.txt").read()\n' >reads.py
ends 'a file that is not there' 1 "$qkv" run reads.py
says 'the note' 'input.txt: a run sees no files but those that it wrote; --files DIR lets it read those below DIR' err
says 'the exception' "FileNotFoundError: [Errno 2] No such file or directory: 'input.txt'" err
# every way to a file that is not there tells of --files
while IFS= read -r way; do
    printf '%s\n' 'import csv, gzip, io, json, os, pickle, shutil' 'from pathlib import Path' 'import numpy as np' \
        'import torch' 'import matplotlib.pyplot as plt' 'from safetensors import safe_open' \
        'from safetensors.torch import load_file' "$way" >way.py
    ends "$way" 1 "$qkv" run way.py
    says "$way" 'gone: a run sees no files but those that it wrote; --files DIR lets it read those below DIR' err
done <<'END'
open("gone")
open("gone", "rb").read()
open(file=Path("gone"), encoding="utf-8")
io.open("gone")
Path("gone").open()
Path("gone").read_text()
Path("gone").read_bytes()
list(Path("gone").iterdir())
os.stat("gone")
os.path.getsize("gone")
os.listdir("gone")
shutil.copy("gone", "there")
np.load("gone")
np.loadtxt("gone")
np.genfromtxt("gone", delimiter=",")
np.fromfile("gone")
np.memmap("gone", mode="r", shape=(2,))
torch.load("gone")
torch.load(Path("gone"), map_location="cpu")
torch.nn.Linear(2, 2).load_state_dict(torch.load("gone"))
load_file("gone")
safe_open("gone", "pt")
csv.reader(open("gone"))
json.load(open("gone"))
pickle.load(open("gone", "rb"))
gzip.open("gone")
plt.imread("gone")
exec(open("gone").read())
END
ends 'the same with --files' 1 "$qkv" run reads.py --files in
if grep -q -e '--files' err; then fail 'a note that is not true'; else pass; fi
ends 'no folder' 2 "$qkv" run reads.py --files nowhere
says 'no folder' '--files nowhere: No such file or directory' err
for command in practice read worksheet grade; do
    ends "$command --files" 2 "$qkv" "$command" single-head --files in
    says "$command --files" "qkv $command does not take --files" err
done

# --- too large: a bomb of zeros, a size that a file only claims ---
printf 'import numpy as np\nnp.savez_compressed("bomb", a=np.zeros(8_000_000))\n' >bomb.py
printf 'import numpy as np\nprint(np.load("bomb.npz")["a"].shape)\n' >load.py
ends 'a packed array' 0 "$qkv" run bomb.py --write packed
ends 'a packed array, unpacked' 0 "$qkv" run load.py --files packed
ends 'a packed array beyond the memory' 4 "$qkv" run load.py --files packed --max-memory 40M
printf '\223NUMPY\001\000\166\000%-117s\n' "{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999, 9999999), }" >packed/bomb.npz
ends 'a claimed size' 1 "$qkv" run load.py --files packed
says 'a claimed size' 'bomb.npz is damaged: it ends before its time' err

tally files
