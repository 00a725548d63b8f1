#!/usr/bin/env python3
"""Trains the model of the lesson a-small-model: small_model.py [LESSON]

Letters of the tales in small_text.py, nine tenths of them: which letter comes next? Two blocks of attention
and a small network, 1000 steps of Adam. Prints the tales, the weights, the losses and what it wrote on the
way, as the lesson holds them; with the lesson's path it compares. What was measured goes to stderr. qkv runs
it, and so does PyTorch: the weights are the same (make models).
"""
import sys

import torch
import torch.nn.functional as F

from committed import compare
from small_text import TALES

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)  # so that other machines make the same weights

WIDTH, HEADS, HIDDEN, BLOCKS, CONTEXT = 24, 2, 96, 2, 32
STEPS, BATCH, RATE, SEED = 1000, 24, 0.015, 0
WRITTEN = (0, 100, 1000)  # after so many steps it writes
LEVELS = 40               # a weight is a whole number from -40 to 40, times the table's step
TEMPERATURE, BEGINNING = 0.5, "the sea "

tales = TALES.splitlines()
seen = " ".join(tale for place, tale in enumerate(tales) if place % 10 != 9)
unseen = " ".join(tale for place, tale in enumerate(tales) if place % 10 == 9)
letters = sorted(set(seen))


def encode(text):
    return torch.tensor([letters.index(letter) for letter in text])


def new_weights(generator):
    def normal(spread, *shape):
        return (spread * torch.randn(*shape, generator=generator)).requires_grad_(True)

    weights = {"letter_table": normal(0.5, len(letters), WIDTH), "place_table": normal(0.5, CONTEXT, WIDTH)}
    for block in range(1, BLOCKS + 1):
        for name in ("query", "key", "value"):
            weights[f"W_{name}_{block}"] = normal(WIDTH ** -0.5, WIDTH, WIDTH)
        weights[f"W_out_{block}"] = normal(0.5 * WIDTH ** -0.5, WIDTH, WIDTH)
        weights[f"W_up_{block}"] = normal(WIDTH ** -0.5, HIDDEN, WIDTH)
        weights[f"W_down_{block}"] = normal(0.5 * HIDDEN ** -0.5, WIDTH, HIDDEN)
    weights["W_vote"] = normal(WIDTH ** -0.5, len(letters), WIDTH)
    return weights


def normed(x):
    return F.layer_norm(x, (WIDTH,))


def run(w, ids, off=()):
    """The votes for the letter behind each place, and the maps of each block. `off`: (block, head) that are silent."""
    B, T = ids.shape
    later = torch.ones(T, T).triu(1).bool()
    x, maps = w["letter_table"][ids] + w["place_table"][:T], []
    for block in range(1, BLOCKS + 1):
        rows = normed(x)
        q, k, v = ((rows @ w[f"W_{name}_{block}"].T).view(B, T, HEADS, -1).transpose(1, 2)
                   for name in ("query", "key", "value"))
        scores = (q @ k.transpose(2, 3) / (WIDTH / HEADS) ** 0.5).masked_fill(later, -torch.inf)
        maps.append(torch.softmax(scores, dim=-1))
        on = torch.tensor([0.0 if (block, head) in off else 1.0 for head in range(HEADS)])
        context = (maps[-1] @ v * on[:, None, None]).transpose(1, 2).reshape(B, T, WIDTH)
        x = x + context @ w[f"W_out_{block}"].T
        x = x + torch.relu(normed(x) @ w[f"W_up_{block}"].T) @ w[f"W_down_{block}"].T
    return normed(x) @ w["W_vote"].T, maps


def windows_of(text):
    """Pieces of a text, each with the letter behind it; the next one begins in the middle of the last."""
    return encode(text).unfold(0, CONTEXT + 1, CONTEXT // 2)


def loss_of(w, text, off=()):
    """The mean of -log of the right letter's chance, where at least half of a context stands before it: of all
    letters, of those that begin a word, of those inside of words, and of what ends a word."""
    windows = windows_of(text)
    votes, wanted = run(w, windows[:, :-1], off)[0][:, CONTEXT // 2:], windows[:, CONTEXT // 2 + 1:]
    losses = F.cross_entropy(votes.flatten(0, 1), wanted.flatten(), reduction="none").view(wanted.shape)
    begins, ends = windows[:, CONTEXT // 2:-1] == 0, wanted <= 1
    return [part.mean().item() for part in (losses, losses[begins], losses[~begins & ~ends], losses[ends])]


def bigram_loss():
    """The same of a table that counts which letter follows which, with 1 added to each count."""
    counts = torch.ones(len(letters), len(letters))
    for now, following in zip(seen, seen[1:]):
        counts[letters.index(now), letters.index(following)] += 1
    chances = counts / counts.sum(dim=1, keepdim=True)
    ids = encode(unseen)
    return -chances[ids[:-1], ids[1:]].log().mean().item()


def write(w, beginning, length, generator, off=()):
    ids = encode(beginning).tolist()
    for _ in range(length):
        votes = run(w, torch.tensor([ids[-CONTEXT:]]), off)[0][0, -1]
        chances = torch.softmax(votes / TEMPERATURE, dim=0).float()  # as the lesson draws
        ids.append(torch.multinomial(chances, 1, generator=generator).item())
    return "".join(letters[i] for i in ids)


def share_of_words(text):
    """Of the whole words of a text: how many the model has read."""
    words = text.replace(".", "").split()[:-1]
    return sum(word in seen.replace(".", "").split() for word in words) / len(words)


def share_of_copies(text, run=20):
    """Of the letters of a text: how many lie in runs of 20 and more that stand in what it has read."""
    copied = set()
    for at in range(len(text) - run + 1):
        if text[at:at + run] in seen:
            copied.update(range(at, at + run))
    return len(copied) / len(text)


def pack(w):
    """Whole numbers as signs from ( to x, the tables' steps, and the weights that come out of them again."""
    signs, steps, rounded = [], [], {}
    for name, table in w.items():
        step = round(table.abs().max().item() / LEVELS + 0.00005, 4)
        whole = (table / step).round()
        signs += [chr(80 + n) for n in whole.int().flatten().tolist()]
        steps.append(step)
        rounded[name] = whole * step
    return "".join(signs), steps, rounded


def lines(text, width=96):
    return "\n".join(text[at:at + width] for at in range(0, len(text), width))


def train():
    """The weights at the end, the losses on the way, and what was written there."""
    generator = torch.Generator().manual_seed(SEED)
    weights = new_weights(generator)
    adam = torch.optim.Adam(weights.values(), lr=RATE)
    ids, on_the_way, written = encode(seen), [], {}
    for step in range(STEPS + 1):
        now = pack({name: table.detach() for name, table in weights.items()})[2]
        if step % 100 == 0 or step in (10, 20, 50):
            on_the_way.append((step, round(loss_of(now, seen[:2000])[0], 2), round(loss_of(now, unseen)[0], 2)))
        if step in WRITTEN:
            written[step] = write(now, BEGINNING, 64 if step < STEPS else 300, torch.Generator().manual_seed(SEED))
        adam.param_groups[0]["lr"] = RATE * min(1, (step + 1) / 50) * (1 - 0.9 * step / STEPS)
        batch = ids[torch.randint(len(ids) - CONTEXT, (BATCH, 1), generator=generator) + torch.arange(CONTEXT + 1)]
        loss = F.cross_entropy(run(weights, batch[:, :-1])[0].flatten(0, 1), batch[:, 1:].flatten())
        adam.zero_grad()
        loss.backward()
        if step < STEPS:
            adam.step()
    return pack({name: table.detach() for name, table in weights.items()}), on_the_way, written


def where(maps):
    """Of the shares of each head, behind half of a context: on the letter before, on that before it, on letters
    that begin a word, and on blanks."""
    blank = windows_of(unseen)[:, :-1] == 0
    begins = torch.cat([blank[:, :1] & False, blank[:, :-1]], dim=1)
    for block, table in enumerate(maps, 1):
        for head in range(HEADS):
            shares, half = table[:, head, CONTEXT // 2:], CONTEXT // 2
            yield block, head, *[part.mean().item() for part in (
                table[:, head].diagonal(-1, 1, 2)[:, half - 1:], table[:, head].diagonal(-2, 1, 2)[:, half - 2:],
                (shares * begins[:, None]).sum(-1), (shares * blank[:, None]).sum(-1))]


def measure(weights):
    def told(numbers):
        return " ".join(f"{number:.2f}" for number in numbers)

    def dice():
        return torch.Generator().manual_seed(SEED)

    text = write(weights, BEGINNING, 300, dice())[len(BEGINNING):]
    print(f"{sum(w.numel() for w in weights.values())} numbers; {len(seen)} letters read, {len(unseen)} not; loss on "
          f"these: all, first letters, inside, ends {told(loss_of(weights, unseen))}, of a bigram {bigram_loss():.4f}; "
          f"of 300 letters that it wrote {share_of_words(text):.3f} of the words are words, "
          f"{share_of_copies(text):.2f} of the letters copied", file=sys.stderr)
    for block, head, *shares in where(run(weights, windows_of(unseen)[:, :-1])[1]):
        off = [(block, head)]
        print(f"block {block}, head {head}: one before, two before, first letters, blanks {told(shares)}; off: loss "
              f"{told(loss_of(weights, unseen, off))} {write(weights, BEGINNING, 60, dice(), off)}", file=sys.stderr)


def main():
    (packed, steps, weights), on_the_way, written = train()
    measure(weights)
    compare("\n".join([
        'tales = """\\', TALES.rstrip("\n"), '"""', 'packed = r"""', lines(packed), '"""', f"steps_of = {steps}",
        "losses = [  # step, on tales that it reads, on tales that it does not",
        *[f"    {entry}," for entry in on_the_way], "]",
        "written = {", *[f'    {step}: "{text}",' for step, text in written.items()], "}"]))


if __name__ == "__main__":
    main()
