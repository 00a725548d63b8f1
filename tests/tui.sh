#!/bin/sh
# Tests the walkthrough on real terminals, in tmux: start, resize, suspend, signals, terminals of several
# kinds. Keys are sent, the screen is read; nothing waits for a time, only for what is to appear.
#
#     tui.sh build/qkv
set -u
. "$(dirname "$0")/tally.sh"
needs tmux "the walk on real terminals" || { tally screens; exit 0; }
case $1 in /*) qkv=$1 ;; *) qkv=$PWD/$1 ;; esac
scratch=$(mktemp -d) || exit 1
server=qkv-tui-$$
trap 'tmux -L "$server" kill-server 2>/dev/null; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

mux() { tmux -L "$server" -f /dev/null "$@"; }
screen() { mux capture-pane -p 2>/dev/null; }
keys() { mux send-keys "$@"; }
fail() {
    failed=$((failed + 1))
    echo "FAIL tui: $1"
    screen | sed 's/^/     /' | head -n "${2:-6}"
}

# shows WORDS LABEL: they appear on the screen, within ten seconds
shows() {
    tries=0
    until screen | grep -qF -- "$1"; do
        tries=$((tries + 1))
        [ $tries -gt 300 ] && { fail "$2: '$1' does not appear" 60; return 1; }
        sleep 0.03
    done
    pass
}
# is LABEL WANTED GOT
is() { if [ "$2" = "$3" ]; then pass; else fail "$1: $3, not $2"; fi; }
# run WORDS...: a line for the shell in the terminal
run() { mux send-keys -l "$*" && mux send-keys Enter; }
# walk ARGUMENTS: its process id is then in the file pid
walk() { run "sh -c 'echo \$\$ >pid; exec \"$qkv\" walk $*'; echo status=\$?"; }
# The shell is back, on the screen that was there before, with its cursor and its echo.
sane() {
    shows "status=$2" "$1" || return
    is "$1: no alternate screen, a cursor, no mouse" '0 1 0' "$(mux display -p '#{alternate_on} #{cursor_flag} #{mouse_any_flag}')"
    run 'stty -a | tr -s " ;" "\n\n" | grep -cxE "echo|icanon|isig|icrnl|opost"'
    shows 5 "$1: the terminal's modes"
    run clear
}
bye() { keys q; sane "$1" "${2:-0}"; }

XDG_STATE_HOME=$scratch/state LC_ALL=C.UTF-8 mux -u new-session -d -x 80 -y 24 \
    "env PS1='ready> ' TERM=xterm-256color sh -i" || { skip "the walk on real terminals: tmux does not start"; tally screens; exit 0; }
shows 'ready>' 'a shell'

# --- the first walk of all ---
walk
shows 'Is, or are?' 'a first walk begins with a trained head'
keys x
shows 'half of the answers are right' 'the word is hidden from it'
keys Space
shows 'the step in which words look' 'and then the first lesson'
keys q
shows 'what it teaches' 'behind it the list'
bye 'quit the first walk'

# --- start, step, resize ---
walk --step 1 weight-splits
shows 'step 1 / 82' 'start'
keys n
shows 'step 2 / 82' 'a step'
mux resize-window -x 120 -y 40
shows 'o output  / search' 'more room'
shows 'step 2 / 82' 'more room'
mux resize-window -x 100 -y 30
shows 'w picture  o output' '100x30'
mux resize-window -x 40 -y 10
shows 'needs 60x15, have 40x10' '40x10'
shows 't goes on as text' '40x10'
mux resize-window -x 59 -y 24
shows 'needs 60x15, have 59x24' '59x24'
mux resize-window -x 80 -y 23
shows 'step 2 / 82' '80x23, as tmux has it'
mux resize-window -x 60 -y 15
shows 'step 2 / 82' '60x15, the smallest'
mux resize-window -x 10 -y 3
shows 'needs' '10x3'
mux resize-window -x 200 -y 60
shows '[Steps]' '200x60'
mux resize-window -x 80 -y 24
shows 'step 2 / 82' 'back to 80x24'

# --- to the shell and back ---
keys C-z
shows 'ready>' 'suspended'
is 'suspended: no alternate screen' 0 "$(mux display -p '#{alternate_on}')"
run fg
shows 'step 2 / 82' 'continued'
keys n
shows 'step 3 / 82' 'a step behind fg'
keys 3 1 g
shows 'step 31 / 82' 'a step far behind'
keys q
shows 'ready>' 'quit behind fg'
is 'quit behind fg: no alternate screen' 0 "$(mux display -p '#{alternate_on}')"
run clear

# --- where it was; the list of lessons ---
walk weight-splits
shows 'Here you were last time' 'comes back to the stop around its step'
shows ' of 25' 'comes back to the stop around its step'
keys g
shows ' 1 of ' 'the title of the lesson'
bye 'quit again'
walk --no-state weight-splits
shows ' 1 of ' 'no state'
bye 'quit without state'
walk
shows '1 of ' 'the list of lessons knows it'
keys 1 2
shows '>12' 'a number of two digits'
keys '?'
shows 'a number chooses that one' 'the help of the list'
keys Escape
keys 0 Enter
shows 'by hand' 'a lesson from the list'
keys q
shows 'what it teaches' 'back in the list'
bye 'quit from the list'
rm -f "$scratch/state/qkv/signs"
walk --step 2 single-head
shows '>  where you are: ' 'the first step that shows a sign tells its meaning'
bye 'quit where a sign was told'
walk --step 2 single-head
shows '[0.50]  the cell that you chose' 'a sign is told once'
bye 'quit where another sign was told'
walk --no-state --step 2 single-head
shows '>  where you are: ' 'without state a sign is told in each walk'
bye 'quit without a word about signs'
walk 4
shows ' 1 of ' 'a lesson by its number'
keys ] ]
bye 'quit in the middle of a lesson'
is 'the place is kept by the name alone' 1 "$(grep -c '@[1-9].* sqrt$' "$scratch/state/qkv/bookmarks")"
walk sqrt
shows 'Here you were last time' 'the same lesson by its name'
bye 'quit where one was'
for one in HUP:129 TERM:143; do # the window was closed
    rm -f "$scratch/state/qkv/bookmarks"
    walk --step 1 sqrt
    shows 'step 1 / ' "before $one"
    keys n
    shows 'step 2 / ' "a step, before $one"
    kill -s "${one%:*}" "$(cat pid)"
    sane "after $one" "${one#*:}"
    is "$one keeps the place" 1 "$(grep -c '@[1-9].* sqrt$' "$scratch/state/qkv/bookmarks")"
done
echo 'no bookmarks' >"$scratch/state/qkv/bookmarks"
walk weight-splits
shows 'this file is broken' 'a broken state is told'
bye 'quit with a broken state'
is 'a broken state stays' 'no bookmarks' "$(cat "$scratch/state/qkv/bookmarks.kept")"
echo 'qkv bookmarks 2' >"$scratch/state/qkv/bookmarks"
walk weight-splits
shows 'this file is broken' 'a newer state is told'
keys q
shows 'it is kept as ' 'where a newer state went is told'
sane 'quit with a newer state' 0
is 'a newer state stays' 'qkv bookmarks 2' "$(cat "$scratch/state/qkv/bookmarks.kept-2")"
is 'and a new one is begun' 'qkv bookmarks 1' "$(head -n 1 "$scratch/state/qkv/bookmarks")"
run 'export COLUMNS=99999 LINES=99999'
walk --no-state weight-splits
shows ' 1 of ' 'sizes that no screen has'
bye 'quit with sizes that no screen has'
run 'unset COLUMNS LINES'
mkdir sealed && : >sealed/file
run 'export XDG_STATE_HOME=$PWD/sealed/file'
walk weight-splits
shows ' 1 of ' 'a state that cannot be written'
keys q
shows 'where you were is not kept: ' 'a state that cannot be written is told'
sane 'quit with a state that cannot be written' 0

# --- signals ---
run 'ulimit -c 0; clear'
for one in TERM:143 HUP:129 QUIT:131 SEGV:139 ABRT:134 PIPE:141 XCPU:152 USR1:138 \
    USR2:140 ALRM:142 SYS:159; do
    walk --step 1 weight-splits
    shows 'step 1 / 82' "before $one"
    kill -s "${one%:*}" "$(cat pid)"
    sane "after $one" "${one#*:}"
done

walk --step 1 weight-splits
shows 'step 1 / 82' 'before INT'
kill -s INT "$(cat pid)" # the shell drops the rest of its line then
shows 'ready>' 'after INT'
run "echo status=\$?"
sane 'after INT' 130
walk --step 1 weight-splits
shows 'step 1 / 82' 'before ^C'
keys C-c
sane 'after ^C' 0
# stopped from outside; on the way back the keys are as before, those with names, too
for one in STOP TSTP; do
    walk --no-state --step 1 weight-splits
    shows 'step 1 / 82' "before $one"
    kill -s "$one" "$(cat pid)"
    shows 'ready>' "after $one"
    [ "$one" = STOP ] || is "after $one: no alternate screen" 0 "$(mux display -p '#{alternate_on}')"
    for line in 'stty sane; clear' fg; do # as shells do that know about terminals
        mux send-keys -l "$line"
        mux send-keys C-j
    done
    # keys pressed before the screen is back may be lost: the terminal drops them as its modes change
    shows 'step 1 / 82' "$one: the screen behind fg"
    keys Down
    shows 'step 2 / 82' "$one: Down behind fg"
    keys n
    shows 'step 3 / 82' "$one: n behind fg"
    is "$one: the alternate screen" 1 "$(mux display -p '#{alternate_on}')"
    keys q
    shows 'ready>' "quit behind $one"
    run 'stty -a | tr -s " ;" "\n\n" | grep -cxE "echo|icanon|isig|icrnl|opost"'
    shows 5 "quit behind $one: the terminal's modes"
    run clear
done
# ^C leaves what is typed; sequences that no key is known for do nothing; End of many terminals
walk --no-state --step 1 weight-splits
shows 'step 1 / 82' 'prompts'
keys ':'
mux send-keys -l 'what'
shows ':what' 'a prompt'
keys C-c
shows 'n next' '^C leaves a prompt'
mux send-keys -H 1b 5b 39 39 7e
mux send-keys -H 1b 5b 31 3b 39 71
mux send-keys -H 1b 4f 71
mux send-keys -H 1b 5d 31 31 3b 71 6e 71 07
keys n
shows 'step 2 / 82' 'sequences that nobody knows'
mux send-keys -H 1b 5b 34 7e
shows 'step 82 / 82' 'ESC [ 4 ~ is End'
bye 'sequences'
walk --no-state
shows 'what it teaches' 'sequences in the list'
mux send-keys -H 1b 5b 39 39 7e
mux send-keys -H 1b 5b 34 7e
shows '>42' 'ESC [ 4 ~ in the list is End'
mux resize-window -x 59 -y 24
shows 'needs 60x15' 'the list, too small'
keys Enter
keys j
mux resize-window -x 80 -y 24
shows '>42' 'no key acts unseen in the list'
mux resize-window -x 59 -y 24
shows 'needs 60x15' 'the list, too small'
keys q
sane 'q behind what is too small' 0
# t goes on as text: from the list, from a walk, from a practice
walk --no-state
shows 'needs 60x15' 'the list, too small'
keys t
shows 'A number or a name opens one' 'the list as text'
keys q Enter
sane 'the list as text' 0
walk --no-state --step 5 weight-splits
shows 'needs 60x15' 'a walk, too small'
keys t
shows 'result: ' 'a walk as text'
run 'n'
shows 'step 6 of 82' 'a walk as text goes on'
keys q Enter
sane 'a walk as text' 0
run "'$qkv' practice --no-state softmax; echo status=\$?"
shows 'needs 60x15' 'a practice, too small'
keys t
shows 'Answer: ' 'a practice as text'
keys q Enter
sane 'a practice as text' 0
mux resize-window -x 80 -y 24

# --- keys that change what is seen, and files ---
walk --no-state --step 1 weight-splits
shows 'step 1 / 82' 'keys'
keys 1 6 g v
shows 'CHANGE  #16 minus #15' 'v: how far the numbers moved'
keys v
shows 'IN  #15' 'v: back'
mux capture-pane -p -e >before.txt
keys m
shows 'Colors of the numbers: ' 'm'
mux capture-pane -p -e | cmp -s - before.txt && fail 'm: the same colors' || pass
keys ':'
mux send-keys -l 'save-display screen.txt'
keys Enter
shows 'Written: screen.txt' ':save-display'
is ':save-display: the screen' 1 "$(grep -c 'OUT  #16' screen.txt)"
is ':save-display: its layers' 73 "$(wc -l <screen.txt | tr -d ' ')"
keys ':'
mux send-keys -l 'save-display screen.txt'
keys Enter
shows 'y writes over it' ':save-display asks'
keys n
shows 'Nothing was written' ':save-display asks'
keys w
shows 'picture, .png or .svg:' 'w'
keys Enter
shows 'Written: weight-splits-softmax.png' 'w'
is 'w: a picture' PNG "$(dd if=weight-splits-softmax.png bs=1 skip=1 count=3 2>/dev/null)"
# the mouse, as xterm tells it: a click on a cell (column 56, line 15), on a key of the last line; the wheel
is 'the mouse is taken' 1 "$(mux display -p '#{mouse_any_flag}')"
mux send-keys -H 1b 5b 3c 30 3b 35 36 3b 31 35 4d 1b 5b 3c 30 3b 35 36 3b 31 35 6d
shows 'key=2] = ' 'a click chooses a cell'
mux send-keys -H 1b 5b 3c 36 35 3b 35 36 3b 31 35 4d
shows 'query=1, key=2] = ' 'the wheel scrolls'
mux send-keys -H 1b 5b 3c 30 3b 33 3b 32 34 4d 1b 5b 3c 30 3b 33 3b 32 34 6d
shows 'step 17 /' 'a click on a key of the last line'
keys p
keys ':'
mux send-keys -l 'set nomouse'
keys Enter
shows 'The mouse is the terminal' ':set nomouse'
is ':set nomouse' 0 "$(mux display -p '#{mouse_any_flag}')"
keys ':'
mux send-keys -l 'set mou'
keys BSpace
mux send-keys -l 'use'
keys Enter
shows 'The mouse scrolls' ':set mouse'
is ':set mouse' 1 "$(mux display -p '#{mouse_any_flag}')"
# what is typed while code runs is for afterwards, whole
cat >turns.py <<'END'
import torch
STEPS = 5
w = torch.ones(60, 60, requires_grad=True)
for i in range(STEPS):
    w.grad = None
    (w @ w).softmax(-1).pow(2).sum().backward()
END
bye 'quit behind the mouse'
walk --no-state turns.py
shows 'step 1 /' 'a training'
mux send-keys -l "$(printf ':set STEPS=1500\r:what stride\r')"
shows 'q back' 'a command typed while it ran'
keys q
shows 'STEPS=1500' 'the page closes'
bye 'quit a training'
walk --step 16 weight-splits
shows 'step 16 /' 'back in the lesson'
# Tab finishes a word; n behind a search is the next match, until another key; Esc goes back
keys ':'
mux send-keys -l 'st'
keys Tab Tab
shows ':steps   Tab: 2 of 4' 'Tab behind :'
keys Escape
keys g /
mux send-keys -l 'transpose'
keys Enter
shows 'n next match' 'a search'
shows 'step 7 /' 'a search'
keys n
shows 'step 8 /' 'n is the next match'
keys Space n
shows 'step 10 /' 'n is a key again'
keys F4
shows 'The arrows move over the cells' 'Tab'
keys Escape
shows 'The arrows move over the steps' 'Esc leaves the cells'
keys '?'
shows 'next operation' 'help'
keys '?'
shows 'softmax' 'words'
keys Escape
bye 'keys'

# --- the list of lessons, as text ---
run "printf 'by-hand\nq\nq\n' | '$qkv' walk --plain | grep -e Lessons -e '^1 of'; echo status=\$?"
shows '1 of ' 'the list of lessons as text'
shows 'status=0' 'the list of lessons as text'
run clear

# --- tokens of other scripts: wide ones, combining ones ---
printf '%s\n' 'import torch' '# tokens: 日本 Ġthe café 😀' 'q = torch.eye(4)' \
    'w = torch.softmax(q @ q.T, dim=-1)' 'c = w @ q' >wide.py
walk --no-state wide.py
shows '日本' 'CJK tokens'
keys n n
shows '>日本' 'CJK tokens'
shows '😀' 'emoji tokens'
one=$(screen | grep '😀 ' | tail -n 1)
other=$(screen | grep 'café ' | tail -n 1)
is 'wide tokens: brackets and numbers stand in columns' \
    "$(printf '%s' "$other" | wc -m)" "$(($(printf '%s' "$one" | wc -m) + 1))"
bye 'wide tokens'

# --- terminals ---
for term in vt100 xterm xterm-256color tmux-256color; do
    run "TERM=$term"
    walk --step 1 weight-splits
    shows 'step 1 / 82' "TERM=$term"
    keys n
    shows 'step 2 / 82' "TERM=$term"
    bye "TERM=$term"
done
run 'TERM=dumb'
walk --step 1 weight-splits
shows 'cannot move its cursor' 'TERM=dumb'
shows 'status=2' 'TERM=dumb'
run 'clear; TERM=no-such-terminal'
walk --step 1 weight-splits
shows 'not one that curses knows' 'TERM of no terminal'
run 'TERM=xterm-256color; clear'

# --- colors, and none; ASCII ---
walk --step 1 weight-splits
shows 'step 1 / 82' 'colors'
mux capture-pane -p -e | grep -q '48;5;' && pass || fail 'no colors'
bye 'colors'
run 'export NO_COLOR=1'
walk --step 1 weight-splits
shows 'step 1 / 82' 'NO_COLOR'
mux capture-pane -p -e | grep -qE '[34]8;5;|\[3[0-7]m|\[4[0-7]m' && fail 'colors in spite of NO_COLOR' || pass
bye 'NO_COLOR'
run 'unset NO_COLOR; clear'
walk --color never --step 1 weight-splits
shows 'step 1 / 82' '--color never'
mux capture-pane -p -e | grep -qE '[34]8;5;|\[3[0-7]m|\[4[0-7]m' && fail 'colors in spite of --color never' || pass
bye '--color never'
walk --color 8 --step 1 weight-splits
shows 'step 1 / 82' '--color 8'
mux capture-pane -p -e | grep -qE '[34]8;5;' && fail 'more than 8 colors' || pass
mux capture-pane -p -e | grep -qE '\[3[0-7]m' && pass || fail 'no 8 colors'
bye '--color 8'
walk --theme light --step 1 weight-splits
shows 'step 1 / 82' '--theme light'
mux capture-pane -p -e | grep -q '38;5;25m' && pass || fail 'no colors for a light background'
bye '--theme light'
walk --color some weight-splits
shows 'give auto, never, 8, 256 or 24bit' '--color of no kind'
run clear
if needs tic "a terminal of 24 bits"; then # 24 bits where the entry has them
    printf '%s\n' 'qkv-direct|xterm with 24 bits,' ' RGB, colors#0x1000000, pairs#0x7FFF,' \
        ' setaf=\E[%?%p1%{8}%<%t3%p1%d%e38\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,' \
        ' setab=\E[%?%p1%{8}%<%t4%p1%d%e48\:2\:\:%p1%{65536}%/%d\:%p1%{256}%/%{255}%&%d\:%p1%{255}%&%d%;m,' \
        ' use=xterm-256color,' >direct.ti
    tic -x -o terminfo direct.ti 2>/dev/null
    run 'export TERMINFO=$PWD/terminfo TERM=qkv-direct'
    walk --step 1 weight-splits
    shows 'step 1 / 82' '24 bits'
    mux capture-pane -p -e | grep -q '48;2;' && pass || fail 'no 24 bits'
    bye '24 bits'
    run 'unset TERMINFO; TERM=xterm-256color; clear'
fi
run 'export LC_ALL=C; clear'
walk --step 1 weight-splits
shows 'step 1 / 82' 'LC_ALL=C'
screen | LC_ALL=C grep -q '[^ -~]' && fail 'more than ASCII under LC_ALL=C' || pass
bye 'LC_ALL=C'

# --- the code from a pipe, the steps into one ---
printf 'import torch\nx = torch.ones(2, 3)\ny = x + 1\nz = y * 2\n' >code.py
run "cat code.py | '$qkv' walk -; echo status=\$?"
shows 'step 1 / ' 'code from a pipe'
keys n
shows 'step 2 / ' 'keys beside a pipe'
bye 'code from a pipe'
run "echo q | '$qkv' walk code.py | cat; echo status=\$?"
shows 'step 1 of' 'into a pipe: as text'
shows 'status=0' 'into a pipe: as text'

# --- practice: what was written outlives the sitting; what was not changed is no attempt ---
printf '#!/bin/sh\nfor file; do :; done\necho "shares = 1" >"$file"\n' >writer
chmod +x writer
bug=$(echo list | "$qkv" practice --no-state softmax --plain | sed -n 's/^ *\([0-9]*\)  sums-of-the-rows: .*/\1/p')
run 'export XDG_STATE_HOME=$PWD/drafts EDITOR=$PWD/writer; clear'
run "'$qkv' practice softmax; echo status=\$?"
shows 'Type, then Enter.' 'practice'
keys $bug . Enter
shows 'sums-of-the-rows' 'an exercise by its number'
keys e Enter
shows 'Enter opens writer: save there, and leave it.' 'an editor is asked about'
keys Enter
shows 'Not yet' 'code out of an editor'
keys q Enter
sane 'quit practice' 0
run "clear; '$qkv' practice; echo status=\$?"
shows 'qkv practice: exercises' 'the list of lessons to practise'
shows '0 of ' 'the list knows what was done'
keys Tab
shows 'qkv walk: attention' 'from the practice to the walk'
keys Tab 3 Enter
shows 'Type, then Enter.' 'a practice from the list'
keys Escape
shows 'qkv practice: exercises' 'Esc leads back to the list'
shows '> 3' 'the list begins where it was'
keys q
sane 'quit the list' 0
is 'the draft is kept' 'shares = 1' "$(cat drafts/qkv/write-softmax-sums-of-the-rows.py 2>&1)"
run 'export EDITOR=true; clear'
run "'$qkv' practice softmax; echo status=\$?"
shows 'Type, then Enter.' 'practice again'
keys $bug . Enter
shows 'What you wrote last time is kept' 'a draft is offered'
keys e Enter
shows 'Enter opens true' 'an editor is asked about'
keys Enter
shows 'that was no attempt' 'an editor that changes nothing'
keys q Enter
sane 'quit practice again' 0
is 'one attempt' 1 "$(sed -n 's/^tried \([0-9]*\) .* sums-of-the-rows softmax$/\1/p' drafts/qkv/practice)"

tally screens
