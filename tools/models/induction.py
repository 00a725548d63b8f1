#!/usr/bin/env python3
"""Trains the two layers of the lesson induction-head: induction.py [LESSON]

A few letters, again and again, in a new order in each text and 4 to 10 of them: which letter comes next? Two
layers of one head each, 600 steps of Adam. Prints the weights as the lesson holds them, in tenths; with the
lesson's path it compares. What was measured goes to stderr. qkv runs it, and so does PyTorch: so many
multiplications pile up what the last bits differ by, so that some of the tenths differ by 1.
"""
import sys

import torch

from committed import compare, literal, tenths

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)  # so that other machines make the same tenths

LETTERS, PLACES, WIDTH, LEAST, MOST = 16, 20, 16, 4, 10
STEPS, BATCH, RATE, SEED = 600, 64, 0.01, 0
LATER = torch.ones(PLACES, PLACES).triu(1).bool()


def draw(generator, count):
    """Texts of PLACES letters, and after how many letters each begins anew."""
    period = torch.randint(LEAST, MOST + 1, (count,), generator=generator)
    order = torch.rand(count, LETTERS, generator=generator).argsort(1)
    return order.gather(1, torch.arange(PLACES) % period[:, None]), period


def new_weights(generator):
    def normal(spread, *shape):
        return (spread * torch.randn(*shape, generator=generator)).requires_grad_(True)

    weights = {"letter_table": normal(1, LETTERS, WIDTH), "place_table": normal(1, PLACES, WIDTH)}
    for layer in (1, 2):
        for name in ("query", "key", "value", "out"):
            weights[f"W_{name}_{layer}"] = normal(WIDTH ** -0.5, WIDTH, WIDTH)
        weights[f"gain_{layer}"] = torch.ones(WIDTH).requires_grad_(True)
        weights[f"shift_{layer}"] = torch.zeros(WIDTH).requires_grad_(True)
    weights["gain_3"] = torch.ones(WIDTH).requires_grad_(True)
    weights["shift_3"] = torch.zeros(WIDTH).requires_grad_(True)
    weights["W_answer"] = normal(WIDTH ** -0.5, LETTERS, WIDTH)
    return weights


def normed(w, x, layer):
    return torch.nn.functional.layer_norm(x, (WIDTH,), w[f"gain_{layer}"], w[f"shift_{layer}"])


def head(w, layer, asking, given, hidden):
    """What a head adds to each row, and its map: `asking` makes queries and keys, `given` values."""
    query, key = asking @ w[f"W_query_{layer}"].T, asking @ w[f"W_key_{layer}"].T
    scores = query @ key.transpose(1, 2) / WIDTH ** 0.5
    shares = torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1)
    return shares @ (given @ w[f"W_value_{layer}"].T) @ w[f"W_out_{layer}"].T, shares


def answer(w, ids, first=True, hidden=LATER):
    """Scores of the next letter at each place, and both maps. Places are told to layer 1's queries and keys
    alone. first=False: without layer 1; hidden: what layer 2 may not look at."""
    x = w["letter_table"][ids]
    rows = normed(w, x, 1)
    added, shares_1 = head(w, 1, rows + w["place_table"], rows, LATER)
    x = x + added if first else x
    rows = normed(w, x, 2)
    added, shares_2 = head(w, 2, rows, rows, hidden)
    return normed(w, x + added, 3) @ w["W_answer"].T, shares_1, shares_2


def told(ids, period):
    """At which places the next letter can be known, and which it is."""
    return torch.arange(PLACES - 1) >= period[:, None], ids[:, 1:]


def train():
    generator = torch.Generator().manual_seed(SEED)
    weights = new_weights(generator)
    adam = torch.optim.Adam(weights.values(), lr=RATE)
    for _ in range(STEPS):
        ids, period = draw(generator, BATCH)
        known, right = told(ids, period)
        loss = torch.nn.functional.cross_entropy(answer(weights, ids)[0][:, :-1][known], right[known])
        adam.zero_grad()
        loss.backward()
        adam.step()
    return tenths({name: w.detach() for name, w in weights.items()})


def measure(weights):
    ids, period = draw(torch.Generator().manual_seed(99), 1000)
    known, right = told(ids, period)
    before = torch.cat([torch.full((len(ids), 1), -1), ids[:, :-1]], dim=1)
    follows = (before[:, None] == ids[:, :, None]) & ~LATER  # the places behind a twin of the letter
    scores, shares_1, shares_2 = answer(weights, ids)
    without = answer(weights, ids, first=False)[0]
    blind = answer(weights, ids, hidden=LATER | follows)[0]

    def share_right(scores):
        return (scores[:, :-1].argmax(-1) == right)[known].double().mean()

    print(f"{sum(w.numel() for w in weights.values())} numbers, {int(known.sum())} places, "
          f"right {share_right(scores):.4f}, layer 1 off {share_right(without):.4f}, what follows twins hidden "
          f"{share_right(blind):.4f}; layer 2 on what follows twins "
          f"{(shares_2 * follows).sum(-1)[:, :-1][known].mean():.4f}; layer 1 on the letter before, places 1 to "
          f"{MOST - 1}: {shares_1.diagonal(-1, 1, 2)[:, :MOST - 1].mean():.4f}", file=sys.stderr)


def main():
    weights = train()
    measure(weights)
    text = [literal(name, w) for name, w in weights.items()]
    compare("\n".join(text))


if __name__ == "__main__":
    main()
