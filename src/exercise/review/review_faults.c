/* Finds mistakes that a cell does not show: the well-known ones (mistakes/mistakes.def) are made in
 * turn, to find those with which the cell that is asked about still holds the right number. Each is
 * a run of its own, so only some variants are looked at. */
#include "exercise/review/review_tally.h"

#include <math.h>
#include <string.h>

#define PLANS 16 /* runs of one variant */

/* Whether the cell of the run with that mistake holds the right answer. */
static bool hidden(const struct question *q, const struct fault_plan *plan)
{
    const struct variant *v = &q->variant;
    struct variant other;
    struct tensor value;
    struct error failed = {0};
    int event;
    bool same = false;
    if (!variant_again(&other, v, plan, &q->terms, &failed)) {
        return false;
    }
    if (variant_value(&other, exercise_field(v->exercise, "of"), &value, &event, &failed)) {
        bool shaped = value.ndim == q->ndim &&
                      memcmp(value.shape, q->shape, (size_t)q->ndim * sizeof *q->shape) == 0;
        if (shaped && q->ndim > 0) { /* another shape is no hidden mistake */
            double number = tensor_cell(&value, q->cell);
            same = fabs(number - q->exact) <= q->tolerance + 0.5 * pow(10, -q->decimals);
        }
        tensor_release(&value);
    }
    variant_free(&other);
    return same;
}

void review_faults(struct tally *t, struct question *q)
{
    struct fault_plan plan[PLANS];
    bool told[MISTAKE_COUNT] = {false};
    if (!kind_asks(q->kind, ASKS_NUMBER) || q->event < 0 || !q->variant.finished) {
        return;
    }
    int count = fault_plans(q->variant.run.tape, q->event, plan, PLANS);
    for (int k = 0; k < count; k++) {
        enum mistake_kind kind = plan[k].kind;
        if (!told[kind] && hidden(q, &plan[k])) {
            told[kind] = true;
            t->count[COUNT_SAME + kind]++;
        }
        fault_plan_free(&plan[k]);
    }
    t->count[COUNT_CLOSE]++;
}

/* One note for all of them. */
void review_faults_note(struct tally *t)
{
    const struct field *of = exercise_field_at(t->e, "of", 0);
    scoped_buf list = {0};
    enum mistake_kind made[MISTAKE_COUNT];
    for (int k = 0, count = mistake_ranked(made); k < count; k++) {
        int same = t->count[COUNT_SAME + made[k]];
        if (same * OFTEN >= t->count[COUNT_CLOSE] && same > 1) {
            buf_printf(&list, "%s%s (%d of %d variants)", list.len > 0 ? "; " : "",
                       mistake_table[made[k]].made.reason, same, t->count[COUNT_CLOSE]);
        }
    }
    if (list.len > 0) {
        complain_note(t->c, of->line, of->column, 0, "the answer is the same in a run where %s",
                      buf_text(&list));
    }
}
