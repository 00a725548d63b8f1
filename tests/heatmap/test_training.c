/* Tests pictures of a table over a training: the same step of each turn, the loss of each, and the
 * curve below. */
#include "decode.h"

#include "../expect.h"
#include "../traced.h"

#include "heatmap/pick/pick_event.h"
#include "heatmap/pick/training.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_training(void);

#define BEGIN                                                                                      \
    "torch.manual_seed(0)\n"                                                                       \
    "w = torch.randn(3, 3, requires_grad=True)\n"                                                  \
    "x = torch.eye(3)\n"                                                                           \
    "def look(x, by):\n"                                                                           \
    "    shares = torch.softmax(x @ w * by, dim=-1)\n"                                             \
    "    return shares\n"                                                                          \
    "def train(shares):\n"                                                                         \
    "    loss = -torch.log(torch.diagonal(shares)).mean()\n"                                       \
    "    loss.backward()\n"                                                                        \
    "    with torch.no_grad():\n"                                                                  \
    "        w.sub_(w.grad)\n"                                                                     \
    "        w.grad.zero_()\n"                                                                     \
    "for step in range(5):\n"

/* The name `shares` stands for what is trained on, in each of them. */
static const struct {
    const char *text, *at, *steps; /* steps: that are shown */
} trainings[] = {
    {BEGIN "    train(look(x, 1))\n", "0,2,4", "0 2 4 "},
    {BEGIN "    train(look(x, 1))\n", NULL, "0 1 2 4 "},
    {BEGIN "    train(look(x, 1))\nlook(x, 1)\n", NULL, "0 1 3 5 "}, /* and after the last one */
    {BEGIN "    look(x, 3)\n    train(look(x, 1))\n", "1,3", "1 3 "},
    /* of some turns only: how good it is */
    {BEGIN "    if step == 2:\n        look(x.flip(0), 1)\n    train(look(x, 1))\n", "1,2,3",
     "1 2 3 "},
};

/* Pictures and loss come from different events; the one is worked out from the other here. */
START_TEST(tables_are_those_that_the_loss_was_made_of)
{
    const struct choice c = {.stage = STAGE_COUNT, .name = "shares", .batch = -1};
    struct traced run;
    struct training g;
    struct error err = {0};
    struct buf steps = {0};
    traced_open(&run, trainings[_i].text);
    EXPECT(training_pick(&run.tape, &c, trainings[_i].at, &g, &err), "%s", err.text);
    ck_assert_int_eq(g.steps, 5);
    for (int k = 0; k < g.count; k++) {
        const struct panel *p = &g.panel[k];
        double loss = 0;
        buf_printf(&steps, "%d ", g.step[k]);
        for (int i = 0; i < 3; i++) {
            loss -= log(panel_value(p, 4 * i)) / 3;
        }
        EXPECT(g.step[k] == 5 || fabs(loss - g.loss[g.step[k]]) < 1e-5,
               "after %d steps: a table of loss %g, not %g", g.step[k], loss, g.loss[g.step[k]]);
        EXPECT(g.step[k] != 5 || loss < g.loss[4], "the last table is not the last");
    }
    ck_assert_str_eq(buf_text(&steps), trainings[_i].steps);
    ck_assert(g.loss[4] < g.loss[0]);
    buf_free(&steps);
    training_free(&g);
    traced_close(&run);
}
END_TEST

/* A parameter over the cells of another tensor: nothing but what made those shows it at first. */
START_TEST(a_parameter_begins_as_it_was_made)
{
    const struct choice c = {.stage = STAGE_COUNT, .name = "B", .batch = -1};
    struct traced run;
    struct training g;
    struct error err = {0};
    traced_open(&run, "B = nn.Parameter(torch.zeros(2, 3))\n"
                      "B.data.fill_(7)\n"
                      "opt = torch.optim.SGD([B], lr=0.1)\n"
                      "for _ in range(3):\n"
                      "    loss = B.pow(2).sum()\n"
                      "    opt.zero_grad()\n"
                      "    loss.backward()\n"
                      "    opt.step()\n");
    EXPECT(training_pick(&run.tape, &c, "0,1", &g, &err), "%s", err.text);
    EXPECT(panel_value(&g.panel[0], 5) == 7, "it begins as %g", panel_value(&g.panel[0], 5));
    EXPECT(fabs(panel_value(&g.panel[1], 5) - 5.6) < 1e-5, "the first step gives %g",
           panel_value(&g.panel[1], 5));
    training_free(&g);
    traced_close(&run);
}
END_TEST

/* Two layers by the same line of code: the one that was asked for, in each turn. */
START_TEST(of_two_layers_the_chosen_one_is_shown)
{
    struct choice c = {.stage = STAGE_COUNT, .batch = -1};
    struct traced run;
    struct training g[2];
    struct error err = {0};
    traced_open(&run, BEGIN "    train(look(look(x, 0), 1))\n");
    for (int k = 0, found = 0; k < run.tape.event_count && found < 2; k++) {
        const struct event *e = &run.tape.event[k];
        if (strcmp(e->name, "softmax") == 0) {
            c.step = e->number;
            EXPECT(training_pick(&run.tape, &c, "0,3", &g[found++], &err), "%s", err.text);
        }
    }
    for (int k = 0; k < 2; k++) {
        EXPECT(fabs(panel_value(&g[0].panel[k], 0) - 1.0 / 3) < 1e-6, "not layer 1");
        EXPECT(fabs(panel_value(&g[1].panel[k], 0) - 1.0 / 3) > 1e-3, "not layer 2");
        training_free(&g[k]);
    }
    traced_close(&run);
}
END_TEST

/* The loss is the mean of -log of the diagonal of softmax(w), so each of its tables tells it. */
static double loss_by(const struct panel *p, const char *name)
{
    double loss = 0;
    for (int i = 0; i < 3; i++) {
        double at = panel_value(p, 4 * i), sum = 0;
        for (int k = 0; k < 3; k++) {
            sum += exp(panel_value(p, 3 * i + k));
        }
        double share = strcmp(name, "w") == 0 ? exp(at) / sum : -1 / (3 * at);
        loss -= log(share) / 3;
    }
    return loss;
}

#define WHOLE                                                                                      \
    "torch.manual_seed(0)\n"                                                                       \
    "w = torch.randn(3, 3, requires_grad=True)\n"                                                  \
    "for step in range(5):\n"                                                                      \
    "    shares = torch.softmax(w * 1, dim=-1)\n"                                                  \
    "    loss = -(torch.log(shares) * torch.eye(3)).sum() / 3\n"                                   \
    "    loss.backward()\n"                                                                        \
    "    with torch.no_grad():\n"                                                                  \
    "        w.sub_(w.grad)\n"                                                                     \
    "        w.grad.zero_()\n"

static const struct {
    const char *name, *at, *steps, *heading; /* of the last one */
} others[] = {
    {"w", NULL, "0 1 3 5 ", "after 5 steps"},
    {"w", "0,3", "0 3 ", "after 3 steps"},
    {"shares.grad", NULL, "0 1 2 4 ", "after 4 steps"},
    {"shares.grad", "1,3", "1 3 ", "after 3 steps"},
    {"shares", "1,3", "1 3 ", "after 3 steps"}, /* with --gradient */
};

START_TEST(parameters_and_gradients_are_those_of_the_step)
{
    struct choice c = {.stage = STAGE_COUNT,
                       .batch = -1,
                       .name = others[_i].name,
                       .gradient = strcmp(others[_i].name, "shares") == 0};
    struct traced run;
    struct training g;
    struct error err = {0};
    struct buf steps = {0};
    traced_open(&run, WHOLE);
    EXPECT(training_pick(&run.tape, &c, others[_i].at, &g, &err), "%s", err.text);
    for (int k = 0; k < g.count; k++) {
        double loss = loss_by(&g.panel[k], c.name), of = g.step[k] < 5 ? g.loss[g.step[k]] : loss;
        buf_printf(&steps, "%d ", g.step[k]);
        EXPECT(fabs(loss - of) < 1e-5, "%s, step %d: %g, not %g", c.name, g.step[k], loss, of);
        EXPECT(g.step[k] != 5 || loss < g.loss[4], "the last one is not the last");
    }
    ck_assert_str_eq(buf_text(&steps), others[_i].steps);
    ck_assert_str_eq(g.panel[g.count - 1].heading, others[_i].heading);
    ck_assert_str_eq(g.moment[0]->text, c.name[0] == 'w' ? "w" : "backward: shares.grad");
    buf_free(&steps);
    training_free(&g);
    traced_close(&run);
}
END_TEST

/* The first pass stands in the open, the others in a function behind the step; what is trained is a
 * copy, and its name stands for another tensor in the end. A step works on what the gradients of
 * the step before left, which zero_grad() makes 0. */
#define AHEAD                                                                                      \
    "torch.manual_seed(0)\n"                                                                       \
    "start = torch.randn(3, 3)\n"                                                                  \
    "w, x, v = start.clone().requires_grad_(True), torch.eye(3), torch.eye(3)\n"                   \
    "def look(w):\n"                                                                               \
    "    shares = torch.softmax(x @ w, dim=-1)\n"                                                  \
    "    return -torch.log(torch.diagonal(shares @ v)).mean()\n"                                   \
    "weights = torch.softmax(x @ w, dim=-1)\n"                                                     \
    "loss = -torch.log(torch.diagonal(weights @ v)).mean()\n"                                      \
    "opt = torch.optim.SGD([w], lr=1.0)\n"                                                         \
    "for step in range(4):\n"                                                                      \
    "    opt.zero_grad()\n"                                                                        \
    "    loss.backward()\n"                                                                        \
    "    opt.step()\n"                                                                             \
    "    loss = look(w)\n"                                                                         \
    "w = start\n"

static const struct {
    const char *name, *at, *steps;
} aheads[] = {
    {NULL, NULL, "0 1 2 4 "},      {NULL, "0,3,4", "0 3 4 "}, {"weights", "0,3,4", "0 3 4 "},
    {"w", NULL, "0 1 2 4 "},       {"w", "0,4", "0 4 "},      {"w.grad", NULL, "0 1 2 3 "},
    {"w.grad", "0,1,3", "0 1 3 "},
};

/* Each of these tables tells the loss of its step. */
static double loss_told(const struct panel *p, const char *name)
{
    double loss = 0;
    if (name != NULL && strcmp(name, "w") == 0) {
        return loss_by(p, name);
    }
    for (int i = 0; i < 3; i++) {
        double at = panel_value(p, 4 * i);
        loss -= log(name != NULL && strcmp(name, "w.grad") == 0 ? 1 + 3 * at : at) / 3;
    }
    return loss;
}

START_TEST(the_first_step_and_the_loss_after_the_last_are_there)
{
    const char *name = aheads[_i].name;
    const struct choice c = {.stage = STAGE_COUNT, .name = name, .batch = -1};
    struct traced run;
    struct training g;
    struct error err = {0};
    struct buf steps = {0};
    traced_open(&run, AHEAD);
    EXPECT(training_pick(&run.tape, &c, aheads[_i].at, &g, &err), "%s", err.text);
    ck_assert_int_eq(g.curve_count, 5);
    for (int k = 0; k < g.count; k++) {
        double loss = loss_told(&g.panel[k], name), of = g.curve[g.step[k]];
        buf_printf(&steps, "%d ", g.step[k]);
        EXPECT(fabs(loss - of) < 1e-5, "after %d: %g, not %g", g.step[k], loss, of);
    }
    ck_assert_str_eq(buf_text(&steps), aheads[_i].steps);
    ck_assert_uint_eq(g.updates.len, 0);
    buf_free(&steps);
    training_free(&g);
    traced_close(&run);
}
END_TEST

/* Not every turn changes the weights. */
START_TEST(updates_are_told_where_steps_have_none)
{
    const struct choice c = {.stage = STAGE_COUNT, .name = "w", .batch = -1};
    struct traced run;
    struct training g;
    struct error err = {0};
    traced_open(&run, "w = torch.ones(2, 2, requires_grad=True)\n"
                      "opt = torch.optim.SGD([w], lr=0.1)\n"
                      "for step in range(6):\n"
                      "    (w * w).sum().backward()\n"
                      "    if step % 2 == 1:\n"
                      "        opt.step()\n"
                      "        opt.zero_grad()\n");
    EXPECT(training_pick(&run.tape, &c, "0,2,6", &g, &err), "%s", err.text);
    ck_assert_str_eq(buf_text(&g.updates), "updated 0, 1, 3 times");
    training_free(&g);
    const struct choice gradient = {.stage = STAGE_COUNT, .name = "w.grad", .batch = -1};
    EXPECT(training_pick(&run.tape, &gradient, "0,1", &g, &err), "%s", err.text);
    ck_assert_double_eq(panel_value(&g.panel[0], 0), 2);
    ck_assert_double_eq(panel_value(&g.panel[1], 0), 4); /* with what was there */
    training_free(&g);
    traced_close(&run);
}
END_TEST

/* Each step makes a new tensor of that name, and there is but one. */
START_TEST(new_weights_of_each_step_are_no_lack_of_updates)
{
    static const char loop[] = "w = torch.ones(2, requires_grad=True)\n"
                               "for step in range(3):\n"
                               "    (w * w).sum().backward()\n"
                               "    w = (w - 0.25 * w.grad).detach().requires_grad_(True)\n";
    static const char once[] = "w = torch.ones(2, requires_grad=True)\n"
                               "opt = torch.optim.SGD([w], lr=0.25)\n"
                               "for step in range(1):\n"
                               "    (w * w).sum().backward()\n"
                               "    opt.step()\n";
    const struct choice c = {.stage = STAGE_COUNT, .name = "w", .batch = -1};
    for (int k = 0; k < 2; k++) {
        struct traced run;
        struct training g;
        struct error err = {0};
        traced_open(&run, k == 0 ? loop : once);
        EXPECT(training_pick(&run.tape, &c, NULL, &g, &err), "%s", err.text);
        ck_assert_uint_eq(g.updates.len, 0);
        ck_assert_double_eq(panel_value(&g.panel[g.count - 1], 0), k == 0 ? 0.125 : 0.5);
        training_free(&g);
        traced_close(&run);
    }
}
END_TEST

/* Two models are trained, one behind the other, and a table stands before them that is computed but
 * once. */
#define TWO                                                                                        \
    "v = torch.eye(3, requires_grad=True)\n"                                                       \
    "before = torch.softmax(v * 5, -1) @ v\n" BEGIN                                                \
    "    train(look(x, 1) @ v + (before * 0 if step == 0 else 0))\n"                               \
    "first = look(x, 1).detach() @ v\n"                                                            \
    "w = torch.randn(3, 3, requires_grad=True)\n"                                                  \
    "for step in range(4):\n"                                                                      \
    "    train(look(x, 1) @ v)\n"

static const struct {
    int layer;
    const char *at, *steps;
    int first, end;
    const char *heading; /* of the last one */
} ones[] = {
    {0, NULL, "0 1 2 4 ", 0, 5, "after 4 steps"}, {0, "0,4", "0 4 ", 0, 5, "after 4 steps"},
    {0, "5,8", "5 8 ", 5, 9, "step 8"},           {8, NULL, "5 6 7 8 ", 5, 9, "step 8"},
    {2, NULL, "0 1 2 4 ", 0, 5, "after 4 steps"},
};

START_TEST(of_two_trainings_one_is_shown)
{
    struct choice c = {.stage = STAGE_COUNT, .batch = -1, .layer = ones[_i].layer};
    struct traced run;
    struct training g;
    struct error err = {0};
    struct buf steps = {0};
    traced_open(&run, TWO);
    EXPECT(training_pick(&run.tape, &c, ones[_i].at, &g, &err), "%s", err.text);
    for (int k = 0; k < g.count; k++) {
        const struct panel *p = &g.panel[k];
        double loss = 0;
        buf_printf(&steps, "%d ", g.step[k]);
        for (int i = 0; i < 3; i++) {
            loss -= log(panel_value(p, 4 * i)) / 3;
        }
        EXPECT(fabs(loss - g.loss[g.step[k]]) < 1e-5, "step %d: a table of loss %g, not %g",
               g.step[k], loss, g.loss[g.step[k]]);
    }
    ck_assert_str_eq(buf_text(&steps), ones[_i].steps);
    ck_assert_str_eq(g.panel[g.count - 1].heading, ones[_i].heading);
    ck_assert_int_eq(g.first, ones[_i].first);
    ck_assert_int_eq(g.end, ones[_i].end);
    ck_assert_int_eq(g.of, 2);
    ck_assert_int_eq(g.number, ones[_i].first > 0 ? 2 : 1);
    buf_free(&steps);
    training_free(&g);
    traced_close(&run);
}
END_TEST

static const struct {
    const char *text, *at, *said;
} refusals[] = {
    {TWO "shares = look(x, 1)\n", "0,6", "step 0 is of training 1, steps 0 to 4, and step 6"},
    {BEGIN "    train(look(x, 1))\n", "2-3", "--moments 2-3: give up to 8"},
    {BEGIN "    train(look(x, 1))\n", "-1", "that grow"},
    {"x = torch.ones(2, 2)\nshares = torch.softmax(x, -1)\n", NULL, "never calls backward()"},
    {BEGIN "    train(look(x, 1))\n", "0,9", "trains 5 steps"},
    {BEGIN "    train(look(x, 1))\n", "2,1", "that grow"},
    {BEGIN "    train(look(x, 1))\n", "0,,1", "that grow"},
    {BEGIN "    train(look(x, 1))\n", "0,5", "after 5 steps this is not computed"},
    {BEGIN "    train(torch.softmax(x @ w, -1))\nlook(x, 1)\n", NULL, "no part of what is trained"},
};

START_TEST(what_is_not_there_is_told)
{
    const struct choice c = {.stage = STAGE_COUNT, .name = "shares", .batch = -1};
    struct traced run;
    struct training g;
    struct error err = {0};
    traced_open(&run, refusals[_i].text);
    ck_assert(!training_pick(&run.tape, &c, refusals[_i].at, &g, &err));
    EXPECT(strstr(err.text, refusals[_i].said) != NULL, "%s", err.text);
    training_free(&g);
    traced_close(&run);
}
END_TEST

/* --- the curve, on decoded pixels --- */

static bool is_line(const struct drawn *d, int x, int y)
{
    return decoded_at(&d->png, x, y) == opaque(drawing_color(&d->drawing, ROLE_ACCENT));
}

/* The middle of the line in that column of pixels; -1: there is none. */
static int line_at(const struct drawn *d, int x)
{
    int sum = 0, n = 0;
    for (int y = 0; y < d->png.height; y++) {
        if (is_line(d, x, y)) {
            sum += y;
            n++;
        }
    }
    return n > 0 ? sum / n : -1;
}

static void draw_curve(const double *value, int count, int mark, struct drawn *out)
{
    static const double cells[] = {0.1, 0.9, 0.4, 0.6};
    const struct panel p[] = {{"after 0 steps", 2, 2, cells, NULL, NULL},
                              {"after 4 steps", 2, 2, cells, NULL, NULL}};
    const struct curve curve = {.name = "loss",
                                .along = "steps",
                                .value = value,
                                .count = count,
                                .mark = &mark,
                                .mark_count = 1,
                                .most = mark};
    struct figure f = plain_figure(p, 2);
    f.curve = &curve;
    draw_figure(&f, out);
}

START_TEST(the_curve_goes_through_its_values)
{
    const double value[] = {4, 0, 4, 2, NAN, 3, 3};
    struct drawn d;
    int left = -1, right = -1;
    draw_curve(value, 7, 1, &d);
    for (int x = 0; x < d.png.width; x++) {
        if (line_at(&d, x) >= 0) {
            left = left < 0 ? x : left;
            right = x;
        }
    }
    double step = (right - left) / 6.0;
    int top = line_at(&d, left + 3), bottom = line_at(&d, left + (int)(0.8 * step));
    int high = bottom - top; /* from 4 - a little to 0.8 */
    ck_assert_int_gt(high, 80);
    for (int k = 0; k < 12; k++) { /* in the middle between two steps, and at them */
        int x = left + (int)lround(k * step / 2);
        double v = k % 2 == 0 ? value[k / 2] : (value[k / 2] + value[k / 2 + 1]) / 2;
        if (isnan(v) || k < 1 || k == 2 || k == 6 || k == 10) { /* at ends, and below the dot */
            EXPECT(!isnan(v) || line_at(&d, x) < 0, "a line over the gap at %d", k);
            continue;
        }
        double want = top + high * (4 - v) / 3.2;
        EXPECT(abs(line_at(&d, x) - (int)want) < 12, "%d: %d, not %g", k, line_at(&d, x), want);
    }
    int x = left + (int)lround(step), y = top + (int)(high * 4 / 3.2);
    ck_assert_uint_eq(decoded_at(&d.png, x, y), opaque(drawing_color(&d.drawing, ROLE_TEXT)));
    drawn_free(&d);
}
END_TEST

/* A moment without a loss: a short mark on the axis, and no thread from the top. */
START_TEST(a_moment_without_a_loss_has_no_thread)
{
    const double value[] = {4, 3, 2, 1};
    for (int mark = 3; mark <= 4; mark++) {
        struct drawn d;
        int bottom = 0, from = 0, right = 0, left, long_ones = 0;
        draw_curve(value, 4, mark, &d);
        const uint32_t frame = opaque(drawing_color(&d.drawing, ROLE_FRAME));
        for (int x = 0; x < d.png.width; x++) {
            for (int y = d.png.height * 2 / 3; y < d.png.height; y++) {
                bottom = x == d.png.width / 2 && decoded_at(&d.png, x, y) == frame ? y : bottom;
            }
        }
        for (left = 0; decoded_at(&d.png, left, bottom) != frame; left++) {
        }
        for (int x = left; x < d.png.width; x++) {
            right = decoded_at(&d.png, x, bottom) == frame ? x : right;
        }
        from = bottom - 25; /* the last value lies 44 above the axis, its dot from 35 on */
        for (int x = right - 4; x <= right; x++) {
            long_ones += decoded_at(&d.png, x, from) == frame;
        }
        EXPECT((long_ones > 0) == (mark == 3), "%d threads at %d", long_ones, mark);
        drawn_free(&d);
    }
}
END_TEST

/* In one line, above the curve, however many. */
START_TEST(panels_stand_above_the_curve)
{
    const double value[] = {4, 3, 2, 1, 0};
    struct drawn d;
    draw_curve(value, 5, 4, &d);
    const struct item *a = cells_item(&d.drawing, 0), *b = cells_item(&d.drawing, 1);
    ck_assert_int_eq(a->y, b->y);
    for (int y = 0; y < a->y + a->h; y++) {
        for (int x = 0; x < d.png.width; x++) {
            ck_assert(!is_line(&d, x, y));
        }
    }
    drawn_free(&d);
}
END_TEST

Suite *suite_training(void)
{
    Suite *s = suite_create("training");
    TCase *t = tcase_create("training");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, tables_are_those_that_the_loss_was_made_of, 0,
                        (int)(sizeof trainings / sizeof trainings[0]));
    tcase_add_test(t, a_parameter_begins_as_it_was_made);
    tcase_add_test(t, of_two_layers_the_chosen_one_is_shown);
    tcase_add_loop_test(t, parameters_and_gradients_are_those_of_the_step, 0,
                        (int)(sizeof others / sizeof others[0]));
    tcase_add_loop_test(t, of_two_trainings_one_is_shown, 0, (int)(sizeof ones / sizeof ones[0]));
    tcase_add_loop_test(t, what_is_not_there_is_told, 0,
                        (int)(sizeof refusals / sizeof refusals[0]));
    tcase_add_test(t, the_curve_goes_through_its_values);
    tcase_add_test(t, a_moment_without_a_loss_has_no_thread);
    tcase_add_loop_test(t, the_first_step_and_the_loss_after_the_last_are_there, 0,
                        (int)(sizeof aheads / sizeof aheads[0]));
    tcase_add_test(t, new_weights_of_each_step_are_no_lack_of_updates);
    tcase_add_test(t, updates_are_told_where_steps_have_none);
    tcase_add_test(t, panels_stand_above_the_curve);
    suite_add_tcase(s, t);
    return s;
}
