/* Tests stages by dataflow: each way of writing attention that teaching code uses, and what is
 * none. A form's expected text names the stage of every numbered step, those inside composites too.
 */
#include "traced.h"

#include "trace/stage/stages.h"
#include "trace/tape/flow.h"

#include <check.h>
#include <string.h>

Suite *suite_stages(void);

static const struct form {
    const char *title, *text, *stages;
} forms[] = {
    {"raw matrices",
     "x = torch.randn(4, 6)\n"
     "Wq, Wk, Wv = torch.randn(6, 3), torch.randn(6, 3), torch.randn(6, 3)\n"
     "q = x @ Wq\n"
     "k = x @ Wk\n"
     "v = x @ Wv\n"
     "s = q @ k.T\n"
     "w = torch.softmax(s / 3 ** 0.5, dim=-1)\n"
     "c = w @ v\n",
     "project project project transpose scores scale softmax context"},
    {"weights that are copied first: a copy is no projection",
     "x = torch.randn(4, 6)\n"
     "kept = [torch.randn(6, 3), torch.randn(6, 3), torch.randn(6, 3), torch.randn(3, 6)]\n"
     "Wq, Wk, Wv, Wo = [w.clone().requires_grad_(True) for w in kept]\n"
     "x = x * 1\n"
     "s = x @ Wq @ (x @ Wk).T\n"
     "w = torch.softmax(s / 3 ** 0.5, dim=-1)\n"
     "c = w @ (x @ Wv) @ Wo\n",
     "other project project transpose scores scale softmax project context out-proj"},
    {"a list of heads",
     "x = torch.randn(4, 6)\n"
     "outs = []\n"
     "for h in range(2):\n"
     "    Wq, Wk, Wv = torch.randn(6, 3), torch.randn(6, 3), torch.randn(6, 3)\n"
     "    q, k, v = x @ Wq, x @ Wk, x @ Wv\n"
     "    w = F.softmax(q @ k.T / math.sqrt(3), dim=-1)\n"
     "    outs.append(w @ v)\n"
     "y = torch.cat(outs, dim=-1) @ torch.randn(6, 6)\n",
     "project project project transpose scores scale softmax context project project "
     "project transpose scores scale softmax context concat out-proj"},
    {"einsum",
     "x = torch.randn(2, 4, 6)\n"
     "wq, wk, wv, wo = [torch.randn(2, 6, 3) for _ in range(4)]\n"
     "q = torch.einsum('btd,hdk->bhtk', x, wq)\n"
     "k = torch.einsum('btd,hdk->bhtk', x, wk)\n"
     "v = torch.einsum('btd,hdk->bhtk', x, wv)\n"
     "s = torch.einsum('bhik,bhjk->bhij', q, k) * 3 ** -0.5\n"
     "a = s.softmax(-1)\n"
     "c = torch.einsum('bhij,bhjk->bhik', a, v)\n"
     "o = torch.einsum('bhik,hdk->bid', c, wo)\n",
     "project project project scores scale softmax context out-proj"},
    {"heads that are mixed around the softmax, with shared keys and values",
     "b, t, h, d = 2, 4, 3, 5\n"
     "x = torch.randn(b, t, h * d)\n"
     "pre, post = nn.Linear(h, h), nn.Linear(h, h)\n"
     "q = nn.Linear(h * d, h * d)(x).view(b, t, h, d)\n"
     "k, v = nn.Linear(h * d, d)(x), nn.Linear(h * d, d)(x)\n"
     "s = torch.einsum('bihd,bjd->bijh', q, k) / d ** 0.5\n"
     "w = post(pre(s).softmax(2))\n"
     "o = torch.einsum('bijh,bjd->bihd', w, v).reshape(b, t, h * d)\n"
     "y = nn.Linear(h * d, h * d)(o)\n",
     "project view project project scores scale other softmax other context concat out-proj"},
    {"heads that are mixed before the softmax, and keys of a cache",
     "b, t, h, d = 2, 4, 3, 5\n"
     "q, k, v = torch.randn(b, t, h * d) @ torch.randn(3, 1, h * d, h * d)\n"
     "q, k, v = [x.view(b, t, h, d).transpose(1, 2) for x in (q, k, v)]\n"
     "k = torch.cat((torch.randn(b, h, 2, d), k), 2)\n"
     "v = torch.cat((torch.randn(b, h, 2, d), v), 2)\n"
     "s = torch.einsum('bhij,hg->bgij', q @ k.mT, torch.randn(h, h))\n"
     "o = s.softmax(-1) @ v\n",
     "project view view transpose view transpose view transpose join join transpose scores other "
     "softmax context"},
    {"heads that are mixed behind the softmax, and keys written into a table",
     "b, t, h, d = 2, 4, 3, 5\n"
     "q, k, v = torch.randn(b, t, h * d) @ torch.randn(3, 1, h * d, h * d)\n"
     "q, k, v = [x.view(b, t, h, d).transpose(1, 2) for x in (q, k, v)]\n"
     "keys, values = torch.zeros(2, b, h, 6, d)\n"
     "keys[:, :, 2:] = k\n"
     "values[:, :, 2:] = v\n"
     "w = torch.einsum('bhij,hg->bgij', (q @ keys.mT).softmax(-1), torch.randn(h, h))\n"
     "o = w @ values\n",
     "project view view transpose view transpose view transpose view join join transpose scores "
     "softmax other context"},
    {"heads of queries behind each other, mixed behind a softmax by hand",
     "t, h, d = 4, 3, 5\n"
     "x = torch.randn(t, 6)\n"
     "q, k, v = x @ torch.randn(6, h * d), x @ torch.randn(6, d), x @ torch.randn(6, d)\n"
     "s = (q.view(t * h, d) @ k.T).view(t, h, t) / d ** 0.5\n"
     "e = s.exp()\n"
     "w = torch.einsum('thj,hg->tgj', e / e.sum(-1, keepdim=True), torch.randn(h, h))\n"
     "o = w @ v\n",
     "project project project view transpose scores view scale softmax softmax softmax other "
     "context"},
    {"pictures and texts that a loss tells apart are no queries and keys",
     "x, y = torch.randn(2, 3, 6)\n"
     "q, k, v = nn.Linear(6, 18)(x).chunk(3, -1)\n"
     "o = nn.Linear(6, 6)((q @ k.T).softmax(-1) @ v)\n"
     "o = o / o.norm(dim=1, keepdim=True)\n"
     "logits = o @ (y @ torch.randn(6, 6)).T\n"
     "loss = F.cross_entropy(logits, torch.arange(3))\n"
     "print(logits.softmax(-1))\n",
     "other project view transpose scores softmax context out-proj other other other other other "
     "other other other"},
    {"classes of averages are no mixed heads",
     "x = torch.randn(2, 4, 6)\n"
     "q, k = nn.Linear(6, 6)(x)[0], nn.Linear(6, 6)(x)[0]\n"
     "o = (q @ k.T).softmax(-1) @ nn.Linear(6, 5)(x)\n"
     "p = nn.Linear(5, 3)(o).softmax(-1)\n",
     "project view project view transpose scores softmax project context other other"},
    {"NumPy's einsum",
     "import numpy as np\n"
     "x = np.random.randn(4, 6)\n"
     "q, k, v = x @ np.random.randn(6, 3), x @ np.random.randn(6, 3), x @ np.random.randn(6, 3)\n"
     "s = np.einsum('id,jd->ij', q, k) / np.sqrt(3)\n"
     "e = np.exp(s)\n"
     "c = np.einsum('ij,jd->id', e / e.sum(-1, keepdims=True), v)\n",
     "project project project scores scale softmax softmax softmax context"},
    {"bmm over batch and heads",
     "B, T, C, H = 2, 4, 6, 2\n"
     "x = torch.randn(B, T, C)\n"
     "lq, lk, lv, lo = nn.Linear(C, C), nn.Linear(C, C), nn.Linear(C, C), nn.Linear(C, C)\n"
     "q = lq(x).view(B, T, H, C // H).transpose(1, 2).reshape(B * H, T, C // H)\n"
     "k = lk(x).view(B, T, H, C // H).transpose(1, 2).reshape(B * H, T, C // H)\n"
     "v = lv(x).view(B, T, H, C // H).transpose(1, 2).reshape(B * H, T, C // H)\n"
     "a = F.softmax(torch.bmm(q, k.transpose(1, 2)) / (C // H) ** 0.5, dim=-1)\n"
     "o = torch.bmm(a, v).view(B, H, T, C // H).permute(0, 2, 1, 3).reshape(B, T, C)\n"
     "y = lo(o)\n",
     "project view transpose view project view transpose view project view transpose view "
     "transpose scores scale softmax context concat concat concat out-proj"},
    {"fused qkv, chunk, mask, dropout",
     "B, T, C, H = 2, 4, 6, 2\n"
     "x = torch.randn(B, T, C)\n"
     "qkv = nn.Linear(C, 3 * C)\n"
     "q, k, v = qkv(x).chunk(3, dim=-1)\n"
     "q, k, v = [t.view(B, T, H, C // H).transpose(1, 2) for t in (q, k, v)]\n"
     "att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))\n"
     "mask = torch.tril(torch.ones(T, T)).view(1, 1, T, T)\n"
     "att = att.masked_fill(mask[:, :, :T, :T] == 0, float('-inf'))\n"
     "att = F.softmax(att, dim=-1)\n"
     "att = nn.Dropout(0.1)(att)\n"
     "y = att @ v\n"
     "y = y.transpose(1, 2).contiguous().view(B, T, C)\n"
     "y = nn.Linear(C, C)(y)\n",
     "project view view transpose view transpose view transpose transpose scores scale mask "
     "softmax dropout context concat concat concat out-proj"},
    {"split, an additive mask",
     "B, T, C = 2, 4, 6\n"
     "x = torch.randn(B, T, C)\n"
     "q, k, v = nn.Linear(C, 3 * C)(x).split(C, dim=2)\n"
     "mask = torch.triu(torch.full((T, T), float('-inf')), diagonal=1)\n"
     "s = q @ k.transpose(1, 2) / C ** 0.5 + mask\n"
     "p = torch.softmax(s, -1)\n"
     "o = p @ v\n",
     "project view transpose scores scale mask softmax context"},
    {"where, before the scale",
     "T, C = 4, 6\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = nn.Linear(C, C)(x), nn.Linear(C, C)(x), nn.Linear(C, C)(x)\n"
     "s = q @ k.T\n"
     "s = torch.where(torch.tril(torch.ones(T, T)).bool(), s, torch.tensor(-1e9))\n"
     "s = s / math.sqrt(C)\n"
     "p = F.softmax(s, dim=1)\n"
     "o = p.matmul(v)\n",
     "project project project transpose scores mask scale softmax context"},
    {"softmax by hand",
     "T, C = 4, 6\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = x @ torch.randn(C, C), x @ torch.randn(C, C), x @ torch.randn(C, C)\n"
     "s = q @ k.T / math.sqrt(C)\n"
     "e = torch.exp(s - s.max(dim=-1, keepdim=True).values)\n"
     "p = e / e.sum(dim=-1, keepdim=True)\n"
     "o = p @ v\n",
     "project project project transpose scores scale softmax softmax softmax softmax "
     "softmax context"},
    {"NumPy, exp taken twice",
     "np.random.seed(0)\n"
     "def softmax(x):\n"
     "    return np.exp(x) / np.sum(np.exp(x), axis=-1, keepdims=True)\n"
     "x = np.random.randn(4, 6)\n"
     "Wq, Wk, Wv = np.random.randn(6, 3), np.random.randn(6, 3), np.random.randn(6, 3)\n"
     "Q = x @ Wq\n"
     "K = x @ Wk\n"
     "V = np.dot(x, Wv)\n"
     "scores = Q @ K.T / np.sqrt(3)\n"
     "scores = scores + np.triu(np.ones((4, 4)), k=1) * -1e9\n"
     "w = softmax(scores)\n"
     "out = np.matmul(w, V)\n",
     "project project project transpose scores scale mask mask softmax softmax softmax "
     "softmax context"},
    {"weights that are drawn and brought to a size are weights",
     "x = torch.randn(4, 6)\n"
     "Wq, Wk = torch.rand(3, 6) - 0.5, torch.randn(3, 6) * 0.02\n"
     "p = torch.softmax((x @ Wq.T) @ (x @ Wk.T).T / 3 ** 0.5, -1) @ x\n",
     "other other project project project project transpose scores scale softmax context"},
    {"cross attention",
     "x, m = torch.randn(2, 3, 6), torch.randn(2, 5, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(m), nn.Linear(6, 6)(m)\n"
     "o = torch.softmax(q @ k.transpose(-1, -2) * 6 ** -0.5, -1) @ v\n",
     "project project project transpose scores scale softmax context"},
    {"grouped queries",
     "B, T, H, G, D = 2, 4, 4, 2, 3\n"
     "x = torch.randn(B, T, H * D)\n"
     "q = nn.Linear(H * D, H * D)(x).view(B, T, H, D).transpose(1, 2)\n"
     "k = nn.Linear(H * D, G * D)(x).view(B, T, G, D).transpose(1, 2)\n"
     "v = nn.Linear(H * D, G * D)(x).view(B, T, G, D).transpose(1, 2)\n"
     "k = k.repeat_interleave(H // G, dim=1)\n"
     "v = v.repeat_interleave(H // G, dim=1)\n"
     "o = F.softmax(q @ k.mT / D ** 0.5, -1) @ v\n"
     "o = o.transpose(1, 2).flatten(2)\n",
     "project view transpose project view transpose project view transpose other other "
     "transpose scores scale softmax context concat concat"},
    {"two layers, then a classifier",
     "class Att(nn.Module):\n"
     "    def __init__(self, c):\n"
     "        super().__init__()\n"
     "        self.q, self.k, self.v, self.o = nn.Linear(c, c), nn.Linear(c, c), nn.Linear(c, c), "
     "nn.Linear(c, c)\n"
     "    def forward(self, x):\n"
     "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
     "        a = F.softmax(q @ k.transpose(-2, -1) / q.size(-1) ** 0.5, -1)\n"
     "        return self.o(a @ v)\n"
     "net = nn.Sequential(Att(6), nn.LayerNorm(6), Att(6), nn.Linear(6, 3))\n"
     "y = F.softmax(net(torch.randn(2, 4, 6)), -1)\n",
     "project project project transpose scores scale softmax context out-proj other project "
     "project project transpose scores scale softmax context out-proj other other"},
    {"scaled_dot_product_attention",
     "x = torch.randn(2, 4, 6)\n"
     "q, k, v = nn.Linear(6, 6)(x), nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)\n"
     "o = F.scaled_dot_product_attention(q, k, v, is_causal=True)\n",
     "project project project transpose scores scale mask softmax context"},
    {"MultiheadAttention: scaled queries, fused mask",
     "m = nn.MultiheadAttention(6, 2, batch_first=True)\n"
     "x = torch.randn(2, 4, 6)\n"
     "mask = torch.triu(torch.ones(4, 4), diagonal=1).bool()\n"
     "o, w = m(x, x, x, attn_mask=mask)\n",
     "transpose project view view view transpose view view transpose view view transpose "
     "scale transpose scores mask softmax context concat concat concat out-proj view view "
     "other other transpose"},
    {"a classifier is no attention",
     "x = torch.randn(4, 6)\n"
     "p = F.softmax(nn.Linear(6, 3)(x), dim=-1)\n"
     "print(p.argmax(-1))\n",
     "other other other"},
    {"written out cell by cell",
     "inputs = torch.rand(6, 3)\n"
     "query = inputs[1]\n"
     "scores = torch.empty(inputs.shape[0])\n"
     "for i, x_i in enumerate(inputs):\n"
     "    scores[i] = torch.dot(x_i, query)\n"
     "w = torch.softmax(scores, dim=0)\n"
     "context = torch.zeros(query.shape)\n"
     "for i, x_i in enumerate(inputs):\n"
     "    context += w[i] * x_i\n",
     "view view scores scores scores scores scores scores scores scores scores scores "
     "scores scores softmax view view context context view context context view context "
     "context view context context view context context view context context"},
    {"weights of a mask alone",
     "T = 4\n"
     "x = torch.randn(2, T, 2)\n"
     "tril = torch.tril(torch.ones(T, T))\n"
     "wei = torch.zeros((T, T))\n"
     "wei = wei.masked_fill(tril == 0, float('-inf'))\n"
     "wei = F.softmax(wei, dim=-1)\n"
     "xbow = wei @ x\n",
     "mask softmax context"},
    {"what the comment says goes",
     "x = torch.randn(4, 6)\n"
     "q = x @ torch.randn(6, 6)  # stage: project\n"
     "# stage: view\n"
     "y = q * 2\n"
     "s = torch.softmax(q @ q.T, -1)  # stage: softmax\n",
     "project view softmax softmax softmax"},
    {"both queries and keys scaled",
     "x = torch.randn(4, 6)\n"
     "q = x @ torch.randn(6, 6)\n"
     "k = x @ torch.randn(6, 6)\n"
     "v = x @ torch.randn(6, 6)\n"
     "q = q * 6 ** -0.25\n"
     "k = k * 6 ** -0.25\n"
     "o = F.softmax(q @ k.T, -1) @ v\n",
     "project project project scale scale transpose scores softmax context"},
    {"a mask in place",
     "T, C = 4, 6\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = nn.Linear(C, C)(x), nn.Linear(C, C)(x), nn.Linear(C, C)(x)\n"
     "s = q @ k.T / C ** 0.5\n"
     "mask = torch.triu(torch.ones(T, T), diagonal=1).bool()\n"
     "s.masked_fill_(mask, -torch.inf)\n"
     "s[0, 0] += 0\n"
     "w = torch.softmax(s, dim=-1)\n"
     "o = w @ v\n",
     "project project project transpose scores scale mask view other scores softmax context"},
    {"a mask written by index",
     "T, C = 4, 6\n"
     "x = torch.randn(T, C)\n"
     "q, k, v = nn.Linear(C, C)(x), nn.Linear(C, C)(x), nn.Linear(C, C)(x)\n"
     "s = q @ k.T / C ** 0.5\n"
     "s[torch.triu(torch.ones(T, T), diagonal=1).bool()] = float('-inf')\n"
     "w = torch.softmax(s, dim=-1)\n"
     "o = w @ v\n",
     "project project project transpose scores scale mask softmax context"},
    {"softmax by hand, in place",
     "x = torch.randn(4, 6)\n"
     "q, k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "s = q @ k.T\n"
     "s /= 3 ** 0.5\n"
     "s -= s.max(dim=-1, keepdim=True).values\n"
     "s.exp_()\n"
     "s /= s.sum(-1, keepdim=True)\n"
     "o = s @ v\n",
     "project project project transpose scores scale softmax softmax softmax softmax softmax "
     "context"},
    {"into tensors that are there",
     "x, q, s = torch.randn(4, 6), torch.empty(4, 3), torch.empty(4, 4)\n"
     "k, v = x @ torch.randn(6, 3), x @ torch.randn(6, 3)\n"
     "torch.mm(x, torch.randn(6, 3), out=q)\n"
     "torch.mm(q, k.t(), out=s)\n"
     "o = (s / 3 ** 0.5).softmax(-1) @ v\n",
     "project project project project transpose scores scores scale softmax context"},
    {"scores one by one",
     "x = torch.randn(2, 4)\n"
     "q, k, v = x @ torch.randn(4, 3), x @ torch.randn(4, 3), x @ torch.randn(4, 3)\n"
     "s = torch.empty(2, 2)\n"
     "for i in range(2):\n"
     "    for j in range(2):\n"
     "        s[i, j] = torch.dot(q[i], k[j])\n"
     "o = (s / 3 ** 0.5).softmax(-1) @ v\n",
     "project project project view view scores scores view view scores scores view view scores "
     "scores view view scores scores scale softmax context"},
    {"a gate is no attention",
     "x = torch.randn(4, 6)\n"
     "g = F.softmax(nn.Linear(6, 2)(x), -1)\n"
     "e = torch.stack([nn.Linear(6, 6)(x), nn.Linear(6, 6)(x)], dim=1)\n"
     "y = (g.unsqueeze(-1) * e).sum(1)\n",
     "other other other other other other other other"},
    {"additive attention",
     "enc, dec = torch.randn(2, 5, 6), torch.randn(2, 6)\n"
     "Wa, Ua, va = nn.Linear(6, 6), nn.Linear(6, 6), nn.Linear(6, 1)\n"
     "score = va(torch.tanh(Wa(dec).unsqueeze(1) + Ua(enc))).squeeze(-1)\n"
     "w = F.softmax(score, dim=-1)\n"
     "ctx = torch.bmm(w.unsqueeze(1), enc).squeeze(1)\n",
     "project view project other other scores view softmax view context concat"},
    {"rotary positions",
     "B, H, T, D = 1, 2, 4, 6\n"
     "x = torch.randn(B, T, H * D)\n"
     "q = nn.Linear(12, 12)(x).view(B, T, H, D).transpose(1, 2)\n"
     "k = nn.Linear(12, 12)(x).view(B, T, H, D).transpose(1, 2)\n"
     "v = nn.Linear(12, 12)(x).view(B, T, H, D).transpose(1, 2)\n"
     "inv = 1.0 / (10000 ** (torch.arange(0, D, 2).float() / D))\n"
     "t = torch.outer(torch.arange(T).float(), inv)\n"
     "emb = torch.cat((t, t), dim=-1)\n"
     "cos, sin = emb.cos(), emb.sin()\n"
     "def rot(x):\n"
     "    a, b = x.chunk(2, dim=-1)\n"
     "    return torch.cat((-b, a), dim=-1)\n"
     "q = q * cos + rot(q) * sin\n"
     "k = k * cos + rot(k) * sin\n"
     "o = F.scaled_dot_product_attention(q, k, v)\n",
     "project view transpose project view transpose project view transpose other other "
     "other other other other other other view other other other other other view other "
     "other other other transpose scores scale softmax context"},
    {"token ids that a function cuts into a batch are set-up, before attention begins",
     "ids = torch.arange(20)\n"
     "def batch():\n"
     "    at = torch.randint(15, (3,))\n"
     "    return torch.stack([ids[i:i + 4] for i in at])\n"
     "table = torch.randn(20, 6)\n"
     "x = table[batch()]\n"
     "w = torch.softmax(x @ x.transpose(1, 2), dim=-1) @ x\n"
     "y = table[batch()]\n",
     "other transpose scores softmax context other other other other other other other other "
     "other"},
    {"so are weights that a function fills",
     "net = nn.Linear(4, 4)\n"
     "def load(to):\n"
     "    for p in to.parameters():\n"
     "        p.data.copy_(torch.ones_like(p))\n"
     "load(net)\n"
     "x = net(torch.randn(3, 4))\n"
     "w = torch.softmax(x @ x.T, dim=-1) @ x\n",
     "project transpose scores softmax context"},
};

static void put_stages(const struct tape *t, struct buf *out)
{
    for (int k = 0; k < t->event_count; k++) {
        if (!t->event[k].setup) {
            buf_printf(out, "%s%s", out->len > 0 ? " " : "", stage_name(t->event[k].stage));
        }
    }
}

START_TEST(the_stages_are)
{
    const struct form *f = &forms[_i];
    struct buf got = {0};
    struct traced t;
    traced_open(&t, f->text);
    put_stages(&t.tape, &got);
    ck_assert_msg(strcmp(buf_text(&got), f->stages) == 0, "%s\n%s\n--- expected\n%s\n--- got\n%s",
                  f->title, f->text, f->stages, buf_text(&got));
    buf_free(&got);
    traced_close(&t);
}
END_TEST

/* Numbers run on through steps and through set-up apart, and every event has one. */
START_TEST(steps_are_numbered)
{
    struct traced t;
    int steps = 0, setup = 0;
    traced_open(&t, forms[_i].text);
    for (int k = 0; k < t.tape.event_count; k++) {
        const struct event *e = &t.tape.event[k];
        ck_assert_int_eq(e->number, e->setup ? ++setup : ++steps);
        const struct pass *p = e->pass >= 0 ? &t.tape.pass[e->pass] : NULL;
        ck_assert(p == NULL || (k >= p->first && k < p->end));
    }
    ck_assert_int_eq(t.tape.step_count, steps);
    ck_assert_int_eq(t.tape.setup_count, setup);
    traced_close(&t);
}
END_TEST

/* What else is known of a pass. */
START_TEST(a_pass_knows_its_road)
{
    struct traced t;
    traced_open(
        &t, "B, T, C, H = 2, 4, 6, 2\n"
            "x = torch.randn(B, T, C)\n"
            "q, k, v = [nn.Linear(C, C)(x).view(B, T, H, 3).transpose(1, 2) for _ in range(3)]\n"
            "s = q @ k.transpose(2, 3) / 3 ** 0.5\n"
            "s = s.masked_fill(torch.triu(torch.ones(T, T), 1).bool(), float('-inf'))\n"
            "w = s.softmax(-1)\n"
            "o = (w @ v).transpose(1, 2).reshape(B, T, C)\n"
            "y = nn.Linear(C, C)(o)\n");
    ck_assert_int_eq(t.tape.pass_count, 1);
    const struct pass *p = &t.tape.pass[0];
    const struct event *e = t.tape.event;
    ck_assert_str_eq(e[p->scores].name, "matmul");
    ck_assert_str_eq(tape_name(&t.tape, p->scores, &e[p->scores].input[p->query].of), "q");
    ck_assert_str_eq(e[p->softmax].name, "softmax");
    ck_assert_int_eq(p->axis, 3);
    ck_assert_str_eq(tape_name(&t.tape, p->context, &e[p->context].input[p->value].of), "v");
    ck_assert_str_eq(tape_name(&t.tape, p->context, &e[p->context].input[p->weights].of), "w");
    ck_assert_int_eq(p->scaled, 1);
    ck_assert_double_eq_tol(p->scale, 0.57735026918962576, 1e-15);
    ck_assert_str_eq(e[p->mask].name, "masked_fill");
    ck_assert_str_eq(e[p->out_proj].name, "linear");
    traced_close(&t);
}
END_TEST

/* A mask is at work when what it changes reaches the weights. */
static const struct {
    const char *title, *lay;
    bool hides;
} masks[] = {
    {"none", "", false},
    {"causal", "s = s.masked_fill(m, float('-inf'))\n", true},
    {"lost", "s.masked_fill(m, float('-inf'))\n", false},
    {"in place", "s.masked_fill_(m, float('-inf'))\n", true},
    {"hides nothing", "s = s.masked_fill(m & False, float('-inf'))\n", false},
    {"adds nothing", "mask = torch.zeros(4, 4)\ns = s + mask\n", false},
    {"added", "s = s + m.float() * -1e9\n", true},
    {"of padding that there is not, then causal",
     "pad = m & False\ns = s.masked_fill(m, -1e9)\ns = s.masked_fill(pad, -1e9)\n", true},
    {"where", "s = torch.where(m, torch.full_like(s, -1e9), s)\n", true},
    {"where nothing is", "s = torch.where(m & False, torch.full_like(s, -1e9), s)\n", false},
};

START_TEST(a_mask_at_work_is_known)
{
    struct buf text = {0};
    struct traced t;
    buf_printf(&text,
               "x = torch.randn(4, 6)\n"
               "q, k, v = [nn.Linear(6, 3)(x) for _ in range(3)]\n"
               "m = torch.triu(torch.ones(4, 4), 1).bool()\n"
               "s = q @ k.T / 3 ** 0.5\n%so = s.softmax(-1) @ v\n",
               masks[_i].lay);
    traced_open(&t, buf_text(&text));
    ck_assert_int_eq(t.tape.pass_count, 1);
    ck_assert_msg(t.tape.pass[0].hides == masks[_i].hides, "%s", masks[_i].title);
    traced_close(&t);
    buf_free(&text);
}
END_TEST

/* A thousand writes into one table have edges in proportion. */
START_TEST(edges_do_not_explode)
{
    struct traced t;
    struct flow f;
    traced_open(&t, "x = torch.zeros(1000)\nfor i in range(1000): x[i] = x.sum()\ny = x * 2\n");
    ck_assert(flow_find(&f, &t.tape, true, &t.program.session->in.error));
    ck_assert_int_lt(f.edge_count, 2 * 2 * t.tape.event_count);
    ck_assert_int_gt(f.edge_count, t.tape.event_count / 2);
    flow_free(&f);
    traced_close(&t);
}
END_TEST

START_TEST(names_of_stages)
{
    enum stage s;
    for (int k = 0; k < STAGE_COUNT; k++) {
        ck_assert(stage_of_name(stage_name((enum stage)k), &s));
        ck_assert_int_eq((int)s, k);
    }
    ck_assert(!stage_of_name("nonsense", &s));
}
END_TEST

Suite *suite_stages(void)
{
    Suite *s = suite_create("stages");
    TCase *t = tcase_create("stages");
    int count = (int)(sizeof forms / sizeof forms[0]);
    tcase_add_loop_test(t, the_stages_are, 0, count);
    tcase_add_loop_test(t, steps_are_numbered, 0, count);
    tcase_add_test(t, a_pass_knows_its_road);
    tcase_add_loop_test(t, a_mask_at_work_is_known, 0, (int)(sizeof masks / sizeof masks[0]));
    tcase_add_test(t, edges_do_not_explode);
    tcase_add_test(t, names_of_stages);
    suite_add_tcase(s, t);
    return s;
}
