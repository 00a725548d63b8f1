/* Tests warnings: each shown firing on the mistake, and silent on its correct twin. */
#include "traced.h"

#include "mistakes/warnings.h"
#include "trace/tape/location.h"

#include <check.h>
#include <string.h>

Suite *suite_warnings(void);

#define HEADS                                                                                      \
    "torch.manual_seed(0)\n"                                                                       \
    "B, T, H, D = 2, 4, 3, 5\n"                                                                    \
    "x = torch.randn(B, T, H * D)\n"                                                               \
    "lq, lk, lv = nn.Linear(15, 15), nn.Linear(15, 15), nn.Linear(15, 15)\n"
#define GROUPS                                                                                     \
    "torch.manual_seed(0)\n"                                                                       \
    "B, T, H, G, D = 2, 5, 4, 2, 3\n"                                                              \
    "x = torch.randn(B, T, H * D)\n"                                                               \
    "q = nn.Linear(12, 12)(x).view(B, T, H, D)\n"                                                  \
    "k, v = [nn.Linear(12, 6)(x).view(B, T, G, D) for _ in range(2)]\n"
#define GROUPED                                                                                    \
    "w = torch.softmax(torch.einsum('bthd,bshd->bhts', q, k) / D ** 0.5, -1)\n"                    \
    "o = torch.einsum('bhts,bshd->bthd', w, v)\n"

/* A triangle has hidden scores. */
#define HIDDEN                                                                                     \
    "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8)\n"                                       \
    "s = q @ k.T / 8 ** 0.5\n"                                                                     \
    "s = s.masked_fill(torch.ones(4, 4).triu(1).bool(), float('-inf'))\n"

/* Queries meet three landmarks, and these meet the keys. */
#define LANDMARKS                                                                                  \
    "torch.manual_seed(0)\nq, k, v = torch.randn(3, 6, 4)\nl = torch.randn(3, 4)\n"                \
    "a, b = q @ l.T / 4 ** 0.5, l @ k.T / 4 ** 0.5\n"

/* Queries, keys and values of which means may be taken. */
#define MEANS                                                                                      \
    "torch.manual_seed(0)\nq, k, v = nn.Linear(8, 12)(torch.randn(2, 6, 8)).chunk(3, -1)\n"

/* A bias is added to the scores, and before that a mask to the bias. */
#define ADDED(line)                                                                                \
    "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8)\nbias = torch.randn(4, 4)\n"             \
    "m = torch.full((4, 4), -1e9).triu(1)\n"                                                       \
    "def attend(bias, mask):\n" line                                                               \
    "    return torch.softmax(q @ k.T / 8 ** 0.5 + bias, -1) @ v\n"                                \
    "o = attend(bias, m)\n"

/* Attention with axes in some order, masked and collected. */
#define BEHIND(queries, keys, equation)                                                            \
    "torch.manual_seed(0)\nq = torch.randn(2, " queries ", 4, 8)\n"                                \
    "k, v = torch.randn(2, 2, " keys ", 4, 8)\n"                                                   \
    "s = torch.einsum('" equation "', q, k) / 8 ** 0.5\n"
#define MASKED(mask) "s = s.masked_fill((" mask ").bool(), float('-inf'))\n"
#define SUMMED(dim, equation) "o = torch.einsum('" equation "', s.softmax(" dim "), v)\n"
/* As Transformer-XL has it: a memory is projected with the tokens, and where keys are counts, too.
 */
#define MEMORY(diagonal)                                                                           \
    "torch.manual_seed(0)\nx, mem, r = torch.randn(3, 2, 12), torch.randn(3, 2, 12), "             \
    "torch.randn(6, 12)\n"                                                                         \
    "qkv, place = nn.Linear(12, 36), nn.Linear(12, 12)\n"                                          \
    "q, k, v = qkv(torch.cat([mem, x])).chunk(3, -1)\nq = q[-3:].view(3, 2, 3, 4)\n"               \
    "k, v = k.view(6, 2, 3, 4), v.view(6, 2, 3, 4)\n"                                              \
    "s = torch.einsum('ibnd,jbnd->ijbn', q, k)\n"                                                  \
    "s = s + torch.einsum('ibnd,jnd->ijbn', q, place(r).view(6, 3, 4))\ns = s * 4 ** -0.5\n"       \
    "s = s.masked_fill(torch.ones(3, 6).triu(" diagonal                                            \
    ").bool()[:, :, None, None], -torch.inf)\n"                                                    \
    "o = torch.einsum('ijbn,jbnd->ibnd', s.softmax(1), v)\n"

/* The sentences' masks: 1 is seen. */
#define PADDED(seen)                                                                               \
    "torch.manual_seed(0)\nseen = torch.tensor([" seen "])\nB = len(seen)\n"                       \
    "q, k, v = torch.randn(3, B, 2, 4, 3)\n"                                                       \
    "s = (q @ k.mT / 3 ** 0.5).masked_fill(seen[:, None, None] == 0, -1e9)\n"                      \
    "o = s.softmax(-1) @ v\n"

/* Six capsules below make votes for three above; cells share themselves out among clusters. */
#define CAPSULES "torch.manual_seed(0)\nu = torch.randn(2, 6, 3, 5)\nb = torch.zeros(2, 6, 3)\n"
#define CLUSTERS                                                                                   \
    "torch.manual_seed(0)\nx = torch.randn(12, 4)\nmu = x[:3].clone()\n"                           \
    "for _ in range(3):\n    r = (x @ mu.T / 2).softmax(-1)\n"
#define PLACES                                                                                     \
    "torch.manual_seed(0)\nq, k, v = torch.randn(3, 2, 4, 8)\n"                                    \
    "i, j = torch.arange(4).unsqueeze(1), torch.arange(4)\ns = q @ k.mT / 8 ** 0.5\n"
/* One query a sentence, or several that are added to the keys, with padding. */
#define ONE_QUERY(mask)                                                                            \
    "torch.manual_seed(0)\nkeys = nn.Linear(6, 8)(torch.randn(2, 5, 6))\n"                         \
    "word = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]).bool()\n"                             \
    "s = (nn.Linear(6, 8)(torch.randn(2, 6)).unsqueeze(1) * keys).sum(2) / 8 ** 0.5\n" mask        \
    "w = s.softmax(1)\n"
#define ADDITIVE(mask)                                                                             \
    "torch.manual_seed(0)\nkeys, q = torch.randn(2, 5, 8), torch.randn(2, 4, 8)\n"                 \
    "word = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]).bool()\n"                             \
    "s = nn.Linear(8, 1)(torch.tanh(q.unsqueeze(2) + keys.unsqueeze(1))).squeeze(3)\n"             \
    "s = s.masked_fill(" mask ".unsqueeze(1), -1e10)\no = s.softmax(-1) @ keys\n"
#define POOLED(dim)                                                                                \
    "torch.manual_seed(0)\nh = torch.randn(2, 5, 8)\n"                                             \
    "a = F.softmax(nn.Linear(6, 1)(torch.tanh(nn.Linear(8, 6)(h))), " dim ")\n"                    \
    "s = (a * h).sum(dim=1)\n"
#define TALKING(axis)                                                                              \
    "torch.manual_seed(0)\nq, k, v = nn.Linear(12, 36)(torch.randn(1, 5, 12)).view("               \
    "1, 5, 3, 3, 4).permute(2, 0, 3, 1, 4)\nmix = nn.Linear(3, 3, bias=False)\n"                   \
    "w = (q @ k.mT / 4 ** 0.5).softmax(" axis ")\n"
#define IN_GROUPS                                                                                  \
    "torch.manual_seed(0)\n"                                                                       \
    "b, t, g, r, d = 2, 5, 2, 3, 4\nx = torch.randn(b, t, 24)\n"                                   \
    "q = nn.Linear(24, 24)(x).view(b, t, g, r, d).permute(0, 2, 3, 1, 4)\n"                        \
    "k, v = nn.Linear(24, 16)(x).view(b, t, 2, g, d).permute(2, 0, 3, 1, 4)\n"                     \
    "w = (torch.einsum('bgrtd,bgsd->bgrts', q, k) / d ** 0.5).softmax(-1)\n"                       \
    "y = torch.einsum('bgrts,bgsd->bgrtd', w, v)\n"
#define FOLDED                                                                                     \
    "torch.manual_seed(0)\nb, n, h, d = 2, 5, 2, 4\nx = torch.randn(b, n, h * d)\n"                \
    "q, k, v = (nn.Linear(8, 8)(x).view(b, n, h, d).transpose(1, 2).reshape(b * h, n, d) "         \
    "for _ in range(3))\nw = (q @ k.mT / d ** 0.5).softmax(-1)\n"
/* Keys and values of a product, put beside others. */
#define BESIDE(keys, values)                                                                       \
    "torch.manual_seed(0)\nq, k, v = nn.Linear(16, 24)(torch.randn(2, 5, 16)).chunk(3, -1)\n"      \
    "mk, mv = nn.Linear(16, 16)(torch.randn(2, 3, 16)).chunk(2, -1)\n"                             \
    "null = nn.Parameter(torch.randn(2, 1, 8))\n"                                                  \
    "k, v = torch.cat([" keys "], 1), torch.cat([" values "], 1)\n"
#define UNSCALED "o = (q @ k.mT).softmax(-1) @ v\n"
#define SIDES                                                                                      \
    "torch.manual_seed(0)\nx, y = torch.randn(2, 5, 8), torch.randn(2, 6, 8)\n"                    \
    "lq, lk, t = nn.Linear(8, 4), nn.Linear(8, 4), nn.Parameter(torch.zeros(2, 1, 1))\n"           \
    "v = nn.Linear(8, 4)(y)\n"
#define COSINES SIDES "s = F.normalize(lq(x), dim=-1) @ F.normalize(lk(y), dim=-1).mT * t.exp()\n"

/* `expected`: the warnings' names in the order of the run, without repetitions. */
static const struct mistake {
    const char *title, *expected, *text;
} mistakes[] = {
    {"a lost masked_fill", "unused-result mask-not-applied",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "s = q @ k.T\n"
     "mask = torch.triu(torch.ones(T, T), diagonal=1).bool()\n"
     "s.masked_fill(mask, float('-inf'))\n"
     "w = torch.softmax(s / D ** 0.5, -1)\n"
     "o = w @ v\n"},
    {"the state of a decoder meets an encoder's words, turn by turn", "",
     "torch.manual_seed(0)\nd = 16\n"
     "W, comb = nn.Linear(d, d, bias=False), nn.Linear(2 * d, d)\n"
     "words = nn.Linear(8, d)(torch.randn(2, 5, 8))\nh = torch.randn(2, 1, d)\n"
     "for t in range(3):\n"
     "    w = torch.softmax(h @ W(words).transpose(1, 2), -1)\n"
     "    h = comb(torch.cat([w @ words, h], -1))\n"},
    {"the same by a matrix of the query's", "",
     "torch.manual_seed(0)\nd = 16\nW, comb = torch.randn(d, d), torch.randn(2 * d, d)\n"
     "words = torch.randn(5, 8) @ torch.randn(8, d)\nh = torch.randn(1, d)\n"
     "for t in range(3):\n"
     "    w = torch.softmax(h @ W @ words.T, -1)\n"
     "    h = torch.tanh(torch.cat([w @ words, h], -1) @ comb)\n"},
    {"words that look at one another, and are their values themselves", "not-scaled",
     "torch.manual_seed(0)\nd = 16\nx = torch.randn(5, 8) @ torch.randn(8, d)\n"
     "q, k = x @ torch.randn(d, d), x @ torch.randn(d, d)\n"
     "o = torch.softmax(q @ k.T, -1) @ x\n"},
    {"a decoder's queries with values of their own", "not-scaled",
     "torch.manual_seed(0)\nd = 16\nwords, h = torch.randn(5, d), torch.randn(2, d)\n"
     "q, k, v = h @ torch.randn(d, d), words @ torch.randn(d, d), words @ torch.randn(d, d)\n"
     "o = torch.softmax(q @ k.T, -1) @ v\n"},
    {"a decoder's queries, with keys and values of one projection", "not-scaled",
     "torch.manual_seed(0)\nd = 16\nwords, h = torch.randn(5, d), torch.randn(2, d)\n"
     "q, (k, v) = h @ torch.randn(d, d), (words @ torch.randn(d, 2 * d)).chunk(2, -1)\n"
     "o = torch.softmax(q @ k.T, -1) @ v\n"},
    {"softmax off by one", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8).unbind(0)\n"
     "e = torch.exp(q @ k.T / 8 ** 0.5)\nw = e / (1 + e.sum(-1, keepdim=True))\no = w @ v\n"},
    {"softmax off by one, with the largest taken out", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8).unbind(0)\n"
     "s = q @ k.T / 8 ** 0.5\nm = s.max(-1, keepdim=True).values\ne = torch.exp(s - m)\n"
     "w = e / (e.sum(-1, keepdim=True) + torch.exp(-m))\no = w @ v\n"},
    {"a divisor that is something else", "rows-do-not-sum",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8).unbind(0)\n"
     "e = torch.exp(q @ k.T / 8 ** 0.5)\nw = e / (3 + e.sum(-1, keepdim=True))\no = w @ v\n"},
    {"a schedule that is looked at, and losses behind it", "",
     "torch.manual_seed(0)\nm = nn.Linear(3, 1)\nopt = torch.optim.SGD(m.parameters(), lr=0.1)\n"
     "sch = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: 1 / (s + 1))\n"
     "for epoch in range(4):\n    opt.step()\n    sch.step()\n"
     "for x in torch.randn(8, 3):\n    loss = m(x).square().mean()\n"},
    {"a schedule and losses in one loop", "backward-forgotten",
     "torch.manual_seed(0)\nm = nn.Linear(3, 1)\nopt = torch.optim.SGD(m.parameters(), lr=0.1)\n"
     "sch = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: 1 / (s + 1))\n"
     "for x in torch.randn(8, 3):\n    loss = m(x).square().mean()\n    opt.step()\n    "
     "sch.step()\n"},
    {"rows that are hidden throughout, whose NaN is taken away at once", "",
     "x = torch.randn(2, 5, 6)\n"
     "valid = torch.tensor([[True] * 5, [True] * 3 + [False] * 2])\n"
     "q, k, v = nn.Linear(6, 18)(x).chunk(3, -1)\n"
     "s = q @ k.mT / 6 ** 0.5\n"
     "s = s.masked_fill(~(valid[:, :, None] & valid[:, None, :]), float('-inf'))\n"
     "o = s.softmax(-1).nan_to_num(0.0) @ v\n"
     "w = s.softmax(-1)\n"
     "o = torch.where(valid[:, :, None], w, torch.zeros_like(w)) @ v\n"
     "y = x.log().nan_to_num()\n"},
    {"padding behind scores that are NaN, which hide nothing", "",
     "x = torch.full((1, 5, 4), float('nan'))\n"
     "q, k, v = nn.Linear(4, 12)(x).chunk(3, dim=-1)\n"
     "s = q @ k.mT / 4 ** 0.5\n"
     "s = s.masked_fill(torch.tensor([[False, False, True, True, True]]), float('-inf'))\n"
     "o = s.softmax(-1) @ v\n"},
    {"the scale within baddbmm", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(1, 4, 6)\n"
     "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "s = torch.baddbmm(torch.zeros(1, 4, 4), q, k.transpose(1, 2), alpha=3 ** -0.5)\n"
     "o = s.softmax(-1) @ v\n"},
    {"the wrong scale within baddbmm", "scale-width",
     "torch.manual_seed(0)\n"
     "x = torch.randn(1, 4, 6)\n"
     "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "s = torch.baddbmm(torch.zeros(1, 4, 4), q, k.transpose(1, 2), alpha=1 / 3)\n"
     "o = s.softmax(-1) @ v\n"},
    {"softmax of a feature map, as linear attention takes it", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "o = q.softmax(-1) @ (k.softmax(0).t() @ v)\n"},
    {"slots: softmax over the queries, then divided by the sums over the keys", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(2, 5, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x[:, :3]), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "a = (q @ k.transpose(1, 2) * 6 ** -0.5).softmax(dim=1)\n"
     "a = a / a.sum(dim=-1, keepdim=True)\n"
     "o = a @ v\n"},
    {"capsules: softmax over those above, sums over those below", "",
     CAPSULES "for r in range(3):\n"
              "    c = b.softmax(dim=2)\n    s = torch.einsum('bio,biod->bod', c, u)\n"
              "    v = s / (1 + s.norm(dim=-1, keepdim=True))\n"
              "    b = b + torch.einsum('biod,bod->bio', u, v)\n"},
    {"capsules by products of matrices, the last turn without agreement", "",
     CAPSULES "u = u.transpose(1, 2)\nb = b.transpose(1, 2)\n"
              "for r in range(3):\n"
              "    c = b.softmax(dim=1)\n    v = torch.tanh(c.unsqueeze(2) @ u)\n"
              "    if r < 2:\n        b = b + (u @ v.mT).squeeze(-1)\n"},
    {"softmax over heads whose queries come from elsewhere", "softmax-axis",
     CAPSULES "q = torch.randn(2, 3, 5)\n"
              "s = torch.einsum('biod,bod->bio', u, q) / 5 ** 0.5\n"
              "v = torch.einsum('bio,biod->bod', s.softmax(dim=2), u * 2)\n"},
    {"capsules by products that are summed", "",
     CAPSULES "b = b.unsqueeze(-1)\n"
              "for r in range(3):\n"
              "    c = b.softmax(dim=2)\n    v = torch.tanh((c * u).sum(1, keepdim=True))\n"
              "    if r < 2:\n        b = b + (u * v).sum(-1, keepdim=True)\n"},
    {"softmax of one share alone, values summed by hand", "softmax-axis", POOLED("dim=2")},
    {"softmax over the batch, values summed by hand", "softmax-axis", POOLED("dim=0")},
    {"softmax over the tokens that a sum by hand goes over", "", POOLED("dim=1")},
    {"residues of clusters, summed by hand", "",
     "torch.manual_seed(0)\nx, c = torch.randn(2, 6, 4), torch.randn(3, 4)\n"
     "a = nn.Linear(4, 3)(x).softmax(-1)\n"
     "v = (a.unsqueeze(-1) * (x.unsqueeze(2) - c)).sum(1)\n"
     "m = (a.unsqueeze(-1) * torch.randn(2, 6, 1, 4)).sum(1)\n"},
    {"softmax over heads that are mixed afterwards", "softmax-axis",
     TALKING("1") "w = mix(w.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)\no = w @ v\n"},
    {"softmax over queries of heads that are mixed twice", "softmax-axis",
     TALKING("2") "w = torch.einsum('bhij,hg->bgij', w, mix.weight)\n"
                  "w = torch.einsum('hg,bgij->bhij', mix.weight, w)\no = w @ v\n"},
    {"softmax over the keys of heads that are mixed", "",
     TALKING("-1") "a = mix(w.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)\no = a @ v\n"
                   "a = torch.einsum('bhij,hg->bgij', w, mix.weight)\np = a @ v\n"},
    {"heads that are mixed, and keys of a cache", "",
     TALKING("-1") "past = torch.randn(2, 1, 3, 2, 4)\n"
                   "k, v = torch.cat((past[0], k), -2), torch.cat((past[1], v), -2)\n"
                   "p = (q @ k.mT / 4 ** 0.5).softmax(-1)\n"
                   "a = mix(p.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)\no = a @ v\n"},
    {"the same, and softmax over the queries", "softmax-axis",
     TALKING("-1") "past = torch.randn(2, 1, 3, 2, 4)\n"
                   "k, v = torch.cat((past[0], k), -2), torch.cat((past[1], v), -2)\n"
                   "p = (q @ k.mT / 4 ** 0.5).softmax(-2)\n"
                   "a = mix(p.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)\no = a @ v\n"},
    {"heads that are mixed, and keys written into a table", "",
     TALKING("-1") "keys, values = torch.zeros(1, 3, 7, 4), torch.zeros(1, 3, 7, 4)\n"
                   "keys[:, :, 2:] = k\n"
                   "values[:, :, 2:] = v\n"
                   "p = (q @ keys.mT / 4 ** 0.5).softmax(-1)\n"
                   "a = mix(p.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)\no = a @ values\n"},
    {"a mask that is laid over the far corner of the scores", "",
     MEANS "s = q @ k.mT / 4 ** 0.5\n"
           "s[:, :3, 3:].masked_fill_(torch.ones(3, 3).triu().bool(), float('-inf'))\n"
           "o = s.softmax(-1) @ v\n"},
    {"a mask that is laid over the corner beside the diagonal", "mask-polarity",
     MEANS "s = q @ k.mT / 4 ** 0.5\n"
           "s[:, 1:, :5].masked_fill_(torch.ones(5, 5).tril().bool(), float('-inf'))\n"
           "o = s.softmax(-1) @ v\n"},
    {"a mask that is laid over the scores turned", "",
     MEANS "s = q @ k.mT / 4 ** 0.5\n"
           "s.mT.masked_fill_(torch.ones(6, 6).tril(-1).bool(), float('-inf'))\n"
           "o = s.softmax(-1) @ v\n"},
    {"the same turned around", "mask-polarity",
     MEANS "s = q @ k.mT / 4 ** 0.5\n"
           "s.mT.masked_fill_(torch.ones(6, 6).triu(1).bool(), float('-inf'))\n"
           "o = s.softmax(-1) @ v\n"},
    {"padding that is turned around for scaled_dot_product_attention", "mask-polarity",
     MEANS "pad = torch.tensor([[1, 1, 1, 1, 0, 0], [1] * 6]) == 0\n"
           "o = F.scaled_dot_product_attention(q, k, v, pad[:, None])\n"},
    {"padding for scaled_dot_product_attention, and a sentence of nothing else", "",
     MEANS "pad = torch.tensor([[1, 1, 1, 1, 0, 0], [1] * 6, [0] * 6])[1:] == 0\n"
           "o = F.scaled_dot_product_attention(q, k, v, ~pad[:, None])\n"},
    {"heads folded into the batch, and joined without it", "heads-mixed",
     FOLDED "o = (w @ v).reshape(b, n, h * d)\n"},
    {"the same by way of heads of their own", "heads-mixed",
     FOLDED "o = (w @ v).reshape(b, h, n, d).reshape(b, n, h * d)\n"},
    {"the same by way of all numbers of a sentence", "heads-mixed",
     FOLDED "o = (w @ v).view(b, h, n, d).flatten(1).view(b, n, h * d)\n"},
    {"the same by way of the shape that the transpose would have", "heads-mixed",
     FOLDED "o = (w @ v).view(b, h, n, d).view(b, n, h, d).flatten(2)\n"},
    {"heads folded into the batch, and turned back", "",
     FOLDED "y = w @ v\no = y.view(b, h, n, d).transpose(1, 2).reshape(b, n, h * d)\n"
            "p = y.view(b, h, n, d).permute(0, 2, 1, 3).flatten(2)\n"
            "z = y.view(b, h * n * d), y.view(b, h, n * d), y.view(b * h * n, d)\n"},
    {"heads in groups, joined without turning back", "heads-mixed",
     IN_GROUPS "o = y.reshape(b, t, g * r * d)\n"},
    {"the same, group by group", "heads-mixed",
     IN_GROUPS "o = y.flatten(1, 2).reshape(b, t, g * r * d)\n"},
    {"the same by way of the shape that the permute would have", "heads-mixed",
     IN_GROUPS "o = y.reshape(b, t, g * r, d).flatten(2)\n"},
    {"heads in groups, turned back", "",
     IN_GROUPS "o = y.permute(0, 3, 1, 2, 4).reshape(b, t, g * r * d)\n"
               "p = y.flatten(1, 2).transpose(1, 2).reshape(b, t, -1)\n"
               "o = torch.einsum('bgrts,bgsd->btgrd', w, v).reshape(b, t, -1)\n"},
    {"sentences without heads, read as one row", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 4, 6)\n"
     "y = (q @ k.mT / 6 ** 0.5).softmax(-1) @ v\no = y.reshape(4, 24)\n"},
    {"keys behind a key that is learned, without a scale", "not-scaled",
     BESIDE("null[:1].expand(2, 1, 8), k", "null[1:].expand(2, 1, 8), v") UNSCALED},
    {"keys in front of keys of a memory, without a scale", "not-scaled",
     BESIDE("k, mk", "v, mv") UNSCALED},
    {"keys behind those of a memory, scaled by another width", "scale-width",
     BESIDE("mk, k", "mv, v") "o = (q @ k.mT / 16 ** 0.5).softmax(-1) @ v\n"},
    {"the same, scaled", "",
     BESIDE("mk, k", "mv, v") "o = (q @ k.mT / 8 ** 0.5).softmax(-1) @ v\n"},
    {"a decoder's state over words put together, which are their own values", "",
     "torch.manual_seed(0)\nW, h = nn.Linear(8, 8), nn.Linear(8, 8)(torch.randn(2, 1, 8))\n"
     "a, b = nn.Linear(6, 8)(torch.randn(2, 5, 6)), nn.Linear(6, 8)(torch.randn(2, 3, 6))\n"
     "words = torch.cat([a, b], 1)\no = (h @ W(words).mT).softmax(-1) @ words\n"
     "o = o + (h @ torch.cat([W(a), W(b)], 1).mT).softmax(-1) @ words\n"},
    {"means of clusters, divided by the sums of the shares", "",
     CLUSTERS "    mu = (r.T @ x) / (r.sum(0)[:, None] + 1e-8)\n"},
    {"means of clusters that are not divided, and shares that are", "softmax-axis",
     CLUSTERS "    print(r / r.sum(0))\n    mu = r.T @ x\n"},
    {"cosines times a temperature that is computed, and a second softmax", "softmax-twice",
     COSINES "o = s.softmax(-1).softmax(-1) @ v\n"},
    {"cosines that two sides look at", "",
     COSINES "o, p = s.softmax(-1) @ v, s.softmax(-2).mT @ x\n"},
    {"two sides that look at scores which are no cosines", "not-scaled",
     SIDES "s = lq(x) @ lk(y).mT\no, p = s.softmax(-1) @ v, s.softmax(-2).mT @ x\n"},
    {"the model's width under NumPy's einsum", "scale-width",
     "import numpy as np\nx = np.random.randn(4, 6)\n"
     "q, k, v = x @ np.random.randn(6, 3), x @ np.random.randn(6, 3), x @ np.random.randn(6, 3)\n"
     "e = np.exp(np.einsum('id,jd->ij', q, k) / np.sqrt(6))\n"
     "o = e / e.sum(-1, keepdims=True) @ v\n"},
    {"keys by queries, scaled by their width", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 6)(x)\n"
     "w = torch.softmax(k @ q.T / 3 ** 0.5, 0)\no = w.T @ v\n"},
    {"hidden scores that are filled with 0", "mask-hides-nothing",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = q @ k.T * 3 ** -0.5\nmask = torch.ones(4, 4).triu(1).bool()\n"
     "s = s.masked_fill(mask, 0)\n"
     "o = s.softmax(-1) @ v\n"},
    {"hidden scores that are multiplied by 0", "mask-hides-nothing",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = q @ k.T * 3 ** -0.5\nmask = torch.ones(4, 4).triu(1).bool()\n"
     "s = s * torch.tril(torch.ones(4, 4))\n"
     "o = s.softmax(-1) @ v\n"},
    {"a mask of 0 and 1 that is added", "mask-hides-nothing",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = q @ k.T * 3 ** -0.5\nmask = torch.ones(4, 4).triu(1).bool()\n"
     "s = s + mask.float()\n"
     "o = s.softmax(-1) @ v\n"},
    {"an answer to a question that is added", "mask-hides-nothing",
     PLACES "s = s + (j <= i)\no = s.softmax(-1) @ v\n"},
    {"numbers of such an answer", "mask-hides-nothing",
     PLACES "s = s + (i - j >= 0).float()\no = s.softmax(-1) @ v\n"},
    {"a window as numbers, taken away", "mask-hides-nothing",
     PLACES "s = s - ((j > i) | (j < i - 1)).to(s.dtype)\no = s.softmax(-1) @ v\n"},
    {"words that are told by 1, which is added", "mask-hides-nothing",
     PLACES "words = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]]) == 1\n"
            "s = s + words[:, None]\no = s.softmax(-1) @ v\n"},
    {"padding as numbers, which are added", "mask-hides-nothing",
     PLACES "keep = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]])\n"
            "s = s + keep[:, None]\no = s.softmax(-1) @ v\n"},
    {"its opposite", "mask-hides-nothing",
     PLACES "keep = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]])\n"
            "s = s + (1.0 - keep[:, None])\no = s.softmax(-1) @ v\n"},
    {"padding as numbers, that hides", "",
     PLACES "keep = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]])\n"
            "s = s + (1.0 - keep[:, None]) * -1e9\no = s.softmax(-1) @ v\n"},
    {"the same answer, that hides", "",
     PLACES "s = s + (~(j <= i)).float() * -1e9\no = s.softmax(-1) @ v\n"},
    {"a bonus for what is alike, and for neighbours", "",
     PLACES "word = torch.tensor([1, 2, 1, 3])\ns = s + (word[:, None] == word)\n"
            "s = s + ((i - j).abs() == 1).float()\no = s.softmax(-1) @ v\n"},
    {"hidden scores written through a mask", "mask-hides-nothing",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = q @ k.T * 3 ** -0.5\nmask = torch.ones(4, 4).triu(1).bool()\n"
     "s[mask] = -1e-9\n"
     "o = s.softmax(-1) @ v\n"},
    {"a triangle of numbers as a layer's attn_mask", "mask-hides-nothing",
     "torch.manual_seed(0)\nx = torch.randn(1, 4, 6)\n"
     "attend = nn.MultiheadAttention(6, 2, batch_first=True)\n"
     "o, w = attend(x, x, x, attn_mask=torch.tril(torch.ones(4, 4)))\n"},
    {"a mask in front of a soft cap", "mask-hides-nothing",
     HIDDEN "s = torch.tanh(s / 2) * 2\no = s.softmax(-1) @ v\n"},
    {"a mask that is clamped away", "mask-hides-nothing",
     HIDDEN "s.clamp_(-5, 5)\no = s.softmax(-1) @ v\n"},
    {"minus infinity that becomes 0 again", "mask-hides-nothing",
     HIDDEN "s = torch.nan_to_num(s, neginf=0.0)\no = s.softmax(-1) @ v\n"},
    {"a mask that is divided away", "mask-hides-nothing",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8)\n"
     "s = (q @ k.T).masked_fill(torch.ones(4, 4).triu(1).bool(), -1e4)\n"
     "o = torch.softmax(s / 1e4, -1) @ v\n"},
    {"a mask behind the soft cap, and what leaves it as it is", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8)\n"
     "s = torch.tanh(q @ k.T / 8 ** 0.5 / 2) * 2\n"
     "s = s.masked_fill(torch.ones(4, 4).triu(1).bool(), float('-inf'))\n"
     "s = torch.nan_to_num(s.clamp(min=-1e6)) / 2\no = s.softmax(-1) @ v\n"},
    {"a cap so wide that nothing is left of what is hidden", "",
     HIDDEN "s = torch.tanh(s / 50) * 50\no = s.softmax(-1) @ v\n"},
    {"a hidden key that all see again", "", HIDDEN "s[:, 3] = 0\no = s.softmax(-1) @ v\n"},
    {"padding on the left, and queries that see nothing but it", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8)\n"
     "s = (q @ k.T / 8 ** 0.5).masked_fill(torch.arange(4) < 2, -1e9)\n"
     "s = s.masked_fill(torch.ones(4, 4).triu(1).bool(), -1e9)\n"
     "s = torch.clamp(s, min=-1e9)\no = s.softmax(-1) @ v\n"},
    {"heads on the last axis, softmax over the keys in front of it", "",
     "s = torch.randn(4, 4, 2).masked_fill(torch.ones(4, 4).triu(1).bool()[:, :, None], "
     "-torch.inf)\n"
     "w = s.softmax(dim=1)\nprint(w.sum(1))\n"},
    {"the same, with queries that see nothing", "row-fully-masked",
     "s = torch.randn(4, 4, 2).masked_fill(torch.ones(4, 4).triu().bool()[:, :, None], "
     "-torch.inf)\n"
     "w = s.softmax(dim=1)\nprint(w.sum(1))\n"},
    {"keys on the first axis", "",
     "s = torch.randn(4, 4, 2).masked_fill(torch.ones(4, 4).triu(1).bool()[:, :, None], "
     "-torch.inf)\n"
     "w = F.softmax(s)\nprint(w.sum(0))\n"},
    {"weights that are the product of two softmaxes", "",
     LANDMARKS "w = a.softmax(-1) @ b.softmax(-1)\no = w @ v\nprint(w.sum(-1))\n"},
    {"the same, turned", "", LANDMARKS "w = b.softmax(-1).mT @ a.softmax(-1).mT\no = w.mT @ v\n"},
    {"the same, whose first softmax runs over the queries", "softmax-axis",
     LANDMARKS "w = a.softmax(-2) @ b.softmax(-1)\no = w @ v\n"},
    {"two sides that choose each other, softmax over both", "",
     "s, v = torch.einsum('nlc,nsc->nls', torch.randn(1, 5, 4), torch.randn(1, 6, 4)) / 2, "
     "torch.randn(1, 6, 4)\n"
     "c = s.softmax(1) * s.softmax(2)\n"
     "o = c @ v\n"},
    {"the same, each from its own side", "",
     "a, b = torch.randn(5, 4), torch.randn(6, 4)\n"
     "s = a @ b.T / 2\n"
     "own, other = s.softmax(-1), s.T.softmax(-1)\n"
     "o = (own * other.T) @ b\n"},
    {"softmax over the queries, twice", "softmax-axis",
     "a, b = torch.randn(5, 4), torch.randn(6, 4)\n"
     "s = a @ b.T / 2\n"
     "o = (s.softmax(0) * s.softmax(0)) @ b\n"},
    {"both sides are made, and one collects", "softmax-axis",
     "a, b = torch.randn(5, 4), torch.randn(6, 4)\n"
     "s = a @ b.T / 2\n"
     "one, other = s.softmax(0), s.softmax(1)\n"
     "c = one * other\n"
     "o = one @ b\n"
     "print(c @ b)\n"},
    {"linear attention: shares of the queries' features are scaled", "",
     "x, qkv = torch.randn(6, 4), nn.Linear(4, 12)\n"
     "q, k, v = qkv(x).chunk(3, -1)\n"
     "o = (q.softmax(-1) * 0.5) @ (k.softmax(0).T @ v)\n"},
    {"landmarks are means of queries that are scaled", "",
     MEANS
     "q = q / 4 ** 0.5\nql, kl = q.view(2, 3, 2, 4).mean(2), k.view(2, 3, 2, 4).mean(2)\n"
     "o = (q @ kl.mT).softmax(-1) @ ((ql @ kl.mT).softmax(-1) @ ((ql @ k.mT).softmax(-1) @ v))\n"},
    {"landmarks are made by a table of shares", "",
     MEANS
     "q = q / 4 ** 0.5\nm = torch.eye(3).repeat_interleave(2, 1) / 2\nql, kl = m @ q, m @ "
     "k\n"
     "o = (q @ kl.mT).softmax(-1) @ ((ql @ kl.mT).softmax(-1) @ ((ql @ k.mT).softmax(-1) @ v))\n"},
    {"landmarks are means of queries, and only some scores are scaled", "not-scaled",
     MEANS "ql, kl = q.view(2, 3, 2, 4).mean(2), k.view(2, 3, 2, 4).mean(2)\n"
           "o = (q @ kl.mT / 2).softmax(-1) @ ((ql @ k.mT).softmax(-1) @ v)\n"},
    {"no scale, but a soft cap", "not-scaled",
     MEANS "s = 5.0 * torch.tanh(q @ k.mT / 5.0)\no = s.softmax(-1) @ v\n"},
    {"no scale, but a soft cap in place", "not-scaled",
     MEANS "s = q @ k.mT\ns /= 5.0\ns = torch.tanh(s)\ns *= 5.0\no = s.softmax(-1) @ v\n"},
    {"a scale and a soft cap", "",
     MEANS "s = torch.tanh(q @ k.mT / 4 ** 0.5 / 5.0) * 5.0\no = s.softmax(-1) @ v\n"},
    {"a scale that the soft cap has in it", "",
     MEANS "s = torch.tanh(q @ k.mT / 10.0) * 5.0\no = s.softmax(-1) @ v\n"},
    {"two scales and a soft cap", "scaled-twice",
     MEANS "s = torch.tanh(q / 2 @ k.mT / 4 ** 0.5 / 5.0) * 5.0\no = s.softmax(-1) @ v\n"},
    {"a scale of another width, as Gemma has it, and a soft cap", "",
     MEANS "s = torch.tanh(q @ k.mT / 6 ** 0.5 / 5.0) * 5.0\no = s.softmax(-1) @ v\n"},
    {"logits that are clipped, but of another number", "",
     MEANS "s = 10 * torch.tanh(q @ k.mT / 2)\no = s.softmax(-1) @ v\n"},
    {"a mask that is added to a bias, and lost", "unused-result", ADDED("    bias + mask\n")},
    {"the same, the mask in front", "unused-result", ADDED("    mask + bias\n")},
    {"a mask that is added to a bias, and kept", "", ADDED("    bias = bias + mask\n")},
    {"a sum with no mask that is lost in a function", "",
     ADDED("    bias + 1\n    bias = bias + mask\n")},
    {"a sum that is timed", "",
     ADDED("    bias = bias + mask\n") "def timed(mask):\n    bias + mask\ntimed(m)\n"},
    {"scores multiplied by 0, then hidden", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = q @ k.T * 3 ** -0.5\nmask = torch.ones(4, 4).triu(1).bool()\n"
     "s = (s * ~mask).masked_fill(mask, float('-inf'))\n"
     "o = s.softmax(-1) @ v\n"},
    {"weights masked after softmax, then dropout", "mask-after-softmax",
     "torch.manual_seed(0)\n"
     "x = torch.randn(2, 4, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "a = (q @ k.transpose(1, 2) * 6 ** -0.5).softmax(dim=-1)\n"
     "a = a.masked_fill(torch.ones(4, 4).triu(1).bool(), 0)\n"
     "o = nn.Dropout(0.5)(a) @ v\n"},
    {"made to sum to 1 again, then dropout", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(2, 4, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "a = (q @ k.transpose(1, 2) * 6 ** -0.5).softmax(dim=-1)\n"
     "a = a.masked_fill(torch.ones(4, 4).triu(1).bool(), 0)\n"
     "a = a / a.sum(-1, keepdim=True)\n"
     "o = nn.Dropout(0.5)(a) @ v\n"},
    {"softmax of a softmax behind a cast", "softmax-twice",
     "torch.manual_seed(0)\n"
     "x = torch.randn(2, 4, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "a = (q @ k.transpose(1, 2) * 6 ** -0.5).double().softmax(dim=-1).type_as(q)\n"
     "o = F.softmax(a, dim=-1) @ v\n"},
    {"softmax over the queries behind a cast", "softmax-axis",
     "torch.manual_seed(0)\n"
     "x = torch.randn(2, 4, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "a = (q @ k.transpose(1, 2) * 6 ** -0.5).double().softmax(dim=-2).type_as(q)\n"
     "o = a @ v\n"},
    {"a cell of an editor shows its last value", "",
     "x = torch.randn(2, 3)\n"
     "x.reshape(3, 2)\n"
     "\n"
     "# %%\n"
     "y = x * 2\n"},
    {"what view and reshape do, shown", "",
     "t = torch.arange(12)\n"
     "t.reshape(1, 12)\n"
     "t.reshape(3, 4)\n"
     "u = t.reshape(3, 4).t().contiguous()\n"
     "torch.cat([t, t])\n"
     "u.view(-1)  # this can be viewed now\n"
     "print(t.shape)\n"},
    {"a transpose that is lost where the tensor is used", "unused-result",
     "x = torch.randn(2, 3)\n"
     "x.transpose(0, 1)\n"
     "print(x.shape)\n"},
    {"a masked_fill that is lost, as a function", "unused-result",
     "x = torch.randn(2, 2)\n"
     "torch.masked_fill(x, torch.eye(2).bool(), 0)\n"
     "print(x)\n"},
    {"a part of a tensor that asks for gradients", "",
     "x = torch.ones(2, 2).chunk(2)\n"
     "x[0].requires_grad_()\n"
     "y = {'w': torch.ones(2)}\n"
     "y['w'].requires_grad_()\n"
     "z = x[0] * y['w']\n"},
    {"the same numbers computed in another way", "",
     "a, b = torch.randn(3), torch.randn(3)\n"
     "c = a - b\n"
     "c = torch.sub(a, b)\n"
     "print(c)\n"},
    {"numbers that were drawn for nothing", "",
     "a = torch.rand(4, 7)\n"
     "a = torch.rand(4, 3)\n"
     "b = a * 2\n"},
    {"the root of a negative number", "not-a-number",
     "x = torch.tensor([1., -1.])\n"
     "y = x.sqrt()\n"
     "z = y * 2\n"},
    {"the root of one negative number among many", "not-a-number",
     "x = torch.ones(300)\n"
     "x[100] = -1\n"
     "y = x.sqrt()\n"
     "z = y * 2\n"},
    {"a lost mask of which something is asserted", "mask-not-applied",
     "torch.manual_seed(0)\n"
     "q, k, v = torch.randn(3, 4, 6).unbind(0)\n"
     "s = q @ k.T / 6 ** 0.5\n"
     "masked = s.masked_fill(torch.ones(4, 4).triu(1).bool(), float('-inf'))\n"
     "assert masked.isinf().any() and masked.shape == s.shape\n"
     "o = s.softmax(-1) @ v\n"},
    {"a mask that is made to assert something", "",
     "torch.manual_seed(0)\n"
     "q, k, v = torch.randn(3, 4, 6).unbind(0)\n"
     "s = q @ k.T / 6 ** 0.5\n"
     "assert s.masked_fill(torch.ones(4, 4).triu(1).bool(), float('-inf')).isinf().any()\n"
     "o = s.softmax(-1) @ v\n"},
    {"a boolean triangle that nothing takes", "mask-not-applied",
     "torch.manual_seed(0)\n"
     "x = torch.randn(2, 4, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "mask = ~torch.tril(torch.ones(4, 4)).bool()\n"
     "o = F.scaled_dot_product_attention(q, k, v)\n"},
    {"a triangle of the module that forward forgets", "mask-not-applied",
     "class Head(nn.Module):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.q, self.k, self.v = nn.Linear(6, 3), nn.Linear(6, 3), nn.Linear(6, 3)\n"
     "        self.register_buffer('tril', torch.tril(torch.ones(8, 8)))\n"
     "    def forward(self, x):\n"
     "        a = self.q(x) @ self.k(x).transpose(1, 2) * 3 ** -0.5\n"
     "        return a.softmax(-1) @ self.v(x)\n"
     "torch.manual_seed(0)\n"
     "y = Head()(torch.randn(2, 4, 6))\n"},
    {"einsum leaves the heads before the tokens", "heads-mixed",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 4, 2, 3\n"
     "x = torch.randn(B, T, 6)\n"
     "q, k, v = [nn.Linear(6, 6)(x).view(B, T, H, D) for _ in range(3)]\n"
     "a = (torch.einsum('bihd,bjhd->bhij', q, k) * D ** -0.5).softmax(-1)\n"
     "o = torch.einsum('bhij,bjhd->bhid', a, v).reshape(B, T, 6)\n"},
    {"einsum puts the tokens first", "",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 4, 2, 3\n"
     "x = torch.randn(B, T, 6)\n"
     "q, k, v = [nn.Linear(6, 6)(x).view(B, T, H, D) for _ in range(3)]\n"
     "a = (torch.einsum('bihd,bjhd->bhij', q, k) * D ** -0.5).softmax(-1)\n"
     "o = torch.einsum('bhij,bjhd->bihd', a, v).reshape(B, T, 6)\n"},
    {"attention over the places of a picture", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(2, 8, 4, 4)\n"
     "q = nn.Conv2d(8, 4, 1)(x).view(2, 4, 16).permute(0, 2, 1)\n"
     "k, v = nn.Conv2d(8, 4, 1)(x).view(2, 4, 16), nn.Conv2d(8, 8, 1)(x).view(2, 8, 16)\n"
     "o = torch.bmm(v, F.softmax(torch.bmm(q, k), dim=-1).permute(0, 2, 1))\n"},
    {"dropout by hand", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(2, 4, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "a = (q @ k.transpose(1, 2) * 6 ** -0.5).softmax(dim=-1)\n"
     "mask = torch.rand(a.shape) > 0.5\n"
     "o = torch.where(mask, a / 0.5, torch.zeros_like(a)) @ v\n"},
    {"a NumPy mask added in place, softmax of the transpose", "",
     "np.random.seed(0)\n"
     "def softmax(x):\n"
     "    return (np.exp(x).T / np.sum(np.exp(x), axis=-1)).T\n"
     "q, k, v = np.random.randn(4, 3), np.random.randn(4, 3), np.random.randn(4, 3)\n"
     "s = q @ k.T / np.sqrt(3)\n"
     "s += np.triu(np.full((4, 4), -np.inf), 1)\n"
     "o = softmax(s) @ v\n"},
    {"the gradient of a classifier", "",
     "np.random.seed(0)\n"
     "X, y, W = np.random.randn(5, 4), np.array([0, 1, 2, 0, 1]), np.random.randn(4, 3)\n"
     "z = X @ W\n"
     "p = np.exp(z) / np.sum(np.exp(z), axis=1, keepdims=True)\n"
     "p[np.arange(5), y] -= 1\n"
     "dW = X.T @ p\n"},
    {"no scale, and a large number in the mask", "not-scaled",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = q @ k.T\n"
     "s = torch.where(torch.tril(torch.ones(4, 4)) > 0, s, -9e15 * torch.ones_like(s))\n"
     "o = s.softmax(-1) @ v\n"},
    {"weights that are doubled", "rows-do-not-sum",
     "torch.manual_seed(0)\n"
     "x = torch.randn(5, 4)\n"
     "q, k, v = nn.Linear(4, 3)(x), nn.Linear(4, 3)(x), nn.Linear(4, 3)(x)\n"
     "p = torch.softmax(q @ k.T / 3 ** 0.5, dim=1) * 2\n"
     "o = p @ v\n"},
    {"shapes of what a comprehension makes", "",
     "seq, ffn, W = 8, 12, 4\n"
     "A = [torch.ones(6, ffn // W) for _ in range(W)]\n"
     "x = torch.ones(seq, 6)\n"
     "H = [F.relu(x @ Ai) for Ai in A]  # rank i -> (seq, ffn/W)\n"},
    {"m+1 of an axis that einsum calls m", "",
     "def f(q, old, new):\n"
     "    K = torch.cat([old, new.unsqueeze(1)], dim=1)  # [b, m+1, k]\n"
     "    return torch.einsum('bhk,bmk->bhm', q, K)  # [b, h, m+1]\n"
     "a = f(torch.ones(2, 3, 5), torch.ones(2, 0, 5), torch.ones(2, 5))\n"
     "b = f(torch.ones(2, 3, 5), torch.ones(2, 1, 5), torch.ones(2, 5))\n"},
    {"a result that goes into out=", "",
     "torch.manual_seed(0)\n"
     "x, y = torch.ones(2, 3), torch.zeros(2, 3)\n"
     "torch.add(x, 5, out=y)\n"
     "z = y * 2\n"},
    {"its twin in place", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "s = q @ k.T\n"
     "mask = torch.triu(torch.ones(T, T), diagonal=1).bool()\n"
     "s.masked_fill_(mask, float('-inf'))\n"
     "w = torch.softmax(s / D ** 0.5, -1)\n"
     "o = w @ v\n"},
    {"a result that is only looked at", "",
     "torch.manual_seed(0)\n"
     "x = torch.ones(2, 3)\n"
     "print(x.transpose(0, 1))\n"
     "x.fill_(2)\n"
     "x.t()\n"},
    {"a transpose that is lost in a function", "unused-result",
     "torch.manual_seed(0)\n"
     "def f(x):\n"
     "    x.transpose(0, 1)\n"
     "    return x\n"
     "y = f(torch.ones(2, 3))\n"},
    {"a name that is overwritten unread", "overwritten-unread",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "s_1 = q @ k.T\n"
     "s_2 = q @ k.T / D ** 0.5\n"
     "s_2 = s_1.masked_fill(torch.triu(torch.ones(T, T), 1).bool(), float('-inf'))\n"},
    {"a name that is read on the way", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "s = q @ k.T\n"
     "s = s / D ** 0.5\n"
     "y = torch.ones(2)\n"
     "print(y)\n"
     "y = torch.zeros(2)\n"},
    {"a loop that computes again", "",
     "torch.manual_seed(0)\n"
     "for k in range(3):\n"
     "    y = torch.ones(2) * k\n"
     "    z = y + 1\n"
     "    z = z * 2\n"},
    {"a triangle that nothing takes", "mask-not-applied",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "tril = torch.tril(torch.ones(T, T))\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, -1)\n"
     "o = w @ v\n"},
    {"a mask that is applied", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "s = q @ k.T / D ** 0.5\n"
     "s = s.masked_fill(torch.tril(torch.ones(T, T)) == 0, float('-inf'))\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"weights masked after softmax", "mask-after-softmax",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, -1)\n"
     "w = w * torch.tril(torch.ones(T, T))\n"
     "o = w @ v\n"},
    {"masked after softmax, but made to sum to 1 again", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, -1)\n"
     "w = w * torch.tril(torch.ones(T, T))\n"
     "w = w / w.sum(-1, keepdim=True)\n"
     "o = w @ v\n"},
    {"a mask the wrong way round", "mask-polarity row-fully-masked",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "s = q @ k.T / D ** 0.5\n"
     "s = s.masked_fill(torch.tril(torch.ones(T, T)) == 1, float('-inf'))\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"keys read in the shape of their transpose", "view-for-transpose",
     "torch.manual_seed(0)\nx = torch.randn(2, 4, 6)\nW = torch.randn(3, 6, 8)\n"
     "q, k, v = x @ W[0], x @ W[1], x @ W[2]\n"
     "o = torch.softmax(q @ k.view(2, 8, 4) / 8 ** 0.5, -1) @ v\n"},
    {"the same of heads", "view-for-transpose",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 2, 3, 4, 5).unbind(0)\n"
     "o = torch.softmax(q @ k.reshape(2, 3, 5, 4) / 5 ** 0.5, -1) @ v\n"},
    {"classes read in the shape of their transpose", "view-for-transpose",
     "torch.manual_seed(0)\nlogits, y = torch.randn(2, 4, 7), torch.randint(7, (2, 4))\n"
     "loss = F.cross_entropy(logits.view(2, 7, 4), y)\n"},
    {"the same in a module's loss", "view-for-transpose",
     "torch.manual_seed(0)\nlogits, y = nn.Linear(5, 7)(torch.randn(2, 4, 5)), torch.randint(7, "
     "(2, 4))\n"
     "loss = nn.CrossEntropyLoss()(logits.reshape(2, 7, 4), y)\nloss.backward()\n"},
    {"keys and classes that are turned", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 2, 4, 7).unbind(0)\ny = torch.randint(7, (2, "
     "4))\n"
     "o = torch.softmax(q @ k.transpose(1, 2) / 7 ** 0.5, -1) @ v\n"
     "loss = F.cross_entropy(o.transpose(1, 2), y) + F.cross_entropy(o.view(8, 7), y.view(8))\n"},
    {"keys that come turned, read so and read back", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 2, 4, 7).unbind(0)\n"
     "turned = k.transpose(1, 2).contiguous().view(2, 4, 7)\n"
     "o = torch.softmax(q @ turned.view(2, 7, 4) / 7 ** 0.5, -1) @ v\n"},
    {"a mask that hides the past", "mask-polarity",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8).unbind(0)\n"
     "mask = torch.tril(torch.ones(4, 4), diagonal=-1).bool()\n"
     "w = torch.softmax((q @ k.T / 8 ** 0.5).masked_fill(mask, -torch.inf), -1)\no = w @ v\n"},
    {"the same, added, of heads", "mask-polarity",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 2, 2, 5, 8).unbind(0)\n"
     "mask = torch.full((5, 5), -torch.inf).tril(-1)\n"
     "w = torch.softmax(q @ k.mT / 8 ** 0.5 + mask, -1)\no = w @ v\n"},
    {"one looks back and one ahead", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 8).unbind(0)\n"
     "back = torch.tril(torch.ones(4, 4)).bool()\n"
     "w = torch.softmax((q @ k.T / 8 ** 0.5).masked_fill(~back, -torch.inf), -1)\n"
     "u = torch.softmax((q @ k.T / 8 ** 0.5).masked_fill(~back.T, -torch.inf), -1)\n"
     "o = w @ v + u @ v\n"},
    {"a triangle from the first key of a cache on", "mask-polarity",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 2, 8).unbind(0)\n"
     "past_k, past_v = torch.randn(2, 3, 8).unbind(0)\n"
     "k, v = torch.cat([past_k, k]), torch.cat([past_v, v])\n"
     "mask = torch.tril(torch.ones(2, 5)).bool()\n"
     "w = torch.softmax((q @ k.T / 8 ** 0.5).masked_fill(~mask, -torch.inf), -1)\no = w @ v\n"},
    {"the same of heads, in place", "mask-polarity",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 1, 2, 3, 8).unbind(0)\n"
     "k, v = torch.cat([torch.randn(1, 2, 4, 8), k], 2), torch.cat([torch.randn(1, 2, 4, 8), v], "
     "2)\n"
     "s = q @ k.transpose(2, 3) / 8 ** 0.5\n"
     "s.masked_fill_(torch.triu(torch.ones(3, 7), 1).bool(), -torch.inf)\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"the same, one token at a time", "mask-polarity",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 1, 8).unbind(0)\n"
     "past_k, past_v = torch.randn(2, 3, 8).unbind(0)\n"
     "k, v = torch.cat([past_k, k]), torch.cat([past_v, v])\n"
     "mask = torch.tril(torch.ones(4, 4)).bool()[:1]\n"
     "w = torch.softmax((q @ k.T / 8 ** 0.5).masked_fill(~mask, -torch.inf), -1)\no = w @ v\n"},
    {"one token that sees the cache and itself", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 1, 8).unbind(0)\n"
     "past_k, past_v = torch.randn(2, 3, 8).unbind(0)\n"
     "k, v = torch.cat([past_k, k]), torch.cat([past_v, v])\n"
     "mask = torch.tril(torch.ones(4, 4)).bool()[3:]\n"
     "w = torch.softmax((q @ k.T / 8 ** 0.5).masked_fill(~mask, -torch.inf), -1)\no = w @ v\n"},
    {"a triangle behind a cache", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 2, 8).unbind(0)\n"
     "past_k, past_v = torch.randn(2, 3, 8).unbind(0)\n"
     "k, v = torch.cat([past_k, k]), torch.cat([past_v, v])\n"
     "mask = torch.tril(torch.ones(2, 5), diagonal=3).bool()\n"
     "w = torch.softmax((q @ k.T / 8 ** 0.5).masked_fill(~mask, -torch.inf), -1)\no = w @ v\n"},
    {"a mask that hides the past, queries in front of the heads", "mask-polarity",
     BEHIND("5", "5", "bshd,bthd->bsht") MASKED("torch.ones(5, 5).tril(-1)[:, None]")
         SUMMED("-1", "bsht,bthd->bshd")},
    {"the same, as many heads as tokens", "mask-polarity",
     BEHIND("4", "4", "bshd,bthd->bsht") MASKED("torch.ones(4, 4).tril(-1)[:, None]")
         SUMMED("-1", "bsht,bthd->bshd")},
    {"the same, the heads behind the keys", "mask-polarity",
     BEHIND("5", "5", "bshd,bthd->stbh") MASKED("torch.ones(5, 5).tril(-1)[:, :, None, None]")
         SUMMED("1", "stbh,bthd->bshd")},
    {"a mask that hides the diagonal, the heads behind the keys", "mask-polarity row-fully-masked",
     BEHIND("5", "5", "bshd,bthd->stbh") MASKED("torch.ones(5, 5).triu()[:, :, None, None]")
         SUMMED("1", "stbh,bthd->bshd")},
    {"a mask that hides the future, queries in front of the heads", "",
     BEHIND("4", "4", "bshd,bthd->bsht") MASKED("torch.ones(4, 4).triu(1)[:, None]")
         SUMMED("-1", "bsht,bthd->bshd")},
    {"the same, the heads behind the keys", "",
     BEHIND("5", "5", "bshd,bthd->stbh") MASKED("torch.ones(5, 5).triu(1)[:, :, None, None]")
         SUMMED("1", "stbh,bthd->bshd")},
    {"as many sentences as tokens, each padded in front by one more", "",
     "torch.manual_seed(0)\nq, k, v = torch.randn(3, 4, 4, 2, 8)\n"
     "s = torch.einsum('bshd,bthd->bsht', q, k) / 8 ** 0.5\n" MASKED(
         "torch.ones(4, 4).tril(-1)[:, None, None]") SUMMED("-1", "bsht,bthd->bshd")},
    {"a triangle from the first key of a memory on, in front of the projection", "mask-polarity",
     MEMORY("1")},
    {"a triangle behind a memory", "", MEMORY("4")},
    {"each token looks at a sink and at those before it", "",
     "torch.manual_seed(0)\nx, sink = torch.randn(4, 8), nn.Parameter(torch.zeros(1, 8))\n"
     "q, lk, lv = nn.Linear(8, 8)(x), nn.Linear(8, 8), nn.Linear(8, 8)\n"
     "k, v = lk(torch.cat([sink, x])), lv(torch.cat([sink, x]))\n"
     "mask = torch.ones(4, 5).tril() == 0\n"
     "o = (q @ k.T / 8 ** 0.5).masked_fill(mask, -torch.inf).softmax(-1) @ v\n"},
    {"softmax over the queries of a causal mask", "softmax-axis",
     BEHIND("5", "5", "bshd,bthd->bsht") MASKED("torch.ones(5, 5).triu(1)[:, None]")
         SUMMED("1", "bsht,bthd->bshd")},
    {"a graph whose nodes have other neighbours than themselves", "",
     BEHIND("4", "4", "bshd,bthd->stbh")
         MASKED("torch.eye(4)[:, :, None, None] + torch.tensor([[0, 1, 1, 0], [1, 0, 1, 0], [0, 0, "
                "0, 1], [1, 0, 0, 0]])[:, :, None, None]") SUMMED("1", "stbh,bthd->bshd")},
    {"padding turned around for one query a sentence", "mask-polarity",
     ONE_QUERY("s[word] = -1e10\n") "o = w.unsqueeze(1) @ keys\n"},
    {"the same, summed up by hand", "mask-polarity",
     ONE_QUERY("s = s.masked_fill(word, -1e10)\n") "o = (w.unsqueeze(2) * keys).sum(1)\n"},
    {"padding the right way around for one query a sentence", "",
     ONE_QUERY(
         "s[~word] = -1e10\n") "o = w.unsqueeze(1) @ keys\np = (w.unsqueeze(2) * keys).sum(1)\n"},
    {"queries that see other keys of one sentence, and one that sees none", "",
     "torch.manual_seed(0)\nkeys, q = torch.randn(5, 8), torch.randn(2, 8)\n"
     "hide = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]]).bool()\n"
     "s = (q.unsqueeze(1) * keys).sum(2) / 8 ** 0.5\ns = s.masked_fill(hide, -1e10)\n"
     "o = s.softmax(1) @ keys\n"},
    {"padding turned around under additive scores", "mask-polarity", ADDITIVE("word")},
    {"padding under additive scores", "", ADDITIVE("~word")},
    {"padding turned around, and a sentence that has none", "mask-polarity",
     PADDED("[0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 1, 1]")},
    {"the same in NumPy", "mask-polarity",
     "np.random.seed(0)\nq, k, v = np.random.randn(3, 2, 2, 4, 3)\n"
     "mask = np.array([[1, 1, 1, 1], [1, 1, 0, 0]], dtype=bool)\n"
     "s = np.einsum('bhqd,bhkd->bhqk', q, k) / np.sqrt(3)\n"
     "s = np.where(mask[:, None, None, :], -1e9, s)\n"
     "s = s - s.max(-1, keepdims=True)\n"
     "e = np.exp(s)\no = np.matmul(e / e.sum(-1, keepdims=True), v)\n"},
    {"padding in front, and a sentence that has none", "", PADDED("[1, 1, 1, 1], [0, 0, 1, 1]")},
    {"padding behind, and a sentence of nothing else", "", PADDED("[0, 0, 0, 0], [1, 1, 0, 0]")},
    {"padding behind", "", PADDED("[1, 1, 1, 1], [1, 1, 0, 0]")},
    {"a triangle that begins one too early", "mask-polarity",
     HEADS "s = (lq(x) @ lk(x).mT / 15 ** 0.5).masked_fill(torch.ones(T, T).tril(-1) == 0, -1e9)\n"
           "o = s.softmax(-1) @ lv(x)\n"},
    {"the same, on what exp made", "mask-polarity",
     HEADS "e = (lq(x) @ lk(x).mT / 15 ** 0.5).exp() * torch.ones(T, T).tril(-1)\n"
           "o = e / (e.sum(-1, keepdim=True) + 1e-9) @ lv(x)\n"},
    {"the same, on the weights, divided by their sums again", "mask-polarity",
     HEADS "w = (lq(x) @ lk(x).mT / 15 ** 0.5).softmax(-1) * torch.ones(T, T).tril(-1)\n"
           "o = w / (w.sum(-1, keepdim=True) + 1e-9) @ lv(x)\n"},
    {"a triangle on what exp made", "",
     HEADS "e = (lq(x) @ lk(x).mT / 15 ** 0.5).exp() * torch.ones(T, T).tril()\n"
           "o = e / (e.sum(-1, keepdim=True) + 1e-9) @ lv(x)\n"},
    {"each token looks at all others", "",
     HEADS "s = (lq(x) @ lk(x).mT / 15 ** 0.5).masked_fill(torch.eye(T) == 1, -torch.inf)\n"
           "o = s.softmax(-1) @ lv(x)\n"},
    {"only others, on both sides, of weights", "",
     HEADS "w = (lq(x) @ lk(x).mT / 15 ** 0.5).softmax(-1) * (1 - torch.eye(T))\n"
           "o = w / w.sum(-1, keepdim=True) @ lv(x)\n"},
    {"attend-masks in MultiheadAttention", "mask-polarity row-fully-masked",
     "torch.manual_seed(0)\n"
     "m = nn.MultiheadAttention(6, 2, batch_first=True)\n"
     "x = torch.randn(1, 4, 6)\n"
     "y, w = m(x, x, x, attn_mask=torch.tril(torch.ones(4, 4)).bool())\n"},
    {"ignore-masks in MultiheadAttention", "",
     "torch.manual_seed(0)\n"
     "m = nn.MultiheadAttention(6, 2, batch_first=True)\n"
     "x = torch.randn(1, 4, 6)\n"
     "y, w = m(x, x, x, attn_mask=torch.triu(torch.ones(4, 4), 1).bool())\n"},
    {"triu with diagonal 0", "mask-polarity row-fully-masked",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "s = q @ k.T / D ** 0.5\n"
     "s = s.masked_fill(torch.triu(torch.ones(T, T)).bool(), float('-inf'))\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"padding hides some keys", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "s = q @ k.T / D ** 0.5\n"
     "pad = torch.tensor([False, False, False, True])\n"
     "s = s.masked_fill(pad, float('-inf'))\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"weights that are changed after softmax", "rows-do-not-sum",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, -1)\n"
     "w = w * 2\n"
     "o = w @ v\n"},
    {"weights of bfloat16 add up to 1 as nearly as they can", "",
     "torch.manual_seed(0)\n"
     "T, D = 64, 16\n"
     "x = torch.randn(8, T, D)\n"
     "q, k, v = [torch.nn.functional.linear(x, torch.randn(D, D)).bfloat16() for _ in range(3)]\n"
     "w = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1)\n"
     "assert ((w.double().sum(-1) - 1).abs() > 1e-3).any()\n"
     "o = w @ v\n"},
    {"weights of bfloat16 that are cut", "rows-do-not-sum",
     "torch.manual_seed(0)\n"
     "T, D = 64, 16\n"
     "x = torch.randn(8, T, D)\n"
     "q, k, v = [torch.nn.functional.linear(x, torch.randn(D, D)).bfloat16() for _ in range(3)]\n"
     "w = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1)\n"
     "w = w * .99\n"
     "o = w @ v\n"},
    {"dropout may change sums", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "w = F.dropout(torch.softmax(q @ k.T / D ** 0.5, -1), 0.5)\n"
     "o = w @ v\n"},
    {"softmax over the queries", "softmax-axis",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, dim=0)\n"
     "o = w @ v\n"},
    {"softmax over the queries of a batch", "softmax-axis",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 4, 3, 5\n"
     "x = torch.randn(B, T, H * D)\n"
     "lq, lk, lv = nn.Linear(15, 15), nn.Linear(15, 15), nn.Linear(15, 15)\n"
     "w = torch.softmax(lq(x) @ lk(x).mT / 15 ** 0.5, dim=-2)\n"
     "o = w @ lv(x)\n"},
    {"keys by queries, softmax over the keys", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "w = torch.softmax(k @ q.T / D ** 0.5, dim=0)\n"
     "o = w.T @ v\n"},
    {"softmax of a softmax", "softmax-twice",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, -1)\n"
     "w = torch.softmax(w, -1)\n"
     "o = w @ v\n"},
    {"softmax of a softmax, far behind it", "softmax-twice",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, -1)\n"
     "for _ in range(20):\n"
     "    w = w * 2\n"
     "w = torch.softmax(w, -1)\n"
     "o = w @ v\n"},
    {"a triangle that is turned eight times for nothing", "mask-not-applied",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "mask = torch.tril(torch.ones(T, T))\n"
     "for _ in range(8):\n"
     "    mask = mask.t()\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, -1)\n"
     "o = w @ v\n"},
    {"a triangle that is turned more often is not followed", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "mask = torch.tril(torch.ones(T, T))\n"
     "for _ in range(9):\n"
     "    mask = mask.t()\n"
     "w = torch.softmax(q @ k.T / D ** 0.5, -1)\n"
     "o = w @ v\n"},
    {"two layers have two softmaxes", "",
     "torch.manual_seed(0)\n"
     "class A(nn.Module):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.q, self.k, self.v = nn.Linear(6, 6), nn.Linear(6, 6), nn.Linear(6, 6)\n"
     "    def forward(self, x):\n"
     "        return torch.softmax(self.q(x) @ self.k(x).mT / 6 ** 0.5, -1) @ self.v(x)\n"
     "y = nn.Sequential(A(), A())(torch.randn(2, 4, 6))\n"},
    {"no scale", "not-scaled",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "o = torch.softmax(q @ k.T, -1) @ v\n"},
    {"a given dot product needs none", "",
     "torch.manual_seed(0)\n"
     "inputs = torch.rand(6, 3)\n"
     "o = torch.softmax(inputs @ inputs.T, -1) @ inputs\n"},
    {"scale on the queries", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "o = torch.softmax((q * D ** -0.5) @ k.T, -1) @ v\n"},
    {"scale on both sides", "",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "o = torch.softmax((q * D ** -0.25) @ (k * D ** -0.25).T, -1) @ v\n"},
    {"scaled twice", "scaled-twice",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "q = q / math.sqrt(D)\n"
     "o = torch.softmax(q @ k.T / math.sqrt(D), -1) @ v\n"},
    {"the model's width for the head's", "scale-width",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "o = torch.softmax(q @ k.T / math.sqrt(C), -1) @ v\n"},
    {"the width without its root", "scale-width",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "o = torch.softmax(q @ k.T / D, -1) @ v\n"},
    {"multiplied by the root", "scale-width",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "o = torch.softmax(q @ k.T * D ** 0.5, -1) @ v\n"},
    {"the heads' own width", "",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 4, 3, 5\n"
     "x = torch.randn(B, T, H * D)\n"
     "lq, lk, lv = nn.Linear(15, 15), nn.Linear(15, 15), nn.Linear(15, 15)\n"
     "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
     "o = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"
     "o = o.transpose(1, 2).reshape(B, T, H * D)\n"},
    {"heads split by view alone", "heads-mixed",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 4, 3, 5\n"
     "x = torch.randn(B, T, H * D)\n"
     "lq, lk, lv = nn.Linear(15, 15), nn.Linear(15, 15), nn.Linear(15, 15)\n"
     "q, k, v = [l(x).view(B, H, T, D) for l in (lq, lk, lv)]\n"
     "o = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"
     "o = o.transpose(1, 2).reshape(B, T, H * D)\n"},
    {"heads joined without turning back", "heads-mixed",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 4, 3, 5\n"
     "x = torch.randn(B, T, H * D)\n"
     "lq, lk, lv = nn.Linear(15, 15), nn.Linear(15, 15), nn.Linear(15, 15)\n"
     "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
     "o = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"
     "o = o.reshape(B, T, H * D)\n"},
    {"batch_first forgotten", "batch-first",
     "torch.manual_seed(0)\n"
     "B, T, C = 4, 6, 8\n"
     "x = torch.randn(B, T, C)\n"
     "out, weights = nn.MultiheadAttention(C, 2)(x, x, x)\n"},
    {"batch_first forgotten of a whole layer", "batch-first",
     "torch.manual_seed(0)\n"
     "ids = torch.randint(5, (4, 6))\n"
     "batch_size, num_tokens = ids.shape\n"
     "x = nn.Embedding(5, 8)(ids)\n"
     "out = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2), 1)(x)\n"},
    {"batch_first, turned axes, and axes without names", "",
     "torch.manual_seed(0)\n"
     "B, T, C = 4, 6, 8\n"
     "x = torch.randn(B, T, C)\n"
     "one, _ = nn.MultiheadAttention(C, 2, batch_first=True)(x, x, x)\n"
     "t = x.transpose(0, 1)\n"
     "two, _ = nn.MultiheadAttention(C, 2)(t, t, t)\n"
     "y = torch.randn(4, 6, 8)\n"
     "three, _ = nn.MultiheadAttention(8, 2)(y, y, y)\n"
     "four, _ = nn.MultiheadAttention(C, 2)(x[0], x[0], x[0])\n"},
    {"groups repeated in the wrong order", "gqa-order",
     "torch.manual_seed(0)\n"
     "B, T, H, G, D = 2, 5, 4, 2, 3\n"
     "x = torch.randn(B, T, H * D)\n"
     "q = nn.Linear(12, 12)(x).view(B, T, H, D).transpose(1, 2)\n"
     "k = nn.Linear(12, 6)(x).view(B, T, G, D).transpose(1, 2).repeat(1, H // G, 1, 1)\n"
     "v = nn.Linear(12, 6)(x).view(B, T, G, D).transpose(1, 2).repeat(1, H // G, 1, 1)\n"
     "o = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"},
    {"groups repeated in order", "",
     "torch.manual_seed(0)\n"
     "B, T, H, G, D = 2, 5, 4, 2, 3\n"
     "x = torch.randn(B, T, H * D)\n"
     "q = nn.Linear(12, 12)(x).view(B, T, H, D).transpose(1, 2)\n"
     "k = nn.Linear(12, 6)(x).view(B, T, G, D).transpose(1, 2).repeat_interleave(H // G, dim=1)\n"
     "v = nn.Linear(12, 6)(x).view(B, T, G, D).transpose(1, 2).repeat_interleave(H // G, dim=1)\n"
     "o = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"},
    {"zero times infinity", "not-a-number",
     "torch.manual_seed(0)\n"
     "mask = torch.tril(torch.ones(3, 3))\n"
     "s = torch.ones(3, 3) + (1 - mask) * float('-inf')\n"},
    {"infinity added", "",
     "torch.manual_seed(0)\n"
     "s = torch.ones(3, 3) + torch.full((3, 3), float('-inf')).triu(1)\n"
     "w = s.softmax(-1)\n"},
    {"NaN that was written down", "",
     "torch.manual_seed(0)\n"
     "x = torch.tensor([1.0, float('nan')])\n"
     "y = x + 1\n"
     "z = x.masked_fill(x > 0, float('nan'))\n"},
    {"scaled_dot_product_attention", "",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 4, 3, 5\n"
     "x = torch.randn(B, T, H * D)\n"
     "lq, lk, lv = nn.Linear(15, 15), nn.Linear(15, 15), nn.Linear(15, 15)\n"
     "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
     "o = F.scaled_dot_product_attention(q, k, v, is_causal=True)\n"
     "o = o.transpose(1, 2).reshape(B, T, H * D)\n"},
    {"a comment with another shape", "shape-comment",
     "B, T, C, head_size = 2, 4, 12, 16\n"
     "x, W = torch.randn(B, T, C), torch.randn(C, head_size)\n"
     "k = x @ W  # (B, T, C) @ (C, hs) -> (B, hs, T)\n"},
    {"a comment with the shape in other names", "",
     "B, T, C, head_size = 2, 4, 12, 16\n"
     "x, W = torch.randn(B, T, C), torch.randn(C, head_size)\n"
     "k = x @ W  # (B, T, C) @ (C, hs) -> (B, T, hs)\n"},
    {"scaled by the number of the layer, too", "",
     "torch.manual_seed(0)\nx, ls = torch.randn(5, 4), [nn.Linear(4, 12) for _ in range(3)]\n"
     "for n, l in enumerate(ls):\n"
     "    q, k, v = l(x).chunk(3, -1)\n"
     "    s = q @ k.T / 4 ** 0.5 / float(n + 1)\n"
     "    x = x + torch.softmax(s, -1) @ v\n"},
    {"scaled twice in each layer", "scaled-twice",
     "torch.manual_seed(0)\nx, ls = torch.randn(5, 4), [nn.Linear(4, 12) for _ in range(3)]\n"
     "for n, l in enumerate(ls):\n"
     "    q, k, v = l(x).chunk(3, -1)\n"
     "    s = q @ k.T / 4 ** 0.5 / 4 ** 0.5\n"
     "    x = x + torch.softmax(s, -1) @ v\n"},
    {"scaled three times", "scaled-twice",
     "torch.manual_seed(0)\n"
     "T, C, D = 4, 6, 3\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, D), x @ torch.randn(C, D), x @ torch.randn(C, D)\n"
     "q = q / math.sqrt(D)\n"
     "k = k / math.sqrt(D)\n"
     "o = torch.softmax(q @ k.T / math.sqrt(D), -1) @ v\n"},
    {"scores that are scaled one by one", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(3, 6)\n"
     "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "s = torch.zeros(3, 3)\n"
     "for i in range(3):\n"
     "    for j in range(3):\n"
     "        s[i, j] = torch.dot(q[i], k[j]) / math.sqrt(3)\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"queries that take the keys' matrix on themselves", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(1, 4, 16)\n"
     "wq, down = nn.Linear(16, 16, bias=False), nn.Linear(16, 4, bias=False)\n"
     "up = nn.Parameter(torch.randn(2, 8, 4))\n"
     "q, c = wq(x).view(1, 4, 2, 8).transpose(1, 2), down(x)\n"
     "q = torch.einsum('bhtd,hdr->bhtr', q, up)\n"
     "s = torch.einsum('bhtr,bsr->bhts', q, c) / math.sqrt(8)\n"
     "o = torch.einsum('bhts,bsr->bhtr', s.softmax(-1), c)\n"},
    {"one matrix for queries and keys, made of two", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 16)\n"
     "Wq, Wk, Wc = torch.randn(16, 16), torch.randn(5, 16), torch.randn(16, 5)\n"
     "q, c = x @ (Wq @ Wk.T), x @ Wc\n"
     "o = torch.softmax(q @ c.T / math.sqrt(16), -1) @ c\n"},
    {"scores of two products that are added", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = x @ torch.randn(6, 4), x @ torch.randn(6, 4), x @ torch.randn(6, 4)\n"
     "r, p = x @ torch.randn(6, 2), x @ torch.randn(6, 2)\n"
     "o = torch.softmax((q @ k.T + r @ p.T) / math.sqrt(6), -1) @ v\n"},
    {"with a mask and without one, to compare", "",
     "torch.manual_seed(0)\n"
     "def attend(q, k, v, mask=None):\n"
     "    s = q @ k.T / 3 ** 0.5\n"
     "    if mask is not None:\n"
     "        s = s.masked_fill(mask, float('-inf'))\n"
     "    return torch.softmax(s, -1) @ v\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "mask = torch.triu(torch.ones(4, 4), 1).bool()\n"
     "hidden = mask.float().masked_fill(mask, float('-inf'))\n"
     "a = attend(q, k, v)\n"
     "b = attend(q, k, v, mask)\n"},
    {"a mask that another one of the class applies", "",
     "torch.manual_seed(0)\n"
     "class Head(nn.Module):\n"
     "    def __init__(self, causal):\n"
     "        super().__init__()\n"
     "        self.q, self.k, self.v = nn.Linear(6, 3), nn.Linear(6, 3), nn.Linear(6, 3)\n"
     "        self.causal = causal\n"
     "        self.register_buffer('tril', torch.tril(torch.ones(4, 4)))\n"
     "    def forward(self, x):\n"
     "        s = self.q(x) @ self.k(x).transpose(1, 2) * 3 ** -0.5\n"
     "        if self.causal:\n"
     "            s = s.masked_fill(self.tril == 0, float('-inf'))\n"
     "        return s.softmax(-1) @ self.v(x)\n"
     "x = torch.randn(2, 4, 6)\n"
     "y = Head(False)(x) + Head(True)(x)\n"},
    {"masked scores that are printed", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "s = q @ k.T / 3 ** 0.5\n"
     "print(s.masked_fill(torch.triu(torch.ones(4, 4), 1).bool(), float('-inf')))\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"a mask of -10000 the wrong way round", "mask-polarity",
     "torch.manual_seed(0)\n"
     "x = torch.rand(4, 6)\n"
     "q, k, v = x @ torch.rand(6, 3), x @ torch.rand(6, 3), x @ torch.rand(6, 3)\n"
     "s = q @ k.T / 3 ** 0.5 + torch.tril(torch.ones(4, 4)) * -10000.0\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"a mask of -10000 that is lost", "unused-result mask-not-applied",
     "torch.manual_seed(0)\n"
     "x = torch.rand(4, 6)\n"
     "q, k, v = x @ torch.rand(6, 3), x @ torch.rand(6, 3), x @ torch.rand(6, 3)\n"
     "s = q @ k.T / 3 ** 0.5\n"
     "s.add(torch.triu(torch.ones(4, 4), 1) * -10000.0)\n"
     "o = torch.softmax(s, -1) @ v\n"},
    {"weights that meet no values, unscaled", "not-scaled",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "w = torch.softmax(q @ k.T, -1)\n"},
    {"weights shown unscaled before attention proper", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = q @ k.T\n"
     "print(torch.softmax(s, -1))\n"
     "o = torch.softmax(s / 3 ** 0.5, -1) @ v\n"},
    {"NaN that is written down in a list", "",
     "a = np.zeros((2, 3))\n"
     "a[0] = [np.nan, 1, 2]\n"
     "a[:, 2] = np.nan, 3\n"
     "b = np.nansum(a)\n"},
    {"None in a table of numbers", "not-a-number",
     "a = np.zeros((2, 2))\n"
     "a[0, 1] = None\n"
     "b = a + 1\n"},
    {"the first comment of a function says what it was given", "",
     "class Block(nn.Module):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.w, self.o = nn.Linear(6, 8), nn.Linear(8, 6)\n"
     "    def forward(self, x, n):\n"
     "        # x: (b, t, n)\n"
     "        x = self.w(x)\n"
     "        return self.o(x)\n"
     "y = Block()(torch.randn(2, 4, 6), 6)\n"},
    {"the first comment of a function says neither", "shape-comment",
     "def f(x, n):\n"
     "    # (b, t, n)\n"
     "    y = x @ torch.ones(6, 8)\n"
     "    return y\n"
     "y = f(torch.randn(2, 4, 6), 5)\n"},
    {"a comment that begins before the last call of the line", "",
     "B, H, T, D = 2, 3, 4, 5\n"
     "x = torch.randn(B, H, T, D)\n"
     "y = x.transpose(1, 2).flatten(2)  # (B, T, H, D) -> (B, T, H*D)\n"},
    {"a comment that begins nowhere", "shape-comment",
     "B, H, T, D = 2, 3, 4, 5\n"
     "x = torch.randn(B, H, T, D)\n"
     "y = x.transpose(1, 2).flatten(2)  # (B, D, H, T) -> (B, T, H*D)\n"},
    {"heads that are mixed around the softmax", "",
     HEADS "q, k, v = [l(x).view(B, T, H, D) for l in (lq, lk, lv)]\n"
           "s = torch.einsum('bthd,bshd->bhts', q, k) / D ** 0.5\n"
           "s = torch.einsum('bhts,hz->bzts', s, torch.randn(H, H))\n"
           "w = torch.einsum('bzts,zh->bhts', s.softmax(-1), torch.randn(H, H))\n"
           "o = torch.einsum('bhts,bshd->bthd', w, v)\n"},
    {"mixed before it, and softmax over the queries", "softmax-axis",
     HEADS "q, k, v = [l(x).view(B, T, H, D) for l in (lq, lk, lv)]\n"
           "s = torch.einsum('bthd,bshd->bhts', q, k) / D ** 0.5\n"
           "s = torch.einsum('bhts,hz->bzts', s, torch.randn(H, H))\n"
           "o = torch.einsum('bhts,bshd->bthd', s.softmax(-2), v)\n"},
    {"heads that are mixed by a layer", "",
     HEADS "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "pre, post = nn.Linear(H, H, bias=False), nn.Linear(H, H, bias=False)\n"
           "s = pre((q @ k.mT / D ** 0.5).permute(0, 2, 3, 1)).permute(0, 3, 1, 2)\n"
           "w = post(s.softmax(-1).permute(0, 2, 3, 1)).permute(0, 3, 1, 2)\n"
           "o = (w @ v).transpose(1, 2).reshape(B, T, H * D)\n"},
    {"heads that are mixed by a layer, without a scale", "not-scaled",
     HEADS "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "pre = nn.Linear(H, H, bias=False)\n"
           "s = pre((q @ k.mT).permute(0, 2, 3, 1)).permute(0, 3, 1, 2)\n"
           "o = (s.softmax(-1) @ v).transpose(1, 2).reshape(B, T, H * D)\n"},
    {"heads of queries alone that are mixed by a layer", "",
     HEADS "q, k, v = lq(x).view(B, T, H, D), lk(x)[..., :D], lv(x)[..., :D]\n"
           "pre, post = nn.Linear(H, H, bias=False), nn.Linear(H, H, bias=False)\n"
           "s = pre(torch.einsum('bihd,bjd->bijh', q, k) / D ** 0.5)\n"
           "o = torch.einsum('bijh,bjd->bihd', post(s.softmax(2)), v).reshape(B, T, H * D)\n"},
    {"heads that are mixed by a convolution", "",
     HEADS "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "pre, post = nn.Conv2d(H, H, 1), nn.Conv2d(H, H, 1)\n"
           "w = post(pre(q @ k.mT / D ** 0.5).softmax(-1))\n"
           "o = (w @ v).transpose(1, 2).reshape(B, T, H * D)\n"},
    {"a scale of one summand of the queries: alpha / r", "",
     HEADS "down, up = nn.Linear(15, 2, bias=False), nn.Linear(2, 15, bias=False)\n"
           "q, k, v = lq(x) + up(down(x)) * 2, lk(x), lv(x)\n"
           "o = torch.softmax(q @ k.mT / 15 ** 0.5, -1) @ v\n"},
    {"alpha / r of the queries, and the wrong width", "scale-width",
     HEADS "down, up = nn.Linear(15, 3, bias=False), nn.Linear(3, 15, bias=False)\n"
           "q, k, v = lq(x) + up(down(x)) * 2, lk(x), lv(x)\n"
           "o = torch.softmax(q @ k.mT / 3 ** 0.5, -1) @ v\n"},
    {"a scale of both summands of the queries", "scaled-twice",
     HEADS "down, up = nn.Linear(15, 2, bias=False), nn.Linear(2, 15, bias=False)\n"
           "q, k, v = (lq(x) + up(down(x)) * 2) / 15 ** 0.5, lk(x), lv(x)\n"
           "o = torch.softmax(q @ k.mT / 15 ** 0.5, -1) @ v\n"},
    {"no scale, but a bias that is learned, as in T5", "",
     HEADS "far = torch.arange(T)[None] - torch.arange(T)[:, None] + T\n"
           "bias = nn.Embedding(2 * T, H)(far).permute(2, 0, 1)\n"
           "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "o = torch.softmax(q @ k.mT + bias, -1) @ v\n"},
    {"no scale, and a bias that is learned within baddbmm", "",
     HEADS
     "bias = nn.Parameter(torch.randn(2 * T))[torch.arange(T)[None] - torch.arange(T)[:, None]]\n"
     "o = torch.softmax(torch.baddbmm(bias, lq(x), lk(x).mT), -1) @ lv(x)\n"},
    {"no scale in a whole model, whose bias is learned in one place: T5", "",
     HEADS "far = torch.arange(T)[None] - torch.arange(T)[:, None] + T\n"
           "bias = nn.Embedding(2 * T, H)(far).permute(2, 0, 1)\n"
           "def attend(x, y, bias=0):\n"
           "    q, k, v = [l(z).view(B, T, H, D).transpose(1, 2) for l, z in ((lq, x), (lk, y), "
           "(lv, y))]\n"
           "    return torch.softmax(q @ k.mT + bias, -1) @ v\n"
           "seen = attend(x, x, bias).transpose(1, 2).reshape(B, T, H * D)\n"
           "o = attend(seen, torch.randn(B, T, H * D))\n"},
    {"no scale, a bias that is learned in another model", "not-scaled",
     HEADS "a = torch.softmax(lq(x) @ lk(x).mT + nn.Parameter(torch.randn(T, T)), -1) @ lv(x)\n"
           "o = torch.softmax(lq(x) @ lk(x).mT, -1) @ lv(x)\n"},
    {"no scale, and a bias of distances that is given", "not-scaled",
     HEADS "far = torch.arange(T)[None] - torch.arange(T)[:, None]\n"
           "bias = -far.abs() * torch.tensor([0.5, 0.25, 0.125]).view(H, 1, 1)\n"
           "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "o = torch.softmax(q @ k.mT + bias, -1) @ v\n"},
    {"groups behind the tokens repeated in the wrong order", "gqa-order",
     GROUPS "k, v = k.repeat(1, 1, H // G, 1), v.repeat(1, 1, H // G, 1)\n" GROUPED},
    {"groups behind the tokens repeated in order", "",
     GROUPS "k, v = k.repeat_interleave(H // G, 2), v.repeat_interleave(H // G, 2)\n" GROUPED},
    {"groups repeated in the wrong order, then turned", "gqa-order",
     GROUPS "k, v = [z.repeat(1, 1, H // G, 1).transpose(1, 2) for z in (k, v)]\n"
            "o = torch.softmax(q.transpose(1, 2) @ k.mT / D ** 0.5, -1) @ v\n"},
    {"groups repeated in the wrong order by expand and reshape", "gqa-order",
     GROUPS "k, v = [z[:, :, None].expand(B, T, H // G, G, D).reshape(B, T, H, D) for z in (k, "
            "v)]\n" GROUPED},
    {"groups repeated in order by expand and reshape", "",
     GROUPS "k, v = [z[:, :, :, None].expand(B, T, G, H // G, D).reshape(B, T, H, D) for z in (k, "
            "v)]\n" GROUPED},
    {"groups repeated in the wrong order by an index", "gqa-order",
     GROUPS "k, v = k[:, :, torch.arange(H) % G], v[:, :, torch.arange(H) % G]\n" GROUPED},
    {"groups repeated in order by an index", "",
     GROUPS "k, v = k[:, :, torch.arange(H) // 2], v[:, :, torch.arange(H) // 2]\n" GROUPED},
    {"groups repeated in the wrong order by cat", "gqa-order",
     GROUPS "k, v = torch.cat([k, k], 2), torch.cat([v, v], 2)\n" GROUPED},
    {"the same sentence twice, its heads counted with the batch", "",
     "torch.manual_seed(0)\n"
     "x = torch.randn(4, 1, 6).repeat(1, 2, 1)\n"
     "y, w = nn.MultiheadAttention(6, 2)(x, x, x)\n"},
    {"tokens that are repeated, not heads", "",
     GROUPS "k, v = k.repeat(1, 2, 1, 1), v.repeat(1, 2, 1, 1)\n"
            "w = torch.softmax(torch.einsum('bthd,bshd->bhts', q[:, :, :G], k) / D ** 0.5, -1)\n"
            "o = torch.einsum('bhts,bshd->bthd', w, v)\n"},
    {"the gradient of a layer, kept in an object", "",
     "np.random.seed(0)\n"
     "class Layer:\n"
     "    def __init__(self, i, o):\n"
     "        self.W = np.random.randn(i, o) * 0.1\n"
     "    def forward(self, x):\n"
     "        self.x = x\n"
     "        return x @ self.W\n"
     "    def backward(self, d):\n"
     "        self.dW = self.x.T @ d\n"
     "        return d @ self.W.T\n"
     "a, b, y = Layer(4, 6), Layer(6, 3), np.array([0, 1, 2, 0, 1])\n"
     "z = b.forward(np.maximum(a.forward(np.random.randn(5, 4)), 0))\n"
     "p = np.exp(z) / np.exp(z).sum(1, keepdims=True)\n"
     "dx = a.backward(b.backward((p - np.eye(3)[y]) / 5))\n"},
    {"the gradient of a classifier, first of its input", "",
     "np.random.seed(0)\n"
     "x, y = np.random.randn(5, 4), np.array([0, 1, 2, 0, 1])\n"
     "W1, W2 = np.random.randn(4, 6) * 0.1, np.random.randn(6, 3) * 0.1\n"
     "h = np.maximum(x @ W1, 0)\n"
     "p = np.exp(h @ W2)\n"
     "p = p / p.sum(1, keepdims=True)\n"
     "loss = -np.sum(np.eye(3)[y] * np.log(p)) / 5\n"
     "d = p.copy()\n"
     "d[range(5), y] -= 1\n"
     "dh = d @ W2.T\n"
     "dW2, dW1 = h.T @ d, x.T @ dh\n"},
    {"two maps of attention, one taken from the other", "",
     HEADS "lr, ls, lam = nn.Linear(15, 15), nn.Linear(15, 15), nn.Parameter(torch.tensor(0.3))\n"
           "a = torch.softmax(lq(x) @ lk(x).mT / 15 ** 0.5, -1)\n"
           "a = a - lam * torch.softmax(lr(x) @ ls(x).mT / 15 ** 0.5, -1)\n"
           "o = a @ lv(x)\n"},
    {"rows of one softmax, taken in two parts", "",
     HEADS "a = torch.softmax(lq(x) @ lk(x).mT / 15 ** 0.5, -1)\n"
           "o = a[..., :2] @ lv(x)[:, :2] + a[..., 2:] @ lv(x)[:, 2:]\n"},
    {"as many heads as tokens, and the transpose is lost", "unused-result",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 3, 3, 5\n"
     "z = nn.Linear(4, H * 3 * D)(torch.randn(B, T, 4)).view(B, T, H, 3 * D)\n"
     "z.transpose(1, 2)\n"
     "q, k, v = z.chunk(3, dim=-1)\n"
     "o = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"
     "o = o.reshape(B, T, H * D)\n"},
    {"as many heads as tokens, and joined without turning back", "heads-mixed",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 3, 3, 5\n"
     "z = nn.Linear(4, H * 3 * D)(torch.randn(B, T, 4)).view(B, T, H, 3 * D)\n"
     "z = z.transpose(1, 2)\n"
     "q, k, v = z.chunk(3, dim=-1)\n"
     "o = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"
     "o = o.reshape(B, T, H * D)\n"},
    {"as many heads as tokens, which stay behind the tokens", "",
     "torch.manual_seed(0)\n"
     "B, T, H, D = 2, 3, 3, 5\n"
     "z = nn.Linear(4, H * 3 * D)(torch.randn(B, T, 4)).view(B, T, H, 3 * D)\n"
     "q, k, v = z.chunk(3, dim=-1)\n"
     "o = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"
     "o = o.reshape(B, T, H * D)\n"},
    {"what the last round of a loop leaves unread", "",
     "ids = torch.ones(1, 3)\n"
     "for _ in range(3):\n"
     "    ids = torch.cat([ids, ids[:, -1:] * 2], dim=1)\n"
     "ids = torch.zeros(1, 3) + 1\n"
     "y = ids * 2\n"},
    {"what no round of a loop reads", "overwritten-unread",
     "start = torch.ones(1, 3)\n"
     "for _ in range(3):\n"
     "    ids = torch.cat([start, start[:, -1:] * 2], dim=1)\n"
     "ids = torch.zeros(1, 3) + 1\n"
     "y = ids * 2\n"},
    {"a comment that speaks of the statement behind the next one", "",
     "B, T, C = 2, 4, 12\n"
     "s, v = torch.randn(B, T, T), torch.randn(B, T, C)\n"
     "# (B, T, T) @ (B, T, C) -> (B, T, C)\n"
     "w = torch.softmax(s, -1)\n"
     "o = w @ v\n"},
    {"a comment that speaks of no statement below it", "shape-comment",
     "B, T, C = 2, 4, 12\n"
     "s, v = torch.randn(B, T, T), torch.randn(B, T, T)\n"
     "# (B, T, T) @ (B, T, C) -> (B, T, C)\n"
     "w = torch.softmax(s, -1)\n"
     "o = w @ v\n"},
    {"one letter in two comments: the model's width and the head's", "",
     "def split(x):\n"
     "    y = x * 2  # (b, n, d)\n"
     "    return y.view(2, 4, 3, 4)  # (b, n, h, d)\n"
     "z = split(torch.randn(2, 4, 12))\n"},
    {"the letters of one comment in another order", "shape-comment",
     "def split(x):\n"
     "    y = x.view(2, 4, 3, 5)  # (b, n, h, d)\n"
     "    return y.transpose(1, 2)  # (b, n, h, d)\n"
     "z = split(torch.randn(2, 4, 15))\n"},
    {"softmax over the heads, behind a mask with a large number", "softmax-axis",
     HEADS "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "s = (q @ k.mT / D ** 0.5).masked_fill(torch.ones(T, T).triu(1) == 1, -1e9)\n"
           "o = s.softmax(1) @ v\n"},
    {"the same, divided by the sums in place", "softmax-axis",
     HEADS "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "p = (q @ k.mT / D ** 0.5).masked_fill(torch.ones(T, T).triu(1) == 1, -1e9).exp()\n"
           "p /= p.sum(1, keepdim=True) + 1e-9\n"
           "o = p @ v\n"},
    {"the same, flattened for bmm", "softmax-axis",
     HEADS "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "s = (q @ k.mT / D ** 0.5).masked_fill(torch.ones(T, T).triu(1) == 1, -1e9)\n"
           "o = torch.bmm(s.softmax(1).view(-1, T, T), v.reshape(-1, T, D))\n"},
    {"the same, with an einsum of dots", "softmax-axis",
     HEADS "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "s = (q @ k.mT / D ** 0.5).masked_fill(torch.ones(T, T).triu(1) == 1, -1e9)\n"
           "o = torch.einsum('...ij,...jd->...id', s.softmax(1), v)\n"},
    {"the same, whose values do not come", "",
     HEADS "q, k = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk)]\n"
           "s = (q @ k.mT / D ** 0.5).masked_fill(torch.ones(T, T).triu(1) == 1, -1e9)\n"
           "w = s.softmax(1)\n"},
    {"weights that are turned, flattened and divided in place", "",
     HEADS "q, k, v = [l(x).view(B, T, H, D).transpose(1, 2) for l in (lq, lk, lv)]\n"
           "s = torch.einsum('...id,...jd->...ij', q, k) / D ** 0.5\n"
           "p = s.masked_fill(torch.ones(T, T).triu(1) == 1, -1e9).permute(3, 0, 1, 2).exp()\n"
           "p /= p.sum(0, keepdim=True)\n"
           "o = torch.bmm(p.permute(1, 2, 3, 0).reshape(-1, T, T), v.reshape(-1, T, D))\n"},
    {"padding that hides queries, not keys", "row-fully-masked",
     HEADS "pad = torch.tensor([[False, False, False, True], [False, False, True, True]])\n"
           "s = lq(x) @ lk(x).mT / 15 ** 0.5\n"
           "s = s.masked_fill(pad[:, :, None], -1e9)\n"
           "o = torch.softmax(s, -1) @ lv(x)\n"},
    {"padding that hides keys", "",
     HEADS "pad = torch.tensor([[False, False, False, True], [False, False, True, True]])\n"
           "s = lq(x) @ lk(x).mT / 15 ** 0.5\n"
           "s = s.masked_fill(pad[:, None, :], -1e9)\n"
           "o = torch.softmax(s, -1) @ lv(x)\n"},
    {"padding that hides keys, and the rows of what is padded", "",
     HEADS "pad = torch.tensor([[False, False, False, True], [False, False, True, True]])\n"
           "s = lq(x) @ lk(x).mT / 15 ** 0.5\n"
           "s = s.masked_fill(pad[:, None, :] | pad[:, :, None], -1e9)\n"
           "o = torch.softmax(s, -1) @ lv(x)\n"},
#define WRONG(title, warnings, text) {title, warnings, text},
#define RIGHT(title, warnings, text) {title, "", text},
#include "positions.def"
#include "trainings.def"
    {"a comment silences what is not there", "unused-ignore",
     "x = torch.ones(2)\ny = x + 1  # qkv: ignore[unused-result]\nprint(y)\n"},
    {"a comment silences all, and there is nothing", "unused-ignore",
     "x = torch.ones(2)\ny = x + 1  # why # qkv: ignore\nprint(y)\n"},
    {"a comment silences one of two names, and says one that is none", "unused-ignore",
     "x = torch.ones(2)\nx.add(1)  # qkv: ignore[unused-result, unused-resutl]\nprint(x)\n"},
    {"comments that silence", "",
     "x = torch.ones(2)\nx.add(1)  # qkv: ignore[unused-result]\nx.mul(2)  #qkv: ignore\n"
     "s = '# qkv: ignore[nonsense]'\nx.add(\n    1,  # qkv: ignore[ unused-result ] as above\n)\n"
     "if x.sum() > 9:\n    x.sub(1)  # qkv: ignore[unused-result]\nprint(x)\n"},
    {"another word", "unused-result", "x = torch.ones(2)\nx.add(1)  # qkv: ignored\nprint(x)\n"},
#undef WRONG
#undef RIGHT
};
#define COUNT (int)(sizeof mistakes / sizeof mistakes[0])

static void put_names(const struct warnings *w, struct buf *out)
{
    for (int k = 0; k < w->count; k++) {
        const char *name = mistake_table[w->at[k].kind].found.name;
        if (strstr(buf_text(out), name) == NULL) {
            buf_printf(out, "%s%s", out->len > 0 ? " " : "", name);
        }
    }
}

START_TEST(the_warnings_are)
{
    const struct mistake *m = &mistakes[_i];
    struct warnings w;
    struct buf got = {0};
    struct traced t;
    traced_open(&t, m->text);
    ck_assert(warnings_find(&t.tape, &w));
    put_names(&w, &got);
    ck_assert_msg(strcmp(buf_text(&got), m->expected) == 0, "%s\n%s\n--- expected %s\n--- got %s",
                  m->title, m->text, m->expected, buf_text(&got));
    for (int k = 0; k < w.count; k++) { /* a sentence for a learner, at a place in their own code */
        ck_assert_int_gt((int)strlen(w.at[k].text), 20);
        ck_assert(!w.at[k].at.source->prelude);
        ck_assert_int_gt(location_of(&w.at[k].at).line, 1);
        ck_assert_int_ge(w.at[k].event, 0);
    }
    buf_free(&got);
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

/* Right code, and the warnings of which it is the right twin: on it they are silent. */
static const struct twin {
    const char *title, *warnings;
} twins[] = {
    {"scores multiplied by 0, then hidden", "mask-hides-nothing"},
    {"dropout by hand", "mask-after-softmax rows-do-not-sum"},
    {"a NumPy mask added in place, softmax of the transpose", "mask-not-applied softmax-axis"},
    {"the gradient of a classifier", "softmax-axis rows-do-not-sum"},
    {"shapes of what a comprehension makes", "shape-comment"},
    {"m+1 of an axis that einsum calls m", "shape-comment"},
    {"its twin in place", "unused-result mask-not-applied"},
    {"a name that is read on the way", "overwritten-unread"},
    {"one looks back and one ahead", "mask-polarity"},
    {"keys and classes that are turned", "view-for-transpose"},
    {"keys that come turned, read so and read back", "view-for-transpose"},
    {"a triangle behind a cache", "mask-polarity"},
    {"a mask behind the soft cap, and what leaves it as it is", "mask-hides-nothing"},
    {"a cap so wide that nothing is left of what is hidden", "mask-hides-nothing"},
    {"a hidden key that all see again", "mask-hides-nothing"},
    {"padding on the left, and queries that see nothing but it", "mask-hides-nothing"},
    {"heads on the last axis, softmax over the keys in front of it", "row-fully-masked"},
    {"keys on the first axis", "row-fully-masked"},
    {"weights that are the product of two softmaxes", "softmax-axis rows-do-not-sum"},
    {"the same, turned", "softmax-axis rows-do-not-sum"},
    {"two sides that choose each other, softmax over both", "softmax-axis rows-do-not-sum"},
    {"the same, each from its own side", "rows-do-not-sum"},
    {"landmarks are means of queries that are scaled", "not-scaled"},
    {"landmarks are made by a table of shares", "not-scaled"},
    {"a scale and a soft cap", "not-scaled scaled-twice scale-width"},
    {"a scale that the soft cap has in it", "not-scaled scaled-twice scale-width"},
    {"a scale of another width, as Gemma has it, and a soft cap", "scale-width"},
    {"a mask that is added to a bias, and kept", "unused-result"},
    {"a sum with no mask that is lost in a function", "unused-result"},
    {"a sum that is timed", "unused-result"},
    {"a mask that hides the future, queries in front of the heads", "mask-polarity"},
    {"the same, the heads behind the keys", "mask-polarity"},
    {"as many sentences as tokens, each padded in front by one more", "mask-polarity"},
    {"a triangle behind a memory", "mask-polarity"},
    {"padding in front, and a sentence that has none", "mask-polarity"},
    {"padding behind, and a sentence of nothing else", "mask-polarity"},
    {"padding behind", "mask-polarity"},
    {"each token looks at a sink and at those before it", "mask-polarity"},
    {"a graph whose nodes have other neighbours than themselves", "mask-polarity"},
    {"a mask that is applied", "mask-not-applied mask-polarity row-fully-masked"},
    {"the state of a decoder meets an encoder's words, turn by turn", "not-scaled"},
    {"the same by a matrix of the query's", "not-scaled"},
    {"softmax off by one", "rows-do-not-sum"},
    {"softmax off by one, with the largest taken out", "rows-do-not-sum"},
    {"a schedule that is looked at, and losses behind it", "backward-forgotten"},
    {"masked after softmax, but made to sum to 1 again", "mask-after-softmax rows-do-not-sum"},
    {"ignore-masks in MultiheadAttention", "mask-polarity row-fully-masked"},
    {"dropout may change sums", "rows-do-not-sum"},
    {"keys by queries, softmax over the keys", "softmax-axis"},
    {"two layers have two softmaxes", "softmax-twice"},
    {"scale on the queries", "not-scaled"},
    {"scale on both sides", "scaled-twice"},
    {"the heads' own width", "scale-width heads-mixed"},
    {"heads in groups, turned back", "heads-mixed"},
    {"groups repeated in order", "gqa-order"},
    {"batch_first, turned axes, and axes without names", "batch-first"},
    {"infinity added", "not-a-number"},
    {"NaN that is written down in a list", "not-a-number"},
    {"a part of a tensor that asks for gradients", "unused-result"},
    {"a mask that is made to assert something", "mask-not-applied"},
    {"a comment with the shape in other names", "shape-comment"},
    {"queries that take the keys' matrix on themselves", "scale-width"},
    {"one matrix for queries and keys, made of two", "scale-width"},
    {"scores that are scaled one by one", "scaled-twice"},
    {"with a mask and without one, to compare", "mask-not-applied"},
    {"the first comment of a function says what it was given", "shape-comment"},
    {"a comment that begins before the last call of the line", "shape-comment"},
    {"heads that are mixed around the softmax", "softmax-axis rows-do-not-sum"},
    {"heads that are mixed by a layer", "not-scaled rows-do-not-sum"},
    {"heads that are mixed by a convolution", "softmax-axis rows-do-not-sum"},
    {"a scale of one summand of the queries: alpha / r", "scale-width scaled-twice"},
    {"no scale, but a bias that is learned, as in T5", "not-scaled"},
    {"no scale, and a bias that is learned within baddbmm", "not-scaled"},
    {"no scale in a whole model, whose bias is learned in one place: T5", "not-scaled"},
    {"groups behind the tokens repeated in order", "gqa-order"},
    {"tokens that are repeated, not heads", "gqa-order"},
    {"groups repeated in order by expand and reshape", "gqa-order"},
    {"groups repeated in order by an index", "gqa-order"},
    {"the same sentence twice, its heads counted with the batch", "gqa-order"},
    {"a triangle on what exp made", "mask-polarity"},
    {"only others, on both sides, of weights", "mask-polarity"},
    {"each token looks at all others", "mask-polarity"},
    {"the gradient of a layer, kept in an object", "softmax-axis rows-do-not-sum"},
    {"the gradient of a classifier, first of its input", "mask-after-softmax rows-do-not-sum"},
    {"two maps of attention, one taken from the other", "rows-do-not-sum"},
    {"rows of one softmax, taken in two parts", "rows-do-not-sum"},
    {"as many heads as tokens, which stay behind the tokens", "heads-mixed"},
    {"what the last round of a loop leaves unread", "overwritten-unread"},
    {"a comment that speaks of the statement behind the next one", "shape-comment"},
    {"one letter in two comments: the model's width and the head's", "shape-comment"},
    {"padding that hides keys", "row-fully-masked"},
    {"weights that are turned, flattened and divided in place", "softmax-axis"},
    {"the same, whose values do not come", "row-fully-masked"},
    {"padding that hides keys, and the rows of what is padded", "row-fully-masked"},
    {"comments that silence", "unused-ignore"},
#define WRONG(title, warnings, text)
#define RIGHT(title, warnings, text) {title, warnings},
#include "positions.def"
#include "trainings.def"
#undef WRONG
#undef RIGHT
};

static bool lists(const char *names, const char *name)
{
    size_t len = strlen(name);
    for (const char *p = names; (p = strstr(p, name)) != NULL; p += len) {
        if ((p == names || p[-1] == ' ') && (p[len] == ' ' || p[len] == '\0')) {
            return true;
        }
    }
    return false;
}

/* Every row of the table has a case that shows it firing, and a right one on which it is silent. */
START_TEST(every_warning_is_shown_and_has_a_twin)
{
    const char *name = mistake_table[_i].found.name;
    bool fires = name == NULL, silent = name == NULL;
    for (int k = 0; name != NULL && k < COUNT; k++) {
        const struct mistake *m = &mistakes[k];
        fires |= lists(m->expected, name);
        for (size_t j = 0; j < sizeof twins / sizeof twins[0]; j++) {
            silent |= strcmp(twins[j].title, m->title) == 0 && lists(twins[j].warnings, name) &&
                      m->expected[0] == '\0';
        }
    }
    ck_assert_msg(fires, "no case shows %s", name);
    ck_assert_msg(silent, "no right code on which %s is silent", name);
    ck_assert(name == NULL || strlen(mistake_table[_i].found.help) > 10);
}
END_TEST

/* A warning begins somewhere: `%s` is `silent` on one side of its threshold and `told` on the
 * other.
 */
#define ATTENTION                                                                                  \
    "torch.manual_seed(0)\n"                                                                       \
    "x = torch.randn(4, 6)\n"                                                                      \
    "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"

static const struct threshold {
    const char *warning, *text, *silent, *told;
} thresholds[] = {
    {"rows-do-not-sum", ATTENTION "w = torch.softmax(q @ k.T / 3 ** 0.5, -1) * %s\no = w @ v\n",
     "1.00099", "1.00101"},
    {"rows-do-not-sum", ATTENTION "w = torch.softmax(q @ k.T / 3 ** 0.5, -1) * %s\no = w @ v\n",
     "0.99901", "0.99899"},
    {"mask-after-softmax",
     ATTENTION "w = torch.softmax(q @ k.T / 3 ** 0.5, -1)\n"
               "w[:, 0] = 1 - w[:, 1:].sum(-1) - %s\n"
               "w = w.masked_fill(torch.zeros(4, 4).bool(), 0.0)\no = w @ v\n",
     "0.00099", "0.00101"},
    {"scale-width", ATTENTION "o = torch.softmax(q @ k.T / (6 ** 0.5 * %s), -1) @ v\n", "1.00011",
     "1.00009"},
    {"scale-width", ATTENTION "o = torch.softmax(q @ k.T / (6 ** 0.5 * %s), -1) @ v\n", "0.99989",
     "0.99991"},
    {"scaled-twice",
     ATTENTION "q = q / 3 ** 0.5\no = torch.softmax(q @ k.T / (3 ** 0.5 * %s), -1) @ v\n",
     "1.00011", "1.00009"},
    {"mask-polarity",
     ATTENTION "s = q @ k.T * 0\n"
               "s = s.masked_fill(torch.tril(torch.ones(4, 4)).bool(), %s)\n"
               "o = torch.softmax(s / 3 ** 0.5, -1) @ v\n",
     "-4999.0", "-5000.0"},
    {"mask-not-applied",
     ATTENTION "s = q @ k.T / 3 ** 0.5\n"
               "t = s.masked_fill(torch.arange(4) > 1, %s)\n"
               "o = torch.softmax(s, -1) @ v\n",
     "-4999.0", "-5000.0"},
    {"mask-hides-nothing",
     ATTENTION "s = q @ k.T / 3 ** 0.5\n"
               "s = s.masked_fill(torch.arange(4) > 1, %s)\n"
               "o = torch.softmax(s, -1) @ v\n",
     "-1.01", "-1.0"},
    {"mask-hides-nothing", HIDDEN "s = torch.tanh(s / %s) * %s\no = s.softmax(-1) @ v\n", "20.0",
     "12.0"},
    {"not-scaled",
     "x = torch.randn(4, 6)\nn = %s\n"
     "q, k, v = x @ torch.randn(6, n), x @ torch.randn(6, n), x @ torch.randn(6, n)\n"
     "o = torch.softmax(q @ k.T, -1) @ v\n",
     "1", "2"},
    {"mask-polarity",
     "n = %s\nx = torch.randn(n, 6)\n"
     "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "s = (q @ k.T / 3 ** 0.5).masked_fill(torch.ones(n, n).tril() > 0, float('-inf'))\n"
     "o = torch.softmax(s, -1) @ v\n",
     "1", "2"},
    {"heads-mixed",
     "n = %s\nx = torch.randn(2, 4, 6)\n"
     "q, k, v = [nn.Linear(6, n * 3)(x).view(2, n, 4, 3) for _ in range(3)]\n"
     "o = torch.softmax(q @ k.mT / 3 ** 0.5, -1) @ v\n",
     "1", "2"},
    {"heads-mixed", /* as many heads as tokens: the shapes do not tell which is which */
     "n = %s\nx = torch.randn(2, 4, 6)\n"
     "q, k, v = [nn.Linear(6, n * 3)(x).view(2, n, 4, 3) for _ in range(3)]\n"
     "o = torch.softmax(q @ k.mT / 3 ** 0.5, -1) @ v\n",
     "4", "5"},
    {"overwritten-unread", /* how much of two names is the same */
     "a, b = torch.randn(3), torch.randn(3)\n"
     "%s1 = a + 1\n%s = a - b\nprint(%s)\n%s = %s1 * 2\nprint(%s)\n",
     "x", "xy"},
};
#define THRESHOLDS (int)(sizeof thresholds / sizeof thresholds[0])

static bool warns_of(const char *text, const char *warning)
{
    struct warnings w;
    struct traced t;
    bool found = false;
    traced_open(&t, text);
    ck_assert(warnings_find(&t.tape, &w));
    for (int k = 0; k < w.count; k++) {
        found |= strcmp(mistake_table[w.at[k].kind].found.name, warning) == 0;
    }
    warnings_free(&w);
    traced_close(&t);
    return found;
}

START_TEST(a_warning_begins_at_its_threshold)
{
    const struct threshold *h = &thresholds[_i];
    for (int told = 0; told < 2; told++) {
        struct buf text = {0};
        for (const char *p = h->text, *end; *p != '\0'; p = *end == '\0' ? end : end + 2) {
            end = strstr(p, "%s");
            end = end == NULL ? p + strlen(p) : end;
            buf_put(&text, p, (size_t)(end - p));
            buf_puts(&text, *end == '\0' ? "" : told != 0 ? h->told : h->silent);
        }
        ck_assert_msg(warns_of(buf_text(&text), h->warning) == (told != 0), "%s of\n%s", h->warning,
                      buf_text(&text));
        buf_free(&text);
    }
}
END_TEST

/* How a fused product of (B, N, 3 * H * D) numbers is cut into queries, keys and values. */
static const struct {
    const char *cut;
    bool mixed;
} cuts_of_fused[] = {
    {"y.reshape(3, B, H, N, D)", true},
    {"y.view(3, B, N, H, D).transpose(2, 3)", true},
    {"y.reshape(B, 3, H, N, D).transpose(0, 1)", true},
    {"y.reshape(B, H, N, 3, D).permute(3, 0, 1, 2, 4)", true},
    {"(t.reshape(B, H, N, D) for t in y.chunk(3, -1))", true},
    {"y.view(B, H, N, 3 * D).chunk(3, -1)", true},
    {"y.reshape(B, N, 3, H, D).permute(2, 0, 3, 1, 4)", false},
    {"y.reshape(B, N, 3, H, D).transpose(1, 3).unbind(2)", false},
    {"(y.view(B, N, 3, H, D)[:, :, i].transpose(1, 2) for i in range(3))", false},
    {"y.view(B, N, H, 3 * D).transpose(1, 2).chunk(3, -1)", false},
    {"y.view(B, N, H, D, 3).permute(4, 0, 2, 1, 3)", false},
    {"(t.reshape(B, N, H, D).transpose(1, 2) for t in y.chunk(3, -1))", false},
    {"(t.transpose(0, 1).reshape(N, B * H, D).transpose(0, 1) for t in y.chunk(3, -1))", false},
    {"y.transpose(1, 2).reshape(B, 3, H, D, N).mT.unbind(1)", false},
    {"y.reshape(B * N, 3, H, D).reshape(B, N, 3, H, D).permute(2, 0, 3, 1, 4)", false},
};

START_TEST(a_fused_product_is_cut)
{
    static const char *const sizes[] = {"2, 5, 4, 8", "1, 6, 3, 7", "2, 4, 4, 8",
                                        "4, 4, 2, 3", "3, 3, 3, 4", "2, 2, 4, 5"};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        struct buf text = {0};
        buf_printf(&text,
                   "B, N, H, D = %s\ny = nn.Linear(6, 3 * H * D)(torch.randn(B, N, 6))\n"
                   "q, k, v = %s\no = torch.softmax(q @ k.mT / D ** 0.5, -1) @ v\n",
                   sizes[k], cuts_of_fused[_i].cut);
        bool told = warns_of(buf_text(&text), "heads-mixed");
        bool open = k > 1; /* two sizes are one: it may not be told, but never of what is right */
        ck_assert_msg(told == cuts_of_fused[_i].mixed || (open && !told), "%s", buf_text(&text));
        buf_free(&text);
    }
}
END_TEST

/* How NaN came about is told as it was. */
static const struct {
    const char *text, *told;
} origins_of_nan[] = {
    {"x = torch.tensor([-1.0]).log()\n", "log makes it of a negative number"},
    {"x = torch.tensor([2.0]).acos()\n", "acos makes it of a number outside of its range"},
    {"x = torch.tensor([float('inf')]).sin()\n", "sin makes it of infinity"},
    {"x = torch.tensor([1.0]).fmod(0.0)\n", "fmod makes it of a rest by 0"},
    {"x = torch.ones(0).mean()\n", "mean makes it of too few numbers"},
    {"x = torch.tensor([0.0]) / 0\n", "first: 0 is divided by 0"},
    {"x = torch.tensor([float('inf')]) / float('inf')\n", "first: infinity is divided by infinity"},
    {"x = torch.tensor([float('inf')]).softmax(0)\n", "softmax makes it of a row with inf in it"},
    {"x = torch.tensor([[float('inf')]]) @ torch.zeros(1, 1)\n", "matmul makes it of numbers"},
    {"x = np.zeros(2)\nx[0] = None\n", "__setitem__ writes None, which a table of numbers holds"},
    {"x = torch.tensor([-1], dtype=torch.int32).view(torch.float32)\n", "view brings it in"},
};

START_TEST(the_origin_of_nan_is_told)
{
    struct warnings w;
    struct traced t;
    traced_open(&t, origins_of_nan[_i].text);
    ck_assert(warnings_find(&t.tape, &w));
    ck_assert_int_eq(w.count, 1);
    ck_assert_msg(strstr(w.at[0].text, origins_of_nan[_i].told) != NULL, "%s\n%s",
                  origins_of_nan[_i].told, w.at[0].text);
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

/* NaN of other numbers is told in its own line, NaN of NaN is not. */
START_TEST(each_origin_of_nan_is_told)
{
    struct warnings w;
    struct traced t;
    traced_open(&t, "x = torch.tensor([0.0, 1.0])\na = x / x\nb = a + 1\n"
                    "for k in range(3):\n    c = x.log() * x\nd = (x - 1).sqrt()\n");
    ck_assert(warnings_find(&t.tape, &w));
    ck_assert_int_eq(w.count, 3);
    ck_assert_ptr_nonnull(strstr(w.at[0].text, "first: 0 is divided by 0"));
    ck_assert_ptr_nonnull(strstr(w.at[1].text, "too: mul makes it of numbers"));
    ck_assert_ptr_nonnull(strstr(w.at[2].text, "too: sqrt makes it of a negative number"));
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

/* Where the road from a parameter to the loss is cut, and by what. Line 5 is the one that is given.
 */
static const struct {
    const char *line;
    int at;
    const char *told;
} cuts[] = {
    {"h = a(x).detach()", 5,
     "a.weight is held by the optimizer, but gets no "
     "gradient: detach() cuts its road to the loss here"},
    {"h = a(x).data * 1", 5, ".data cuts its road"},
    {"h = F.linear(x, a.weight.data, a.bias.data)", 5, ".data cuts its road"},
    {"h = torch.no_grad()(a)(x)", 5, "torch.no_grad() cuts its road"},
    {"h = F.one_hot(a(x).argmax(-1), 8).float()", 5, "argmax() has no gradient and cuts its road"},
    {"h = a(x).long().float()", 5, "numbers that are no floats cut its road"},
    {"h = F.linear(x * b.weight[0, 0], a.weight.data, a.bias.data) + torch.rand(5, 8)", 5,
     ".data cuts its road"},
    {"class Twice(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n"
     "        return x * 2\n    @staticmethod\n    def backward(ctx, g):\n        return g * 2\n"
     "h = Twice.apply(a(x)).detach()",
     12, "detach() cuts its road"},
    {"h = a(x)\nm = torch.ones(5, 8).type_as(h)\nh = (h * m).detach()", 7,
     "detach() cuts its road"},
    {"h = a(x)\nm = torch.ones(5, 8).double().to(h)\nh = (h * m).detach()", 7,
     "detach() cuts its road"},
    {"h = a(x)\nm = torch.ones(8).expand_as(h)\nh = h.detach() * m", 7, "detach() cuts its road"},
    {"h = a(x)\nm = torch.ones(40).view_as(h)\nh = h.detach() * m", 7, "detach() cuts its road"},
    {"h = a(x)\nm = torch.full_like(h, 2.0)\nh = (h * m).detach()", 7, "detach() cuts its road"},
    {"h = a(x)\nm = h.new_full((8,), 2.0)\nh = (h * m).detach()", 7, "detach() cuts its road"},
    {"h = a(x)\nm = torch.rand_like(h)\nh = (h * m).detach()", 7, "detach() cuts its road"},
    {"h = a(x)\nm = h.new_tensor([2.0])\nh = (h * m).detach()", 7, "detach() cuts its road"},
    {"h = a(x)\nlow = h < -9\nh = h.masked_fill(low, 0.0).detach()", 7, "detach() cuts its road"},
    {"h = a(x)\nm = h.detach().max()\nh = (h - m).detach()", 7, "detach() cuts its road"},
    {"h = torch.full_like(x, a(x).mean())[:, :1].expand(5, 8)", 5, "full_like() has no gradient"},
    {"h = torch.rand(5, 8).type_as(a(x))", 2, "nothing that is computed with it leads to the loss"},
    {"h = torch.tensor(a(x).tolist())", 2, "nothing that is computed with it leads to the loss"},
    {"g, h = a(x), torch.ones(5, 8)", 2, "nothing that is computed with it leads to the loss"},
};

START_TEST(the_cut_is_named)
{
    struct warnings w;
    struct traced t;
    struct buf text = {0};
    buf_printf(&text,
               "x, y = torch.ones(5, 4), torch.tensor([0, 1, 2, 0, 1])\n"
               "a, b = nn.Linear(4, 8), nn.Linear(8, 3)\n"
               "opt = torch.optim.SGD([*a.parameters(), *b.parameters()], lr=0.1)\n"
               "\n"
               "%s\n"
               "F.cross_entropy(b(h), y).backward()\n"
               "opt.step()\n",
               cuts[_i].line);
    traced_open(&t, buf_text(&text));
    ck_assert(warnings_find(&t.tape, &w));
    ck_assert_int_ge(w.count, 1);
    ck_assert_msg(strstr(w.at[0].text, cuts[_i].told) != NULL, "%s\n%s", cuts[_i].told,
                  w.at[0].text);
    ck_assert_int_eq(location_of(&w.at[0].at).line, cuts[_i].at);
    buf_free(&text);
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

START_TEST(an_empty_step_names_the_cut)
{
    struct warnings w;
    struct traced t;
    traced_open(&t, "m = nn.Linear(4, 3)\nopt = torch.optim.SGD(m.parameters(), lr=0.1)\n"
                    "for k in range(2):\n"
                    "    said = m(torch.ones(3, 4)).argmax(-1)\n"
                    "    loss = said.float().mean().requires_grad_() / 2\n"
                    "    loss.backward()\n"
                    "    opt.step()\n");
    ck_assert(warnings_find(&t.tape, &w));
    ck_assert_int_eq(w.count, 1);
    ck_assert_str_eq(w.at[0].text,
                     "the step changes nothing: backward() gave its gradients to other tensors, "
                     "not to those of this optimizer: argmax() has no gradient and cuts their road "
                     "to the loss in line 4");
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

/* The road through frozen parameters is not what cut: they ask for nothing. */
START_TEST(an_empty_step_of_frozen_parameters_says_so)
{
    struct warnings w;
    struct traced t;
    traced_open(&t, "m, low = nn.Linear(4, 3), nn.Parameter(torch.ones(3))\n"
                    "m.requires_grad_(False)\n"
                    "opt = torch.optim.SGD(m.parameters(), lr=0.1)\n"
                    "for k in range(2):\n"
                    "    (m(torch.ones(3, 4)) * low).sum().backward()\n"
                    "    opt.step()\n");
    ck_assert(warnings_find(&t.tape, &w));
    ck_assert_int_ge(w.count, 1);
    ck_assert_str_eq(w.at[0].text,
                     "the step changes nothing: backward() gave its gradients to other tensors, "
                     "not to those of this optimizer, whose requires_grad is False");
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

/* A gradient that came and was cleared is no missing one. */
START_TEST(a_cleared_gradient_is_told_once)
{
    struct warnings w;
    struct traced t;
    traced_open(&t, "m = nn.Linear(4, 2)\nopt = torch.optim.SGD(m.parameters(), lr=0.1)\n"
                    "for k in range(3):\n    m(torch.ones(3, 4)).pow(2).mean().backward()\n"
                    "    opt.zero_grad(set_to_none=True)\n    opt.step()\n");
    ck_assert(warnings_find(&t.tape, &w));
    ck_assert_int_ge(w.count, 1);
    for (int k = 0; k < w.count; k++) {
        ck_assert_int_eq(w.at[k].kind, MISTAKE_empty_step);
    }
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

/* Beside one whose gradient is 0 all the time, as that of LoRA's A while B is 0. */
START_TEST(a_cleared_gradient_is_told_beside_one_of_zeros)
{
    struct warnings w;
    struct traced t;
    traced_open(&t,
                "A, B = nn.Parameter(torch.ones(4, 2)), nn.Parameter(torch.zeros(2, 3))\n"
                "opt = torch.optim.SGD([A, B], lr=0.1)\n"
                "for k in range(3):\n    ((torch.ones(3, 4) @ A @ B - 1) ** 2).mean().backward()\n"
                "    opt.zero_grad()\n    opt.step()\n");
    ck_assert(warnings_find(&t.tape, &w));
    ck_assert_int_eq(w.count, 1);
    ck_assert_int_eq(w.at[0].kind, MISTAKE_empty_step);
    ck_assert(strstr(w.at[0].text, "they were cleared") != NULL);
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

/* Each pass through a place has its warning; what is listed by places has it once. */
START_TEST(every_pass_is_warned)
{
    struct warnings w;
    struct traced t;
    int lost = 0, again = 0, listed = 0;
    traced_open(&t, "torch.manual_seed(0)\n"
                    "lq, lk, lv = nn.Linear(6, 3), nn.Linear(6, 3), nn.Linear(6, 3)\n"
                    "def attend(x):\n"
                    "    s = lq(x) @ lk(x).T / 3 ** 0.5\n"
                    "    s.masked_fill(torch.triu(torch.ones(4, 4), 1).bool(), -torch.inf)\n"
                    "    return torch.softmax(s, -1) @ lv(x)\n"
                    "for i in range(3):\n"
                    "    y = attend(torch.randn(4, 6))\n");
    ck_assert(warnings_find(&t.tape, &w));
    ck_assert_int_eq(t.tape.pass_count, 3);
    for (int k = 0; k < w.count; k++) {
        if (w.at[k].kind == MISTAKE_mask_not_applied) {
            ck_assert_int_eq(w.at[k].event, t.tape.pass[lost].softmax);
            ck_assert_int_eq(w.at[k].again, lost > 0);
            lost++;
        }
        again += w.at[k].again;
    }
    ck_assert_int_eq(lost, 3);
    ck_assert_int_eq(again, w.count - 2); /* the result that is lost, the mask */
    for (int k = -1; (k = warnings_next(&w, k + 1, 0, t.tape.event_count - 1)) >= 0;) {
        listed++;
    }
    ck_assert_int_eq(listed, 2);
    int second = t.tape.pass[1].softmax;
    int k = warnings_next(&w, 0, second, second);
    ck_assert_int_ge(k, 0);
    ck_assert_int_eq(w.at[k].kind, MISTAKE_mask_not_applied);
    ck_assert_int_lt(warnings_next(&w, k + 1, second, second), 0);
    warnings_free(&w);
    traced_close(&t);
}
END_TEST

Suite *suite_warnings(void)
{
    Suite *s = suite_create("warnings");
    TCase *t = tcase_create("warnings");
    tcase_add_loop_test(t, the_warnings_are, 0, COUNT);
    tcase_add_loop_test(t, every_warning_is_shown_and_has_a_twin, 0, MISTAKE_COUNT);
    tcase_add_loop_test(t, a_fused_product_is_cut, 0,
                        (int)(sizeof cuts_of_fused / sizeof cuts_of_fused[0]));
    tcase_add_loop_test(t, a_warning_begins_at_its_threshold, 0, THRESHOLDS);
    tcase_add_loop_test(t, the_origin_of_nan_is_told, 0,
                        (int)(sizeof origins_of_nan / sizeof origins_of_nan[0]));
    tcase_add_test(t, each_origin_of_nan_is_told);
    tcase_add_loop_test(t, the_cut_is_named, 0, (int)(sizeof cuts / sizeof cuts[0]));
    tcase_add_test(t, an_empty_step_names_the_cut);
    tcase_add_test(t, an_empty_step_of_frozen_parameters_says_so);
    tcase_add_test(t, a_cleared_gradient_is_told_once);
    tcase_add_test(t, a_cleared_gradient_is_told_beside_one_of_zeros);
    tcase_add_test(t, every_pass_is_warned);
    suite_add_tcase(s, t);
    return s;
}
