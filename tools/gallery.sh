#!/bin/sh
# Draws docs/gallery and writes docs/gallery.md: a few pictures of the built-in lessons, each with the
# command that made it.
#
#     gallery.sh build/qkv
set -eu
qkv=$1
folder=docs/gallery
page=docs/gallery.md
mkdir -p $folder

cat >$page <<'END'
# Pictures of the lessons

Made by `make gallery`. Each command stands above its picture; the options are explained in
[heatmap.md](heatmap.md).
END

# The walk's screen, written by the walk itself.
keys=$(mktemp)
trap 'rm -f "$keys"' EXIT
rm -f $folder/walk.svg
echo "F4 j j l : save-display Space $folder/walk.svg Enter" >"$keys"
"$qkv" walk words-to-vectors --stage softmax --script "$keys" --size 92x25 --no-state >/dev/null
cat >>$page <<END

## The walk: a softmax, and the arithmetic behind one share

\`\`\`
\$ cat keys
$(cat "$keys")
\$ qkv walk words-to-vectors --stage softmax --script keys --size 92x25
\`\`\`

![The walk: a softmax, and the arithmetic behind one share](gallery/walk.svg)
END

# draw NAME WORDS OPTIONS...
draw() {
    name=$1
    words=$2
    shift 2
    "$qkv" heatmap "$@" --size 1280x720 --optimize -o $folder/"$name".png 2>/dev/null
    shown=""
    for word in "$@"; do
        case $word in *' '*) shown="$shown '$word'" ;; *) shown="$shown $word" ;; esac
    done
    printf '\n## %s\n\n```\n$ qkv heatmap%s\n```\n\n![%s](gallery/%s.png)\n' \
        "$words" "$shown" "$words" "$name" >>$page
}

draw heads 'Two heads whose mask was lost: every word looks at later ones' weight-splits
draw one-head 'One head on a dark slide, one row framed' \
    weight-splits --head 0 --theme dark --highlight 'row 2'
draw masked 'A mask that holds' single-head
draw eight-heads 'Eight heads with one scale' d-model-64
draw scores 'Scores: red above 0, blue below' d-model-64 --stage scores --head 0
draw story 'One head from queries to context' weight-tensor --story
draw story-by-hand 'The same by hand, with numbers' by-hand --story
draw difference 'What the scale does to the scores' wrapper --diff 5 9
draw storage 'What a transpose does to memory: nothing' weight-splits --storage --set d_out=4
draw copy 'What contiguous does to memory' weight-splits --storage --step 20 --set d_out=4
draw over-training 'One head learns to look at the opposite place: nobody wrote where, the loss did' \
    tools/models/reversing.py --over-training --moments 0,20,50,200
draw view 'Queries after view: heads told apart' weight-splits --stage view --set d_out=8

# The pictures that stand in the lessons, smaller.
mkdir -p lessons/pictures
picture() {
    name=$1
    shift
    "$qkv" heatmap "$@" --size 900x520 --optimize --meta short -o lessons/pictures/"$name".png 2>/dev/null
}

picture by-hand by-hand --story
picture words-to-vectors words-to-vectors --name table --annot always --highlight 'row 0; row 1; row 5; row 6'
picture single-head single-head --annot always
picture dictionary single-head --name shares --annot always
picture softmax softmax --name attn_weights --batch 0 --annot always
picture sqrt-unscaled sqrt --name unscaled --batch 1 --vmin 0 --vmax 1
picture sqrt sqrt --name attn_weights --batch 1 --vmin 0 --vmax 1
picture masks-causal masks --batch 1 --annot always
picture masks-padding masks --name attn_weights --batch 0
picture positions positions --name table --annot always
picture two-heads two-heads --name two --annot always --decimals 2
picture shapes-and-strides shapes-and-strides --storage --step 16
picture wrapper wrapper --layer 3
picture weight-splits weight-splits --layer 3 --batch 1
picture bmm bmm
picture cross-attention cross-attention --annot always
picture block block --name mixed --annot always
picture dropout dropout --name first_row --annot always --decimals 2 --vmin 0 --cmap viridis \
    --title 'One row of attention weights' --subtitle 'three runs, the mean of 1000, and before dropout'
picture kv-cache kv-cache --name keys --annot always --highlight 'row 5' \
    --title 'The keys in the cache' --subtitle 'five old rows, and that of the new word'
picture is-or-are is-or-are --annot always
picture a-head-learns-to-copy tools/models/reversing.py --over-training --moments 0,20,50,200 --annot never \
    --title 'Nobody wrote where to look' --subtitle ''
picture letter-before induction-head --layer 1 --annot always
picture induction-head induction-head --layer 2 --annot always
picture grouped-queries grouped-queries --name wires --cmap Blues --vmin 0 --no-colorbar \
    --title 'Who uses whose keys' --subtitle '6 heads of queries, 3 KV heads'
picture online-softmax online-softmax --name powers_so_far --annot always --decimals 3 --vmin 0 --cmap viridis \
    --title 'The powers so far' --subtitle 'behind each tile: a larger score shrinks those before it'
picture chain-rule chain-rule --name there_and_back --annot always --decimals 2 \
    --title 'There and back' --subtitle 'above the numbers of the run, below the gradient of L at each'
picture letters letters --name by_temperature --annot always --decimals 2 \
    --title 'What comes behind an e?' --subtitle 'a row for each temperature: 0.5, 1 and 2'
picture rmsnorm rmsnorm --name behind_post --annot always --decimals 2 --vmin 0 --cmap Blues \
    --title 'Post-norm' --subtitle 'behind each block all of the row is divided: old notes pale'
<<<<<<< HEAD
picture what-it-costs what-it-costs --name gigabytes --annot always --decimals 2 --vmin 0 --cmap viridis \
    --title 'Gigabytes of cache' --subtitle 'after so many words; 32 layers, 2 bytes a number'
=======
picture small-model-heads a-small-model --name second_block --annot never --vmin 0 --cmap Blues \
    --title 'Block 2 reads a sentence' --subtitle 'head 0: first letters of words; head 1: blanks'
>>>>>>> c8044fc1 (wip)
picture window window --annot always --decimals 2
picture experts experts --name shares --annot always --decimals 2 --vmin 0 --cmap viridis \
    --title 'Who works for whom?' --subtitle 'a row for each word, a column for each expert'
picture lora lora --name delta --annot always --decimals 0 \
    --title 'A column times a row' --subtitle 'what it adds: a row for each sound, a column for each animal'
picture weight-tensor weight-tensor --story
picture d-model-64 d-model-64
picture classes classes

# What a lesson draws itself.
drawn() {
    folder=$(mktemp -d)
    "$qkv" run "$1" --pictures "$folder" >/dev/null 2>&1
    mv "$folder"/*.png lessons/pictures/"$1".png
    rmdir "$folder"
}

drawn a-step-downhill
drawn a-small-model
drawn many-speeds
drawn softmax-backwards
drawn scale-by-gradients
drawn swiglu
