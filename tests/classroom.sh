#!/bin/sh
# Tests a class, its sheets, its hand-ins, and their marks: good ones, damaged ones and hostile ones.
#
#     tests/classroom.sh [QKV [STUDENTS]]
#
# Every student answers what the table of keys says, and must get full points; every tenth hands in
# something broken, and must get its reason without anybody else losing a point.
set -eu
. "$(dirname "$0")/tally.sh"
qkv=${1:-build/qkv}
students=${2:-60}
case $qkv in /*) ;; *) qkv=$PWD/$qkv ;; esac
lesson=$PWD/tests/classroom/class.md
forty=$PWD/tests/classroom/forty
strangers=$PWD/tests/classroom/strangers
work=$(mktemp -d)
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work"
fail() {
    echo "FAIL classroom: $1"
    failed=$((failed + 1))
}
expect() { # what, wanted, got
    if [ "$2" = "$3" ]; then pass; else fail "$1: wanted $2, got $3"; fi
}

# --- sheets ---
printf 'correct horse battery staple\n' >secret
printf 'another horse altogether\n' >other
{
    echo 'id,name'
    awk -v n="$students" 'BEGIN { for (k = 1; k <= n; k++) printf "st%03d,\"Some, One %d\"\n", k, k }'
} >class.csv
"$qkv" worksheet "$lesson" --secret secret --class class.csv -o one --key >said
"$qkv" worksheet "$lesson" --secret secret --class class.csv -o two --key >/dev/null
"$qkv" worksheet "$lesson" --secret other --class class.csv -o three >/dev/null
expect "the sheets are said" 1 "$(grep -c "^$students sheets in one" said)"
if ! diff -r one two >/dev/null; then fail "the same secret gives other sheets"; fi
if cmp -s one/keys.csv three/keys.csv; then fail "another secret gives the same keys"; fi
if grep -rqE 'correct horse|another horse' one two three; then fail "a secret is on a sheet"; fi
"$qkv" worksheet "$lesson" --secret secret --class class.csv --student st001 -o alone.html
cmp -s alone.html one/sheets/st001.html || fail "a sheet alone differs from the class's"
cmp -s alone.txt one/sheets/st001.txt || fail "a template alone differs from the class's"
for number in 7 07 107; do # which place a lesson has in a course is no part of its name
    cp "$lesson" "$number-class.md"
    "$qkv" worksheet "$number-class.md" --secret secret --class class.csv --student st001 -o "$number.html"
    cmp -s "$number.txt" one/sheets/st001.txt || fail "lesson $number-class gives other sheets than class"
done
for form in html: md: html:--md md:--html; do # the file's ending decides where no option does
    # shellcheck disable=SC2086 # no option is no word
    "$qkv" worksheet "$lesson" --secret secret --class class.csv --student st001 --force ${form#*:} \
        -o "form.${form%:*}"
    case $form in md: | html:--md) want=0 ;; *) want=1 ;; esac
    expect "a sheet as ${form}" "$want" "$(grep -c '^<html' "form.${form%:*}")"
done
if "$qkv" worksheet "$lesson" --secret secret --class class.csv -o one 2>/dev/null; then
    fail "sheets were written over without --force"
fi
if needs xmllint "sheets as XML"; then
    xmllint --noout one/print.html one/keys.html one/sheets/st001.html || fail "no valid XML"
fi

# --- a sheet with all that it may print, as page and as Markdown, and their keys; UPDATE=1 writes them anew ---
for form in --html '--html --key' --md '--md --key'; do
    # shellcheck disable=SC2086 # several words
    "$qkv" worksheet "$(dirname "$lesson")/sheet.md" --secret secret --student s01 $form -o - |
        sed '/<!DOCTYPE/,/<\/head>/d'
done >sheet.out
if [ -n "${UPDATE:-}" ]; then cp sheet.out "$(dirname "$lesson")/sheet.out"; fi
if cmp -s sheet.out "$(dirname "$lesson")/sheet.out"; then pass; else
    fail "a sheet of everything: $(diff "$(dirname "$lesson")/sheet.out" sheet.out | head -n 8)"
fi

# --- an exam has versions in place of students ---
for n in 1 3 26; do
    "$qkv" worksheet "$lesson" --secret secret --versions $n -o "exam$n" >/dev/null
    expect "$n versions" "$n" "$(find "exam$n/sheets" -name '*.html' | wc -l | tr -d ' ')"
done
expect "versions are letters" "A.txt B.txt C.txt" "$(cd exam3/sheets && ls ./*.txt | sed 's|./||' | xargs)"
cmp -s exam3/sheets/A.txt exam26/sheets/A.txt || fail "version A depends on how many there are"
for n in 27 -1 x; do
    if "$qkv" worksheet "$lesson" --secret secret --versions $n -o none 2>/dev/null || [ -e none ]; then
        fail "--versions $n was taken"
    fi
done

# --- names that are formulas, tags and Markdown stay text ---
printf 'id,name\n=1+1,"<b>x</b> [y](z)"\n' >odd.csv
"$qkv" worksheet "$lesson" --secret secret --class odd.csv -o odd >/dev/null
"$qkv" worksheet "$lesson" --secret secret --class odd.csv -o odd-md --md >/dev/null
mkdir odd-in && printf 'shape: <i>\n' >'odd-in/=1+1.txt'
"$qkv" grade "$lesson" odd-in --secret secret --class odd.csv -o odd-grades.csv --feedback odd-said >/dev/null
expect "no formula in tables" 0 "$(cat odd/keys.csv odd-grades.csv | grep -c '^"*=' || true)"
expect "a formula is guarded" 4 "$(grep -c "^'=1+1," odd-grades.csv)"
if grep -rqE --include='*.html' --include='*.md' '(^|[^\\])<[bi]>' odd odd-md odd-said; then fail "a tag got through"; fi
if grep -rqF --include='*.md' '[y](z)' odd-md odd-said; then fail "a link got through"; fi

# --- a student whose numbers cannot be asked is named, the others get their sheets ---
cat >some.md <<'END'
# Some

```draw
n: 1 | 2
```

```python
n = 2
```

```exercise a
kind: choice
right: {{6 // (n - 1)}}
option: none

Which?
```
END
if "$qkv" worksheet some.md --secret secret --class class.csv -o some >/dev/null 2>some-said; then
    fail "sheets that are missing are no success"
fi
without=$(grep -c 'no sheet for st.*ZeroDivisionError' some-said)
expect "all have a sheet or a reason" "$students" "$(($(find some/sheets -name '*.txt' | wc -l) + without))"
if [ "$without" = 0 ] || [ "$without" = "$students" ]; then fail "nothing was tried: $without"; fi

# --- a disk without room is told ---
mkdir few && printf 'shape: 1\n' >few/st001.txt
if (ulimit -f 2 && "$qkv" grade "$lesson" few --secret secret --class class.csv -o few.csv) >/dev/null 2>few-said; then
    fail "marks that could not be written are no success"
fi
expect "a full disk is told" 1 "$(grep -c 'few.csv.* cannot be written: ' few-said)"

# --- hand-ins: the templates, with the keys behind the names ---
mkdir in
hand_in() { # student file
    {
        sed -n '1,/^$/p' "one/sheets/$1.txt"
        for exercise in shape cell pick; do
            key=$(grep "^$1,.*,$exercise," one/keys.csv | sed "s/.*,$exercise,[a-z]*,1,//; s/\"//g")
            echo "$exercise: $key"
        done
        printf 'double:\n```python\ndef double(t):\n    return t + t\n```\n'
    } >"$2"
}
k=1
while [ $k -le "$students" ]; do
    id=$(printf 'st%03d' $k)
    case $((k % 3)) in
    0) hand_in "$id" "in/$id.txt" ;;
    1) mkdir "in/$id" && hand_in "$id" "in/$id/answers.md" ;;
    2) hand_in "$id" "in/$id.md" ;;
    esac
    k=$((k + 1))
done

# --- every tenth is damaged; `wanted` gets the number of rights that are left ---
: >wanted
code() { # student, code: instead of the right one
    rm -rf "in/$1" "in/$1".*
    hand_in "$1" "in/$1.txt"
    sed -i.bak '/^def double/,/return/d' "in/$1.txt"
    rm "in/$1.txt.bak"
    awk -v code="$2" '{ print } /^```python/ { print code }' "in/$1.txt" >t && mv t "in/$1.txt"
}
k=10
while [ $k -le "$students" ]; do
    id=$(printf 'st%03d' $k)
    rights=3
    case $((k / 10 % 15)) in
    0) code "$id" 'while True: pass' ;;
    1) code "$id" 'import torch
x = torch.zeros(10 ** 10)' ;;
    2) code "$id" 'def double(t): return double(t)' ;;
    3) code "$id" 'exit()' ;;
    4) code "$id" 'while True: print("x" * 1000)' ;;
    5) code "$id" 'x = 9 ** 9 ** 9' ;;
    6) code "$id" 'x = []
while True: x = [x, x]' ;;
    7)
        rights=0
        rm -rf "in/$id" "in/$id".*
        head -c 100000 /dev/urandom >"in/$id.txt"
        ;;
    8)
        rights=0
        rm -rf "in/$id" "in/$id".*
        dd if=/dev/zero of="in/$id.txt" bs=1 count=1 seek=104857600 2>/dev/null
        ;;
    9)
        rights=0
        rm -rf "in/$id" "in/$id".*
        ln -s "$work/in/st003.txt" "in/$id.txt"
        ;;
    10)
        rights=4
        rm -rf "in/$id" "in/$id".*
        mkdir "in/$id"
        hand_in "$id" "in/$id/a
b.txt"
        ;;
    11)
        rights=0
        rm -rf "in/$id" "in/$id".*
        hand_in st001 "in/$id.txt"
        ;;
    12)
        rights=0
        rm -rf "in/$id" "in/$id".*
        echo 'no notebook' >"in/$id.ipynb"
        ;;
    13)
        rights=0
        rm -rf "in/$id" "in/$id".*
        mkfifo "in/$id.txt"
        ;;
    14)
        rights=0
        rm -rf "in/$id" "in/$id".*
        ;;
    esac
    echo "$id $rights" >>wanted
    k=$((k + 10))
done
echo stray >'in/nobody.txt'

# --- marks ---
grade() { "$qkv" grade "$lesson" in --secret secret --class class.csv "$@"; }
begun=$(date +%s)
grade -o grades.csv --feedback feedback >summary 2>notes
took=$(($(date +%s) - begun))
cat summary
expect "rows" "$((students * 4 + 1))" "$(grep -cE '^(student|st[0-9])' grades.csv)"
expect "the stray file is told" 1 "$(grep -c 'nobody.txt' notes)"
expect "feedback" "$students" "$(ls feedback | wc -l | tr -d ' ')"
k=1
while [ $k -le "$students" ]; do
    id=$(printf 'st%03d' $k)
    rights=$(grep "^$id " wanted | cut -d' ' -f2)
    expect "$id" "${rights:-4}" "$(grep "^$id," grades.csv | grep -c ',right,')"
    k=$((k + 1))
done
expect "nothing is without a reason or a mark" 0 "$(grep -c ',,$' grades.csv || true)"
if grade -o grades.csv >/dev/null 2>&1; then fail "marks were written over without --force"; fi
grade -o again.csv --jobs 1 >/dev/null 2>&1
cmp -s grades.csv again.csv || fail "marks differ from run to run"

# --- where nearly nothing fits, nothing is marked, and what may be the cause is said ---
printf 'what was there\n' >old.csv
alarm() { # what, status, words, grade's words: nothing is written over
    cp old.csv alarm.csv
    status=0
    "$qkv" grade "$@" -o alarm.csv --force >/dev/null 2>alarm-said || status=$?
    expect "$name: status" "$want" "$status"
    expect "$name: is said" 1 "$(grep -c "$says" alarm-said)"
    expect "$name: examples" "$examples" "$(grep -c '^qkv: st*[0-9]*: T' alarm-said || true)"
    if [ "$want" = 1 ]; then
        cmp -s old.csv alarm.csv || fail "$name: marks were written"
        if [ -e alarm.csv.part ]; then fail "$name: a part was left behind"; fi
    fi
}
fits() { # as alarm, but all is well
    status=0
    "$qkv" grade "$@" -o alarm.csv --force >/dev/null 2>alarm-said || status=$?
    expect "$name: status" 0 "$status"
    expect "$name: no alarm" 0 "$(grep -c 'No marks were written' alarm-said || true)"
}
awk -F, 'NR == 1 { print; next } { print "s" substr($1, 3) ",\"" $1 "\"" }' class.csv >ids.csv
for id in $(sed 's/,.*//; 1d' class.csv); do # Moodle's folders: the names fit other IDs
    mkdir -p "moodle/${id}_41_assignsubmission_file_"
    hand_in "$id" "moodle/${id}_41_assignsubmission_file_/sheet.txt"
done
sed 's/^st/zz/; s/Some, One/No, Body/' class.csv >nobody.csv
mkdir newer same all-stray few-strays
awk '{ print } /^```draw/ { print "version: 77" }' "$lesson" >newer/class.md
for k in 1 2 3 4 5 6 7 8 9; do
    cp one/sheets/st001.txt same/st00$k.txt
    sed -i.bak 's/^pick:.*/pick: a/' same/st00$k.txt
    cp same/st00$k.txt "few-strays/st00$k.txt"
    cp same/st00$k.txt "all-stray/zz$k.txt"
done
rm same/*.bak
want=1 examples=3
for name in secret ids version same; do
    case $name in
    secret) says='of .* sheets belong to none of these IDs: .* another secret, .* No marks' ;;
    ids) says='sheets were made for IDs that are not in this class: .* No marks were written' ;;
    version) says='sheets are of another version of the lesson: .* No marks were written' ;;
    same) says="8 of 9 sheets are somebody else's in the class: .* No marks were written" ;;
    esac
    case $name in
    secret) alarm "$lesson" in --secret other --class class.csv ;;
    ids) alarm "$lesson" moodle --secret secret --class ids.csv ;;
    version) alarm newer/class.md in --secret secret --class class.csv ;;
    same) alarm "$lesson" same --secret secret --class class.csv ;;
    esac
done
examples=0
name=nobody says='names in .* belong to nobody in nobody.csv, such as .*No marks were written'
alarm "$lesson" in --secret secret --class nobody.csv
name='all strays' says='9 of 9 names in all-stray belong to nobody in class.csv, such as zz1.txt'
alarm "$lesson" all-stray --secret secret --class class.csv
# The twins: two foreign sheets among many, late hand-ins beside strays, nothing at all.
cp -R in two-foreign
for k in 4 5; do
    rm -rf two-foreign/st00$k two-foreign/st00$k.*
    hand_in st001 two-foreign/st00$k.txt
done
name='two foreign sheets' && fits "$lesson" two-foreign --secret secret --class class.csv
expect "two foreign sheets: marks" "$(($(grep -c ',foreign,' grades.csv || true) + 8))" "$(grep -c ',foreign,' alarm.csv)"
for k in 1 2; do hand_in st00$k "late-st00$k.txt" && mkdir -p late-in && mv "late-st00$k.txt" "late-in/st00$k.txt"; done
touch late-in/notes.txt late-in/photo.jpg late-in/README.md
name='late ones and strays' && fits "$lesson" late-in --secret secret --class class.csv
mkdir empty-in
name='nothing at all' && fits "$lesson" empty-in --secret secret --class class.csv

# --- what is no folder, and where no table, no sheet and no folder of sheets can go ---
printf 'PK' >packed.ZIP
refused() { # words of the refusal, qkv's words
    said=$1
    shift
    status=0
    "$qkv" "$@" >/dev/null 2>refused-said || status=$?
    expect "$*" "2 1" "$status $(grep -c "^qkv: .*$said" refused-said)"
}
refused 'packed.ZIP is one packed file: unpack it' grade "$lesson" packed.ZIP --secret secret --class class.csv -o no.csv
refused 'class.csv is a file: give a folder' grade "$lesson" class.csv --secret secret --class class.csv -o no.csv
refused 'no-such cannot be read: No such file' grade "$lesson" no-such --secret secret --class class.csv -o no.csv
for ending in pdf docx txt csv xlsx png HTML.gz '' ; do
    refused 'ends in .html or .md' worksheet "$lesson" --secret secret --student s01 -o "no${ending:+.$ending}"
done
for ending in xlsx pdf txt ods ''; do
    refused 'ends in .csv' grade "$lesson" in --secret secret --class class.csv -o "no${ending:+.$ending}"
done
for ending in html md pdf csv; do
    refused 'give a folder' worksheet "$lesson" --secret secret --class class.csv -o "no.$ending"
done
expect "nothing was written" 0 "$(find . -maxdepth 1 -name 'no.*' | wc -l | tr -d ' ')"
for ending in HTML htm md; do
    "$qkv" worksheet "$lesson" --secret secret --student s01 -o "yes-$ending.$ending" && pass
done

# --- an interrupted run is taken up: what it left is a part of the rows ---
"$qkv" grade "$lesson" in --secret secret --class class.csv -o late.csv --jobs 1 >/dev/null 2>&1 &
run=$!
while [ "$(cat late.csv.part 2>/dev/null | wc -l)" -lt 9 ] && kill -0 $run 2>/dev/null; do :; done
kill -TERM $run 2>/dev/null || true
wait $run 2>/dev/null || true
if [ -e late.csv ]; then fail "the run was over before it could be interrupted"; fi
grade -o late.csv >late 2>/dev/null
if ! grep -q 'were marked by the run before' late; then fail "nothing of an interrupted run was taken up"; fi
cmp -s grades.csv late.csv || fail "marks differ after an interruption"
if [ -e late.csv.part ]; then fail "the part of an interrupted run is left behind"; fi
if grep -qE 'correct horse' ./*.csv feedback/* summary notes; then fail "the secret was told"; fi

# --- hand-ins as people make them, with the marks that a person would give ---
cp -R "$forty" forty
cd forty
touch -t 202401011000 in/s22/first.txt
touch -t 202401021000 in/s22/second.txt
cp class.csv plain.csv
mark() { "$qkv" grade forty.md in --secret secret "$@"; }
mark --class class.csv -o marks.csv --feedback feedback >summary 2>notes
cut -d, -f1,3,4,6 marks.csv >as-they-are # names have no commas here
cp wanted.csv as-wanted
if ! diff as-wanted as-they-are >differ; then
    cat differ >&2
    fail "marks that a person would not give"
fi
for file in s25.docx s26.txt s27.txt s28.ipynb photo.jpg; do
    expect "$file is left to a person, and named" 1 "$(grep -c "^  s[0-9]*: $file " notes)"
done
expect "what was not understood is named with file and line" 1 \
    "$(grep -c 's39: Not read as an answer in s39.md: line 1 "Here is my work:", line 26 "Thanks!"' notes)"
grep -q 's39.md: line 26' feedback/s39.md && fail "two lines are one sentence"
grep -q 'line 26 "Thanks!"' feedback/s39.md || fail "the feedback names what was not understood"
grep -q 's01' feedback/s32.md && fail "a student is told of another"
expect "the teacher is told whose sheet it is" 6 "$(grep '^s32,' marks.csv | grep -c 'It is the sheet of s01')"
grep -q 'second.txt counts, the newer one, not first.txt' feedback/s22.md || fail "which of two files counts"
grep -q 'studentk_5020_10559_sheet.txt counts' feedback/s20.md || fail "which of two uploads counts"
grep -q 'counts' feedback/s23.md && fail "two files that are the same are one"
if grep -F '[me](' feedback/s38.md || grep -qF 'http://' feedback/s38.md; then fail "a link got through"; fi
grep -q 'out of memory: .* of the allowed 128 MiB' feedback/s37.md || fail "memory is told as something else"

# --- whatever a hand-in makes, it gets no more than its limit, and is told which ---
mkdir big
printf 'write-mask:\n```\nx = "a" * 10 ** 9\n```\n' >big/s01.txt
printf 'write-mask:\n```\nx = ("a" * 10 ** 6).replace("a", "b" * 10 ** 4)\n```\n' >big/s02.txt
printf 'write-mask:\n```\nx = "%%2000000000d" %% 3\n```\n' >big/s03.txt
"$qkv" grade forty.md big --secret secret --class class.csv -o big.csv >/dev/null 2>&1
expect "memory is told with its limit" 3 "$(grep ',write-mask,0,2,wrong,' big.csv | grep -c '128 MiB')"

# --- the class in another encoding gives the same marks ---
iconv -f UTF-8 -t UTF-16LE plain.csv >class.csv
mark --class class.csv -o wide.csv >/dev/null 2>&1
cmp -s marks.csv wide.csv || fail "a class in UTF-16 is another class"
cp plain.csv class.csv

# --- marks by hand outlive every marking ---
cp marks.csv old.csv
cp -R feedback old
{
    printf 'student;exercise;points;comment\r\n'
    printf 's33;one-share;0,5;Half for the way\r\n'
    printf 's25;write-mask;2;Seen on paper\r\n'
    printf 's02;one-share;;Well done\r\n'
    printf 'nobody;one-share;1;\r\n'
    printf 's01;no-such;1;\r\n'
    printf 's01;one-share;many;\r\n'
    printf 's01;one-share;5;\r\n'
    printf 's01;one-share;-1;\r\n'
    printf 's01;one-share;1,001;\r\n'
} | iconv -f UTF-8 -t UTF-16 >overrides.csv
cp overrides.csv before.csv
for round in first second; do
    mark --class class.csv -o marks.csv --feedback feedback --force >summary 2>notes
    cmp -s overrides.csv before.csv || fail "overrides.csv was written to"
    expect "$round: points by hand" 1 "$(grep -c '^s33,.*,one-share,0.5,1,by hand,"*Half for the way (by the program: wrong 0: ' marks.csv)"
    expect "$round: a file read by a person" 1 "$(grep -c '^s25,.*,write-mask,2,2,by hand,"*Seen on paper (by the program: ungraded: ' marks.csv)"
    expect "$round: a comment alone" 1 "$(grep -c '^s02,.*,one-share,1,1,right,Right. Well done' marks.csv)"
    expect "$round: rows that fit nobody" 2 "$(grep -cE 'overrides.csv, row [56]: (there is no student nobody|there is no exercise no-such); this row does not count' notes)"
    expect "$round: points that are none" 4 "$(grep -cE 'overrides.csv, row ([789]|10): points of this exercise are a number from 0 to 1, not (many|5|-1|1,001); this row does not count' notes)"
    expect "$round: what is refused is not counted" "$(grep '^s01,' old.csv)" "$(grep '^s01,' marks.csv)"
    grep -q 'Half for the way' feedback/s33.md || fail "a comment reaches the student"
    grep -q 'by the program' feedback/s33.md && fail "what the program said is for the teacher"
done
cp marks.csv new.csv
cp -R feedback new

# --- killed at any moment: what is there is whole, old or new ---
waits="0.05 0.1 0.2 0.3 0.5 0.8"
[ "$students" -ge 60 ] || waits="0.1 0.3"
for wait in $waits; do
    cp old.csv marks.csv
    cp old/*.md feedback
    mark --class class.csv -o marks.csv --feedback feedback --force >/dev/null 2>&1 &
    run=$!
    sleep $wait
    kill -KILL $run 2>/dev/null || true
    wait $run 2>/dev/null || true
    cmp -s marks.csv old.csv || cmp -s marks.csv new.csv || fail "half a table after a kill"
    for one in feedback/s??.md; do
        name=${one#feedback/}
        cmp -s "$one" "old/$name" || cmp -s "$one" "new/$name" || fail "half of $name after a kill"
    done
done
mark --class class.csv -o marks.csv --feedback feedback --force >/dev/null 2>&1
cmp -s marks.csv new.csv || fail "marks differ after kills"
diff -r feedback new >/dev/null || fail "feedback differs after kills"
cd "$work"

# --- three classes of somebody who did not know how hand-ins are read ---
cp -R "$strangers" strangers
cd strangers
touch -t 202411011000 masks/*90010*/sheet.txt
touch -t 202411021000 masks/*90010*/sheet\ *
{
    echo 'lesson,student,exercise,points,status'
    for name in softmax masks by-hand softmax-2 by-hand-2; do
        "$qkv" grade ${name%-2}.md $name --secret secret --class ${name%-2}.csv -o marks.csv --force >/dev/null 2>&1
        sed -n '2,$s/,"[^"]*",/,name,/; 2,$s/^/'$name,'/p' marks.csv | cut -d, -f1,2,4,5,7
    done
} >as-they-are
diff wanted.csv as-they-are >&2 || fail "marks that a person would not give to strangers"
cd "$work"

"$qkv" worksheet "$lesson" --secret secret --student st001 -o bare.html
cmp -s bare.txt one/sheets/st001.txt || fail "the numbers depend on the class"
echo "classroom: $students students graded in $took s"
tally classroom
