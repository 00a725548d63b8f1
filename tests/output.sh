#!/bin/sh
# No output is lost in silence, and nothing that others wrote moves a terminal: every command with a
# full disk, a closed pipe and a file of limited size; every place on standard error that repeats
# what it was given.
#
#     output.sh build/qkv
set -u
. "$(dirname "$0")/tally.sh"
enter "$1"
fail() {
    failed=$((failed + 1))
    echo "FAIL output: $1"
}
is() { # what, wanted, got
    if [ "$2" = "$3" ]; then pass; else fail "$1: wanted '$2', got '$3'"; fi
}

# --- what the commands are given ---
printf 'correct horse battery staple\n' >secret
printf 'id,name\ns01,One\n' >class.csv
cat >lesson.md <<'END_OF_LESSON'
# Lesson

```python
import torch
x = torch.softmax(torch.arange(6.).view(2, 3), dim=-1)
print(x)
```

```exercise shape
kind: shape
of: x

Which shape?
```
END_OF_LESSON
printf 'import torch\nx = torch.ones(2, 3)\nx.softmax(1)\nprint(x)\n' >warned.py
: >keys
mkdir in && printf 'shape: 2, 3\n' >in/s01.txt

# A line of each command and of each way in which it writes. A command without one is a failure.
invocations() {
    case $1 in
    run) echo 'run single-head' ;;
    trace) printf '%s\n' 'trace single-head' 'trace --json single-head' 'trace --json --values single-head' ;;
    walk) printf '%s\n' 'walk --no-state --plain single-head' 'walk --no-state --script keys single-head' 'walk --no-state --plain' ;;
    lint) printf '%s\n' 'lint warned.py' 'lint --json warned.py' 'lint --sarif warned.py' ;;
    diff) printf '%s\n' 'diff single-head wrapper' 'diff single-head wrapper --json' ;;
    heatmap) printf '%s\n' 'heatmap --describe -o out.png single-head' 'heatmap -o - single-head' ;;
    page) printf '%s\n' 'page single-head --static -o -' 'page lesson.md --static -o -' \
        'page --sheet lesson.md --secret secret --student s01 -o -' ;;
    practice) printf '%s\n' 'practice --no-state --plain lesson.md' 'practice --no-state --plain' ;;
    worksheet) printf '%s\n' 'worksheet lesson.md --secret secret --student s01 --md -o -' \
        'worksheet lesson.md --secret secret --class class.csv --force -o sheets' ;;
    grade) echo 'grade lesson.md in --secret secret --class class.csv --force -o grades.csv' ;;
    read) printf '%s\n' 'read single-head' 'read lesson.md' ;;
    operations) echo operations ;;
    lessons) echo lessons ;;
    lesson) printf '%s\n' 'lesson check --variants 1 lesson.md' "lesson new new-$2" ;;
    esac
    echo "$1 --help"
}
commands=$("$qkv" --help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p')
for command in $commands; do
    if [ "$(invocations "$command" 0 | wc -l)" -lt 2 ]; then fail "no line for qkv $command"; fi
done
is 'commands are listed' 1 "$([ "$(echo "$commands" | wc -l)" -ge 11 ] && echo 1)"
all() { # the lines of all commands; $1 keeps files apart
    printf '%s\n' --help --version
    for command in $commands; do invocations "$command" "$1"; done
}

# --- a full disk: one sentence, status 2 ---
all full >lines
if [ -c /dev/full ]; then
    while read -r line; do
        # shellcheck disable=SC2086 # a line is words
        "$qkv" $line >/dev/full 2>err </dev/null
        is "'$line' >/dev/full: status" 2 $?
        is "'$line' >/dev/full: said once" 1 \
            "$(grep -c '^qkv: cannot write standard output: No space left on device$' err)"
    done <lines
else
    skip 'no /dev/full'
fi

# --- no standard output at all ---
"$qkv" lessons >&- 2>err
is 'closed standard output: status' 2 $?
is 'closed standard output: said' 1 "$(grep -c '^qkv: cannot write standard output: ' err)"

# --- no standard input: the first file that is opened has its number ---
"$qkv" heatmap single-head --layer 1 -o alone.svg <&- >out 2>err
is 'closed standard input: a file is written' '0 0' "$? $(wc -c <err | tr -d ' ')"
is 'closed standard input: it is whole' 1 "$(grep -c '</svg>' alone.svg)"

# --- files of limited size (ulimit -f): what does not fit is told ---
for line in 'run single-head' operations 'trace --json --values single-head'; do
    # shellcheck disable=SC2086
    (ulimit -f 1 && "$qkv" $line >limited 2>err)
    is "'$line' into a file of one block: status" 2 $?
    is "'$line' into a file of one block: said once" 1 \
        "$(grep -c '^qkv: cannot write standard output: File too large$' err)"
done

# --- code that prints without end is ended when nobody gets it ---
printf 'while True:\n    print("on and on")\n' >endless.py
if [ -c /dev/full ]; then
    "$qkv" run --timeout 60 endless.py >/dev/full 2>err
    is 'endless output into a full disk' '2 1' "$? $(wc -l <err | tr -d ' ')"
fi

# --- a closed pipe: a quiet end ---
all pipe >lines
while read -r line; do
    rm -f gone said
    {
        while [ ! -e gone ]; do sleep 0.01; done
        # shellcheck disable=SC2086
        "$qkv" $line 2>said </dev/null
        echo $? >status
    } | { exec <&- && : >gone; }
    while [ ! -s status ]; do sleep 0.01; done
    # a command that writes nothing but what it says in the end has its status by then
    is "'$line' into a closed pipe: status" 141 "$(cat status)"
    is "'$line' into a closed pipe: quiet" 0 "$(grep -c 'cannot write' said)"
    rm -f status
done <lines
(
    trap '' PIPE
    {
        while [ ! -e gone2 ]; do sleep 0.01; done
        "$qkv" lessons 2>said
        echo $? >status2
    } | { exec <&- && : >gone2; }
    while [ ! -s status2 ]; do sleep 0.01; done
)
is 'a closed pipe, SIGPIPE ignored: a quiet end' '141 0' "$(cat status2) $(wc -c <said | tr -d ' ')"

# --- files that options write are whole or absent ---
absent() { # words
    mkdir -p whole
    { (ulimit -f 0 && "$qkv" "$@") 2>&1 </dev/null; echo "status $?"; } | cat >said
    is "'$*' without room: status" 'status 2' "$(tail -n 1 said)"
    is "'$*' without room: it is said" 1 "$(grep -c 'cannot be written\|Not written' said)"
    is "'$*' without room: nothing is left" '' "$(ls whole)"
    rm -rf whole
}
absent heatmap single-head -o whole/o.png
absent heatmap single-head -o whole/o.svg
absent worksheet lesson.md --secret secret --student s01 -o whole/o.md
absent grade lesson.md in --secret secret --class class.csv -o whole/o.csv
absent lesson new whole/new

# --- what others wrote is text: escape sequences, C1 controls, marks that turn letters ---
evil=$(printf '\033]0;title\007\033[2J\302\233\342\200\256\r')
raw() { LC_ALL=C grep -c "$(printf '[\001-\010\013-\037\177]\\|\302[\200-\237]\\|\342\200[\250-\256]')" "$1"; }
printf 'none' >"$evil.py"
printf 'x = 1\n' >plain.py
for bytes in '\033' '\007' '\r' '\177' '\302\233' '\342\200\256'; do
    # shellcheck disable=SC2059 # the format is the text
    is "the check sees $bytes" 1 "$(printf "a${bytes}b\n" >bytes && raw bytes)"
done
safe() { # what, words
    what=$1
    shift
    "$qkv" "$@" >out 2>err </dev/null
    is "$what: standard error" 0 "$(raw err)"
    is "$what: standard output" 0 "$(raw out)"
}
clean() { # the same, and it is there as text
    safe "$@"
    if cat out err | grep -q 'x1b\|u001b'; then pass; else fail "$1: it is not told"; fi
}
clean 'a file that is not there' run "no$evil.py"
clean 'a file that is there' run "$evil.py"
clean 'a folder' run "$(mkdir "d$evil" && echo "d$evil")"
clean 'a command' "$evil"
clean 'an option' run "--$evil" plain.py
for option in cells simd; do safe "--$option" run "--$option" "1$evil" plain.py; done
for option in seed max-steps max-memory timeout threads set; do
    clean "--$option" run "--$option" "1$evil" plain.py
done
clean 'a knob' run --set "$evil=3" plain.py
clean 'a stage' trace --stage "$evil" single-head
safe 'a step' trace --step "1$evil" single-head
clean 'a cell' trace --step 1 --cell "$evil" single-head
for option in step labels; do safe "heatmap --$option" heatmap "--$option" "$evil" -o out.png single-head; done
for option in stage name head batch layer size scale theme cmap vmin center annot decimals mask \
    highlight dpi font meta; do
    clean "heatmap --$option" heatmap "--$option" "$evil" -o out.png single-head
done
clean 'a picture that cannot be written' heatmap -o "no/$evil.png" single-head
clean 'two files' heatmap --diff "$evil" "$evil"
safe 'walk --size' walk --no-state --script keys --size "$evil" single-head
for option in color theme script compare; do
    clean "walk --$option" walk --no-state --script keys "--$option" "$evil" single-head
done
clean 'a lesson to walk' walk --plain "$evil"
clean 'a lesson to practise' practice --plain "$evil"
clean 'a lesson to check' lesson check "$evil"
clean 'a lesson that is new' lesson new "no/$evil"
safe 'a word of lesson' lesson "$evil"
clean 'a class' worksheet lesson.md --secret secret --class "$evil" -o sheets
clean 'a secret' worksheet lesson.md --secret "$evil" --class class.csv -o sheets
clean 'a student' worksheet lesson.md --secret secret --class class.csv --student "$evil" -o one.html
clean 'sheets' worksheet lesson.md --secret secret --class class.csv -o "no/$evil"
clean 'hand-ins' grade lesson.md "$evil" --secret secret --class class.csv -o marks.csv
mkdir strays && printf 'shape: 2, 3\n' >"strays/x1b$evil.txt"
clean 'who is not in the class' grade lesson.md strays --secret secret --class class.csv --force -o g.csv
printf 'id,name\n%s,a\n%s,b\n' "$evil" "$evil" >evil.csv
safe 'a row of a class' worksheet lesson.md --secret secret --class evil.csv -o sheets2

python() { printf '%s\n' "$2" >"$1.py"; } # a file of code
python raised 'raise ValueError("a\x1b]0;t\x07\x9b\u202e\r")'
python named "raise ValueError('$evil')"
python key 'd = {}; d["\x1b[2J"]'
python attribute 'class A: pass
getattr(A(), "\x1b[2J")'
python module '__import__("x\x1b[2J")'
python noted 'e = ValueError("x"); e.add_note("\x1b[2J"); raise e'
python exited 'raise SystemExit("\x1b[2J")'
python assertion 'assert False, "\x1b[2J"'
python syntax "x = = '$evil'"
python class 'raise type("E\x1b[2J", (Exception,), {})("x")'
python chain 'try:
    1 / 0
except ZeroDivisionError as e:
    raise ValueError("\x1b[2J") from e'
python group 'import torch
torch.einsum("\x1b[2J", torch.ones(2))'
python standard 'import sys
sys.stderr.write("\x1b[2J\x9b\n")'
for name in raised named key attribute module noted exited assertion syntax class chain group; do
    for command in run trace lint 'trace --json' 'walk --no-state --script keys' heatmap; do
        # shellcheck disable=SC2086
        clean "$name under $command" $command $name.py
    done
    clean "$name under practice" practice --no-state --plain $name.py
done
clean 'standard error of the code' run standard.py
printf '# x\n\n```python\nx = 1\n```\n\n```exercise a%s\nkind: s%s\n%s: 1\n\nWhich?\n```\n' "$evil" "$evil" "$evil" >evil.md
clean 'an exercise' lesson check evil.md
clean 'an exercise to practise' practice --no-state --plain evil.md
clean 'exercises for sheets' worksheet evil.md --secret secret --class class.csv -o sheets3
cp warned.py "warned$evil.py"
clean 'where a warning stands' lint "warned$evil.py"
printf 'import torch\nx = torch.ones(2, 3)\nx.view(3, 2) # x\nd = {"%s": 1}\nx["x" != "%s"] @ x.T; x.view(len("%s") * 0 + 3, 2)\n' \
    "$evil" "$evil" "$evil" | tr -d '\r' >quoted.py
clean 'code in a trace' trace --all quoted.py
clean 'code as JSON' trace --all --json quoted.py
printf '# x\n\n```python\n%%matplotlib x1b%s\n```\n' "$(echo "$evil" | tr -d '\r')" >magic.md
clean 'a magic that is skipped' run magic.md

# --- what code prints: bytes into a file, text on a terminal ---
printf 'print("\\x1b[1mbold\\x1b[0m")\n' >bold.py
"$qkv" run bold.py >out 2>err
is 'into a file byte by byte' "$(printf '\033[1mbold\033[0m')" "$(cat out)"
is 'into a file without a word' 0 "$(wc -c <err | tr -d ' ')"
if script -qec true /dev/null >out 2>&1 </dev/null; then
    script -qec "'$qkv' run bold.py" /dev/null </dev/null | tr -d '\r' >out
    is 'on a terminal as text' 1 "$(grep -cF '\x1b[1mbold\x1b[0m' out)"
    is 'on a terminal with a note' 1 "$(grep -c '^qkv: bold.py prints control characters' out)"
    is 'on a terminal: no such bytes' 0 "$(raw out)"
    script -qec "'$qkv' trace --all quoted.py" /dev/null </dev/null | tr -d '\r' |
        sed "s/$(printf '\033')\[[0-9]*m//g" >out
    is 'a trace in colours' 0 "$(raw out)"
    is 'a trace tells what it hides' 1 "$(grep -c '\\x1b' out | sed 's/[1-9][0-9]*/1/')"
else
    skip 'no script(1): nothing was run on a terminal'
fi

# --- what a student's exception says, in the table and in the feedback ---
mkdir -p strange
printf '# 9\nwrite-softmax:\n```python\nraise ValueError("**b** _i_ \342\200\256live\342\201\246")\n```\n' >strange/s01.txt
"$qkv" grade softmax strange --secret secret --class class.csv --force -o strange.csv --feedback told >/dev/null 2>&1
is 'letters turned by an answer' '' "$(grep -l "$(printf '\342\200\256\|\342\201\246')" strange.csv told/s01.md)"
is 'they are shown' 1 "$(grep -c 'ValueError: \*\*b\*\* _i_ .u202elive.u2066' strange.csv)"
is 'and are not bold' 1 "$(grep -c 'ValueError: \\\*\\\*b\\\*\\\* \\_i\\_ ' told/s01.md)"

# --- the sheet of a lesson that a stranger wrote ---
cat >stranger.md <<'END_OF_LESSON'
# Lesson

```python
import torch
x = torch.ones(2, 3)
```

```exercise shape
kind: shape
of: x

Which shape? ![one](http://there/p.png) ![two](//there/p.png) ![three](own.png) [![four](HTTPS://there/p.png)](http://there) ![five]

<script>alert(1)</script> <img src="q" onerror="x" /> `a < b`

[five]: http://there/five.png
```
END_OF_LESSON
"$qkv" worksheet stranger.md --secret secret --student s01 --html -o - >sheet.html
is 'pictures in a sheet' '<img src="own.png"' "$(grep -o '<img src=[^ ]*' sheet.html)"
is 'words of those from elsewhere' 1 "$(grep -c 'one two <img.*four.*five' sheet.html)"
is 'scripts in a sheet' '' "$(grep -i '<script\|onerror' sheet.html)"
"$qkv" worksheet stranger.md --secret secret --student s01 --md -o - >sheet.md
is 'pictures and tags in a sheet of Markdown' '' "$(grep '!\[\|<' sheet.md)"
# links that are no pages: their words stay; a page's address stays in both
for scheme in javascript: JavaScript: data:text/html, vbscript: file:///etc/ 'java&#115;cript:' ; do
    for link in "[words]($scheme"'x)' "[words][five]" "<${scheme}x>" "[words](<${scheme}x>)"; do
        { sed '/^Which shape/,/^<script/d; /^\[five\]/d; /^```$/,$d' stranger.md
          printf '```\n\n```exercise shape\nkind: shape\nof: x\n\nWhich shape? %s\n\n[five]: %sx\n```\n' "$link" "$scheme"
        } >linked.md
        for form in html md; do
            "$qkv" worksheet linked.md --secret secret --student s01 --$form -o - >links.$form 2>links.err
            is "a link by $link in $form" 1 "$(grep -c 'Which shape' links.$form)"
            is "no link by $link in $form" '' "$(grep -i 'href="[^h#]\|\](\|\]:\|\]\[' links.$form)"
        done
    done
done
sed 's,^Which shape.*,Which shape? [words](https://there/p) [beside](own.md),; /^<script/d; /^\[five\]/d' stranger.md >linked.md
for form in html md; do
    is "a page's address in $form" 1 "$("$qkv" worksheet linked.md --secret secret --student s01 --$form -o - | grep -c 'https://there/p.*own.md')"
done
tally output
