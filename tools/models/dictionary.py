#!/usr/bin/env python3
"""Trains the head at the end of the lesson single-head: dictionary.py [LESSON]

Five pairs of a letter and a digit; a letter is asked for, its digit is the answer. One head, 100 steps of Adam.
Prints the weights as the lesson holds them, in tenths; with the lesson's path it compares. What was measured
goes to stderr. qkv runs it, and so does PyTorch:
the weights are the same (make models).
"""
import sys

import torch

from committed import compare, literal, tenths

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)  # so that other machines make the same tenths

LETTERS, DIGITS, PAIRS, WIDTH, HEAD = 10, 10, 5, 9, 8
STEPS, BATCH, RATE, SEED = 100, 64, 0.03, 2


def draw(generator, count):
    """Letters that differ, digits, and the place of the pair that is asked for."""
    letters = torch.rand(count, LETTERS, generator=generator).argsort(dim=1)[:, :PAIRS]
    digits = torch.randint(DIGITS, (count, PAIRS), generator=generator)
    return letters, digits, torch.randint(PAIRS, (count,), generator=generator)


def answer(w, letters, digits, place):
    """Scores of the ten digits, and the shares of the pairs."""
    pairs = w["letter_rows"][letters] + w["digit_rows"][digits]
    asked = w["letter_rows"][letters[torch.arange(len(letters)), place]]
    query, keys, values = asked @ w["D_query"].T, pairs @ w["D_key"].T, pairs @ w["D_value"].T
    shares = torch.softmax((keys @ query[:, :, None])[:, :, 0] / HEAD ** 0.5, dim=-1)
    return (shares[:, None] @ values)[:, 0] @ w["D_out"].T + w["D_bias"], shares


def train():
    generator = torch.Generator().manual_seed(SEED)

    def normal(spread, *shape):
        return (spread * torch.randn(*shape, generator=generator)).requires_grad_(True)

    weights = {
        "letter_rows": normal(1, LETTERS, WIDTH),
        "digit_rows": normal(1, DIGITS, WIDTH),
        "D_query": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "D_key": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "D_value": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "D_out": normal(HEAD ** -0.5, DIGITS, HEAD),
        "D_bias": normal(0, DIGITS),
    }
    adam = torch.optim.Adam(weights.values(), lr=RATE)
    for _ in range(STEPS):
        letters, digits, place = draw(generator, BATCH)
        right = digits[torch.arange(BATCH), place]
        loss = torch.nn.functional.cross_entropy(answer(weights, letters, digits, place)[0], right)
        adam.zero_grad()
        loss.backward()
        adam.step()
    return tenths({name: w.detach() for name, w in weights.items()})


def main():
    weights = train()
    letters, digits, place = draw(torch.Generator().manual_seed(99), 20000)
    rows = torch.arange(len(letters))
    scores, shares = answer(weights, letters, digits, place)
    print(f"{sum(w.numel() for w in weights.values())} numbers, {len(letters)} dictionaries, right "
          f"{(scores.argmax(1) == digits[rows, place]).double().mean():.5f}, share of the right pair: "
          f"mean {shares[rows, place].mean():.4f}, least {shares[rows, place].min():.4f}", file=sys.stderr)
    compare("\n".join(literal(name, w) for name, w in weights.items()))


if __name__ == "__main__":
    main()
