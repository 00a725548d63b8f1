/* Tests mistakes that are made on purpose: each is also written out as code, as the program's last
 * operation, and must give the same bits. */
#include "traced.h"

#include "mistakes/instead.h"
#include "trace/tape/event.h"
#include "trace/tape/flow.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_fault(void);

#define INPUTS                                                                                     \
    "B, T, H, D = 2, 3, 4, 5\n"                                                                    \
    "x = torch.randn(B, T, H * D)\n"                                                               \
    "wq, wk, wv = torch.randn(20, 20), torch.randn(20, 20), torch.randn(20, 20)\n"                 \
    "q = (x @ wq).view(B, T, H, D)\n"                                                              \
    "k = (x @ wk).view(B, T, H, D)\n"                                                              \
    "v = (x @ wv).view(B, T, H, D)\n"

#define HEADS INPUTS "q, k, v = q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)\n"

static const struct way {
    const char *text;
    enum mistake_kind kind;
    const char *code;
    int which; /* of the steps that it is a way for */
} ways[] = {
    {HEADS "c = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1) @ v\n"
           "y = (x @ wq).view(B, T, H, D).reshape(B, H, T, D)\n",
     MISTAKE_view_split, "view(2, 4, 3, 5)", 0},
    {HEADS "c = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1) @ v\n"
           "y = k.reshape(B, H, D, T)\n" /* view raises an error */,
     MISTAKE_view_split, "reshape(2, 4, 5, 3)", 3},
    {HEADS "c = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1) @ v\n"
           "o = c.transpose(1, 2).contiguous().view(B, T, H * D)\n"
           "y = c.reshape(B, T, H * D)\n",
     MISTAKE_reshape_join, "reshape, no transpose", 0},
    {HEADS "c = torch.softmax(q @ k.transpose(-2, -1) / D ** 0.5, -1) @ v\n"
           "o = c.permute(0, 2, 1, 3).flatten(2)\n"
           "y = c.reshape(B, T, H * D)\n",
     MISTAKE_reshape_join, "reshape, no permute", 0},
    {HEADS "s = q @ k.transpose(-2, -1) / D ** 0.5\n"
           "c = torch.softmax(s, dim=-1) @ v\n"
           "y = torch.softmax(s, dim=-2)\n",
     MISTAKE_softmax_axis, "softmax(dim=-2)", 0},
    {HEADS "s = q @ k.transpose(-2, -1)\n"
           "c = torch.softmax(s / D ** 0.5, dim=-1) @ v\n"
           "y = torch.softmax(s, dim=-1)\n",
     MISTAKE_not_scaled, "softmax, no scale", 0},
    {HEADS "s = q @ k.transpose(-2, -1)\n"
           "m = torch.ones(T, T).triu(1).bool()\n"
           "c = torch.softmax(s.masked_fill(m, -torch.inf) / 4, dim=-1) @ v\n"
           "y = torch.softmax(s / 4, dim=-1).masked_fill(m, 0)\n",
     MISTAKE_mask_after_softmax, "softmax, then mask", 0},
    {HEADS "s = q @ k.transpose(-2, -1)\n"
           "u = s.clone()\n"
           "m = torch.ones(T, T).triu(1).bool()\n"
           "s.masked_fill_(m, -torch.inf)\n"
           "c = torch.softmax(s, dim=-1) @ v\n"
           "y = torch.softmax(u, dim=-1).masked_fill(m, 0)\n",
     MISTAKE_mask_after_softmax, "softmax, then mask", 0},
    {HEADS "s = q @ k.transpose(-2, -1) / 2\n"
           "m = torch.full((T, T), -torch.inf).triu(1)\n"
           "c = torch.softmax(s + m, dim=-1) @ v\n"
           "y = torch.softmax(s, dim=-1).masked_fill(m < 0, 0)\n",
     MISTAKE_mask_after_softmax, "softmax, then mask", 0},
    {HEADS "k, v = k[:, :2], v[:, :2]\n"
           "kk, vv = k.repeat_interleave(2, dim=1), v.repeat_interleave(2, dim=1)\n"
           "c = torch.softmax(q @ kk.transpose(-2, -1), dim=-1) @ vv\n"
           "y = k.repeat(1, 2, 1, 1)\n",
     MISTAKE_gqa_order, "repeat(1, 2, 1, 1)", 0},
    {HEADS "k, v = k[:, :2], v[:, :2]\n"
           "kk = k[:, :, None].expand(B, 2, 2, T, D).reshape(B, H, T, D)\n"
           "vv = v.repeat_interleave(2, dim=1)\n"
           "c = torch.softmax(q @ kk.transpose(-2, -1), dim=-1) @ vv\n"
           "y = k.repeat(1, 2, 1, 1)\n",
     MISTAKE_gqa_order, "repeat of the heads", 0},
};

static bool has(struct tape *t, int event, enum mistake_kind kind)
{
    struct instead ways_of[MISTAKE_COUNT];
    for (int k = instead_list(t, NULL, event, ways_of); k > 0; k--) {
        if (ways_of[k - 1].kind == kind) {
            return true;
        }
    }
    return false;
}

START_TEST(the_wrong_way_is_what_the_code_would_do)
{
    const struct way *w = &ways[_i];
    struct traced t;
    struct tensor out;
    struct buf code = {0};
    traced_open(&t, w->text);
    int left = w->which, event = 0, last = t.tape.event_count - 1;
    while (event < last && (!has(&t.tape, event, w->kind) || left-- > 0)) {
        event++;
    }
    ck_assert_int_lt(event, last);
    int events = t.tape.event_count;
    ck_assert(instead_make(&t.tape, event, (struct instead){w->kind, false}, &out, &code));
    ck_assert_str_eq(buf_text(&code), w->code);
    ck_assert_int_eq(t.tape.event_count, events);
    const struct tensor *wrong = &t.tape.event[last].output[0].tensor;
    ck_assert(tensor_same_shape(&out, wrong));
    for (int64_t k = 0; k < tensor_numel(wrong); k++) {
        ck_assert_double_eq(tensor_double_at(&out, tensor_place(&out, k)),
                            tensor_double_at(wrong, tensor_place(wrong, k)));
    }
    tensor_release(&out);
    buf_free(&code);
    traced_close(&t);
}
END_TEST

/* Steps that have no such way: other axes, nothing moved, no attention around. */
START_TEST(other_steps_have_none)
{
    static const char *const texts[] = {
        "x = torch.randn(2, 3)\ny = x.T\nz = torch.softmax(x, -1)\n",
        "x = torch.randn(2, 3, 4)\ny = x.repeat_interleave(2, dim=1)\n",
        HEADS "c = torch.softmax(q @ k.mT, dim=-2)\n",
        INPUTS "o = x.view(B, T, H, D)\n",
    };
    struct traced t;
    struct instead none[MISTAKE_COUNT];
    traced_open(&t, texts[_i]);
    for (int k = 0; k < t.tape.event_count; k++) {
        if (event_is(&t.tape.event[k], " view softmax T repeat_interleave")) {
            ck_assert_int_eq(instead_list(&t.tape, NULL, k, none), 0);
        }
    }
    traced_close(&t);
}
END_TEST

/* Where the scale does not come to the softmax as a factor, no run without it has other scores by
 * that factor. */
START_TEST(a_scale_that_is_lost_cannot_be_missing)
{
    static const struct {
        const char *between;
        bool arrives;
    } steps[] = {{"s", true},
                 {"s.masked_fill(m, -torch.inf)", true},
                 {"torch.where(m, torch.tensor(-1e9), s)", true},
                 {"torch.full((T, T), -torch.inf).triu(1) + s", true},
                 {"torch.softmax(s, -1)", false}, /* the softmax of a softmax */
                 {"torch.softmax(s, -1).masked_fill(m, -torch.inf)", false},
                 {"s - (torch.arange(3.)[:, None] - torch.arange(3.)).abs()", false}, /* ALiBi */
                 {"3 * torch.tanh(s)", false}};
    struct traced t;
    char text[900];
    snprintf(text, sizeof text,
             HEADS "s = q @ k.transpose(-2, -1) / D ** 0.5\n"
                   "m = torch.ones(T, T).triu(1).bool()\n"
                   "c = torch.softmax(%s, dim=-1) @ v\n",
             steps[_i].between);
    traced_open(&t, text);
    int softmax = t.tape.event_count - 1;
    while (!event_is(&t.tape.event[softmax], " softmax ")) {
        softmax--;
    }
    ck_assert_msg(has(&t.tape, softmax, MISTAKE_not_scaled) == steps[_i].arrives, "%s",
                  steps[_i].between);
    traced_close(&t);
}
END_TEST

START_TEST(every_way_says_what_is_wrong)
{
    const struct mistake_made *made = &mistake_table[_i].made;
    ck_assert(made->make == NULL || strlen(made->sentence) > 40);
    ck_assert(made->make == NULL || strlen(made->sentence) <= 150); /* two lines */
}
END_TEST

Suite *suite_fault(void)
{
    Suite *s = suite_create("fault");
    TCase *t = tcase_create("instead");
    tcase_add_loop_test(t, the_wrong_way_is_what_the_code_would_do, 0,
                        (int)(sizeof ways / sizeof ways[0]));
    tcase_add_loop_test(t, other_steps_have_none, 0, 4);
    tcase_add_loop_test(t, a_scale_that_is_lost_cannot_be_missing, 0, 8);
    tcase_add_loop_test(t, every_way_says_what_is_wrong, 0, MISTAKE_COUNT);
    suite_add_tcase(s, t);
    return s;
}
