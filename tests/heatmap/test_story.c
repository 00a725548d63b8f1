/* Tests stories: the tables of one head, with their values, in order, and room for all of them. */
#include "decode.h"

#include "../expect.h"
#include "../traced.h"

#include "heatmap/pick/pick.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *suite_story(void);

#define PASS(mask)                                                                                 \
    "torch.manual_seed(0)\n"                                                                       \
    "q, k, v = torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 5)\n"        \
    "causal = torch.triu(torch.ones(4, 4), diagonal=1).bool()\n"                                   \
    "s = q @ k.transpose(-2, -1)\n" mask "w = torch.softmax(s, dim=-1)\n"                          \
    "o = w @ v\n"

static const struct {
    const char *text, *names; /* of the tables */
} stories[] = {
    {PASS(""), "Q Kᵀ scores weights V context "},
    {PASS("s = s / 5 ** 0.5\n"), "Q Kᵀ scores scaled weights V context "},
    {PASS("s = s.masked_fill(causal, -torch.inf)\n"), "Q Kᵀ scores masked weights V context "},
    {PASS("s = s / 2\ns = s.masked_fill(causal, -torch.inf)\n"),
     "Q Kᵀ scores scaled masked weights V context "},
    {PASS("s = s.masked_fill(causal, -torch.inf)\ns = s / 2\n"),
     "Q Kᵀ scores masked scaled weights V context "},
    {PASS("s.masked_fill(causal, -torch.inf)\n"), "Q Kᵀ scores weights V context "}, /* lost */
};

struct told {
    struct traced run;
    struct story story;
    struct arena arena;
    struct error err;
    struct buf about;
};

static bool tell(struct told *w, const char *text, const struct choice *c)
{
    memset(w, 0, sizeof *w);
    traced_open(&w->run, text);
    return pick_story(&w->run.tape, c, &w->story, &w->arena, &w->about, &w->err);
}

static void tell_end(struct told *w)
{
    arena_free(&w->arena);
    buf_free(&w->about);
    traced_close(&w->run);
}

START_TEST(tables_come_in_the_order_of_the_code)
{
    const struct choice c = {.stage = STAGE_COUNT, .batch = -1};
    struct told w;
    struct buf names = {0};
    EXPECT(tell(&w, stories[_i].text, &c), "%s", w.err.text);
    for (int k = 0; k < w.story.count; k++) {
        buf_printf(&names, "%s ", w.story.table[k].name);
    }
    ck_assert_str_eq(buf_text(&names), stories[_i].names);
    buf_free(&names);
    tell_end(&w);
}
END_TEST

/* Each table is what the one before gives: the product is computed again here. */
START_TEST(tables_hold_the_values_of_that_head)
{
    const struct choice c = {.stage = STAGE_COUNT, .batch = 1, .heads = "2"};
    struct told w;
    EXPECT(tell(&w, stories[3].text, &c), "%s", w.err.text);
    const struct panel *q = &w.story.table[0].panel, *k = &w.story.table[1].panel;
    const struct panel *s = &w.story.table[2].panel, *scaled = &w.story.table[3].panel;
    const struct panel *masked = &w.story.table[4].panel, *weights = &w.story.table[5].panel;
    ck_assert_int_eq(q->rows, 4);
    ck_assert_int_eq(q->columns, 5);
    ck_assert_int_eq(k->rows, 5);
    const struct tensor *all = &w.run.tape.event[w.run.tape.pass[0].softmax].output[0].tensor;
    for (int i = 0; i < 16; i++) {
        double sum = 0;
        for (int d = 0; d < 5; d++) {
            sum += q->value[i / 4 * 5 + d] * k->value[d * 4 + i % 4];
        }
        EXPECT(fabs(sum - s->value[i]) < 1e-5, "score %d", i);
        EXPECT(fabs(scaled->value[i] - s->value[i] / 2) < 1e-6, "scaled %d", i);
        EXPECT(masked->masked[i] == (i % 4 > i / 4), "masked %d", i);
        EXPECT(weights->masked[i] == masked->masked[i], "weights %d", i);
        double cell = tensor_double_at(all, tensor_place(all, (1 * 3 + 2) * 16 + i));
        EXPECT(weights->value[i] == cell, "weight %d is of another head", i);
    }
    ck_assert_str_eq(w.story.table[3].how, "× 0.5");
    ck_assert_ptr_nonnull(strstr(buf_text(&w.about), "head 2"));
    tell_end(&w);
}
END_TEST

/* Three axes: the first is of heads to --head, of a batch to --batch. */
START_TEST(three_axes_are_heads_or_a_batch)
{
    static const char three[] = "q = torch.randn(3, 4, 5)\n"
                                "w = torch.softmax(q @ q.transpose(1, 2), dim=-1)\n"
                                "o = w @ q\n";
    struct choice c = {.stage = STAGE_COUNT, .batch = -1, .heads = "2"};
    struct told w;
    EXPECT(tell(&w, three, &c), "%s", w.err.text);
    ck_assert_ptr_nonnull(strstr(buf_text(&w.about), "head 2"));
    const struct tensor *all = &w.run.tape.event[w.run.tape.pass[0].softmax].output[0].tensor;
    for (int i = 0; i < 16; i++) {
        ck_assert(w.story.table[3].panel.value[i] ==
                  tensor_double_at(all, tensor_place(all, 2 * 16 + i)));
    }
    tell_end(&w);
    c.heads = "3";
    ck_assert(!tell(&w, three, &c));
    ck_assert_ptr_nonnull(strstr(w.err.text, "there are 3, counted from 0"));
    tell_end(&w);
    c = (struct choice){.stage = STAGE_COUNT, .batch = 2};
    EXPECT(tell(&w, three, &c), "%s", w.err.text);
    ck_assert_ptr_nonnull(strstr(buf_text(&w.about), "batch 2"));
    tell_end(&w);
    c.batch = 3;
    ck_assert(!tell(&w, three, &c));
    ck_assert_ptr_nonnull(strstr(w.err.text, "there are 3, counted from 0"));
    tell_end(&w);
    c.batch = -1; /* where the code calls them heads they are */
    EXPECT(tell(&w,
                "n_head = 3\nq = torch.randn(n_head, 4, 5)\n"
                "o = torch.softmax(q @ q.transpose(1, 2), dim=-1) @ q\n",
                &c),
           "%s", w.err.text);
    ck_assert_str_eq(buf_text(&w.about), "head 0");
    tell_end(&w);
}
END_TEST

/* Batch and heads in one axis: head 1 of batch 2 is place 2 * 2 + 1 of six. */
START_TEST(batch_and_heads_in_one_axis_are_both_chosen)
{
    static const char folded[] = "layer = nn.MultiheadAttention(4, 2, batch_first=True)\n"
                                 "x = torch.randn(3, 5, 4)\nout = layer(x, x, x)[0]\n";
    struct choice c = {.stage = STAGE_COUNT, .batch = 2, .heads = "1"};
    struct told w;
    int found = 0;
    EXPECT(tell(&w, folded, &c), "%s", w.err.text);
    ck_assert_ptr_nonnull(strstr(buf_text(&w.about), "head 1 \u00b7 batch 2"));
    const struct tensor *all = &w.run.tape.event[w.run.tape.pass[0].softmax].output[0].tensor;
    for (int k = 0; k < w.story.count; k++) {
        const struct panel *p = &w.story.table[k].panel;
        for (int i = 0; i < 25 && strcmp(w.story.table[k].name, "weights") == 0; i++) {
            ck_assert_double_eq(p->value[i], tensor_double_at(all, tensor_place(all, 5 * 25 + i)));
            found++;
        }
    }
    ck_assert_int_eq(found, 25);
    tell_end(&w);
    c.heads = "2";
    ck_assert(!tell(&w, folded, &c));
    ck_assert_ptr_nonnull(strstr(w.err.text, "there are 2, counted from 0"));
    tell_end(&w);
}
END_TEST

START_TEST(what_has_no_story_is_told)
{
    struct choice c = {.stage = STAGE_COUNT, .batch = -1, .heads = "3"};
    struct told w;
    ck_assert(!tell(&w, stories[0].text, &c));
    ck_assert_ptr_nonnull(strstr(w.err.text, "a story is of one head"));
    tell_end(&w);
    c.heads = NULL;
    c.batch = 2;
    ck_assert(!tell(&w, stories[0].text, &c));
    ck_assert_ptr_nonnull(strstr(w.err.text, "--batch 2"));
    tell_end(&w);
    ck_assert(!tell(&w, "x = torch.ones(2)\n", &c));
    ck_assert_ptr_nonnull(strstr(w.err.text, "no softmax"));
    tell_end(&w);
}
END_TEST

/* Every table is on the slide, beside the others; each keeps the numbers of its range. */
static void expect_story(const struct story *story)
{
    struct error err = {0};
    struct drawing s = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    EXPECT(story_draw(story, fonts, &s, &err), "%s", err.text);
    for (int k = 0; k < story->count; k++) {
        const struct item *a = cells_item(&s, k);
        EXPECT(a->x >= 0 && a->y >= 0 && a->x + a->w <= s.width && a->y + a->h <= s.height,
               "table %d leaves the picture", k);
        EXPECT(a->pitch == cells_item(&s, 0)->pitch, "table %d has other cells", k);
        for (int j = 0; j < k; j++) {
            const struct item *b = cells_item(&s, j);
            EXPECT(a->x >= b->x + b->w || b->x >= a->x + a->w || a->y >= b->y + b->h ||
                       b->y >= a->y + a->h,
                   "tables %d and %d lie on one another", j, k);
        }
    }
    drawing_free(&s);
    fonts_close(fonts);
}

START_TEST(stories_have_room)
{
    const struct choice c = {.stage = STAGE_COUNT, .batch = -1};
    static const char *const texts[] = {
        PASS("s = s / 2\ns = s.masked_fill(causal, -torch.inf)\n"),
        "x = torch.randn(1, 1)\no = torch.softmax(x @ x.T, -1) @ x\n",
        "x = torch.randn(100, 64)\no = torch.softmax(x @ x.T, -1) @ x\n",
        "x = torch.randn(3, 300)\no = torch.softmax(x @ x.T, -1) @ x\n",
        "x = torch.randn(1200, 8)\no = torch.softmax(x @ x.T, -1) @ x\n",
    };
    struct told w;
    EXPECT(tell(&w, texts[_i], &c), "%s", w.err.text);
    const struct panel *p = &w.story.table[0].panel;
    w.story.look = plain_figure(p, 1);
    expect_story(&w.story);
    w.story.look.width = 3840;
    w.story.look.height = 2160;
    w.story.look.theme = THEME_DARK;
    expect_story(&w.story);
    tell_end(&w);
}
END_TEST

Suite *suite_story(void)
{
    Suite *s = suite_create("story");
    TCase *t = tcase_create("story");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, tables_come_in_the_order_of_the_code, 0,
                        (int)(sizeof stories / sizeof stories[0]));
    tcase_add_test(t, tables_hold_the_values_of_that_head);
    tcase_add_test(t, three_axes_are_heads_or_a_batch);
    tcase_add_test(t, batch_and_heads_in_one_axis_are_both_chosen);
    tcase_add_test(t, what_has_no_story_is_told);
    tcase_add_loop_test(t, stories_have_room, 0, 5);
    suite_add_tcase(s, t);
    return s;
}
