#!/bin/sh
# Is a page what the program says it is? What `qkv page` writes and refuses; then the page's engine under node:
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

# --- the page in a browser ---
if command -v chromedriver >/dev/null 2>&1; then
    for part in browser pointed hostile; do
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
