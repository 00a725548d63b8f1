#!/usr/bin/env python3
"""Trains the heads of the lesson is-or-are: is_or_are.py [LESSON]

Sentences such as "the keys near the old box [?]": does *is* or *are* follow? One head of attention reads from
the last place, 300 steps of Adam, two seeds. Prints the weights as the lesson holds them, in tenths; with
the lesson's path it compares. What was measured goes to stderr. qkv runs it, and so does PyTorch:
the weights are the same (make models).
"""
import itertools
import sys

import torch

from committed import compare, literal, tenths

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)  # so that other machines make the same tenths

ONE = ["key", "box", "cup", "book", "door", "lamp"]
MANY = ["keys", "boxes", "cups", "books", "doors", "lamps"]
NOUNS = ONE + MANY
BETWEEN = ["near", "behind", "under", "beside"]
LOOKS = ["old", "new", "small", "green", "heavy"]
VOCABULARY = ["[?]", "the"] + NOUNS + BETWEEN + LOOKS
PLACES, WIDTH, HEAD = 10, 16, 8
STEPS, BATCH, RATE, SEEDS = 300, 64, 0.03, (0, 1)


def table(sentences):
    """Ids (sentences, PLACES), filled up behind the [?]; the lengths; 1 where the subject is many."""
    ids = torch.zeros(len(sentences), PLACES, dtype=torch.long)
    for row, words in zip(ids, sentences):
        row[:len(words)] = torch.tensor([VOCABULARY.index(word) for word in words])
    lengths = torch.tensor([len(words) for words in sentences])
    subjects = [next(place for place, word in enumerate(words) if word in NOUNS) for words in sentences]
    are = torch.tensor([words[place] in MANY for words, place in zip(sentences, subjects)]).long()
    return ids, lengths, torch.tensor(subjects), are


def draw(generator):
    def one_of(words):
        return words[torch.randint(len(words), (), generator=generator)]

    while True:
        words = []
        for part in range(one_of([1, 2, 3])):
            words += [one_of(BETWEEN)] * (part > 0) + ["the"] + [one_of(LOOKS)] * one_of([0, 1]) + [one_of(NOUNS)]
        if len(words) < PLACES:
            return words + ["[?]"]


def new_weights(generator):
    def normal(spread, *shape):
        return (spread * torch.randn(*shape, generator=generator)).requires_grad_(True)

    return {
        "word_table": normal(0.85, len(VOCABULARY), WIDTH),
        "place_table": normal(0.85, PLACES, WIDTH),
        "W_query": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "W_key": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "W_value": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "W_out": normal(HEAD ** -0.5, WIDTH, HEAD),
        "W_answer": normal(WIDTH ** -0.5, 2, WIDTH),
        "bias": normal(0, 2),
    }


def answer(w, ids, lengths, hide=None):
    """Scores of *is* and *are*, and the shares of the words."""
    x = w["word_table"][ids] + w["place_table"]
    last = x[torch.arange(len(x)), lengths - 1]
    query, keys, values = last @ w["W_query"].T, x @ w["W_key"].T, x @ w["W_value"].T
    scores = (keys @ query[:, :, None])[:, :, 0] / HEAD ** 0.5
    off = torch.arange(PLACES) >= lengths[:, None]
    if hide is not None:
        off = off | (torch.arange(PLACES) == hide[:, None])
    shares = torch.softmax(scores.masked_fill(off, -torch.inf), dim=-1)
    context = (shares[:, None] @ values)[:, 0]
    return (last + context @ w["W_out"].T) @ w["W_answer"].T + w["bias"], shares


def train(seed):
    generator = torch.Generator().manual_seed(seed)
    weights = new_weights(generator)
    adam = torch.optim.Adam(weights.values(), lr=RATE)
    for _ in range(STEPS):
        ids, lengths, _, are = table([draw(generator) for _ in range(BATCH)])
        loss = torch.nn.functional.cross_entropy(answer(weights, ids, lengths)[0], are)
        adam.zero_grad()
        loss.backward()
        adam.step()
    return tenths({name: w.detach() for name, w in weights.items()})


def all_sentences():
    """Every sentence of one or two parts; of those with three, the ones without adjectives."""
    parts = [["the", noun] for noun in NOUNS] + [["the", look, noun] for look in LOOKS for noun in NOUNS]
    for first in parts:
        yield first + ["[?]"]
        for word, second in itertools.product(BETWEEN, parts):
            yield first + [word] + second + ["[?]"]
    for a, b, c in itertools.product(parts[:12], repeat=3):
        for one, two in itertools.product(BETWEEN, repeat=2):
            yield a + [one] + b + [two] + c + ["[?]"]


def measure(seed, weights, ids, lengths, subjects, are):
    scores, shares = answer(weights, ids, lengths)
    hidden = answer(weights, ids, lengths, subjects)[0]
    on = shares[torch.arange(len(ids)), subjects]
    print(f"seed {seed}: {sum(w.numel() for w in weights.values())} numbers, {len(ids)} sentences, "
          f"right {(scores.argmax(1) == are).double().mean():.5f}, "
          f"subject hidden {(hidden.argmax(1) == are).double().mean():.4f}, share of the subject: "
          f"one {on[are == 0].mean():.4f}, many {on[are == 1].mean():.4f}", file=sys.stderr)


def main():
    sentences = table(list(all_sentences()))
    text = []
    for seed in SEEDS:
        weights = train(seed)
        measure(seed, weights, *sentences)
        text += [literal(name, w, VOCABULARY if name == "word_table" else ()) for name, w in weights.items()]
        text.append(f"head_{seed} = ({', '.join(weights)})")
    compare("\n".join(text))


if __name__ == "__main__":
    main()
