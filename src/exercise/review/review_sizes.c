/* Finds sizes and numbers that hide a mistake. A transpose of two axes of the same size leaves the
 * shape as it is: a student who forgets it gets the right shape. A cell may hold the same number
 * with and without a mistake. The largest number may stand in two cells. */
#include "exercise/review/review_tally.h"

#include "exercise/form.h"
#include "exercise/variant_ask.h"
#include "torch/op/ops.h"

#include <stdlib.h>
#include <string.h>

static bool moves_axes(const struct event *e)
{
    return op_does(e->op, TRANSPOSES) && e->input_count > 0 && e->output_count > 0 &&
           !e->site.source->prelude;
}

/* Whether the shape does not tell that axes changed places. */
static bool hides(const struct event *e)
{
    const struct tensor *in = &e->input[0].of.tensor, *out = &e->output[0].tensor;
    if (!tensor_same_shape(in, out)) {
        return false;
    }
    for (int k = 0; k < in->ndim; k++) {
        if (in->stride[k] != out->stride[k] && in->shape[k] > 1) {
            return true;
        }
    }
    return false;
}

/* In the order of the lines. */
void review_sizes_moved(struct tally *t, int line, int count)
{
    int k = 0, most = (int)(sizeof t->moved / sizeof t->moved[0]);
    while (k < t->moved_count && t->moved[k].line < line) {
        k++;
    }
    if (k < t->moved_count && t->moved[k].line == line) {
        t->moved[k].count += count;
    } else if (t->moved_count < most) {
        memmove(&t->moved[k + 1], &t->moved[k], (size_t)(t->moved_count - k) * sizeof t->moved[0]);
        t->moved[k] = (struct moved){.line = line, .count = count};
        t->moved_count++;
    }
}

/* Everything that the asked value comes from; each line counts once in a variant. */
static bool look_at_moves(struct tally *t, const struct question *q, struct error *err)
{
    const struct tape *tape = q->variant.run.tape;
    if (q->event < 0 || !kind_asks(q->kind, ASKS_SIZES)) {
        return true;
    }
    bool *leads = calloc((size_t)q->event + 1, sizeof *leads);
    int told[sizeof t->moved / sizeof t->moved[0]], told_count = 0;
    if (leads == NULL) {
        return error_memory(err);
    }
    leads[q->event] = true;
    for (int k = q->event; k >= 0; k--) {
        const struct event *e = &tape->event[k];
        for (int j = 0; leads[k] && j < e->input_count; j++) {
            int maker = e->input[j].of.maker;
            if (maker >= 0 && maker < k) {
                leads[maker] = true;
            }
        }
        int line = e->code.source->first_line + e->code.line - 1, seen = 0;
        while (seen < told_count && told[seen] != line) {
            seen++;
        }
        if (leads[k] && moves_axes(e) && hides(e) && seen == told_count &&
            told_count < (int)(sizeof told / sizeof told[0])) {
            told[told_count++] = line;
            review_sizes_moved(t, line, 1);
        }
    }
    free(leads);
    return true;
}

#define TIE                                                                                        \
    "(lambda x, dim=None, keepdim=False: float((x == x.max()).sum() > 1) if dim is None else "     \
    "float(((x == x.max(dim, keepdim=True)[0]).sum(dim) > 1).any()))(%.*s%s%.*s)"

/* X.argmax(...): what it is called on (group 1), which has names, dots and brackets, and with what
 * (group 3). */
FORM(argmax, "((?:[A-Za-z0-9_.]|(\\((?:[^][()]|(?2))*+\\)|\\[(?:[^][()]|(?2))*+\\]))+?)"
             "\\.argmax\\(((?:[^][()]|(?2))*+)");

/* Whether one in the text has two largest. Only asked while the run pauses. */
static bool ties_in(struct question *q, const char *text)
{
    struct piece all = piece_of(text), part[FORM_GROUPS];
    bool tied = false;
    for (size_t at = 0; !tied && form_find(&argmax, all, at, part);) {
        scoped_buf expression = {0};
        struct error ignored = {0};
        double tie = 0;
        buf_printf(&expression, TIE, (int)part[1].len, part[1].at, part[3].len > 0 ? ", " : "",
                   (int)part[3].len, part[3].at);
        tied = variant_number(&q->variant, buf_text(&expression), &tie, &ignored) && tie > 0;
        at = (size_t)(part[3].at - text);
    }
    return tied;
}

static void look_at_ties(struct tally *t, struct question *q)
{
    const struct exercise *e = t->e;
    bool tied = ties_in(q, e->prompt);
    for (int k = 0; !tied && k < e->field_count; k++) {
        tied = ties_in(q, e->field[k].value);
    }
    for (int k = 0; !tied && k < e->part_count; k++) {
        tied = e->part[k].kind == PART_SOLUTION && ties_in(q, e->part[k].text);
    }
    t->count[COUNT_TIED] += tied;
}

bool review_sizes(struct tally *t, struct question *q, struct error *err)
{
    look_at_ties(t, q);
    return look_at_moves(t, q, err);
}

void review_sizes_note(struct tally *t)
{
    const struct field *of = exercise_field_at(t->e, "of", 0);
    int line = of != NULL ? of->line : t->e->line, column = of != NULL ? of->column : 1;
    for (int k = 0; k < t->moved_count; k++) {
        const struct moved *m = &t->moved[k];
        complain_note(t->c, line, column, 0,
                      "who forgets to transpose on line %d is right all the same in %d of %d "
                      "variants: the axes are as long",
                      m->line, m->count, t->made);
    }
    if (t->count[COUNT_TIED] > 0) {
        complain_note(t->c, t->e->line, 1, 0,
                      "the largest is not the only one in %d of %d variants", t->count[COUNT_TIED],
                      t->made);
    }
}
