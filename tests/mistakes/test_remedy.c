/* Tests the right ways beside warnings: each is also written out as code, as the program's last
 * operation, and must give the same bits. */
#include "traced.h"

#include "mistakes/instead.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_remedy(void);

#define INPUTS                                                                                     \
    "B, T, H, D = 2, 3, 4, 5\n"                                                                    \
    "x = torch.randn(B, T, H * D)\n"                                                               \
    "wq, wk, wv = torch.randn(20, 20), torch.randn(20, 20), torch.randn(20, 20)\n"                 \
    "q = (x @ wq).view(B, T, H, D)\n"                                                              \
    "k = (x @ wk).view(B, T, H, D)\n"                                                              \
    "v = (x @ wv).view(B, T, H, D)\n"

#define HEADS INPUTS "q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)\n"

/* One sequence, no batch. */
#define ONE                                                                                        \
    "T, H, D = 3, 4, 5\n"                                                                          \
    "x = torch.randn(T, H * D)\n"                                                                  \
    "k = (x @ torch.randn(20, 20)).view(T, H, D).transpose(0, 1)\n"

static const struct way {
    const char *text;
    enum mistake_kind kind;
    const char *code;
} ways[] = {
    {HEADS "q = (x @ wq).view(B, H, T, D)\n"
           "c = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1) @ v\n"
           "y = (x @ wq).view(B, T, H, D).transpose(1, 2)\n",
     MISTAKE_heads_mixed, "view(2, 3, 4, 5).transpose(1, 2)"},
    {HEADS "c = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1) @ v\n"
           "o = c.reshape(B, T, H * D)\n"
           "y = c.transpose(1, 2).reshape(B, T, H * D)\n",
     MISTAKE_heads_mixed, "transpose(1, 2).reshape(2, 3, 20)"},
    {ONE "q = x.view(H, T, D)\n"
         "c = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1) @ k\n"
         "y = x.view(T, H, D).transpose(0, 1)\n",
     MISTAKE_heads_mixed, "view(3, 4, 5).transpose(0, 1)"},
    {ONE "c = torch.softmax(k @ k.transpose(-2, -1) / D ** 0.5, -1) @ k\n"
         "o = c.reshape(T, H * D)\n"
         "y = c.transpose(0, 1).reshape(T, H * D)\n",
     MISTAKE_heads_mixed, "transpose(0, 1).reshape(3, 20)"},
    {"x = torch.randn(2, 3, 3, 4, 5)\nc = torch.softmax(x @ x.mT / 5 ** 0.5, -1) @ x\n"
     "o = c.reshape(2, 4, 45)\n"
     "y = c.permute(0, 3, 1, 2, 4).reshape(2, 4, 45)\n",
     MISTAKE_heads_mixed, "transpose(2, 3).transpose(1, 2).reshape(2, 4, 45)"},
    {HEADS "s = q @ k.transpose(-2, -1) / D ** 0.5\n"
           "c = torch.softmax(s, dim=-2) @ v\n"
           "y = torch.softmax(s, dim=-1)\n",
     MISTAKE_softmax_axis, "softmax(dim=-1)"},
    {HEADS "s = q @ k.transpose(-2, -1)\n"
           "c = torch.softmax(s, dim=-1) @ v\n"
           "y = torch.softmax(s / D ** 0.5, dim=-1)\n",
     MISTAKE_not_scaled, "scores / 5 ** 0.5"},
    {HEADS "s = (k[:, :, None] * q[:, :, :, None]).sum(-1)\n"
           "c = torch.softmax(s, dim=-1) @ v\n"
           "y = torch.softmax(s / D ** 0.5, dim=-1)\n",
     MISTAKE_not_scaled, "scores / 5 ** 0.5"},
    {HEADS "s = q @ k.transpose(-2, -1)\n"
           "m = torch.ones(T, T).triu(1).bool()\n"
           "s.masked_fill(m, -torch.inf)\n"
           "c = torch.softmax(s / D ** 0.5, dim=-1) @ v\n"
           "y = torch.softmax(s.masked_fill(m, -torch.inf) / D ** 0.5, dim=-1)\n",
     MISTAKE_mask_not_applied, "the masked scores"},
    {HEADS "m = torch.ones(T, T).triu(1).bool()\n"
           "s = (q @ k.transpose(-2, -1) / D ** 0.5)\n"
           "c = torch.softmax(s.masked_fill(m, 0), dim=-1) @ v\n"
           "y = s.masked_fill(m, -torch.inf)\n",
     MISTAKE_mask_hides_nothing, "-inf in their place"},
    {HEADS "k, v = k[:, :2], v[:, :2]\n"
           "kk, vv = k.repeat(1, 2, 1, 1), v.repeat_interleave(2, dim=1)\n"
           "c = torch.softmax(q @ kk.transpose(-2, -1) / D ** 0.5, dim=-1) @ vv\n"
           "y = k.repeat_interleave(2, dim=1)\n",
     MISTAKE_gqa_order, "repeat_interleave(2, dim=1)"},
    {"s = torch.randn(4, 3)\n"
     "loss = F.cross_entropy(s.softmax(-1), torch.tensor([0, 1, 2, 0]))\n"
     "y = F.log_softmax(s, -1)\n",
     MISTAKE_softmax_before_loss, "log_softmax of the scores"},
};

/* That one, or (MISTAKE_COUNT) any. */
static bool has(struct tape *t, const struct warnings *w, int event, enum mistake_kind kind)
{
    struct instead way[MISTAKE_COUNT];
    int count = instead_list(t, w, event, way);
    return count > 0 && way[0].right && (way[0].kind == kind || kind == MISTAKE_COUNT);
}

START_TEST(the_right_way_is_what_the_code_would_do)
{
    const struct way *w = &ways[_i];
    struct traced t;
    struct warnings warnings = {0};
    struct tensor out;
    struct buf code = {0};
    traced_open(&t, w->text);
    ck_assert(warnings_find(&t.tape, &warnings));
    int event = 0, last = t.tape.event_count - 1;
    while (event < last && !has(&t.tape, &warnings, event, w->kind)) {
        event++;
    }
    ck_assert_int_lt(event, last);
    ck_assert(instead_make(&t.tape, event, (struct instead){w->kind, true}, &out, &code));
    ck_assert_str_eq(buf_text(&code), w->code);
    ck_assert_int_eq(t.tape.event_count, last + 1);
    const struct tensor *right = &t.tape.event[last].output[0].tensor;
    ck_assert(tensor_same_shape(&out, right));
    for (int64_t k = 0; k < tensor_numel(right); k++) {
        ck_assert_double_eq(tensor_double_at(&out, tensor_place(&out, k)),
                            tensor_double_at(right, tensor_place(right, k)));
    }
    tensor_release(&out);
    buf_free(&code);
    warnings_free(&warnings);
    traced_close(&t);
}
END_TEST

START_TEST(right_code_needs_none)
{
    struct traced t;
    struct warnings warnings = {0};
    traced_open(&t, HEADS "c = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1) @ v\n"
                          "o = c.transpose(1, 2).reshape(B, T, H * D)\n");
    ck_assert(warnings_find(&t.tape, &warnings));
    for (int k = 0; k < t.tape.event_count; k++) {
        ck_assert(!has(&t.tape, &warnings, k, MISTAKE_COUNT));
    }
    warnings_free(&warnings);
    traced_close(&t);
}
END_TEST

/* What a soft cap has bounded cannot be scaled behind it: the right scores are not these. */
START_TEST(capped_scores_are_not_scaled_behind)
{
    struct traced t;
    struct warnings warnings = {0};
    struct tensor out;
    struct buf code = {0};
    int event = 0;
    traced_open(&t, HEADS "s = torch.tanh(q @ k.transpose(-2, -1) / 5.0) * 5.0\n"
                          "c = torch.softmax(s, dim=-1) @ v\n");
    ck_assert(warnings_find(&t.tape, &warnings));
    while (event < t.tape.event_count && !has(&t.tape, &warnings, event, MISTAKE_not_scaled)) {
        event++;
    }
    ck_assert_int_lt(event, t.tape.event_count);
    ck_assert(
        !instead_make(&t.tape, event, (struct instead){MISTAKE_not_scaled, true}, &out, &code));
    buf_free(&code);
    warnings_free(&warnings);
    traced_close(&t);
}
END_TEST

START_TEST(every_way_says_what_is_better)
{
    const struct mistake_mended *mended = &mistake_table[_i].mended;
    ck_assert(mended->mend == NULL || strlen(mended->sentence) > 40);
    ck_assert(mended->mend == NULL || strlen(mended->sentence) <= 150); /* two lines */
}
END_TEST

Suite *suite_remedy(void)
{
    Suite *s = suite_create("remedy");
    TCase *t = tcase_create("remedy");
    tcase_add_loop_test(t, the_right_way_is_what_the_code_would_do, 0,
                        (int)(sizeof ways / sizeof ways[0]));
    tcase_add_test(t, right_code_needs_none);
    tcase_add_test(t, capped_scores_are_not_scaled_behind);
    tcase_add_loop_test(t, every_way_says_what_is_better, 0, MISTAKE_COUNT);
    suite_add_tcase(s, t);
    return s;
}
