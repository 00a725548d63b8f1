#!/bin/sh
# Tests what lint does for continuous integration and editors: its statuses, which warnings it tells, files of known
# warnings, JSON and SARIF.
#
#     lint.sh build/qkv
set -u
. "$(dirname "$0")/tally.sh"
enter "$1"
fail() {
    failed=$((failed + 1))
    echo "FAIL lint: $1"
}
same() { if [ "$2" = "$3" ]; then pass; else fail "$1: '$3', not '$2'"; fi; } # WHAT WANTED GOT
# ends WHAT STATUS ARGUMENT...: of qkv lint
ends() {
    what=$1 wanted=$2
    shift 2
    "$qkv" lint "$@" >out 2>err </dev/null
    same "$what: status" "$wanted" $?
}
names() { sed 's/.*\[\([a-z-]*\)\]$/\1/' out | tr '\n' ' '; }

mkdir -p lib
cat >lib/attn.py <<'END'
import torch
def attend(q, k, v):
    q.mul(2)
    return torch.softmax(q @ k.mT, -1) @ v
END
cat >two.py <<'END'
import torch
from lib.attn import attend
lq, lk = torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)
x = torch.ones(3, 4)
o = attend(lq(x), lk(x), x)
END
printf 'import torch\nx = torch.ones(2)\n' >none.py
{ cat none.py && printf 'x.add(1)\nraise ValueError("no")\n'; } >raises.py
{ cat none.py && printf 'import sys\nsys.exit(0)\n'; } >leaves.py
{ cat none.py && printf 'import sys\nsys.exit("why")\n'; } >gives_up.py
{ cat none.py && printf 'x.add_(1)\ntorch.nonsense(x)\n'; } >lacks.py
cat >one.ipynb <<'END'
{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
 {"cell_type": "code", "source": ["import torch\n"], "metadata": {}, "outputs": [], "execution_count": null},
 {"cell_type": "code", "source": ["é = torch.ones(2)\n", "é; é.add(1)\n", "y = é"], "metadata": {}, "outputs": [], "execution_count": null}]}
END

# --- statuses ---
ends 'nothing' 0 none.py
ends 'warnings' 1 two.py
same 'what is found' 'unused-result not-scaled ' "$(names)"
ends 'code that raises' 5 raises.py
same 'up to there' 'unused-result ' "$(names)"
ends 'the worst of several' 5 two.py raises.py none.py
ends 'a program that leaves' 0 leaves.py
ends 'a program that gives up' 5 gives_up.py
ends 'a limit' 4 --max-steps 3 two.py
ends 'no file' 2 two.py nowhere.py

# --- which are told ---
ends 'one alone' 1 --select not-scaled two.py
same 'one alone' 'not-scaled ' "$(names)"
ends 'all but one' 1 --ignore not-scaled two.py
same 'all but one' 'unused-result ' "$(names)"
ends 'none of two' 0 --ignore not-scaled,unused-result two.py
ends 'chosen and passed over' 0 --select not-scaled --ignore not-scaled two.py
ends 'an unknown name' 2 --select not-scalled two.py
same 'an unknown name' 'qkv: --select: there is no warning not-scalled; did you mean not-scaled?' "$(cat err)"
ends 'no name' 2 --ignore '' two.py

# --- known warnings ---
ends 'write them' 0 --seed 0 --new-baseline known two.py
same 'what is written' 'qkv: known: 2 warnings' "$(cat err)"
ends 'all are known' 0 --baseline known two.py
{ echo '# a line more' && cat lib/attn.py && printf 'def more(x):\n    x.mul(2)\n'; } >changed && mv changed lib/attn.py
printf 'from lib.attn import more\nmore(x)\n' >>two.py
ends 'one is new, below others that moved' 1 --baseline known two.py
same 'the new one' 'lib/attn.py:7:5: ' "$(sed 's/warning.*//' out)"
sed -i.old 's/q\.mul(2)/q.mul(3)/' lib/attn.py
ends 'a line that changed' 1 --baseline known --select unused-result two.py
same 'both' 'unused-result unused-result ' "$(names)"
tr '\t' ' ' <known >damaged
ends 'no baseline' 2 --baseline damaged two.py
same 'no baseline' 'qkv: damaged, line 2: give warning, file, function and line of code, with tabs between; --new-baseline writes such a file' "$(cat err)"
ends 'no such baseline' 2 --baseline nowhere two.py
ends 'write and read' 2 --baseline known --new-baseline known two.py
ends 'nowhere to write' 2 --new-baseline nowhere/known two.py
mv lib/attn.py.old lib/attn.py

# --- silenced in the code ---
sed 's/q\.mul(2).*/&  # qkv: ignore[unused-result]/; s/@ v$/&  # qkv: ignore/' lib/attn.py >changed && mv changed lib/attn.py
ends 'silenced' 1 two.py
same 'the one that is left' 'lib/attn.py:7:5: ' "$(sed 's/warning.*//' out)"

# --- JSON and SARIF ---
ends 'SARIF and JSON' 2 --sarif --json two.py
if needs jq 'JSON and SARIF of lint'; then
    ends 'JSON' 5 --json two.py raises.py
    same 'JSON' '["two.py","raises.py"] [null,"ValueError: no"] unused-result lib/attn.py 7 5 13 more null' \
        "$(jq -r '"\([.files[].file]) \([.files[].error])", (.files[0].warnings[0] | "\(.id) \(.file) \(.line) \(.column) \(.end_column) \(.function) \(.module)")' out | xargs -0 printf %s | tr '\n' ' ' | sed 's/ $//')"
    ends 'JSON of nothing' 0 --json none.py
    same 'JSON of nothing' '[]' "$(jq -c '.files[0].warnings' out)"
    ends 'SARIF' 1 --sarif two.py one.ipynb
    same 'SARIF: the tool' '2.1.0 1 qkv true' "$(jq -r '"\(.version) \(.runs | length) \(.runs[0].tool.driver.name) \(.runs[0].invocations[0].executionSuccessful)"' out)"
    same 'SARIF: rules with their texts' 'true' "$(jq '.runs[0].tool.driver.rules | length > 30 and all(.id != "" and (.shortDescription.text | length > 3) and (.fullDescription.text | length > 10) and (.help.text | length > 10))' out)"
    same 'SARIF: results point to their rules' 'true' "$(jq '.runs[0] as $r | $r.results | length == 2 and all($r.tool.driver.rules[.ruleIndex].id == .ruleId)' out)"
    same 'SARIF: a place in a module' '{"uri":"lib/attn.py"} {"startLine":7,"startColumn":5,"endLine":7,"endColumn":13} more' \
        "$(jq -r '.runs[0].results[0].locations[0] | "\(.physicalLocation.artifactLocation) \(.physicalLocation.region) \(.logicalLocations[0].fullyQualifiedName)"' out)"
    same 'SARIF: a line of a notebook is none of its file' 'cell 2, line 2:  null cell 2' \
        "$(jq -r '.runs[0].results[1] | "\(.message.text | .[0:16]) \(.locations[0].physicalLocation.region) \(.locations[0].logicalLocations[0].name)"' out)"
    cp one.ipynb 'a b%.ipynb' && ends 'SARIF: a name as a URI' 1 --sarif 'a b%.ipynb'
    same 'SARIF: a name as a URI' 'a%20b%25.ipynb' "$(jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri' out)"
    ends 'SARIF of code that raises' 5 --sarif raises.py
    same 'SARIF of code that raises' 'false ValueError: no' "$(jq -r '.runs[0].invocations[0] | "\(.executionSuccessful) \(.toolExecutionNotifications[0].message.text)"' out)"
    printf 'import torch\nx = "é"; torch.ones(2).add(1)\ny = x\n' >wide.py
    ends 'SARIF: characters' 1 --sarif wide.py
    same 'SARIF: characters' '10' "$(jq '.runs[0].results[0].locations[0].physicalLocation.region.startColumn' out)"
fi
tally lint
