/* Holds attention in several styles, for tests that make a mistake in it by hand. Every axis has a
 * size of its own, but in SQUARE. What the tests ask about is `out`. */
#pragma once

#define START                                                                                      \
    "import torch, math\n"                                                                         \
    "torch.manual_seed(5)\n"
/* Reading these takes longer than all the rest of a program. */
#define START_NN                                                                                   \
    START                                                                                          \
    "import torch.nn as nn\n"                                                                      \
    "import torch.nn.functional as F\n"

/* A class as in the lessons: a mask that is written in place, scaled at the softmax. */
#define CLASS                                                                                      \
    START_NN                                                                                       \
    "class MHA(nn.Module):\n"                                                                      \
    "    def __init__(self, c, h, most):\n"                                                        \
    "        super().__init__()\n"                                                                 \
    "        self.h, self.d = h, c // h\n"                                                         \
    "        self.q = nn.Linear(c, c)\n"                                                           \
    "        self.k = nn.Linear(c, c)\n"                                                           \
    "        self.v = nn.Linear(c, c)\n"                                                           \
    "        self.o = nn.Linear(c, c)\n"                                                           \
    "        self.register_buffer('mask', torch.triu(torch.ones(most, most), diagonal=1))\n"       \
    "    def forward(self, x):\n"                                                                  \
    "        b, t, c = x.shape\n"                                                                  \
    "        queries = self.q(x).view(b, t, self.h, self.d).transpose(1, 2)\n"                     \
    "        keys = self.k(x).view(b, t, self.h, self.d).transpose(1, 2)\n"                        \
    "        values = self.v(x).view(b, t, self.h, self.d).transpose(1, 2)\n"                      \
    "        scores = queries @ keys.transpose(2, 3)\n"                                            \
    "        scores.masked_fill_(self.mask.bool()[:t, :t], -torch.inf)\n"                          \
    "        weights = torch.softmax(scores / self.d ** 0.5, dim=-1)\n"                            \
    "        context = (weights @ values).transpose(1, 2).contiguous().view(b, t, c)\n"            \
    "        return self.o(context)\n"                                                             \
    "x = torch.randn(2, 4, 15) * 2\n"                                                              \
    "out = MHA(15, 3, 6)(x)\n"

/* A function with matmul and einsum: a mask that is added, scaled before it. */
#define ADDED                                                                                      \
    START                                                                                          \
    "B, T, H, D = 2, 4, 3, 5\n"                                                                    \
    "x = torch.randn(B, T, H * D)\n"                                                               \
    "wq, wk, wv, wo = [torch.randn(15, 15) * 0.4 for _ in range(4)]\n"                             \
    "bias = torch.randn(15)\n"                                                                     \
    "def heads(t):\n"                                                                              \
    "    return t.reshape(B, T, H, D).permute(0, 2, 1, 3)\n"                                       \
    "q, k, v = heads(x @ wq), heads(x @ wk), heads(torch.matmul(x, wv) + bias)\n"                  \
    "mask = torch.full((T, T), float('-inf')).triu(1)\n"                                           \
    "scores = torch.matmul(q, k.mT) * D ** -0.5\n"                                                 \
    "weights = torch.softmax(scores + mask, dim=-1)\n"                                             \
    "z = torch.matmul(weights, v)\n"                                                               \
    "out = z.permute(0, 2, 1, 3).reshape(B, T, H * D) @ wo\n"

/* einsum all through, where instead of masked_fill, a large finite number. */
#define EINSUM                                                                                     \
    START                                                                                          \
    "B, T, H, D, C = 2, 4, 3, 5, 7\n"                                                              \
    "x = torch.randn(B, T, C)\n"                                                                   \
    "wq, wk, wv = [torch.randn(H, C, D) for _ in range(3)]\n"                                      \
    "wo = torch.randn(H, D, C)\n"                                                                  \
    "q = torch.einsum('btc,hcd->bhtd', x, wq)\n"                                                   \
    "k = torch.einsum('btc,hcd->bhtd', x, wk)\n"                                                   \
    "v = torch.einsum('btc,hcd->bhtd', x, wv)\n"                                                   \
    "s = torch.einsum('bhqd,bhkd->bhqk', q, k) / math.sqrt(D)\n"                                   \
    "seen = torch.tril(torch.ones(T, T, dtype=torch.bool))\n"                                      \
    "s = torch.where(seen, s, torch.tensor(-1e9))\n"                                               \
    "w = s.softmax(-1)\n"                                                                          \
    "c = torch.einsum('bhqk,bhkd->bhqd', w, v)\n"                                                  \
    "out = torch.einsum('bhqd,hdc->bqc', c, wo)\n"

/* Capped scores, a mask behind the cap: filled, by a function; added, in a line. */
#define CAPPED                                                                                     \
    START                                                                                          \
    "q, k, v = torch.randn(3, 2, 3, 4, 5)\n"                                                       \
    "seen = torch.ones(4, 4).tril().bool()\n"                                                      \
    "def cap(s, most):\n"                                                                          \
    "    return torch.tanh(s / most) * most\n"                                                     \
    "def hide(s):\n"                                                                               \
    "    return s.masked_fill(~seen, -torch.inf)\n"                                                \
    "scores = q @ k.mT / math.sqrt(5)\n"                                                           \
    "weights = torch.softmax(hide(cap(scores, 5.0)), dim=-1)\n"                                    \
    "out = weights @ v\n"

#define CAPPED_ADDED                                                                               \
    START                                                                                          \
    "q, k, v = torch.randn(3, 2, 4, 5)\n"                                                          \
    "mask = torch.full((4, 4), -1e9).triu(1)\n"                                                    \
    "s = torch.einsum('bqd,bkd->bqk', q, k) * 5 ** -0.5\n"                                         \
    "s = 3 * (s / 3).tanh() + mask\n"                                                              \
    "out = torch.einsum('bqk,bkd->bqd', s.softmax(-1), v)\n"

/* One head after the other, joined by cat; masked_fill of a mask that is 0 where it hides. */
#define LOOP                                                                                       \
    START_NN                                                                                       \
    "class Head(nn.Module):\n"                                                                     \
    "    def __init__(self, c, d):\n"                                                              \
    "        super().__init__()\n"                                                                 \
    "        self.q = nn.Linear(c, d, bias=False)\n"                                               \
    "        self.k = nn.Linear(c, d, bias=False)\n"                                               \
    "        self.v = nn.Linear(c, d, bias=True)\n"                                                \
    "    def forward(self, x):\n"                                                                  \
    "        q, k, v = self.q(x), self.k(x), self.v(x)\n"                                          \
    "        t = x.shape[1]\n"                                                                     \
    "        tril = torch.tril(torch.ones(t, t))\n"                                                \
    "        s = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])\n"                               \
    "        s = s.masked_fill(tril == 0, -1e9)\n"                                                 \
    "        w = F.softmax(s, dim=-1)\n"                                                           \
    "        return w @ v\n"                                                                       \
    "heads = nn.ModuleList([Head(15, 5) for _ in range(3)])\n"                                     \
    "proj = nn.Linear(15, 15)\n"                                                                   \
    "x = torch.randn(2, 4, 15) * 2\n"                                                              \
    "z = torch.cat([h(x) for h in heads], dim=-1)\n"                                               \
    "out = proj(z)\n"

/* Two axes, numbers in loops: the softmax and the mask by hand. */
#define BY_HAND                                                                                    \
    START                                                                                          \
    "T, D = 4, 3\n"                                                                                \
    "q, k, v = torch.randn(T, D), torch.randn(T, D), torch.randn(T, D)\n"                          \
    "scores = q @ k.T\n"                                                                           \
    "for i in range(T):\n"                                                                         \
    "    for j in range(T):\n"                                                                     \
    "        if j > i:\n"                                                                          \
    "            scores[i, j] = float('-inf')\n"                                                   \
    "scaled = scores / math.sqrt(D)\n"                                                             \
    "e = torch.exp(scaled)\n"                                                                      \
    "w = e / e.sum(dim=-1, keepdim=True)\n"                                                        \
    "out = w @ v\n"

/* bmm, with heads in the batch; cells written through a mask. */
#define BMM                                                                                        \
    START                                                                                          \
    "B, T, H, D = 2, 4, 3, 5\n"                                                                    \
    "x = torch.randn(B, T, H * D)\n"                                                               \
    "wq, wk, wv = torch.randn(15, 15), torch.randn(15, 15), torch.randn(15, 15)\n"                 \
    "def split(t):\n"                                                                              \
    "    return t.view(B, T, H, D).transpose(1, 2).reshape(B * H, T, D)\n"                         \
    "q, k, v = split(x @ wq), split(x @ wk), split(x @ wv)\n"                                      \
    "s = torch.bmm(q, k.transpose(1, 2))\n"                                                        \
    "s = s * (1 / math.sqrt(D))\n"                                                                 \
    "s[:, torch.triu(torch.ones(T, T), 1).bool()] = -torch.inf\n"                                  \
    "w = torch.softmax(s, dim=2)\n"                                                                \
    "c = torch.bmm(w, v)\n"                                                                        \
    "out = c.view(B, H, T, D).transpose(1, 2).flatten(2)\n"

/* As many tokens as a head is wide. */
#define SQUARE                                                                                     \
    START                                                                                          \
    "T, D = 4, 4\n"                                                                                \
    "x = torch.randn(2, T, D)\n"                                                                   \
    "wq, wk, wv = torch.randn(D, D), torch.randn(D, D), torch.randn(D, D)\n"                       \
    "q, k, v = x @ wq, x @ wk, x @ wv\n"                                                           \
    "w = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, dim=-1)\n"                              \
    "out = w @ v\n"

#define SQUARE_EINSUM                                                                              \
    START                                                                                          \
    "T, D = 4, 4\n"                                                                                \
    "q, k, v = torch.randn(2, 3, T, D), torch.randn(2, 3, T, D), torch.randn(2, 3, T, D)\n"        \
    "s = torch.einsum('bhid,bhjd->bhij', q, k) / 2\n"                                              \
    "out = torch.softmax(s, dim=-1) @ v\n"

/* As many tokens as heads: what is not transposed has the right shape. */
#define SQUARE_HEADS                                                                               \
    START                                                                                          \
    "B, T, H, D = 2, 3, 3, 5\n"                                                                    \
    "q, k, v = torch.randn(B, T, H * D), torch.randn(B, T, H * D), torch.randn(B, T, H * D)\n"     \
    "q = q.view(B, T, H, D).transpose(1, 2)\n"                                                     \
    "k = k.view(B, T, H, D).transpose(1, 2)\n"                                                     \
    "v = v.view(B, T, H, D).transpose(1, 2)\n"                                                     \
    "out = torch.softmax(q @ k.transpose(2, 3) / D ** 0.5, dim=-1) @ v\n"

#define SQUARE_PERMUTED                                                                            \
    START                                                                                          \
    "B, T, H, D = 2, 4, 3, 5\n"                                                                    \
    "x = torch.randn(B, T, H * D)\n"                                                               \
    "wq, wk, wv = torch.randn(15, 15), torch.randn(15, 15), torch.randn(15, 15)\n"                 \
    "def heads(t):\n"                                                                              \
    "    t = t.view(B, T, H, D)\n"                                                                 \
    "    return t.permute(0, 2, 1, 3)\n"                                                           \
    "q, k, v = heads(x @ wq), heads(x @ wk), heads(x @ wv)\n"                                      \
    "out = torch.softmax(q @ k.mT * D ** -0.5, dim=-1) @ v\n"

/* The mask is computed and lost, as in the lessons. */
#define LOST                                                                                       \
    START                                                                                          \
    "T, D = 4, 3\n"                                                                                \
    "q, k, v = torch.randn(2, T, D), torch.randn(2, T, D), torch.randn(2, T, D)\n"                 \
    "scores = q @ k.transpose(1, 2)\n"                                                             \
    "scores.masked_fill(torch.triu(torch.ones(T, T), diagonal=1).bool(), -torch.inf)\n"            \
    "weights = torch.softmax(scores / D ** 0.5, dim=-1)\n"                                         \
    "out = weights @ v\n"

#define LOST_LATE                                                                                  \
    START                                                                                          \
    "T, D = 4, 3\n"                                                                                \
    "q, k, v = torch.randn(2, T, D), torch.randn(2, T, D), torch.randn(2, T, D)\n"                 \
    "scores = q @ k.mT / math.sqrt(D)\n"                                                           \
    "torch.where(torch.ones(T, T).tril() == 1, scores, torch.tensor(-torch.inf))\n"                \
    "weights = scores.softmax(dim=-1)\n"                                                           \
    "out = weights @ v\n"

#define GQA                                                                                        \
    START                                                                                          \
    "B, T, H, D, G = 2, 5, 4, 3, 2\n"                                                              \
    "q = torch.randn(B, H, T, D)\n"                                                                \
    "k, v = torch.randn(B, G, T, D), torch.randn(B, G, T, D)\n"                                    \
    "k = k.repeat_interleave(H // G, dim=1)\n"                                                     \
    "v = v.repeat_interleave(H // G, dim=1)\n"                                                     \
    "w = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, dim=-1)\n"                              \
    "out = w @ v\n"

#define GQA_EXPAND                                                                                 \
    START                                                                                          \
    "B, T, H, D, G = 2, 5, 4, 3, 2\n"                                                              \
    "def wider(t):\n"                                                                              \
    "    return t[:, :, None].expand(B, G, H // G, T, D).reshape(B, H, T, D)\n"                    \
    "q = torch.randn(B, H, T, D)\n"                                                                \
    "k, v = torch.randn(B, G, T, D), torch.randn(B, G, T, D)\n"                                    \
    "out = torch.softmax(q @ wider(k).mT / D ** 0.5, dim=-1) @ wider(v)\n"

/* Arrays of NumPy, by hand. */
#define ARRAYS                                                                                     \
    "import numpy as np\n"                                                                         \
    "rng = np.random.default_rng(3)\n"                                                             \
    "T, D = 4, 3\n"                                                                                \
    "q, k, v = rng.normal(size=(T, D)), rng.normal(size=(T, D)), rng.normal(size=(T, D))\n"        \
    "s = q @ k.T / np.sqrt(D)\n"                                                                   \
    "s[np.triu(np.ones((T, T)), 1) == 1] = -np.inf\n"                                              \
    "e = np.exp(s - s.max(axis=-1, keepdims=True))\n"                                              \
    "w = e / e.sum(axis=-1, keepdims=True)\n"                                                      \
    "out = w @ v\n"

/* Parts of attention alone, as in the first cells of a lesson: no values, no softmax, no scores. */
#define NO_VALUES                                                                                  \
    START                                                                                          \
    "B, T, H, D = 2, 4, 3, 5\n"                                                                    \
    "q = torch.randn(B, T, H * D).view(B, T, H, D).transpose(1, 2)\n"                              \
    "k = torch.randn(B, T, H * D).view(B, T, H, D).transpose(1, 2)\n"                              \
    "scores = q @ k.transpose(-2, -1)\n"                                                           \
    "scaled = scores / math.sqrt(D)\n"                                                             \
    "masked = scaled.masked_fill(torch.ones(T, T).triu(1).bool(), -torch.inf)\n"                   \
    "out = torch.softmax(masked, dim=-1)\n"

#define POWERS                                                                                     \
    START                                                                                          \
    "scores = torch.tensor([[1., 2., 0.], [3., 1., 1.], [0., 2., 4.]])\n"                          \
    "e = torch.exp(scores - scores.max(dim=-1, keepdim=True).values)\n"                            \
    "out = e / e.sum(dim=-1, keepdim=True)\n"

#define SCORES                                                                                     \
    START                                                                                          \
    "q, k = torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 5)\n"                                    \
    "out = q @ k.mT / math.sqrt(5)\n"

#define HEADS                                                                                      \
    START                                                                                          \
    "x = torch.arange(120.0).view(2, 4, 15)\n"                                                     \
    "h = x.view(2, 4, 3, 5).transpose(1, 2)\n"                                                     \
    "y = h + torch.arange(3.0).view(3, 1, 1)\n"                                                    \
    "out = y.transpose(1, 2).contiguous().view(2, 4, 15)\n"

/* Inside of the library: what a student writes by hand instead is in the tests. */
#define LIBRARY                                                                                    \
    START_NN                                                                                       \
    "q, k, v = torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 5)\n"        \
    "out = F.scaled_dot_product_attention(q, k, v, is_causal=True)\n"

#define MODULE                                                                                     \
    START_NN                                                                                       \
    "x = torch.randn(2, 4, 15)\n"                                                                  \
    "mha = nn.MultiheadAttention(15, 3, batch_first=True)\n"                                       \
    "mask = torch.triu(torch.ones(4, 4), 1).bool()\n"                                              \
    "out, _ = mha(x, x, x, attn_mask=mask)\n"
