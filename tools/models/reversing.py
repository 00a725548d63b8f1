#!/usr/bin/env python3
"""Trains the head of the lesson a-head-learns-to-copy: reversing.py [LESSON]

Six letters go in, and the same six are to come out, the last one first. One head, 200 steps of Adam. Prints
the weights at four moments as the lesson holds them, in tenths; with the lesson's path it compares. What was
measured goes to stderr. qkv runs it, and so does PyTorch: the weights are the same (make models).
"""
import sys

import torch

from committed import compare, literal, tenths

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)  # so that other machines make the same tenths

LETTERS, PLACES, WIDTH, HEAD = 10, 6, 16, 8
BATCH, RATE, SEED = 32, 0.01, 0
MOMENTS = (0, 20, 50, 200)


def new_weights(generator):
    def normal(spread, *shape):
        return (spread * torch.randn(*shape, generator=generator)).requires_grad_(True)

    return {
        "letter_table": normal(1, LETTERS, WIDTH),
        "place_table": normal(1, PLACES, WIDTH),
        "W_query": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "W_key": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "W_value": normal(WIDTH ** -0.5, HEAD, WIDTH),
        "W_out": normal(HEAD ** -0.5, WIDTH, HEAD),
        "W_answer": normal(WIDTH ** -0.5, LETTERS, WIDTH),
        "bias": normal(0, LETTERS),
    }


def answer(w, ids, off=None):
    """Scores of the ten letters for each place, and the map."""
    x = w["letter_table"][ids] + w["place_table"]
    query, key, value = x @ w["W_query"].T, x @ w["W_key"].T, x @ w["W_value"].T
    scores = query @ key.transpose(1, 2) / HEAD ** 0.5
    if off is not None:
        scores = scores.masked_fill(off, -torch.inf)
    shares = torch.softmax(scores, dim=-1)
    return shares @ value @ w["W_out"].T @ w["W_answer"].T + w["bias"], shares


def loss_of(scores, ids):
    return torch.nn.functional.cross_entropy(scores.flatten(0, 1), ids.flip(1).flatten())


def measure(step, weights):
    ids = torch.randint(LETTERS, (5000, PLACES), generator=torch.Generator().manual_seed(99))
    opposite = torch.eye(PLACES).flip(1).bool()
    scores, shares = answer(weights, ids)
    switched_off = answer(weights, ids, opposite)[0]
    print(f"step {step}: {sum(w.numel() for w in weights.values())} numbers, loss {loss_of(scores, ids):.4f}, "
          f"right {(scores.argmax(-1) == ids.flip(1)).double().mean():.4f}, "
          f"share of the opposite place {shares.mean(0)[opposite].mean():.4f}; "
          f"that switched off: right {(switched_off.argmax(-1) == ids.flip(1)).double().mean():.4f}", file=sys.stderr)


def main():
    generator = torch.Generator().manual_seed(SEED)
    weights = new_weights(generator)
    adam = torch.optim.Adam(weights.values(), lr=RATE)
    text = []
    for step in range(max(MOMENTS) + 1):
        if step in MOMENTS:
            now = tenths({name: w.detach() for name, w in weights.items()})
            measure(step, now)
            text += [literal(name, w) for name, w in now.items()]
            text.append(f"after_{step} = ({', '.join(now)})")
        ids = torch.randint(LETTERS, (BATCH, PLACES), generator=generator)
        loss = loss_of(answer(weights, ids)[0], ids)
        adam.zero_grad()
        loss.backward()
        adam.step()
    compare("\n".join(text))


if __name__ == "__main__":
    main()
