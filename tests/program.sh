#!/bin/sh
# Runs the program itself over the golden cases, the lessons and bad input, and compares what it
# prints with what real PyTorch printed (tests/cases/README.md). UPDATE is made with PyTorch only.
#
#     program.sh build/qkv          what takes seconds
#     program.sh build/qkv long     and what meets a limit of time or of memory on its way
set -u
qkv=$1
long=${2:-}
here=$(dirname "$0")
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
. "$here/tally.sh"

fail() {
    failed=$((failed + 1))
    echo "FAIL $1"
    if [ -n "${2:-}" ]; then diff "$2" "$3" | head -n 6 | sed 's/^/     /'; fi
}

# --- a program without a golden is tested by nobody ---
for file in "$here"/cases/*.py "$here"/cases/*.ipynb "$here"/../lessons/[0-9]*.md; do
    base=${file%.*}
    case $file in
    */torch_cases.py) continue ;; # what writes them
    *.md) base=${base##*/} base=$here/lessons/${base#*-} ;;
    esac
    if [ -f "$base.out" ]; then pass; else fail "${file##*/} has no ${base##*/}.out"; fi
done

# --- golden cases: standard output, and the last line of an uncaught exception ---
unseeded=" $(grep -L 'manual_seed' "$here"/cases/*.* | tr '\n' ' ')"
for expected in "$here"/cases/*.out; do
    base=${expected%.out}
    for file in "$base".py "$base".ipynb "$base".md; do [ -f "$file" ] && break; done
    name=${file##*/}
    seed=""
    case $unseeded in *" $file "*) seed="--seed 0" ;; esac
    # shellcheck disable=SC2086 # no seed is no word
    "$qkv" run $seed "$file" >"$scratch/out" 2>"$scratch/err"
    if ! cmp -s "$expected" "$scratch/out"; then
        fail "$name" "$expected" "$scratch/out"
        continue
    fi
    if [ -f "$base.err" ] && ! grep -qxF -- "$(cat "$base.err")" "$scratch/err"; then
        tail -n 1 "$scratch/err" >"$scratch/last"
        fail "$name (error)" "$base.err" "$scratch/last"
        continue
    fi
    pass
done

# --- the seed notebooks, where they are: 001-004 as they print under PyTorch, 000 under seed 7 ---
for name in 000_single_and_two_heads 001_mhlinear 002_causal_wrapper_and_weight_split \
    003_mha_d_model_64 004_single_and_multi_head_class; do
    file=$here/../../shared/seeds/$name.ipynb
    if [ ! -f "$file" ]; then
        skip "seed $name: no ../shared/seeds beside this checkout"
        continue
    fi
    expected=$here/../../shared/seeds/expected/$name.txt
    seed=""
    [ -f "$expected" ] || { expected=$here/seeds/$name.txt; seed="--seed 7"; }
    # shellcheck disable=SC2086
    "$qkv" run $seed "$file" >"$scratch/out" 2>"$scratch/err"
    if cmp -s "$expected" "$scratch/out"; then pass; else fail "seed $name" "$expected" "$scratch/out"; fi
done

# --- traces: of the lessons and of tests/traces; UPDATE=1 writes them anew, for review ---
for name in $("$qkv" lessons | awk '{print $2}') "$here"/traces/*.py "$here"/traces/*.json; do
    case $name in
    *.json) expected=$name; set -- --json --values --all "${name%.json}.py" ;;
    *.py) expected=${name%.py}.txt; set -- "$name" ;;
    *) expected=$here/traces/$name.txt; set -- "$name" ;;
    esac
    "$qkv" trace "$@" >"$scratch/out" 2>"$scratch/err"
    # a model that writes does the same for each letter: the first of them will do
    case $name in a-small-model) most=1500 ;; *) most='$' ;; esac
    # where the tests lie is nothing that a golden may know
    sed -e "s|$here/||" -e "${most}q" "$scratch/out" >"$scratch/trace"
    if [ -n "${UPDATE:-}" ]; then cp "$scratch/trace" "$expected"; fi
    if cmp -s "$expected" "$scratch/trace"; then
        pass
    else
        fail "trace $(basename "$expected")" "$expected" "$scratch/trace"
    fi
done

# --- the stages of the notebooks that write attention in ten ways, each run of equals once ---
expected=$here/traces/notebooks.txt
for file in "$here"/cases/nb_*.ipynb; do
    stages=$("$qkv" trace "$file" 2>/dev/null | awk '/^ *[0-9]+ [a-z]/ { print $2 }' | uniq)
    echo "$(basename "$file" .ipynb):" $stages # as words: one line
done >"$scratch/out"
if [ -n "${UPDATE:-}" ]; then cp "$scratch/out" "$expected"; fi
if cmp -s "$expected" "$scratch/out"; then pass; else fail "stages of notebooks" "$expected" "$scratch/out"; fi

# --- modules beside the file: run, told, walked into; a link is not followed ---
if "$qkv" run "$here/beside/main.py" 2>/dev/null | cmp -s "$here/beside/main.out" -; then pass; else fail "modules beside a file"; fi
if "$qkv" run "$here/beside/pack/sub/above.py" 2>/dev/null | cmp -s "$here/beside/above.out" -; then pass; else fail "modules above a file that changes sys.path"; fi
if "$qkv" trace "$here/beside/main.py" | grep -q '^Head.forward'; then pass; else fail "a trace into a module beside"; fi
printf 'n n n n ' >"$scratch/keys"
if "$qkv" walk --no-state --script "$scratch/keys" --size 80x24 "$here/beside/main.py" | grep -q '>4       return torch.triu'; then
    pass
else
    fail "a walk into a module beside"
fi
mkdir -p "$scratch/linked"
echo 'print("read")' >"$scratch/linked.txt"
ln -s "$scratch/linked.txt" "$scratch/linked/other.py"
printf 'import other\n' >"$scratch/linked/main.py"
"$qkv" run "$scratch/linked/main.py" >"$scratch/out" 2>&1
if grep -q "No module named 'other'" "$scratch/out"; then pass; else fail "a link to a module"; fi
echo 'def f(:' >"$scratch/linked/wrong.py"
printf 'import wrong\n' >"$scratch/linked/main.py"
"$qkv" run "$scratch/linked/main.py" >"$scratch/out" 2>&1
if grep -q 'wrong.py, line 1' "$scratch/out" && grep -q 'SyntaxError: invalid syntax' "$scratch/out"; then pass; else fail "a broken module"; fi

# --- what NumPy has and qkv has not is said to be so ---
for call in 'unique(axis=)|np.unique([1], axis=0)' 'add(signature=)|np.add(1, 2, signature="dd->d")' \
    "add(casting='no')|np.add(1, 2, casting='no')" "exp(order='F')|np.exp([1], order='F')" \
    'matmul(casting=)|np.matmul([1], [2], casting="no")' 'clip(where=)|np.clip([1], 0, 1, where=True)' \
    'nanmax(initial=)|np.nanmax([1], initial=0)' 'nanstd(where=)|np.nanstd([1], where=True)' \
    'reduce(where=)|np.add.reduce([1], where=[True])' 'divmod(out=)|np.divmod(1, 2, out=(None, None))'; do
    printf 'import numpy as np\n%s\n' "${call#*|}" >"$scratch/call.py"
    "$qkv" run "$scratch/call.py" >"$scratch/out" 2>"$scratch/err" || true
    if grep -qxF "qkv: NumPy's ${call%%|*} is not supported" "$scratch/err"; then pass; else fail "the refusal of ${call%%|*}"; fi
done

# --- a training: which of its steps are told, and the table of all ---
training=$here/traces/training.py
# told WANTED OPTION...: stages of the steps that are told, each run of equals once, with the steps of a gap
told() {
    wanted=$1
    shift
    found=$("$qkv" trace "$@" "$training" | sed -n 's/.*training steps* \([0-9 to]*\) \(is\|are\) not .*/\1/p; s/^ *[0-9][0-9]* backward .*/b/p' | uniq | xargs)
    if [ "$found" = "$wanted" ]; then pass; else fail "trace $* of a training: $found"; fi
}
told 'b 1 to 38 b' --backward
told '1 to 38' --stage training
told '1 to 2 4 7 to 38' --train-steps 3,5-6 --stage training
told '' --train-steps all --stage training
for steps in 40 3,40 39 all; do # a step that the training does not have is told
    case $steps in *40) wanted=1 ;; *) wanted=0 ;; esac
    "$qkv" trace --train-steps "$steps" "$training" 2>"$scratch/err" >"$scratch/out"
    if [ "$(grep -c 'there is no step 40; this run trains 40 steps, counted from 0' "$scratch/err")" = $wanted ]; then pass; else fail "--train-steps $steps of 40"; fi
done
"$qkv" trace --json "$training" >"$scratch/out"
if [ "$(grep -c '^{"step":[0-9]*,"training":0,"kept":false,"backwards":1,"loss":0\.[0-9]*,"norms":\[[0-9.]*,[0-9.]*\]},*$' "$scratch/out")" = 38 ] &&
    grep -qF '"parameters":[{"name":"W_query.weight","shape":[2,4]},{"name":"W_key.weight","shape":[2,4]}]' "$scratch/out"; then
    pass
else
    fail "the table of a training in JSON"
fi

# what a step has not is null; what is no number any more is told as such
cat >"$scratch/broken.py" <<'END'
import torch
w, v = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
opt = torch.optim.SGD([w, v], lr=0.0)
for step in range(20):
    opt.zero_grad(set_to_none=True)
    loss = (w * {3: torch.inf, 4: -torch.inf, 5: torch.nan}.get(step, 1.0)).sum()
    loss = loss + (v.sum() if step != 6 else 0)
    loss = loss * torch.ones(1 + (step == 7))
    loss.backward(torch.ones_like(loss))
    if step not in (3, 4, 5):
        opt.step()
END
"$qkv" trace --json "$scratch/broken.py" | sed -n 's/^{"step":[2-7],.*"loss":\(.*\)},*\]*}*,*$/\1/p' | head -6 | tr -d ' ' | tr '\n' ' ' >"$scratch/out"
expected='4.0,"norms":[1.4142135623730951,1.4142135623730951] "Infinity","norms":[1.4142135623730951,"Infinity"] "-Infinity","norms":[1.4142135623730951,"Infinity"] "NaN","norms":[1.4142135623730951,"NaN"] 2.0,"norms":[null,1.4142135623730951] null,"norms":[2.8284271247461903,2.8284271247461903] '
if [ "$(cat "$scratch/out")" = "$expected" ]; then pass; else fail "JSON of a training with NaN: $(cat "$scratch/out")"; fi

# --- options: odd values, and commands that do not take them ---
expected=$here/traces/options.txt
printf 'import torch\nx = torch.ones(2, 3)\nw = torch.softmax(x, -1)\n' >"$scratch/options.py"
for option in seed threads max-memory timeout max-steps cells simd step 'step 1 --cell' stage set train-steps; do
    for value in '' x -1 0 1 2 1-2 2-1 s1 0,1 0,3 0,1,2 -1,-1 1e3 1.5 2k 3M 1KiB 1GB 1e16 99999999999999999999 '1 ' 1-x \
        [1] x=2 x= baseline softmax SCORES; do
        echo "--$option '$value'"
        # shellcheck disable=SC2086 # two words
        "$qkv" trace "$scratch/options.py" --$option "$value" >"$scratch/traced" 2>"$scratch/err"
        for _ in 1 2 3; do # without a process for each
            IFS= read -r line && printf '%s\n' "$line"
        done <"$scratch/traced"
        IFS= read -r line <"$scratch/err" || continue
        case $line in *"$scratch/"*) line=${line%%"$scratch/"*}${line#*"$scratch/"} ;; esac
        printf '%s\n' "$line"
    done
done >"$scratch/out"
for command in $("$qkv" --help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'); do
    "$qkv" "$command" --help | sed -n 's/^  \(--[a-z-]*\) .*/\1/p'
done | sort -u | while read -r option; do
    "$qkv" lessons "$option" x 2>&1 | head -n 1
    "$qkv" lessons "${option}x" 2>&1 | head -n 1
done >>"$scratch/out"
if [ -n "${UPDATE:-}" ]; then cp "$scratch/out" "$expected"; fi
if cmp -s "$expected" "$scratch/out"; then pass; else fail "options" "$expected" "$scratch/out"; fi

# --- lessons ---
for expected in "$here"/lessons/*.out; do
    name=$(basename "$expected" .out)
    "$qkv" run "$name" >"$scratch/out" 2>"$scratch/err"
    if cmp -s "$expected" "$scratch/out"; then pass; else fail "lesson $name" "$expected" "$scratch/out"; fi
done

# --- a sentence of one's own in is-or-are: answered, or the unknown word is named with those that are known ---
sed 's/^text = .*/text = "the old keys near the box"/' lessons/18-is-or-are.md >"$scratch/own.md"
"$qkv" run "$scratch/own.md" 2>"$scratch/err" | sed -n 3p >"$scratch/out"
if grep -q '^are ' "$scratch/out"; then pass; else fail "own sentence" /dev/null "$scratch/out"; fi
sed 's/^text = .*/text = "the kez near the box"/' lessons/18-is-or-are.md >"$scratch/own.md"
"$qkv" run "$scratch/own.md" >"$scratch/out" 2>"$scratch/err"
if grep -q "unknown: \['kez'\]; known are: \['the', 'key'," "$scratch/err"; then
    pass
else
    fail "an unknown word" /dev/null "$scratch/err"
fi

# --- a lesson is told in at most 28 stops; what a cell echoes is one, too (25 without the scores that a line goes on
# from: suite guide) ---
echo G >"$scratch/last"
for name in $("$qkv" lessons | awk '{print $2}'); do
    stops=$("$qkv" walk --no-state --script "$scratch/last" "$name" 2>/dev/null | sed -n '1s/.* of \([0-9]*\).*/\1/p')
    if [ "${stops:-99}" -le 28 ]; then pass; else fail "$name has $stops stops"; fi
done

# --- read: all that a lesson's author wrote and all that it prints; solutions only when asked for ---
# told READING WITH_SOLUTIONS LESSON.md: what of the lesson is missing, or is told too early; then a count
told() {
    awk 'function words(line) { gsub(/[ \t]+/, " ", line); return line }
        function signs(line,   out, k, c, code, link) { # emphasis and links in quotes, code as it is
            for (k = 1; k <= length(line); k++) {
                c = substr(line, k, 1)
                code = c == "`" ? !code : code
                if (code || index("`*[]", c) == 0) { out = out c; continue }
                if (c == "*" && (substr(line, k - 1, 1) != " " || substr(line, k + 1, 1) != " ")) {
                    out = out "\""
                    k += substr(line, k + 1, 1) == "*"
                } else if (c == "[" && substr(line, k) ~ /^\[[^]]*\]\(/) {
                    out = out "\""
                    link = 1
                } else if (c == "]" && link) {
                    out = out "\""
                    link = 0
                    k += index(substr(line, k), ")") - 1
                } else out = out c
            }
            return words(out)
        }
        function want(line) { seen++; if (!index(all[1], signs(line))) print "not told: " line }
        function out() { if (text != "") want(text); text = "" }
        FNR == 1 { file++ }
        file < 3 { sub(/^ +/, ""); all[file] = all[file] " " words($0); next }
        /^```/ { out(); fence = !fence; part = code = ""; next }
        fence && /^-- / { part = $2; code = ""; next }
        fence && /^~~~/ { code = !code; next }
        fence && !code && part != "" && part != "start" && length($0) > 24 && !/[{][{]/ {
            aside++
            if (index(all[1], signs($0))) print "told too early: " $0
            if (part == "solution" && !index(all[2], signs($0))) print "not told with --solutions: " $0
        }
        fence || /^<!--/ || /^!\[/ { next }
        /^$/ || /^#/ || /^[|]/ || /^(-|[0-9]+\.) / { out() }
        { sub(/^#+ /, ""); text = text (text == "" ? "" : " ") $0 }
        END { out(); if (seen < 5 || aside < 5) print "only", seen + 0, "paragraphs,", aside + 0, "lines of answers seen" }' "$@"
}
for file in "$here"/../lessons/[0-9]*.md; do
    name=${file##*/} name=${name%.md}
    case $name in *[147]-*) ;; *) [ -n "$long" ] || continue ;; esac # the rest is breadth
    name=${name#*-}
    "$qkv" read "$name" >"$scratch/read" 2>"$scratch/err" && "$qkv" read --solutions "$name" >"$scratch/solved" 2>>"$scratch/err" ||
        echo status >>"$scratch/err"
    told "$scratch/read" "$scratch/solved" "$file" >"$scratch/told"
    asked=$(grep -c '^```exercise' "$file")
    "$qkv" run "$name" 2>/dev/null | sed 's/ *$//' | grep . >"$scratch/printed"
    sed -n 's/^| //p' "$scratch/read" | sed 's/ *$//' | grep . >"$scratch/bars"
    if [ ! -s "$scratch/err" ] && [ ! -s "$scratch/told" ] && cmp -s "$scratch/printed" "$scratch/bars" &&
        [ "$(grep -c '^Exercise [0-9]*: ' "$scratch/read")" = "$asked" ] && [ "$(grep -c '^  Answer: ' "$scratch/read")" = "$asked" ] &&
        ! grep -q '^  Key: ' "$scratch/read" && grep -q '^  Key: ' "$scratch/solved" && grep -q '^  [a-z_0-9]*: .*([0-9, ]*)$' "$scratch/read" &&
        ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" "$scratch/solved"; then pass; else
        fail "read $name" "$scratch/printed" "$scratch/bars"
        cat "$scratch/told" "$scratch/err"
    fi
done

# --- sheets: emphasis and code of prompts and options are marked in HTML, and are Markdown in Markdown ---
# marked SHEET.html SHEET.md LESSON.md: what is not on a sheet as it is marked in the lesson; then a count
marked() {
    awk 'function html(line,   out, k, c, code, em, strong) {
            for (k = 1; k <= length(line); k++) {
                c = substr(line, k, 1)
                if (c == "`") { code = !code; c = code ? "<code>" : "</code>"; seen++ }
                else if (c == "*" && !code && substr(line, k + 1, 1) == "*") {
                    strong = !strong; c = strong ? "<strong>" : "</strong>"; k++; seen++
                } else if (c == "*" && !code && (substr(line, k - 1, 1) != " " || substr(line, k + 1, 1) != " ")) {
                    em = !em; c = em ? "<em>" : "</em>"; seen++
                } else if (c == "<") c = "&lt;"; else if (c == ">") c = "&gt;"; else if (c == "&") c = "&amp;"
                else if (c == "\"") c = "&quot;"
                out = out c
            }
            return out
        }
        function want(line) {
            if (line ~ /[{][{]/) return
            if (!index(all[1], html(line))) print "not in HTML: " html(line)
            if (!index(all[2], line)) print "not in Markdown: " line
        }
        FNR == 1 { file++ }
        file < 3 { all[file] = all[file] $0 "\n"; next }
        /^```/ { fence = /^```exercise/; head = fence; code = 0; next }
        fence && head && /^(option|right|step): / { sub(/^[a-z]*: */, ""); want($0); next }
        fence && head && /^$/ { head = 0 }
        fence && /^-- / { fence = 0 }
        fence && /^~~~/ { code = !code }
        fence && !head && !code && !/^(~~~|$)/ { want($0) }
        END { if (seen < 4) print "only", seen + 0, "marks seen" }' "$@"
}
printf 'id\nst001\n' >"$scratch/class.csv"
echo 'correct horse battery staple' >"$scratch/secret"
for file in "$here"/../lessons/[0-9]*.md; do
    case ${file##*/} in *[147]-*) ;; *) [ -n "$long" ] || continue ;; esac # the rest is breadth
    for form in html md; do
        "$qkv" worksheet "$file" --secret "$scratch/secret" --class "$scratch/class.csv" --student st001 --force \
            -o "$scratch/sheet.$form" 2>"$scratch/err" || echo status >>"$scratch/err"
    done
    marked "$scratch/sheet.html" "$scratch/sheet.md" "$file" >>"$scratch/err"
    if [ -s "$scratch/err" ]; then
        fail "a sheet of ${file##*/}"
        cat "$scratch/err"
    else
        pass
    fi
done

# --- a lesson that is new has not even a note (tests/course.sh asks those that are built in) ---
"$qkv" lesson new "$scratch/my-first" >"$scratch/out" 2>"$scratch/err"
if "$qkv" lesson check --variants 3 "$scratch/my-first.md" >"$scratch/out" &&
    [ "$(cat "$scratch/out")" = "$scratch/my-first.md: 6 exercises, 3 variants of each; 0 errors, 0 notes" ] &&
    head -n 1 "$scratch/my-first.md" | grep -qx '# My first'; then pass; else
    fail "a new lesson"
fi
echo mine >"$scratch/my-first.md"
if ! "$qkv" lesson new "$scratch/my-first" 2>"$scratch/err" && grep -q 'is there already' "$scratch/err" &&
    [ "$(cat "$scratch/my-first.md")" = mine ]; then pass; else fail "a new lesson over another file"; fi

# --- the list of operations in the docs is the table ---
"$qkv" operations >"$scratch/out"
if cmp -s "$here/../docs/operations.md" "$scratch/out"; then pass; else
    fail "docs/operations.md (make docs)" "$here/../docs/operations.md" "$scratch/out"
fi

# --- the stages in the docs are the table, in its order; heatmap has no picture of "other" ---
# listed FILE START: the names behind what a line of a table in the docs starts with
listed() { sed -n "s/^$2//p" "$here/../docs/$1" | sed 's/([^)]*)//; s/ or / /' | tr -d '",|' | xargs; }
stages=$(sed -n 's/^STAGE([A-Z_]*, "\([^"]*\)".*/\1/p' "$here/../src/trace/tape/stages.def" | xargs)
# shellcheck disable=SC2016 # backticks of Markdown
json=$(listed trace-json.md '| `stage` | ') heatmap=$(listed heatmap.md '| `--stage NAME` | a stage of attention: ')
if [ "$json" = "$stages" ]; then pass; else fail "the stages of docs/trace-json.md"; fi
if [ "$heatmap other" = "$stages" ]; then pass; else fail "the stages of docs/heatmap.md"; fi

# --- so are the warnings ---
documented=$(sed -n '/^## /q; s/^| `\([a-z-]*\)` | .*/\1/p' "$here/../docs/warnings.md" | sort | xargs)
table=$(sed -n 's/^FOUND([a-z_]*, [A-Z]*, "\([^"]*\)".*/\1/p' "$here/../src/mistakes/mistakes.def" | sort | xargs)
if [ "$documented" = "$table" ]; then pass; else fail "the warnings of docs/warnings.md"; fi

# --- the manual has every command and its options, in the words of the help; heatmap has a page of its own ---
# documented NAME WANTED FOUND: two lists of lines
documented() { if [ -s "$2" ] && cmp -s "$2" "$3"; then pass; else fail "$1" "$2" "$3"; fi; }
# rows HEADING FILE: of the table below a heading of the docs, as "first cell|second cell"
rows() { awk -v under="$1" '/^##/ { on = $0 ~ under } on && /^[|] `/' "$2" | sed 's/\\|/\n/g; s/^| //; s/ |$//; s/ | /@/; s/`//g' | tr '\n' '|' | sed 's/|--/\n--/g; s/|$/\n/'; }
helped() { sed -n "$1"'s/^  \(--[^ ]*\( [A-Z][^ ]*\)*\)  *\(.*\)$/\1@\3/p'; }
"$qkv" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort >"$scratch/commands"
sed -n '/^## /q; s/^| `qkv \([a-z]*\).*/\1/p' "$here/../docs/manual.md" | sort -u >"$scratch/found"
documented "the commands of docs/manual.md" "$scratch/commands" "$scratch/found"
"$qkv" --help | helped '/^options/,$' >"$scratch/wanted"
rows 'Options of everything' "$here/../docs/manual.md" >"$scratch/found"
documented "the options of every run in docs/manual.md" "$scratch/wanted" "$scratch/found"
while read -r command; do
    "$qkv" "$command" --help | helped '/^options$/,/^$/' | grep -v '^--\(help\|version\)' >"$scratch/wanted"
    if [ "$command" = heatmap ]; then
        for option in $(sed 's/[ @].*//' "$scratch/wanted"); do
            [ "$option" = --output ] && option=' -o '
            if grep -q -- "$option" "$here/../docs/heatmap.md"; then pass; else fail "$option in docs/heatmap.md"; fi
        done
    elif [ -s "$scratch/wanted" ]; then
        rows "^## qkv $command\$" "$here/../docs/manual.md" >"$scratch/found"
        documented "the options of qkv $command in docs/manual.md" "$scratch/wanted" "$scratch/found"
    fi
done <"$scratch/commands"

# --- docs/walk.md has every key and every sign, in the words of their tables ---
sed -n 's/^KEY([a-z_]*, "\([^"]*\)", "\([^"]*\)", "[^"]*", [A-Z |]*, "[^"]*", "\(.*\)")$/\1|:\2|\3/p' "$here/../src/tui/keys.def" >"$scratch/wanted"
awk '/^## /{ on = /^## Keys$/ } on && /^[|] `/' "$here/../docs/walk.md" | sed 's/^| `//; s/` `/ /g; s/` | `/|/; s/` | /|/; s/ |$//' >"$scratch/found"
documented "the keys of docs/walk.md" "$scratch/wanted" "$scratch/found"
sed -n 's/^SIGN("\([^"]*\)", "[^"]*", "\([^"]*\)", .*)$/\1|\2/p' "$here/../src/tui/pane/signs.def" >"$scratch/wanted"
awk '/^## /{ on = /^## Signs$/ } on && /^[|] `/' "$here/../docs/walk.md" | sed 's/^| `//; s/` | /|/; s/ |$//' >"$scratch/found"
documented "the signs of docs/walk.md" "$scratch/wanted" "$scratch/found"
sed -n 's/^    {"\([^"]*\)", .*},$/\1/p' "$here/../src/tui/keys.c" >"$scratch/wanted"
sed -n '/^  `Space` /,/^\*/s/^  `\(.*\)`$/\1/p' "$here/../docs/walk.md" | sed 's/` `/\n/g' >"$scratch/found"
documented "the names of keys in docs/walk.md" "$scratch/wanted" "$scratch/found"

# --- what the README shows is what the program prints; what the docs link to is there ---
whole=$(cd "$(dirname "$qkv")" && pwd)/$(basename "$qkv")
for page in README.md docs/diff.md; do
    awk '/^```/ { on = !on; next } on' "$here/../$page" >"$scratch/shown"
    while read -r line; do
        case $line in
        '$ build/qkv lint '* | '$ build/qkv trace '* | '$ build/qkv diff tests/'*)
            command=${line#'$ build/qkv '}
            (cd "$here/.." && sh -c "$whole $command") >"$scratch/wanted" 2>&1
            awk -v line="$line" '$0 == line { on = 1; next } /^\$/ { on = 0 } on' "$scratch/shown" >"$scratch/found"
            documented "$page: $command" "$scratch/wanted" "$scratch/found" ;;
        esac
    done <"$scratch/shown"
done
sed -n '/^\$ build\/qkv trace --summary /,/^```$/p' "$here/../docs/manual.md" | sed '1d; $d' >"$scratch/found"
(cd "$here/.." && sh -c "$(sed -n "s|^\$ build/qkv trace --summary|$whole trace --summary|p" docs/manual.md)") >"$scratch/wanted" 2>&1
documented "docs/manual.md: a summary" "$scratch/wanted" "$scratch/found"
for page in README.md CONTRIBUTING.md docs/architecture.md docs/walk.md docs/manual.md docs/gallery.md docs/heatmap.md docs/lessons.md docs/classroom.md docs/diff.md lessons/README.md; do
    for link in $(grep -o '](\([^):#]*\)' "$here/../$page" | sed 's/](//'); do
        if [ -e "$(dirname "$here/../$page")/$link" ]; then pass; else fail "$page links to $link, which is not there"; fi
    done
done

# --- every option is read by a command, every kind of exercise has its tests ---
cat "$here"/../src/cli/[!o]*.c "$here"/../src/cli/*/*.c "$here/../src/cli/operations.c" >"$scratch/commands"
for member in $(sed -n 's/.*, \([a-z_]*\), \(TEXT\|NUMBER\|SIZE\|SECONDS\|FLAG\|LIST\),.*/\1/p' \
    "$here/../src/cli/options.def" | sort -u); do
    if grep -qE "(->|\.)$member\b" "$scratch/commands"; then pass; else
        fail "the option of the member $member: no command reads it"
    fi
done
for kind in $(sed -n 's/^KIND(\([a-z_]*\),.*/\1/p' "$here/../src/exercise/kinds.def"); do
    if [ -f "$here/exercise/test_kind_$kind.c" ]; then pass; else
        fail "the kind of exercise $kind: write tests/exercise/test_kind_$kind.c with a suite_kind_$kind"
    fi
done

# --- bad input: one clear sentence, the right status, no crash ---
# want STATUS NAME: reads the program's own arguments after --
want() {
    status=$1
    label=$2
    shift 2
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    got=$?
    if [ "$got" -eq "$status" ] && { [ "$status" -eq 0 ] || [ -s "$scratch/err" ]; }; then
        pass
    else
        fail "$label: status $got, expected $status"
        head -n 3 "$scratch/err" | sed 's/^/     /'
    fi
}
gallery=$(cd "$here/../docs" && pwd) || exit 1
cd "$scratch" || exit 1
case $qkv in /*) ;; *) qkv=$OLDPWD/$qkv ;; esac
programs=$here/diff
case $programs in /*) ;; *) programs=$OLDPWD/$programs ;; esac

printf '{"cells": [' >broken.ipynb
printf '{"cells": [{"cell_type": "code", "source": ["print(1)"' >truncated.ipynb
printf '[1, 2]' >list.ipynb
head -c 4096 /dev/urandom >noise.py
printf 'x = "\000"\n' >nul.py
awk 'BEGIN { for (i = 0; i < 10000; i++) printf "("; print "" }' >brackets.py
awk 'BEGIN { printf "x = 1"; for (i = 0; i < 100000; i++) printf "+1"; print "" }' >chain.py
echo 'while True: pass' >loop.py
echo '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "metadata": {}, "outputs": [],
 "execution_count": null, "source": ["import torch; torch.arange(235000.).view(50, 100, 47).tolist()"]}]}' >echo.ipynb
echo 'import re; re.match("((a{1000}){1000}){1000}", "a")' >times.py
printf 'def f(n):\n    return f(n + 1)\nf(0)\n' >recursion.py
echo 'import torch; torch.zeros(10**12)' >huge.py
echo 'x = "a" * 10**11' >long.py
printf 'x = []\nfor i in range(100000): x = [x]\nprint(str(x)[:3])\n' >nested.py
echo 'print(undefined)' >name.py
echo 'import torch; torch.randn(2, 2).to_sparse()' >lacking.py
echo 'yield_ = 1; print(yield_)' >fine.py
printf '%%timeit x\nprint(1)\n' >magic.py
mkdir directory

# a walk by script: another run with another number comes back to its step
printf '7g : set Space d_out=4 Enter' >"$scratch/keys"
"$qkv" walk weight-splits --script "$scratch/keys" >"$scratch/out" 2>"$scratch/err"
if grep -q 'step 7 / 82' "$scratch/out" && grep -q '(2, 2, 6, 2)' "$scratch/out"; then pass; else
    fail "walk: another run"
fi
# w writes what is looked at as a picture, and writes over nothing unless told to
printf '16g w Enter' >"$scratch/keys"
"$qkv" walk weight-splits --script "$scratch/keys" >"$scratch/out" 2>"$scratch/err"
if grep -q 'Written: weight-splits-softmax.png' "$scratch/out" &&
    head -c 4 weight-splits-softmax.png | grep -q PNG; then pass; else fail "walk: a picture"; fi
echo mine >taken.svg
printf '16g : write Space taken.svg Enter n' >"$scratch/keys"
"$qkv" walk weight-splits --script "$scratch/keys" >"$scratch/out" 2>"$scratch/err"
if grep -q 'Nothing was written' "$scratch/out" && [ "$(cat taken.svg)" = mine ]; then pass; else
    fail "walk: a picture over a file that is there"
fi
printf '16g : write Space taken.svg Enter y' >"$scratch/keys"
"$qkv" walk weight-splits --script "$scratch/keys" >"$scratch/out" 2>"$scratch/err"
if grep -q 'Written: taken.svg' "$scratch/out" && grep -q '<svg' taken.svg; then pass; else
    fail "walk: a picture over a file, as told"
fi
printf ': write Space a.jpg Enter' >"$scratch/keys"
"$qkv" walk weight-splits --script "$scratch/keys" >"$scratch/out" 2>"$scratch/err"
if grep -q 'Not written: give a name' "$scratch/out" && [ ! -e a.jpg ]; then pass; else
    fail "walk: a picture of no known kind"
fi
printf ': write Space - Enter' >"$scratch/keys"
"$qkv" walk weight-splits --script "$scratch/keys" >"$scratch/out" 2>"$scratch/err"
if grep -q 'Not written: give a name' "$scratch/out" && [ ! -e ./- ]; then pass; else
    fail "walk: a picture to standard output"
fi
printf '16g : write Space LARGE.PNG Enter' >"$scratch/keys"
"$qkv" walk weight-splits --script "$scratch/keys" >"$scratch/out" 2>"$scratch/err"
if grep -q 'Written: LARGE.PNG' "$scratch/out" && head -c 4 LARGE.PNG | grep -q PNG; then pass; else
    fail "walk: a picture with a name in large letters"
fi
# the screen as a picture: letter by letter what the screen shows, the table's colors behind it
printf 'F4 j j l : save-display Space screen.svg Enter : save-display Space screen.txt Enter' >"$scratch/keys"
"$qkv" walk words-to-vectors --stage softmax --script "$scratch/keys" --ascii >"$scratch/out" 2>"$scratch/err"
sed '/^--- cursor/,$d; s/ *$//' screen.txt >shown
sed -n 's/^<text x="\([0-9]*\)" y="\([0-9]*\)" textLength="\([0-9]*\)"[^>]*>\(.*\)<\/text>$/\1 \2 \3 \4/p' screen.svg |
    sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g' | awk '{
        x = ($1 - 12) / 9; y = ($2 - 26) / 19; long = $3 / 9
        sub(/^[0-9]+ [0-9]+ [0-9]+ /, "")
        if (length($0) != long) print "a run of the wrong length: " $0
        line[y] = sprintf("%-" x "s", line[y]) $0
    } END { for (k = 0; k < 24; k++) print line[k] }' | sed 's/ *$//' >drawn
if [ "$(grep -c . drawn)" -gt 15 ] && cmp -s shown drawn && [ "$(grep -c '^<rect x=.* fill="#[0-9a-f]*"/>$' screen.svg)" -gt 45 ] &&
    grep -q 'fill="#000000" font-weight="bold">\[.159\]<' screen.svg; then pass; else
    fail "walk: the screen as a picture" shown drawn
fi
# signed numbers have the heatmap's colors there: every 0 that of the middle
printf ': stop Space 7 Enter : save-display Space signed.svg Enter : save-display Space signed.txt Enter' >"$scratch/keys"
"$qkv" walk words-to-vectors --script "$scratch/keys" --no-state >"$scratch/out" 2>"$scratch/err"
zeros=$(sed '/^--- /,$d' signed.txt | grep -o ' 0\.' | wc -l)
if [ "$zeros" -gt 5 ] && [ "$zeros" = "$(grep -c 'fill="#f7f6f6"/>$' signed.svg)" ] &&
    grep -q 'fill="#053061"/>$' signed.svg && grep -q 'fill="#67001f"/>$' signed.svg; then pass; else
    fail "walk: colors around 0"
fi
# without a terminal there is no editor: the walk says so, and goes on
printf 'edit\n3\nq\n' >lines
if EDITOR=false "$qkv" walk by-hand --plain --no-state <lines 2>err | tr '\n' ' ' | grep -q 'an editor needs a terminal.*step 3 of' && [ ! -s err ]; then pass; else
    fail "walk: an editor without a terminal"
fi
# the editor gets a copy, and what it makes of it is run; the file stays as it is
cat >editor <<'END'
#!/bin/sh
sed 's/x + 1/x + 2/' "$1" >"$1.new" && mv "$1.new" "$1"
END
chmod +x editor
printf 'import torch\nx = torch.ones(2, 3)\ny = x + 1\n' >edited.py
cp edited.py before.py
echo 'e Enter' >keys
XDG_STATE_HOME=$scratch/state VISUAL='' EDITOR=$scratch/editor \
    "$qkv" walk edited.py --script keys >out 2>err
if grep -q '6 of 6 numbers differ' out && grep -q 'your edited copy is .*state/qkv/edited.py' err &&
    grep -q 'x + 2' state/qkv/edited.py && cmp -s edited.py before.py; then pass; else
    fail "walk: the editor"
fi
XDG_STATE_HOME=$scratch/state VISUAL=true "$qkv" walk edited.py --script keys >out 2>err
if grep -q 'Nothing was changed' out && [ ! -e state/qkv/edited-2.py ]; then pass; else
    fail "walk: an editor that changes nothing"
fi
XDG_STATE_HOME=$scratch/state VISUAL=false "$qkv" walk edited.py --script keys >out 2>err
if grep -q 'gave up' out; then pass; else fail "walk: an editor that gives up"; fi
XDG_STATE_HOME=$scratch/state VISUAL=no-such-editor "$qkv" walk edited.py --script keys >out 2>err
if grep -q 'there is no editor no-such-editor' out; then pass; else fail "walk: no editor"; fi
# the state of a lesson is kept by its name alone, however it was called: a new order loses nothing
printf 'Space\n' >keys
printf 'n\nq\n' >lines
for called in 3 03-softmax softmax; do
    XDG_STATE_HOME=$scratch/named "$qkv" walk $called --script keys >out 2>err
    XDG_STATE_HOME=$scratch/named "$qkv" practice $called --plain <lines >out 2>err
done
if [ "$(sed 's/.* //' named/qkv/practice | sort -u)" = "$(printf '1\nsoftmax')" ] &&
    grep -qx 'new 0 3 (recall) softmax' named/qkv/practice; then pass; else
    fail "a lesson's state by its name: $(cat named/qkv/practice)"
fi
# what is done in a practice is kept, or it is said that it is not; an editor needs a terminal
printf 'e\n2 n\nq\n' >lines
XDG_STATE_HOME=$scratch/state "$qkv" practice softmax --plain <lines >out 2>err
if ! grep -q 'not kept' out err; then pass; else fail "practice: its state is kept"; fi
for answers in '2 n\nq\n' 'q\n'; do
    printf "$answers" >lines
    if XDG_STATE_HOME=/dev/null "$qkv" practice softmax --plain <lines >out 2>err &&
        [ "$(cat out err | grep -c 'What you do is not kept: /dev/null/qkv cannot be made: ')" = 1 ]; then pass; else
        fail "practice: a state that cannot be kept is told once"
    fi
done
bug=$(printf 'l\nq\n' | "$qkv" practice --no-state softmax --plain 2>/dev/null | awk '$2 ~ /^sums-of-the-rows:/ { print $1 }')
printf '%s.\ne\nq\n' "$bug" >lines
if EDITOR=false "$qkv" practice --no-state softmax --plain <lines 2>err | grep -q 'An editor needs a terminal; file NAME'; then pass; else
    fail "practice: no editor without a terminal"
fi
printf '%s.\nfile mended.py\n3\nq\n' "$bug" >lines
cat >mended.py <<'END'
largest = scores.max(dim=-1, keepdim=True)[0]
powers = torch.exp(scores - largest)
shares = powers / powers.sum(dim=-1, keepdim=True)
END
iconv -f UTF-8 -t UTF-16 mended.py >wide.py && mv wide.py mended.py
"$qkv" practice --no-state softmax --plain <lines >out 2>err
if grep -q '^> Partly: .* No line was named. The mended code is right.' out && grep -q '^> Right. ' out; then pass; else
    fail "practice: the code first, then the line: $(tail -n 4 out)"
fi
# a new lesson is there whole or not at all
said=$( (ulimit -f 0 && "$qkv" lesson new whole) 2>&1 || echo "status $?")
case $said in
*'whole.md cannot be written: '*'status 2')
    if ls | grep -q '^whole'; then fail "lesson new leaves something on a full disk"; else pass; fi ;;
*) fail "lesson new on a full disk: $said" ;;
esac
if "$qkv" lesson new whole >out 2>err && cp whole.md before.md && ! "$qkv" lesson new whole 2>err &&
    grep -q 'whole.md is there already; nothing was written' err && cmp -s whole.md before.md; then pass; else
    fail "lesson new over a lesson"
fi
# as text: without a terminal, or when it is asked for
printf '43\ninto\nsoftmex\nout\n\n:p keys.shape\nquit\nnever read\n' >lines
if "$qkv" walk weight-splits --plain <lines >out 2>err && grep -q '^step 43 of [0-9]*, softmax' out &&
    grep -q 'starts: .*; most on with 0.20' out && grep -q 'no command softmex' out &&
    grep -q '^step 45 of ' out && grep -q 'torch.Size(\[2, 3, 5, 4\])' out &&
    ! LC_ALL=C grep -q '[^ -~]' out; then pass; else fail "walk: as text"; fi
want 0 "walk without a terminal" "$qkv" walk by-hand
printf 'last\nquit\n' >lines
if "$qkv" walk classes --plain --no-state <lines | grep -q '^This is the end of the last lesson of the course' &&
    "$qkv" walk is-or-are --plain --no-state <lines | grep -q '^Next: a-step-downhill' &&
    "$qkv" walk induction-head --plain --no-state <lines | grep -q '^Next: letters'; then pass; else
    fail "walk: the end of a lesson names the next"
fi
# a bug hunt is not given away before it is solved, or its solution was looked at
mkdir -p hunted/qkv
printf '8\n10\n!\nq\n' >lines
XDG_STATE_HOME=$scratch/hunted "$qkv" walk wrapper --plain <lines >out 2>err
if grep -q 'the exercise the-middle-of-forward away waits' out && ! grep -q 'not kept\|unused-result\|never reached' out; then pass; else fail "walk: an open bug hunt"; fi
printf 'qkv practice 1\nshown 1 0 the-middle-of-forward wrapper\n' >hunted/qkv/practice
XDG_STATE_HOME=$scratch/hunted "$qkv" walk wrapper --plain <lines >out 2>err
if [ "$(grep -c '^warning: ' out)" = 2 ] && grep -q ': unused-result' out; then pass; else fail "walk: a bug hunt that is over"; fi
# each time that a lesson is opened it asks something else about earlier ones
printf 'Space\n' >keys
for k in 1 2 3; do
    XDG_STATE_HOME=$scratch/recalled "$qkv" walk two-heads --script keys 2>err | sed -n 4p
done | sort -u >out
if [ "$(wc -l <out)" = 3 ] && grep -qx 'new 0 3 (recall) two-heads' recalled/qkv/practice; then pass; else
    fail "walk: the same question about an earlier lesson: $(cat out)"
fi
printf 'nothing\n3\nq\nq\n' >lines
if "$qkv" walk --no-state <lines >out 2>err && grep -q '^> 0  by-hand: ' out && grep -q 'There is no nothing here' out && grep -q '^1 of ' out; then pass; else
    fail "the list of lessons without a terminal: $(head -c 300 out)"
fi
# one comes back to the list where one left it, also after the lesson behind the one that was opened
printf '3\nquit\n12\nlast\nnext\nquit\nq\n' >lines
if [ "$("$qkv" walk --no-state <lines 2>err | sed -n 's/^> \([0-9]*\)  .*/\1/p' | tr '\n' ' ')" = '0 3 13 ' ]; then pass; else
    fail "the list of lessons stands on the last one"
fi
# it begins at the step of a line or a stage, not where the set-up prepares it
: >keys
if "$qkv" walk --no-state --script keys --line 131 single-head | head -n 1 | grep -q ' step 11 /' &&
    "$qkv" walk --no-state --script keys --stage mask single-head | head -n 1 | grep -q ' step 11 /'; then pass; else fail "walk: --line and --stage begin at the step"; fi
want 2 "walk --cells of no cell" "$qkv" walk --no-state --script keys --cells 99 by-hand
if "$qkv" walk --no-state --script keys --cells 99 by-hand 2>&1 | grep -qx 'qkv: --cells: 00-by-hand has 9 code cells'; then pass; else fail "walk --cells of no cell"; fi
want 2 "walk --size" "$qkv" walk by-hand --size 80
want 2 'broken JSON' "$qkv" run broken.ipynb
want 2 'truncated notebook' "$qkv" run truncated.ipynb
want 2 'not a notebook' "$qkv" run list.ipynb
want 2 'binary noise' "$qkv" run noise.py
want 2 'missing file' "$qkv" run missing.py
want 2 'a directory' "$qkv" run directory
want 2 'unknown command' "$qkv" fly
want 2 'unknown option' "$qkv" run --sead 3 fine.py
want 2 'unknown knob' "$qkv" run --set nothing=3 fine.py
want 2 'no value' "$qkv" run fine.py --seed
want 1 'NUL byte' "$qkv" run nul.py
want 1 'ten thousand brackets' "$qkv" run brackets.py
want 4 'a chain of 100000 operators' "$qkv" run chain.py
want 4 'endless loop' "$qkv" run --max-steps 100000 loop.py
want 0 'the echo of 235000 numbers, in a few steps each' "$qkv" run --max-steps 5000000 echo.ipynb
want 4 'endless loop, by time' "$qkv" run --timeout 0.2 loop.py
want 3 'a pattern too large' "$qkv" run times.py
want 1 'endless recursion' "$qkv" run recursion.py
want 4 'a tensor of 4 TB' "$qkv" run huge.py
want 4 'a string of 100 GB' "$qkv" run long.py
printf 'import torch\nx = torch.zeros(1, 4).expand(3, 4)\nx.masked_fill_(torch.eye(3, 4).bool(), 5.0)\ny = x + 1\n' >expanded.py
want 0 'values before a write through an expanded tensor' "$qkv" trace --values expanded.py
want 1 'a list of depth 100000' "$qkv" run nested.py
want 1 'an unknown name' "$qkv" run name.py
want 3 'does not have it' "$qkv" run lacking.py
want 0 'a good file' "$qkv" run fine.py

# --- options: says WANTED NAME COMMAND...: standard output is exactly WANTED ---
says() {
    wanted=$1
    label=$2
    shift 2
    got=$("$@" 2>"$scratch/err" </dev/null)
    if [ "$got" = "$wanted" ]; then
        pass
    else
        fail "$label: printed '$got', expected '$wanted'"
        head -n 3 "$scratch/err" | sed 's/^/     /'
    fi
}
# tells PATTERN NAME COMMAND...: standard error holds the pattern
tells() {
    wanted=$1
    label=$2
    shift 2
    "$@" >/dev/null 2>"$scratch/err" </dev/null
    if grep -q -- "$wanted" "$scratch/err"; then pass; else
        fail "$label: standard error lacks '$wanted'"
        head -n 3 "$scratch/err" | sed 's/^/     /'
    fi
}
cat >knobs.ipynb <<'END'
{"nbformat": 4, "cells": [
 {"cell_type": "code", "execution_count": 7, "source": ["import torch\n", "a, b = 2, 3\n", "a"]},
 {"cell_type": "markdown", "source": ["prose"]},
 {"cell_type": "code", "execution_count": 9, "source": "torch.manual_seed(1)\nb = 4\ndict(width=5)"},
 {"cell_type": "code", "execution_count": null, "source": ["torch.randint(0, 100, (3,)).tolist(), a + b"]}
]}
END
echo 'import torch; print(torch.rand(1).item())' >draw.py
says '2
{'"'width'"': 5}
([45, 39, 24], 6)' 'a notebook echoes values' "$qkv" run knobs.ipynb
says "([45, 39, 24], 6)" '--cells by ordinal' "$qkv" run knobs.ipynb --cells 3
says "2
{'width': 5}" '--cells range' "$qkv" run --cells 1-2 knobs.ipynb
says "{'width': 5}" '--cells by execution count' "$qkv" run --cells '[9]' knobs.ipynb
says "([45, 39, 24], 16)" '--set in a tuple' "$qkv" run --cells 3 --set a=12 knobs.ipynb
says "([45, 39, 24], 9)" '--set NAME@CELL' "$qkv" run --cells 3 --set b@2=7 knobs.ipynb
says "([45, 39, 24], 6)" '--set NAME@CELL elsewhere' "$qkv" run --cells 3 --set b@1=7 knobs.ipynb
says "{'width': 8}" '--set a keyword' "$qkv" run --cells 2 --set width=8 knobs.ipynb
tells 'cell 1: b 3 -> 7' '--set reports' "$qkv" run --set b@1=7 knobs.ipynb
tells 'it has a, b, seed, width' 'an unknown knob lists them' "$qkv" run --set c=1 knobs.ipynb
tells 'seed 1 -> 5' '--seed replaces' "$qkv" run --seed 5 knobs.ipynb
tells 'sets no seed' 'no seed is told' "$qkv" run draw.py
says 0.49625658988952637 'no seed is seed 0' "$qkv" run draw.py
says 0.7576315999031067 '--seed stands in' "$qkv" run --seed 1 draw.py
tells "skipped: %timeit x" 'magic lines are told' "$qkv" run magic.py
cat >words.py <<'X'
import argparse, sys
parser = argparse.ArgumentParser()
parser.add_argument("--dim", type=int, default=4)
print(sys.argv, parser.parse_args().dim)
X
says "['words.py'] 4" 'no words of its own' "$qkv" run words.py
says "['words.py', '--dim', '8'] 8" 'words behind --' "$qkv" run words.py --seed 3 -- --dim 8
says "['words.py'] 4" 'a file behind --' "$qkv" run -- words.py
says "words.py: error: argument --dim: invalid int value: 'x'" 'words that argparse refuses' sh -c '"$0" run words.py -- --dim x 2>&1 | tail -n 1' "$qkv"
says 42 'standard input' sh -c 'echo "print(6 * 7)" | "$0" run -' "$qkv"
says "$("$qkv" run 10)" 'a lesson by number' "$qkv" run weight-splits
tells 'no file and no lesson' 'an unknown lesson' "$qkv" run weight-spltis
want 2 '--cells beyond the end' "$qkv" run --cells 9 knobs.ipynb
want 2 '--set without a number' "$qkv" run --set a=x knobs.ipynb
want 2 '--seed without a number' "$qkv" run --seed x knobs.ipynb
for size in lots M 8X 8mm 8MiC 0 -8M .5M 1000T; do
    want 2 "--max-memory of no size: $size" "$qkv" run --max-memory "$size" knobs.ipynb
done
echo 'print(len("a" * (24 << 20)))' >long_text.py
for size in 32M 32m 32768k 0.03125G 32MB 32MiB 1T 33554432; do
    says 25165824 "--max-memory $size" "$qkv" run --max-memory "$size" long_text.py
done
for size in 16M 16m 16384KiB 0.015625g 16777216; do
    want 4 "--max-memory $size" "$qkv" run --max-memory "$size" long_text.py
done
want 0 'trace' "$qkv" trace knobs.ipynb
says "    import torch
    a, b = 2, 3
    a

| 2

prose

    torch.manual_seed(1)
    b = 4
    dict(width=5)

| {'width': 5}

    torch.randint(0, 100, (3,)).tolist(), a + b

| ([45, 39, 24], 6)" 'read a notebook' "$qkv" read knobs.ipynb
printf '# One\n\n- two\n\n## Three\n\n1. four\n2. five\n\n### Six\n\n```python\nx = 1\n```\n' >titles.md
says 'One
===

- two


Three
-----

1. four

2. five


Six
---

    x = 1' 'read titles and lists' "$qkv" read titles.md
printf 'print(1)\nprint("\\033[1m")\n1 / 0\n' >ends.py
says '    print(1)
    print("\033[1m")
    1 / 0

| 1
| \x1b[1m
1' 'read code that fails' sh -c '"$0" read ends.py 2>said; echo $?' "$qkv"
says '  place        storage offset = 2*6 + 1 = 13' 'trace --cell' sh -c '"$0" trace --step 11 --cell 0,0,2,1 weight-splits | tail -n 1' "$qkv"
want 2 '--cell without a step' "$qkv" trace --cell 0 weight-splits
want 2 '--cell out of range' "$qkv" trace --step 11 --cell 9,9,9,9 weight-splits
want 2 '--step beyond the end' "$qkv" trace --step 999 --cell 0 weight-splits
want 2 '--step of no step' "$qkv" trace --step 999 weight-splits
want 2 '--stage of no name' "$qkv" trace --stage nonsense weight-splits
tells 'the stages are project' 'an unknown stage lists them' "$qkv" trace --stage nonsense weight-splits
want 0 '--stage without a step' "$qkv" trace --stage mask d-model-64
tells '--stage mask: the run has no such step; its stages are project, view' 'a stage without a step' "$qkv" trace --stage mask d-model-64
tells '--stage mask: step 1 is of the stage project' 'a step of another stage' "$qkv" trace --stage mask --step 1 d-model-64
tells 'there is no such cell' 'a cell out of range' "$qkv" trace --step 11 --cell 9,9,9,9 weight-splits
tells 'give one index for each axis' 'a cell of too few indices' "$qkv" trace --step 11 --cell 0 weight-splits
says 1 'lint finds something' sh -c '"$0" lint weight-splits >/dev/null; echo $?' "$qkv"
want 0 'lint finds nothing' "$qkv" lint single-head
mkdir dumped
{ cat "$programs/heads_own.py" && printf 'import numpy as np\nfor name, t in dict(q=q[0], p=p * 2, o=o, lost=o ** 3, v=v.transpose(1, 2)).items():\n    np.save(f"{name}.npy", t.detach().numpy())\n'; } >dumps.py
"$qkv" run --write dumped dumps.py >/dev/null
says 'lost (2, 6, 16) nothing like it
o (2, 6, 16) = step 29, line 17: o
p (2, 4, 6, 6) ~ step 26, line 16: p, times 2
q (4, 6, 4) = step 3, line 7: x @ w[:d].T, place 0 of its first axis
v (2, 6, 4, 4) = step 15, line 9: v
3 of 5 tensors are found
the first that differs, as the program goes: p, beside step 26, line 16: p
1' 'diff --dump' sh -c '"$0" diff "$1" --dump dumped | tr -s " "; echo 1' "$qkv" "$programs/heads_own.py"
"$qkv" trace "$programs/heads_own.py" --dump golden 2>dumped.txt
count=$(ls golden | wc -l)
says "qkv: golden: $count files" 'trace --dump counts' tail -n 1 dumped.txt
says "$count of $count tensors are found" 'trace --dump: all are found again' sh -c '"$0" diff "$1" --dump golden | tail -n 1' "$qkv" "$programs/heads_own.py"
want 2 'trace --dump writes over nothing' "$qkv" trace "$programs/heads_own.py" --dump golden
want 0 'trace --dump --force' "$qkv" trace "$programs/heads_own.py" --dump golden --force
"$qkv" trace "$programs/heads_own.py" --dump chosen --stage softmax 2>/dev/null
says '26-p.npy' 'trace --dump of a stage' ls chosen
says 'torch.float32 (2, 4, 6, 6) tensor(True)' 'trace --dump is read by np.load' sh -c 'echo "import numpy as np, torch
p = torch.from_numpy(np.load(\"26-p.npy\"))
print(p.dtype, tuple(p.shape), (p.sum(-1) - 1).abs().max() < 1e-6)" >loads.py && "$0" run loads.py --files chosen' "$qkv"
head -c 100 dumped/q.npy >dumped/short.npy
want 2 'diff --dump of a damaged file' "$qkv" diff "$programs/heads_own.py" --dump dumped
tells 'cannot read short.npy: short.npy is damaged' 'diff --dump names the file' "$qkv" diff "$programs/heads_own.py" --dump dumped
mkdir empty
want 2 'diff --dump of an empty folder' "$qkv" diff "$programs/heads_own.py" --dump empty
tells '^qkv: --dump empty: there are no tensors' 'diff --dump says so' "$qkv" diff "$programs/heads_own.py" --dump empty
want 2 'diff --dump --json' "$qkv" diff "$programs/heads_own.py" --dump dumped --json
want 2 'diff --dump of no folder' "$qkv" diff "$programs/heads_own.py" --dump nowhere
tells '^qkv: --dump nowhere: No such' 'diff --dump names the folder' "$qkv" diff "$programs/heads_own.py" --dump nowhere
echo 'raise ValueError("no")' | cat "$programs/heads_own.py" - >raises.py
want 0 'diff: other ways are the same' "$qkv" diff "$programs/heads_torch.py" "$programs/heads_numpy.py"
want 0 'diff: a tolerance that lets all pass' "$qkv" diff --atol 100 "$programs/gpt.py" "$programs/gpt_swapped.py"
want 2 'diff: no second file' "$qkv" diff "$programs/gpt.py"
want 2 'diff: no such file' "$qkv" diff "$programs/gpt.py" none.py
want 2 'diff: no number' "$qkv" diff --rtol some "$programs/gpt.py" "$programs/gpt_swapped.py"
want 4 'diff: a limit' "$qkv" diff --max-steps 100 "$programs/gpt.py" "$programs/gpt_swapped.py"
want 5 'diff: a program raises' "$qkv" diff "$programs/heads_own.py" raises.py
tells 'ValueError: no' 'diff tells what it raised' "$qkv" diff "$programs/heads_own.py" raises.py
says 1 'diff: another split' sh -c '"$0" diff "$@" >/dev/null; echo $?' "$qkv" "$programs/gpt.py" "$programs/gpt_swapped.py"
says '"line":19},"like"' 'diff: where it is wrong, as JSON' \
    sh -c '"$0" diff --json "$@" | grep -o ".line.:19},.like."' "$qkv" "$programs/gpt.py" "$programs/gpt_swapped.py"
says '10-weight-splits:82:9: warning' 'lint names the place' sh -c '"$0" lint weight-splits | cut -c1-30 | head -n 1' "$qkv"
want 0 'help' "$qkv" --help
for command in '' $("$qkv" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    # shellcheck disable=SC2086 # no command is no word
    says 0 "help of '$command' fits 80 columns" sh -c '"$0" $1 --help | grep -c ".\{81\}"' "$qkv" "$command"
    # shellcheck disable=SC2086
    says 1 "help of '$command' has a usage" sh -c '"$0" $1 --help | grep -c "^usage: qkv"' "$qkv" "$command"
done
says 2 'an option with a meaning for each of two commands' \
    sh -c '{ "$0" heatmap --help; "$0" walk --help; } | grep -c "^  --size WxH"' "$qkv"
says 0 'help lists what the command takes only' sh -c '"$0" trace --help | grep -c -- --cmap' "$qkv"
want 2 'an option of another command' "$qkv" run weight-splits --cmap magma
tells 'run does not take --stage; what takes it: qkv trace, qkv walk, qkv heatmap$' \
    'an option of other commands names them' "$qkv" run weight-splits --stage scores
want 2 'an option of a run without a run' "$qkv" lessons --seed 3
want 2 'lesson without more' "$qkv" lesson
want 2 'lesson with something else' "$qkv" lesson chekc by-hand
want 2 'lesson check of nothing' "$qkv" lesson check
want 2 'lesson check of no file' "$qkv" lesson check no-such-lesson
want 2 'lesson new without a name' "$qkv" lesson new
want 0 'lesson check of a built-in lesson' "$qkv" lesson check --variants 3 by-hand
printf '```python\nx = 1\n```\n```exercise a\nkind: shapes\n\nWhich?\n```\n' >wrong.md
says "wrong.md: 1 exercise; 1 error, 0 notes
1" 'lesson check finds errors' sh -c '"$0" lesson check wrong.md >found; s=$?; tail -n 1 found; echo $s' "$qkv"
says 1 'lesson check of several' sh -c '"$0" lesson check --variants 3 wrong.md by-hand >found; echo $?' "$qkv"
cat >places.ipynb <<'END'
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "markdown", "metadata": {}, "source": ["# Places\n"]},
 {"cell_type": "raw", "metadata": {}, "source": "for converters"},
 {"cell_type": "code", "metadata": {}, "execution_count": null, "outputs": [], "source": "x = 1"},
 {"cell_type": "markdown", "metadata": {}, "source": "Text.\n\n```exercise a\nkind: shapes\n\nWhich?\n```"},
 {"cell_type": "markdown", "metadata": {}, "source": "```exercise b\nkind: choice\nright: 1\noption: 2\noption: 2\nkind: cell\n\nWhich?\n```"}]}
END
says "places.ipynb, cell 4, line 4: error: there is no kind \`shapes\`; did you mean \`shape\`?
places.ipynb, cell 5, line 5: error: this option stands there twice
places.ipynb, cell 5, line 6: error: \`kind:\` is there twice; it was in cell 5, line 2
places.ipynb: 2 exercises; 3 errors, 0 notes" 'places in a notebook are told by cells' \
    sh -c '"$0" lesson check places.ipynb | grep ^places' "$qkv"
want 0 'version' "$qkv" --version

# --- code that leaves: Python's status, and its words on standard error ---
while IFS='|' read -r code status words; do
    printf 'import sys\nprint("before")\n%s\nprint("behind")\n' "$code" >leaves.py
    "$qkv" run leaves.py >left 2>said
    got=$?
    if [ "$got $(cat left) $(cat said)" = "$status before $words" ]; then pass; else
        fail "$code: status $got, '$(cat said)'"
    fi
done <<'END'
raise SystemExit(7)|7|
sys.exit(7)|7|
exit(3)|3|
quit()|0|
sys.exit()|0|
sys.exit(None)|0|
sys.exit(0)|0|
sys.exit(True)|1|
sys.exit(256)|0|
sys.exit(-1)|255|
sys.exit(10 ** 30)|255|
sys.exit(0.0)|1|0.0
sys.exit("why")|1|why
raise SystemExit("why", 3)|1|('why', 3)
END
printf 'import torch\nx = torch.ones(2) + 1\nraise SystemExit(7)\n' >leaves.py
for command in trace 'trace --json' 'walk --plain --no-state'; do
    # shellcheck disable=SC2086
    says 7 "SystemExit under $command" sh -c '"$@" >/dev/null 2>&1; echo $?' sh "$qkv" $command leaves.py
done

# --- names: a typo is the code's, what PyTorch has and qkv lacks is ours ---
while IFS='|' read -r code status hint; do
    printf 'import torch, math\nimport numpy as np\nx = torch.ones(2, 2)\n%s\n' "$code" >name.py
    "$qkv" run name.py >out 2>said
    got=$?
    if [ "$got" = "$status" ] && grep -q "$hint" said; then pass; else
        fail "$code: status $got, '$(tail -n 2 said)'"
    fi
    # only of what we lack qkv says something itself
    case $status in 3) want='^qkv: .* is not supported: qkv does not have it' ;; *) want='^qkv: ' ;; esac
    says "$((status == 3))" "$code: qkv's own line" grep -c "$want" said
done <<'END'
x.sofmax(0)|1|AttributeError: 'Tensor' object has no attribute 'sofmax'. Did you mean: 'softmax'?
torch.sofmax(x, 0)|1|Did you mean: 'softmax'?
torch.nn.functional.sofmax(x)|1|Did you mean: 'softmax'?
torch.nn.Liner(2, 2)|1|Did you mean: 'Linear'?
from torch.nn import Liner|1|ImportError: .*Did you mean: 'Linear'?
np.ones(2).reshpe(1, 2)|1|Did you mean: 'reshape'?
np.onees(2)|1|Did you mean: 'ones'?
torch.Tensor.sofmax|1|Did you mean: 'softmax'?
torch.nn.ReLU().no_such|1|AttributeError: 'ReLU'
x.to_sparse_bsr(1)|3|torch.Tensor.to_sparse_bsr is not supported
torch.nn.Parameter(x).to_sparse_bsr(1)|3|torch.Tensor.to_sparse_bsr is not supported
torch.Tensor.to_sparse_bsr|3|torch.Tensor.to_sparse_bsr is not supported
torch.nn.LPPool1d()|3|torch.nn.LPPool1d is not supported
from torch.nn import LPPool1d|3|torch.nn.LPPool1d is not supported
np.ones(2).byteswap()|3|numpy.ndarray.byteswap is not supported
x.scatter(0, x.long(), 1.0, reduce='add')|3|scatter(reduce=) is not supported
math.sqr(2)|1|Did you mean: 'sqrt'?
import time; time.clock_gettime(0)|3|time.clock_gettime is not supported
torch.nn.LazyLinear(2)|3|qkv does not have it; use torch.nn.Linear instead$
from torch import svd|3|qkv does not have it; use torch.linalg.svd instead$
torch.nn.LPPool1d()|3|qkv does not have it; qkv operations lists what it has$
import string; string.Formatter()|3|qkv does not have it; use str.format instead$
from unicodedata import name|3|qkv does not have it$
import torch.nn.utils.rnn as r; r.no_such|1|AttributeError
from enum import Enumm|1|Did you mean: 'Enum'?
END

# --- trace --json: what is written in place came from the step before, as it was ---
printf 'import torch\ncache = torch.zeros(2, 3)\nk = torch.ones(2, 1)\ncache[:2, 1:2] = k\ncache.add_(1)\ny = cache * 2\n' >"$scratch/place.py"
"$qkv" trace --json --all "$scratch/place.py" | tr '{' '\n' | sed -n 's/^"name":"cache","event":\([^,]*\),.*/\1/p' | tr '\n' ' ' >"$scratch/out"
if [ "$(cat "$scratch/out")" = '"s1" 1 2 ' ]; then pass; else fail "json: who gave what is written in place: $(cat "$scratch/out")"; fi

# --- trace --json: filters hold, what it cannot do is refused, an error is told whole ---
printf 'import torch\ntorch.manual_seed(0)\nx = torch.randn(3, 4)\nw = x @ x.T\nw = w.softmax(-1)\nw @ x\nx.sofmax\n' >filter.py
numbers() { # options: the steps that are told, and whether they have values
    "$qkv" trace --json "$@" filter.py 2>/dev/null | sed -n 's/^{"n":\([^,]*\).*/\1/p' | tr '\n' ' '
}
valued() { "$qkv" trace --json --values "$@" filter.py 2>/dev/null | sed -n '/"values":/s/^{"n":\([^,]*\).*/\1/p' | tr '\n' ' '; }
same() { if [ "$2" = "$3" ]; then pass; else fail "$1: '$3', expected '$2'"; fi; }
same 'JSON: all' '"s1" 1 2 3 4 ' "$(numbers)"
same 'JSON: a stage' '3 ' "$(numbers --stage softmax)"
same 'JSON: a step' '2 ' "$(numbers --step 2)"
same 'JSON: a step of the set-up' '"s1" ' "$(numbers --step s1)"
same 'JSON: a step of another stage' '' "$(numbers --step 2 --stage softmax)"
same 'JSON: values of the steps' '1 2 3 4 ' "$(valued)"
same 'JSON: values of all' '"s1" 1 2 3 4 ' "$(valued --all)"
same 'JSON: values of a step of the set-up' '"s1" ' "$(valued --step s1)"
want 2 'JSON: no such step' "$qkv" trace --json --step 9 filter.py
cat >figures.py <<'END'
import torch
import matplotlib.pyplot as plt
w = torch.arange(6.).reshape(1, 2, 3).softmax(-1)
plt.imshow(w[0].detach().numpy())
plt.title("shares")
plt.show()
plt.plot([3, 1, 2], label="loss")
plt.legend()
plt.savefig("loss.png")
END
printf 'import torch\nb, nh, t, d = 2, 3, 4, 5\nq = torch.randn(b, nh, t, d) * 1\nk = q.transpose(1, 2) * 1\nB, H, W = 2, 3, 4\nimage = torch.randn(B, H, W) * 1\n' >heads.py
same 'JSON: the axis of heads' '1 2 2 none ' "$("$qkv" trace --json heads.py | grep '^{"n":[1-9]' |
    sed 's/.*"outputs"://; s/.*"heads":\([0-9]\).*/\1/; s/.*"axes".*/none/' | tr '\n' ' ')"
cat >several.py <<'EOF'
import torch
x = torch.ones(2, 6)
a, b, c = x.split(2, 1)
y = a + c
@torch.no_grad()
def f(x):
    return (x @ x.T).max(1)[0] * b.t()[0, 0]
f(x)
EOF
same 'JSON: which of several results' '0 2 1 0 ' "$("$qkv" trace --json several.py | tr '{' '\n' | sed -n 's/.*"output":\([0-9]*\).*/\1/p' | tr '\n' ' ')"
same 'JSON: a decorator is no frame' '"f" "f" "f" "f" "f" "f" ' "$("$qkv" trace --json several.py | sed -n 's/.*"frames":\[{"function":\("[^"]*"\)[^]]*}\].*/\1/p' | tr '\n' ' ')"
same 'JSON: figures' '6 7 ' "$("$qkv" trace --json --stage figure figures.py | sed -n 's/^{"n":\([^,]*\).*/\1/p' | tr '\n' ' ')"
"$qkv" trace --json --values --stage figure figures.py >out 2>err
if grep -q '"outputs":\[\],"warnings":\[\],"figure":{"number":1,"title":null,"saved":null,"size":\[6.4,4.8\],"axes":\[{"title":"shares","xlabel":null,"ylabel":null,"parts":\[{"kind":"image","label":null,"shape":\[2,3\],"input":0}\]}\]}}' out &&
    grep -q '"saved":"loss.png".*"parts":\[{"kind":"line","label":"loss","shape":\[3\],"input":null,"values":\[3.0,1.0,2.0\]}\]}\]}}' out; then pass; else
    fail "JSON: what a figure shows"; fi
"$qkv" trace figures.py >out 2>err
if grep -q '^               figure 1: shares (image of #3 w\[0\], 2 x 3)$' out &&
    grep -q '^               figure 2, saved as loss.png (line of loss, 3 numbers)$' out; then pass; else fail "trace: a line for a figure"; fi
"$qkv" trace --stage figure --step 6 --cell 1,2 figures.py >out 2>err
if grep -q '^w\[0, 1, 2\] = 0.66524' out; then pass; else fail "trace: a cell of a figure is that of its tensor"; fi
echo 'w Enter' >keys
"$qkv" walk --no-state --script keys --stage figure figures.py >out 2>err
cp figures-figure-1.png before.png 2>/dev/null
"$qkv" walk --no-state --script keys --stage figure figures.py >out 2>err
if grep -q 'it is there already; y writes over it' out && cmp -s before.png figures-figure-1.png &&
    "$qkv" run --pictures plots figures.py 2>/dev/null && cmp -s plots/figure-1.png figures-figure-1.png; then pass; else
    fail "walk: w writes a figure as run --pictures does, and not over a file"; fi
cat >objects.py <<'END'
import torch, numpy as np
r = np.random.RandomState(0)
x = r.randn(2, 3)
y = np.random.default_rng(3).choice(4, 2)
z = torch.randn(2, 3, generator=torch.Generator())
p = r.permutation(x)
END
"$qkv" trace --json objects.py >out 2>err
if grep -q '"self":"RandomState(MT19937)","dims":\[2,3\]' out && grep -q '"self":"Generator(PCG64)"' out &&
    grep -q '"generator":"<torch._C.Generator object>"' out && ! grep -q '0x\|array(' out; then pass; else
    fail "JSON: objects by their type, without where they lay"
fi
printf 'import torch\nx = torch.ones(2)\ny = x.sum()\n' >scalar.py
tells "it is a single number: --cell ''" 'a cell of a number' "$qkv" trace --step 1 --cell 0 scalar.py
tells '--json and --cell: not both' 'JSON: a cell' "$qkv" trace --json --step 2 --cell 0,0 filter.py
tells '--json and --storage: not both' 'JSON: a storage' "$qkv" trace --json --step 2 --storage filter.py
failure() { printf '%s\n' "$1" >fails.py && "$qkv" trace --json fails.py 2>/dev/null | sed -n 's/.*"error"/"error"/p'; }
same 'JSON: error and hint' "\"error\":\"AttributeError: 'Tensor' object has no attribute 'sofmax'\",\"hint\":\"Did you mean: 'softmax'?\"}" \
    "$(failure 'import torch; torch.ones(2).sofmax')"
same 'JSON: an error of several lines' '"error":"ValueError: a\nb","hint":null}' "$(failure 'raise ValueError("a\nb")')"
same "JSON: qkv's own hint" '"error":"ModuleNotFoundError: No module named '"'nope'"'","hint":"qkv has no module nope, and no nope.py lies beside the program"}' \
    "$(failure 'import nope')"
same 'JSON: what is not supported' 0 "$(failure 'open("x")' | grep -c Traceback)"
# --- modules: as PyTorch names them; what is told of a step is filtered, measured, and has its own file ---
paths=$here/cases/nn_module_paths
"$qkv" trace --jsonl "$paths.py" 2>err | sed -n '/^{"n":[0-9]/s/.*"module":"\([^"]*\)","model".*/\1/p' | sed 's/^$/(the outermost)/' | uniq >out
uniq "$paths.out" >wanted
if cmp -s wanted out; then pass; else fail "JSON: the module of each step" wanted out; fi
mkdir -p lib
cat >lib/attn.py <<'END'
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.q = nn.Linear(d, d, bias=False)

    def forward(self, x):
        w = self.q(x) @ x.transpose(-2, -1)
        w = w.softmax(dim=0)
        return w @ x
END
cat >modules.py <<'END'
import torch
from torch import nn
from lib.attn import Attention


class Block(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.attn = Attention(d)

    def forward(self, x):
        return x + self.attn(x)


torch.manual_seed(0)
h = nn.Sequential(Block(4), Block(4))
x = torch.arange(12.0).view(3, 4) / 12
y = h(x)
print(y.sum())
END
same 'trace --module' '"1.attn" "1.attn.q" ' "$("$qkv" trace --jsonl --module '1.*' modules.py | sed 's/.*,"module":\("[^"]*"\),"model".*/\1/' | sort -u | tr '\n' ' ')"
same 'trace --module of a listing' '6 12 ' "$("$qkv" trace --module '?.attn' --stage softmax modules.py | sed -n 's/^ *\([0-9]*\) softmax.*/\1/p' | tr '\n' ' ')"
same 'trace --line of a module' 'lib/attn.py 12 lib/attn.py 12 ' "$("$qkv" trace --jsonl --line attn.py:12 modules.py | sed 's/^{[^{]*"file":"\([^"]*\)","cell":0,"line":\([0-9]*\).*/\1 \2/' | tr '\n' ' ')"
same 'JSON: frames with module, file and line' \
    '{"function":"Sequential.forward","module":""} {"function":"Module.__call__","module":"0"} {"function":"Block.forward","module":"0","file":"modules.py","cell":0,"line":12} {"function":"Module.__call__","module":"0.attn"} {"function":"Attention.forward","module":"0.attn","file":"lib/attn.py","cell":0,"line":12}' \
    "$("$qkv" trace --jsonl --line lib/attn.py:12 --module '0*' modules.py | sed 's/.*"frames":\[{[^}]*},\([^]]*\)\].*/\1/; s/},{/} {/g')"
same 'JSON: the paths of weights' '"0.attn.q.weight" "1.attn.q.weight" ' "$("$qkv" trace --jsonl modules.py | sed -n '/^{"n":[0-9]/s/.*"path":\("[^"]*"\).*/\1/p' | sort -u | tr '\n' ' ')"
"$qkv" lint modules.py >out 2>err
if grep -q '^lib/attn.py:12:13: warning: ' out && ! grep -q '^modules.py:12' out; then pass; else fail "lint: the file of a warning" out; fi
cat >folds.py <<'END'
import torch
x = torch.tensor([[0.5, -1.5, 2.0], [float("nan"), 1.0, 3.0]])
y = x[:1] * 1
z = x + 1
i = torch.arange(6) * 10
c, d = (i * 1000000).split(3)
b = d > 3
h = y.half() * 2
e = x[2:] * 1
END
"$qkv" run - <<'END' >wanted 2>err
import torch
x = torch.tensor([[0.5, -1.5, 2.0], [float("nan"), 1.0, 3.0]])
for t in (x[:1] * 1, x + 1, torch.arange(6) * 10):
    f = t.float()
    print(*[str(v)[7:].split(",")[0].rstrip(")") for v in (t.min(), t.max(), f.mean(), f.std(), t.sum())], t.isnan().sum().item())
END
"$qkv" trace --summary --all folds.py 2>err | awk '$(NF-6) ~ /^(float32|int64)$/ && ($2 == "mul" || $2 == "add") && !/1e\+06|\(6,\).*5000000|\(0, 3\)/ { print $(NF-5), $(NF-4), $(NF-3), $(NF-2), $(NF-1), $NF }' | head -3 >out
if cmp -s wanted out; then pass; else fail "trace --summary: as x.min(), x.max(), ... print" wanted out; fi
printf 'import torch\nx = torch.view_as_complex(torch.tensor([[1.0, torch.nan], [2.0, 3.0]])) * 2\ne = torch.zeros(0) * 1\ns = torch.ones(3).split([1, 2])\n' >odd.py
same 'a summary of complex numbers, of nothing, of several results' \
    '1 - - - - - 1,2 - - - - - 1,3 - - nan nan 0. 0,4 1. 1. 1. nan 1. 0,4 1. 1. 1. 0. 2. 0,' \
    "$("$qkv" trace --summary odd.py | awk '$1 ~ /^[0-9]/ { print $1, $(NF-5), $(NF-4), $(NF-3), $(NF-2), $(NF-1), $NF }' | tr '\n' ',')"
tells '--module h.9: no step is in such a module; the run has 0.attn.q, 0.attn, 0, 1.attn.q, 1.attn, 1' 'no such module' "$qkv" trace --module h.9 modules.py
tells '--module h.9: no step is in such a module; the run has none' 'no module at all' "$qkv" trace --module h.9 filter.py
tells '--line 99: no step stands there' 'no such line' "$qkv" trace --line 99 modules.py
tells 'no step fits all of the options' 'options that leave nothing' "$qkv" trace --line modules.py:12 --module '0.attn' modules.py
for line in 0 x -1 attn.py: :3 1e3 ''; do
    tells "^qkv: --line $line: give a number from 1, or FILE:N, or CELL:N of a notebook" "--line '$line'" "$qkv" trace --line "$line" modules.py
done
tells '--json and --jsonl exclude each other' 'JSON twice' "$qkv" trace --json --jsonl modules.py
tells '--summary and --values: both only as JSON' 'a summary with values' "$qkv" trace --summary --values modules.py
same 'JSON: the last line tells the error' '{"error":"ZeroDivisionError: division by zero","hint":null}' \
    "$(printf 'import torch\nx = torch.ones(2) * 2\n1 / 0\n' >fails.py && "$qkv" trace --jsonl fails.py 2>/dev/null | tail -n 1)"
if [ -z "$long" ]; then
    tally program
    exit
fi

# --- the picture of the walk is what its command draws now; else make gallery ---
mkdir -p docs/gallery
sed -n '/^\$ cat keys$/{n;p;}' "$gallery/gallery.md" >keys
sh -c "$(sed -n "s|^\$ qkv walk|'$qkv' walk|p" "$gallery/gallery.md") --no-state" >out 2>err
if [ -s docs/gallery/walk.svg ] && cmp -s docs/gallery/walk.svg "$gallery/gallery/walk.svg"; then pass; else
    fail "docs/gallery/walk.svg (make gallery)" "$gallery/gallery/walk.svg" docs/gallery/walk.svg
fi

# --- limits: of time, of memory, of what can be counted ---
echo 'import re; re.match("(a+)+$", "a" * 40 + "b")' >pattern.py
printf 'l = [0]\nwhile True: l = l + l\n' >grow.py
head -c 100000000 /dev/zero | tr '\0' 'a' >line.py
want 4 'a pattern that tries too many ways' "$qkv" run pattern.py
want 4 'a list without end' "$qkv" run --max-memory 256M grow.py
want 1 'a line of 100 MB' "$qkv" run line.py
# one line of code each, that asks for more than there is: of memory, of time, of countable cells
refuses() {
    printf 'import torch\nimport numpy as np\n%s\n' "$2" >absurd.py
    want "$1" "$2" "$qkv" run --threads 1 --max-memory 200M --timeout 1 absurd.py
}
refuses 4 'f"{1.5:1000000000}"'
refuses 4 'f"{1.5:.1000000000f}"'
refuses 4 '"%999999999d" % 1'
refuses 4 '"%999999999s" % 1'
refuses 4 '"a".ljust(10**9)'
refuses 4 '("a" * 10**6).replace("a", "b" * 10**6)'
refuses 4 '",".join(["a" * 10**6] * 10**6)'
refuses 4 '"\t".expandtabs(10**9)'
refuses 4 'x = ()
for i in range(100): x = (x, x)
isinstance(1, x)'
refuses 4 'x = ()
for i in range(100): x = (x, x)
hash(x)'
refuses 4 'x = [1]
for i in range(100): x = [x, x]
print(x)'
refuses 4 'torch.ones(1).expand(10**12).sum()'
refuses 4 'torch.ones(1).expand(10**8).topk(1)'
refuses 4 'torch.ones(1).expand(10**8).median()'
refuses 4 'torch.ones(1).expand(10**8).roll(1)'
refuses 4 'np.random.choice(10**9, replace=False)'
refuses 4 'torch.nn.functional.pad(torch.ones(3), (-2**63, 0))'
refuses 1 'torch.zeros(0, 2**62, 2**62)'
refuses 1 'torch.ones(1).expand(2**62, 2)'
refuses 1 'torch.ones(0).view(2**32, 2**32, 0)'
refuses 1 'torch.as_strided(torch.ones(3), (2**40, 2**40), (0, 0))'
refuses 1 'torch.as_strided(torch.ones(3), (1,), (1,), 2**62)'
refuses 1 'torch.ones(1).expand(10**12).unfold(0, 10**11, 1)'
refuses 1 'np.random.default_rng(1).integers(0, 2**64)'
refuses 0 'np.ones(3)[::-2**62]'
# 150 MB of text need no memory
printf 'import torch\nx = torch.arange(4000000)\nx = x * 1000000000000\nx = x + 1\n' >large.py
if (ulimit -v 250000 && "$qkv" --version >/dev/null 2>&1); then
    (ulimit -v 250000 && "$qkv" trace --json --values --threads 1 large.py 2>err) | tail -c 16 >out
    same 'JSON: text goes out as it is made' '"printed":""}' "$(tail -n 1 out)"
fi

# --- Markdown without measure: one sentence, whether the limit ends it or the system; never an abort ---
awk 'BEGIN { for (k = 0; k < 4000000; k++) print "* a"; print "```python\nprint(1)\n```" }' >huge.md
tells '^qkv: huge.md is too large for a lesson' 'Markdown of 16 MB, a list' "$qkv" run huge.md
want 2 'its status' "$qkv" run huge.md
if (ulimit -v 200000 && "$qkv" --version >/dev/null 2>&1); then
    tells '^qkv: .*no memory left' 'Markdown where memory ends' sh -c 'ulimit -v 200000; "$0" run huge.md' "$qkv"
fi
# a line of it is found without counting from the first one
awk 'BEGIN { for (k = 0; k < 300000; k++) print "a\n"; print "```python\nprint(1)\n```" }' >many.md
says 1 'a lesson of 300,000 paragraphs' sh -c 'ulimit -t 20; "$0" run many.md' "$qkv"

# Base64 takes time and memory in line with its text
printf 'import base64\nx = bytes(range(256)) * 1024\nprint(base64.b64decode(base64.b64encode(x)) == x)\n' >letters.py
says True 'Base64 of 256 KiB' sh -c 'ulimit -t 30; "$0" run --max-memory 8M letters.py' "$qkv"

tally program
