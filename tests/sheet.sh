#!/bin/sh
# Tests a page that a student fills in: what `qkv page --sheet` writes and refuses; that no answer and no
# secret is in it; and, in Chromium, that what it saves is what `qkv grade` reads.
#
#     sheet.sh QKV [long]        long: through all lessons, and with the browser
set -u
tests=$(cd "$(dirname "$0")" && pwd)
. "$tests/tally.sh"
enter "$1"
export QKV_PAGE=none.html # a sheet needs no engine
fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
    if [ $# -gt 1 ]; then head -n 6 "$2"; fi
}
expect() { if [ "$2" = "$3" ]; then pass; else fail "$1: '$3', not '$2'"; fi; }
holds() { if grep -qF -- "$2" "$3"; then pass; else fail "$1" "$3"; fi; }
lacks() { if grep -qF -- "$2" "$3"; then fail "$1"; else pass; fi; }
# refuses SENTENCE ARGUMENT...
refuses() {
    sentence=$1
    shift
    "$qkv" page "$@" >said 2>&1
    expect "status of $*" 2 $?
    holds "$*: $sentence" "$sentence" said
}

printf 'correct horse battery staple\n' >secret
printf 'another horse altogether\n' >other
printf 'id,name\nright,Ada L.\nwrong,"Bo ""B"" & <i>"\nhalf,\n' >class.csv
lessons="masks weight-splits" least=60
if [ "${2:-}" = long ]; then
    lessons=$("$qkv" lessons | sed -n 's/^ *[0-9][0-9]* *\([^ ]*\).*/\1/p') least=1000
fi

# --- files ---
"$qkv" page --sheet masks --student right --secret secret >said 2>&1
holds "one student" "right.html: for right, whose answers come back as right.txt" said
"$qkv" page --sheet masks --student right --secret secret -o - >again.html
cmp -s right.html again.html && pass || fail "the same secret gives the same page"
mkdir there
"$qkv" page --sheet masks --student right --secret secret -o there >said 2>&1
holds "a folder" "there/right.html: for right" said
cmp -s there/right.html again.html && pass || fail "the page of a student in a folder"
"$qkv" page --sheet masks --student right --secret other -o other.html 2>said
cmp -s right.html other.html && fail "another secret gives the same page" || pass
"$qkv" page --sheet masks --class class.csv --secret secret -o pages >said 2>&1
holds "a class" "3 pages in pages" said
expect "the files of a class" "half.html right.html wrong.html" "$(cd pages && echo *)"
"$qkv" page --sheet masks --class class.csv --student right --secret secret -o named.html 2>said
cmp -s named.html pages/right.html && pass || fail "a page alone is not the class's"
size=$(wc -c <right.html)
if [ "$size" -lt 100000 ]; then pass; else fail "a page has $size bytes"; fi

# --- refusals ---
refuses 'which lesson?' --sheet
refuses '--secret FILE is missing' --sheet masks --student right
refuses '--class FILE.csv is missing' --sheet masks --secret secret
refuses '-o FOLDER is missing' --sheet masks --secret secret --class class.csv
refuses '-o pages.html: sheets are several files' --sheet masks --secret secret --class class.csv -o pages.html
refuses 'there is no student nobody in class.csv' --sheet masks --secret secret --class class.csv --student nobody
refuses 'right.html is there already; --force' --sheet masks --secret secret --student right
refuses 'right.html is there already; --force' --sheet masks --secret secret --class class.csv -o pages
refuses '--student goes with --sheet' masks --student right
refuses '--secret goes with --sheet' masks --secret secret --static
refuses '--sheet and --static exclude each other' --sheet masks --static --student right --secret secret
refuses '--sheet and --set exclude each other' --sheet masks --set T=4 --student right --secret secret

if ! needs xmllint "pages of sheets as XML"; then
    tally sheet
    exit
fi

# --- lessons: well-formed, its template is the sheet's, and no key that the printed sheet lacks ---
# told PAGE: what a page says of its own, without the face
told() { sed '/^<style>$/,/^<\/style>$/d; /^<script>/,/^<\/script>/d; s/value="line [0-9]*"//' "$1"; } # each line can be pressed
letters() { sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g'; }
# The lines behind the keys of a student, in the Markdown of all keys: the key, the solution.
solutions() {
    awk -v id="$1" '/^# / { own = 0; head = 1; next } head && NF { own = index($1, id) == 1; head = 0 }
        /^## / { key = 0 } own && key { print } /^\*\*Key:/ { key = 1 }
        own && sub(/^\*\*Key:\*\* /, "") { print }' "$2"
}
# Which of the lines of the first file stand in the third and not in the second; then how many it does not have.
leaks() {
    awk 'FNR == 1 { file++ } file == 1 && length($0) > 3 { key[$0] } file == 2 { paper = paper "\n" $0 } file == 3 { page = page "\n" $0 }
        END { for (k in key) if (!index(paper, k)) { looked++; if (index(page, k)) print "FAIL it tells " k } print looked + 0 }' "$@"
}
mkdir on of paper
sed 's/^option: \*n\*/right: *n*/' "$tests/classroom/sheet.md" >several.md # a choice of several
looked=0
for of in $lessons several.md; do
    lesson=${of%.md}
    "$qkv" worksheet "$of" --secret secret --class class.csv --key --md -o "on/$lesson" >/dev/null 2>why ||
        fail "$lesson" why
    "$qkv" worksheet "$of" --secret secret --class class.csv -o "paper/$lesson" >/dev/null 2>&1
    "$qkv" page --sheet "$of" --secret secret --class class.csv -o "of/$lesson" 2>why || fail "$lesson" why
    for id in right wrong half; do
        page=of/$lesson/$id.html template=on/$lesson/sheets/$id.txt
        xmllint --noout --nonet "$page" 2>why && pass || fail "$page is not well-formed" why
        xmllint --xpath 'string(//*[@id="file"])' "$page" >text
        echo | cat "$template" - | cmp -s - text && pass || fail "$page: its template is not the sheet's"
        solutions $id "on/$lesson/keys.md" >keys
        letters <"paper/$lesson/sheets/$id.html" | cat - "$template" >plain
        told "$page" | letters >shown
        leaks keys plain shown >said
        grep -q FAIL said && fail "$page" said || pass
        looked=$((looked + $(tail -n 1 said)))
    done
done
if [ "$looked" -gt $least ]; then pass; else fail "only $looked lines of keys were looked for"; fi
grep -rqF -e 'correct horse' -e "$(printf 'correct horse battery staple' | base64)" of && fail "a page holds the secret" || pass

# --- two lessons that differ in their answers alone give the same pages ---
cp "$tests/classroom/sheet.md" answers.md
sed -E 's/^right: (.*)/option: \1/; t
    s/^option: 1 < 2/right: 1 < 2/; s/^step: first/either: then that \& this | last\n&/; s/^scores = .*/scores = x @ x.T + 1/; s/^w = .*/w = y * 3/
    s/^total = .*/total = v.sum(0, keepdim=True) + 1/; s/^made = .*/made = y.transpose(0, 3)/
    /^-- solution/,/^```$/{ s/^a = x \+ 1/a = x + 2/; s/^b = a \* 3/b = a * 2/; s/n \+ 1 < 9/n + 2 < 9/ }' answers.md >twin.md
mkdir twin && mv twin.md twin/answers.md
for id in s01 s02 s03; do
    for of in . twin; do
        "$qkv" page --sheet $of/answers.md --student $id --secret secret -o $of/$id.html --force 2>/dev/null
        "$qkv" worksheet $of/answers.md --student $id --secret secret --key --md -o $of/$id.md --force 2>/dev/null
    done
    cmp $id.html twin/$id.html >why 2>&1 && pass || fail "the page of $id depends on the answers" why
    expect "keys that differ" 7 "$(diff $id.md twin/$id.md | grep -c '^< \*\*Key:\|^< .*return n + 1')"
done

# --- no text of a lesson or a class becomes markup, and no mark of the face is filled in in it ---
cat >hostile.md <<'X'
# </title><script>alert(1)</script> @SCRIPT@

```python
x = 1
```

```exercise one
kind: choice
right: </script><script>alert(2)</script> ]]>
option: <img src=x onerror=alert(3)>

Which? <b onclick="alert(4)">@STYLE@</b> [a](javascript:alert(5))
```

```exercise two
kind: code
define: f
try: f(1)

Write `</textarea><script>alert(6)</script>`.

-- start
~~~python
def f(n):  # </textarea></pre><script>alert(7)</script>
~~~
-- solution
~~~python
def f(n): return n
~~~
```
X
"$qkv" page --sheet hostile.md --student '"><script>alert(8)<!--' --secret secret -o hostile.html 2>why || fail "a hostile lesson" why
xmllint --noout --nonet hostile.html 2>why && pass || fail "a hostile lesson is well-formed" why
told hostile.html >said
if grep -qE '<(script|img|b onclick)|href="javascript' said; then fail "markup of a lesson" said; else pass; fi
expect "scripts of a hostile page" 1 "$(grep -c '<script' hostile.html)"
holds "a mark in a lesson is text" '@SCRIPT@' said

# --- in browsers ---
# browse BROWSER DRIVER [BEFORE...]: what the browser needs around it
browse() {
    browser=$1
    needs "$2" "sheets in $browser" && needs "${3:-node}" "sheets in $browser" || return
    shift 2
    "$@" node "$tests/sheet_browser.mjs" "$scratch" "$qkv" "$browser" >said 2>&1
    status=$?
    grep '^FAIL' said | sed "s/^FAIL/& $browser:/"
    passed=$((passed + $(grep -c '^ok' said)))
    failed=$((failed + $(grep -c '^FAIL' said)))
    [ "$status" -eq 0 ] || [ "$(grep -c '^FAIL' said)" -gt 0 ] || fail "sheets in $browser" said
}
if [ "${2:-}" = long ] && needs node "sheets in a browser"; then
    browse chromium chromedriver
    browse firefox firefox-esr
    browse webkit WebKitWebDriver xvfb-run -a
fi
tally sheet
