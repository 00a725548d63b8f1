/* Tests stages in the forms that public teaching code takes, each a whole small program. */
#include "traced.h"

#include "trace/stage/stages.h"

#include <check.h>
#include <string.h>

Suite *suite_stage_forms(void);

static const struct form {
    const char *title, *text, *stages;
} forms[] = {
    {"rows that a list picks are copied: no view",
     "x = torch.eye(3)\n"
     "around, swapped = x[[2, 1, 0]], x.index_select(0, torch.tensor([1, 0, 2]))\n"
     "w = torch.softmax(around[0] @ swapped.T, dim=-1) @ swapped\n",
     "other other view transpose scores softmax context"},
    {"a cache of keys that cat makes longer",
     "class Attn(nn.Module):\n"
     "    def __init__(self, d, h):\n"
     "        super().__init__()\n"
     "        self.h, self.hd = h, d // h\n"
     "        self.wq, self.wk, self.wv, self.wo = [nn.Linear(d, d, bias=False) for _ in "
     "range(4)]\n"
     "        self.k_cache = None\n"
     "        self.v_cache = None\n"
     "    def forward(self, x):\n"
     "        B, T, C = x.shape\n"
     "        q = self.wq(x).view(B, T, self.h, self.hd).transpose(1, 2)\n"
     "        k = self.wk(x).view(B, T, self.h, self.hd).transpose(1, 2)\n"
     "        v = self.wv(x).view(B, T, self.h, self.hd).transpose(1, 2)\n"
     "        if self.k_cache is None:\n"
     "            self.k_cache, self.v_cache = k, v\n"
     "        else:\n"
     "            self.k_cache = torch.cat([self.k_cache, k], dim=2)\n"
     "            self.v_cache = torch.cat([self.v_cache, v], dim=2)\n"
     "        s = q @ self.k_cache.transpose(-2, -1) / math.sqrt(self.hd)\n"
     "        w = F.softmax(s, dim=-1)\n"
     "        o = (w @ self.v_cache).transpose(1, 2).reshape(B, T, C)\n"
     "        return self.wo(o)\n"
     "a = Attn(8, 2)\n"
     "for t in range(3):\n"
     "    y = a(torch.randn(1, 1, 8))\n",
     "project view transpose project view transpose project view transpose transpose scores "
     "scale softmax context concat concat out-proj project view transpose project view "
     "transpose project view transpose join join transpose scores scale softmax context "
     "concat concat out-proj project view transpose project view transpose project view "
     "transpose join join transpose scores scale softmax context concat concat out-proj"},
    {"a backward that the code computes by hand, which is no attention of its own",
     "q, k, v, target = np.random.randn(4, 3, 4)\n"
     "s = q @ k.T / np.sqrt(4)\n"
     "e = np.exp(s - s.max(-1, keepdims=True))\n"
     "w = e / e.sum(-1, keepdims=True)\n"
     "o = w @ v\n"
     "g = o - target\n"
     "dw = g @ v.T\n"
     "ds = w * (dw - (dw * w).sum(-1, keepdims=True))\n"
     "ds /= np.sqrt(4)\n"
     "dq, dk, dv = ds @ k, ds.T @ q, w.T @ g\n",
     "view view view other transpose scores scale softmax softmax softmax softmax softmax context "
     "other other other other other other other other other other other other other"},
    {"the same of a gradient that is given, down to the weights of the projections",
     "x, Wq, Wk, Wv, g = np.random.randn(5, 3, 3)\n"
     "q, k, v = x @ Wq, x @ Wk, x @ Wv\n"
     "s = q @ k.T / np.sqrt(3)\n"
     "e = np.exp(s)\n"
     "w = e / e.sum(-1, keepdims=True)\n"
     "o = w @ v\n"
     "dv = w.T @ g\n"
     "dw = g @ v.T\n"
     "ds = w * (dw - (dw * w).sum(-1, keepdims=True))\n"
     "ds /= np.sqrt(3)\n"
     "dq, dk = ds @ k, ds.T @ q\n"
     "dx = dq @ Wq.T + dk @ Wk.T + dv @ Wv.T\n",
     "other project project project other project project project transpose scores scale softmax "
     "softmax softmax context other other other other other other other other other other other "
     "other other other other other other other other other"},
    {"and of the last table of weights: the context is turned for it, not joined",
     "x, Wq, Wk, Wv, Wo = torch.randn(5, 3, 3)\n"
     "o = torch.softmax((x @ Wq) @ (x @ Wk).T, -1) @ (x @ Wv)\n"
     "y = o @ Wo\n"
     "dy = torch.ones_like(y)\n"
     "dWo = o.T @ dy\n"
     "do = dy @ Wo.T\n",
     "project project project transpose scores softmax project context out-proj other other "
     "other other"},
    {"the same of a batch of heads, whose context is joined for the projection alone",
     "x, g = torch.randn(2, 4, 6), torch.randn(2, 4, 6)\n"
     "Wq, Wk, Wv, Wo = [torch.randn(6, 6) for _ in range(4)]\n"
     "q, k, v = [(x @ w).view(2, 4, 2, 3).transpose(1, 2) for w in (Wq, Wk, Wv)]\n"
     "o = torch.softmax(q @ k.mT, -1) @ v\n"
     "o = o.transpose(1, 2).reshape(2, 4, 6)\n"
     "y = o @ Wo\n"
     "dWo = o.reshape(-1, 6).T @ g.reshape(-1, 6)\n"
     "again = torch.einsum('btc,btd->cd', o, g)\n"
     "turned = g.flatten(0, 1).T @ o.flatten(0, 1)\n",
     "project view transpose project view transpose project view transpose transpose scores "
     "softmax context concat concat out-proj other other other other other other other other "
     "other"},
    {"rows of tokens, then their columns: what joins the first is not projected from heads",
     "class Attn(nn.Module):\n"
     "    def __init__(self, d):\n"
     "        super().__init__()\n"
     "        self.q, self.k, self.v, self.o = [nn.Linear(d, d) for _ in range(4)]\n"
     "    def forward(self, x):\n"
     "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
     "        w = (q @ k.mT / q.shape[-1] ** 0.5).softmax(-1)\n"
     "        return self.o(w @ v)\n"
     "embed, rows, columns = nn.Linear(5, 8), Attn(8), Attn(8)\n"
     "x = embed(torch.randn(1, 3, 4, 5))\n"
     "y = columns(rows(x).transpose(1, 2)).transpose(1, 2)\n",
     "other project project project transpose scores scale softmax context out-proj other project "
     "project project transpose scores scale softmax context out-proj other"},
    {"token ids are no mask, only what is asked of them",
     "emb = nn.Embedding(9, 4)\n"
     "def attend(seq):\n"
     "    ids = seq[:, :3]\n"
     "    x = emb(ids)\n"
     "    s = (x @ x.mT).masked_fill((ids == 1)[:, None], -1e9)\n"
     "    return s.softmax(-1) @ x\n"
     "o = attend(torch.tensor([[1, 0, 1, 1], [0, 1, 0, 1]]))\n",
     "other other transpose scores mask mask mask softmax context"},
    {"nor are ids that nobody looks up, of words or of documents",
     "def attend(x, words, documents):\n"
     "    ids, own = words[:, :3], documents[:, :3]\n"
     "    s = (x @ x.mT).masked_fill((ids == 0)[:, None], -1e9)\n"
     "    s = s.masked_fill(own[:, :, None] != own[:, None], -1e9)\n"
     "    return s.softmax(-1) @ x\n"
     "ids = torch.tensor([[5, 7, 0, 0], [5, 5, 5, 0]])\n"
     "o = attend(torch.randn(2, 3, 4), ids, torch.tensor([[0, 1, 1, 1], [0, 0, 1, 1]]))\n",
     "other other transpose scores mask mask mask other other mask mask softmax context"},
    {"integers that are a mask: zeros and ones, positions beside lengths",
     "def attend(x, keep, lengths):\n"
     "    keep, lengths = keep[:, :3], lengths[:2]\n"
     "    s = (x @ x.mT).masked_fill((keep == 0)[:, None], -1e9)\n"
     "    s = s.masked_fill((torch.arange(3) >= lengths[:, None])[:, None], -1e9)\n"
     "    return s.softmax(-1) @ x\n"
     "keep = torch.tensor([[1, 1, 0, 0], [1, 1, 1, 0]])\n"
     "o = attend(torch.randn(2, 3, 4), keep, torch.tensor([2, 3, 1]))\n",
     "mask mask transpose scores mask mask mask mask mask mask mask softmax context"},
    {"a bias that is learned is no mask, whatever it is called, until a mask is added to it",
     "class Attn(nn.Module):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.bias = nn.Parameter(torch.zeros(3, 3))\n"
     "        self.causal = torch.full((3, 3), -1e9).triu(1)\n"
     "    def forward(self, x, causal):\n"
     "        attn_mask = self.bias[:3]\n"
     "        if causal:\n"
     "            attn_mask = attn_mask + self.causal[:3]\n"
     "        s = x @ x.mT + attn_mask\n"
     "        return s.softmax(-1) @ x\n"
     "attn = Attn()\n"
     "x = torch.randn(3, 4)\n"
     "y, z = attn(x, False), attn(x, True)\n",
     "other transpose scores other softmax context other mask mask transpose scores mask softmax "
     "context"},
    {"nor is a bias for each distance, in a triangle or as the argument of attention",
     "def attend(x, distance):\n"
     "    bias = (distance * -0.5).tril()\n"
     "    return (x @ x.mT + bias).softmax(-1) @ x\n"
     "i = torch.arange(3)\n"
     "x, distance = torch.randn(3, 4), i[:, None] - i\n"
     "y = attend(x, distance)\n"
     "z = F.scaled_dot_product_attention(x, x, x, distance * -0.5)\n",
     "other other other other transpose scores other softmax context other transpose scores scale "
     "other softmax context"},
    {"scores that are only looked at, four times over",
     "x = torch.randn(4, 6)\n"
     "W = [torch.randn(6, 3) for _ in range(5)]\n"
     "q, k, q2, k2, v = [x @ w for w in W]\n"
     "s = q @ k.T\n"
     "for _ in range(4):\n"
     "    s = s[:]\n"
     "print(s)\n"
     "w = torch.softmax(q2 @ k2.T, -1)\n"
     "o = w @ v\n",
     "project project project project project transpose scores other other other other transpose "
     "scores softmax context"},
    {"numbers that are made smaller where they are made",
     "q = torch.randn(4, 6) * 0.5\n"
     "k = (torch.arange(24.) - 12).view(4, 6) / 10\n"
     "v = 2 * torch.tensor([[1., 2.]] * 4)\n"
     "o = torch.softmax(q @ k.T / 6 ** 0.5, -1) @ v\n",
     "other other view other other transpose scores scale softmax context"},
    {"and where the scores are, or in a line of its own",
     "k, x = torch.randn(4, 6), torch.randn(4, 6)\n"
     "s = (torch.arange(24.).view(4, 6) * 6 ** -0.5) @ k.T\n"
     "o = torch.softmax(s, -1) @ x\n"
     "x = x * 6 ** -0.5\n"
     "o = torch.softmax(x @ k.T, -1) @ k\n",
     "view scale transpose scores softmax context scale transpose scores softmax context"},
    {"what is looked at more often is not followed",
     "x = torch.randn(4, 6)\n"
     "W = [torch.randn(6, 3) for _ in range(5)]\n"
     "q, k, q2, k2, v = [x @ w for w in W]\n"
     "s = q @ k.T\n"
     "for _ in range(5):\n"
     "    s = s[:]\n"
     "print(s)\n"
     "w = torch.softmax(q2 @ k2.T, -1)\n"
     "o = w @ v\n",
     "other other project project project other other other other other other other transpose "
     "scores softmax context"},
    {"a cache of keys that is written into",
     "class Attn(nn.Module):\n"
     "    def __init__(self, d, h, max_len):\n"
     "        super().__init__()\n"
     "        self.h, self.hd = h, d // h\n"
     "        self.wq, self.wk, self.wv, self.wo = [nn.Linear(d, d, bias=False) for _ in "
     "range(4)]\n"
     "        self.cache_k = torch.zeros(1, max_len, h, d // h)\n"
     "        self.cache_v = torch.zeros(1, max_len, h, d // h)\n"
     "    def forward(self, x, start_pos):\n"
     "        bsz, seqlen, _ = x.shape\n"
     "        xq, xk, xv = self.wq(x), self.wk(x), self.wv(x)\n"
     "        xq = xq.view(bsz, seqlen, self.h, self.hd)\n"
     "        xk = xk.view(bsz, seqlen, self.h, self.hd)\n"
     "        xv = xv.view(bsz, seqlen, self.h, self.hd)\n"
     "        self.cache_k[:bsz, start_pos:start_pos + seqlen] = xk\n"
     "        self.cache_v[:bsz, start_pos:start_pos + seqlen] = xv\n"
     "        keys = self.cache_k[:bsz, :start_pos + seqlen]\n"
     "        values = self.cache_v[:bsz, :start_pos + seqlen]\n"
     "        xq = xq.transpose(1, 2)\n"
     "        keys = keys.transpose(1, 2)\n"
     "        values = values.transpose(1, 2)\n"
     "        scores = torch.matmul(xq, keys.transpose(2, 3)) / math.sqrt(self.hd)\n"
     "        scores = F.softmax(scores.float(), dim=-1).type_as(xq)\n"
     "        output = torch.matmul(scores, values)\n"
     "        output = output.transpose(1, 2).contiguous().view(bsz, seqlen, -1)\n"
     "        return self.wo(output)\n"
     "a = Attn(8, 2, 6)\n"
     "for t in range(3):\n"
     "    y = a(torch.randn(1, 1, 8), t)\n",
     "project project project view view view join join view view transpose transpose "
     "transpose transpose scores scale other softmax other context concat concat concat "
     "out-proj project project project view view view join join view view transpose transpose "
     "transpose transpose scores scale other softmax other context concat concat concat "
     "out-proj project project project view view view join join view view transpose transpose "
     "transpose transpose scores scale other softmax other context concat concat concat "
     "out-proj"},
    {"shares made to add up to 1 again behind a late mask",
     "T, C = 4, 6\n"
     "x = torch.randn(2, T, C)\n"
     "q, k, v = nn.Linear(C, C)(x), nn.Linear(C, C)(x), nn.Linear(C, C)(x)\n"
     "s = q @ k.transpose(1, 2)\n"
     "w = torch.softmax(s / C ** 0.5, dim=-1)\n"
     "mask = torch.tril(torch.ones(T, T))\n"
     "masked = w * mask\n"
     "row_sums = masked.sum(dim=-1, keepdim=True)\n"
     "normed = masked / row_sums\n"
     "o = normed @ v\n",
     "project project project transpose scores scale softmax mask softmax softmax "
     "context"},
    {"a gate over experts, collected by matmul",
     "x = torch.randn(5, 6)\n"
     "gate = nn.Linear(6, 3)\n"
     "experts = nn.ModuleList([nn.Linear(6, 6) for _ in range(3)])\n"
     "g = F.softmax(gate(x), dim=-1)\n"
     "outs = torch.stack([e(x) for e in experts], dim=1)\n"
     "y = torch.matmul(g.unsqueeze(1), outs).squeeze(1)\n",
     "other other other other other other other other other"},
    {"a gate over experts, collected by einsum",
     "x = torch.randn(2, 5, 6)\n"
     "gate = nn.Linear(6, 3, bias=False)\n"
     "w1 = nn.Parameter(torch.randn(3, 6, 8))\n"
     "w2 = nn.Parameter(torch.randn(3, 8, 6))\n"
     "g = torch.softmax(gate(x), dim=-1)\n"
     "h = torch.relu(torch.einsum('btd,edh->bteh', x, w1))\n"
     "outs = torch.einsum('bteh,ehd->bted', h, w2)\n"
     "y = torch.einsum('bte,bted->btd', g, outs)\n",
     "other other other other other other"},
    {"the same with weights that are no module's: one matrix for all experts, stacked, in a loop",
     "x, W_gate = torch.randn(5, 6), torch.randn(6, 3)\n"
     "W = torch.randn(3, 6, 6)\n"
     "g = torch.softmax(x @ W_gate, dim=-1)\n"
     "outs = torch.einsum('td,edf->tef', x, W)\n"
     "y = torch.einsum('te,tef->tf', g, outs)\n"
     "y = (g.unsqueeze(-1) * outs).sum(1)\n",
     "other other other other other other other"},
    {"each expert by itself",
     "x, W_gate = torch.randn(5, 6), torch.randn(6, 2)\n"
     "W = [torch.randn(6, 6) for _ in range(2)]\n"
     "g = torch.softmax(x @ W_gate, dim=-1)\n"
     "y = torch.zeros(5, 6)\n"
     "for e in range(2):\n"
     "    y += g[:, e:e + 1] * (x @ W[e])\n",
     "other other other other other other other other other other"},
    {"experts that are joined, and cut out of one layer",
     "x, W_gate = torch.randn(5, 6), torch.randn(6, 2)\n"
     "e = [nn.Linear(6, 6) for _ in range(2)]\n"
     "g = torch.softmax(x @ W_gate, dim=-1)\n"
     "outs = torch.cat([f(x).unsqueeze(1) for f in e], dim=1)\n"
     "y = (g.unsqueeze(1) @ outs).squeeze(1)\n"
     "outs = nn.Linear(6, 12)(x).view(5, 2, 6)\n"
     "y = torch.softmax(x @ W_gate, -1).unsqueeze(1) @ outs\n",
     "other other other other other other other other other other other other other other other "
     "other"},
    {"shares of classes that collect their vectors",
     "x, head, emb = torch.randn(5, 6), nn.Linear(6, 7), nn.Embedding(7, 6)\n"
     "y = head(x).softmax(-1) @ emb.weight\n",
     "other other other"},
    {"but scores that a layer makes for each token, of its values",
     "x, to_scores, to_v = torch.randn(2, 5, 6), nn.Linear(6, 5), nn.Linear(6, 6)\n"
     "y = to_scores(x).softmax(-1) @ to_v(x)\n",
     "scores softmax project context"},
    {"nor are keys and values that are given, in a loop, too",
     "q, K, V = torch.randn(3, 4), torch.randn(5, 4), torch.randn(5, 4)\n"
     "w = torch.softmax(q @ K.T, dim=-1)\n"
     "y = torch.zeros(3, 4)\n"
     "for j in range(2):\n"
     "    y += w[:, j:j + 1] * V[j]\n",
     "transpose scores softmax view view context context view view context context"},
    {"a classifier of turned rows whose weights are no module's",
     "x = torch.randn(6, 5).T\n"
     "p = F.softmax(F.linear(x, torch.randn(3, 6)), dim=-1)\n",
     "other other other"},
    {"the same product as an operator is of queries and keys",
     "x = torch.randn(6, 5).T\n"
     "p = F.softmax(x @ torch.randn(6, 3), dim=-1)\n",
     "transpose scores softmax"},
    {"a gate that sends each token to two experts",
     "x = torch.randn(5, 6)\n"
     "gate = nn.Linear(6, 4)\n"
     "experts = [nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 6)) for _ in range(4)]\n"
     "logits = gate(x)\n"
     "top, idx = logits.topk(2, dim=-1)\n"
     "wts = F.softmax(top, dim=-1)\n"
     "out = torch.zeros_like(x)\n"
     "for i, e in enumerate(experts):\n"
     "    for j in range(2):\n"
     "        sel = idx[:, j] == i\n"
     "        if sel.any():\n"
     "            out[sel] += wts[sel, j].unsqueeze(-1) * e(x[sel])\n",
     "other other other other other other other other other other other other other "
     "other other other other other other other other other other other other other "
     "other other other other other other other other other other other other other "
     "other other other other other other other other other other other other other "
     "other other other other other other other other other other other other other "
     "other other other other other other other other other other other other other "
     "other other other other other other other other other"},
    {"queries and keys of length 1",
     "x = torch.randn(2, 4, 6)\n"
     "q = F.normalize(nn.Linear(6, 6)(x), dim=-1)\n"
     "k = F.normalize(nn.Linear(6, 6)(x), dim=-1)\n"
     "v = nn.Linear(6, 6)(x)\n"
     "s = q @ k.transpose(-2, -1) * 10\n"
     "o = s.softmax(-1) @ v\n",
     "project other other other other project other other other other project "
     "transpose scores scale softmax context"},
    {"einops",
     "from einops import rearrange, repeat\n"
     "B, T, D, h = 2, 4, 12, 3\n"
     "x = torch.randn(B, T, D)\n"
     "to_qkv = nn.Linear(D, 3 * D, bias=False)\n"
     "qkv = to_qkv(x).chunk(3, dim=-1)\n"
     "q, k, v = map(lambda t: rearrange(t, 'b n (h d) -> b h n d', h=h), qkv)\n"
     "dots = torch.einsum('bhid,bhjd->bhij', q, k) * (D // h) ** -0.5\n"
     "attn = dots.softmax(dim=-1)\n"
     "out = torch.einsum('bhij,bhjd->bhid', attn, v)\n"
     "out = rearrange(out, 'b h n d -> b n (h d)')\n"
     "y = nn.Linear(D, D)(out)\n",
     "project view view transpose view transpose view transpose scores scale softmax "
     "context concat concat out-proj"},
    {"ALiBi: a bias by distance, and a mask",
     "B, T, H, D = 1, 4, 2, 3\n"
     "x = torch.randn(B, T, H * D)\n"
     "q, k, v = [nn.Linear(6, 6)(x).view(B, T, H, D).transpose(1, 2) for _ in range(3)]\n"
     "slopes = torch.tensor([2 ** -(8 * (i + 1) / H) for i in range(H)])\n"
     "pos = torch.arange(T)\n"
     "dist = pos[None, :] - pos[:, None]\n"
     "bias = slopes[:, None, None] * dist[None]\n"
     "mask = torch.triu(torch.full((T, T), float('-inf')), 1)\n"
     "s = q @ k.transpose(-1, -2) / math.sqrt(D) + bias + mask\n"
     "w = s.softmax(-1)\n"
     "o = (w @ v).transpose(1, 2).reshape(B, T, H * D)\n",
     "project view transpose project view transpose project view transpose other "
     "other other other other other transpose scores scale other mask softmax context "
     "concat concat"},
    {"relative positions: their scores are shifted and added to those of the keys",
     "x, W, u, w = torch.randn(4, 8), torch.randn(8, 24), torch.randn(8), torch.randn(8)\n"
     "table = torch.outer(torch.arange(3., -1, -1), torch.randn(8)).sin()\n"
     "q, k, v = (x @ W).chunk(3, -1)\n"
     "r = table @ torch.randn(8, 8)\n"
     "AC, BD = (q + u) @ k.T, (q + w) @ r.T\n"
     "BD = F.pad(BD, (1, 0)).view(5, 4)[1:].view(4, 4)\n"
     "s = (AC + BD) / 8 ** 0.5\n"
     "o = torch.softmax(s, -1) @ v\n",
     "other other project view project other transpose scores other transpose scores other view "
     "view view scores scale softmax context"},
    {"a learned bias by relative position",
     "B, T, H, D = 1, 4, 2, 3\n"
     "x = torch.randn(B, T, H * D)\n"
     "q, k, v = [nn.Linear(6, 6)(x).view(B, T, H, D).transpose(1, 2) for _ in range(3)]\n"
     "rel = nn.Embedding(2 * T - 1, H)\n"
     "idx = torch.arange(T)[:, None] - torch.arange(T)[None, :] + T - 1\n"
     "bias = rel(idx).permute(2, 0, 1).unsqueeze(0)\n"
     "s = (q @ k.transpose(-1, -2)) * D ** -0.5\n"
     "s = s + bias\n"
     "w = F.softmax(s, dim=-1)\n"
     "o = (w @ v).transpose(1, 2).flatten(2)\n",
     "project view transpose project view transpose project view transpose other "
     "other other other other other other other transpose scores scale other softmax "
     "context concat concat"},
    {"a sliding window",
     "T, C, W = 6, 4, 2\n"
     "x = torch.randn(1, T, C)\n"
     "q, k, v = nn.Linear(C, C)(x), nn.Linear(C, C)(x), nn.Linear(C, C)(x)\n"
     "i = torch.arange(T).unsqueeze(1)\n"
     "j = torch.arange(T).unsqueeze(0)\n"
     "mask = (j <= i) & (i - j < W)\n"
     "s = q @ k.transpose(-2, -1) / math.sqrt(C)\n"
     "s = s.masked_fill(~mask, float('-inf'))\n"
     "o = torch.softmax(s, dim=-1) @ v\n",
     "project project project transpose scores scale mask softmax context"},
    {"pooling by a learned query",
     "x = torch.randn(2, 5, 6)\n"
     "query = nn.Parameter(torch.randn(6))\n"
     "scores = x @ query\n"
     "w = torch.softmax(scores, dim=1)\n"
     "pooled = (w.unsqueeze(-1) * x).sum(dim=1)\n",
     "scores softmax view context context"},
    {"pooling by a learned score",
     "x = torch.randn(2, 5, 6)\n"
     "score = nn.Linear(6, 1)\n"
     "w = F.softmax(score(x), dim=1)\n"
     "pooled = torch.sum(w * x, dim=1)\n",
     "scores softmax context context"},
    {"patches of a picture",
     "class Attention(nn.Module):\n"
     "    def __init__(self, dim, heads):\n"
     "        super().__init__()\n"
     "        self.heads = heads\n"
     "        self.scale = (dim // heads) ** -0.5\n"
     "        self.norm = nn.LayerNorm(dim)\n"
     "        self.qkv = nn.Linear(dim, dim * 3)\n"
     "        self.proj = nn.Linear(dim, dim)\n"
     "        self.drop = nn.Dropout(0.0)\n"
     "    def forward(self, x):\n"
     "        B, N, C = x.shape\n"
     "        x = self.norm(x)\n"
     "        qkv = self.qkv(x).reshape(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, "
     "4)\n"
     "        q, k, v = qkv[0], qkv[1], qkv[2]\n"
     "        attn = (q @ k.transpose(-2, -1)) * self.scale\n"
     "        attn = attn.softmax(dim=-1)\n"
     "        attn = self.drop(attn)\n"
     "        x = (attn @ v).transpose(1, 2).reshape(B, N, C)\n"
     "        return self.proj(x)\n"
     "img = torch.randn(2, 3, 8, 8)\n"
     "patch = nn.Conv2d(3, 8, 4, 4)\n"
     "x = patch(img).flatten(2).transpose(1, 2)\n"
     "cls = nn.Parameter(torch.zeros(1, 1, 8))\n"
     "x = torch.cat([cls.expand(2, -1, -1), x], dim=1)\n"
     "pos = nn.Parameter(torch.randn(1, 5, 8))\n"
     "x = x + pos\n"
     "x = x + Attention(8, 2)(x)\n"
     "head = nn.Linear(8, 3)\n"
     "p = head(x[:, 0]).softmax(-1)\n",
     "other other other other other other other other other other other other other "
     "other other other other other project view transpose view view view transpose "
     "scores scale softmax dropout context concat concat out-proj other other other "
     "other"},
    {"encoder, decoder and cross attention",
     "class MHA(nn.Module):\n"
     "    def __init__(self, d, h):\n"
     "        super().__init__()\n"
     "        self.h, self.dk = h, d // h\n"
     "        self.lin = nn.ModuleList([nn.Linear(d, d) for _ in range(4)])\n"
     "    def forward(self, query, key, value, mask=None):\n"
     "        n = query.size(0)\n"
     "        query, key, value = [l(x).view(n, -1, self.h, self.dk).transpose(1, 2) for l, x in "
     "zip(self.lin, (query, key, value))]\n"
     "        scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(self.dk)\n"
     "        if mask is not None:\n"
     "            scores = scores.masked_fill(mask == 0, -1e9)\n"
     "        p = scores.softmax(dim=-1)\n"
     "        x = torch.matmul(p, value)\n"
     "        x = x.transpose(1, 2).contiguous().view(n, -1, self.h * self.dk)\n"
     "        return self.lin[-1](x)\n"
     "src, tgt = torch.randn(1, 5, 8), torch.randn(1, 3, 8)\n"
     "enc, dec, cross = MHA(8, 2), MHA(8, 2), MHA(8, 2)\n"
     "mem = src + enc(src, src, src)\n"
     "m = torch.tril(torch.ones(1, 3, 3)).unsqueeze(1)\n"
     "y = tgt + dec(tgt, tgt, tgt, m)\n"
     "y = y + cross(y, mem, mem)\n"
     "out = nn.Linear(8, 10)(y).log_softmax(-1)\n",
     "project view transpose project view transpose project view transpose transpose "
     "scores scale softmax context concat concat concat out-proj other project view "
     "transpose project view transpose project view transpose transpose scores scale "
     "mask mask softmax context concat concat concat out-proj other project view "
     "transpose project view transpose project view transpose transpose scores scale "
     "softmax context concat concat concat out-proj other other other"},
    {"a temperature behind the scale",
     "x = torch.randn(4, 6)\n"
     "Wq, Wk, Wv = torch.randn(6, 3), torch.randn(6, 3), torch.randn(6, 3)\n"
     "q, k, v = x @ Wq, x @ Wk, x @ Wv\n"
     "temperature = 0.5\n"
     "s = q @ k.T / math.sqrt(3)\n"
     "w = torch.softmax(s / temperature, dim=-1)\n"
     "o = w @ v\n",
     "project project project transpose scores scale scale softmax context"},
    {"linear attention has no softmax",
     "x = torch.randn(2, 4, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "q = F.elu(q) + 1\n"
     "k = F.elu(k) + 1\n"
     "kv = torch.einsum('bnd,bnm->bdm', k, v)\n"
     "z = 1 / torch.einsum('bnd,bd->bn', q, k.sum(dim=1))\n"
     "o = torch.einsum('bnd,bdm,bn->bnm', q, kv, z)\n",
     "other other other other other other other other other other other other"},
    {"NumPy, a class with heads",
     "np.random.seed(0)\n"
     "def softmax(x, axis=-1):\n"
     "    e = np.exp(x - np.max(x, axis=axis, keepdims=True))\n"
     "    return e / np.sum(e, axis=axis, keepdims=True)\n"
     "class MHA:\n"
     "    def __init__(self, d, h):\n"
     "        self.h, self.dk = h, d // h\n"
     "        self.Wq, self.Wk, self.Wv, self.Wo = [np.random.randn(d, d) * 0.1 for _ in "
     "range(4)]\n"
     "    def split(self, x):\n"
     "        b, t, d = x.shape\n"
     "        return x.reshape(b, t, self.h, self.dk).transpose(0, 2, 1, 3)\n"
     "    def forward(self, x):\n"
     "        b, t, d = x.shape\n"
     "        Q, K, V = self.split(x @ self.Wq), self.split(x @ self.Wk), self.split(x @ self.Wv)\n"
     "        s = Q @ K.transpose(0, 1, 3, 2) / np.sqrt(self.dk)\n"
     "        mask = np.triu(np.ones((t, t)), k=1).astype(bool)\n"
     "        s = np.where(mask, -1e9, s)\n"
     "        w = softmax(s)\n"
     "        o = (w @ V).transpose(0, 2, 1, 3).reshape(b, t, d)\n"
     "        return o @ self.Wo\n"
     "y = MHA(8, 2).forward(np.random.randn(1, 3, 8))\n",
     "project view transpose project view transpose project view transpose transpose "
     "scores scale mask mask mask softmax softmax softmax softmax softmax context "
     "concat concat out-proj"},
    {"heads cut out of one projection",
     "x = torch.randn(4, 8)\n"
     "Wq, Wk, Wv, Wo = [torch.randn(8, 8) for _ in range(4)]\n"
     "Q, K, V = x @ Wq, x @ Wk, x @ Wv\n"
     "h, d = 2, 4\n"
     "heads = []\n"
     "for i in range(h):\n"
     "    q = Q[:, i * d:(i + 1) * d]\n"
     "    k = K[:, i * d:(i + 1) * d]\n"
     "    v = V[:, i * d:(i + 1) * d]\n"
     "    s = torch.matmul(q, k.transpose(0, 1)) / math.sqrt(d)\n"
     "    s = s + torch.triu(torch.ones(4, 4) * -1e9, diagonal=1)\n"
     "    heads.append(torch.matmul(torch.softmax(s, dim=-1), v))\n"
     "out = torch.cat(heads, dim=-1) @ Wo\n",
     "project project project view view view transpose scores scale mask mask mask "
     "softmax context view view view transpose scores scale mask mask mask softmax "
     "context concat out-proj"},
    {"one tensor for q, k and v, unbound",
     "B, T, C, H = 2, 4, 8, 2\n"
     "x = torch.randn(B, T, C)\n"
     "W = nn.Linear(C, 3 * C)\n"
     "q, k, v = W(x).reshape(B, T, 3, H, C // H).permute(2, 0, 3, 1, 4).unbind(0)\n"
     "a = torch.einsum('bhqd,bhkd->bhqk', q, k) / math.sqrt(C // H)\n"
     "a = a.masked_fill(torch.ones(T, T).triu(1).bool(), float('-inf')).softmax(dim=-1)\n"
     "o = torch.einsum('bhqk,bhkd->bqhd', a, v).reshape(B, T, C)\n"
     "y = nn.Linear(C, C)(o)\n",
     "project view transpose view scores scale mask softmax context concat out-proj"},
    {"grouped queries by expand",
     "B, T, H, G, D = 2, 4, 4, 2, 3\n"
     "x = torch.randn(B, T, H * D)\n"
     "q = nn.Linear(H * D, H * D)(x).view(B, T, H, D).transpose(1, 2)\n"
     "k = nn.Linear(H * D, G * D)(x).view(B, T, G, D).transpose(1, 2)\n"
     "v = nn.Linear(H * D, G * D)(x).view(B, T, G, D).transpose(1, 2)\n"
     "k = k[:, :, None, :, :].expand(B, G, H // G, T, D).reshape(B, H, T, D)\n"
     "v = v[:, :, None, :, :].expand(B, G, H // G, T, D).reshape(B, H, T, D)\n"
     "w = torch.softmax(q @ k.transpose(2, 3) / D ** 0.5, dim=-1)\n"
     "o = (w @ v).transpose(1, 2).contiguous().view(B, T, H * D)\n",
     "project view transpose project view transpose project view transpose view view "
     "view view view view transpose scores scale softmax context concat concat concat"},
    {"one key for all heads",
     "B, T, H, D = 2, 4, 3, 2\n"
     "x = torch.randn(B, T, H * D)\n"
     "q = nn.Linear(H * D, H * D)(x).view(B, T, H, D).transpose(1, 2)\n"
     "kv = nn.Linear(H * D, 2 * D)(x)\n"
     "k, v = kv.split(D, dim=-1)\n"
     "k, v = k.unsqueeze(1), v.unsqueeze(1)\n"
     "w = F.softmax(q @ k.transpose(-2, -1) * D ** -0.5, dim=-1)\n"
     "o = (w @ v).transpose(1, 2).reshape(B, T, H * D)\n"
     "y = nn.Linear(H * D, H * D)(o)\n",
     "project view transpose project view view view transpose scores scale softmax "
     "context concat concat out-proj"},
    {"rotary positions by complex numbers",
     "def precompute(dim, end):\n"
     "    freqs = 1.0 / (10000 ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))\n"
     "    t = torch.arange(end)\n"
     "    freqs = torch.outer(t, freqs).float()\n"
     "    return torch.polar(torch.ones_like(freqs), freqs)\n"
     "def apply(xq, f):\n"
     "    x_ = torch.view_as_complex(xq.float().reshape(*xq.shape[:-1], -1, 2))\n"
     "    f = f.view(1, x_.shape[1], 1, x_.shape[-1])\n"
     "    return torch.view_as_real(x_ * f).flatten(3).type_as(xq)\n"
     "B, T, H, D = 1, 3, 2, 4\n"
     "x = torch.randn(B, T, H * D)\n"
     "xq, xk, xv = nn.Linear(8, 8)(x), nn.Linear(8, 8)(x), nn.Linear(8, 8)(x)\n"
     "xq, xk, xv = xq.view(B, T, H, D), xk.view(B, T, H, D), xv.view(B, T, H, D)\n"
     "f = precompute(D, T)\n"
     "xq, xk = apply(xq, f), apply(xk, f)\n"
     "xq, xk, xv = xq.transpose(1, 2), xk.transpose(1, 2), xv.transpose(1, 2)\n"
     "s = torch.matmul(xq, xk.transpose(2, 3)) / math.sqrt(D)\n"
     "s = F.softmax(s.float(), dim=-1).type_as(xq)\n"
     "o = torch.matmul(s, xv).transpose(1, 2).contiguous().view(B, T, -1)\n",
     "project project project view view view other other other other other other "
     "other other other view other other other other view other other view other "
     "other other other view other transpose transpose transpose transpose scores "
     "scale other softmax other context concat concat concat"},
    {"rotary positions, even and odd",
     "B, T, H, D = 1, 3, 2, 4\n"
     "def rope(x, cos, sin):\n"
     "    x1, x2 = x[..., ::2], x[..., 1::2]\n"
     "    out = torch.empty_like(x)\n"
     "    out[..., ::2] = x1 * cos - x2 * sin\n"
     "    out[..., 1::2] = x1 * sin + x2 * cos\n"
     "    return out\n"
     "x = torch.randn(B, T, H * D)\n"
     "q, k, v = [nn.Linear(8, 8)(x).view(B, T, H, D).transpose(1, 2) for _ in range(3)]\n"
     "ang = torch.outer(torch.arange(T).float(), 1.0 / 10000 ** (torch.arange(0, D, 2).float() / "
     "D))\n"
     "cos, sin = ang.cos(), ang.sin()\n"
     "q, k = rope(q, cos, sin), rope(k, cos, sin)\n"
     "w = F.softmax(q @ k.transpose(-2, -1) / math.sqrt(D), dim=-1)\n"
     "o = (w @ v).transpose(1, 2).reshape(B, T, H * D)\n",
     "project view transpose project view transpose project view transpose other "
     "other other other other other view view other other other other other other "
     "other other view view other other other other other other other other transpose "
     "scores scale softmax context concat concat"},
    {"rotary positions by stack",
     "B, T, H, D = 1, 3, 2, 4\n"
     "def rot(x):\n"
     "    x1, x2 = x[..., 0::2], x[..., 1::2]\n"
     "    return torch.stack((-x2, x1), dim=-1).flatten(-2)\n"
     "x = torch.randn(B, T, H * D)\n"
     "q, k, v = [nn.Linear(8, 8)(x).view(B, T, H, D).transpose(1, 2) for _ in range(3)]\n"
     "ang = torch.arange(T).float()[:, None] * 1.0 / 10000 ** (torch.arange(0, D, 2).float() / "
     "D)[None]\n"
     "ang = ang.repeat_interleave(2, dim=-1)\n"
     "q = q * ang.cos() + rot(q) * ang.sin()\n"
     "k = k * ang.cos() + rot(k) * ang.sin()\n"
     "w = F.softmax(q @ k.transpose(-2, -1) / math.sqrt(D), dim=-1)\n"
     "o = (w @ v).transpose(1, 2).reshape(B, T, H * D)\n",
     "project view transpose project view transpose project view transpose other "
     "other other other other other other other other view view other other view "
     "other other other other other view view other other view other other other "
     "transpose scores scale softmax context concat concat"},
    {"a block of a language model",
     "class Head(nn.Module):\n"
     "    def __init__(self, n, hs):\n"
     "        super().__init__()\n"
     "        self.key = nn.Linear(n, hs, bias=False)\n"
     "        self.query = nn.Linear(n, hs, bias=False)\n"
     "        self.value = nn.Linear(n, hs, bias=False)\n"
     "        self.register_buffer('tril', torch.tril(torch.ones(8, 8)))\n"
     "        self.dropout = nn.Dropout(0.2)\n"
     "    def forward(self, x):\n"
     "        B, T, C = x.shape\n"
     "        k = self.key(x)\n"
     "        q = self.query(x)\n"
     "        wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5\n"
     "        wei = wei.masked_fill(self.tril[:T, :T] == 0, float('-inf'))\n"
     "        wei = F.softmax(wei, dim=-1)\n"
     "        wei = self.dropout(wei)\n"
     "        v = self.value(x)\n"
     "        return wei @ v\n"
     "class MHA(nn.Module):\n"
     "    def __init__(self, n, h):\n"
     "        super().__init__()\n"
     "        self.heads = nn.ModuleList([Head(n, n // h) for _ in range(h)])\n"
     "        self.proj = nn.Linear(n, n)\n"
     "        self.dropout = nn.Dropout(0.2)\n"
     "    def forward(self, x):\n"
     "        return self.dropout(self.proj(torch.cat([h(x) for h in self.heads], dim=-1)))\n"
     "class Block(nn.Module):\n"
     "    def __init__(self, n, h):\n"
     "        super().__init__()\n"
     "        self.sa, self.ffwd = MHA(n, h), nn.Sequential(nn.Linear(n, 4 * n), nn.ReLU(), "
     "nn.Linear(4 * n, n), nn.Dropout(0.2))\n"
     "        self.ln1, self.ln2 = nn.LayerNorm(n), nn.LayerNorm(n)\n"
     "    def forward(self, x):\n"
     "        x = x + self.sa(self.ln1(x))\n"
     "        return x + self.ffwd(self.ln2(x))\n"
     "tok, pos = nn.Embedding(10, 8), nn.Embedding(8, 8)\n"
     "idx = torch.randint(0, 10, (2, 4))\n"
     "x = tok(idx) + pos(torch.arange(4))\n"
     "x = Block(8, 2)(x)\n"
     "logits = nn.Linear(8, 10)(nn.LayerNorm(8)(x))\n"
     "B, T, C = logits.shape\n"
     "loss = F.cross_entropy(logits.view(B * T, C), idx.view(B * T))\n"
     "probs = F.softmax(logits[:, -1, :], dim=-1)\n",
     "other other other other project project transpose scores scale mask mask mask "
     "softmax dropout project context project project transpose scores scale mask "
     "mask mask softmax dropout project context concat out-proj other other other "
     "other other other other other other other other other other other other other"},
    {"softmax by hand, with a small addend",
     "T, C = 4, 6\n"
     "x = torch.randn(2, T, C)\n"
     "q, k, v = nn.Linear(C, C)(x), nn.Linear(C, C)(x), nn.Linear(C, C)(x)\n"
     "s = torch.bmm(q, k.transpose(1, 2)) / math.sqrt(C)\n"
     "s = s - s.max(-1, keepdim=True)[0]\n"
     "e = s.exp()\n"
     "w = e / (e.sum(-1, keepdim=True) + 1e-9)\n"
     "o = torch.bmm(w, v)\n",
     "project project project transpose scores scale softmax softmax softmax softmax "
     "softmax softmax context"},
    {"padding as a bias of -1e9",
     "T, C = 4, 6\n"
     "ids = torch.tensor([[1, 2, 3, 0], [4, 5, 0, 0]])\n"
     "emb = nn.Embedding(10, C)\n"
     "x = emb(ids)\n"
     "q, k, v = nn.Linear(C, C)(x), nn.Linear(C, C)(x), nn.Linear(C, C)(x)\n"
     "pad = (ids != 0).unsqueeze(1)\n"
     "bias = (1.0 - pad.float()) * -1e9\n"
     "s = q @ k.transpose(1, 2) / C ** 0.5 + bias\n"
     "o = F.softmax(s, dim=-1) @ v\n",
     "other project project project transpose scores scale mask softmax context"},
    {"one weight tensor for all heads",
     "T, d, n_heads, d_k = 4, 6, 2, 3\n"
     "X = torch.randn(T, d)\n"
     "Wq = torch.randn(d, n_heads, d_k)\n"
     "Wk = torch.randn(d, n_heads, d_k)\n"
     "Wv = torch.randn(d, n_heads, d_k)\n"
     "Q = torch.einsum('td,dhk->thk', X, Wq)\n"
     "K = torch.einsum('td,dhk->thk', X, Wk)\n"
     "V = torch.einsum('td,dhk->thk', X, Wv)\n"
     "scores = torch.einsum('ihk,jhk->hij', Q, K) / math.sqrt(d_k)\n"
     "attn = torch.softmax(scores, dim=-1)\n"
     "out = torch.einsum('hij,jhk->ihk', attn, V).reshape(T, n_heads * d_k)\n"
     "Wo = torch.randn(n_heads * d_k, d)\n"
     "y = out @ Wo\n",
     "project project project scores scale softmax context concat out-proj"},
    {"weights that meet no values",
     "x = torch.randn(6, 3)\n"
     "Wq, Wk = nn.Linear(3, 2, bias=False), nn.Linear(3, 2, bias=False)\n"
     "queries = Wq(x)\n"
     "keys = Wk(x)\n"
     "scores = queries @ keys.T\n"
     "mask = torch.triu(torch.ones(6, 6), diagonal=1)\n"
     "masked = scores.masked_fill(mask.bool(), -torch.inf)\n"
     "weights = torch.softmax(masked / keys.shape[-1] ** 0.5, dim=1)\n"
     "print(weights)\n",
     "project project transpose scores mask scale softmax"},
    {"multiplicative attention of a decoder",
     "dec = torch.randn(2, 6)\n"
     "enc = torch.randn(2, 5, 6)\n"
     "W = nn.Linear(6, 6, bias=False)\n"
     "energy = torch.bmm(enc, W(dec).unsqueeze(2)).squeeze(2)\n"
     "alpha = F.softmax(energy, dim=1)\n"
     "ctx = torch.bmm(alpha.unsqueeze(1), enc).squeeze(1)\n"
     "out = torch.tanh(nn.Linear(12, 6)(torch.cat([ctx, dec], dim=1)))\n",
     "project view scores view softmax view context concat concat out-proj other"},
    {"learned latents that look at tokens",
     "lat = nn.Parameter(torch.randn(3, 8))\n"
     "x = torch.randn(2, 5, 8)\n"
     "q = nn.Linear(8, 8)(lat).unsqueeze(0).expand(2, -1, -1)\n"
     "k, v = nn.Linear(8, 16)(x).chunk(2, dim=-1)\n"
     "w = torch.softmax(q @ k.transpose(1, 2) / 8 ** 0.5, dim=-1)\n"
     "o = w @ v\n",
     "project view view project view transpose scores scale softmax context"},
    {"attention over the places of a picture",
     "x = torch.randn(2, 8, 4, 4)\n"
     "qc, kc, vc = nn.Conv2d(8, 4, 1), nn.Conv2d(8, 4, 1), nn.Conv2d(8, 8, 1)\n"
     "B, C, H, W = x.shape\n"
     "q = qc(x).view(B, -1, H * W).permute(0, 2, 1)\n"
     "k = kc(x).view(B, -1, H * W)\n"
     "v = vc(x).view(B, -1, H * W)\n"
     "energy = torch.bmm(q, k)\n"
     "att = F.softmax(energy, dim=-1)\n"
     "out = torch.bmm(v, att.permute(0, 2, 1)).view(B, C, H, W)\n"
     "gamma = nn.Parameter(torch.zeros(1))\n"
     "y = gamma * out + x\n",
     "other other other other other other other project project transpose view view "
     "view transpose other other other other other other other project project "
     "transpose view view view other other other other other other other project "
     "project transpose view view view scores softmax transpose context concat other "
     "other"},
    {"nn.TransformerEncoderLayer",
     "layer = nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16, "
     "batch_first=True)\n"
     "layer.eval()\n"
     "y = layer(torch.randn(2, 3, 8))\n",
     "transpose project view view view transpose view view transpose view view transpose "
     "scale transpose scores softmax context concat concat concat out-proj view transpose "
     "other other other other other other other other other other"},
    {"the input is counted in other axes before the projection, the output behind it",
     "class Attn(nn.Module):\n"
     "    def __init__(self, d):\n"
     "        super().__init__()\n"
     "        self.w = nn.Parameter(torch.randn(d, 3 * d))\n"
     "        self.wo = nn.Parameter(torch.randn(d, d))\n"
     "    def forward(self, X):\n"
     "        B, N, T = X.shape\n"
     "        rows = X.view(-1, T)\n"
     "        q, k, v = (rows @ self.w).view(B, N, 3 * T).chunk(3, dim=-1)\n"
     "        w = F.softmax(q @ k.mT / math.sqrt(T), dim=-1)\n"
     "        out = ((w @ v).reshape(-1, T) @ self.wo).view(B, N, T)\n"
     "        return out, w.view(B, 1, N, N)\n"
     "y, w = Attn(6)(torch.randn(2, 4, 6))\n",
     "view project view view transpose scores scale softmax context concat out-proj view "
     "view"},
    {"scores as products that are summed up, contexts too",
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = (q.unsqueeze(1) * k.unsqueeze(0)).sum(-1) / math.sqrt(3)\n"
     "s = s.masked_fill(torch.triu(torch.ones(4, 4), 1).bool(), float('-inf'))\n"
     "w = s.softmax(-1)\n"
     "o = (w.unsqueeze(-1) * v).sum(-2)\n",
     "project project project view view scores scores scale mask softmax view context context"},
    {"one query after the other, its products summed up",
     "x = torch.randn(2, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "for t in range(2):\n"
     "    w = torch.softmax((q[t] * k).sum(-1) * 3 ** -0.5, dim=0)\n"
     "    o = (w.unsqueeze(-1) * v).sum(0)\n",
     "project project project view scores scores scale softmax view context context "
     "view scores scores scale softmax view context context"},
    {"squares and masked means that are summed up are no scores",
     "x, lengths = torch.randn(2, 4, 6), torch.tensor([[1., 1., 0., 0.], [1., 1., 1., 0.]])\n"
     "mean = (x * lengths.unsqueeze(-1)).sum(1)\n"
     "w = torch.softmax((x * x).sum(-1), dim=-1)\n"
     "o = w.unsqueeze(1) @ x\n",
     "other other other other other softmax view context"},
    {"dropout by hand",
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "w = F.softmax(q @ k.T / math.sqrt(3), dim=-1)\n"
     "keep = (torch.rand(w.shape) > 0.2).float()\n"
     "w = w * keep / 0.8\n"
     "o = w @ v\n",
     "project project project transpose scores scale softmax dropout dropout dropout dropout "
     "context"},
    {"dropout by hand, its mask divided before",
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "w = F.softmax(q @ k.T / math.sqrt(3), dim=-1)\n"
     "w = w * ((torch.rand_like(w) > 0.2) / 0.8)\n"
     "o = w @ v\n",
     "project project project transpose scores scale softmax dropout dropout dropout context"},
    {"dropout by hand that is only shown; a sample of the weights is none, nor are noise and a "
     "step",
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "w = F.softmax(q @ k.T, dim=-1)\n"
     "a = w * ((torch.rand_like(w) > 0.2) / 0.8)\n"
     "b = w * (torch.rand(4, 4) > 0.5) / 0.5\n"
     "c = w * (w > torch.rand(4, 4)).float()\n"
     "d = w * torch.rand(4, 4)\n"
     "o = w @ v\n",
     "project project project transpose scores softmax dropout dropout dropout dropout "
     "other other mask other context"},
    {"NumPy's softmax of the transpose, its mask and scale in place",
     "def softmax(x):\n"
     "    return (np.exp(x - x.max()).T / np.sum(np.exp(x - x.max()), axis=-1)).T\n"
     "x = np.random.randn(4, 6)\n"
     "q, k, v = [x @ np.random.randn(6, 3) for _ in range(3)]\n"
     "s = q @ k.T\n"
     "s *= 1 / np.sqrt(3)\n"
     "s += np.triu(np.full((4, 4), -1e9), 1)\n"
     "o = softmax(s) @ v\n",
     "project project project transpose scores scale scale mask softmax softmax softmax "
     "softmax softmax softmax softmax softmax softmax transpose context"},
    {"a root that is a tensor, a mask out of ones_like, padding found in the scores",
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "s = q @ k.T / torch.sqrt(torch.tensor(3.))\n"
     "s = torch.where(s > -9, s, -9e15 * torch.ones_like(s))\n"
     "s = s.masked_fill(s == 0, float('-inf'))\n"
     "o = s.softmax(-1) @ v\n",
     "project project project transpose scores scale scale mask mask mask mask mask softmax "
     "context"},
    {"inputs that are stacked are no view",
     "words = {'a': torch.randn(3), 'b': torch.randn(3)}\n"
     "x = torch.stack([words[w] for w in 'aab'])\n"
     "o = torch.softmax(x @ x.T, dim=-1) @ x\n",
     "transpose scores softmax context"},
    {"a module of its own that counts rows before and behind its weights",
     "class Conv1D(nn.Module):\n"
     "    def __init__(self, nx, nf):\n"
     "        super().__init__()\n"
     "        self.weight, self.bias = nn.Parameter(torch.randn(nx, nf)), "
     "nn.Parameter(torch.zeros(nf))\n"
     "    def forward(self, x):\n"
     "        y = torch.addmm(self.bias, x.view(-1, x.size(-1)), self.weight)\n"
     "        return y.view(*x.size()[:-1], -1)\n"
     "class Attn(nn.Module):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.qkv, self.out = Conv1D(6, 18), Conv1D(6, 6)\n"
     "    def forward(self, x):\n"
     "        q, k, v = self.qkv(x).split(6, dim=2)\n"
     "        return self.out(F.softmax(q @ k.mT / math.sqrt(6), dim=-1) @ v)\n"
     "y = Attn()(torch.randn(2, 4, 6))\n",
     "view project view view transpose scores scale softmax context concat out-proj view"},
    {"averages by a triangle that are shown before attention",
     "x = torch.randn(4, 4)\n"
     "a = torch.tril(torch.ones(4, 4))\n"
     "c = a @ x.float()\n"
     "q, k, v = x @ torch.randn(4, 3), x @ torch.randn(4, 3), x @ torch.randn(4, 3)\n"
     "o = F.softmax(q @ k.T / math.sqrt(3), dim=-1) @ v\n",
     "other project project project transpose scores scale softmax context"},
    {"the gradient of a classifier by hand",
     "x, y = torch.randn(5, 4), torch.eye(3)[torch.tensor([0, 1, 2, 0, 1])]\n"
     "W = torch.randn(4, 3)\n"
     "p = torch.softmax(x @ W, dim=1)\n"
     "dW = x.T @ (p - y)\n",
     "other other other other other other"},
    {"two such gradients, the second behind a step of learning",
     "x, y = torch.randn(5, 4), torch.tensor([0, 1, 2, 0, 1])\n"
     "W = torch.randn(4, 3)\n"
     "for _ in range(2):\n"
     "    p = torch.softmax(x @ W, dim=1).clone()\n"
     "    p[torch.arange(5), y] -= 1.0\n"
     "    W = W - 0.1 * (x.T @ p)\n",
     "other other other other other other other other other other other other other other other "
     "other other other other other"},
    {"a cache that is a list",
     "d = 4\n"
     "Wq, Wk, Wv = torch.randn(d, d), torch.randn(d, d), torch.randn(d, d)\n"
     "ks, vs = [], []\n"
     "for t in range(3):\n"
     "    x = torch.randn(1, d)\n"
     "    q = x @ Wq\n"
     "    ks.append(x @ Wk)\n"
     "    vs.append(x @ Wv)\n"
     "    K = torch.cat(ks, dim=0)\n"
     "    V = torch.stack(vs, dim=0).squeeze(1)\n"
     "    w = torch.softmax(q @ K.T / math.sqrt(d), dim=-1)\n"
     "    y = w @ V\n",
     "project project project join join view transpose scores scale softmax context project "
     "project project join join view transpose scores scale softmax context project project "
     "project join join view transpose scores scale softmax context"},
    {"a nudge of the query",
     "keys, nudge = torch.randn(3, 2), torch.zeros(1, 2)\n"
     "nudge[0, 1] = 0.01\n"
     "w = torch.softmax((torch.randn(1, 2) + nudge) @ keys.T, dim=-1)\n"
     "y = w @ torch.randn(3, 2)\n",
     "other other transpose scores softmax context"},
    {"norms behind the projections",
     "B, T, H, D = 1, 3, 2, 4\n"
     "x = torch.randn(B, T, 8)\n"
     "q, k, v = [nn.Linear(8, 8)(x).view(B, T, H, D).transpose(1, 2) for _ in range(3)]\n"
     "qn, kn = nn.LayerNorm(D), nn.LayerNorm(D)\n"
     "q, k = qn(q), kn(k)\n"
     "s = q @ k.transpose(-2, -1) * D ** -0.5\n"
     "w = s.softmax(-1)\n"
     "o = (w @ v).transpose(1, 2).reshape(B, T, 8)\n",
     "project view transpose project view transpose project view transpose other "
     "other transpose scores scale softmax context concat concat"},
    {"padding and the future in one mask",
     "T, C = 4, 6\n"
     "x = torch.randn(2, T, C)\n"
     "pad = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]])\n"
     "causal = torch.tril(torch.ones(T, T))\n"
     "q, k, v = nn.Linear(C, C)(x), nn.Linear(C, C)(x), nn.Linear(C, C)(x)\n"
     "mask = pad[:, None, :] * causal[None]\n"
     "s = q @ k.transpose(1, 2) / C ** 0.5\n"
     "s = s.masked_fill(mask == 0, -1e9)\n"
     "w = nn.Softmax(dim=-1)(s)\n"
     "w = nn.Dropout(0.1)(w)\n"
     "o = torch.bmm(w, v)\n",
     "project project project mask transpose scores scale mask mask softmax dropout "
     "context"},
    {"weights that meet no values, of vectors that are given",
     "q, k = torch.randn(4, 8), torch.randn(4, 8)\n"
     "w = torch.softmax(q @ k.T / 8**.5, dim=-1)\n"
     "print(w)\n",
     "transpose scores scale softmax"},
    {"a part of the contexts is projected",
     "class A(nn.Module):\n"
     "    def __init__(s):\n"
     "        super().__init__()\n"
     "        s.q, s.k, s.v, s.o = [nn.Linear(8, 8) for _ in range(4)]\n"
     "    def forward(s, x):\n"
     "        w = F.softmax(s.q(x) @ s.k(x).mT / 8**.5, dim=-1)\n"
     "        c = w @ s.v(x)\n"
     "        c = c[:, :3]\n"
     "        return s.o(c)\n"
     "y = A()(torch.randn(2, 4, 8))\n",
     "project project transpose scores scale softmax project context view out-proj"},
    {"a language model's head takes what attention gives",
     "class Head(nn.Module):\n"
     "    def __init__(s):\n"
     "        super().__init__()\n"
     "        s.q, s.k, s.v = [nn.Linear(8, 8) for _ in range(3)]\n"
     "    def forward(s, x):\n"
     "        w = F.softmax(s.q(x) @ s.k(x).mT / 8**.5, dim=-1)\n"
     "        return w @ s.v(x)\n"
     "class LM(nn.Module):\n"
     "    def __init__(s):\n"
     "        super().__init__()\n"
     "        s.emb = nn.Embedding(10, 8)\n"
     "        s.attention = Head()\n"
     "        s.lm_head = nn.Linear(8, 10)\n"
     "    def forward(s, idx):\n"
     "        return s.lm_head(s.attention(s.emb(idx)))\n"
     "y = LM()(torch.randint(0, 10, (2, 4)))\n",
     "other project project transpose scores scale softmax project context other"},
    {"nn.MultiheadAttention that is sent to a device",
     "device = 'cpu'\n"
     "m = nn.MultiheadAttention(8, 2, batch_first=True).to(device)\n"
     "x = torch.randn(2, 4, 8)\n"
     "o, w = m(x, x, x)\n",
     "transpose project view view view transpose view view transpose view view transpose "
     "scale transpose scores softmax context concat concat concat out-proj view view other "
     "other transpose"},
    {"a cache that is written at places held in a tensor",
     "class KVCache(nn.Module):\n"
     "    def __init__(self, n, h, d):\n"
     "        super().__init__()\n"
     "        self.k_cache = torch.zeros(1, h, n, d)\n"
     "        self.v_cache = torch.zeros(1, h, n, d)\n"
     "    def update(self, pos, k, v):\n"
     "        ko, vo = self.k_cache, self.v_cache\n"
     "        ko[:, :, pos] = k\n"
     "        vo[:, :, pos] = v\n"
     "        return ko, vo\n"
     "c = KVCache(4, 2, 3)\n"
     "wq, wk, wv, wo = [nn.Linear(6, 6) for _ in range(4)]\n"
     "pos = torch.tensor([0, 1])\n"
     "x = torch.randn(1, 2, 6)\n"
     "q, k, v = [l(x).view(1, 2, 2, 3).transpose(1, 2) for l in (wq, wk, wv)]\n"
     "k, v = c.update(pos, k, v)\n"
     "mask = torch.tril(torch.ones(4, 4)).bool()[pos]\n"
     "w = (q @ k.mT / 3 ** .5).masked_fill(~mask, float('-inf')).softmax(-1)\n"
     "y = wo((w @ v).transpose(1, 2).reshape(1, 2, 6))\n",
     "project view transpose project view transpose project view transpose join join "
     "transpose scores scale mask softmax context concat concat out-proj"},
    {"a cache of NumPy, a row at a time",
     "Wq, Wk, Wv = [np.random.randn(4, 4) for _ in range(3)]\n"
     "K_cache, V_cache = np.zeros((5, 4)), np.zeros((5, 4))\n"
     "for t in range(3):\n"
     "    x = np.random.randn(4)\n"
     "    q = x @ Wq\n"
     "    K_cache[t] = x @ Wk\n"
     "    V_cache[t] = x @ Wv\n"
     "    K, V = K_cache[:t + 1], V_cache[:t + 1]\n"
     "    s = K @ q / np.sqrt(4)\n"
     "    w = np.exp(s - s.max()) / np.exp(s - s.max()).sum()\n"
     "    o = w @ V\n",
     "project project join project join view view scores scale softmax softmax softmax "
     "softmax softmax softmax softmax softmax context project project join project join view "
     "view scores scale softmax softmax softmax softmax softmax softmax softmax softmax "
     "context project project join project join view view scores scale softmax softmax "
     "softmax softmax softmax softmax softmax softmax context"},
    {"NumPy, all tables written cell by cell and row by row",
     "x = np.random.randn(3, 6)\n"
     "q, k, v = [x @ np.random.randn(6, 3) for _ in range(3)]\n"
     "scores = np.zeros((3, 3))\n"
     "for i in range(3):\n"
     "    for j in range(3):\n"
     "        scores[i, j] = np.dot(q[i], k[j]) / np.sqrt(3)\n"
     "w = np.zeros((3, 3))\n"
     "for i in range(3):\n"
     "    w[i, :] = np.exp(scores[i]) / np.sum(np.exp(scores[i]))\n"
     "out = np.zeros((3, 3))\n"
     "for i in range(3):\n"
     "    for j in range(3):\n"
     "        out[i] += w[i, j] * v[j]\n",
     "project project project view view scores scale scores view view scores scale scores "
     "view view scores scale scores view view scores scale scores view view scores scale "
     "scores view view scores scale scores view view scores scale scores view view scores "
     "scale scores view view scores scale scores view softmax view softmax softmax softmax "
     "softmax view softmax view softmax softmax softmax softmax view softmax view softmax "
     "softmax softmax softmax context other view context context concat context other view "
     "context context concat context other view context context concat context other view "
     "context context concat context other view context context concat context other view "
     "context context concat context other view context context concat context other view "
     "context context concat context other view context context concat"},
    {"weights written row by row, contexts too",
     "q, k, v = torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 4)\n"
     "scores = q @ k.T / 2\n"
     "attn = torch.zeros_like(scores)\n"
     "for i in range(3):\n"
     "    attn[i, :] = torch.softmax(scores[i, :], dim=0)\n"
     "result = torch.zeros(3, 4)\n"
     "for i in range(3):\n"
     "    result[i, :] = attn[i] @ v\n",
     "transpose scores scale view softmax softmax view softmax softmax view softmax softmax "
     "view context concat view context concat view context concat"},
    {"contexts added up in a row of the result",
     "q, k, v = torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 4)\n"
     "result = torch.zeros(3, 4)\n"
     "for i in range(3):\n"
     "    w = torch.softmax(q[i] @ k.T / 2, dim=-1)\n"
     "    for j in range(3):\n"
     "        result[i, :] += w[j] * v[j]\n",
     "view transpose scores scale softmax context view view context context concat context "
     "view view context context concat context view view context context concat view "
     "transpose scores scale softmax context view view context context concat context view "
     "view context context concat context view view context context concat view transpose "
     "scores scale softmax context view view context context concat context view view context "
     "context concat context view view context context concat"},
    {"np.array of dot products",
     "q, k, v = np.random.randn(3, 4), np.random.randn(3, 4), np.random.randn(3, 4)\n"
     "scores = np.array([[q[i] @ k[j] for j in range(3)] for i in range(3)]) / 2\n"
     "w = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)\n"
     "o = w @ v\n",
     "view view scores view view scores view view scores view view scores view view scores "
     "view view scores view view scores view view scores view view scores scores scale "
     "softmax softmax softmax softmax context"},
    {"np.array of rows of scores and of contexts",
     "q, k, v = np.random.randn(3, 4), np.random.randn(3, 4), np.random.randn(3, 4)\n"
     "scores = np.array([k @ q[i] for i in range(3)]) / 2\n"
     "w = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)\n"
     "o = np.array([w[i] @ v for i in range(3)])\n",
     "view scores view scores view scores scores scale softmax softmax softmax softmax view "
     "context view context view context concat"},
    {"queries that take the keys' matrix on themselves",
     "B, T, C, H, D, R = 1, 4, 16, 2, 8, 4\n"
     "x = torch.randn(B, T, C)\n"
     "wq = nn.Linear(C, H * D, bias=False)\n"
     "w_dkv = nn.Linear(C, R, bias=False)\n"
     "w_uk, w_uv = nn.Parameter(torch.randn(H, D, R)), nn.Parameter(torch.randn(H, R, D))\n"
     "q = wq(x).view(B, T, H, D).transpose(1, 2)\n"
     "c = w_dkv(x)\n"
     "qa = torch.einsum('bhtd,hdr->bhtr', q, w_uk)\n"
     "s = torch.einsum('bhtr,bsr->bhts', qa, c) / math.sqrt(D)\n"
     "w = s.softmax(-1)\n"
     "o = torch.einsum('bhts,bsr->bhtr', w, c)\n"
     "o = torch.einsum('bhtr,hrd->bthd', o, w_uv).reshape(B, T, H * D)\n"
     "y = nn.Linear(16, 16)(o)\n",
     "project view transpose project project scores scale softmax context project concat "
     "out-proj"},
    {"latent attention: products of two parts are added",
     "class MLA(nn.Module):\n"
     "    def __init__(self, d, h, nope, rope, v, rank):\n"
     "        super().__init__()\n"
     "        self.h, self.n, self.r, self.v, self.rank = h, nope, rope, v, rank\n"
     "        self.wq = nn.Linear(d, h * (nope + rope), bias=False)\n"
     "        self.down = nn.Linear(d, rank + rope, bias=False)\n"
     "        self.up = nn.Linear(rank, h * (nope + v), bias=False)\n"
     "        self.wo = nn.Linear(h * v, d, bias=False)\n"
     "        self.scale = (nope + rope) ** -0.5\n"
     "    def forward(self, x):\n"
     "        b, t, _ = x.shape\n"
     "        q = self.wq(x).view(b, t, self.h, self.n + self.r)\n"
     "        plain, turned = torch.split(q, [self.n, self.r], dim=-1)\n"
     "        kv, place = torch.split(self.down(x), [self.rank, self.r], dim=-1)\n"
     "        up = self.up.weight.view(self.h, -1, self.rank)\n"
     "        plain = torch.einsum(\"bshd,hdc->bshc\", plain, up[:, :self.n])\n"
     "        scores = (torch.einsum(\"bshc,btc->bsht\", plain, kv) +\n"
     "                  torch.einsum(\"bshr,btr->bsht\", turned, place)) * self.scale\n"
     "        scores = scores.softmax(dim=-1)\n"
     "        x = torch.einsum(\"bsht,btc->bshc\", scores, kv)\n"
     "        x = torch.einsum(\"bshc,hdc->bshd\", x, up[:, -self.v:])\n"
     "        return self.wo(x.flatten(2))\n"
     "y = MLA(12, 2, 4, 2, 3, 5)(torch.randn(1, 3, 12))\n",
     "project view view project view project project project scores scores scores scale "
     "softmax context project project concat out-proj"},
    {"the first GPT-2: a mask of products, a past that cat makes longer",
     "class Rows(nn.Module):\n"
     "    def __init__(self, nf, width_in):\n"
     "        super().__init__()\n"
     "        self.nf = nf\n"
     "        self.weight = nn.Parameter(torch.randn(width_in, nf) * 0.02)\n"
     "        self.bias = nn.Parameter(torch.zeros(nf))\n"
     "    def forward(self, x):\n"
     "        shape = x.size()[:-1] + (self.nf,)\n"
     "        x = torch.addmm(self.bias, x.view(-1, x.size(-1)), self.weight)\n"
     "        return x.view(*shape)\n"
     "class Attention(nn.Module):\n"
     "    def __init__(self, width_in, n_ctx, n_head):\n"
     "        super().__init__()\n"
     "        self.register_buffer('bias', torch.tril(torch.ones(n_ctx, n_ctx)).view(1, 1, n_ctx, "
     "n_ctx))\n"
     "        self.n_head, self.width = n_head, width_in\n"
     "        self.to_qkv, self.mix = Rows(width_in * 3, width_in), Rows(width_in, width_in)\n"
     "    def look(self, q, k, v):\n"
     "        w = torch.matmul(q, k)\n"
     "        w = w / math.sqrt(v.size(-1))\n"
     "        nd, ns = w.size(-2), w.size(-1)\n"
     "        b = self.bias[:, :, ns - nd:ns, :ns]\n"
     "        w = w * b - 1e10 * (1 - b)\n"
     "        w = nn.Softmax(dim=-1)(w)\n"
     "        return torch.matmul(w, v)\n"
     "    def side_by_side(self, x):\n"
     "        x = x.permute(0, 2, 1, 3).contiguous()\n"
     "        return x.view(*(x.size()[:-2] + (x.size(-2) * x.size(-1),)))\n"
     "    def apart(self, x, k=False):\n"
     "        x = x.view(*(x.size()[:-1] + (self.n_head, x.size(-1) // self.n_head)))\n"
     "        return x.permute(0, 2, 3, 1) if k else x.permute(0, 2, 1, 3)\n"
     "    def forward(self, x, past=None):\n"
     "        query, key, value = self.to_qkv(x).split(self.width, dim=2)\n"
     "        query, key, value = self.apart(query), self.apart(key, k=True), self.apart(value)\n"
     "        if past is not None:\n"
     "            past_key, past_value = past[0].transpose(-2, -1), past[1]\n"
     "            key = torch.cat((past_key, key), dim=-1)\n"
     "            value = torch.cat((past_value, value), dim=-2)\n"
     "        kept = torch.stack((key.transpose(-2, -1), value))\n"
     "        a = self.side_by_side(self.look(query, key, value))\n"
     "        return self.mix(a), kept\n"
     "att = Attention(8, 6, 2)\n"
     "y, past = att(torch.randn(1, 3, 8))\n"
     "y, past = att(torch.randn(1, 1, 8), past)\n",
     "view project view view view transpose view transpose view transpose transpose join "
     "scores scale mask mask mask mask mask softmax context concat concat concat concat "
     "out-proj view view project view view view transpose view transpose view transpose view "
     "transpose view join join other other scores scale mask mask mask mask mask softmax "
     "context concat concat concat concat out-proj view"},
    {"rotary positions, grouped queries, a cache: two calls",
     "def for_groups(x, times):\n"
     "    return x if times == 1 else torch.stack([x] * times, dim=3).flatten(2, 3)\n"
     "def turned(x):\n"
     "    a, b = x[..., :x.shape[-1] // 2], x[..., x.shape[-1] // 2:]\n"
     "    return torch.cat((-b, a), dim=-1)\n"
     "class Attention(nn.Module):\n"
     "    def __init__(self, dim, heads, kv_heads, max_len):\n"
     "        super().__init__()\n"
     "        self.h, self.g, self.hd = heads, kv_heads, dim // heads\n"
     "        self.wq = nn.Linear(dim, heads * self.hd, bias=False)\n"
     "        self.wk = nn.Linear(dim, kv_heads * self.hd, bias=False)\n"
     "        self.wv = nn.Linear(dim, kv_heads * self.hd, bias=False)\n"
     "        self.wo = nn.Linear(heads * self.hd, dim, bias=False)\n"
     "        self.cache_k = torch.zeros(1, max_len, kv_heads, self.hd)\n"
     "        self.cache_v = torch.zeros(1, max_len, kv_heads, self.hd)\n"
     "    def forward(self, x, pos, cos, sin, mask):\n"
     "        b, t, _ = x.shape\n"
     "        q = self.wq(x).view(b, t, self.h, self.hd)\n"
     "        k = self.wk(x).view(b, t, self.g, self.hd)\n"
     "        v = self.wv(x).view(b, t, self.g, self.hd)\n"
     "        q = q * cos + turned(q) * sin\n"
     "        k = k * cos + turned(k) * sin\n"
     "        self.cache_k[:b, pos:pos + t] = k\n"
     "        self.cache_v[:b, pos:pos + t] = v\n"
     "        keys = for_groups(self.cache_k[:b, :pos + t], self.h // self.g)\n"
     "        values = for_groups(self.cache_v[:b, :pos + t], self.h // self.g)\n"
     "        q, keys, values = q.transpose(1, 2), keys.transpose(1, 2), values.transpose(1, 2)\n"
     "        scores = torch.matmul(q, keys.transpose(2, 3)) / math.sqrt(self.hd)\n"
     "        if mask is not None:\n"
     "            scores = scores + mask\n"
     "        scores = F.softmax(scores.float(), dim=-1).type_as(q)\n"
     "        out = torch.matmul(scores, values).transpose(1, 2).contiguous().view(b, t, -1)\n"
     "        return self.wo(out)\n"
     "att = Attention(8, 4, 2, 6)\n"
     "ang = torch.outer(torch.arange(3).float(), torch.tensor([1.0]))\n"
     "emb = torch.cat((ang, ang), -1)\n"
     "cos, sin = emb.cos()[None, :, None], emb.sin()[None, :, None]\n"
     "mask = torch.full((3, 3), float('-inf')).triu(1)\n"
     "y = att(torch.randn(1, 3, 8), 0, cos, sin, mask)\n"
     "y = att(torch.randn(1, 1, 8), 3, cos[:, :1], sin[:, :1], None)\n",
     "other other other other other other project view project view project view other view "
     "view other other other other other view view other other other other join join view "
     "join view view join view transpose transpose transpose transpose scores scale mask "
     "other softmax other context concat concat concat out-proj other other project view "
     "project view project view other view view other other other other other view view other "
     "other other other join join view join view view join view transpose transpose transpose "
     "transpose scores scale other softmax other context concat concat concat out-proj"},
    {"the output projection is a module of its own, before the residual stream",
     "class Looking(nn.Module):\n"
     "    def __init__(self, n, h):\n"
     "        super().__init__()\n"
     "        self.h, self.hs = h, n // h\n"
     "        self.query, self.key, self.value = nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, "
     "n)\n"
     "        self.dropout = nn.Dropout(0.1)\n"
     "    def heads_of(self, x):\n"
     "        return x.view(x.size()[:-1] + (self.h, self.hs)).permute(0, 2, 1, 3)\n"
     "    def forward(self, x0, mask):\n"
     "        q = self.heads_of(self.query(x0))\n"
     "        k = self.heads_of(self.key(x0))\n"
     "        v = self.heads_of(self.value(x0))\n"
     "        scores = torch.matmul(q, k.transpose(-1, -2))\n"
     "        scores = scores / math.sqrt(self.hs)\n"
     "        scores = scores + mask\n"
     "        probs = self.dropout(nn.functional.softmax(scores, dim=-1))\n"
     "        context = torch.matmul(probs, v).permute(0, 2, 1, 3).contiguous()\n"
     "        return context.view(context.size()[:-2] + (self.h * self.hs,))\n"
     "class Mixing(nn.Module):\n"
     "    def __init__(self, n):\n"
     "        super().__init__()\n"
     "        self.to_stream, self.norm, self.dropout = nn.Linear(n, n), nn.LayerNorm(n), "
     "nn.Dropout(0.1)\n"
     "    def forward(self, x0, inputs):\n"
     "        return self.norm(self.dropout(self.to_stream(x0)) + inputs)\n"
     "class Layer(nn.Module):\n"
     "    def __init__(self, n, h):\n"
     "        super().__init__()\n"
     "        self.look, self.mix = Looking(n, h), Mixing(n)\n"
     "    def forward(self, x, mask):\n"
     "        return self.mix(self.look(x, mask), x)\n"
     "class Reader(nn.Module):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.emb, self.att = nn.Embedding(10, 8), Layer(8, 2)\n"
     "        self.wide, self.first, self.cls = nn.Linear(8, 16), nn.Linear(8, 8), nn.Linear(8, "
     "2)\n"
     "    def forward(self, ids, mask):\n"
     "        bias = (1.0 - mask[:, None, None, :].float()) * -10000.0\n"
     "        x = self.att(self.emb(ids), bias)\n"
     "        x = F.gelu(self.wide(x))[..., :8]\n"
     "        return self.cls(torch.tanh(self.first(x[:, 0])))\n"
     "y = Reader()(torch.tensor([[1, 2, 3, 0]]), torch.tensor([[1, 1, 1, 0]]))\n",
     "mask mask mask mask other project view transpose project view transpose project view "
     "transpose transpose scores scale mask softmax dropout context concat concat concat "
     "out-proj other other other other other other other other other other"},
    {"a transformer over patches, and its map",
     "class ViT(nn.Module):\n"
     "    def __init__(self, dim=8, heads=2, classes=3):\n"
     "        super().__init__()\n"
     "        self.h, self.patch = heads, nn.Linear(12, dim)\n"
     "        self.cls, self.pos = nn.Parameter(torch.zeros(1, 1, dim)), "
     "nn.Parameter(torch.zeros(1, 5, dim))\n"
     "        self.qkv, self.proj, self.head = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim), "
     "nn.Linear(dim, classes)\n"
     "    def forward(self, img):\n"
     "        B = img.shape[0]\n"
     "        x = img.unfold(2, 2, 2).unfold(3, 2, 2).permute(0, 2, 3, 1, 4, 5).reshape(B, 4, 12)\n"
     "        x = torch.cat([self.cls.expand(B, -1, -1), self.patch(x)], 1) + self.pos\n"
     "        N, C = x.shape[1:]\n"
     "        q, k, v = self.qkv(x).reshape(B, N, 3, self.h, C // self.h).permute(2, 0, 3, 1, 4)\n"
     "        attn = (q @ k.transpose(-2, -1) * (C // self.h) ** -0.5).softmax(-1)\n"
     "        y = (attn @ v).transpose(1, 2).reshape(B, N, C)\n"
     "        x = x + self.proj(y)\n"
     "        return self.head(x[:, 0]), attn\n"
     "logits, attn = ViT()(torch.randn(2, 3, 4, 4))\n"
     "cls_map = attn.mean(1)[:, 0, 1:].reshape(2, 2, 2)\n",
     "other other other other other other other other project view transpose view transpose "
     "scores scale softmax context concat concat out-proj other other other other other other"},
    {"NumPy, a function for one head, a list of heads",
     "def softmax(x):\n"
     "    e = np.exp(x - np.max(x, axis=-1, keepdims=True))\n"
     "    return e / e.sum(axis=-1, keepdims=True)\n"
     "def attention(Q, K, V, mask=None):\n"
     "    d_k = Q.shape[-1]\n"
     "    scores = np.matmul(Q, K.swapaxes(-1, -2)) / np.sqrt(d_k)\n"
     "    if mask is not None:\n"
     "        scores = np.where(mask == 0, -1e9, scores)\n"
     "    w = softmax(scores)\n"
     "    return np.matmul(w, V), w\n"
     "def multi_head(X, Wq, Wk, Wv, Wo, h):\n"
     "    heads = []\n"
     "    for i in range(h):\n"
     "        head, _ = attention(X @ Wq[i], X @ Wk[i], X @ Wv[i], np.tril(np.ones((4, 4))))\n"
     "        heads.append(head)\n"
     "    return np.concatenate(heads, axis=-1) @ Wo\n"
     "X = np.random.randn(4, 6)\n"
     "Wq, Wk, Wv = [np.random.randn(2, 6, 3) * 0.1 for _ in range(3)]\n"
     "y = multi_head(X, Wq, Wk, Wv, np.random.randn(6, 6) * 0.1, 2)\n",
     "other other other other other project other project other project mask transpose scores "
     "scale mask mask softmax softmax softmax softmax softmax context other project other "
     "project other project mask transpose scores scale mask mask softmax softmax softmax "
     "softmax softmax context concat out-proj"},
    {"heads cut out and written back in a loop",
     "class Attn(nn.Module):\n"
     "    def __init__(self, d, h):\n"
     "        super().__init__()\n"
     "        self.h, self.hd = h, d // h\n"
     "        self.q, self.k, self.v, self.o = [nn.Linear(d, d) for _ in range(4)]\n"
     "    def forward(self, x):\n"
     "        B, T, C = x.shape\n"
     "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
     "        out = torch.zeros(B, T, C)\n"
     "        for i in range(self.h):\n"
     "            part = slice(i * self.hd, (i + 1) * self.hd)\n"
     "            s = torch.bmm(q[:, :, part], k[:, :, part].transpose(1, 2)) * self.hd ** -0.5\n"
     "            out[:, :, part] = torch.bmm(torch.softmax(s, dim=-1), v[:, :, part])\n"
     "        return self.o(out)\n"
     "y = Attn(6, 2)(torch.randn(2, 4, 6))\n",
     "project project project view view transpose scores scale softmax view context concat "
     "view view transpose scores scale softmax view context concat out-proj"},
    {"weights that are shown before they are masked",
     "x = torch.randn(4, 6)\n"
     "q, k, v = nn.Linear(6, 3)(x), nn.Linear(6, 3)(x), nn.Linear(6, 3)(x)\n"
     "scores = q @ k.T\n"
     "print(torch.softmax(scores / 3 ** 0.5, dim=-1))\n"
     "masked = scores.masked_fill(torch.ones(4, 4).triu(1).bool(), float('-inf'))\n"
     "weights = torch.softmax(masked / 3 ** 0.5, dim=-1)\n"
     "context = weights @ v\n",
     "project project project transpose scores scale softmax mask scale softmax context"},
    {"classifiers are no attention",
     "x = torch.randn(4, 6)\n"
     "emb = nn.Embedding(10, 6)\n"
     "h = emb(torch.tensor([1, 2, 3]))\n"
     "p1 = torch.softmax(x @ torch.randn(6, 3), dim=-1)\n"
     "p2 = torch.softmax(x @ torch.randn(3, 6).T + torch.zeros(3), dim=-1)\n"
     "p3 = torch.softmax(torch.tanh(nn.Linear(6, 6)(h)) @ emb.weight.T, dim=-1)\n"
     "p4 = torch.softmax(F.linear(x, torch.randn(3, 6)), dim=-1)\n",
     "other other other other other other other other other other other other other other"},
    {"a classifier behind the last token's context",
     "class Pool(nn.Module):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.q, self.k, self.fc = nn.Linear(6, 6), nn.Linear(6, 6), nn.Linear(6, 3)\n"
     "    def forward(self, x):\n"
     "        w = F.softmax(self.q(x) @ self.k(x).transpose(1, 2) / 6 ** 0.5, dim=-1)\n"
     "        c = (w @ x)[:, -1]\n"
     "        return self.fc(c)\n"
     "y = Pool()(torch.randn(2, 4, 6))\n",
     "project project transpose scores scale softmax context other other"},
    {"torch.tensor of dot products, stack of contexts",
     "x = torch.randn(3, 4)\n"
     "query = x[1]\n"
     "scores = torch.tensor([torch.dot(x_i, query) for x_i in x])\n"
     "w = torch.softmax(scores, dim=0)\n"
     "c = torch.stack([w_i * x_i for w_i, x_i in zip(w, x)]).sum(0)\n",
     "view view scores scores scores scores softmax view view context context context concat "
     "context"},
    {"what a recurrent layer makes are gates, no keys",
     "keys, last = nn.RNN(3, 4, batch_first=True)(torch.randn(1, 2, 3))\n"
     "q = nn.Linear(4, 4)(last.transpose(0, 1))\n"
     "y = (q @ keys.mT / 2).softmax(-1) @ keys\n",
     "other other other other other other other other other other other other other transpose "
     "project transpose scores scale softmax context"},
    {"a model that is sent to a device",
     "class Attn(nn.Module):\n"
     "    def __init__(self):\n"
     "        super().__init__()\n"
     "        self.qkv, self.o = nn.Linear(6, 18), nn.Linear(6, 6)\n"
     "    def forward(self, x):\n"
     "        q, k, v = self.qkv(x).chunk(3, -1)\n"
     "        return self.o(F.scaled_dot_product_attention(q, k, v))\n"
     "device = torch.device('cpu')\n"
     "m = Attn().to(device)\n"
     "x = torch.randn(2, 4, 6).to(device)\n"
     "y = m(x)\n",
     "project view transpose scores scale softmax context out-proj"},
    {"a function that only makes the map",
     "def attention_map(q, k):\n"
     "    return torch.softmax(torch.einsum('bid,bjd->bij', q, k) / math.sqrt(q.size(-1)), "
     "dim=-1)\n"
     "x = torch.randn(2, 4, 6)\n"
     "m = attention_map(nn.Linear(6, 6)(x), nn.Linear(6, 6)(x))\n"
     "print(m[0])\n",
     "project project scores scale softmax other"},
    {"a decoder of NumPy, arrays made of loops",
     "enc, dec = np.random.randn(5, 4), np.random.randn(3, 4)\n"
     "K = np.array([h @ np.random.randn(4, 2) for h in enc])\n"
     "out = []\n"
     "for s in dec:\n"
     "    q = s @ np.random.randn(4, 2)\n"
     "    e = np.array([np.dot(q, k) for k in K])\n"
     "    a = np.exp(e) / np.sum(np.exp(e))\n"
     "    out.append(sum(a[i] * enc[i] for i in range(5)))\n"
     "out = np.array(out)\n",
     "other other other other other project project project project project join other "
     "other other project view view view view view scores scores scores scores scores "
     "scores softmax softmax softmax softmax other view context context other view context "
     "context other view context context other view context context other view context "
     "context project view view view view view scores scores scores scores scores scores "
     "softmax softmax softmax softmax other view context context other view context "
     "context other view context context other view context context other view context "
     "context project view view view view view scores scores scores scores scores scores "
     "softmax softmax softmax softmax other view context context other view context "
     "context other view context context other view context context other view context "
     "context concat"},
    {"differential attention: what is taken away is weighed, no score is scaled",
     "x = torch.randn(3, 4)\n"
     "wq, wk, wv, lam = torch.randn(4, 8), torch.randn(4, 8), torch.randn(4, 4), "
     "torch.tensor(0.5)\n"
     "(q1, q2), (k1, k2), v = (x @ wq).chunk(2, -1), (x @ wk).chunk(2, -1), x @ wv\n"
     "a1 = torch.softmax(q1 @ k1.T / 2, -1)\n"
     "a2 = torch.softmax(q2 @ k2.T / 2, -1)\n"
     "out = (a1 - lam.exp() * a2) @ v\n",
     "project view project view project transpose scores scale softmax transpose scores scale "
     "softmax other other other context"},
    {"the same with both maps in one table",
     "q, k = nn.Linear(4, 8)(torch.randn(3, 4)), nn.Linear(4, 8)(torch.randn(3, 4))\n"
     "q, k = q.view(3, 2, 4).transpose(0, 1), k.view(3, 2, 4).transpose(0, 1)\n"
     "a = torch.softmax(q * 0.5 @ k.transpose(1, 2), -1)\n"
     "out = (a[0] - 0.3 * a[1]) @ torch.randn(3, 4)\n",
     "project project view transpose view transpose scale transpose scores softmax view view "
     "other other context"},
    {"values that are scaled beside weights that are",
     "q, k, v = torch.randn(3, 3, 4)\n"
     "out = (torch.softmax(q @ k.T, -1) * 0.5) @ (v * 2)\n",
     "view transpose scores softmax other scale context"},
    {"efficient attention: softmax over the tokens of keys, and over the features of queries",
     "x, to_qkv, to_out = torch.randn(1, 3, 4), nn.Linear(4, 12), nn.Linear(4, 4)\n"
     "q, k, v = to_qkv(x).chunk(3, -1)\n"
     "q, k = q.softmax(-1), k.softmax(-2)\n"
     "out = to_out(q @ (k.transpose(-2, -1) @ v))\n",
     "project view softmax softmax transpose context context out-proj"},
    {"the same of a picture, in letters, with queries that are scaled behind their softmax",
     "x, to_qkv = torch.randn(1, 4, 2, 2), nn.Linear(4, 24, bias=False)\n"
     "qkv = to_qkv(x.flatten(2).transpose(1, 2)).transpose(1, 2).chunk(3, 1)\n"
     "q, k, v = [t.reshape(1, 2, 4, 4) for t in qkv]\n"
     "q, k = q.softmax(-2) * 0.5, k.softmax(-1)\n"
     "c = torch.einsum('bhdn,bhen->bhde', k, v)\n"
     "out = torch.einsum('bhde,bhdn->bhen', c, q)\n",
     "view transpose project transpose view view view view softmax other softmax context context"},
    {"the same, projected one by one; queries without a softmax",
     "x, wq, wk, wv = torch.randn(3, 4), torch.randn(4, 4), torch.randn(4, 4), torch.randn(4, 4)\n"
     "q, k, v = x @ wq, torch.softmax(x @ wk, 0), x @ wv\n"
     "out = q @ (k.T @ v)\n",
     "project project softmax project transpose context context"},
    {"scores of learned queries, whose contexts no query meets",
     "x, wk, wv = torch.randn(3, 4), torch.randn(4, 2), torch.randn(4, 4)\n"
     "a = torch.softmax(x @ wk, 0)\n"
     "out = nn.Linear(8, 2)((a.T @ (x @ wv)).flatten())\n",
     "scores softmax transpose project context concat other"},
    {"Nystrom attention: two tables of weights and an inverse are multiplied before the values",
     "q, k, v = torch.randn(3, 6, 4)\n"
     "ql, kl = q.view(2, 3, 4).mean(1), k.view(2, 3, 4).mean(1)\n"
     "a1, a2, a3 = [torch.softmax(a @ b.T, -1) for a, b in ((q, kl), (ql, kl), (ql, k))]\n"
     "out = a1 @ torch.linalg.pinv(a2) @ (a3 @ v)\n",
     "view other other other other transpose scores softmax transpose scores softmax transpose "
     "scores softmax other other context context"},
    {"the same with an inverse that is found step by step",
     "q, k, v = torch.randn(3, 6, 4)\n"
     "ql, kl = q.view(2, 3, 4).mean(1), k.view(2, 3, 4).mean(1)\n"
     "a1, a2, a3 = [torch.softmax(a @ b.T, -1) for a, b in ((q, kl), (ql, kl), (ql, k))]\n"
     "z = a2.T / a2.sum(0).max()\n"
     "for _ in range(2):\n"
     "    z = z @ (2 * torch.eye(2) - a2 @ z)\n"
     "out = a1 @ z @ (a3 @ v)\n",
     "view other other other other transpose scores softmax transpose scores softmax transpose "
     "scores softmax other other other other other other other other other other other other "
     "other context context"},
};

START_TEST(the_stages_are)
{
    const struct form *f = &forms[_i];
    struct buf got = {0};
    struct traced t;
    traced_open(&t, f->text);
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        if (!e->setup) {
            buf_printf(&got, "%s%s", got.len > 0 ? " " : "", stage_name(e->stage));
        }
    }
    ck_assert_msg(strcmp(buf_text(&got), f->stages) == 0, "%s\n%s\n--- expected\n%s\n--- got\n%s",
                  f->title, f->text, f->stages, buf_text(&got));
    buf_free(&got);
    traced_close(&t);
}
END_TEST

Suite *suite_stage_forms(void)
{
    Suite *s = suite_create("stage_forms");
    TCase *t = tcase_create("stage_forms");
    tcase_add_loop_test(t, the_stages_are, 0, (int)(sizeof forms / sizeof forms[0]));
    suite_add_tcase(s, t);
    return s;
}
