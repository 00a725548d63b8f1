#!/bin/sh
# Runs qkv heatmap itself: every kind of option, files that other programs accept, and bad input.
#
#     program.sh build/qkv
set -u
sources=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/../tally.sh"
enter "$1"
fail() {
    failed=$((failed + 1))
    echo "FAIL heatmap: $1"
    [ -s err ] && head -n 3 err | sed 's/^/     /'
}

# works NAME OPTIONS...: status 0, and out.png is there; refused PATTERN OPTIONS...: status 2, the
# sentence holds the pattern, and no file is left.
works() {
    label=$1
    shift
    rm -f out.png out.svg
    if "$qkv" heatmap "$@" >out 2>err </dev/null; then pass; else fail "$label"; fi
}
refused() {
    pattern=$1
    shift
    rm -f out.png
    "$qkv" heatmap "$@" >out 2>err </dev/null
    status=$?
    if [ "$status" -eq 2 ] && grep -q -- "$pattern" err && [ ! -e out.png ]; then pass; else
        fail "status $status, wanted 2 and '$pattern': $*"
    fi
}
# A picture is kept, and read by others with all the rest: a process for each would take longer than
# drawing them.
drawn=0
is_png() {
    if [ "$(head -c 4 "$1" | od -An -tx1 | tr -d ' ')" = 89504e47 ]; then pass; else fail "$1 is no PNG"; fi
    drawn=$((drawn + 1))
    mkdir -p "$scratch/seen" && cp "$1" "$scratch/seen/$drawn.png"
}
read_by_others() {
    if needs pngcheck "what pngcheck says of all pictures"; then
        if pngcheck -q "$scratch"/seen/*.png >err 2>&1; then pass; else fail "pngcheck of the pictures"; fi
    fi
    if needs identify "what identify says of all pictures"; then
        if [ "$(identify -format '%m\n' "$scratch"/seen/*.png 2>err | grep -c '^PNG$')" -eq "$drawn" ]; then pass; else
            fail "identify of the pictures"
        fi
    fi
}

for lesson in $("$qkv" lessons | grep -v -e " a-step-downhill " -e " rmsnorm " -e " swiglu " -e " many-speeds " -e " lora " | cut -c 1-2); do # those have no softmax
    for theme in light dark; do
        works "lesson $lesson, $theme" "$lesson" --theme $theme -o out.png
        is_png out.png
    done
done

# --- the same run gives the same bytes; another does not ---
"$qkv" heatmap weight-splits -o a.png && "$qkv" heatmap weight-splits -o b.png && "$qkv" heatmap weight-splits --head 0 -o c.png
if cmp -s a.png b.png && ! cmp -s a.png c.png; then pass; else fail "determinism"; fi
"$qkv" heatmap weight-splits -o - >d.png
if cmp -s a.png d.png; then pass; else fail "-o -"; fi
"$qkv" heatmap weight-splits --threads 1 --simd baseline -o e.png
if cmp -s a.png e.png; then pass; else fail "one thread gives another picture"; fi

# --- every option ---
works 'stage' weight-splits --stage scores --head 1 --batch 1 -o out.png
works 'step' weight-splits --step 11 -o out.png
works 'step of the set-up' weight-splits --step s1 -o out.png
works 'name' weight-splits --name attn_weights -o out.png
works 'layer' wrapper --layer 2 -o out.png
works 'size' weight-splits --size 800x600 --scale 2 --dpi 300 -o out.png
works 'colors' weight-splits --cmap cividis --vmin 0 --vmax 1 -o out.png
works 'fractions' weight-splits --center 1/6 --vmin 1/8 --vmax 5/24 -o out.svg
for number in '>0.125<' '>0.208<'; do
    if grep -q "$number" out.svg; then pass; else fail "$number is not beside the bar"; fi
done
refused 'a fraction such as 1/6' weight-splits --center 1/0 -o out.png
refused 'a fraction such as 1/6' weight-splits --vmax 1/ -o out.png
refused 'a fraction such as 1/6' weight-splits --vmin 1/6/2 -o out.png
works 'center' weight-splits --center 0.2 --robust --per-head-scale -o out.png
works 'numbers' weight-splits --annot always --decimals 1 -o out.png
works 'no numbers' weight-splits --annot never --transparent --no-colorbar -o out.png
works 'labels' weight-splits --labels 'a,b,c,d,e,f' --label-every 2 -o out.png
printf 'one\ntwo\nthree\nfour\nfive\nsix\n' >labels
works 'labels of a file' weight-splits --labels labels -o out.png
works 'mask' single-head --mask grey -o out.png
works 'mask shown' single-head --mask show -o out.png
works 'highlight' weight-splits --highlight 'row 1; col 2; cell 3,4' -o out.png
works 'titles' weight-splits --title 'Äpfel & Birnen' --subtitle '' --meta full --optimize -o out.png
if grep -q 'iTXt' out.png && grep -q 'Software' out.png; then pass; else fail 'text chunks'; fi
for key in Title Software Description Source Stage Step Shape Tokens; do
    if grep -aq "$key" out.png; then pass; else fail "--meta full lacks $key"; fi
done
if grep -aq 'tIME' out.png; then fail 'a time is told'; else pass; fi
works 'no texts' weight-splits --meta none -o out.png
if grep -aq 'tEXt' out.png; then fail '--meta none'; else pass; fi
if needs identify "the size of a slide"; then # a slide of 13.333 x 7.5 inches
    told=$(identify -units PixelsPerInch -format '%w %h %x' out.png)
    case $told in '1920 1080 143.99'* | '1920 1080 144'*) pass ;; *) fail "told as $told" ;; esac
fi
works 'words' weight-splits --describe -o out.png
if grep -q '^2 heatmaps of softmax: attn_weights, 6 rows (query) by 6 columns (key)' out; then pass; else
    fail '--describe'
fi
works 'words in Markdown lesson' weight-splits --stage context --describe -o out.png
cat >train.py <<'END'
import torch
torch.manual_seed(0)
x = torch.eye(4)
w = torch.zeros(4, 4, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=2.0)
for step in range(30):
    shares = torch.softmax(x @ w, dim=-1)
    loss = -torch.log(shares.flip(1).diagonal()).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
END
works 'words of a training' "$sources/tools/models/reversing.py" --over-training --describe -o out.png
if grep -q '^4 heatmaps of softmax: shares, .* Below them loss, 2.69 at first and .* over 201 steps of training' out; then
    pass; else fail '--over-training --describe'; fi
cat >two-heads.py <<'END'
import torch
torch.manual_seed(0)
x, y, n_head = torch.randn(3, 4), torch.randn(2, 3, 4), 2
wq = torch.randn(n_head, 4, 4, requires_grad=True)
for i in range(4):
    loss = (((x @ wq) @ x.T).softmax(-1) @ x - y).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        wq -= 0.1 * wq.grad
    wq.grad = None
END
works 'heads over a training' two-heads.py --over-training -o out.svg
if grep -q 'head 0 . 4 steps of training<' out.svg; then pass; else fail 'the head of --over-training'; fi
works 'the losses of a training' train.py --stage training --describe -o out.svg
if grep -q '^The loss of every step of training: 1.39 at step 0 and .* at step 29\.$' out &&
    grep -q '>step of training<' out.svg && grep -q '>loss<' out.svg; then pass; else fail '--stage training'; fi
refused 'never calls backward()' weight-splits --stage training -o out.png
refused 'no table of numbers' train.py --over-training --stage training -o out.png
cat >curves.py <<'END'
import torch, matplotlib.pyplot as plt
x = torch.arange(1, 100)
plt.plot(x, 1 / x, label="one")
plt.plot(x, 1 / x ** 2, label="two")
plt.yscale("log")
plt.xlabel("how many")
plt.title("Two curves")
plt.legend()
plt.show()
plt.bar([1, 2], torch.tensor([3., 4.]))
plt.title("Bars")
plt.show()
END
works 'a figure of the code' curves.py --stage figure --describe -o out.svg
if grep -q '^figure 1: Two curves (line of .*; line of ' out && grep -q 'shows another one: [0-9]*$' err; then
    pass; else fail '--stage figure --describe'; fi
for text in one two 'how many' 'Two curves' '10⁻²'; do
    if grep -q ">$text<" out.svg; then pass; else fail "--stage figure: no $text"; fi
done
works 'another figure' curves.py --step "$(sed -n 's/.*shows another one: //p' err)" -o out.svg
if grep -q '>Bars<' out.svg; then pass; else fail '--step of a figure'; fi
refused 'shows no figure' weight-splits --stage figure -o out.png
works 'words of a gradient' train.py --gradient --name shares --describe -o out.png
if grep -q '^A heatmap and its gradient, of shares (gradient by loss.backward() in step 29 of training), .* The gradient lies between ' out; then pass; else
    fail '--gradient --describe'; fi
refused 'gets no gradient' weight-splits --gradient -o out.png
refused 'exclude each other' "$sources/tools/models/reversing.py" --over-training --step 3 -o out.png
refused 'moments 5-2: give up to 8 numbers' train.py --over-training --moments 5-2 -o out.png
# what the picture shows does not depend on how much of the training the tape keeps
for window in 0,20,50,200 all; do
    works 'a training in a window' "$sources/tools/models/reversing.py" --over-training --moments 0,20,50,200 \
        --train-steps $window -o "$window.png"
done
if cmp -s 0,20,50,200.png all.png; then pass; else fail '--over-training depends on --train-steps'; fi
works 'a parameter over a training' train.py --over-training --name w --moments 5,20 -o few.png
works 'a parameter over a training' train.py --over-training --name w --moments 5,20 --train-steps all -o all.png
if cmp -s few.png all.png; then pass; else fail 'a parameter over a training depends on --train-steps'; fi
refused 'the run trains 201 steps' "$sources/tools/models/reversing.py" --over-training --moments 0,900 -o out.png

# --- what a picture leaves out is said ---
cat >many.py <<'END'
import torch
torch.manual_seed(1)
q, k, v = torch.randn(3, 1, 25, 6, 4)
s = q @ k.transpose(-2, -1) / 2
o = torch.softmax(s, -1) @ v
q, k, v = torch.randn(3, 1, 1, 64, 4)
s = (q @ k.transpose(-2, -1) / 2).masked_fill(torch.triu(torch.ones(64, 64), diagonal=1).bool(), -torch.inf)
o = torch.softmax(s, -1) @ v
END
works '25 heads' many.py --layer 1 -o out.png
if grep -q '25 tables have no room for numbers that .*; --head N' err; then pass; else fail '25 heads without a word'; fi
works 'every stage of 25 heads' many.py --layer 1 --all -o many
if [ "$(grep -c 'no room for numbers' err)" = 1 ]; then pass; else fail 'told more than once'; fi
works 'always, without room' many.py --layer 2 --annot always -o out.png
if grep -q 'annot always: these cells have no room' err; then pass; else fail '--annot always says nothing'; fi
works 'one of 25 heads' many.py --layer 1 --head 3 -o out.svg
if [ ! -s err ] || ! grep -q 'room for numbers' err; then pass; else fail 'one head has numbers'; fi
works 'many tokens' many.py --layer 2 -o out.svg
if grep -q '>≥ 0\.[0-9]*</text>' out.svg && grep -q '>colors end at .*; larger weights look like it<' out.svg
then pass; else fail 'where the colors end is not told'; fi
works 'many tokens, all colors' many.py --layer 2 --vmax 1 -o out.svg
if grep -q 'colors end at' out.svg; then fail '--vmax 1 is cut'; else pass; fi

# told LABEL PATTERN OPTIONS...: --describe says it, and the picture is written.
told() {
    label=$1 pattern=$2
    shift 2
    works "$label" "$@" --describe -o out.png
    if [ -s out.png ] && grep -q -- "$pattern" out; then pass; else
        fail "$label: $(head -c 300 out)"
    fi
}
refused 'no story to tell' softmax-backwards --story -o out.png
refused 'no story to tell' scale-by-gradients --story -o out.png
refused 'no softmax whose weights' a-step-downhill --story -o out.png
told 'words of a story' 'weights (6, 6), 0.157 … 0.180; V (6, 1)' weight-splits --story
told 'words of the storage' 'counted anew, nothing has moved' weight-splits --storage
# --- --describe prints; only -o draws ---
works 'words alone' weight-splits --describe
if [ -s out ] && [ -z "$(ls | grep -e '-weight-splits.*png')" ]; then pass; else
    fail "--describe without -o: $(ls | grep weight-splits)"
fi
for how in --story --storage '--stage scores' '--stage view' '--diff 11 15'; do
    # shellcheck disable=SC2086
    works "words alone, $how" weight-splits $how --describe
    if [ -s out ] && [ -z "$(ls | grep -e '-weight-splits.*png')" ]; then pass; else
        fail "$how --describe without -o: $(ls | grep weight-splits)"
    fi
done
refused 'takes the picture or the words' weight-splits --describe -o -

# --- a sentence of eight words, four heads, a causal mask ---
cat >professor.py <<'END'
import torch
torch.manual_seed(3)
T, C, H = 8, 16, 4
D = C // H
# tokens: The old professor forgot his glasses again today
x = torch.randn(1, T, C)
W_q = torch.randn(C, C) / 4.0
W_k = torch.randn(C, C) / 4.0
W_v = torch.randn(C, C) / 4.0
q = (x @ W_q).view(1, T, H, D).transpose(1, 2)
k = (x @ W_k).view(1, T, H, D).transpose(1, 2)
v = (x @ W_v).view(1, T, H, D).transpose(1, 2)
scores = q @ k.transpose(-2, -1)
mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
masked = (scores / D ** 0.5).masked_fill(mask, float('-inf'))
weights = torch.softmax(masked, dim=-1)
context = (weights @ v).transpose(1, 2).reshape(1, T, C)
END
works 'scores of one head' professor.py --stage scores --head 1 -o out.svg
if grep -q '>scores</text>' out.svg && grep -q '>−1\.0<' out.svg && [ ! -s err ]; then pass; else
    fail 'title or numbers of scores'
fi
works 'one decimal' professor.py --stage scores --head 1 --decimals 1 -o out.svg
if grep -q '>−1\.0<' out.svg && [ ! -s err ]; then pass; else fail 'scores with one decimal'; fi
# a way that is named leads to numbers
works 'four heads' professor.py --stage scores -o out.svg
if grep -q 'the cells of 4 tables have no room .*; --head N shows one with them' err; then pass; else
    fail 'four heads without a word'
fi
works 'three decimals' professor.py --stage scores --head 1 --decimals 3 -o out.svg
if grep -q 'decimals 3: the cells have no room for such numbers .* without --decimals there are some' err; then pass; else
    fail 'three decimals without a word'
fi
pixels=$(sed -n 's/.*--annot always draws them small (\([0-9]*\) pixels).*/\1/p' err)
works 'small numbers' professor.py --stage scores --head 1 --decimals 3 --annot always -o out.svg
if [ -n "$pixels" ] && grep '>−1\.0[0-9][0-9]<' out.svg | grep -q "font-size=\"$pixels\""; then pass; else
    fail "numbers of $pixels pixels: $(grep -m 1 '>−1\.0[0-9][0-9]<' out.svg)"
fi
works 'the words of a mask' professor.py --name mask -o out.svg
if [ "$(grep -c '>professor</text>' out.svg)" = 2 ]; then pass; else fail 'a mask without words'; fi
works 'the heads of a view' professor.py --stage view -o out.svg
if grep -q '>head 3</text>' out.svg && grep -q '>professor</text>' out.svg; then pass; else
    fail 'a view has no heads'
fi

# --- every step of one head: what has none is drawn whole ---
for way in --steps --all; do
    rm -rf one-head-of
    works "$way of one head" professor.py $way --head 1 -o one-head-of
    if ls one-head-of | grep -q project && ls one-head-of | grep -q softmax; then pass; else fail "$way --head 1"; fi
    refused 'draws a picture of each .*; leave --stage out' professor.py $way --stage scores -o one-head-of
done
works 'no heads' professor.py --stage project --head 1 -o out.png
if grep -q 'head 1: step [0-9]* has no heads; it is drawn whole' err; then pass; else fail 'no heads, without a word'; fi
refused 'there are 4, counted from 0' professor.py --steps --head 4 -o one-head-of

# --- frames by the words beside the table ---
works 'a row by its word' professor.py --head 1 --highlight 'row his; cell his, professor' -o words.svg
works 'a row by its number' professor.py --head 1 --highlight 'row 4; cell 4,2' -o numbers.svg
if cmp -s words.svg numbers.svg; then pass; else fail 'a word and its number frame different rows'; fi
sed 's/again today/old old/' professor.py >twice.py
refused '3 rows are called old; give the number: 1, 6, 7' twice.py --head 1 --highlight 'row old' -o out.png
refused 'there is no row hsi; there are rows 0 to 7, counted from 0: The old' professor.py --head 1 --highlight 'row hsi' -o out.png
refused 'there is no column 8; there are columns 0 to 7, counted from 0' professor.py --head 1 --highlight 'cell his,8' -o out.png
works 'frames in some steps' professor.py --steps --head 1 --highlight 'row his; row 99' -o framed
if grep -q 'highlight row 99: none of these pictures has it' err && ! grep -q 'row his' err; then pass; else
    fail 'frames of steps'
fi

# --- a comment whose words fit nothing is named ---
sed 's/ again today/ again/' professor.py >seven.py
works 'seven words for eight places' seven.py -o out.png
if grep -q 'seven.py:5: # tokens: has 7 words, but no tensor .* has an axis of 7; give a word for each place' err; then pass; else
    fail 'seven words'
fi
works 'eight words' professor.py -o out.png
if grep -q tokens err; then fail 'words that fit are called lost'; else pass; fi

# --- a model of three layers says which one is shown ---
cat >layers.py <<'END'
import torch, torch.nn as nn
class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(8, 24)
    def forward(self, x):
        q, k, v = self.qkv(x).view(4, 3, 2, 4).permute(1, 2, 0, 3)
        att = torch.softmax(q @ k.transpose(-2, -1) / 2, dim=-1)
        return (att @ v).transpose(0, 1).reshape(4, 8)
x = torch.randn(4, 8)
for layer in [Attention() for _ in range(3)]:
    x = x + layer(x)
END
for number in 1 2 3; do
    works "layer $number" layers.py --layer $number -o out.svg
    if grep -q " · layer $number of 3" out.svg && ! grep -q softmaxes err; then pass; else
        fail "layer $number is not told"
    fi
done
for how in '-o out.png' '--all -o of-layers' '--steps -o of-layers' '--story -o out.png'; do
    # shellcheck disable=SC2086
    works "one of three layers, $how" layers.py $how
    if grep -q 'the run has 3 softmaxes; th.* the first; --layer N picks another' err; then pass; else fail "layers, $how"; fi
done

# --- heads are the same in the heatmap and in the walk, however their axis is called ---
for name in h H nh heads num_heads n_heads n_head nhead kv_heads num_attention_heads head_dim d_head; do
    printf 'import torch\nB, %s, T, D = 2, 3, 4, 5\nx = torch.randn(B, %s, T, D)\ny = x * 2\n' $name $name >called.py
    works "heads called $name" called.py --name y -o out.svg
    drawn_heads=$(grep -c '>head [0-9]</text>' out.svg)
    "$qkv" walk called.py --plain --no-state </dev/null >walked 2>&1
    walked_heads=$(grep -c 'of head 0 (0 to 2), batch 0' walked)
    case $name in *dim | d_*) wanted=0 ;; *) wanted=3 ;; esac
    if [ "$drawn_heads" = $wanted ] && [ "$((walked_heads > 0))" = "$((wanted > 0))" ]; then pass; else
        fail "heads called $name: $drawn_heads drawn, $walked_heads lines of the walk"
    fi
done

works 'default name' weight-splits
if [ -s 10-weight-splits-softmax.png ]; then pass; else fail 'default name'; fi
works 'all stages' weight-splits --all -o pictures
if [ "$(ls pictures | head -n 1)" = 01-project.png ] && ls pictures | grep -q softmax; then pass; else
    fail "--all wrote $(ls pictures | tr '\n' ' ')"
fi
for file in pictures/*.png; do is_png "$file"; done

for lesson in $("$qkv" lessons | grep -v -e ' softmax ' -e ' masks ' -e ' dropout ' \
    -e ' a-step-downhill ' -e ' window ' -e ' softmax-backwards ' -e ' scale-by-gradients ' -e ' letters ' \
    -e ' many-speeds ' -e ' rmsnorm ' -e ' swiglu ' -e ' experts ' -e ' lora ' | cut -c 1-2); do
    works "story of lesson $lesson" "$lesson" --story -o out.png
    is_png out.png
done
works 'storage' weight-splits --storage -o out.png
is_png out.png
works 'storage of a copy' weight-splits --storage --step 20 --theme dark -o out.svg
if grep -q 'copied to new memory' out.svg; then pass; else fail 'the storage is not told'; fi
works 'steps' weight-splits --steps -o frames
if [ "$(ls frames | head -n 1)" = 01-project.png ] && [ -s frames/16-softmax.png ]; then pass; else
    fail "--steps wrote $(ls frames | tr '\n' ' ')"
fi

works 'two steps' weight-splits --diff 11 15 --head 1 -o out.png
is_png out.png
works 'two steps before the file' --diff s1 s1 weight-splits -o out.png
printf 'import torch\nx = torch.ones(2, 3)\n' >one.py
printf 'import torch\nx = torch.ones(2, 3) * 3\n' >two.py
works 'two files' --diff one.py two.py --name x -o out.png
is_png out.png
cat >heads.py <<'END'
import torch
torch.manual_seed(1)
q, k, v = torch.randn(3, 2, 3, 6, 4)
s = q @ k.transpose(-2, -1)
s2 = s / 2
w = torch.softmax(s2, -1)
o = w @ v
END
works 'two steps of several heads' heads.py --diff 3 4 -o out.svg
for text in 'head 0 · A: step 3' 'head 2 · B: step 4' 'batch 0'; do
    if grep -q ">$text</text>" out.svg; then pass; else fail "--diff does not say $text"; fi
done
if [ "$(grep -c '>B − A</text>' out.svg)" = 3 ]; then pass; else fail 'a head has no difference'; fi
works 'one head of two steps' heads.py --diff 3 4 --head 1 -o out.svg
if grep -q '>batch 0 · head 1</text>' out.svg; then pass; else fail 'the head is not told'; fi
sed 's/(1)/(2)/' heads.py >other.py
sed 's/(3, 2, 3, 6/(3, 2, 1, 6/' heads.py >one-head.py
told 'words of a difference' '^6 heatmaps in pairs.* 108 of 108 cells differ; B − A lies between' \
    --diff heads.py other.py
works 'more heads than lines' many.py --diff 3 4 -o out.svg
if grep -q '>the first 4 of 25</text>' out.svg; then pass; else fail 'heads are left out without a word'; fi
refused 'go with two files' heads.py --diff 3 4 --stage scores -o out.png
refused 'A has 3 tables and B has 1' --diff heads.py one-head.py -o out.png
refused 'the shapes are different' wrapper --diff 11 1 -o out.png
refused 'give two steps and a file' --diff one.py -o out.png
refused 'give two steps and a file' wrapper --diff one.py two.py -o out.png
refused '--step 99: the run has' wrapper --diff 11 99 -o out.png

# --- a letter that no font has is named once, on standard error ---
works 'a letter without a font' weight-splits --labels "$(printf 'a,b,\363\240\204\200\364\217\277\275,d,e,\364\217\277\275')" -o out.png
if [ "$(grep -c 'no font here has' err)" = 1 ]; then pass; else fail 'boxes are not told'; fi
works 'letters with a font' weight-splits --labels 'a,b,c,d,e,ü' -o out.png
if grep -q 'no font' err; then fail 'a letter that a font has is told'; else pass; fi

# --- words beside low rows, on both axes of a table that is no attention ---
cat >low.py <<'END'
import torch
torch.manual_seed(1)
q, k, v = torch.randn(3, 24, 8)
s = (q @ k.T).masked_fill(torch.triu(torch.ones(24, 24), diagonal=1).bool(), -torch.inf)
o = torch.softmax(s, -1) @ v
x = torch.randn(4, 4)
END
works 'a story of low rows' low.py --story --labels "$(seq -s, 100 123)" -o out.svg
if [ "$(grep -c '>1[0-9][0-9]</text>' out.svg)" -gt 6 ]; then pass; else
    fail 'a story without its words'
fi
works 'a square table' low.py --name x --labels alpha,beta,gamma,delta -o out.svg
if [ "$(grep -c '>gamma</text>' out.svg)" = 2 ]; then pass; else fail 'labels of one axis alone'; fi

# --- SVG ---
works 'SVG, light' single-head -o light.svg
works 'SVG, dark' single-head --theme dark -o dark.svg
if [ "$(cat light.svg dark.svg | grep -o ' id="[^"]*"' | sort | uniq -d | wc -l)" = 0 ] &&
    [ "$(grep -c 'url(#masked-' dark.svg)" -gt 1 ]; then pass; else fail 'two pictures share an id'; fi
for id in $(grep -o 'url(#[^)]*' dark.svg | cut -c 6- | sort -u); do
    if grep -q "id=\"$id\"" dark.svg; then pass; else fail "there is no pattern $id"; fi
done
works 'SVG' weight-splits -o out.svg
if needs xmllint "an SVG as XML"; then
    if xmllint --noout out.svg 2>err; then pass; else fail 'xmllint'; fi
fi
printf 'import torch\nx = torch.randn(100, 90)\n' >large.py
works 'large SVG' large.py --name x -o out.svg
if grep -q '<image' out.svg; then pass; else fail 'a large SVG is an image'; fi
if needs xmllint "an SVG as XML"; then
    if xmllint --noout out.svg 2>err; then pass; else fail 'xmllint, large'; fi
fi

# --- a softmax of no queries and keys has weights too; axes that nothing picks are told ---
printf 'import torch\nw = torch.softmax(torch.randn(4, 4), -1)\nx = torch.randn(2, 3, 2, 4, 5)\n' >alone.py
works 'softmax alone' alone.py --name w -o out.svg
if grep -q '>0</text>' out.svg && ! grep -q '>−' out.svg; then pass; else fail 'its scale begins at 0'; fi
works 'rank 5' alone.py --name x --batch 1 -o out.svg
if grep -q '0 of axis 1 ' out.svg; then pass; else fail 'the axis is not told'; fi

# --- code that fails is shown up to there, with its status ---
printf 'import torch\nx = torch.ones(2, 2)\nprint(y)\n' >fails.py
"$qkv" heatmap fails.py --name x -o out.png >out 2>err
if [ $? -eq 1 ] && [ -s out.png ]; then pass; else fail 'code that fails'; fi

# --- bad input ---
refused 'the stages are project' wrapper --stage softmaxx -o out.png
refused 'there are 2, counted from 0' wrapper --head 2 -o out.png
refused 'counted from 0' wrapper --batch 7 -o out.png
refused 'cannot be written: No such file' wrapper -o none/out.png
refused 'the maps are viridis' wrapper --cmap jet -o out.png
refused 'light dark' wrapper --theme blue -o out.png
refused 'WIDTHxHEIGHT' wrapper --size 10x10 -o out.png
refused 'WIDTHxHEIGHT' wrapper --size 800 -o out.png
refused 'pixels are too many' wrapper --size 9000x9000 -o out.png
refused 'no such font' wrapper --font 'No Such Font' -o out.png
refused 'not below' wrapper --vmin 2 --vmax 1 -o out.png
refused 'give a number' wrapper --vmin x -o out.png
refused 'row R, col C' wrapper --highlight 'line 3' -o out.png
refused 'there are rows 0 to 5, counted from 0' wrapper --highlight 'row 6' -o out.png
refused '2 labels for' wrapper --labels a,b -o out.png
refused '2 labels for' wrapper --labels a,b --story -o out.png

# --- a name says what kind of picture it is ---
for name in x.pdf x.jpg x.gif x.html noext .png folder/.svg; do
    refused 'ends in .png or .svg' wrapper -o "$name"
    refused 'ends in .png or .svg' wrapper --story -o "$name"
    refused 'ends in .png or .svg' wrapper --diff 3 4 -o "$name"
    if [ -e "$name" ]; then fail "$name was written"; else pass; fi
done
refused 'a folder with -o' wrapper --all -o x.svg
refused 'a folder with -o' wrapper --steps -o -

# --- what excludes each other is refused by both names, for every pair of the table ---
sed -n 's/^EXCLUDES(heatmap, \(.*\), "\(.*\)")$/\1 \2/p' "$sources/src/cli/excludes.def" >pairs
if [ -s pairs ]; then pass; else fail 'there is no table of what excludes each other'; fi
while read -r one others; do
    for other in $others; do
        given=
        for option in "$one" "$other"; do
            case $option in
            stage) given="$given --stage=scores" ;;
            step | layer | vmin | vmax | center | highlight | diff | name | label* | annot | decimals | mask)
                given="$given --$option=1" ;;
            *) given="$given --$option" ;;
            esac
        done
        # shellcheck disable=SC2086
        refused "--$one and --$other exclude each other" wrapper $given -o pairs.png
        if [ -e pairs.png ]; then fail "$given wrote a picture"; else pass; fi
    done
done <pairs
refused 'a folder with -o' wrapper --all
refused 'no lesson' weight-spltis -o out.png
printf 'import torch\nx = torch.full((3, 3), float("nan"))\n' >nan.py
refused 'nothing but NaN' nan.py --name x -o out.png
refused 'there is no softmax' nan.py -o out.png
refused 'give a number, a range' wrapper --head x -o out.png
refused 'there are 2, counted from 0' wrapper --head 1-9 -o out.png
refused 'no tensor of the code had that name' wrapper --name nobody -o out.png
refused 'the run has 1 softmax' bmm --layer 2 -o out.png

# --- each thing in its place and its color: pictures as they were (UPDATE=1 writes them anew) ---
cat >turned.py <<'END'
import torch
torch.manual_seed(2)
x = torch.arange(24.).reshape(2, 3, 4).transpose(1, 2)
y = x.contiguous()
z = torch.tensor([[1.5, float('nan'), -2e6], [float('inf'), 0, -float('inf')]])
v = torch.randn(5)
h = torch.randn(1, 6, 3, 3)
r = torch.randn(1, 80) * 50
END
pictures=$sources/tests/heatmap/pictures
as_it_was() { # NAME OPTIONS...
    picture=$pictures/$1.svg
    works "$@" -o out.svg
    [ -z "${UPDATE:-}" ] || cp out.svg "$picture"
    if cmp -s out.svg "$picture"; then pass; else fail "the picture $1 is not as it was"; fi
}
if command -v fc-match >/dev/null && [ "$(fc-match -f '%{fontversion}' 'DejaVu Sans')" != 155320 ]; then
    skip 'pictures as they were: another DejaVu Sans'
else
    while read -r line; do
        eval "as_it_was $line"
    done <<'END'
two-heads weight-splits --head all --batch 1
one-head weight-splits --head 1 --theme dark --no-colorbar --mask grey
words weight-splits --head 0 --labels a,bb,ccc,dddd,eeeee,ffffff --title Words --label-every 2
marked weight-splits --head 0 --highlight 'row 1; col 2; cell 3,3' --mask show --decimals 1
story-of-six weight-splits --story --head 1 --theme dark
story-in-parts many.py --story --layer 2
difference heads.py --diff 3 4 --head 0-1
difference-of-files --diff one.py two.py --name x
storage turned.py --name y --storage
storage-of-a-lesson weight-splits --storage --step 20
marked-without-numbers weight-splits --head 0 --highlight 'row 1; cell 3,2; cell 0,4' --annot never
scores weight-splits --stage scores --head 0 --cmap RdBu_r --center 0 --annot always
no-numbers turned.py --name z
a-vector turned.py --name v --size 800x600
six turned.py --name h --head all --per-head-scale --transparent --title ''
a-row turned.py --name r --robust
all-heads many.py --layer 1 --subtitle 25
over-training train.py --over-training --name shares
END
fi

# --- what code plots: qkv run --pictures ---
cat >plots.py <<'END'
import matplotlib.pyplot as plt
import numpy as np
words = ["Your", "journey", "starts"]
w = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.2, 0.3, 0.5]])
fig, ax = plt.subplots(1, 2, figsize=(8, 4))
image = ax[0].imshow(w, cmap="Blues", vmin=0, vmax=1)
ax[0].set_xticks(range(3), words)
fig.colorbar(image, ax=ax[0])
ax[1].plot([1, 2, 3], [1, 4, 9], "o--", label="squares")
ax[1].legend()
plt.savefig("sub/both.png")
plt.savefig("both.svg")
plt.savefig("both.pdf")
for name in ("../out.png", "/tmp/qkv-out.png", "a/../../out.png", "~/out.png"):
    plt.savefig(name)
plt.show()
plt.plot([1, 2])
plt.show()
END
printf '# Plots\n\n```python\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\n```\n\nMore.\n\n```python\nfig = plt.figure(figsize=(4, 3))\nplt.bar(["a"], [1])\nplt.show()\nprint("after")\n```\n' >plots.md
rm -rf drawn
"$qkv" run plots.py --pictures drawn >out 2>said
if [ $? -eq 2 ] && [ "$(cd drawn && find . -type f | sort | tr '\n' ' ')" = './both.png ./both.svg ./figure-1.png ./figure-2.png ./sub/both.png ' ]; then pass; else
    fail "files of figures: $(find drawn -type f | sort | tr '\n' ' ')"
fi
for file in drawn/*.png drawn/sub/*.png; do is_png "$file"; done
if needs xmllint 'xmllint of a figure'; then
    if xmllint --noout drawn/both.svg 2>err.xml; then pass; else fail 'a figure as SVG'; fi
fi
if [ "$(grep -c 'fill="#1f77b4"' drawn/both.svg)" -eq 4 ] && grep -q '>squares<' drawn/both.svg && grep -q '<image ' drawn/both.svg; then pass; else
    fail 'a line, a legend and an image in the SVG'
fi
if [ "$(grep -c 'is written below drawn only' said)" -eq 4 ] && [ ! -e out.png ]; then pass; else fail 'names that leave the folder'; fi
if grep -q 'both.pdf.*: written as drawn/both.png; qkv writes PNG and SVG' said; then pass; else fail 'a PDF'; fi
mkdir -p elsewhere && rm -rf drawn/sub && ln -s "$scratch/elsewhere" drawn/sub
"$qkv" run plots.py --pictures drawn >out 2>err
if grep -q 'drawn/sub: that is no folder' err && [ -z "$(ls elsewhere)" ]; then pass; else fail 'a link below the folder'; fi
"$qkv" run plots.py --pictures drawn2 >out 2>err; cmp -s drawn/figure-1.png drawn2/figure-1.png
if [ $? -eq 0 ]; then pass; else fail 'the same figure gives other bytes'; fi
(cd drawn2 && "$qkv" run ../plots.py >../out 2>../err)
if grep -q 'draws 9 figures; --pictures DIR writes them' err && [ ! -s out ]; then pass; else fail 'a run without --pictures'; fi
"$qkv" run plots.md --pictures drawn3 >out 2>err
if [ "$(ls drawn3 | tr '\n' ' ')" = 'cell-01-1.png cell-02-1.png ' ] && [ "$(tail -n 2 out | tr '\n' '|')" = '<Figure size 400x300 with 1 Axes>|after|' ]; then pass; else
    fail "figures of cells: $(ls drawn3 | tr '\n' ' ') $(tail -n 2 out)"
fi

# --- no font, no room: one sentence each, and no half file ---
echo '<?xml version="1.0"?><fontconfig></fontconfig>' >fonts.conf
export FONTCONFIG_FILE="$scratch/fonts.conf"
refused 'no font was found; install fonts-dejavu-core' wrapper --font Arial -o out.png
if [ -d /usr/share/fonts ] && unshare -rm mount -t tmpfs none /usr/share/fonts 2>/dev/null; then
    unshare -rm sh -c "mount -t tmpfs none /usr/share/fonts && '$qkv' heatmap wrapper -o out.png" >out 2>err
    if [ $? -eq 2 ] && grep -q 'no font was found' err && [ ! -e out.png ]; then pass; else
        fail 'a system without fonts'
    fi
    mkdir disk
    unshare -rm sh -c "mount -t tmpfs -o size=16k none disk && '$qkv' heatmap wrapper -o disk/out.png;
        echo \$? && ls -A disk" >out 2>err
    if [ "$(cat out)" = 2 ] && grep -q 'No space left on device' err; then pass; else
        fail 'a full disk'
    fi
fi
unset FONTCONFIG_FILE
(ulimit -f 8 && "$qkv" heatmap wrapper -o out.png) >out 2>err
if [ $? -eq 2 ] && grep -q 'File too large' err && [ ! -e out.png ]; then pass; else
    fail 'a limit on the size of files'
fi
if [ -e /dev/full ]; then
    "$qkv" heatmap wrapper -o - 2>err >/dev/full
    if [ $? -eq 2 ] && grep -q 'No space left' err; then pass; else fail 'a full standard output'; fi
fi
if [ "$(ls | grep -c 'png\.')" -eq 0 ]; then pass; else fail 'a half file is left'; fi
read_by_others

tally heatmap
