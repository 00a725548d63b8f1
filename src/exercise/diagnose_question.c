/* Having the value of a lesson's exercise again from a changed run, and judging answers to it. */
#include "exercise/diagnose.h"

struct asked_question {
    struct question *q;
    const char *of;
    struct variant right;
    struct asked asked;
};

/* A plan whose mistake makes the code fail explains nothing. */
static bool make_again(void *self, const struct fault_plan *plan, struct tensor *out)
{
    struct asked_question *a = self;
    const struct variant *v = &a->q->variant;
    struct error err = {0};
    struct variant other;
    struct tensor value;
    int event;
    if (!variant_make(&other, v->of, v->exercise, &v->seed, plan, &a->q->terms, &err)) {
        return false;
    }
    bool ok = variant_value(&other, a->of, &value, &event, &err);
    if (ok) {
        ok = diagnose_copy(a->right.run.tape, out, &value);
        tensor_release(&value);
    }
    variant_free(&other);
    return ok;
}

/* The right run once more: what the question knows of it may have been taken before its end. */
static bool open_question(struct asked_question *a, struct question *q, bool *known,
                          struct error *err)
{
    const struct variant *v = &q->variant;
    *a = (struct asked_question){.q = q};
    a->of = v->exercise != NULL ? exercise_field(v->exercise, "of") : NULL;
    *known = a->of != NULL;
    if (!*known) {
        return true;
    }
    struct asked *asked = &a->asked;
    if (!variant_make(&a->right, v->of, v->exercise, &v->seed, NULL, &q->terms, err)) {
        return false;
    }
    if (!variant_value(&a->right, a->of, &asked->right, &asked->event, err)) {
        variant_free(&a->right);
        return false;
    }
    if (!variant_finish(&a->right, err)) {
        tensor_release(&asked->right);
        variant_free(&a->right);
        return false;
    }
    asked->tape = a->right.run.tape;
    asked->again = make_again;
    asked->self = a;
    return true;
}

static void close_question(struct asked_question *a)
{
    tensor_release(&a->asked.right);
    variant_free(&a->right);
}

static void forget(struct diagnosis *out)
{
    out->count = 0;
    buf_clear(&out->reason);
}

bool diagnose_number(struct question *q, double answer, struct diagnosis *out, struct error *err)
{
    struct asked_question a;
    bool known;
    forget(out);
    if (!open_question(&a, q, &known, err)) {
        return false;
    }
    if (known) {
        diagnose_cell(&a.asked, q->cell, answer, q->tolerance, out);
        close_question(&a);
    }
    return true;
}

bool diagnose_sizes(struct question *q, int ndim, const int64_t *shape, struct diagnosis *out,
                    struct error *err)
{
    struct asked_question a;
    bool known;
    forget(out);
    if (!open_question(&a, q, &known, err)) {
        return false;
    }
    if (known) {
        diagnose_shape(&a.asked, ndim, shape, out);
        close_question(&a);
    }
    return true;
}
