/* Tests whether a wrong answer's mistake is named. Each mistake of mistakes.def is made by hand in
 * programs of different styles, as a student would write it: the changed run of the right program
 * must give the same numbers, and the mistake must be named. What is right, and what is random,
 * must be named nothing. */
#include "expect.h"
#include "program.h"
#include "quiz.h"
#include "wrong_programs.h"

#include "exercise/answer/diagnose.h"
#include "lesson/catalog.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_diagnose(void);

/* `own_stack` is known once the tests have begun. */
#define TERMS                                                                                      \
    (&(struct run_terms){.memory = (size_t)1 << 28,                                                \
                         .threads = 1,                                                             \
                         .limits = {.steps = 5000000, .depth = 1000},                              \
                         .library = &trees,                                                        \
                         .stack = own_stack})

/* --- the table --- */

#define SPLIT ".view(b, t, self.h, self.d).transpose(1, 2)"
#define HAND_SCORES                                                                                \
    "s = q @ k.transpose(-2, -1) / 5 ** 0.5\n"                                                     \
    "m = torch.ones(4, 4).triu(1).bool()\n"
#define SDPA "out = F.scaled_dot_product_attention(q, k, v, is_causal=True)\n"
#define MHA_CALL "out, _ = mha(x, x, x, attn_mask=mask)\n"
/* the module's arithmetic, with its weights */
#define MHA_HAND                                                                                   \
    "q, k, v = F.linear(x, mha.in_proj_weight, mha.in_proj_bias).chunk(3, dim=-1)\n"               \
    "q, k, v = [t.view(2, 4, 3, 5).transpose(1, 2) for t in (q, k, v)]\n"

static const struct made {
    enum mistake_kind kind;
    const char *text, *find, *replace; /* everywhere */
} made[] = {
    {MISTAKE_view_split, CLASS, SPLIT, ".view(b, self.h, t, self.d)"},
    {MISTAKE_view_split, ADDED, ".reshape(B, T, H, D).permute(0, 2, 1, 3)", ".reshape(B, H, T, D)"},
    {MISTAKE_view_split, CLASS, "self.k(x)" SPLIT, "self.k(x).view(b, self.h, t, self.d)"},
    {MISTAKE_no_transpose, SQUARE_HEADS, ".view(B, T, H, D).transpose(1, 2)", ".view(B, T, H, D)"},
    {MISTAKE_no_transpose, SQUARE_PERMUTED, ".permute(0, 2, 1, 3)\n", "\n"},
    {MISTAKE_reshape_join, CLASS, ".transpose(1, 2).contiguous().view(b, t, c)",
     ".contiguous().view(b, t, c)"},
    {MISTAKE_reshape_join, BMM, "c.view(B, H, T, D).transpose(1, 2).flatten(2)",
     "c.reshape(B, T, H * D)"},
    {MISTAKE_first_head, CLASS, "weights @ values", "weights @ values[:, :1]"},
    {MISTAKE_first_head, EINSUM, "'bhqk,bhkd->bhqd', w, v", "'bhqk,bkd->bhqd', w, v[:, 0]"},
    {MISTAKE_softmax_axis, CLASS, "dim=-1", "dim=-2"},
    {MISTAKE_softmax_axis, BY_HAND, "dim=-1", "dim=0"},
    {MISTAKE_softmax_heads, CLASS, "dim=-1", "dim=1"},
    {MISTAKE_softmax_heads, EINSUM, "softmax(-1)", "softmax(1)"},
    {MISTAKE_no_softmax, SQUARE, "torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, dim=-1)",
     "q @ k.transpose(-2, -1) / D ** 0.5"},
    {MISTAKE_no_softmax, EINSUM, "w = s.softmax(-1)", "w = s"},
    {MISTAKE_exp_only, LOOP, "F.softmax(s, dim=-1)", "torch.exp(s)"},
    {MISTAKE_exp_only, BY_HAND, "w = e / e.sum(dim=-1, keepdim=True)", "w = e"},
    {MISTAKE_not_scaled, CLASS, "scores / self.d ** 0.5", "scores"},
    {MISTAKE_not_scaled, ADDED, " * D ** -0.5", ""},
    {MISTAKE_not_scaled, LOOP, " / math.sqrt(k.shape[-1])", ""},
    {MISTAKE_not_scaled, MODULE, MHA_CALL,
     MHA_HAND "s = (q @ k.mT).masked_fill(mask, -torch.inf)\n"
              "c = torch.softmax(s, -1) @ v\n"
              "out = mha.out_proj(c.transpose(1, 2).reshape(2, 4, 15))\n"},
    {MISTAKE_scale_width, CLASS, "self.d ** 0.5", "c ** 0.5"},
    {MISTAKE_scale_width, LOOP, "k.shape[-1]", "x.shape[-1]"},
    {MISTAKE_scale_width, LIBRARY, SDPA,
     "out = F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=15 ** -0.5)\n"},
    {MISTAKE_scale_root, CLASS, "self.d ** 0.5", "self.d"},
    {MISTAKE_scale_root, BMM, "1 / math.sqrt(D)", "1 / D"},
    {MISTAKE_scaled_twice, BY_HAND, "scaled = scores", "scaled = scores / math.sqrt(D)"},
    {MISTAKE_scaled_twice, EINSUM, "/ math.sqrt(D)", "/ math.sqrt(D) / math.sqrt(D)"},
    {MISTAKE_scale_up, CLASS, "scores / self.d", "scores * self.d"},
    {MISTAKE_scale_up, ADDED, "D ** -0.5", "D ** 0.5"},
    {MISTAKE_mask_not_applied, CLASS, "masked_fill_", "masked_fill"},
    {MISTAKE_mask_not_applied, LOOP, "s = s.masked_fill", "s.masked_fill"},
    {MISTAKE_mask_not_applied, ADDED, "scores + mask", "scores"},
    {MISTAKE_mask_not_applied, LOOP, "s = s.masked_fill", "masked = s.masked_fill"},
    {MISTAKE_mask_not_applied, EINSUM, "s = torch.where(", "masked = torch.where("},
    {MISTAKE_mask_not_applied, BMM, "s[:, torch", "s.clone()[:, torch"},
    {MISTAKE_mask_not_applied, BY_HAND, "scores[i, j] = float('-inf')", "pass"},
    {MISTAKE_mask_not_applied, MODULE, "attn_mask=mask", "attn_mask=None"},
    {MISTAKE_mask_not_applied, LIBRARY, "is_causal=True", "is_causal=False"},
    {MISTAKE_mask_stored, LOST, "scores.masked_fill(", "scores = scores.masked_fill("},
    {MISTAKE_mask_stored, LOST_LATE, "torch.where(", "scores = torch.where("},
    {MISTAKE_mask_polarity, CLASS, "self.mask.bool()", "~self.mask.bool()"},
    {MISTAKE_mask_polarity, LOOP, "tril == 0", "tril == 1"},
    {MISTAKE_mask_polarity, EINSUM, "torch.where(seen", "torch.where(~seen"},
    {MISTAKE_mask_polarity, LIBRARY, "is_causal=True", "attn_mask=~torch.ones(4, 4).tril().bool()"},
    {MISTAKE_mask_own, LOOP, "torch.tril(torch.ones(t, t))", "torch.tril(torch.ones(t, t), -1)"},
    {MISTAKE_mask_own, ADDED, "triu(1)", "triu()"},
    {MISTAKE_mask_own, BY_HAND, "j > i", "j >= i"},
    {MISTAKE_mask_ahead, CLASS, "diagonal=1", "diagonal=2"},
    {MISTAKE_mask_ahead, BMM, "torch.ones(T, T), 1)", "torch.ones(T, T), 2)"},
    {MISTAKE_mask_ahead, MODULE, "torch.ones(4, 4), 1)", "torch.ones(4, 4), 2)"},
    {MISTAKE_mask_zero, CLASS, "-torch.inf", "0"},
    {MISTAKE_mask_zero, EINSUM, "torch.tensor(-1e9)", "torch.tensor(0.0)"},
    {MISTAKE_mask_zero, BY_HAND, "float('-inf')", "0"},
    {MISTAKE_mask_tiny, LOOP, "-1e9", "1e-9"},
    {MISTAKE_mask_tiny, EINSUM, "-1e9", "1e-9"},
    {MISTAKE_mask_capped, CAPPED, "hide(cap(scores, 5.0))", "cap(hide(scores), 5.0)"},
    {MISTAKE_mask_capped, CAPPED_ADDED, "(s / 3).tanh() + mask", "((s + mask) / 3).tanh()"},
    {MISTAKE_mask_after_softmax, LOOP,
     "        s = s.masked_fill(tril == 0, -1e9)\n        w = F.softmax(s, dim=-1)\n",
     "        w = F.softmax(s, dim=-1).masked_fill(tril == 0, 0)\n"},
    {MISTAKE_mask_after_softmax, LIBRARY, SDPA,
     HAND_SCORES "out = torch.softmax(s, -1).masked_fill(m, 0) @ v\n"},
    {MISTAKE_mask_after_softmax, ADDED, "torch.softmax(scores + mask, dim=-1)",
     "torch.softmax(scores, dim=-1) * (mask == 0)"},
    {MISTAKE_key_untransposed, SQUARE, "k.transpose(-2, -1)", "k"},
    {MISTAKE_key_untransposed, SQUARE_EINSUM, "bhid,bhjd->bhij", "bhid,bhdj->bhij"},
    {MISTAKE_key_view, CLASS, "keys.transpose(2, 3)", "keys.reshape(b, self.h, self.d, t)"},
    {MISTAKE_key_view, BMM, "k.transpose(1, 2)", "k.view(B * H, D, T)"},
    {MISTAKE_swap_qk, CLASS, "queries @ keys.transpose(2, 3)", "keys @ queries.transpose(2, 3)"},
    {MISTAKE_swap_qk, EINSUM, "'bhqd,bhkd->bhqk', q, k", "'bhqd,bhkd->bhqk', k, q"},
    {MISTAKE_keys_are_queries, LOOP, "q @ k.transpose", "q @ q.transpose"},
    {MISTAKE_keys_are_queries, EINSUM, "'bhqd,bhkd->bhqk', q, k", "'bhqd,bhkd->bhqk', q, q"},
    {MISTAKE_values_are_keys, CLASS, "weights @ values", "weights @ keys"},
    {MISTAKE_values_are_keys, BY_HAND, "w @ v", "w @ k"},
    {MISTAKE_weights_turned, BMM, "torch.bmm(w, v)", "torch.bmm(w.transpose(1, 2), v)"},
    {MISTAKE_weights_turned, EINSUM, "'bhqk,bhkd->bhqd', w", "'bhkq,bhkd->bhqd', w"},
    {MISTAKE_weight_turned, ADDED, "heads(x @ wk)", "heads(x @ wk.T)"},
    {MISTAKE_weight_turned, CLASS, "self.o(context)", "context @ self.o.weight + self.o.bias"},
    {MISTAKE_no_bias, CLASS, "self.o(context)", "context @ self.o.weight.T"},
    {MISTAKE_no_bias, ADDED, " + bias", ""},
    {MISTAKE_no_out_proj, CLASS, "self.o(context)", "context"},
    {MISTAKE_no_out_proj, LOOP, "proj(z)", "z"},
    {MISTAKE_gqa_order, GQA, "repeat_interleave(H // G, dim=1)", "repeat(1, H // G, 1, 1)"},
    {MISTAKE_gqa_order, GQA_EXPAND, "t[:, :, None].expand(B, G, H // G, T, D)",
     "t.repeat(1, H // G, 1, 1)"},
    {MISTAKE_not_scaled, ARRAYS, " / np.sqrt(D)", ""},
    {MISTAKE_scale_up, ARRAYS, "/ np.sqrt(D)", "* np.sqrt(D)"},
    {MISTAKE_mask_not_applied, ARRAYS, "s[np.triu", "s.copy()[np.triu"},
    {MISTAKE_mask_own, ARRAYS, "np.ones((T, T)), 1)", "np.ones((T, T)), 0)"},
    {MISTAKE_softmax_axis, ARRAYS, "e.sum(axis=-1", "e.sum(axis=0"},
    {MISTAKE_exp_only, ARRAYS, "e / e.sum(axis=-1, keepdims=True)", "e"},
    {MISTAKE_values_are_keys, ARRAYS, "w @ v", "w @ k"},
    {MISTAKE_softmax_axis, NO_VALUES, "dim=-1", "dim=-2"},
    {MISTAKE_softmax_axis, POWERS, "e.sum(dim=-1", "e.sum(dim=-2"},
    {MISTAKE_softmax_heads, NO_VALUES, "dim=-1", "dim=1"},
    {MISTAKE_no_softmax, NO_VALUES, "torch.softmax(masked, dim=-1)", "masked"},
    {MISTAKE_exp_only, POWERS, "e / e.sum(dim=-1, keepdim=True)", "e"},
    {MISTAKE_not_scaled, SCORES, " / math.sqrt(5)", ""},
    {MISTAKE_scale_width, SCORES, "math.sqrt(5)", "math.sqrt(15)"},
    {MISTAKE_scale_root, SCORES, "math.sqrt(5)", "5"},
    {MISTAKE_scale_up, NO_VALUES, "scores / math", "scores * math"},
    {MISTAKE_mask_not_applied, NO_VALUES, "softmax(masked", "softmax(scaled"},
    {MISTAKE_mask_polarity, NO_VALUES, ".triu(1)", ".tril()"},
    {MISTAKE_mask_own, NO_VALUES, ".triu(1)", ".triu()"},
    {MISTAKE_mask_zero, NO_VALUES, "-torch.inf", "0"},
    {MISTAKE_mask_after_softmax, NO_VALUES, "torch.softmax(masked, dim=-1)",
     "torch.softmax(scaled, dim=-1) * (masked > -torch.inf)"},
    {MISTAKE_swap_qk, SCORES, "q @ k", "k @ q"},
    {MISTAKE_keys_are_queries, NO_VALUES, "q @ k.", "q @ q."},
    {MISTAKE_key_view, SCORES, "k.mT", "k.reshape(2, 3, 5, 4)"},
    {MISTAKE_view_split, HEADS, "x.view(2, 4, 3, 5).transpose(1, 2)", "x.view(2, 3, 4, 5)"},
    {MISTAKE_view_split, NO_VALUES, ".view(B, T, H, D).transpose(1, 2)", ".view(B, H, T, D)"},
    {MISTAKE_reshape_join, HEADS, "y.transpose(1, 2).contiguous()", "y.contiguous()"},
};

#define MADE ((int)(sizeof made / sizeof made[0]))

/* --- running --- */

static void run_text(struct run *r, const char *text)
{
    struct lesson *l = calloc(1, sizeof *l);
    struct error err = {0};
    ck_assert_msg(lesson_read(l, "test.py", LESSON_PYTHON, text, strlen(text), &err), "%s",
                  err.text);
    ck_assert_msg(run_make(r, l, TERMS, false, &err), "%s", err.text);
    EXPECT(r->failure.len == 0, "%s\n%s", text, buf_text(&r->failure));
}

/* `text` with another piece of code in the place of one, wherever that stands. */
static void rewrite(const char *text, const char *find, const char *replace, struct buf *out)
{
    const char *at;
    EXPECT(strstr(text, find) != NULL, "no `%s` in\n%s", find, text);
    for (; (at = strstr(text, find)) != NULL; text = at + strlen(find)) {
        buf_put(out, text, (size_t)(at - text));
        buf_puts(out, replace);
    }
    buf_puts(out, text);
}

/* The event that gave `out`. */
static int out_event(const struct run *r)
{
    for (int k = r->tape->bind_count - 1; k >= 0; k--) {
        const struct tape_bind *b = &r->tape->bind[k];
        int64_t event = strcmp(b->name, "out") == 0 ? map_get(&r->tape->makers, b->serial, -1) : -1;
        if (event >= 0) {
            return (int)event;
        }
    }
    ck_abort_msg("the program has no `out`");
    return -1;
}

struct both { /* the right run, and one with a mistake that was written by hand */
    struct buf text;
    struct run right, wrong;
    struct asked_event asked;
    struct tensor out; /* of the wrong one */
};

static void both_open(struct both *b, const char *text, const char *find, const char *replace)
{
    struct error err = {0};
    *b = (struct both){0};
    rewrite(text, find, replace, &b->text);
    run_text(&b->right, text);
    run_text(&b->wrong, buf_text(&b->text));
    ck_assert(diagnose_event_open(&b->asked, &b->right, TERMS, out_event(&b->right), 0, &err));
    b->asked.asked.runs = DIAGNOSE_PLANS;
    int event = out_event(&b->wrong);
    ck_assert(tape_after(b->wrong.tape, &b->wrong.tape->event[event].output[0], event, &b->out));
}

static void both_close(struct both *b)
{
    tensor_release(&b->out);
    diagnose_event_close(&b->asked);
    run_free(&b->right);
    run_free(&b->wrong);
    buf_free(&b->text);
}

static double cell(const struct tensor *t, int64_t k)
{
    return tensor_double_at(t, tensor_place(t, k));
}

static bool names(const struct diagnosis *d, enum mistake_kind kind)
{
    for (int k = 0; k < d->count; k++) {
        if (d->kind[k] == kind) {
            return true;
        }
    }
    return false;
}

/* --- each fault --- */

START_TEST(every_fault_is_made_by_hand_in_two_programs)
{
    int count = 0;
    const char *other = NULL;
    for (int k = 0; k < MADE; k++) {
        if ((int)made[k].kind == _i && (other == NULL || strcmp(other, made[k].text) != 0)) {
            other = made[k].text;
            count++;
        }
    }
    ck_assert_msg(count >= 2 || mistake_table[_i].made.make == NULL,
                  "%s is made by hand in %d programs", mistake_table[_i].label, count);
}
END_TEST

/* A run with one operation changed gives the very numbers that the mutated code gives, and no other
 * mistake does, but for those that come to the same. */
START_TEST(the_mistake_is_named)
{
    const struct made *m = &made[_i];
    struct diagnosis d = {0};
    struct both b;
    both_open(&b, m->text, m->find, m->replace);
    diagnose(&b.asked.asked, &(struct guess){.cell = -1, .tensor = &b.out, .tolerance = 2e-5}, &d);
    ck_assert_msg(names(&d, m->kind), "%s: \"%s\"\n%s", mistake_table[m->kind].label,
                  buf_text(&d.reason), buf_text(&b.text));
    ck_assert_ptr_nonnull(strstr(buf_text(&d.reason), mistake_table[m->kind].made.reason));
    diagnosis_free(&d);
    both_close(&b);
}
END_TEST

/* The last one: the shortest programs are there. */
static const struct made *one_of(enum mistake_kind kind)
{
    int k = MADE - 1;
    while (made[k].kind != kind) {
        k--;
    }
    return &made[k];
}

/* One number is less to go by: of some cells at least. */
START_TEST(the_mistake_is_named_from_one_cell)
{
    if (mistake_table[_i].made.make == NULL) {
        return;
    }
    const struct made *m = one_of((enum mistake_kind)_i);
    struct diagnosis d = {0};
    struct both b;
    both_open(&b, m->text, m->find, m->replace);
    bool named = false, same = tensor_same_shape(&b.out, &b.asked.asked.right);
    if (!same) {
        diagnose(&b.asked.asked,
                 &(struct guess){.cell = -1, .ndim = b.out.ndim, .shape = b.out.shape}, &d);
        named = names(&d, m->kind);
    }
    int64_t count = tensor_numel(&b.out), tries = 0;
    for (int64_t k = count - 1; same && k >= 0 && !named && tries < 4; k -= 7) {
        double right = cell(&b.asked.asked.right, k), wrong = cell(&b.out, k);
        if (!(fabs(right - wrong) < 1e-3)) {
            diagnose(&b.asked.asked, &(struct guess){.cell = k, .number = wrong, .tolerance = 1e-4},
                     &d);
            named = names(&d, m->kind);
            tries++;
        }
    }
    ck_assert_msg(named, "%s: \"%s\"\n%s", mistake_table[m->kind].label, buf_text(&d.reason),
                  buf_text(&b.text));
    diagnosis_free(&d);
    both_close(&b);
}
END_TEST

/* --- nothing else is named --- */

static const char *const programs[] = {
    CLASS,      ADDED,   EINSUM,        LOOP,   BY_HAND,   BMM,    SQUARE, LOST,  LOST_LATE, GQA,
    GQA_EXPAND, LIBRARY, SQUARE_EINSUM, MODULE, NO_VALUES, POWERS, SCORES, HEADS, ARRAYS};

#define PROGRAMS ((int)(sizeof programs / sizeof programs[0]))

START_TEST(the_right_value_is_no_mistake)
{
    struct run r;
    struct asked_event a;
    struct error err = {0};
    struct diagnosis d = {0};
    run_text(&r, programs[_i]);
    ck_assert(diagnose_event_open(&a, &r, TERMS, out_event(&r), 0, &err));
    const struct tensor *right = &a.asked.right;
    diagnose(&a.asked, &(struct guess){.cell = -1, .tensor = right, .tolerance = 1e-4}, &d);
    ck_assert_int_eq((int)d.reason.len, 0);
    for (int64_t k = 0; k < tensor_numel(right); k++) {
        diagnose(&a.asked,
                 &(struct guess){.cell = k, .number = cell(right, k) + 5e-5, .tolerance = 1e-4},
                 &d);
        EXPECT(d.reason.len == 0 && d.count == 0, "%s", buf_text(&d.reason));
    }
    diagnose(&a.asked, &(struct guess){.cell = -1, .ndim = right->ndim, .shape = right->shape}, &d);
    ck_assert_int_eq((int)d.reason.len, 0);
    diagnosis_free(&d);
    diagnose_event_close(&a);
    run_free(&r);
}
END_TEST

START_TEST(random_values_are_named_nothing)
{
    struct run r;
    struct asked_event a;
    struct error err = {0};
    struct diagnosis d = {0};
    struct tensor other;
    uint32_t seed = 12345u + (uint32_t)_i * 2654435761u;
    run_text(&r, programs[_i]);
    ck_assert(diagnose_event_open(&a, &r, TERMS, out_event(&r), 0, &err));
    double random = seed / 4294967296.0 * 6 - 3;
    diagnose(&a.asked, &(struct guess){.cell = _i, .number = random, .tolerance = 1e-6}, &d);
    EXPECT(d.reason.len == 0 && d.count == 0, "%g: %s", random, buf_text(&d.reason));
    struct compute *cx = &r.session->torch.compute;
    ck_assert(tensor_copy(cx, &other, &a.asked.right));
    tensor_set_double(&other, 0, tensor_double_at(&other, 0) + 0.5);
    diagnose(&a.asked, &(struct guess){.cell = -1, .tensor = &other, .tolerance = 1e-4}, &d);
    EXPECT(d.reason.len == 0 && d.count == 0, "%s", buf_text(&d.reason));
    tensor_release(&other);
    diagnosis_free(&d);
    diagnose_event_close(&a);
    run_free(&r);
}
END_TEST

/* --- shapes, slips, questions --- */

/* The scores of heads that were not moved: there the code goes on until the mask does not fit. */
START_TEST(a_run_may_fail_behind_the_value)
{
    static const int64_t shape[] = {2, 4, 3, 3}, other[] = {2, 4, 3, 4};
    struct run r;
    struct asked_event a;
    struct error err = {0};
    struct diagnosis d = {0};
    run_text(&r, CLASS);
    ck_assert(diagnose_event_open(&a, &r, TERMS, r.tape->pass[0].scores, 0, &err));
    diagnose(&a.asked, &(struct guess){.cell = -1, .ndim = 4, .shape = shape}, &d);
    ck_assert_str_eq(
        buf_text(&d.reason),
        "your shape is that of a run where the heads were split, but the axes of heads "
        "and tokens not transposed");
    diagnose(&a.asked, &(struct guess){.cell = -1, .ndim = 4, .shape = other}, &d);
    ck_assert_int_eq((int)d.reason.len, 0);
    diagnosis_free(&d);
    diagnose_event_close(&a);
    run_free(&r);
}
END_TEST

#define PRODUCT                                                                                    \
    START                                                                                          \
    "a = torch.tensor([[2., 3., 5.], [7., -1., 4.]])\n"                                            \
    "b = torch.tensor([[1., 6.], [-2., 8.], [9., 0.5]])\n"                                         \
    "out = a @ b\n" /* [[41, 38.5], [45, 36]] */

static const struct {
    int64_t cell;
    double answer;
    const char *says;
} slips[] = {
    {0, -41, "your value has the wrong sign"},
    {1, 45, "your value is that of another cell, [1, 0]: row and column are exchanged"},
    {0, 38.5, "your value is that of another cell, [0, 1]: the column beside it"},
    {0, 45, "your value is that of another cell, [1, 0]: the row beside it"},
    {0, -4, "your value is that of the sum without one of the products (the last)"},
    {0, 39, "your value is that of the sum without one of the products (the first)"},
    {0, 47, "your value is that of the sum without one of the products (number 1, counted from 0)"},
    {0, 53,
     "your value is that of the sum with the other sign in front of one of the products (number "
     "1, counted from 0)"},
    {0, 40.5, ""},
    {0, 17, ""},
};

START_TEST(slips_are_told_from_the_tensor)
{
    struct run r;
    struct asked_event a;
    struct error err = {0};
    struct diagnosis d = {0};
    run_text(&r, PRODUCT);
    ck_assert(diagnose_event_open(&a, &r, TERMS, out_event(&r), 0, &err));
    diagnose(&a.asked,
             &(struct guess){.cell = slips[_i].cell, .number = slips[_i].answer, .tolerance = 0.01},
             &d);
    ck_assert_str_eq(buf_text(&d.reason), slips[_i].says);
    ck_assert_int_eq(d.count, 0);
    diagnosis_free(&d);
    diagnose_event_close(&a);
    run_free(&r);
}
END_TEST

static const char lesson[] =
    "# Heads\n\n```draw\nT: 5 | 6\nseed: student\n```\n\n```python\nimport torch\n"
    "B, T, H, D = 2, 5, 3, 4\ntorch.manual_seed(1)\nq = torch.randn(B, T, H * D)\n"
    "k = torch.randn(B, T, H * D)\nv = torch.randn(B, T, H * D)\n"
    "mask = torch.ones(T, T).triu(1).bool()\n```\n\n"
    "```exercise shape\nkind: shape\nof: scores\n\nWhich?\n```\n"
    "```exercise share\nkind: cell\nof: weights\nat: 1, 2, 3, 1\ngiven: q, k\ndecimals: 4\n\nHow "
    "much?\n```\n"
    "```python\nq = q.view(B, T, H, D).transpose(1, 2)\nk = k.view(B, T, H, D).transpose(1, 2)\n"
    "v = v.view(B, T, H, D).transpose(1, 2)\nscores = q @ k.transpose(2, 3)\n"
    "masked = scores.masked_fill(mask, -torch.inf)\n"
    "weights = torch.softmax(masked / D ** 0.5, dim=-1)\ncontext = weights @ v\n```\n";

/* The same numbers as in the question's own run, drawn under its seed. */
START_TEST(a_question_is_run_again)
{
    struct quiz a;
    struct diagnosis d = {0};
    quiz_open(&a, lesson);
    for (uint64_t seed = 1; seed < 4; seed++) {
        struct question *q = quiz_question(&a, "shape", seed);
        const int64_t wrong[] = {2, q->shape[2], 3, 3};
        ck_assert(diagnose_question(q, &(struct guess){.cell = -1, .ndim = 4, .shape = wrong}, &d,
                                    &a.err));
        ck_assert(d.count == 1 && d.kind[0] == MISTAKE_no_transpose);
        ck_assert(diagnose_question(q, &(struct guess){.cell = -1, .ndim = 4, .shape = q->shape},
                                    &d, &a.err));
        ck_assert_int_eq(d.count, 0);
        q = quiz_question(&a, "share", seed);
        const struct tape *t = q->run->tape;
        const struct pass *p = &t->pass[0];
        const struct tensor *scores = &t->event[p->scores].output[0].tensor;
        double sum = 0, one = 0;
        for (int64_t k = 0; k < scores->shape[3]; k++) { /* nothing is hidden */
            int64_t at = ((1 * 3 + 2) * scores->shape[2] + 3) * scores->shape[3] + k;
            double power = exp(cell(scores, at) / 2);
            sum += power;
            one = k == 1 ? power : one;
        }
        ck_assert(diagnose_question(
            q, &(struct guess){.cell = q->cell, .number = one / sum, .tolerance = q->tolerance}, &d,
            &a.err));
        ck_assert_msg(names(&d, MISTAKE_mask_not_applied), "%g: %s", one / sum,
                      buf_text(&d.reason));
        ck_assert(diagnose_question(
            q, &(struct guess){.cell = q->cell, .number = q->number, .tolerance = q->tolerance}, &d,
            &a.err));
        ck_assert_int_eq(d.count, 0);
    }
    diagnosis_free(&d);
    quiz_close(&a);
}
END_TEST

/* A question from a tape needs to know how its run was made. */
START_TEST(a_question_from_a_tape_is_run_again)
{
    struct run r;
    struct question q;
    struct error err = {0};
    struct diagnosis d = {0};
    run_text(&r, NO_VALUES);
    int event = r.tape->pass_count > 0 ? r.tape->pass[0].softmax : out_event(&r);
    q = (struct question){.run = &r, .event = event, .cell = 1, .tolerance = 0.001};
    const struct tensor *out = &r.tape->event[event].output[0].tensor;
    ck_assert_double_eq(cell(out, 1), 0); /* hidden */
    double sum = 0, one = 0;
    ck_assert_str_eq(r.tape->event[event - 1].name, "masked_fill");
    const struct tensor *scaled = &r.tape->event[event - 1].input[0].of.tensor;
    for (int64_t k = 0; k < 4; k++) {
        double power = exp(cell(scaled, k));
        sum += power;
        one = k == 1 ? power : one;
    }
    ck_assert(diagnose_question(
        &q, &(struct guess){.cell = q.cell, .number = one / sum, .tolerance = q.tolerance}, &d,
        &err));
    ck_assert_int_eq(d.count, 0); /* no terms */
    q.terms = *TERMS;
    ck_assert(diagnose_question(
        &q, &(struct guess){.cell = q.cell, .number = one / sum, .tolerance = q.tolerance}, &d,
        &err));
    ck_assert_msg(names(&d, MISTAKE_mask_not_applied), "%g: %s", one / sum, buf_text(&d.reason));
    diagnosis_free(&d);
    run_free(&r);
}
END_TEST

/* Only the numbers that the right share is made of stand in the question: the other share, and no
 * mistake with numbers that nobody has seen. */
START_TEST(a_neighbour_goes_before_a_mistake)
{
    struct quiz a;
    quiz_open_named(&a, "single-head");
    int told = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        char text[60], reason[REASON_SIZE];
        struct question *q = quiz_question(&a, "a-masked-share", seed);
        for (int k = 0; k < 100; k += 3) {
            bool other = fabs(k / 100.0 - (1 - q->exact)) <= 0.01;
            snprintf(text, sizeof text, "%.2f", k / 100.0);
            bool right = quiz_judge(&a, text, NULL, reason).right;
            EXPECT(right || !other || strstr(reason, "the column beside it") != NULL, "%s: %s",
                   text, reason);
            EXPECT(strstr(reason, "queries") == NULL && strstr(reason, "behind them") == NULL,
                   "%s: %s", text, reason);
            told += other && !right;
        }
    }
    ck_assert_int_gt(told, 4);
    quiz_close(&a);
}
END_TEST

/* In the first lesson nobody has heard of view and reshape. */
START_TEST(a_mistake_is_told_in_words_that_were_taught)
{
    ck_assert(!taught("by-hand", MISTAKE_key_view) &&
              taught("shapes-and-strides", MISTAKE_key_view));
    ck_assert(!taught("by-hand", MISTAKE_mask_own) && taught("single-head", MISTAKE_mask_own));
    ck_assert(taught("by-hand", MISTAKE_not_scaled) && taught("by-hand", MISTAKE_no_softmax));
    ck_assert(!taught("single-head", MISTAKE_no_bias) && taught("wrapper", MISTAKE_no_bias));
    for (int k = 0; k < MISTAKE_COUNT; k++) {
        EXPECT(taught(NULL, k) && taught("no lesson.md", k), "%s", mistake_table[k].label);
        EXPECT(taught(lesson_files[lesson_count - 1].name, k), "%s", mistake_table[k].label);
    }
    struct quiz a;
    quiz_open_named(&a, "by-hand");
    for (uint64_t seed = 0; seed < 12; seed++) {
        quiz_question(&a, "a-score", seed);
        for (int k = -8; k <= 12; k++) {
            char text[60], reason[REASON_SIZE];
            snprintf(text, sizeof text, "%d", k);
            quiz_judge(&a, text, NULL, reason);
            EXPECT(strstr(reason, "view") == NULL && strstr(reason, "transpos") == NULL, "%s",
                   reason);
        }
    }
    quiz_close(&a);
}
END_TEST

Suite *suite_diagnose(void)
{
    Suite *s = suite_create("diagnose");
    TCase *t = tcase_create("faults");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, every_fault_is_made_by_hand_in_two_programs, 0, MISTAKE_COUNT);
    tcase_add_loop_test(t, the_mistake_is_named_from_one_cell, 0, MISTAKE_COUNT);
    tcase_add_loop_test(t, the_right_value_is_no_mistake, 0, PROGRAMS);
    tcase_add_test(t, a_run_may_fail_behind_the_value);
    tcase_add_loop_test(t, slips_are_told_from_the_tensor, 0,
                        (int)(sizeof slips / sizeof slips[0]));
    tcase_add_test(t, a_question_is_run_again);
    tcase_add_test(t, a_neighbour_goes_before_a_mistake);
    tcase_add_test(t, a_mistake_is_told_in_words_that_were_taught);
    tcase_add_test(t, a_question_from_a_tape_is_run_again);
    suite_add_tcase(s, t);
    t = tcase_create("every fault");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, the_mistake_is_named, 0, MADE);
    tcase_add_loop_test(t, random_values_are_named_nothing, 0, PROGRAMS);
    suite_add_tcase(s, t);
    return s;
}
