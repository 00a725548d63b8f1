/* Tests figures on the tape: which tensors they show, as they were when they were plotted, and the
 * way back from a cell to the operation that made it. */
#include "expect.h"
#include "traced.h"

#include "mistakes/warnings.h"
#include "show/code.h"
#include "show/figure_text.h"
#include "show/shown.h"
#include "trace/explain/explain.h"
#include "trace/explain/figure_cell.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/snapshot.h"

#include <check.h>
#include <math.h>
#include <string.h>

Suite *suite_shown(void);

#define PYPLOT "import matplotlib.pyplot as plt\n"

/* The figure of that number. */
static int figure_event(const struct traced *t, int number)
{
    for (int k = 0; k < t->tape.event_count; k++) {
        const struct tape_figure *f = t->tape.event[k].figure;
        if (f != NULL && f->number == number) {
            return k;
        }
    }
    ck_abort_msg("there is no figure %d", number);
    return -1;
}

static void expect_text(const struct traced *t, int number, const char *expected)
{
    struct buf text = {0};
    figure_text(&t->tape, figure_event(t, number), &text);
    ck_assert_str_eq(buf_text(&text), expected);
    buf_free(&text);
}

/* The names of the operations but for figures, each with its stage: "softmax:softmax". */
static void put_operations(const struct traced *t, struct buf *out)
{
    for (int k = 0; k < t->tape.event_count; k++) {
        const struct event *e = &t->tape.event[k];
        if (e->figure == NULL) {
            buf_printf(out, "%s:%d%s ", e->name, (int)e->stage, e->setup ? "s" : "");
        }
    }
}

static const char shows[] =
    PYPLOT "w = torch.softmax(torch.arange(18.).reshape(1, 3, 6), -1)\n"
           "plt.imshow(w[0].detach().numpy())\nplt.title('shares')\nplt.show()\n"
           "plt.figure(figsize=(3, 2))\nplt.imshow(w[0].T)\nplt.show()\n"
           "plt.plot(w[0])\nplt.plot([1, 2, 3], label='own')\nplt.legend()\nplt.show()\n"
           "plt.bar(['a', 'b', 'c'], w[0, :, 2])\nplt.savefig('bars.png')\n"
           "plt.figure()\nplt.imshow(w[0])\nplt.gca().add_patch(plt.Rectangle((0, 0), 1, 1))\n"
           "plt.barh([0, 1], [4, 9])\nplt.show()\n";

START_TEST(a_figure_names_what_it_shows)
{
    struct traced t;
    traced_open(&t, shows);
    expect_text(&t, 1, "figure 1: shares (image of #3 w[0], 3 x 6)");
    expect_text(&t, 2, "figure 2 (image of #8 w[0].T, 6 x 3)");
    expect_text(
        &t, 3,
        "figure 3 (line of #10 w[0][:, 0], 3 numbers; line of #10 w[0][:, 1], 3 numbers; "
        "line of #10 w[0][:, 2], 3 numbers; line of #10 w[0][:, 3], 3 numbers; and 3 more)");
    expect_text(&t, 4, "figure 4, saved as bars.png (bars of #12 w[0, :, 2], 3 numbers)");
    const struct event *e = &t.tape.event[figure_event(&t, 2)];
    ck_assert_int_eq(e->stage, STAGE_FIGURE);
    ck_assert(!e->setup);
    ck_assert_int_eq(e->code.line, 8);
    ck_assert(e->figure->chart->width == 3 && e->figure->chart->height == 2);
    e = &t.tape.event[figure_event(&t, 6)];
    ck_assert_int_eq(e->output_count, 2); /* the frame around a cell tells no number */
    ck_assert_str_eq(figure_word(e, 1), "bars");
    ck_assert(tensor_double_at(&e->output[1].tensor, 1) == 9);
    e = &t.tape.event[figure_event(&t, 3)];
    ck_assert_int_eq(e->output_count, 7);
    ck_assert_str_eq(figure_label(e, 6), "own");
    ck_assert_int_eq(e->figure->part[6].input, -1);
    traced_close(&t);
}
END_TEST

/* The tensors of the tape are not copied into its figures. */
START_TEST(a_figure_holds_no_copy)
{
    struct traced t;
    traced_open(&t, shows);
    int softmax = traced_find(&t, "softmax");
    for (int number = 1; number <= 4; number++) {
        const struct event *e = &t.tape.event[figure_event(&t, number)];
        for (int k = 0; k < e->output_count; k++) {
            const struct chart_mark *m = figure_mark(e, k);
            bool tensor = e->figure->part[k].input >= 0;
            bool same =
                e->output[k].tensor.storage == t.tape.event[softmax].output[0].tensor.storage;
            ck_assert_msg(same == tensor, "figure %d, part %d", number, k);
            ck_assert(!tensor || m->values.count == 0);
            ck_assert(!tensor || m->kind != CHART_line || m->y.count == 0);
        }
        struct chart whole; /* and drawn it has all of them */
        ck_assert(figure_chart(&t.tape, figure_event(&t, number), &whole));
        ck_assert_int_ge(whole.axes[0].mark_count, e->output_count > 0);
        const struct chart_mark *m = &whole.axes[0].mark[0];
        ck_assert_int_eq(m->kind == CHART_image ? m->values.count : m->y.count,
                         m->kind == CHART_image ? 18 : 3);
        figure_chart_free(&whole);
    }
    traced_close(&t);
}
END_TEST

/* What is written behind imshow() is not in the picture, though it is shown later. */
START_TEST(a_figure_shows_what_was_there)
{
    struct traced t;
    traced_open(&t, PYPLOT "x = torch.zeros(2, 2)\nplt.imshow(x)\nx[0, 1] = 5\nplt.show()\n"
                           "plt.imshow(x)\nplt.show()\nx.add_(1)\n");
    for (int number = 1; number <= 2; number++) {
        int event = figure_event(&t, number);
        struct chart whole;
        struct tensor then;
        ck_assert(figure_chart(&t.tape, event, &whole));
        ck_assert(whole.axes[0].mark[0].values.at[1] == (number == 1 ? 0 : 5));
        figure_chart_free(&whole);
        ck_assert(tape_after(&t.tape, &t.tape.event[event].output[0], event, &then));
        ck_assert(tensor_double_at(&then, tensor_place(&then, 1)) == (number == 1 ? 0 : 5));
        tensor_release(&then);
    }
    traced_close(&t);
}
END_TEST

static void expect_maker(struct traced *t, int number, int part, int64_t cell, const char *name,
                         int64_t of)
{
    struct figure_cell to;
    ck_assert(figure_cell_find(&t->tape, figure_event(t, number), part, cell, &to));
    if (name == NULL) {
        ck_assert_int_eq(to.event, -1);
        return;
    }
    ck_assert_msg(to.event >= 0, "figure %d, cell %d", number, (int)cell);
    ck_assert_str_eq(t->tape.event[to.event].name, name);
    ck_assert_int_eq(to.cell, of);
}

START_TEST(a_cell_leads_to_its_operation)
{
    struct traced t;
    traced_open(&t, PYPLOT "w = torch.softmax(torch.arange(12.).reshape(1, 3, 4), -1)\n"
                           "plt.imshow(w[0].T.detach().numpy())\nplt.show()\n"
                           "plt.plot(w[0])\nplt.show()\n"
                           "z = torch.zeros(2, 3)\nz[1] = 4\nplt.imshow(z)\nplt.show()\n"
                           "plt.plot([3, 4])\nplt.show()\n"
                           "v = w.clone()\nplt.imshow(v[0, 1:])\nplt.show()\n");
    expect_maker(&t, 1, 0, 1, "softmax", 4); /* (0, 1) of the transposed one */
    expect_maker(&t, 1, 0, 11, "softmax", 11);
    expect_maker(&t, 2, 2, 1, "softmax", 6); /* the third column at the second place */
    expect_maker(&t, 3, 0, 1, "zeros", 1);
    expect_maker(&t, 3, 0, 4, "__setitem__", 4);
    expect_maker(&t, 4, 0, 0, NULL, 0);
    expect_maker(&t, 5, 0, 2, "softmax", 6); /* through a copy */
    struct explanation x;
    ck_assert(explain_cell(&t.tape, figure_event(&t, 1), 0, 1, &x));
    ck_assert_ptr_eq(strstr(buf_text(&x.title), "w[0, 1, 0] = "), buf_text(&x.title));
    explain_free(&x);
    ck_assert(explain_cell(&t.tape, figure_event(&t, 4), 0, 1, &x));
    ck_assert_str_eq(buf_text(&x.title), "line[1] = 4.0");
    explain_free(&x);
    traced_close(&t);
}
END_TEST

/* Saved, then shown, is one; another page of the same number is another one. */
START_TEST(a_figure_is_told_once)
{
    static const struct {
        const char *text;
        int figures;
    } rows[] = {
        {"plt.plot([1])\nplt.savefig('a.png')\nplt.show()\n", 1},
        {"plt.plot([1])\nplt.savefig('a.png')\nplt.close()\nplt.plot([2])\nplt.show()\n", 2},
        {"plt.plot([1])\nplt.savefig('a.png')\nx = torch.ones(2)\nplt.show()\n", 2},
        {"plt.plot([1])\nplt.figure()\nplt.plot([2])\nplt.show()\n", 2},
        {"plt.plot([1])\n", 0},
        {"import _pictures\n_pictures.show({'axes': 3})\nx = torch.ones(2)\n", 0},
        {"import _pictures\n_pictures.show({'axes': [{'marks': [{'kind': 'rects', 'x': [1]}]}]})\n",
         0},
        {"import _pictures\n"
         "_pictures.show({'axes': [{'marks': [{}], 'titles': [{}], 'legend': {'entries': "
         "[{}]}}]})\n",
         1}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct traced t;
        struct buf text = {0};
        buf_printf(&text, PYPLOT "%s", rows[k].text);
        traced_open(&t, buf_text(&text));
        ck_assert_msg(t.tape.figure_count == rows[k].figures, "%s: %d", rows[k].text,
                      t.tape.figure_count);
        traced_close(&t);
        buf_free(&text);
    }
}
END_TEST

/* Operations, stages and warnings are what they are without the plots. */
#define ATTENTION(first, second)                                                                   \
    PYPLOT                                                                                         \
    "q, k, v = torch.ones(3, 4), torch.ones(3, 4), torch.ones(3, 4)\n"                             \
    "s = q @ k.T / 2\nm = s.masked_fill(torch.ones(3, 3).triu(1).bool(), -torch.inf)\n" first      \
    "w = torch.softmax(s, -1)\n" second "c = w @ v\n"

START_TEST(a_figure_only_looks)
{
    static const char *const texts[] = {
        ATTENTION("", ""),
        ATTENTION("plt.imshow(m)\nplt.show()\n", "plt.plot(w)\nplt.savefig('w.png')\n")};
    struct buf told[2] = {{0}};
    for (int k = 0; k < 2; k++) {
        struct traced t;
        struct warnings warnings = {0};
        traced_open(&t, texts[k]);
        put_operations(&t, &told[k]);
        ck_assert(warnings_find(&t.tape, &warnings));
        buf_printf(&told[k], "%d warnings", warnings.count);
        ck_assert_int_gt(warnings.count, 0);
        ck_assert_int_eq(t.tape.figure_count, 2 * k);
        warnings_free(&warnings);
        traced_close(&t);
    }
    ck_assert_str_eq(buf_text(&told[1]), buf_text(&told[0]));
    buf_free(&told[0]);
    buf_free(&told[1]);
}
END_TEST

/* Records, no pixels, and nothing of what goes on in matplotlib: the tables of 200 figures would be
 * 32 MB. */
START_TEST(many_figures_take_little)
{
    struct traced t;
    traced_open(&t, PYPLOT "x = torch.rand(200, 200)\nfor k in range(200):\n"
                           "    fig, ax = plt.subplots()\n    ax.imshow(x)\n"
                           "    ax.plot(x[0])\n    plt.show()\n");
    ck_assert_int_eq(t.tape.figure_count, 200);
    size_t charts = 0;
    for (int k = 0; k < t.tape.charts; k++) {
        charts += t.tape.chart[k]->arena.total;
    }
    ck_assert_uint_le(charts, (size_t)200 * 16 * 1024);
    ck_assert_uint_lt(t.tape.charged, (size_t)4 << 20);
    traced_close(&t);
}
END_TEST

/* loss.item() in a list leads to its step; what the code wrote down itself does not. */
START_TEST(a_number_taken_out_leads_to_its_step)
{
    static const struct {
        const char *list;
        const char *name; /* of the operation that gave number 0; NULL: none is known */
    } rows[] = {{"[loss.item()]", "mean"}, {"[float(loss)]", "mean"},
                {"[0.5]", NULL},           {"[1, 2]", NULL},
                {"[half.item()]", NULL},   {"[loss.item() / 2 + 1e-9]", NULL},
                {"[twice.item()]", NULL}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct traced t;
        struct buf text = {0};
        struct figure_cell from;
        buf_printf(&text,
                   PYPLOT "loss = (torch.arange(7.) / 11 + 0.013).mean()\n"
                          "half = torch.ones(2).mean() / 2\n"
                          "twice, same = loss * 1.7, loss * 1.7\n"
                          "plt.plot(%s)\nplt.show()\n",
                   rows[k].list);
        traced_open(&t, buf_text(&text));
        ck_assert(figure_cell_find(&t.tape, figure_event(&t, 1), 0, 0, &from));
        const char *name = from.event >= 0 ? t.tape.event[from.event].name : "none";
        ck_assert_msg(strcmp(name, rows[k].name != NULL ? rows[k].name : "none") == 0, "%s: %s",
                      rows[k].list, name);
        traced_close(&t);
        buf_free(&text);
    }
}
END_TEST

START_TEST(words_of_mathematics)
{
    static const char *const rows[][2] = {{"$\\mathdefault{10^{2}}$", "10^2"},
                                          {"\xe2\x88\x92"
                                           "0.5",
                                           "-0.5"},
                                          {"$\\alpha$ = 1\nmore", "alpha = 1 more"},
                                          {"a {b} \\c", "a {b} \\c"}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct buf text = {0};
        figure_words(rows[k][0], &text);
        ck_assert_str_eq(buf_text(&text), rows[k][1]);
        buf_free(&text);
    }
}
END_TEST

START_TEST(code_is_broken_outside_of_texts)
{
    static const struct {
        const char *line, *first;
        int width;
    } rows[] = {
        {"print(f\"mean {late:.4f}\", f\"median {median:.4f}\", 'no end')",
         "print(f\"mean {late:.4f}\", f\"median {median:.4f}\", ", 56},
        {"say(\"width 4\", 'one, and then another')", "say(\"width 4\", ", 30},
        {"say('a long text that has blanks in it')", "say('a long text that ", 24},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char first[80] = "";
        memcpy(first, rows[k].line, code_break(rows[k].line, rows[k].width));
        ck_assert_str_eq(first, rows[k].first);
    }
}
END_TEST

/* Typed as they are seen, the parts of a line are one line to Python. */
START_TEST(parts_of_code_can_be_typed)
{
    static const struct {
        const char *line, *parts;
        int width;
    } rows[] = {
        {"    return (rows - mean) / rows.std(dim=-1)",
         "return (rows - mean) \\|/ rows.std(dim=-1)", 24},
        {"    return (rows - mean) / rows.std(dim=-1)", "return (rows |- mean) / rows.std(|dim=-1)",
         21},
        {"y = f(first_one, second_one, third_one)", "y = f(first_one, |second_one, third_one)", 26},
        {"a, b = one_name, other_name", "a, b = one_name, \\|other_name", 20},
        {"x = 1  # a note that is too long for it", "x = 1  # a note |# that is too |# long for it",
         16},
        {"say('(') + other_name + another", "say('(') + other_name \\|+ another", 24},
        {"y = x[0]", "y = x[0]", 8},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        scoped_buf parts = {0};
        size_t at = strspn(rows[k].line, " ");
        while (rows[k].line[at] != '\0') {
            scoped_buf part = {0};
            at = code_part(rows[k].line, at, rows[k].width, &part);
            EXPECT((int)part.len <= rows[k].width, "%s", buf_text(&part));
            buf_printf(&parts, "%s%s", parts.len > 0 ? "|" : "", buf_text(&part));
        }
        EXPECT(strcmp(buf_text(&parts), rows[k].parts) == 0, "%s", buf_text(&parts));
    }
}
END_TEST

/* The range of a table is that of its cells, one by one, however they lie in memory. */
START_TEST(a_range_is_that_of_all_cells)
{
    static const char *const views[] = {"x",
                                        "x[0]",
                                        "x.T",
                                        "x[:, 1]",
                                        "x[::2, 1::3]",
                                        "x[1, 1]",
                                        "x.flip(0)[1:3]",
                                        "x[2:2]",
                                        "x.isnan()",
                                        "x[:, :1].expand(4, 3)",
                                        "x > 0",
                                        "x.T > 0",
                                        "x.long()",
                                        "x.double()[:, 2]",
                                        "x[0, :3].unfold(0, 2, 1)",
                                        "x.view(-1).unfold(0, 4, 2)",
                                        "x[None, 1:, None].expand(2, 3, 2, 6)",
                                        "x[0].as_strided((3, 4), (2, 3))",
                                        "x.view(-1).as_strided((4, 3), (1, 0))"};
    for (size_t k = 0; k < sizeof views / sizeof views[0]; k++) {
        struct traced t;
        scoped_buf code = {0};
        buf_printf(&code,
                   "x = torch.arange(24.).reshape(4, 6).sub(8) / 4\nx[1, 2] = float('nan')\n"
                   "x[3, 5] = float('inf')\ny = %s\n",
                   views[k]);
        traced_open(&t, buf_text(&code));
        int last = t.tape.event_count - 1;
        const struct tape_tensor *of = &t.tape.event[last].output[0];
        struct shown s = {.then = of->tensor};
        shown_measure(&s, of, 0, 0);
        double lowest = INFINITY, highest = -INFINITY;
        bool nan = false, infinite = false, whole = true;
        for (int64_t cell = 0; cell < s.slice.rows * s.slice.columns; cell++) {
            double value =
                tensor_double_at(&s.then, plane_offset(&s.slice, &s.then, cell / s.slice.columns,
                                                       cell % s.slice.columns));
            nan |= isnan(value);
            infinite |= isinf(value) != 0;
            lowest = isfinite(value) && value < lowest ? value : lowest;
            highest = isfinite(value) && value > highest ? value : highest;
            whole &= !isfinite(value) || value == floor(value);
        }
        ck_assert_msg(s.lowest == lowest && s.highest == highest && s.nan == nan &&
                          s.infinite == infinite && s.round == whole,
                      "%s: %g to %g, not %g to %g", views[k], s.lowest, s.highest, lowest, highest);
        traced_close(&t);
    }
}
END_TEST

/* The mask of two sentences, (2, 1, 6, 6), has rows 0 to 5 and not "0 0" to "0 5"; two axes stay
 * two. */
START_TEST(an_axis_of_one_labels_no_row)
{
    static const char *const want[][2] = {
        {"x[:, None]", "5"}, {"x[None]", "5"}, {"x.view(2, 6, 1, 2, 3)", "5 1"}};
    for (size_t k = 0; k < sizeof want / sizeof want[0]; k++) {
        struct traced t;
        scoped_buf code = {0}, label = {0};
        buf_printf(&code, "x = torch.arange(72.).reshape(2, 6, 6)\ny = %s\n", want[k][0]);
        traced_open(&t, buf_text(&code));
        const struct tape_tensor *of = &t.tape.event[t.tape.event_count - 1].output[0];
        struct shown s = {.of = of, .then = of->tensor};
        shown_measure(&s, of, 0, 0);
        s.of = of;
        shown_row_label(&s, s.slice.rows - 1, &label);
        ck_assert_msg(strcmp(buf_text(&label), want[k][1]) == 0, "%s: '%s', not '%s'", want[k][0],
                      buf_text(&label), want[k][1]);
        traced_close(&t);
    }
}
END_TEST

Suite *suite_shown(void)
{
    Suite *s = suite_create("shown");
    TCase *t = tcase_create("shown");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, a_figure_names_what_it_shows);
    tcase_add_test(t, a_figure_holds_no_copy);
    tcase_add_test(t, a_figure_shows_what_was_there);
    tcase_add_test(t, a_cell_leads_to_its_operation);
    tcase_add_test(t, a_figure_is_told_once);
    tcase_add_test(t, a_figure_only_looks);
    tcase_add_test(t, many_figures_take_little);
    tcase_add_test(t, a_number_taken_out_leads_to_its_step);
    tcase_add_test(t, words_of_mathematics);
    tcase_add_test(t, code_is_broken_outside_of_texts);
    tcase_add_test(t, parts_of_code_can_be_typed);
    tcase_add_test(t, a_range_is_that_of_all_cells);
    tcase_add_test(t, an_axis_of_one_labels_no_row);
    suite_add_tcase(s, t);
    return s;
}
