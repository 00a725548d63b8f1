/* Tells what is said to the answers that an author wrote down: the right one must get full points,
 * each wrong one its own reason. */
#include "exercise/review/review_tally.h"

#include "base/number.h"

#include <string.h>

/* Whether a student reads the mistake's reason, apart from blanks around it. */
static bool says(const struct verdict *v, const struct mistake *m)
{
    scoped_buf own = {0};
    struct piece reason = piece_trim(piece_of(m->reason));
    buf_put(&own, reason.at, reason.len);
    return piece_has(piece_of(buf_text(&v->reason)), buf_text(&own));
}

static void count_wrong(struct tally *t, const struct question *q, int index,
                        const struct verdict *v)
{
    if (v->right) {
        t->right[index]++;
        return;
    }
    if (says(v, &q->mistake[index])) {
        return;
    }
    for (int k = 0; k < q->mistake_count; k++) {
        if (says(v, &q->mistake[k])) {
            t->other[index * t->wrong_count + k]++;
            return;
        }
    }
    t->unsaid[index]++;
    review_draw_first(&t->read[index], t->number, buf_text(&v->reason));
}

static bool judge_right(struct tally *t, struct question *q, struct error *err)
{
    struct verdict v;
    if (!question_judge(q, q->key, q->reference, &v, err)) {
        return false;
    }
    if ((!v.right || v.share < 1) && !v.ungraded) {
        t->count[COUNT_REDUCED]++;
        review_draw_first(t->said, t->number, buf_text(&v.reason));
    }
    verdict_free(&v);
    return true;
}

/* The mistake as a student would write it. The head of a shape or a cell is an expression; to
 * `code` and `bug` the mistake is in the code, and the line of the bug is the right one. */
static void put_answer(const struct question *q, const struct mistake *m, struct buf *out)
{
    if (kind_asks(q->kind, ASKS_NUMBER)) {
        number_text(m->number, out);
    } else if (kind_asks(q->kind, ASKS_SIZES)) {
        buf_putc(out, '(');
        for (int k = 0; k < m->ndim; k++) {
            buf_printf(out, "%lld,", (long long)m->shape[k]);
        }
        buf_putc(out, ')');
    } else {
        buf_puts(out, m->code != NULL ? q->key : m->head);
    }
}

static bool judge_wrong(struct tally *t, struct question *q, int index, struct error *err)
{
    const struct mistake *m = &q->mistake[index];
    scoped_buf answer = {0};
    struct verdict v;
    put_answer(q, m, &answer);
    bool ok = question_judge(q, buf_text(&answer), m->code, &v, err);
    if (!ok) {
        return false;
    }
    if (!v.ungraded) {
        count_wrong(t, q, index, &v);
    }
    verdict_free(&v);
    return true;
}

/* Code that is no work; *right counts. What a bug's code does as it stands is compared where the
 * question is made. */
static bool judge_idle(struct question *q, const char *code, int *right, struct error *err)
{
    struct verdict v;
    q->brief = true;
    bool ok = question_judge(q, q->key, code, &v, err);
    q->brief = false;
    if (ok) {
        *right += v.right;
        verdict_free(&v);
    }
    return ok;
}

static bool judge_nothing(struct tally *t, struct question *q, struct error *err)
{
    if (q->reference == NULL) { /* no code is asked for */
        return true;
    }
    bool begun = kind_asks(q->kind, ASKS_WHOLE) && q->code != NULL;
    return judge_idle(q, "pass\n", &t->count[COUNT_NOTHING], err) &&
           (!begun || judge_idle(q, q->code, &t->count[COUNT_BEGUN], err));
}

bool review_wrong(struct tally *t, struct question *q, struct error *err)
{
    bool ok = judge_right(t, q, err) && judge_nothing(t, q, err);
    for (int k = 0; ok && k < q->mistake_count && k < t->wrong_count; k++) {
        ok = judge_wrong(t, q, k, err);
    }
    return ok;
}

void review_wrong_note(struct tally *t)
{
    for (int k = 0; k < t->wrong_count; k++) {
        const struct exercise_part *p = exercise_part(t->e, PART_WRONG, k);
        if (t->right[k] > 0) { /* of everybody: it is not wrong at all */
            (t->right[k] == t->made ? complain : complain_note)(
                t->c, p->line, p->column, 0,
                "this wrong answer is the right one in %d of %d variants", t->right[k], t->made);
        }
        for (int j = 0; j < t->wrong_count; j++) {
            if (t->other[k * t->wrong_count + j] > 0) {
                complain_note(t->c, p->line, p->column, 0,
                              "this wrong answer is the same as that of line %d in %d of %d "
                              "variants, whose reason is given",
                              exercise_part(t->e, PART_WRONG, j)->line,
                              t->other[k * t->wrong_count + j], t->made);
            }
        }
        if (t->unsaid[k] > 0) {
            complain_note(t->c, p->line, p->column, 0,
                          "to this wrong answer something else is said in %d of %d variants: %s",
                          t->unsaid[k], t->made, buf_text(&t->read[k].text));
        }
    }
}
