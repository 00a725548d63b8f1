#!/usr/bin/env python3
"""Draws programs of a few differentiable operations and compares their gradients with PyTorch's.

    /usr/bin/python3 tests/drawn_gradients.py build/qkv [--programs N] [--seed S] [--each] [--show]

Each program is made of 3 to 12 operations over drawn shapes; with --each it is one operation, and
every template has its turn. PyTorch (1.13) and qkv run it, and print all tensors and gradients in
bits. What is told: how many programs have the same bits, how many differ only because a tensor of
the forward pass does, and the worst relative difference of a gradient. Exits with 1 when a gradient
differs by more than 1e-6 of its largest cell (1e-4 where float32 products cancel: --bound).
"""
import argparse
import collections
import contextlib
import io
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import warnings

# The reference of docs/arithmetic.md, whatever the processor and the environment say.
os.environ.update(OPENBLAS_CORETYPE="Cooperlake", OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")

import torch

UNARY = """
-{a}
{a} * 1.7
{a} + 0.3
2 - {a}
{a} / 3
1.5 / ({a}.abs() + 0.5)
({a} * 0.5).exp()
({a}.abs() + 0.5).log()
({a}.abs() + 0.5).log2()
({a}.abs() + 0.5).log10()
{a}.abs().log1p()
({a}.abs() + 0.1).sqrt()
({a}.abs() + 0.5).rsqrt()
({a}.abs() + 0.5).reciprocal()
{a} ** 2
{a} ** 3
({a}.abs() + 0.5) ** 1.5
({a}.abs() + 0.5) ** -0.5
2 ** ({a} * 0.5)
{a}.square()
{a}.abs()
{a}.sin()
{a}.cos()
({a} * 0.3).tan()
{a}.sinh()
{a}.cosh()
{a}.tanh()
({a} * 0.2).tanh().acos()
({a} * 0.2).tanh().asin()
{a}.atan()
{a}.asinh()
({a}.abs() + 1.5).acosh()
({a} * 0.2).tanh().atanh()
{a}.erf()
{a}.erfc()
({a} * 0.2).tanh().erfinv()
{a}.expm1()
{a}.exp2()
({a}.abs() + 0.5).lgamma()
({a}.abs() + 0.5).digamma()
{a}.sigmoid()
({a}.sigmoid() * 0.9).logit()
{a}.relu()
F.relu({a})
F.leaky_relu({a})
F.elu({a})
F.gelu({a})
F.silu({a})
F.softplus({a})
F.logsigmoid({a})
{a}.clamp(-0.5, 0.5)
{a}.clamp(min=-0.3)
{a}.clamp_max(0.4)
{a}.clamp_min(0.2)
{a}.deg2rad()
{a}.rad2deg()
{a}.frac()
{a}.fmod(0.7)
{a}.remainder(0.7)
{a}.nan_to_num()
{a}.softmax({d})
{a}.log_softmax({d})
F.softmax({a}, dim={d})
{a}.sum({d})
{a}.sum({d}, keepdim=True)
{a}.sum()
{a}.mean({d})
{a}.mean({d}, keepdim=True)
{a}.mean()
{a}.var({d2})
{a}.var({d2}, keepdim=True)
{a}.std({d2})
{a}.var()
{a}.std()
torch.std_mean({a}, {d2})[0] + torch.std_mean({a}, {d2})[1]
sum(torch.var_mean({a}, {d2}, False))
{a}.amax({d})
{a}.amin({d}, keepdim=True)
{a}.max({d})[0]
{a}.min({d}, keepdim=True)[0]
{a}.max()
{a}.min()
{a}.median()
{a}.median({d})[0]
{a}.kthvalue(1, {d})[0]
{a}.mode({d})[0]
{a}.quantile(0.3, {d})
{a}.quantile(torch.tensor([0.2, 0.7]), {d}, True)
{a}.quantile(0.4)
{a}.sort({d})[0]
{a}.topk(1, {d})[0]
{a}.msort()
{a}.cumsum({d})
{a}.cumprod({d})
{a}.cummax({d})[0]
{a}.cummin({d})[0]
{a}.prod({d})
{a}.prod()
{a}.logsumexp({d})
{a}.logsumexp({d}, True)
{a}.nansum({d})
{a}.nanmean({d})
{a}.norm()
{a}.norm(dim={d})
{a}.norm(p=1, dim={d}, keepdim=True)
{a}.norm(p=3)
torch.linalg.vector_norm({a}, 1.5, {d})
torch.linalg.vector_norm({a}, float('inf'))
torch.linalg.vector_norm({a})
{a}.flip({d})
{a}.roll(1, {d})
{a}.roll(1)
{a}.transpose(0, {d})
{a}.unsqueeze({d})
{a}.unsqueeze({d}).squeeze({d})
{a}.squeeze()
{a}.reshape(-1)
{a}.flatten()
{a}.contiguous()
{a}.clone()
{a}.repeat(2, *[1] * {n})
{a}.tile(2)
{a}.repeat_interleave(2, {d})
{a}.repeat_interleave(2)
{a}[0]
{a}[..., 0]
{a}[..., -1:]
{a}[..., None]
{a}[..., ::2]
{a}[[0, 0]]
{a}[torch.tensor([0, 0, -1])]
{a}[{a} > 0]
{a}.contiguous().masked_select({a}.contiguous() > 0)
{a}.masked_fill({a} > 0.5, 0.1)
{a}.select({d}, 0)
{a}.narrow({d}, 0, 1)
{a}.index_select({d}, torch.tensor([0, 0]))
{a}.gather({d}, torch.zeros_like({a}, dtype=torch.int64))
{a}.take(torch.tensor([0, 0, -1]))
torch.take_along_dim({a}, {a}.argsort({d}), {d})
{a}.index_fill({d}, torch.tensor([0]), 0.5)
{a}.scatter({d}, torch.zeros_like({a}, dtype=torch.int64).narrow({d}, 0, 1), 0.5)
{a}.diff(dim={d})
{a}.diag_embed()
{a}.unfold({d}, 1, 1)
torch.cat({a}.split(1, {d}), {d})
torch.cat({a}.chunk(2, {d})[::-1], {d})
torch.stack({a}.unbind({d}), {d})
torch.cat({a}.tensor_split(2, {d}), {d})
F.pad({a}, (1, 2))
F.pad({a}, (1, 0), value=0.3)
{a}.movedim(0, {d})
{a}.view(-1, {a}.size(-1))
{a}.double().float()
{a}.to(torch.float64).to(torch.float32)
F.layer_norm({a}, ({a}.size(-1),))
F.normalize({a}, dim={d})
{a}.expand(2, *[-1] * {n})
{a}.permute(*range({n} - 1, -1, -1))
{a}.half().float()
{a}.as_strided((2,), (1,))
{a}.cumsum({d}).flip({d})
"""

BINARY = """
{a} + {b}
{a} - {b}
{a} * {b}
{a} / ({b}.abs() + 0.5)
torch.add({a}, {b}, alpha=0.7)
torch.sub({a}, {b}, alpha=0.7)
torch.maximum({a}, {b})
torch.minimum({a}, {b})
torch.fmax({a}, {b})
torch.fmin({a}, {b})
torch.max({a}, {b})
torch.atan2({a}, {b})
torch.hypot({a}, {b})
torch.logaddexp({a}, {b})
torch.xlogy({a}, {b}.abs() + 0.5)
torch.fmod({a}, {b}.abs() + 0.5)
torch.remainder({a}, {b}.abs() + 0.5)
torch.pow({a}.abs() + 0.5, {b})
torch.where({a} > {b}, {a}, {b})
{a}.where({b} > 0, {b})
torch.lerp({a}, {b}, 0.3)
torch.addcmul({a}, {a}, {b}, value=0.5)
torch.addcdiv({a}, {a}, {b}.abs() + 0.5, value=0.5)
torch.clamp({a}, min={b})
torch.dist({a}, {b})
F.mse_loss({a}, {b})
F.l1_loss({a}, {b})
F.smooth_l1_loss({a}, {b})
torch.cosine_similarity({a}, {b}, -1)
"""

SAME = """
torch.cat([{a}, {b}], {d})
torch.stack([{a}, {b}], {d})
torch.hstack([{a}, {b}])
torch.vstack([{a}, {b}])
torch.dstack([{a}, {b}])
torch.column_stack([{a}, {b}])
{a}.masked_scatter({a} > 0, {b})
{a}.scatter({d}, {a}.argsort({d}), {b})
{a}.scatter_add({d}, torch.zeros_like({a}, dtype=torch.int64), {b})
{a}.index_add({d}, torch.arange({a}.size({d})), {b}, alpha=0.5)
{a}.index_copy({d}, torch.arange({a}.size({d})), {b})
torch.where({a} > 0, {a}, {b})
F.binary_cross_entropy_with_logits({a}, {b}.sigmoid())
F.kl_div({a}.log_softmax(-1), {b}.softmax(-1), reduction='sum')
"""

MATRIX = """
{m}.t()
{m}.mT
{m}.T
{m}.tril()
{m}.triu(1)
{m}.diagonal()
{m}.diag()
({m} @ {m}.t()).trace()
{m}.rot90()
{m}.fliplr()
{m} @ {v}
{m}.mv({v})
{m} @ {q}
{m}.mm({q})
torch.addmm({y}, {m}, {q}, beta=0.5, alpha=2)
torch.addmv({r}, {m}, {v})
torch.addr({m}, {r}, {v}, alpha=0.5)
torch.outer({r}, {v})
{v}.dot({v})
torch.inner({m}, {v})
torch.inner({m}, {m})
torch.einsum('ij,jk->ik', {m}, {q})
torch.einsum('ij,ij->i', {m}, {m})
torch.einsum('ij->ji', {m})
torch.einsum('ij,kj->ik', {m}, {m})
torch.einsum('i,j->ij', {r}, {v})
torch.tensordot({m}, {q}, 1)
torch.tensordot({m}, {m}, ([0, 1], [0, 1]))
F.linear({m}, {m})
F.linear({v}, {m})
torch.cov({m})
torch.corrcoef({m})
torch.cdist({m}, {m} * 0.5 + 1)
torch.det({m} @ {m}.t() + torch.eye({m}.size(0)))
torch.inverse({m} @ {m}.t() + torch.eye({m}.size(0)))
torch.linalg.cholesky({m} @ {m}.t() + torch.eye({m}.size(0)))
torch.linalg.solve({m} @ {m}.t() + torch.eye({m}.size(0)), {r})
torch.linalg.slogdet({m} @ {m}.t() + torch.eye({m}.size(0)))[1]
torch.block_diag({m}, {v})
torch.meshgrid({r}, {v}, indexing='ij')[0] * {m}
F.cross_entropy({m}, torch.zeros({m}.size(0), dtype=torch.int64))
F.nll_loss({m}.log_softmax(1), torch.zeros({m}.size(0), dtype=torch.int64))
F.embedding(torch.tensor([0, 0]), {m})
F.pad({m}.unsqueeze(0), (0, 1), mode='replicate')[0]
torch.broadcast_tensors({m}, {v})[1] * {m}
{m}.index_put([torch.tensor([0, 0])], {v}, accumulate=True)
{m}.index_put([torch.tensor([0])], {v})
"""

BATCHED = """
{z} @ {z}.transpose(-2, -1)
torch.bmm({z}, {z}.transpose(1, 2))
torch.baddbmm({s}, {z}, {z}.transpose(1, 2), alpha=0.5)
torch.addbmm({s}[0], {z}, {z}.transpose(1, 2))
torch.einsum('bij,bkj->bik', {z}, {z})
torch.einsum('bij,bkj->ik', {z}, {z})
torch.einsum('...ij,...ik->...jk', {z}, {z})
torch.matmul({z}, {u})
torch.matmul({z}, {u}.t()[0].expand({z}.size(2)))
F.linear({z}, {u}.t())
{z}.softmax(-1) @ {z}.transpose(1, 2)
{z}.transpose(0, 1).reshape({z}.size(1), -1)
{z}.view({z}.size(0), -1)
{z}.flatten(1)
{z}.mean((0, 2))
{z}.sum((0, 1), keepdim=True)
{z}.amax((0, 2))
{z}.logsumexp((0, 1))
{z}.std((1, 2))
F.pad({z}, (1, 1), mode='reflect')
F.pad({z}, (1, 1), mode='circular')
F.group_norm({z}, 1)
"""

IN_PLACE = """
{t} = {a} * 1; {t}.mul_(1.5)
{t} = {a} * 1; {t}[0] = 0.5
{t} = {a} * 1; {t}[0] = {t}[0] * 2
{t} = {a} * 1; {t}[..., 0].mul_(2)
{t} = {a} * 1; {t}[..., 0] += 1.5
{t} = {a} * 1; h = {t}[0]; h.mul_({a}[0])
{t} = {a} * 1; {t}.transpose(0, -1).mul_(3)
{t} = {a} * 1; {t}.narrow(0, 0, 1).exp_()
{t} = {a} * 1; {t}.view(-1)[0] = 2
{t} = torch.zeros_like({a}); {t}[0] = {a}[0]
{t} = torch.zeros_like({a}); {t}.copy_({a})
{t} = {a} * 1; {t}.exp_()
{t} = {a} * 1; {t}.relu_()
{t} = {a} * 1; {t}.clamp_(-1, 1)
{t} = {a} * 1; {t}.masked_fill_({a} > 0, 0.5)
{t} = {a} * 1; {t}.sigmoid_()
{t} = {a} * 1; {t}.sub_({a}.mean())
{t} = {a} * 1; {t}.div_({a}.abs() + 1)
{t} = {a} * 1; {t}.add_({a}, alpha=0.5)
{t} = {a} * 1; h = {t}.select(0, 0); {t}.mul_(2); {t} = {t} + h
"""

LISTS = [("unary", UNARY), ("binary", BINARY), ("same", SAME), ("matrix", MATRIX),
         ("batched", BATCHED), ("in place", IN_PLACE)]


class Program:
    """Statements that PyTorch has carried out already."""

    def __init__(self, rng, seed):
        self.rng = rng
        self.lines = ["import torch", "import torch.nn.functional as F", f"torch.manual_seed({seed})"]
        self.names = {"torch": torch, "F": torch.nn.functional}
        self.tensors = []
        self.leaves = []
        self.count = 0
        for line in self.lines:
            exec(line, self.names)

    def carry_out(self, line):
        """Keeps the statement; false when PyTorch refuses it."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(line, self.names)
        except (RuntimeError, IndexError, TypeError, ValueError):
            return False
        self.lines.append(line)
        return True

    def leaf(self, *shape):
        """A new tensor that asks for gradients."""
        name = f"x{len(self.leaves)}"
        sizes = ", ".join(str(n) for n in shape) + ("," if len(shape) == 1 else "")
        self.carry_out(f"{name} = torch.randn(({sizes})).requires_grad_()")
        self.leaves.append(name)
        self.tensors.append(name)
        return name

    def shape(self, name):
        return list(self.names[name].shape)

    def pick(self, fits):
        """One of the last tensors that fit, or None."""
        known = [t for t in self.tensors if fits(self.shape(t))]
        return self.rng.choice(known[-4:]) if known else None

    def like(self, shape):
        """A tensor of that shape, made when there is none."""
        return self.pick(lambda s: s == list(shape)) or self.leaf(*shape)

    def partner(self, shape):
        """A tensor that is broadcast with such a one."""
        def fits(s):
            try:
                return len(torch.broadcast_shapes(s, shape)) <= 4
            except RuntimeError:
                return False
        if self.rng.random() < 0.5:
            found = self.pick(fits)
            if found is not None:
                return found
        start = self.rng.randint(0, len(shape))
        return self.leaf(*[1 if self.rng.random() < 0.3 else n for n in shape[start:]])

    def add(self, template):
        """One operation; false when it does not fit."""
        rng, before = self.rng, (len(self.lines), list(self.tensors), list(self.leaves))
        size = lambda: rng.choice([1, 2, 3, 4, 5, 7, 8])
        words = dict(t=f"t{self.count}")
        if "{z}" in template:
            z = self.pick(lambda s: len(s) == 3) or self.leaf(size(), size(), size())
            shape = self.shape(z)
            words.update(z=z)
            if "{s}" in template:
                words.update(s=self.like((shape[0], shape[1], shape[1])))
            if "{u}" in template:
                words.update(u=self.like((shape[2], size())))
        elif "{m}" in template or "{v}" in template:
            m = self.pick(lambda s: len(s) == 2) or self.leaf(size(), size())
            rows, columns = self.shape(m)
            words.update(m=m)
            for letter, sizes in (("v", (columns,)), ("r", (rows,)), ("q", (columns, size()))):
                if "{" + letter + "}" in template:
                    words[letter] = self.like(sizes)
            if "{y}" in template:
                words["y"] = self.like((rows, self.shape(words["q"])[1]))
        else:
            a = self.pick(lambda s: len(s) > 0 or "{d" not in template)
            shape = self.shape(a)
            words.update(a=a, n=len(shape), d=rng.randrange(max(len(shape), 1)),
                         d2=rng.randrange(max(len(shape), 1)))
            if "{b}" in template:
                words["b"] = (self.partner(shape) if template in BINARY else self.like(shape))
        text = template.format(**words)
        if "{t}" not in template:
            text = f"t{self.count} = {text}"
        if not self.carry_out(text) or not self.good(self.names[f"t{self.count}"]):
            del self.lines[before[0]:]
            self.tensors, self.leaves = before[1], before[2]
            return False
        self.tensors.append(f"t{self.count}")
        self.count += 1
        return True

    @staticmethod
    def good(t):
        return (isinstance(t, torch.Tensor) and t.dtype == torch.float32 and 0 < t.numel() <= 4000
                and t.dim() <= 4 and bool(torch.isfinite(t).all()) and float(t.abs().max()) < 1e3
                and t.requires_grad)

    def close(self):
        """The loss, and what is printed."""
        made = [f"t{k}" for k in range(self.count)]
        used = " ".join(self.lines)
        ends = [t for t in made if len(re.findall(rf"\b{t}\b", used)) == 1] or made[-1:]
        if made[-1] not in ends:
            ends.append(made[-1])
        parts = [f"({t} * {round(self.rng.uniform(0.5, 1.5), 2)}).sum()" for t in ends]
        self.lines.append(f"loss = {' + '.join(parts)}")
        self.lines.append("loss.backward()")
        for name in made:
            self.lines.append(f"print('{name}', {name}.detach().contiguous().view(torch.int32)"
                              ".reshape(-1).tolist())")
        for name in self.leaves:
            self.lines.append(f"print('{name}.grad', None if {name}.grad is None else {name}.grad"
                              ".contiguous().view(torch.int32).reshape(-1).tolist())")
        return "\n".join(self.lines) + "\n"


def run_torch(text):
    """What PyTorch prints for it."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(text, {})
    return out.getvalue()


def run_qkv(qkv, text):
    """What qkv prints for it, or how it failed."""
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as f:
        f.write(text)
    try:
        done = subprocess.run([qkv, "run", f.name], capture_output=True, text=True, timeout=60)
    finally:
        os.unlink(f.name)
    return done.stdout if done.returncode == 0 else None, done.stderr


def read(printed):
    """Name -> numbers."""
    made = {}
    for line in printed.splitlines():
        name, _, cells = line.partition(" ")
        made[name] = None if cells == "None" else [int(c) for c in cells.strip("[]").split(",") if c]
    return made


def number(bits):
    return struct.unpack("f", struct.pack("i", bits))[0]


def difference(a, b):
    """The largest difference, as a share of the largest cell; None and [] count as 0."""
    if a is None or b is None or len(a) != len(b):
        return 0.0 if a == b else float("inf")
    x, y = [number(c) for c in a], [number(c) for c in b]
    pairs = [(p, q) for p, q in zip(x, y) if not (p != p and q != q)]
    largest = max([abs(p) for p, q in pairs if abs(p) != float("inf")], default=0.0)
    worst = max([abs(p - q) if p != q else 0.0 for p, q in pairs], default=0.0)
    return worst / max(largest, 1.0)


def draw(rng, seed, templates, each):
    """One program as text, and the templates in it."""
    for _ in range(30):
        p = Program(rng, seed)
        used = []
        dims = rng.choice([1, 2, 2, 3, 3])
        p.leaf(*[rng.choice([1, 2, 3, 4, 5, 6, 8]) for _ in range(dims)])
        if rng.random() < 0.3 and p.shape("x0") and len(p.shape("x0")) > 1:
            p.carry_out("t0 = x0.transpose(0, -1)")
            p.tensors.append("t0")
            p.count = 1
        wanted = 1 if each is not None else rng.randint(3, 12)
        tries = 0
        while len(used) < wanted and tries < 60:
            tries += 1
            template = each if each is not None else rng.choice(templates)
            if p.add(template):
                used.append(template)
        if len(used) == wanted:
            return p.close(), used
    return None, []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("qkv")
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--only", help="templates with these signs in them")
    parser.add_argument("--one", type=int, help="print the program of that number")
    parser.add_argument("--bound", type=float, default=1e-6)
    parser.add_argument("--forward", action="store_true",
                        help="name the operations whose results differ first")
    parser.add_argument("--show", action="store_true", help="print programs that differ")
    o = parser.parse_args()
    torch.set_num_threads(1)
    lists = [line for _, text in LISTS for line in text.strip().splitlines()]
    if o.only:
        lists = [line for line in lists if o.only in line]
    if o.one:
        text, _ = draw(random.Random(o.one), o.one, lists, None)
        print(text)
        return
    rounds = [t for t in lists for _ in range(3)] if o.each else [None] * o.programs
    same = near = forward = failed = far = 0
    other, worst = collections.Counter(), 0.0
    for k, each in enumerate(rounds):
        seed = o.seed * 100000 + k
        text, used = draw(random.Random(seed), seed, lists, each)
        if text is None:
            print("no program for", each)
            continue
        try:
            want = read(run_torch(text))
        except (RuntimeError, IndexError):  # PyTorch has no gradient either
            continue
        printed, error = run_qkv(o.qkv, text)
        if printed is None:
            failed += 1
            print("failed:", used[-1] if each else seed, "|", error.strip().splitlines()[-1])
            if o.show:
                print(text)
            continue
        have = read(printed)
        grads = [n for n in want if n.endswith(".grad")]
        if want == have:
            same += 1
            continue
        share = max(difference(want[n], have.get(n)) for n in grads)
        worst = max(worst, share)
        moved = [n for n in want if n not in grads and want[n] != have.get(n)]
        if moved:
            other[next(line for line in text.splitlines() if line.startswith(moved[0] + " ="))] += 1
        if all(want[n] == have.get(n) for n in grads):
            same += 1
        elif moved:
            forward += 1
        elif share <= o.bound:
            near += 1
        if share > o.bound:
            far += 1
        if (not moved or share > o.bound) and any(want[n] != have.get(n) for n in grads):
            print(f"{'far' if share > o.bound else 'bits'}: {share:.2g}", used[-1] if each else seed)
            if o.show:
                print(text)
    if o.forward:
        operations = collections.Counter()
        for line, times in other.items():
            operations[re.sub(r"\b[tx]\d+\b", "a", line.partition("= ")[2])] += times
        for line, times in operations.most_common():
            print(f"forward: {times} {line}")
    print(f"{same} of {len(rounds)} programs have the same bits, {near} agree within {o.bound:g}, "
          f"{forward} have another forward pass, {far} differ by more, {failed} failed; "
          f"worst {worst:.2g}")
    sys.exit(1 if far or failed else 0)


if __name__ == "__main__":
    main()
