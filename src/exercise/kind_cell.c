/* Asks for one number of a value, worked out by hand from the numbers as printed. */
#include "base/number.h"
#include "exercise/answer/diagnose.h"
#include "exercise/kind.h"
#include "exercise/variant_ask.h"
#include "trace/explain/explain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(const struct exercise *e, struct complaints *c)
{
    const struct field *f;
    for (int k = 0; (f = exercise_field_at(e, "show", k)) != NULL; k++) {
        if (strcmp(f->value, "exp") != 0) {
            complain_field(c, f, "only `show: exp` is known");
        }
    }
}

/* --- the question --- */

void kind_cell_text(double value, int decimals, struct buf *out)
{
    if (isfinite(value)) {
        buf_printf(out, "%.*f", decimals, value);
    } else {
        buf_puts(out, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    }
}

bool kind_cell_key(struct question *q, double value, int decimals, double tolerance,
                   struct error *err)
{
    scoped_buf key = {0}, form = {0};
    q->decimals = decimals;
    q->exact = value;
    q->number = rounded_number(value, decimals);
    q->tolerance = tolerance;
    kind_cell_text(q->number, decimals, &key);
    if (decimals == 0 && tolerance == 0) {
        buf_puts(&form, "a whole number");
    } else {
        scoped_buf about = {0};
        number_text(tolerance, &about);
        buf_printf(&form, "a number to %d decimal%s, \xc2\xb1 %s", decimals,
                   decimals == 1 ? "" : "s", buf_text(&about));
        form.failed = form.failed || about.failed;
    }
    q->key = question_keep(q, &key, err);
    q->form = q->key != NULL ? question_keep(q, &form, err) : NULL;
    return q->form != NULL;
}

/* exp of whole numbers, in lines that fit on a terminal and on paper. */
static const char exp_table[] =
    "x             -5        -4        -3        -2        -1\n"
    "exp(x)    0.0067    0.0183    0.0498    0.1353    0.3679\n\n"
    "x              0         1         2         3         4         5\n"
    "exp(x)    1.0000    2.7183    7.3891   20.0855   54.5982  148.4132\n";

/* The text with the table below it; NULL with err. */
static const char *with_exp(struct question *q, const char *above, struct error *err)
{
    scoped_buf text = {0};
    buf_printf(&text, "%s\n\n~~~\n%s~~~\n", above, exp_table);
    return question_keep(q, &text, err);
}

static bool show_exp(struct question *q, struct error *err)
{
    q->prompt = with_exp(q, q->prompt, err);
    q->ask = q->prompt != NULL ? with_exp(q, q->ask, err) : NULL;
    return q->ask != NULL;
}

static bool read_mistakes(struct question *q, struct error *err)
{
    for (int k = 0; k < q->mistake_count; k++) {
        if (!variant_number(&q->variant, q->mistake[k].head, &q->mistake[k].number, err)) {
            return false;
        }
        q->mistake[k].number =
            rounded_number(q->mistake[k].number, question_decimals(question_exercise(q)));
    }
    return true;
}

/* `at:` as the number of a cell in row-major order. */
static bool find_cell(struct question *q, const struct tensor *value, int ndim, const int64_t *at,
                      struct error *err)
{
    q->cell = 0;
    q->ndim = value->ndim;
    memcpy(q->shape, value->shape, sizeof q->shape);
    bool fits = ndim == value->ndim;
    for (int k = 0; fits && k < ndim; k++) {
        int64_t size = value->shape[k], place = at[k] < 0 ? at[k] + size : at[k];
        fits = place >= 0 && place < size;
        q->cell = q->cell * size + place;
    }
    if (!fits) {
        scoped_buf shape = {0};
        tensor_shape_text(value, &shape);
        if (value->ndim == 0) {
            variant_refuse(&q->variant, 0, err, ERROR_INPUT,
                           "`at:` is not needed: `of:` is one number, without axes");
        } else if (ndim == 0) {
            variant_refuse(&q->variant, 0, err, ERROR_INPUT,
                           "`of:` has the shape %s: a line `at:` says which of its cells is asked "
                           "for, such as `at: 0%s`",
                           buf_text(&shape),
                           value->ndim == 2  ? ", 0"
                           : value->ndim > 2 ? ", 0, ..."
                                             : "");
        } else {
            variant_refuse(&q->variant, 0, err, ERROR_INPUT,
                           "`at:` is no cell of a value of the shape %s", buf_text(&shape));
        }
    }
    return fits;
}

static bool make(struct question *q, struct error *err)
{
    const struct exercise *e = question_exercise(q);
    const char *at = exercise_field(e, "at"), *tolerance = exercise_field(e, "tolerance");
    const char *show = exercise_field(e, "show");
    int64_t cell[TENSOR_MAX_DIMS];
    int ndim, decimals = question_decimals(e);
    scoped_tensor value = {0};
    if ((show != NULL && !show_exp(q, err)) || !read_mistakes(q, err) ||
        !variant_shape(&q->variant, at != NULL ? at : "()", &ndim, cell, err) ||
        !variant_value(&q->variant, exercise_field(e, "of"), &value, &q->event, err)) {
        return false;
    }
    double width = tolerance != NULL ? strtod(tolerance, NULL) : 0;
    if (tolerance == NULL && decimals > 0) { /* one unit of the last decimal */
        char unit[16];
        snprintf(unit, sizeof unit, "1e-%d", decimals);
        width = strtod(unit, NULL);
    }
    return find_cell(q, &value, ndim, cell, err) && variant_finish(&q->variant, err) &&
           kind_cell_key(q, tensor_cell(&value, q->cell), decimals, width, err);
}

/* --- judging --- */

/* Equal within the tolerance, which is a decimal number: what binary digits make of it is allowed
 * for. */
static bool near(double a, double b, double tolerance)
{
    return answer_near(a, b, tolerance + 1e-9 * fmax(1, fabs(b)));
}

/* Within the tolerance of the key, which is what people are shown, so that its neighbours on both
 * sides are alike; or of the value itself, for an answer with more digits. */
static bool is_right(const struct question *q, double answer)
{
    return near(answer, q->exact, q->tolerance) || near(answer, q->number, q->tolerance);
}

/* How far an answer may be from a number that it is said to be: as far as rounding takes it, which
 * is less than what is still right. */
static double rounding(const struct question *q, double answer)
{
    double slack = isfinite(answer) ? 1e-9 * fmax(1, fabs(answer)) : 0;
    return fmin(q->tolerance, 0.5 * pow(10, -q->decimals)) + slack;
}

/* Beyond the tolerance by no more than rounding on the way explains. */
static bool is_close(const struct question *q, double answer)
{
    double more = fmin(2 * q->tolerance, 0.05 * fabs(q->exact));
    return q->tolerance > 0 && near(answer, q->exact, q->tolerance + more);
}

/* Whether a formula says how the number is worked out: not where it is only moved from, or what it
 * was made as, which is the number itself. */
static bool is_worked_out(const struct event *e)
{
    return e->op->kind == KIND_ELEMENTWISE || e->op->kind == KIND_REDUCTION ||
           e->op->kind == KIND_SCAN || e->op->kind == KIND_SOFTMAX ||
           e->op->kind == KIND_CONTRACTION;
}

/* What the cell is made of, when the tape knows: the formula without the numbers. */
static void put_formula(struct question *q, struct buf *out)
{
    struct explanation x;
    struct tape *t = q->run != NULL ? q->run->tape : NULL;
    if (q->event < 0 || t == NULL || q->cell < 0 || !is_worked_out(&t->event[q->event])) {
        return;
    }
    if (explain_cell(t, q->event, 0, q->cell, &x) && x.formula.len > 0 && x.formula.len < 200) {
        buf_printf(out, " The cell is %s.", buf_text(&x.formula));
    }
    explain_free(&x);
    error_clear(&t->session->in.error);
}

static void put_reason(struct question *q, double answer, struct buf *out)
{
    double key = q->number;
    if (!isfinite(answer) && isfinite(key)) {
        buf_printf(out, "This cell holds a finite number.");
    } else if (isfinite(answer) && !isfinite(key)) {
        buf_printf(out, "This cell holds no finite number.");
    } else if (key != 0 && is_right(q, -answer)) {
        buf_puts(out, "The size is right, the sign is not.");
        return;
    } else if (is_close(q, answer)) {
        buf_puts(out, "Close, but not close enough. Numbers that are rounded on the way need two "
                      "digits more than the result.");
        return;
    } else {
        buf_puts(out, "That is another number.");
    }
    put_formula(q, out);
}

static bool judge(struct question *q, const char *answer, const char *code, struct verdict *out,
                  struct error *err)
{
    scoped_buf why = {0};
    double number;
    if (answer_blank(answer) || !answer_number(answer, &number, &why)) {
        return verdict_unread(out, &why);
    }
    out->right = is_right(q, number);
    if (!out->right && answer_percent(answer) && answer_percent(q->ask)) {
        number *= 100; /* the question is about percent: "10 %" is 10 */
        out->right = is_right(q, number);
    }
    if (out->right) {
        return true;
    }
    for (int k = 0; k < q->mistake_count; k++) {
        if (answer_near(number, q->mistake[k].number, rounding(q, number))) {
            verdict_mistake(out, &q->mistake[k]);
            return true;
        }
    }
    const struct guess g = {.cell = q->cell, .number = number, .tolerance = rounding(q, number)};
    bool found, ok = diagnose_question_sentence(q, &g, &out->reason, &found, err);
    if (ok && !found) {
        put_reason(q, number, &out->reason);
    }
    return ok;
}

static bool plausible(const struct exercise *e, const char *text, struct buf *why)
{
    double number;
    return answer_number(text, &number, why);
}

const struct kind kind_cell = {check, make, judge, plausible};
