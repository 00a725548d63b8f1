#!/bin/sh
# Tests that a page is what the program says: what `qkv page` writes and refuses; then the page's engine under node:
# every case prints there what it prints here, and every lesson is walked to its end; then the page in Chromium.
#
#     page.sh QKV
set -u
. "$(dirname "$0")/tally.sh"
tests=$(cd "$(dirname "$0")" && pwd)
web=$tests/../build/web
# fail WHAT [FILE [OTHER]]: what was said, or how two files differ
fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
    if [ $# -eq 3 ]; then diff "$2" "$3" | head -n 6; elif [ $# -eq 2 ]; then head -n 6 "$2"; fi
}
# expect WHAT WANTED GOT
expect() { if [ "$2" = "$3" ]; then pass; else fail "$1: '$3', not '$2'"; fi; }
built page page
enter "$1"
export QKV_PAGE="$web/page.html"

# --- what is laid out is well-formed, and shows each lesson's stops ---
"$qkv" page --course -o course >said 2>&1 || fail "--course"
for page in course/*.html; do
    [ "$page" != course/index.html ] || continue
    xmllint --noout --nonet "$page" 2>why || fail "$page is not well-formed" why
    if grep -q '<section id="stop-4">' "$page" && grep -q '<table>' "$page" &&
        grep -q 'index.html#lesson=' "$page"; then pass; else fail "$page shows its lesson"; fi
done
size=$(wc -c <course/index.html)
if [ "$size" -gt 1500000 ] && [ "$size" -lt 3000000 ]; then pass; else fail "index.html has $size bytes"; fi

# --- no text of a file becomes markup ---
cat >hostile.md <<'X'
# </title><script>alert(1)</script>

<img src="http://x.invalid/a.png" onerror="alert(2)"> A **word** & `</script><script>alert(3)</script>`.

```python
import torch
x = torch.ones(2, 2)  # </pre></script><script>alert(4)</script><!--
y = x + 1
print("</script><script>alert(5)</script><!-- ]]>")
```
X
"$qkv" page hostile.md -o hostile.html 2>/dev/null || fail "a hostile lesson"
"$qkv" page hostile.md --static -o flat.html 2>/dev/null || fail "a hostile lesson, laid out"
xmllint --noout --nonet flat.html 2>why && pass || fail "a hostile lesson is well-formed" why
for page in hostile.html flat.html; do
    if grep -q '<script>alert\|<img' "$page"; then fail "$page holds markup of the lesson"; else pass; fi
done
scripts=$(grep -o '<script' hostile.html | wc -l)
template=$(grep -o '<script' "$web/page.html" | wc -l)
expect "scripts of a hostile page" "$template" "$scripts"

# --- refusals: one sentence each, and nothing is lost ---
# refuses SENTENCE ARGUMENT...
refuses() {
    sentence=$1
    shift
    "$qkv" "$@" >said 2>&1
    expect "status of $*" 2 $?
    grep -qF -- "$sentence" said && pass || fail "$*" said
}
refuses 'which file? Give a notebook' page
refuses 'leave the file out' page masks --course -o course
refuses 'give a folder with -o' page --course
refuses 'there is no file and no lesson nonsense' page nonsense -o x.html
echo kept >there.html
refuses 'there.html is there already; --force writes over it' page masks -o there.html
expect "a file that is there" kept "$(cat there.html)"

# --- the page file: of this version, a whole one, beside the program, or where it is installed ---
version=$("$qkv" --version | cut -d' ' -f2)
get="put qkv-$version-page.html of the release beside the program, or build it with \`make page\`"
echo "<html></html>" >no.html
QKV_PAGE=no.html refuses "no.html is no page of qkv: $get" page masks -o x.html
sed 's/content="qkv [^"]*"/content="qkv 0.0.9"/' "$web/page.html" >old.html
QKV_PAGE=old.html refuses "old.html is a page of qkv 0.0.9, and this is qkv $version: $get" page masks -o x.html
head -n 9 "$web/page.html" >half.html
QKV_PAGE=half.html refuses "the page's engine is damaged: $get" page masks -o x.html
QKV_PAGE=none.html refuses 'none.html' page masks -o x.html
"$qkv" page masks -o asked.html 2>/dev/null
QKV_PAGE=course/index.html "$qkv" page masks -o again.html 2>/dev/null
cmp -s asked.html again.html && pass || fail "a page that was filled is filled again"
mkdir -p away/bin away/share/qkv
cp "$qkv" away/bin/qkv
unset QKV_PAGE
built=$qkv qkv=away/bin/qkv
[ -e /usr/local/share/qkv/page.html ] || refuses "the page's engine is not here: $get" page masks -o x.html
for place in share/qkv/page.html "bin/qkv-$version-page.html" bin/page.html; do
    cp "$web/page.html" "away/$place"
    "$qkv" page masks --force -o found.html 2>/dev/null && cmp -s asked.html found.html && pass || fail "$place is found"
    rm "away/$place"
done
"$qkv" page masks --static -o s.html 2>/dev/null && pass || fail "--static needs no page file"
"$qkv" page two-heads --static -o p.html 2>/dev/null && tr '\n' ' ' <p.html |
    grep -q 'print(attn_1\[0\]) </code></pre> <p class="shapes">prints:</p> <pre>scores of head 1' && pass || fail "what is printed stands below its lines"
# Texts and code once, and every exercise with its answer folded.
for lesson in by-hand single-head two-heads chain-rule; do
    "$qkv" page "$lesson" --static --force -o p.html 2>/dev/null
    twice=$(tr '\n' ' ' <p.html | sed 's/<p>\|<pre><code>/\n&/g; s/<\/p>\|<\/pre>/&\n/g' | grep '^<p\(>\|re><code>\)' | grep -v '^<p>\(The answer\|Answer\):' | sed 's/<[^>]*>//g' | sort | uniq -d)
    expect "what $lesson laid out says twice" "" "$twice"
    expect "warnings that give a bug hunt of $lesson away" 0 "$(grep -c 'class="warning"' p.html)"
    expect "answers of $lesson laid out" "$("$qkv" read "$lesson" | grep -c '^Exercise ')" "$(grep -c '<details><summary>Solution' p.html)"
done
"$qkv" page words-to-vectors --static -o w.html 2>/dev/null &&
    grep -q '<li>It becomes the row of <em>dog</em>\.</li>' w.html && pass || fail "the options of a laid-out question have their emphasis"
export QKV_PAGE="$web/page.html"
qkv=$built
"$qkv" page masks --set T=6 --seed 3 -o t.html 2>/dev/null
grep -q '{"lesson":"masks","set":\["T=6"\],"seed":"3"}' t.html && pass || fail "what a page begins with"

# --- the engine under node ---
mkdir out
# The tape of bits_log takes more than a gigabyte: web.sh runs it without one.
ls "$tests"/cases/*.py "$tests"/cases/*.ipynb | grep -v '/bits_log.py$' >list
node "$tests/page.mjs" "$web/page.wasm" out <list >said 2>&1 && pass || fail "lessons in the page's engine" said
n=0
while read -r case; do
    n=$((n + 1))
    (cd "$(dirname "$case")" && "$qkv" run "$(basename "$case")") >native 2>/dev/null </dev/null
    cmp -s native out/$n.out && pass || fail "the page's engine: $(basename "$case")" native out/$n.out
done <list

# --- files beside the code: the bytes of the native run, dropped and packed ---
mkdir -p many/pack many/data
cp -r "$tests/files/in/." many/data
cp many/data/sub/w.pth many/data/c.npy many
cat >many/code.py <<'X'
import os
import numpy as np
import torch
import helper
import pack.names as names
w = torch.load("w.pth")
print(helper.double(w), names.WORDS, helper.__file__, names.__file__)
with open("data/words.txt") as f:
    print(f.read(), np.load("c.npy"), sorted(os.listdir("data")))
for name in ["../x", "/etc/passwd", "data/../w.pth", "gone", "gone/x", "w.pth/x", "data", "x" * 300, "a" * 200 + "/b", "", "./w.pth"]:
    try:
        print(len(open(name, "rb").read()), os.path.exists(name))
    except Exception as e:
        print(type(e).__name__, e)
for name in ["gone", "pack.gone", "helper.gone", "math", "random"]:
    try:
        print(__import__(name).__name__)
    except ImportError as e:
        print(type(e).__name__, e)
import json, random
print(json.dumps({"a": 1}), random.__name__)
X
printf 'from pack import names\ndef double(x): return x * 2\n' >many/helper.py
printf 'WORDS = "words"\n' >many/pack/names.py
echo 'print("never")' | tee many/torch.py >many/json.py
(cd many && "$qkv" run code.py --files .) >native 2>/dev/null
[ "$(wc -l <native)" -gt 20 ] && pass || fail "a program with files beside it" native
node "$tests/page_files.mjs" "$web/page.wasm" many code.py >printed
cmp -s native printed && pass || fail "files that were dropped" native printed
"$qkv" page many/code.py --files many -o many/code.html 2>said || fail "a page with files" said
grep -q '^qkv: beside the code the page holds 3[0-9] files, [0-9.]* kB$' said && pass || fail "what a page holds" said
"$qkv" run many/code.py --files many 2>/dev/null | sed 's|many/||g' >native
node "$tests/page_files.mjs" "$web/page.wasm" many/code.html | sed 's|many/||g' >printed
cmp -s native printed && pass || fail "files that were packed" native printed
cp many/code.html before.html
"$qkv" page many/code.py --files many -o many/code.html --force 2>/dev/null
cmp -s before.html many/code.html && pass || fail "a page packs itself"
for main in main pack/sub/above; do
    "$qkv" page "$tests/beside/$main.py" -o beside.html --force 2>/dev/null
    node "$tests/page_files.mjs" "$web/page.wasm" beside.html >printed
    cmp -s "$tests/beside/${main##*/}.out" printed && pass || fail "modules beside $main" "$tests/beside/${main##*/}.out" printed
done
mkdir read
cp -r "$tests/files/in/." read
for program in read safe; do
    cp "$tests/files/$program.py" read
    node "$tests/page_files.mjs" "$web/page.wasm" read "$program.py" >printed
    cmp -s "$tests/files/$program.out" printed && pass || fail "$program.py in a page" "$tests/files/$program.out" printed
    rm "read/$program.py"
done
mkdir large hidden hidden/.git
head -c 34000000 /dev/zero >large/x.bin
echo secret | tee hidden/.env >hidden/.git/config
refuses 'at most 1000 files of 32 MiB together, and these are 1 of 32.4 MiB' page many/code.py --files large -o x.html
refuses 'nowhere: No such file' page many/code.py --files nowhere -o x.html
refuses '--files' page --course --files many -o site
"$qkv" page many/helper.py --files hidden -o x.html 2>/dev/null
grep -q '"below":\[\],"reads":"hidden"' x.html && pass || fail "hidden files stay away"
"$qkv" page many/code.py -o x.html --force 2>/dev/null
grep -q 'No such file or directory: .w.pth.*drop it onto the page' x.html || tr '\n' ' ' <x.html | grep -q 'w.pth.*no such file lies beside the program: drop it onto the page' && pass || fail "what a page says of a file that is not there"

# --- the page in a browser ---
if command -v chromedriver >/dev/null 2>&1; then
    for part in browser beside pointed hostile; do
        node "$tests/page_$part.mjs" "$scratch" "$qkv" >said 2>&1
        status=$?
        grep -a '^FAIL' said
        passed=$((passed + $(grep -ac '^ok' said)))
        failed=$((failed + $(grep -ac '^FAIL' said)))
        [ "$status" -eq 0 ] || [ "$(grep -ac '^FAIL' said)" -gt 0 ] || fail "the page in Chromium: $part" said
    done
else
    skip "the page in a browser: no chromedriver here"
fi
tally page
