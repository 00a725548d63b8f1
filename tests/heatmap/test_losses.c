/* Tests the losses of a run as a chart: which numbers it holds, and where they are on decoded
 * pixels. */
#include "decode.h"

#include "../expect.h"
#include "../traced.h"

#include "heatmap/chart/chart_draw.h"
#include "heatmap/chart/losses.h"
#include "trace/tape/figure_event.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *suite_losses(void);

/* Each step halves w: the loss falls to a quarter. */
#define HALVES(steps) HALVES_OF("4.0", steps)
#define HALVES_OF(start, steps)                                                                    \
    "w = torch.tensor(" start ", requires_grad=True)\n"                                            \
    "opt = torch.optim.SGD([w], lr=0.25)\n"                                                        \
    "for step in range(" steps "):\n"                                                              \
    "    opt.zero_grad()\n"                                                                        \
    "    (w * w).backward()\n"                                                                     \
    "    opt.step()\n"

static void draw_chart(const struct chart *c, double dpi, struct drawn *d)
{
    struct error err = {0};
    const struct about about = {.dpi = dpi};
    struct fonts *fonts = fonts_open(NULL, &err);
    *d = (struct drawn){0};
    bool ok = fonts != NULL && chart_draw(c, dpi, fonts, &d->drawing, &err) &&
              png_drawing(&d->drawing, fonts, &about, &d->bytes, &err);
    EXPECT(ok, "%s", err.text);
    decode(&d->bytes, &d->png);
    fonts_close(fonts);
}

/* The middle of what has the color in these columns of pixels; -1: nothing has. */
static double height_at(const struct drawn *d, uint32_t color, int from, int to)
{
    double sum = 0;
    int n = 0;
    for (int x = from; x <= to; x++) {
        for (int y = 0; y < d->png.height; y++) {
            bool is = decoded_at(&d->png, x, y) == color;
            sum += is ? y : 0;
            n += is;
        }
    }
    return n > 0 ? sum / n : -1;
}

static const enum theme themes[] = {THEME_LIGHT, THEME_DARK};

START_TEST(the_curve_has_the_loss_of_each_step)
{
    struct figure look = {.width = 960, .height = 540, .title = "loss", .theme = themes[_i]};
    const struct drawing roles = {.theme = look.theme};
    uint32_t color = opaque(drawing_color(&roles, ROLE_ACCENT));
    struct traced run;
    struct chart c;
    struct error err = {0};
    struct drawn d;
    int left = -1, right = -1;
    traced_open(&run, HALVES("4"));
    EXPECT(losses_chart(&run.tape, &look, &c, &err), "%s", err.text);
    ck_assert_str_eq(c.axes[0].x.label, "step of training");
    ck_assert_str_eq(c.axes[0].y.label, "loss");
    ck_assert_str_eq(c.axes[0].x.tick[0].text, "0");
    ck_assert(c.axes[0].y.lo == 0 && c.axes[0].y.hi > 16 && c.axes[0].y.hi < 18);
    for (int k = 0; k < 4; k++) {
        ck_assert_double_eq(c.axes[0].mark[0].y.at[k], 16 / pow(4, k));
    }
    draw_chart(&c, losses_dpi(&look), &d);
    ck_assert_int_eq(d.png.width, 960);
    ck_assert_uint_eq(decoded_at(&d.png, 1, 1), opaque(drawing_color(&roles, ROLE_BACKGROUND)));
    for (int x = 0; x < d.png.width; x++) {
        if (height_at(&d, color, x, x) >= 0) {
            left = left < 0 ? x : left;
            right = x;
        }
    }
    double first = height_at(&d, color, left, left), last = height_at(&d, color, right, right);
    for (int k = 1; k < 3; k++) { /* dots on the line: as much above them as below */
        int x = left + (right - left) * k / 3;
        double want = first + (last - first) * (16 - 16 / pow(4, k)) / (16 - 0.25);
        double is = height_at(&d, color, x - 1, x + 1);
        EXPECT(fabs(is - want) < 6, "step %d: %g, not %g", k, is, want);
    }
    drawn_free(&d);
    arena_free(&c.arena);
    traced_close(&run);
}
END_TEST

START_TEST(each_training_has_a_line)
{
    const struct figure look = {.width = 960, .height = 540};
    struct traced run;
    struct chart c;
    struct error err = {0};
    struct buf words = {0};
    traced_open(&run, HALVES("12") HALVES_OF("8.0", "3"));
    EXPECT(losses_chart(&run.tape, &look, &c, &err), "%s", err.text);
    const struct chart_axes *a = c.axes;
    ck_assert_int_eq(a->front, 2);
    ck_assert_int_eq(a->mark[0].x.count, 12); /* also those that the tape does not keep */
    ck_assert_double_eq(a->mark[0].y.at[11], 16 / pow(4, 11));
    ck_assert_double_eq(a->mark[1].x.at[0], 12);
    ck_assert_double_eq(a->mark[1].y.at[0], 64);
    ck_assert_int_ne(a->mark[0].edge, a->mark[1].edge);
    ck_assert_str_eq(a->legend->entry[1].text, "training 2, steps 12 to 14");
    losses_describe(&run.tape, &words);
    EXPECT(strstr(buf_text(&words), "training 2, 64 at step 12 and 4 at step 14") != NULL, "%s",
           buf_text(&words));
    buf_free(&words);
    arena_free(&c.arena);
    traced_close(&run);
}
END_TEST

static const struct {
    const char *text, *said;
} none[] = {
    {"w = torch.ones(2)\n", "never calls backward()"},
    {"w = torch.ones(2, requires_grad=True)\n(w * w).sum().backward()\n", "no loop of this run"},
};

START_TEST(without_steps_it_is_said_why)
{
    const struct figure look = {.width = 960, .height = 540};
    struct traced run;
    struct chart c;
    struct error err = {0};
    traced_open(&run, none[_i].text);
    ck_assert(!losses_chart(&run.tape, &look, &c, &err));
    EXPECT(strstr(err.text, none[_i].said) != NULL, "%s", err.text);
    arena_free(&c.arena);
    traced_close(&run);
}
END_TEST

/* The chart of steps that the tape does not keep can be drawn as well. */
START_TEST(a_gap_can_be_drawn)
{
    struct traced run;
    struct chart c = {0};
    struct drawn d;
    int gap = -1;
    traced_open(&run, HALVES("20"));
    for (int k = 0; k < run.tape.event_count; k++) {
        gap = run.tape.event[k].figure != NULL ? k : gap;
    }
    ck_assert_int_ge(gap, 0);
    ck_assert(figure_chart(&run.tape, gap, &c));
    draw_chart(&c, 100, &d);
    EXPECT(height_at(&d, 0xff1f77b4, 0, d.png.width - 1) > 0, "no line");
    drawn_free(&d);
    figure_chart_free(&c);
    traced_close(&run);
}
END_TEST

Suite *suite_losses(void)
{
    Suite *s = suite_create("losses");
    TCase *t = tcase_create("losses");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, the_curve_has_the_loss_of_each_step, 0, 2);
    tcase_add_test(t, each_training_has_a_line);
    tcase_add_loop_test(t, without_steps_it_is_said_why, 0, 2);
    tcase_add_test(t, a_gap_can_be_drawn);
    suite_add_tcase(s, t);
    return s;
}
