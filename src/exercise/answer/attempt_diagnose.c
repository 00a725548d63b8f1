/* Finds the known mistake behind a tensor that a student's code gave: the solution's code is run
 * again with each mistake that can be made in it or in the cells before (diagnose.h). */
#include "exercise/answer/attempt_budget.h"
#include "exercise/answer/diagnose.h"
#include "exercise/kind.h"
#include "exercise/variant_ask.h"

#include <string.h>

struct tried {
    struct question *q;
    int round;
    const char *expression;
    struct variant right;
    struct asked asked;
};

static bool run_source(struct variant *v, const char *text, struct value *out)
{
    struct source *source = variant_ask_source(&v->arena, "<solution>", text);
    bool has_last;
    return source != NULL &&
           interp_run(&v->run.session->in, source, out, &has_last) == OUTCOME_DONE;
}

/* The expression behind the solution's code, both on the tape; the tensor is borrowed. */
static bool solve(struct tried *a, const struct fault_plan *plan, struct variant *v,
                  const struct tensor **out)
{
    struct question *q = a->q;
    struct error none = {0};
    scoped_buf text = {0};
    struct value value;
    bool made = plan == NULL ? attempt_variant(q, a->round, v, &none)
                             : variant_again(v, &a->right, plan, &q->terms, &none);
    if (!made) {
        return false;
    }
    buf_printf(&text, "(\n%s\n)\n", a->expression);
    struct interp *in = &v->run.session->in;
    bool ok = run_source(v, q->reference, &value) && run_source(v, buf_text(&text), &value) &&
              (tensor_object_is(in, value) || ndarray_is(in, value));
    if (!ok) {
        variant_free(v);
        return false;
    }
    *out = &tensor_object_of(value)->tensor;
    return true;
}

static bool solve_again(void *self, const struct fault_plan *plan, struct tensor *out)
{
    struct tried *a = self;
    const struct tensor *value;
    struct variant v;
    if (!solve(a, plan, &v, &value)) {
        return false;
    }
    bool ok = diagnose_copy(a->right.run.tape, out, value);
    variant_free(&v);
    return ok;
}

void attempt_diagnose(struct question *q, int round, const char *expression, double tolerance,
                      const struct tensor *got, struct diagnosis *out)
{
    struct tried a = {.q = q, .round = round, .expression = expression};
    const struct guess g = {.cell = -1, .tensor = got, .tolerance = tolerance};
    struct error none = {0};
    const struct tensor *value;
    if (!solve(&a, NULL, &a.right, &value)) {
        return;
    }
    a.asked = (struct asked){.right = tensor_ref(value),
                             .tape = a.right.run.tape,
                             .event = -1,
                             .again = solve_again,
                             .self = &a};
    if (run_end(&a.right.run, true, &none)) {
        (out->count > 0 ? diagnose_once_more : diagnose)(&a.asked, &g, out);
    }
    tensor_release(&a.asked.right);
    if (a.right.run.session != NULL) {
        variant_free(&a.right);
    }
}
