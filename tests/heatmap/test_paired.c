/* Tests gradients beside their values: which pass they are of, their numbers, where they stand. */
#include "decode.h"

#include "../expect.h"
#include "../traced.h"

#include "heatmap/pick/pick_event.h"
#include "plot/colormap.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_paired(void);

#define GIVEN                                                                                      \
    "c = torch.tensor([[1., -2.], [3., 0.]])\n"                                                    \
    "s = torch.tensor([[4., 5.], [6., 7.]], requires_grad=True) * 1\n"

static const struct {
    const char *text;
    double want[4]; /* NaN: it is refused */
    const char *said;
} gradients[] = {
    {GIVEN "(s * c).sum().backward()\n", {1, -2, 3, 0}, NULL},
    {GIVEN "((s * c).sum() + (s * s).sum()).backward()\n", {9, 8, 15, 14}, NULL}, /* several ways */
    {GIVEN "(s * s).sum().backward(retain_graph=True)\n(s * c).sum().backward()\n",
     {8, 10, 12, 14},
     NULL}, /* the first of two passes */
    {GIVEN "(s.detach() * c).sum()\n", {NAN}, "no gradient in this run"},
    {GIVEN "s.diagonal().sum().backward()\n", {NAN}, "in parts"},
};

START_TEST(a_gradient_is_that_of_the_tensor)
{
    const struct choice c = {.stage = STAGE_COUNT, .name = "s", .batch = -1};
    struct traced run;
    struct picked p = {.event = 0};
    struct error err = {0};
    int event, gradient;
    traced_open(&run, gradients[_i].text);
    ck_assert(pick_event(&run.tape, &c, &event, &err));
    bool found = pick_gradient(&run.tape, event, &gradient, &err);
    EXPECT(found == (gradients[_i].said == NULL), "%s", err.text);
    if (found) {
        ck_assert(pick_panels(&run.tape, &c, gradient, &p, &err));
        for (int k = 0; k < 4; k++) {
            ck_assert_double_eq(panel_value(&p.panel[0], k), gradients[_i].want[k]);
        }
        ck_assert_int_eq(p.rule, SCALE_SIGNED);
        picked_free(&p);
    } else {
        ck_assert_ptr_nonnull(strstr(err.text, gradients[_i].said));
    }
    traced_close(&run);
}
END_TEST

/* Each value in front of its gradient, which has colors around 0 of its own. */
START_TEST(a_gradient_stands_beside_its_value)
{
    static const double value[] = {0.1, 0.9, 0.4, 0.6}, gradient[] = {-2, 0, 1, 2};
    const struct panel p[] = {{"value", 2, 2, value, NULL, NULL},
                              {"value", 2, 2, value, NULL, NULL},
                              {"gradient", 2, 2, gradient, NULL, NULL},
                              {"gradient", 2, 2, gradient, NULL, NULL}};
    struct figure f = plain_figure(p, 4);
    struct rgb color[COLORMAP_COLORS];
    struct drawn d;
    int found = 0;
    f.differences = 2;
    f.gradients = true;
    f.annotate = ANNOT_NEVER;
    draw_figure(&f, &d);
    colormap_table(colormap_find("RdBu_r"), color);
    const struct item *first = cells_item(&d.drawing, 0);
    for (int k = 0; k < d.drawing.count; k++) {
        const struct item *cells = &d.drawing.item[k];
        if (cells->kind != ITEM_CELLS || cells->rows != 2 || cells->columns != 2) {
            continue;
        }
        bool right = found >= 2;
        ck_assert_int_eq(cells->x > first->x, right);
        ck_assert_int_eq(cells->y > first->y, found % 2 == 1);
        for (int c = 0; right && c < 4; c++) {
            uint32_t got = decoded_at(&d.png, cells->x + c % 2 * cells->pitch + 4,
                                      cells->y + c / 2 * cells->pitch + 4);
            ck_assert_uint_eq(got, opaque(color[colormap_index(gradient[c], -2, 2)]));
        }
        found++;
    }
    ck_assert_int_eq(found, 4);
    drawn_free(&d);
}
END_TEST

/* Each table has as many decimals as its own range asks for. */
START_TEST(numbers_of_a_gradient_are_by_its_own_range)
{
    static const double value[] = {12, -4, 2, 5}, gradient[] = {0.038, -0.01, 0.002, -0.055};
    const struct panel p[] = {{"value", 2, 2, value, NULL, NULL},
                              {"gradient", 2, 2, gradient, NULL, NULL}};
    static const char *const want[][4] = {{"12", "\u22124", "2", "5"},
                                          {"0.038", "\u22120.010", "0.002", "\u22120.055"}};
    for (int decimals = -1; decimals <= 2; decimals += 3) { /* by itself, and as many as said */
        struct figure f = plain_figure(p, 2);
        struct drawn d;
        f.differences = 1;
        f.gradients = true;
        f.decimals = decimals;
        draw_figure(&f, &d);
        for (int k = 0; k < 8; k++) {
            char number[NUMBER_MAX];
            int found = 0;
            numeral_text(k < 4 ? value[k] : gradient[k - 4], (struct number_format){2, false},
                         number);
            const char *text = decimals < 0 ? want[k / 4][k % 4] : number;
            for (int i = 0; i < d.drawing.count; i++) {
                const struct item *t = &d.drawing.item[i];
                found += t->kind == ITEM_TEXT && t->style.number && strcmp(t->text, text) == 0;
            }
            EXPECT(found > 0, "no %s with %d decimals", text, decimals);
        }
        drawn_free(&d);
    }
}
END_TEST

/* Of several heads the gradients stand below where that makes the cells larger, with the scale of
 * the values beside those. */
START_TEST(gradients_of_many_heads_stand_below)
{
    static const double value[] = {0.1, 0.9, 0.4, 0.6}, gradient[] = {-2, 0, 1, 2};
    struct panel p[8];
    struct rgb color[COLORMAP_COLORS];
    struct drawn d;
    for (int k = 0; k < 8; k++) {
        p[k] = (struct panel){"head", 2, 2, k < 4 ? value : gradient, NULL, NULL};
    }
    struct figure f = plain_figure(p, 8);
    f.differences = 4;
    f.gradients = true;
    f.annotate = ANNOT_NEVER;
    draw_figure(&f, &d);
    const struct item *first = NULL, *bar[2] = {NULL, NULL};
    int found = 0, bars = 0;
    for (int k = 0; k < d.drawing.count; k++) {
        const struct item *cells = &d.drawing.item[k];
        if (cells->kind == ITEM_CELLS && cells->rows == 2 && cells->columns == 2) {
            first = first == NULL ? cells : first;
            ck_assert_int_eq(cells->x,
                             first->x + found % 4 * (cells_item(&d.drawing, 1)->x - first->x));
            ck_assert_int_eq(cells->y > first->y, found >= 4);
            ck_assert(found >= 4 || cells->y == first->y);
            found++;
        } else if (cells->kind == ITEM_CELLS && cells->pitch == 1) {
            bar[bars++ % 2] = cells;
        }
    }
    ck_assert_int_eq(found, 8);
    ck_assert_int_eq(bars, 2);
    ck_assert_int_eq(bar[0]->y, first->y);
    ck_assert_int_gt(bar[1]->y, first->y + first->h);
    colormap_table(colormap_find("viridis"), color);
    int high = COLORMAP_COLORS - 4; /* near the upper end: yellow, not red */
    uint32_t top = decoded_at(&d.png, bar[0]->x + 8, bar[0]->y + 4);
    EXPECT(abs((int)(top >> 8 & 255) - color[high].g) < 24, "the bar of the values is %08x", top);
    drawn_free(&d);
}
END_TEST

/* Which pass of several gave a gradient, and that of a training. */
static const struct {
    const char *text, *said;
} which[] = {
    {GIVEN "(s * s).sum().backward(retain_graph=True)\n(s * c).sum().backward()\n",
     "gradient by (s * c).sum().backward(), backward pass 2 of 2"},
    {GIVEN "(s * c).sum().backward()\n", "gradient by (s * c).sum().backward()"},
    {"s = torch.ones(2, requires_grad=True)\nopt = torch.optim.SGD([s], lr=1.0)\n"
     "for k in range(3):\n    loss = (s * s).sum()\n    loss.backward()\n    opt.step()\n",
     "gradient by loss.backward() in step 2 of training"},
};

START_TEST(a_gradient_tells_its_pass)
{
    const struct choice c = {.stage = STAGE_COUNT, .name = "s", .batch = -1};
    struct traced run;
    struct error err = {0};
    struct buf text = {0};
    int event, gradient;
    traced_open(&run, which[_i].text);
    ck_assert(pick_gradient_pair(&run.tape, &c, &event, &gradient, &err));
    pick_gradient_text(&run.tape, gradient, &text);
    ck_assert_str_eq(buf_text(&text), which[_i].said);
    buf_free(&text);
    traced_close(&run);
}
END_TEST

/* Where the first softmax gets none, the one that does is named. */
START_TEST(another_gradient_is_named)
{
    const struct choice c = {.stage = STAGE_BACKWARD, .batch = -1};
    struct traced run;
    struct error err = {0};
    int event;
    traced_open(&run, "x = torch.ones(2, 2, requires_grad=True)\n"
                      "one = torch.softmax(x.detach(), -1) @ x.detach()\n"
                      "two = torch.softmax(x, -1) @ x\n"
                      "two.sum().backward()\n");
    ck_assert(!pick_event(&run.tape, &c, &event, &err));
    EXPECT(strstr(err.text, "; step 3, softmax, gets one: --step 3 --gradient") != NULL, "%s",
           err.text);
    traced_close(&run);
}
END_TEST

Suite *suite_paired(void)
{
    Suite *s = suite_create("paired");
    TCase *t = tcase_create("paired");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, a_gradient_is_that_of_the_tensor, 0,
                        (int)(sizeof gradients / sizeof gradients[0]));
    tcase_add_test(t, a_gradient_stands_beside_its_value);
    tcase_add_test(t, numbers_of_a_gradient_are_by_its_own_range);
    tcase_add_test(t, gradients_of_many_heads_stand_below);
    tcase_add_loop_test(t, a_gradient_tells_its_pass, 0, (int)(sizeof which / sizeof which[0]));
    tcase_add_test(t, another_gradient_is_named);
    suite_add_tcase(s, t);
    return s;
}
