/* Tests strips of storage: which cell stands where, whose it is, and room for all of them. */
#include "decode.h"

#include "../expect.h"
#include "../traced.h"

#include "heatmap/pick/pick.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_strips(void);

struct woven {
    struct traced run;
    struct strips strips;
    struct arena arena;
    struct error err;
    char about[80];
};

/* The strips of the last event of the code. */
static bool weave(struct woven *w, const char *text, int batch)
{
    const struct choice c = {.stage = STAGE_COUNT, .batch = batch};
    *w = (struct woven){.about = ""};
    traced_open(&w->run, text);
    return pick_strips(&w->run.tape, &c, w->run.tape.event_count - 1, &w->strips, &w->arena,
                       w->about, &w->err);
}

static void weave_end(struct woven *w)
{
    arena_free(&w->arena);
    traced_close(&w->run);
}

#define SIZES "B, T, num_heads, head_dim = 2, 3, 2, 4\n"
#define HEADS SIZES "q = torch.arange(48.).view(B, T, num_heads, head_dim)\n"

/* Memory stays 0, 1, 2, ...; counted by heads, place = token * 8 + head * 4 + k, here worked out
 * from the number of the cell alone. */
START_TEST(a_transpose_counts_anew)
{
    struct woven w;
    EXPECT(weave(&w, HEADS "k = q.transpose(1, 2)\n", 1), "%s", w.err.text);
    const struct strip *before = &w.strips.before, *after = &w.strips.after;
    ck_assert_int_eq(before->count, 24);
    ck_assert_int_eq(after->count, 24);
    ck_assert_int_eq(after->together, 4);
    ck_assert_int_eq(w.strips.owners, 2);
    ck_assert_str_eq(w.strips.owner_name, "head");
    for (int k = 0; k < 24; k++) {
        int head = k / 12, token = k / 4 % 3, dim = k % 4;
        ck_assert_int_eq(before->cell[k].place, 24 + k);
        ck_assert_int_eq(before->cell[k].owner, k / 4 % 2);
        ck_assert_int_eq(after->cell[k].place, 24 + token * 8 + head * 4 + dim);
        ck_assert_int_eq(after->cell[k].owner, head);
        ck_assert(after->cell[k].value == (double)after->cell[k].place);
    }
    ck_assert_str_eq(before->cell[13].index, "1,1,1");
    ck_assert_str_eq(after->cell[13].index, "1,0,1");
    ck_assert_ptr_nonnull(strstr(before->heading, "in memory: q (B, T, num_heads, head_dim)"));
    ck_assert_ptr_nonnull(strstr(after->heading, "nothing has moved: k"));
    ck_assert_ptr_nonnull(strstr(after->heading, "(2, 2, 3, 4), strides 24 4 8 1"));
    ck_assert_ptr_nonnull(strstr(w.about, "batch 1"));
    weave_end(&w);
}
END_TEST

/* contiguous moves them: before, places in the order of memory; behind, new places with heads
 * together. */
START_TEST(a_copy_has_new_places)
{
    struct woven w;
    EXPECT(weave(&w, HEADS "k = q.transpose(1, 2)\nc = k.contiguous()\n", -1), "%s", w.err.text);
    for (int k = 0; k < 24; k++) {
        int head = k / 12, token = k / 4 % 3, dim = k % 4;
        ck_assert_int_eq(w.strips.before.cell[k].place, k);
        ck_assert_int_eq(w.strips.before.cell[k].owner, k / 4 % 2);
        ck_assert_int_eq(w.strips.after.cell[k].place, k);
        ck_assert_int_eq(w.strips.after.cell[k].owner, head);
        ck_assert(w.strips.after.cell[k].value == token * 8 + head * 4 + dim);
    }
    ck_assert_ptr_nonnull(strstr(w.strips.after.heading, "copied to new memory: c"));
    weave_end(&w);
}
END_TEST

/* Splitting into heads moves nothing at all; the heads are told by the axis of the result. */
START_TEST(a_view_splits_where_they_lie)
{
    struct woven w;
    EXPECT(weave(&w,
                 SIZES "x = torch.arange(48.).view(B, T, 8)\n"
                       "q = x.view(B, T, num_heads, head_dim)\n",
                 -1),
           "%s", w.err.text);
    for (int k = 0; k < 24; k++) {
        ck_assert_int_eq(w.strips.before.cell[k].owner, k / 4 % 2);
        ck_assert_int_eq(w.strips.after.cell[k].owner, k / 4 % 2);
        ck_assert_int_eq(w.strips.after.cell[k].place, k);
    }
    ck_assert_str_eq(w.strips.before.cell[13].index, "1,5");
    ck_assert_str_eq(w.strips.after.cell[13].index, "1,1,1");
    weave_end(&w);
}
END_TEST

/* As many cells as are looked through at all: more time for each would be hours. */
START_TEST(large_steps_take_no_longer_for_each_cell)
{
    struct woven w;
    EXPECT(weave(&w, "x = torch.arange(262144.).view(16, 128, 128)\ny = x.transpose(1, 2)\n", 3),
           "%s", w.err.text);
    for (int k = 0; k < w.strips.after.count; k++) {
        ck_assert_int_eq(w.strips.before.cell[k].place, 3 * 16384 + k);
        ck_assert_int_eq(w.strips.after.cell[k].place, 3 * 16384 + k % 128 * 128 + k / 128);
    }
    weave_end(&w);
}
END_TEST

START_TEST(what_a_slice_leaves_out_is_nobodys)
{
    struct woven w;
    EXPECT(weave(&w, "x = torch.arange(12).view(3, 4)\ny = x[1:, ::2]\n", -1), "%s", w.err.text);
    ck_assert_int_eq(w.strips.before.count, 12);
    ck_assert_int_eq(w.strips.after.count, 4);
    ck_assert(w.strips.integers);
    for (int k = 0; k < 12; k++) {
        bool kept = k >= 4 && k % 2 == 0;
        ck_assert_int_eq(w.strips.before.cell[k].owner, kept ? k / 4 - 1 : -1);
    }
    weave_end(&w);
}
END_TEST

static const struct {
    const char *text;
    int batch;
    const char *told;
} refused[] = {
    {"x = torch.ones(2, 3) @ torch.ones(3, 2)\n", -1, "matmul, computes new ones"},
    {"x = torch.ones(2, 3).exp()\n", -1, "exp, computes new ones"},
    {HEADS "k = q.transpose(1, 2)\n", 2, "--batch 2: there are 2, counted from 0"},
    {"x = torch.ones(2, 3).T\n", 1, "--batch 1: there is 1, counted from 0"},
    {"x = torch.ones(600, 600).T\n", -1, "more cells than --storage looks through"},
    {"x = torch.ones(0, 3).T\n", -1, "computes new ones"},
};

START_TEST(other_steps_are_refused)
{
    struct woven w;
    ck_assert(!weave(&w, refused[_i].text, refused[_i].batch));
    EXPECT(strstr(w.err.text, refused[_i].told) != NULL, "%s", w.err.text);
    weave_end(&w);
}
END_TEST

static const char *const drawn[] = {
    HEADS "k = q.transpose(1, 2)\n",
    "x = torch.ones(1).view(1, 1)\n",
    "x = torch.randn(2, 10, 8, 8)\ny = x.transpose(1, 2)\n",
    "x = torch.randn(7, 100) * 1e6\ny = x.T.contiguous()\n",
    "x = torch.arange(60)\ny = x[::3]\n",
    "x = torch.tensor([1., float('nan'), -float('inf'), 4.])\ny = x.view(2, 2)\n",
    "x = torch.tensor(3.)\ny = x.clone()\n",
    "x = torch.randn(1, 25, 1, 4)\ny = x.expand(1, 25, 3, 4)\n",
    "x = torch.randn(2, 4, 16)\ny = x.transpose(-2, -1)\n", /* groups of 16 must be split */
    "x = torch.randn(2, 10, 64)\ninput_size = 64\nb, sequence_length, input_size = x.shape\n"
    "y = x.transpose(-2, -1)\n", /* a legend of long names */
};

/* Everything is on the slide, no cell on another, and each in the color of its owner. */
static void expect_room(const struct strips *strips)
{
    struct error err = {0};
    struct drawing s = {0};
    struct canvas c;
    struct fonts *fonts = fonts_open(NULL, &err);
    EXPECT(strips_draw(strips, fonts, &s, &err), "%s", err.text);
    ck_assert(paint_drawing(&s, fonts, &c, &err));
    int cells = 0;
    const struct item *cell = NULL; /* the last one */
    for (int k = 0; k < s.count; k++) {
        const struct item *a = &s.item[k];
        if (a->kind == ITEM_TEXT) {
            int wide = font_width(fonts, a->style.size, a->style.bold, a->text);
            int left = a->x - (a->style.anchor == ANCHOR_MIDDLE ? wide / 2 : 0);
            EXPECT(left >= 0 && left + wide <= s.width, "\"%s\" leaves the picture", a->text);
            bool number = a->role == ROLE_BLACK || a->role == ROLE_WHITE;
            EXPECT(!number || wide <= cell->w, "\"%s\" leaves its cell", a->text);
        }
        if (a->kind != ITEM_CELLS) {
            continue;
        }
        cell = a;
        EXPECT(a->x >= 0 && a->y >= 0 && a->x + a->w <= s.width && a->y + a->h <= s.height,
               "item %d leaves the picture", k);
        for (int j = 0; j < k; j++) {
            const struct item *b = &s.item[j];
            EXPECT(b->kind != ITEM_CELLS || a->x >= b->x + b->w || b->x >= a->x + a->w ||
                       a->y >= b->y + b->h || b->y >= a->y + a->h,
                   "items %d and %d lie on one another", j, k);
        }
        int n = cells++, left = strips->before.count;
        int owner = n < left                         ? strips->before.cell[n].owner
                    : n < left + strips->after.count ? strips->after.cell[n - left].owner
                                                     : -1;
        if (owner >= 0) {
            uint32_t got = c.pixel[(ptrdiff_t)(a->y + 2) * c.width + a->x + 2];
            int color = strips->owners > 1 ? owner * 255 / (strips->owners - 1) : 128;
            uint32_t want = opaque(s.map[color]),
                     next = opaque(s.map[color < 255 ? color + 1 : 255]);
            EXPECT(got == want || got == next, "cell %d is %08x, not %08x", n, got, want);
        }
    }
    ck_assert_int_ge(cells, strips->before.count + strips->after.count + 1);
    canvas_free(&c);
    drawing_free(&s);
    fonts_close(fonts);
}

START_TEST(strips_have_room)
{
    struct woven w;
    EXPECT(weave(&w, drawn[_i], -1), "%s", w.err.text);
    const double one = 1;
    const struct panel panel = {NULL, 1, 1, &one, NULL, NULL};
    w.strips.look = plain_figure(&panel, 1);
    expect_room(&w.strips);
    w.strips.look.width = 3840;
    w.strips.look.height = 2160;
    w.strips.look.theme = THEME_DARK;
    expect_room(&w.strips);
    weave_end(&w);
}
END_TEST

START_TEST(a_small_picture_is_refused)
{
    struct woven w;
    struct error err = {0};
    struct drawing s = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    EXPECT(weave(&w, drawn[0], -1), "%s", w.err.text);
    const double one = 1;
    const struct panel panel = {NULL, 1, 1, &one, NULL, NULL};
    w.strips.look = plain_figure(&panel, 1);
    w.strips.look.width = 1900;
    w.strips.look.height = 80;
    bool ok = strips_draw(&w.strips, fonts, &s, &err);
    EXPECT(ok || strstr(err.text, "give a larger --size") != NULL, "%s", err.text);
    drawing_free(&s);
    fonts_close(fonts);
    weave_end(&w);
}
END_TEST

Suite *suite_strips(void)
{
    Suite *s = suite_create("strips");
    TCase *t = tcase_create("strips");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_transpose_counts_anew);
    tcase_add_test(t, a_copy_has_new_places);
    tcase_add_test(t, a_view_splits_where_they_lie);
    tcase_add_test(t, large_steps_take_no_longer_for_each_cell);
    tcase_add_test(t, what_a_slice_leaves_out_is_nobodys);
    tcase_add_loop_test(t, other_steps_are_refused, 0, (int)(sizeof refused / sizeof refused[0]));
    tcase_add_loop_test(t, strips_have_room, 0, (int)(sizeof drawn / sizeof drawn[0]));
    tcase_add_test(t, a_small_picture_is_refused);
    suite_add_tcase(s, t);
    return s;
}
