/* Tests names of axes: every rule, names from function to function, the lessons, and shape
 * comments. */
#include "traced.h"

#include "expect.h"
#include "lesson/catalog.h"
#include "lesson/lesson.h"
#include "trace/axes/axes.h"
#include "trace/axes/axes_judge.h"
#include "trace/report/run.h"
#include "trace/stage/stages.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_axes(void);

/* "(B, T), (T, C)": the names of tensors. */
static void put_outputs(const struct event *e, struct buf *out)
{
    for (int k = 0; k < e->output_count; k++) {
        buf_puts(out, k > 0 ? ", " : "");
        axes_text(&e->output[k], out);
    }
}

static void put_event(const struct event *e, struct buf *out)
{
    for (int k = 0; k < e->input_count; k++) {
        buf_puts(out, k > 0 ? ", " : "");
        axes_text(&e->input[k].of, out);
    }
    buf_puts(out, e->input_count > 0 ? " -> " : "-> ");
    put_outputs(e, out);
}

/* --- one operation --- */

static const char preparation[] = "B, T, C, H, hs, V = 2, 4, 12, 3, 6, 11\n"
                                  "x = torch.randn(B, T, C)\n"
                                  "y = torch.randn(B, T, C)\n"
                                  "W = torch.randn(C, hs)\n"
                                  "q = torch.randn(B, H, T, hs)\n"
                                  "k = torch.randn(B, H, T, hs)\n"
                                  "scores = torch.randn(B, T, T)\n"
                                  "idx = torch.zeros(B, T, dtype=torch.long)\n"
                                  "mask = torch.ones(16, 16)\n"
                                  "mask2 = torch.ones(T, T) > 0\n"
                                  "n = 1\n";

/* An expression, and what its last operation gives. */
static const struct program_case rules[] = {
    {"x + y", "(B, T, C)"},
    {"x * C", "(B, T, C)"},
    {"torch.randn(n, C).view(1, n, C)", "(1, n, C)"},
    {"torch.randn(n, C).view(n, 1, C)", "(n, 1, C)"},
    {"torch.randn(n, C).view(1, 1, C)", "(n, 1, C)"},
    {"torch.ones(n, n).view(1, 1, n, n)", "(1, 1, n, n')"},
    {"torch.hstack([x, y])", "(B, 8, C)"},
    {"torch.topk(torch.tensor(3.0), 1)", "(), ()"},
    {"torch.tensor(3.0).sort()", "(), ()"},
    {"torch.tensor(3.0).cumsum(0)", "()"},
    {"torch.tensor(3.0).softmax(-1)", "()"},
    {"torch.tensor(3.0).max(0)", "(), ()"},
    {"torch.tensor(3.0).unsqueeze(0)", "(1,)"},
    {"torch.tensor(3.0).flatten()", "(1,)"},
    {"torch.vstack([x, y])", "(4, T, C)"},
    {"torch.diag_embed(x)", "(B, T, C, C')"},
    {"x.diagonal(dim1=0, dim2=2)", "(T, B)"},
    {"torch.diag(torch.randn(C))", "(C, C')"},
    {"torch.outer(torch.randn(T), torch.randn(C))", "(T, C)"},
    {"torch.ger(torch.randn(T), torch.randn(C))", "(T, C)"},
    {"torch.mv(W, torch.randn(hs))", "(C,)"},
    {"torch.addmv(torch.randn(C), W, torch.randn(hs))", "(C,)"},
    {"torch.addmm(torch.randn(hs), torch.randn(T, C), W)", "(T, hs)"},
    {"torch.dot(torch.randn(C), torch.randn(C))", "()"},
    {"torch.baddbmm(scores, x, x.transpose(1, 2))", "(B, T, T')"},
    {"torch.addbmm(torch.randn(T, T), x, x.transpose(1, 2))", "(T, T')"},
    {"torch.tensordot(x, W, 1)", "(B, T, hs)"},
    {"torch.linalg.inv(scores)", "(B, T, T')"},
    {"x.narrow(1, 0, 2)", "(B, T=2, C)"},
    {"x.select(1, 0)", "(B, C)"},
    {"x.unfold(1, 2, 2)", "(2, 2, 12, 2)"},
    {"torch.stack([x, y], 1)", "(B, 2, T, C)"},
    {"x.mT", "(B, C, T)"},
    {"x.swapaxes(0, 1)", "(T, B, C)"},
    {"x.rot90(1, (0, 1))", "(4, 2, 12)"},
    {"torch.cdist(x, y)", "(B, T, T')"},
    {"x.logsumexp(-1)", "(B, T)"},
    {"torch.einsum('btc,bsc->bts', x, y)", "(B, T, T')"},
    {"torch.tril(scores)", "(B, T, T')"},
    {"x.index_select(2, torch.tensor([0]))", "(B, T, 1)"},
    {"F.one_hot(idx, V)", "(B, T, V)"},
    {"x.gather(2, idx[..., None])", "(B, T, 1)"},
    {"x.scatter(2, idx[..., None], 1.0)", "(B, T, C)"},
    {"torch.meshgrid(torch.randn(T), torch.randn(C), indexing='ij')[0]", "(T, C), (T, C)"},
    {"x + torch.randn(C)", "(B, T, C)"},
    {"torch.randn(T, 1) + torch.randn(C)", "(T, C)"},
    {"1 / x", "(B, T, C)"},
    {"torch.maximum(x, y)", "(B, T, C)"},
    {"x.exp()", "(B, T, C)"},
    {"x > 0", "(B, T, C)"},
    {"F.dropout(x, 0.5)", "(B, T, C)"},
    {"F.gelu(x)", "(B, T, C)"},
    {"x.sum(-1)", "(B, T)"},
    {"x.mean(dim=1)", "(B, C)"},
    {"x.mean(-1, keepdim=True)", "(B, T, 1)"},
    {"x.sum()", "()"},
    {"x.var(dim=(0, 2))", "(T,)"},
    {"x.norm(dim=-1)", "(B, T)"},
    {"x.max(-1).values", "(B, T), (B, T)"},
    {"x.argmax(-1)", "(B, T)"},
    {"x.amax(dim=(1, 2), keepdim=True)", "(B, 1, 1)"},
    {"x.cumsum(1)", "(B, T, C)"},
    {"F.softmax(x, dim=-1)", "(B, T, C)"},
    {"F.layer_norm(x, (C,))", "(B, T, C)"},
    {"x.sort(-1).values", "(B, T, C), (B, T, C)"},
    {"x.topk(3, dim=-1).values", "(B, T, 3), (B, T, 3)"},
    {"x.topk(H, dim=-1).indices", "(B, T, H), (B, T, H)"},
    {"torch.where(torch.eye(C) > 0)[0]", "(12,), (12,)"}, /* as many as there are */
    {"x @ W", "(B, T, hs)"},
    {"x @ x.transpose(1, 2)", "(B, T, T')"},
    {"x @ torch.randn(C)", "(B, T)"},
    {"torch.randn(C) @ W", "(hs,)"},
    {"x[0] @ W", "(T, hs)"},
    {"torch.mm(x[0], W)", "(T, hs)"},
    {"torch.bmm(x, x.mT)", "(B, T, T')"},
    {"torch.mv(W.T, torch.randn(C))", "(hs,)"},
    {"torch.dot(torch.randn(C), torch.randn(C))", "()"},
    {"torch.matmul(q, k.transpose(-2, -1))", "(B, H, T, T')"},
    {"q @ torch.randn(hs, hs)", "(B, H, T, hs)"},
    {"F.linear(x, W.T)", "(B, T, hs)"},
    {"F.linear(x, torch.randn(hs, C), torch.randn(hs))", "(B, T, hs)"},
    {"nn.Linear(C, hs)(x)", "(B, T, hs)"},
    {"nn.Linear(12, 6)(x)", "(B, T, 6)"},
    {"nn.Linear(C, 3 * C)(x)", "(B, T, 3*C)"},
    {"torch.addmm(torch.randn(hs), x[0], W)", "(T, hs)"},
    {"torch.baddbmm(torch.zeros(B, T, T), x, x.mT)", "(B, T, T')"},
    {"torch.addmv(torch.zeros(hs), W.T, torch.randn(C))", "(hs,)"},
    {"torch.outer(torch.randn(B), torch.randn(T))", "(B, T)"},
    {"torch.inner(x, torch.randn(hs, C))", "(B, T, hs)"},
    {"torch.tensordot(x, W, dims=1)", "(B, T, hs)"},
    {"torch.tensordot(x, W, dims=([2], [0]))", "(B, T, hs)"},
    {"torch.einsum(\"btc,ch->bth\", x, W)", "(B, T, hs)"},
    {"torch.einsum(\"bqd,bkd->bqk\", torch.randn(2, 5, 3), torch.randn(2, 4, 3))", "(b, q, k)"},
    {"torch.einsum(\"...ij,...jk->...ik\", q, k.mT)", "(B, H, T, T')"},
    {"torch.einsum(\"ij,jk\", torch.randn(2, 3), torch.randn(3, 4))", "(i, k)"},
    {"torch.cdist(x, x)", "(B, T, T')"},
    {"W.T", "(hs, C)"},
    {"W.t()", "(hs, C)"},
    {"x.mT", "(B, C, T)"},
    {"x.transpose(1, 2)", "(B, C, T)"},
    {"x.permute(2, 0, 1)", "(C, B, T)"},
    {"torch.movedim(x, 0, 2)", "(T, C, B)"},
    {"torch.swapaxes(x, 0, 1)", "(T, B, C)"},
    {"x.view(B, T, H, 4)", "(B, T, H, 4)"},
    {"x.view(B * T, C)", "(B*T, C)"},
    {"x.view(-1, C)", "(B*T, C)"},
    {"x.view(B, -1)", "(B, T*C)"},
    {"x.view(B, T, H, C // H)", "(B, T, H, C//H)"},
    {"x.view(2, 4, 12)", "(B, T, C)"},
    {"x.view(-1)", "(B*T*C,)"},
    {"x.reshape(B, T, H, -1)", "(B, T, H, 4)"},
    {"x.view(B * T, C).view(B, T, C)", "(B, T, C)"},
    {"x.view(B * T, C).view(B, -1, C)", "(B, T, C)"},
    {"x.view(-1, C).view(-1, T, C)", "(B, T, C)"},
    {"x.view(1, B, T, C)", "(1, B, T, C)"},
    {"x.view(B, T, 1, C)", "(B, T, 1, C)"},
    {"x.view(3, 8, 4)", "(3, 8, 4)"},
    {"x.flatten(1)", "(B, T*C)"},
    {"x.flatten(0, 1)", "(B*T, C)"},
    {"x.unflatten(-1, (H, 4))", "(B, T, H, 4)"},
    {"x.view_as(y)", "(B, T, C)"},
    {"x.unsqueeze(1)", "(B, 1, T, C)"},
    {"x.unsqueeze(-1)", "(B, T, C, 1)"},
    {"x[:, None]", "(B, 1, T, C)"},
    {"x.unsqueeze(1).squeeze(1)", "(B, T, C)"},
    {"x[:1].squeeze()", "(T, C)"},
    {"x.select(1, 0)", "(B, C)"},
    {"x[0]", "(T, C)"},
    {"x[:, -1]", "(B, C)"},
    {"x[:, -1, :]", "(B, C)"},
    {"x[..., 0]", "(B, T)"},
    {"x[0, :, 1]", "(T,)"},
    {"x[:, :3]", "(B, T=3, C)"},
    {"x[:, :H]", "(B, H, C)"},
    {"x[:, 1:]", "(B, T=3, C)"},
    {"x[:, ::2]", "(B, T=2, C)"},
    {"x[..., :hs]", "(B, T, hs)"},
    {"x[:, [0, 1]]", "(B, 2, C)"},
    {"x[:, torch.tensor([0, 2])]", "(B, 2, C)"},
    {"x[torch.tensor([0, 1]), torch.tensor([0, 1])]", "(2, C)"},
    {"x[x > 0]", "(50,)"},
    {"x[idx]", "(B, T, T', C)"},
    {"torch.randn(V, C)[idx]", "(B, T, C)"},
    {"x[None, :, 0, ..., None]", "(1, B, C, 1)"},
    {"x.narrow(1, 0, H)", "(B, H, C)"},
    {"mask[:T, :T]", "(T, T')"},
    {"torch.cat([x, y], dim=-1)", "(B, T, 2*C)"},
    {"torch.cat([x, x], dim=0)", "(2*B, T, C)"},
    {"torch.cat([x, x[:, :1]], dim=1)", "(B, 5, C)"},
    {"torch.cat((x, torch.randn(B, T, hs)), -1)", "(B, T, C+hs)"},
    {"torch.stack([x, y])", "(2, B, T, C)"},
    {"torch.stack([x, y], dim=2)", "(B, T, 2, C)"},
    {"x.chunk(3, dim=-1)[0]", "(B, T, 4), (B, T, 4), (B, T, 4)"},
    {"nn.Linear(C, 3 * C)(x).chunk(3, dim=-1)[1]", "(B, T, C), (B, T, C), (B, T, C)"},
    {"nn.Linear(C, 3 * C)(x).split(C, dim=2)[0]", "(B, T, C), (B, T, C), (B, T, C)"},
    {"x.split([hs, 6], dim=-1)[0]", "(B, T, hs), (B, T, 6)"},
    {"x.split(H, dim=1)[0]", "(B, H, C), (B, H=1, C)"},
    {"x.unbind(0)[0]", "(T, C), (T, C)"},
    {"F.embedding(idx, torch.randn(V, C))", "(B, T, C)"},
    {"nn.Embedding(V, C)(idx)", "(B, T, C)"},
    {"F.one_hot(idx, V)", "(B, T, V)"},
    {"F.one_hot(idx, num_classes=7)", "(B, T, 7)"},
    {"x.expand(H, B, T, C)", "(H, B, T, C)"},
    {"torch.randn(C).expand(B, T, -1)", "(B, T, C)"},
    {"torch.randn(1, T, C).expand(B, -1, -1)", "(B, T, C)"},
    {"torch.randn(T, C).repeat(B, 1, 1)", "(B, T, C)"},
    {"torch.randn(1, C).repeat(T, 1)", "(T, C)"},
    {"torch.randn(1, C).tile(T, 1)", "(T, C)"},
    {"x.repeat(1, 1, 2)", "(B, T, 24)"},
    {"q.repeat_interleave(H, dim=1)", "(B, H*H, T, hs)"},
    {"torch.tril(torch.ones(T, T))", "(T, T')"},
    {"x.masked_fill(x > 0, 0)", "(B, T, C)"},
    {"scores.masked_fill(torch.tril(torch.ones(T, T)) == 0, float(\"-inf\"))", "(B, T, T')"},
    {"torch.where(torch.tril(torch.ones(T, T)) == 0, float(\"-inf\"), scores)", "(B, T, T')"},
    {"torch.where(mask2, scores, torch.tensor(0.))", "(B, T, T')"},
    {"x.clone()", "(B, T, C)"},
    {"x.contiguous()", "(B, T, C)"},
    {"x.double()", "(B, T, C)"},
    {"x.to(torch.float64)", "(B, T, C)"},
    {"x.detach()", "(B, T, C)"},
    {"x.numpy()", "(B, T, C)"},
    {"x.mul_(2)", "(B, T, C)"},
    {"torch.zeros(B, T)", "(B, T)"},
    {"torch.zeros((B, T, C))", "(B, T, C)"},
    {"torch.ones(B, 1, T)", "(B, 1, T)"},
    {"torch.empty(T)", "(T,)"},
    {"torch.full((B, T), 0.5)", "(B, T)"},
    {"torch.eye(T)", "(T, T')"},
    {"torch.arange(T)", "(T,)"},
    {"torch.arange(0, T)", "(T,)"},
    {"torch.arange(T - 1)", "(3,)"},
    {"torch.arange(T, T + hs)", "(hs,)"},
    {"torch.arange(B, T)", "(2,)"}, /* not B, which is where it begins */
    {"x[..., T:T + H]", "(B, T, H)"},
    {"x[..., H + T:T]", "(B, T, C=0)"},
    {"torch.randint(0, 10, (B, T))", "(B, T)"},
    {"torch.randint(V, (B, T))", "(B, T)"},
    {"torch.rand(B, T)", "(B, T)"},
    {"torch.zeros_like(x)", "(B, T, C)"},
    {"torch.linspace(0, 1, T)", "(T,)"},
    {"torch.randperm(T)", "(T,)"},
    {"x.new_zeros(B, hs)", "(B, hs)"},
    {"torch.tensor([[1., 2.], [3., 4.]])", "(2, 2)"},
    {"torch.zeros(x.shape)", "(B, T, C)"},
    {"torch.zeros(x.shape[0], x.shape[2])", "(B, C)"},
    {"torch.zeros(x.size(1), T)", "(T, T')"},
    {"torch.zeros(B, T).scatter_(1, idx[:, :1] % T, 1.)", "(B, T)"},
    {"torch.multinomial(F.softmax(x[:, -1], -1), num_samples=1)", "(B, 1)"},
    {"torch.meshgrid(torch.arange(T), torch.arange(C), indexing=\"ij\")[0]", "(T, C), (T, C)"},
    {"torch.diagonal(scores, dim1=1, dim2=2)", "(B, T)"},
    {"torch.gather(x, 1, idx[:, :, None].expand(-1, -1, C) % T)", "(B, T, C)"},
    {"nn.LayerNorm(C)(x)", "(B, T, C)"},
    {"nn.Dropout(0.1)(x)", "(B, T, C)"},
    {"nn.Parameter(torch.rand(C, hs)) * 1", "(C, hs)"},
    {"x @ nn.Parameter(torch.rand(C, hs))", "(B, T, hs)"},
    {"F.scaled_dot_product_attention(q, k, k)", "(B, H, T, hs)"},
    {"F.pad(x, (1, 0))", "(B, T, 13)"},
    {"x.roll(1, 1)", "(B, T, C)"},
    {"x.flip(1)", "(B, T, C)"},
    {"np.zeros((B, T))", "(B, T)"},
    {"np.ones((T, C)).T", "(C, T)"},
    {"np.random.randn(B, T, C)", "(B, T, C)"},
    {"np.random.rand(T, C) @ np.random.rand(C, hs)", "(T, hs)"},
    {"np.dot(np.ones((T, C)), np.ones((C, hs)))", "(T, hs)"},
    {"np.random.randn(B, T, C).transpose(0, 2, 1)", "(B, C, T)"},
    {"np.random.randn(B, T, C).reshape(B, T, H, -1)", "(B, T, H, 4)"},
    {"np.random.randn(B, T, C).mean(axis=1)", "(B, C)"},
    {"np.random.randn(B, T, C).sum(axis=-1, keepdims=True)", "(B, T, 1)"},
    {"np.einsum(\"btc,ch->bth\", np.ones((B, T, C)), np.ones((C, hs)))", "(B, T, hs)"},
    {"np.concatenate([np.ones((B, T)), np.ones((B, T))], axis=1)", "(B, 2*T)"},
    {"np.expand_dims(np.ones((B, T)), 1)", "(B, 1, T)"},
    {"np.arange(T)", "(T,)"},
    {"np.arange(T, H + T)", "(H,)"},
    {"np.eye(T)", "(T, T')"},
    {"np.tril(np.ones((T, T)))", "(T, T')"},
    {"np.full((B, T), 2.0)", "(B, T)"},
    {"np.where(np.ones((B, T)) > 0, 1.0, 0.0)", "(B, T)"},
    {"np.swapaxes(np.ones((B, T, C)), 1, 2)", "(B, C, T)"},
    {"np.ones((B, T, C))[:, 0]", "(B, C)"},
    {"np.stack([np.ones((B, T)), np.ones((B, T))])", "(2, B, T)"},
    {"np.repeat(np.ones((B, T)), H, axis=1)", "(B, H*T)"},
    {"np.repeat(np.ones((B, T)), H, axis=1)", "(B, H*T)"},
};

START_TEST(every_rule)
{
    struct traced t;
    struct buf text = {0}, got = {0};
    buf_printf(&text, "%sz = %s\n", preparation, rules[_i].text);
    traced_open(&t, buf_text(&text));
    put_outputs(&t.tape.event[t.tape.event_count - 1], &got);
    EXPECT(strcmp(buf_text(&got), rules[_i].expected) == 0, "%s\nis  %s\nnot %s", rules[_i].text,
           buf_text(&got), rules[_i].expected);
    buf_free(&got);
    traced_close(&t);
    buf_free(&text);
}
END_TEST

/* --- programs --- */

#define ATTENTION                                                                                  \
    "class CausalAttention(nn.Module):\n"                                                          \
    "    def __init__(self, d_in, d_out, context_length):\n"                                       \
    "        super().__init__()\n"                                                                 \
    "        self.W_key = nn.Linear(d_in, d_out, bias=False)\n"                                    \
    "        self.W_query = nn.Parameter(torch.rand(d_in, d_out))\n"                               \
    "        self.register_buffer('mask', torch.triu(torch.ones(context_length, context_length),"  \
    " diagonal=1))\n"                                                                              \
    "    def forward(self, x):\n"                                                                  \
    "        b, num_tokens, d_in = x.shape\n"                                                      \
    "        keys = self.W_key(x)\n"                                                               \
    "        queries = x @ self.W_query\n"                                                         \
    "        scores = queries @ keys.transpose(1, 2)\n"                                            \
    "        scores.masked_fill_(self.mask.bool()[:num_tokens, :num_tokens], -torch.inf)\n"        \
    "        return torch.softmax(scores, dim=-1) @ keys\n"                                        \
    "inputs = torch.rand(6, 3)\n"                                                                  \
    "batch = torch.stack((inputs, inputs), dim=0)\n"                                               \
    "out = CausalAttention(3, 2, 8)(batch)\n"

/* The last event of that operation in a program: what goes in and what comes out. */
static const struct {
    const char *text, *operation, *expected;
} programs[] = {
    /* an axis of two names has both */
    {"b, t, h = 3, 4, 3\nx = torch.zeros(b, t)\ny = torch.ones(h, t)\nz = x + y\n", "add",
     "(b, t), (h, t) -> (b or h, t)"},
    {"b, t, h = 3, 4, 3\nx = torch.zeros(b, t)\ny = torch.ones(h, t)\nz = x + y + y + x\n", "add",
     "(b or h, t), (b, t) -> (b or h, t)"},
    /* of a name and one that is reckoned out of others, the plain one; else the first */
    {"width, d_model, n_head = 4, 8, 2\nx = torch.zeros(3, d_model // n_head)\n"
     "y = torch.ones(3, width)\nz = x + y\n",
     "add", "(3, d_model//n_head), (3, width) -> (3, width)"},
    {"width, n_head, n = 4, 2, 8\nx = torch.zeros(3, n // n_head)\n"
     "y = torch.ones(3, width * n_head // 2)\nz = x + y\n",
     "add", "(3, n//n_head), (3, width*n_head//2) -> (3, n//n_head)"},
    /* on the way to a gradient of the code's own as the code has them, whatever sizes agree */
    {"T, D = 3, 3\nclass F(torch.autograd.Function):\n    @staticmethod\n"
     "    def forward(ctx, q, v):\n        ctx.save_for_backward(q, v)\n"
     "        return (q @ v.mT) @ v\n    @staticmethod\n    def backward(ctx, g):\n"
     "        q, v = ctx.saved_tensors\n        return g.sin() @ v.mT @ v, (g @ v.mT).mT @ q\n"
     "q, v = (torch.ones(2, t, D, requires_grad=True) for t in (T, T))\n"
     "F.apply(q, v).sum().backward()\n",
     "mT", "(2, T, T') -> (2, T, T')"},
    /* one that gives another number than there is, is none: T of several calls, a part of 2*T */
    {"def step(x, cache):\n    B, T, D = x.shape\n"
     "    return x if cache is None else torch.cat([cache, x], dim=1)\n"
     "x = torch.ones(2, 7, 3)\nk = step(x[:, :4], None)\nk = step(x[:, 4:5], k)\n"
     "k = step(x[:, 5:7], k)\n",
     "cat", "(B, 5, D), (B, T, D) -> (B, 7, D)"},
    {"def step(x, cache):\n    B, T, D = x.shape\n"
     "    return x if cache is None else torch.cat([cache, x], dim=1)\n"
     "x = torch.ones(2, 7, 3)\nk = step(x[:, :4], None)\nk = step(x[:, 4:], k)\n",
     "cat", "(2, 4, 3), (B, T, D) -> (B, 7, D)"},
    {"def step(x, cache):\n    B, T, D = x.shape\n"
     "    k = x if cache is None else torch.cat([cache, x], dim=1)\n"
     "    S = k.size(1)\n    return k\n"
     "x = torch.ones(2, 7, 3)\nk = step(x[:, :4], None)\nk = step(x[:, 4:5], k)\n"
     "k = step(x[:, 5:6], k)\n",
     "cat", "(B, 5, D), (B, T, D) -> (B, S, D)"},
    {"T, C = 4, 3\nx = torch.ones(2 * T, C)\ny = x[5:].clone()\n", "clone", "(3, C) -> (3, C)"},
    {"T, S = 3, 5\nx = torch.ones(T + S, T * (S + T))\nT = 2\ny = x.exp()\n", "exp",
     "(8, 24) -> (8, 24)"},
    {"T, S = 3, 5\nx = torch.ones(T + S, T * (S + T))\ny = x.exp()\n", "exp",
     "(T+S, T*(S+T)) -> (T+S, T*(S+T))"},
    {"T, S, N = 2, 5, 8\nx = torch.ones(N, N)\ny = x[S - T:S, :S].exp()\n", "exp",
     "(T, S) -> (T, S)"},
    /* but what is written keeps its own, and so do scores under a mask */
    {"b, t, h = 3, 4, 3\nx = torch.zeros(b, t)\ny = torch.ones(h, t)\nx += y\n", "add_",
     "(b, t), (h, t) -> (b, t)"},
    {"n, m = 3, 4\nmask = torch.ones(n, m).bool()\nq, k = torch.ones(2, 3, 5), torch.ones(2, 4, "
     "5)\n"
     "s = torch.einsum('bid,bjd->bij', q, k)\ns.masked_fill_(mask, -1e9)\n",
     "masked_fill_", "(b, i, j), (n, m) -> (b, i, j)"},
    {"n, m = 3, 4\nmask = torch.ones(n, m).bool()\nq, k = torch.ones(2, 3, 5), torch.ones(2, 4, "
     "5)\n"
     "s = torch.einsum('bid,bjd->bij', q, k)\nw = s.masked_fill(mask, -1e9)\n",
     "masked_fill", "(b, i, j), (n, m) -> (b, i, j)"},
    {"n, m = 3, 4\nmask = torch.ones(n, m).bool()\nq, k = torch.ones(2, 3, 5), torch.ones(2, 4, "
     "5)\n"
     "s = torch.einsum('bid,bjd->bij', q, k)\nw = torch.where(mask, s, -1e9)\n",
     "where", "(n, m), (b, i, j) -> (b, i, j)"},
    {"n, m = 3, 4\nmask = torch.ones(n, m).bool()\nq, k = torch.ones(2, 3, 5), torch.ones(2, 4, "
     "5)\n"
     "s = torch.einsum('bid,bjd->bij', q, k)\nw = s * mask\n",
     "mul", "(b, i, j), (n, m) -> (b, i, j)"},
    /* a name that was put together gives way to one of the code */
    {"h, g, n, t = 6, 2, 3, 4\nx = torch.zeros(h, t)\n"
     "y = torch.ones(n, t).repeat_interleave(g, dim=0)\nz = x * y\n",
     "mul", "(h, t), (g*n, t) -> (h, t)"},
    /* weights have the constructor's names, what forward unpacks has forward's */
    {ATTENTION, "linear", "(b, num_tokens, d_in), (d_out, d_in) -> (b, num_tokens, d_out)"},
    {ATTENTION, "masked_fill_", "(b, query, key), (query, key) -> (b, query, key)"},
    {ATTENTION, "triu", "(context_length, context_length') -> (context_length, context_length')"},
    {ATTENTION, "stack", "(6, 3), (6, 3) -> (2, 6, 3)"},
    /* sizes that are unpacked later name what was made before */
    {ATTENTION "batch_size, context_length, d_in = batch.shape\n", "stack",
     "(6, 3), (6, 3) -> (batch_size, context_length, d_in)"},
    {"x = torch.ones(2, 3)\ny = x * 2\nT = x.size(1)\nB = x.shape[0]\nz = y + 1\n", "add",
     "(B, T) -> (B, T)"},
    {"x = torch.ones(2, 3)\n_, T = x.shape\ny = x + 1\n", "add", "(2, T) -> (2, T)"},
    {"x = torch.ones(2, 3)\nn, m = x.shape\ny = x + 1\nB, T = x.shape\nz = x * 2\n", "mul",
     "(B, T) -> (B, T)"},
    {"x = torch.ones(2, 3)\ny = torch.zeros(x.shape[1], 5)\nB, T = x.shape\n", "zeros",
     "-> (T, 5)"},
    /* a kept axis has its own name, and a step on the way to a gradient those of what it took */
    {"B, T, d = 2, 4, 4\nx = torch.ones(B, T, d)\ny = x.expand(B, d, T)\n", "expand",
     "(B, T, d) -> (B, T, d)"},
    {"B, T, d = 2, 4, 4\nx = torch.ones(B, T, d, requires_grad=True)\n"
     "w = torch.softmax(x @ x.transpose(1, 2), dim=-1)\ny = w @ x\ny.sum().backward()\n"
     "y.sum()\n",
     "expand", "(B, T, d) -> (B, T, d)"},
    /* parameters rename inside; outside the caller's names stand */
    {"def f(q):\n    B, H = q.shape\n    return q.exp()\n"
     "batch, heads = 2, 3\nx = torch.ones(batch, heads)\ny = f(x)\nz = y + 1\n",
     "exp", "(B, H) -> (B, H)"},
    {"def f(q):\n    B, H = q.shape\n    return q.exp()\n"
     "batch, heads = 2, 3\nx = torch.ones(batch, heads)\ny = f(x)\nz = y + 1\n",
     "add", "(batch, heads) -> (batch, heads)"},
    {"def make(n, d):\n    return torch.zeros(n, d)\nrows, columns = 3, 7\n"
     "m = make(rows, columns) + 1\n",
     "add", "(rows, columns) -> (rows, columns)"},
    {"def f(x):\n    n, d = x.shape\n    return torch.zeros(d, n)\n"
     "a = f(torch.ones(2, 3))\nb = f(torch.ones(2, 3)) + 1\n",
     "add", "(d, n) -> (d, n)"},
    /* a name of another size of the same letter goes out as it is */
    {"def double(x):\n    t, d = x.shape\n    return x * 2\n"
     "def f(x, m):\n    v = double(m)\n    c = double(x) - 1\n    t, d = c.shape\n    return v\n"
     "T, D = 2, 3\ny = f(torch.ones(T, D), torch.ones(5, D)) + 1\n",
     "add", "(t, D) -> (t, D)"},
    {"def inner(p):\n    return p * 2\ndef outer(p):\n    n, d = p.shape\n    return inner(p)\n"
     "outer(torch.ones(2, 3))\n",
     "mul", "(n, d) -> (n, d)"},
    {"def f(x):\n    t = x.shape[0]\n    return torch.cat([x, torch.ones(1)])\n"
     "x = torch.ones(1)\nfor i in range(200): x = f(x)\nx * 2\n",
     "mul", "(201,) -> (201,)"},
    /* a name that stands for another number keeps both sides */
    {"b = 2\nx = torch.zeros(b, 4)\nb = 3\ny = x + 1\n", "add", "(b=2, 4) -> (b=2, 4)"},
    {"for T in range(1, 4):\n    x = torch.zeros(T, 2)\ny = x + 1\n", "add", "(T, 2) -> (T, 2)"},
    {"T = 5\nx = torch.zeros(T)\ny = x[:3] * x[2:]\n", "mul", "(T=3,), (T=3,) -> (T=3,)"},
    /* attributes, products, quotients */
    {"class A:\n    def __init__(self, d, h):\n        self.h = h\n        self.head = d // h\n"
     "a = A(12, 3)\nx = torch.zeros(a.h, a.head)\n",
     "zeros", "-> (h, head)"},
    {"d, h = 12, 3\nx = torch.zeros(d // h, d * h, 3 * d, d // 2)\n", "zeros",
     "-> (d//h, d*h, 3*d, d//2)"},
    {"n = 4\nx = torch.zeros(n * 1, n + 1, n * 100)\n", "zeros", "-> (n, 5, 400)"},
    /* what the program's own functions call a size is the learner's name for it */
    {"B, T, C = 2, 5, 8\nm = nn.MultiheadAttention(C, 2, batch_first=True)\n"
     "x = torch.randn(B, T, C)\nm(x, x, x)\n",
     "bmm",
     "(B*num_heads, query, key), (B*num_heads, T, C//num_heads) -> "
     "(B*num_heads, T, C//num_heads)"},
    /* and formulas of gradients have names for no size of their own */
    {"B, H, T, d = 2, 3, 4, 5\nq = torch.ones(B, T, H, d, requires_grad=True)\n"
     "torch.einsum('bqhd,bkhd->bhqk', q, q * 2).sum().backward()\n",
     "bmm", "(B*H, T, T'), (B*H, T, d) -> (B*H, T, d)"},
    {"B, T, C = 2, 5, 8\nm = nn.TransformerEncoderLayer(C, 2, 16, batch_first=True)\n"
     "x = torch.randn(B, T, C)\ny = m(x) * 2\n",
     "mul", "(B, T, C) -> (B, T, C)"},
    {"m = nn.MultiheadAttention(8, 2, batch_first=True)\nx = torch.rand(2, 5, 8)\n"
     "y = m(x, x, x)[0] + 1\n",
     "add", "(2, 5, 8) -> (2, 5, 8)"},
    /* and where the learner has none, it does not get out, nor stand beside a learner's name */
    {"m = nn.MultiheadAttention(8, 2, batch_first=True)\nx = torch.rand(2, 5, 8)\n"
     "y = m(x, x, x)[1] + 1\n",
     "add", "(2, 5, 5) -> (2, 5, 5)"},
    {"n = 5\nhide = torch.ones(n, n).triu(1).bool()\n"
     "m = nn.MultiheadAttention(8, 2, batch_first=True)\n"
     "x = torch.rand(2, 5, 8)\ny = m(x, x, x, attn_mask=hide)\n",
     "softmax", "(bsz*num_heads, query, key) -> (bsz*num_heads, query, key)"},
    /* a mask of (batch, key) is no map, even where there are as many of both; one of (query, key)
       is */
    {"ids = torch.tensor([[1, 2, 0, 0]] * 4)\nq = torch.rand(4, 2, 4, 3)\npad = ids == 0\n"
     "s = (q @ q.transpose(2, 3)).masked_fill(pad[:, None, None, :], -1e9)\n"
     "out = torch.softmax(s, -1) @ q\n",
     "eq", "(4, 4) -> (4, 4)"},
    {"ids = torch.tensor([[1, 2, 0, 0]] * 4)\nq = torch.rand(4, 2, 4, 3)\npad = ids == 0\n"
     "s = (q @ q.transpose(2, 3)).masked_fill(pad[None, None], -1e9)\n"
     "out = torch.softmax(s, -1) @ q\n",
     "eq", "(query, key) -> (query, key)"},
    {"q, k, v = torch.randn(3, 1, 5, 5, 4)\n"
     "s = (q @ k.mT).masked_fill(torch.ones(5, 5).triu(1) > 0, -1e9)\n"
     "w = s.transpose(1, 2).softmax(-1)\no = torch.einsum('bqhk,bhkd->bqhd', w, v)\n",
     "masked_fill", "(1, 5, 5, 5), (5, 5) -> (1, 5, 5, 5)"},
    /* a name of an earlier call, of another size here: the lambda sees that of its function */
    {"def cross(x, y):\n    b, n, d = x.shape\n    cut = lambda s: s.view(b, -1, 2, d // 2)\n"
     "    cut(y)\n    return x * 1\n"
     "m = cross(torch.ones(2, 6, 8), torch.ones(2, 6, 8))\no = cross(torch.ones(2, 4, 8), m)\n",
     "view", "(b, 6, d) -> (b, 6, 2, d//2)"},
    {"def fill(x, y):\n    b, n, d = x.shape\n    z = torch.zeros(b, y.shape[1], d)\n"
     "    return x * 1\n"
     "m = fill(torch.ones(2, 6, 8), torch.ones(2, 6, 8))\no = fill(torch.ones(2, 4, 8), m)\n",
     "zeros", "-> (b, 6, d)"},
    /* and of a factor that is another number here, which does not divide the size */
    {"def cut(x):\n    n, s, c = x.shape\n    return x.view(n, s * c)\n"
     "def take(m, x):\n    t, c = x.shape\n    return m * 1\n"
     "o = take(cut(torch.ones(3, 4, 1)), torch.ones(2, 6))\n",
     "mul", "(n, 4) -> (n, 4)"},
    /* heads behind the queries, as the context tells */
    {"q, k, v = torch.randn(3, 1, 2, 5, 4)\nw = (q @ k.mT).transpose(1, 2).softmax(-1)\n"
     "o = torch.einsum('bqhk,bhkd->bqhd', w, v)\n",
     "softmax", "(1, query, 2, key) -> (1, query, 2, key)"},
    /* weights of one query for each sentence: their rows are sentences */
    {"h = torch.ones(2, 5, 6)\nw = (h * torch.ones(2, 1, 6)).sum(-1).softmax(-1)\n"
     "read = torch.einsum('bn,bnd->bd', w, h)\n",
     "softmax", "(2, 5) -> (2, 5)"},
    {"h = torch.ones(2, 5, 6)\nw = (h * torch.ones(2, 1, 6)).sum(-1).softmax(-1)\n"
     "read = (w.unsqueeze(-1) * h).sum(1)\n",
     "softmax", "(2, 5) -> (2, 5)"},
    {"h = torch.ones(2, 5, 6)\nw = (h * torch.ones(2, 1, 6)).sum(-1).softmax(-1)\n"
     "read = w.unsqueeze(1) @ h\n",
     "softmax", "(2, 5) -> (2, 5)"},
    {"q, k = torch.ones(3, 6), torch.ones(5, 6)\n"
     "read = torch.einsum('qk,kd->qd', (q @ k.T).softmax(-1), k)\n",
     "softmax", "(query, key) -> (query, key)"},
    {"q, k = torch.ones(5, 6), torch.ones(5, 6)\n"
     "read = ((q @ k.T).softmax(-1).unsqueeze(-1) * k[None]).sum(1)\n",
     "softmax", "(query, key) -> (query, key)"},
    {"m = nn.Linear(4, 3)\nn = 2\ny = m(torch.ones(n, 4))\n", "linear",
     "(n, 4), (3, 4), (3,) -> (n, 3)"},
    {"from einops import rearrange\n"
     "x = rearrange(torch.ones(2, 5, 8), 'b t (h d) -> b h t d', h=2)\n",
     "permute", "(b, t, h, d) -> (b, h, t, d)"},
    {"from einops import rearrange\n"
     "x = rearrange(torch.ones(2, 5, 8), 'b t (h d) -> b h t d', h=2)\n"
     "y = rearrange(x, 'b h t d -> b t (h d)')\n",
     "reshape", "(b, t, h, d) -> (b, t, h*d)"},
    /* what goes into an einsum has the letters, where it has no names */
    {"x = torch.einsum('bqd,bkd->bqk', torch.ones(2, 3, 4), torch.ones(2, 5, 4))\n", "einsum",
     "(b, q, d), (b, k, d) -> (b, q, k)"},
    /* writing in place keeps the names */
    {"B, T = 2, 3\nx = torch.zeros(B, T)\nx[0] = torch.ones(3)\n", "__setitem__",
     "(B, T), (3,) -> (B, T)"},
    {"B, T = 2, 3\nx = torch.zeros(B, T)\nx.transpose_(0, 1)\ny = x + 1\n", "add",
     "(T, B) -> (T, B)"},
    /* axes of size 1 */
    {"b, t, v = 1, 1, 5\nx = torch.zeros(b, t, v).view(-1, v)\n", "view", "(b, t, v) -> (b*t, v)"},
    {"b, t, v = 1, 4, 5\nx = torch.zeros(b, t, v).view(-1, v)\n", "view", "(b, t, v) -> (b*t, v)"},
    {"b, t, h, d = 1, 4, 1, 5\nx = torch.zeros(b, t, h, d).view(b, t, -1)\n", "view",
     "(b, t, h, d) -> (b, t, h*d)"},
    /* integers of a comprehension, and of a loop over a shape, name nothing */
    {"x = [torch.zeros(h, 3) for h in (2, 4)]\n", "zeros", "-> (4, 3)"},
    {"x = sum(torch.ones(2 * h) for h in (2, 2))\n", "ones", "-> (4,)"},
    {"h = 4\nx = [torch.ones(h, n) for n in (2, 3)]\n", "ones", "-> (h, 3)"},
    {"h = 4\nx = [torch.ones(h) for h in (2, 3)]\ny = torch.zeros(h)\n", "zeros", "-> (h,)"},
    {"B, T = 2, 3\nx = [torch.zeros(n) for n in torch.ones(B, T).shape]\n", "zeros", "-> (T,)"},
    {"x = torch.ones(2, 3)\nfor n in x.shape:\n    pass\ny = x.exp()\n", "exp", "(2, 3) -> (2, 3)"},
    {"x = torch.ones(2, 3)\ny = [n for n in x.shape]\nz = x.exp()\n", "exp", "(2, 3) -> (2, 3)"},
    {"for n in (2, 3):\n    x = torch.ones(n, 4)\n", "ones", "-> (n, 4)"},
    /* a name of another function where this one calls another number so */
    {"def f(x, dim):\n    return x.exp().sum(dim)\ndim = 3\ny = f(torch.ones(2, dim), -1)\n", "exp",
     "(2, 3) -> (2, 3)"},
    {"def f(x, dim):\n    return x.exp()\ndim = 3\ny = f(torch.ones(2, dim), -1).sin()\n", "sin",
     "(2, dim) -> (2, dim)"},
    {"def f(x, dim):\n    return x.exp()\ndim = 3\ny = f(torch.ones(2, dim), dim)\n", "exp",
     "(2, dim) -> (2, dim)"},
    {"b, t, h, d = 1, 1, 1, 1\nx = torch.zeros(b, t, h, d).transpose(1, 2)\n", "transpose",
     "(b, t, h, d) -> (b, h, t, d)"},
};

static void expect_event(const struct traced *t, int event, const char *what, const char *expected)
{
    struct buf got = {0};
    if (event >= 0) {
        put_event(&t->tape.event[event], &got);
    }
    EXPECT(strcmp(buf_text(&got), expected) == 0, "%s\nis  %s\nnot %s", what, buf_text(&got),
           expected);
    buf_free(&got);
}

START_TEST(every_program)
{
    struct traced t;
    traced_open(&t, programs[_i].text);
    expect_event(&t, traced_find(&t, programs[_i].operation), programs[_i].text,
                 programs[_i].expected);
    traced_close(&t);
}
END_TEST

/* --- lessons --- */

/* The last operation of a line of code, and what it says. */
static const struct {
    const char *lesson, *code, *expected;
} lines[] = {
    {"by-hand", "attn_scores = query @ keys.T", "(1, 2), (head_dim, 3) -> (query, key)"},
    {"single-head", "k = x @ k_proj.T", "(B, T, C), (C, head_size) -> (B, T, head_size)"},
    {"single-head", "attn = q @ k.transpose", "(B, query, key) -> (B, query, key)"},
    {"single-head", "out = attn @ v", "(B, query, key), (B, T, head_size) -> (B, T, head_size)"},
    {"two-heads", "concat_attention_output = torch.cat",
     "(B, T, head_size), (B, T, head_size) -> (B, T, 2*head_size)"},
    {"two-heads", "multi_head_output = concat",
     "(B, T, 2*head_size), (2*head_size, head_size) -> (B, T, head_size)"},
    {"bmm", "a_unrolled = a.view(-1, N, d_k)", "(B, n_heads, N, d_k) -> (B*n_heads, N, d_k)"},
    {"bmm", "flat = torch.bmm", "(B*n_heads, N, d_k), (B*n_heads, d_k, N) -> (B*n_heads, N, N')"},
    {"weight-tensor", "w_QT = w_Q.view(T, -1)", "(T, n_heads, d_k) -> (T, n_heads*d_k)"},
    {"weight-tensor", "out = xT @ w_QT", "(B*N, T), (T, n_heads*d_k) -> (B*N, n_heads*d_k)"},
    {"weight-tensor", "by_head = split.transpose(1, 2)",
     "(B, N, n_heads, d_k) -> (B, n_heads, N, d_k)"},
    {"weight-tensor", "return heads.transpose(1, 2)",
     "(B, n_heads, N, d_k) -> (B, n_heads, N, d_k)"},
    {"wrapper", "keys = self.W_key(x)",
     "(b, num_tokens, d_in), (d_out, d_in) -> (b, num_tokens, d_out)"},
    {"weight-splits", "keys = keys.view(b, num_tokens, self.num_heads, self.head_dim)",
     "(b, num_tokens, d_out) -> (b, num_tokens, num_heads, head_dim)"},
    {"weight-splits", "attn_scores = queries @ keys.transpose(2, 3)",
     "(b, num_heads, num_tokens, head_dim), (b, num_heads, head_dim, num_tokens) -> "
     "(b, num_heads, query, key)"},
    {"weight-splits", "context_vec = context_vec.view",
     "(b, num_tokens, num_heads, head_dim) -> (b, num_tokens, d_out)"},
    {"d-model-64", "heads = projected.view(",
     "(batch_size, seq_len, d_model) -> (batch_size, seq_len, num_heads, d_k)"},
    {"d-model-64", "attn_outputs = torch.matmul(attention_weights, V)",
     "(batch_size, num_heads, query, key), (batch_size, num_heads, seq_len, d_k) -> "
     "(batch_size, num_heads, seq_len, d_k)"},
    {"classes", "scores = torch.matmul(query, key.transpose(-2, -1))",
     "(batch_size, sequence_length, input_size), (batch_size, input_size, sequence_length) -> "
     "(batch_size, query, key)"},
    {"classes", "weighted_sum = weighted_sum.view(batch_size, seq_len, -1)",
     "(batch_size, seq_len, num_heads, head_size) -> "
     "(batch_size, seq_len, num_heads*head_size)"},
};

/* A lesson on the tape; its text must live until lesson_free. */
static void open_lesson(struct traced *t, struct lesson *l, const char *name)
{
    const struct lesson_file *f = catalog_find(name);
    struct error err = {0};
    struct value last;
    bool has_last;
    ck_assert_ptr_nonnull(f);
    ck_assert(lesson_read(l, f->name, LESSON_MARKDOWN, f->text, f->len, &err));
    program_open(&t->program, 0, NULL);
    ck_assert(tape_start(&t->tape, t->program.session));
    for (int k = 0; k < l->count; k++) {
        if (l->cells[k].code) {
            ck_assert_int_eq(interp_run(&t->program.session->in, lesson_source(l, &l->cells[k]),
                                        &last, &has_last),
                             OUTCOME_DONE);
        }
    }
    tape_finish(&t->tape);
    ck_assert(stages_find(&t->tape));
    ck_assert(axes_find(&t->tape));
}

static int event_of_line(const struct tape *t, const char *code)
{
    for (int k = t->event_count - 1; k >= 0; k--) {
        size_t len;
        const struct span *at = &t->event[k].code;
        const char *line = source_line(at->source, at->line, &len);
        const char *found = strstr(line, code);
        if (found != NULL && found < line + len) {
            return k;
        }
    }
    return -1;
}

START_TEST(every_line)
{
    struct traced t;
    struct lesson l;
    open_lesson(&t, &l, lines[_i].lesson);
    expect_event(&t, event_of_line(&t.tape, lines[_i].code), lines[_i].code, lines[_i].expected);
    traced_close(&t);
    lesson_free(&l);
}
END_TEST

/* --- shape comments --- */

#define SIZES "B, T, C, head_size = 2, 4, 12, 16\nx = torch.randn(B, T, C)\nW = torch.rand(C, 16)\n"
#define ROWS "def f(x):\n    B, T, C = x.shape\n"

/* A program, and what is said of its comments: "line: said, truth: reason". */
static const struct program_case comments[] = {
    /* right */
    {SIZES "k = x @ W  # (B, T, C) @ (C, hs) -> (B, T, hs)\n", ""},
    {SIZES "k = x @ W# (B,T,C) @ (C,hs) ---> (B,T,hs)\n", ""},
    {SIZES "k = x @ W  # [B, T, head_size]\n", ""},
    {SIZES "k = x @ W  # B x T x hs\n", ""},
    {SIZES "k = x @ W  # torch.Size([2, 4, 16])\n", ""},
    {SIZES "k = x @ W  # (B, T, C) x (C, hs) = (B, T, hs)\n", ""},
    {SIZES "k = x @ W  # (..., hs)\n", ""},
    {SIZES "k = (x @ W).view(B * T, -1)  # (B*T, hs)\n", ""},
    {SIZES "k = torch.cat([x, x], -1)  # [B, T, C * 2]\n", ""},
    {SIZES "k = x.view(B, T, 3, -1)  # (B, T, n, C // n)\n", ""},
    {SIZES "k = torch.cat([x, x[:, :1]], 1)  # (B, T+1, C)\n", ""},
    {SIZES "q, k, v = (x @ torch.rand(C, 48)).chunk(3, -1)  # (B, T, hs)\n", ""},
    /* comments as notebooks write them */
    /* ... notebooks write hs where the variable is head_size */
    {"B,T,C = 2, 4, 12 # batch, time, channels\n"
     "head_size = 16\n"
     "x = torch.randn(B,T,C)\n"
     "k_proj = torch.rand((head_size, C))\n"
     "k = x @ k_proj.T   # (B, T, C) @ (C, hs) -> (B, T, hs)\n"
     "v = x @ k_proj.T   # (B, T, C) @ (C, hs) -> (B, T, hs)\n"
     "attn =  k @ k.transpose(-2, -1) / math.sqrt(head_size)# (B, T, hs) @ (B, hs, T) ---> (B, T, "
     "T)\n"
     "tril = torch.tril(torch.ones(T, T))\n"
     "out = attn @ v  # (B, T, T) @ (B, T, hs) -> (B, T, hs)\n"
     "multi_head_proj = torch.rand((head_size, head_size * 2)) # [hs, hs * 2]\n"
     "concat_attention_output = torch.cat([out, out], dim = -1) # [B, T, hs * 2]\n"
     "multi_head_output = concat_attention_output @ multi_head_proj.T # [B, T, hs]\n",
     ""},
    /* ... one weight tensor for all heads */
    {"B, N, T, n_heads, d_k = 2, 5, 3, 2, 2\n"
     "class MHLinear(nn.Module):\n"
     "\tdef __init__(self, n_heads, T, d_k):\n"
     "\t\tsuper().__init__()\n"
     "\t\tself.weights = torch.rand(T, n_heads, d_k)\n"
     "\tdef __call__(self, X):\n"
     "\t\tB, N, T = X.shape\n"
     "\t\tX_unrolled = X.view(-1, T) # (B*N, T)\n"
     "\t\tW_unrolled = self.weights.view(T, -1) # (T, n_heads*d_k)\n"
     "\t\tprojected = X_unrolled@W_unrolled # (B*N, n_heads*d_k)\n"
     "\t\treturn projected.view((B, N, n_heads, d_k)).transpose(1, 2).contiguous() # (B, n_heads, "
     "N, d_k)\n"
     "q = MHLinear(n_heads, T, d_k)(torch.randn(B, N, T)) # (B, n_heads, N, d_k)\n"
     "m = q.transpose(1,2).contiguous().view((B, N, -1)) # *(B, N, n_heads*d_k)\n",
     ""},
    /* ... prose in lines of comments */
    {"class A(nn.Module):\n"
     "    def forward(self, x):\n"
     "        b, num_tokens, d_in = x.shape\n"
     "        # The output of the multiplication will be of shape (b, num_tokens, d_out)\n"
     "        keys = x @ torch.rand(3, 4)\n"
     "        # So, we reshape the last dimension of the keys to (b, num_tokens, num_heads, "
     "head_dim)\n"
     "        keys = keys.view(b, num_tokens, 2, 2)\n"
     "        # So, we transpose the dimensions to get the shape (b, num_heads, num_tokens, "
     "head_dim)\n"
     "        keys = keys.transpose(1, 2)\n"
     "        scores = keys @ keys.mT\n"
     "        # The shape of context_vecs is (b, num_heads, num_tokens, head_dim)\n"
     "\n"
     "        # BUT we need the context vectors to be of shape (b, num_tokens, d_out)\n"
     "\n"
     "        context_vec = (scores @ keys).transpose(1,2)\n"
     "        # So, we need to transpose to get the shape (b, num_tokens, num_heads, head_dim)\n"
     "        return context_vec.contiguous().view(b, num_tokens, 4)\n"
     "A()(torch.rand(2, 6, 3))\n",
     ""},
    /* ... an arrow that begins a comment, and names that are no variables */
    {"def forward(x):\n"
     "    batch_size, seq_len, d_model = x.shape\n"
     "    # shape after -> [batch_sizem, num_heads, seq_len, d_k]\n"
     "    # splits d_model into heads * d_k\n"
     "    Q = x.view(batch_size, seq_len, 4, 3).transpose(1,2)\n"
     "    # [batch_size, num_head, seq_len, d_k] @ [batch_size, num_head, d_k, seq_len] -> "
     "[batch_size, num_head, seq_len, seq_len]\n"
     "    # scaled dot product attention\n"
     "    scores = torch.matmul(Q, Q.transpose(-2, -1)) / np.sqrt(3)\n"
     "    attn_outputs = torch.matmul(scores, Q)\n"
     "    # concatenate heads : [batch_size, seq_len, d_model]\n"
     "    attn_outputs = attn_outputs.transpose(1, 2).contiguous()\n"
     "    return attn_outputs.view(batch_size, seq_len, d_model)\n"
     "forward(torch.rand(2, 5, 12))\n",
     ""},
    /* ... attributes */
    {"class A(nn.Module):\n"
     "    def __init__(self, input_size, num_heads):\n"
     "        super().__init__()\n"
     "        self.num_heads, self.head_size = num_heads, input_size // num_heads\n"
     "    def forward(self, x):\n"
     "        batch_size, seq_len, _ = x.size()\n"
     "        queries = x.view(batch_size, seq_len, self.num_heads, self.head_size)\n"
     "        queries = queries.transpose(1, 2)  # (batch_size, num_heads, seq_len, head_size)\n"
     "        scores = torch.matmul(queries, queries.mT)  # (batch_size, num_heads, seq_len, "
     "seq_len)\n"
     "        y = torch.matmul(scores, queries)  # (batch_size, num_heads, seq_len, head_size)\n"
     "        y = y.transpose(1, 2).contiguous()  # (batch_size, seq_len, num_heads, head_size)\n"
     "        y = y.view(batch_size, seq_len, -1)  # (batch_size, seq_len, input_size)\n"
     "        return y\n"
     "A(12, 3)(torch.rand(2, 5, 12))\n",
     ""},
    /* ... the names of another author */
    {"def forward(x, n_head):\n"
     "    B, T, C = x.size() # batch size, sequence length, embedding dimensionality (n_embd)\n"
     "    q = x.view(B, T, n_head, C // n_head).transpose(1, 2) # (B, nh, T, hs)\n"
     "    # causal self-attention; Self-attend: (B, nh, T, hs) x (B, nh, hs, T) -> (B, nh, T, T)\n"
     "    att = q @ q.transpose(-2, -1)\n"
     "    y = att @ q # (B, nh, T, T) x (B, nh, T, hs) -> (B, nh, T, hs)\n"
     "    y = y.transpose(1, 2).contiguous().view(B, T, C) # re-assemble all head outputs side by "
     "side\n"
     "    y = y[:, [-1], :] # note: using list [-1] to preserve the time dim\n"
     "    return y\n"
     "def generate(idx):\n"
     "    for _ in range(3):\n"
     "        probs = torch.rand(idx.shape[0], 7) # (B, C)\n"
     "        idx_next = torch.multinomial(probs, num_samples=1) # (B, 1)\n"
     "        idx = torch.cat((idx, idx_next), dim=1) # (B, T+1)\n"
     "    return idx\n"
     "forward(torch.rand(2, 5, 12), 3)\n"
     "generate(torch.zeros(2, 1, dtype=torch.long))\n",
     ""},
    /* wrong */
    {SIZES "k = x @ W  # (B, T, C)\n", "4: (B, T, C), (2, 4, 16): C is 12 here, not 16"},
    {SIZES "k = x @ W  # (B, T, C) @ (C, hs) -> (B, hs, T)\n",
     "4: (B, hs, T), (2, 4, 16): hs is 16 here, not 4"},
    {SIZES "k = x @ W  # (B, C, T) @ (C, hs) -> (B, T, hs)\n",
     "4: (B, C, T), (2, 4, 12): C is 12 here, not 4"},
    {SIZES "k = x @ W  # shape: (B, T, 17)\n", "4: (B, T, 17), (2, 4, 16): axis 2 has 16, not 17"},
    {SIZES "k = x @ W  # torch.Size([2, 4, 17])\n",
     "4: [2, 4, 17], (2, 4, 16): axis 2 has 16, not 17"},
    {SIZES "k = x @ W  # B x T x C\n", "4: B x T x C, (2, 4, 16): C is 12 here, not 16"},
    {SIZES "k = x @ W  # B, T, C\n", "4: B, T, C, (2, 4, 16): C is 12 here, not 16"},
    {SIZES "k = x @ W  # B,T,head_size\n", ""},
    {SIZES "k = x @ W  # q, k, v\n", ""},
    {SIZES "k = x @ W  # B, T and C\n", ""},
    {SIZES "k = x @ W  # 1, 2, 3\n", ""},
    {SIZES "k = x @ W  # 形状：[2, 4, 17]，批次在前\n",
     "4: [2, 4, 17], (2, 4, 16): axis 2 has 16, not 17"},
    {SIZES "k = x @ W  # [B, T, head_size * 2]\n",
     "4: [B, T, head_size * 2], (2, 4, 16): head_size * 2 is 32 here, not 16"},
    {SIZES "# (B, T, C) @ (C, hs) -> (B, T, T)\nk = x @ W\n",
     "4: (B, T, T), (2, 4, 16): T is 4 here, not 16"},
    {SIZES "k = (x\n     @ W)  # (B, T, C)\n", "5: (B, T, C), (2, 4, 16): C is 12 here, not 16"},
    {SIZES "q, k = x @ W, x @ W  # (B, T, hs), (B, T, C)\n",
     "4: (B, T, C), (2, 4, 16): C is 12 here, not 16"},
    /* a free name stands for one size within a function ... */
    {SIZES ROWS "    q = x @ W  # (B, T, hs)\n    v = q.mT  # (B, T, hs)\nf(x)\n",
     "7: (B, T, hs), (2, 16, 4): T is 4 here, not 16"},
    {SIZES "def f(x):\n    q = x @ W  # (b, t, hs)\n    return q.mT  # (b, t, hs)\nf(x)\n",
     "6: (b, t, hs), (2, 16, 4): t is 4 here, not 16"},
    /* ... and for another one in the next call, in the next round of a loop, in the next cell */
    {SIZES "def f(x):\n    return x + 1  # (n, m)\nf(x[0])\nf(x[:, 0])\n", ""},
    {SIZES "y = x\nfor i in range(3):\n    y = torch.cat([y, y], 1)  # (B, n, C)\n", ""},
    {SIZES "for i in range(3):\n    y = x[:, i:]  # (B, n, C)\n    z = y.mT  # (B, n, C)\n",
     "6: (B, n, C), (2, 12, 4): n is 4 here, not 12"},
    /* a comment that was right once describes the usual case */
    {SIZES "def f(q, k):\n    s = q @ k.mT  # (B, T, T)\nf(x, x)\nf(x, x[:, :2])\n", ""},
    /* an axis of what goes in is a name that stands for a size */
    {SIZES "class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
           "        self.key = nn.Linear(12, 16)\n    def forward(self, x):\n"
           "        k = self.key(x)  # (B, T, C)\n        return k\nM()(x)\n",
     "9: (B, T, C), (2, 4, 16): C is 12 here, not 16"},
    /* a letter that two comments use for two things, and one that an attribute bears out */
    {SIZES
     "def f(x):\n    k = x @ W  # (b, t, d)\n    return k.view(2, 4, 4, 4)  # (b, t, h, d)\nf(x)\n",
     ""},
    {SIZES "class M:\n    def __init__(self):\n        self.d = 16\n    def go(self, x):\n"
           "        k = x @ W  # (b, t, d)\n        return k.view(2, 4, 4, 4)  # (b, t, h, d)\n"
           "M().go(x)\n",
     "9: (b, t, h, d), (2, 4, 4, 4): d is 16 here, not 4"},
    /* above several statements: of the second or the third one, of none */
    {SIZES "# (B, T, C) @ (C, hs) -> (B, T, head_size)\nz = x * 2\nk = z @ W\n", ""},
    {SIZES "# (B, T, C) @ (C, hs) -> (B, T, head_size)\nz = x * 2\nz = z + 1\nk = z @ W\n", ""},
    {SIZES "# (B, T, C) @ (C, hs) -> (B, T, head_size)\nz = x * 2\nk = z + 1\n",
     "4: (B, T, head_size), (2, 4, 12): head_size is 16 here, not 12"},
    {SIZES
     "# (B, T, C) @ (C, hs) -> (B, T, head_size)\nz = x * 2\nz = z + 1\nz = z + 2\nk = z @ W\n",
     "4: (B, T, head_size), (2, 4, 12): head_size is 16 here, not 12"},
    /* what is no claim */
    {SIZES "k = x @ W  # see above (note 2), and (B, T)\n", ""},
    {SIZES "k = x @ W  # as x.view(B, T, C) would\n", ""},
    {SIZES "k = x @ W  # x is (B, T, C)\n", ""},
    {SIZES "k = x @ W  # was (B, T, C)\n", ""},
    {SIZES "k = x @ W  # from (B, T, C)\n", ""},
    {SIZES "k = x @ W  # (B, T, C) or (T, C)\n", ""},
    {SIZES "k = x @ W  # (B, T)\n", ""},
    {SIZES "k = x @ W  # keep the last axis: [-1]\n", ""},
    {SIZES "# The input has the shape (B, T, C), and so on\nk = x @ W\n", ""},
    {SIZES "# concatenate heads : [B, T, C]\nk = x @ W\n", ""},
    {SIZES "y = x @ W\n# (B, T, hs)\nk = y.mT\n", ""}, /* speaks of the line above */
    {SIZES "print('# (B, T, C)')\nk = x @ W\n", ""},
    {SIZES "k = x @ W; s = '# (B, T, C)'\n", ""},
    {SIZES "p = x[0, 0].argmax(-1, keepdim=True)  # (3)\n", ""},
    {SIZES "for b in range(B):\n    k = x @ W  # (b, t, hs)\n", ""}, /* b only counts */
    {SIZES "def f(x):\n    k = x @ W  # (2, 8, 64)\nf(x)\n", ""},    /* an example */
    {SIZES "def f(x):\n    k = x[:, None]  # (B, 1, T, C)\n    l = k @ W  # (B, T, 1, hs)\nf(x)\n",
     "6: (B, T, 1, hs), (2, 1, 4, 16): T is 4 here, not 1"},
    {SIZES "k = torch.zeros(3), 1  # (B, T, C)\n", ""},
    {SIZES "def f(x, m=None):  # (B, T)\n    return x\nf(x[0])\n", ""},
};

static void put_comments(struct traced *t, struct buf *out)
{
    struct shape_comment *at;
    int count;
    ck_assert(axes_check_comments(&t->tape, &at, &count));
    for (int k = 0; k < count; k++) {
        buf_printf(out, "%s%d: %s, %s: %s", k > 0 ? "; " : "", at[k].at.line, at[k].said,
                   at[k].truth, at[k].reason);
        ck_assert_int_ge(at[k].event, 0);
        ck_assert_int_lt(at[k].event, t->tape.event_count);
    }
    free(at);
}

START_TEST(every_comment)
{
    struct traced t;
    struct buf got = {0};
    traced_open(&t, comments[_i].text);
    put_comments(&t, &got);
    EXPECT(strcmp(buf_text(&got), comments[_i].expected) == 0, "%s\nis  %s\nnot %s",
           comments[_i].text, buf_text(&got), comments[_i].expected);
    buf_free(&got);
    traced_close(&t);
}
END_TEST

/* A variable of an earlier cell counts where the top level of the comment's cell speaks of it. */
static const struct {
    const char *cells;
    int told;
} old_variables[] = {
    {"```python\nimport torch\nT, D = 4, 6\nx = torch.ones(T, D)\n```\n\n"
     "```python\ny = torch.ones(9, 6) + 1  # (T, D)\n```\n",
     0},
    {"```python\nimport torch\nT, D = 4, 6\nx = torch.ones(T, D)\n```\n\n"
     "```python\nprint(T, D)\ny = torch.ones(9, 6) + 1  # (T, D)\n```\n",
     1},
    {"```python\nimport torch\nT, D = 4, 6\nx = torch.ones(T, D)\n```\n\n"
     "```python\ndef f(T, D):\n    return T * D\ny = torch.ones(9, 6) + 1  # (T, D)\n```\n",
     0},
    {"```python\nimport torch\nT, D = 4, 6\ny = torch.ones(9, 6) + 1  # (T, D)\n```\n", 1},
};

START_TEST(an_old_variable_means_nothing)
{
    struct run run;
    struct error err = {0};
    const struct run_terms terms = {.threads = 1, .limits = {.depth = 1000}};
    struct lesson *l = calloc(1, sizeof *l);
    const char *text = old_variables[_i].cells;
    ck_assert_ptr_nonnull(l);
    ck_assert_msg(lesson_read(l, "a.md", LESSON_MARKDOWN, text, strlen(text), &err), "%s",
                  err.text);
    ck_assert_msg(run_make(&run, l, &terms, false, &err), "%s", err.text);
    ck_assert_int_eq(run.warnings->count, old_variables[_i].told);
    run_free(&run);
}
END_TEST

START_TEST(no_lesson_is_contradicted)
{
    struct traced t;
    struct lesson l;
    struct buf got = {0};
    open_lesson(&t, &l, lesson_files[_i].name);
    put_comments(&t, &got);
    ck_assert_str_eq(buf_text(&got), "");
    buf_free(&got);
    traced_close(&t);
    lesson_free(&l);
}
END_TEST

/* The span of a finding is the shape itself. */
START_TEST(a_finding_says_where)
{
    struct traced t;
    struct shape_comment *at;
    int count;
    traced_open(&t, "x = torch.ones(2, 3)  # shape (2, 4)\n");
    ck_assert(axes_check_comments(&t.tape, &at, &count));
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(at[0].event, 0);
    ck_assert_int_eq(at[0].at.line, 1);
    ck_assert_int_eq(at[0].at.column, 30);
    ck_assert_int_eq(at[0].at.end_column, 36);
    free(at);
    traced_close(&t);
}
END_TEST

/* Every input and output has a place for each axis, also when the run failed half-way. */
START_TEST(a_failed_run_has_names)
{
    struct traced t;
    traced_open_any(&t, "B = 2\nx = torch.ones(B, 3)\ny = x @ x\n");
    ck_assert_int_eq(t.tape.event_count, 1);
    expect_event(&t, 0, "ones", "-> (B, 3)");
    traced_close(&t);
}
END_TEST

static void add_table(Suite *s, const char *name, const TTest *test, size_t count)
{
    TCase *t = tcase_create(name);
    tcase_add_loop_test(t, test, 0, (int)count);
    suite_add_tcase(s, t);
}

Suite *suite_axes(void)
{
    Suite *s = suite_create("axes");
    TCase *t = tcase_create("axes");
    add_table(s, "rules", every_rule, sizeof rules / sizeof rules[0]);
    add_table(s, "programs", every_program, sizeof programs / sizeof programs[0]);
    add_table(s, "lines", every_line, sizeof lines / sizeof lines[0]);
    add_table(s, "comments", every_comment, sizeof comments / sizeof comments[0]);
    add_table(s, "old variables", an_old_variable_means_nothing,
              sizeof old_variables / sizeof old_variables[0]);
    add_table(s, "lessons", no_lesson_is_contradicted, (size_t)lesson_count);
    tcase_add_test(t, a_finding_says_where);
    tcase_add_test(t, a_failed_run_has_names);
    suite_add_tcase(s, t);
    return s;
}
