/* Finds the value of a question in a run with a mistake in it, and judges answers to it. */

#include "exercise/answer/diagnose.h"
#include "exercise/kind.h"

struct asked_question {
    struct question *q;
    const char *of;
    struct variant right;
    struct asked exercise;     /* of a lesson */
    struct asked_event event;  /* of a question from a tape */
    const struct asked *asked; /* one of these; NULL: nothing can be run again */
};

/* A mistake may make the code fail: what was bound until then is there all the same. */
static bool value_in(struct variant *v, const char *of, struct tensor *out)
{
    struct error err = {0};
    int event;
    if (variant_value(v, of, out, &event, &err)) {
        return true;
    }
    error_clear(&err);
    return v->finished && variant_value(v, of, out, &event, &err);
}

static bool make_again(void *self, const struct fault_plan *plan, struct tensor *out)
{
    struct asked_question *a = self;
    struct error err = {0};
    struct variant other;
    struct tensor value;
    bool ok = false;
    if (!variant_again(&other, &a->q->variant, plan, &a->q->terms, &err)) {
        return false;
    }
    if (value_in(&other, a->of, &value)) {
        ok = diagnose_copy(a->right.run.tape, out, &value);
        tensor_release(&value);
    }
    variant_free(&other);
    return ok;
}

/* The right run once more: an expression is asked for while it pauses. */
static bool open_exercise(struct asked_question *a, struct error *err)
{
    struct asked *asked = &a->exercise;
    if (!variant_again(&a->right, &a->q->variant, NULL, &a->q->terms, err)) {
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
    asked->printed = a->right.given_behind;
    asked->partial = a->right.given_count == 0;
    asked->lesson = a->right.of->lesson->file;
    asked->again = make_again;
    asked->self = a;
    a->asked = asked;
    return true;
}

/* A question from a tape can be run again when somebody has set its terms. */
static bool open_question(struct asked_question *a, struct question *q, struct error *err)
{
    const struct variant *v = &q->variant;
    *a = (struct asked_question){.q = q};
    a->of = v->exercise != NULL ? exercise_field(v->exercise, "of") : NULL;
    if (a->of != NULL) {
        return open_exercise(a, err);
    }
    bool terms = q->terms.memory > 0 && q->terms.limits.steps > 0;
    if (v->exercise == NULL && q->run != NULL && q->event >= 0 && terms) {
        if (!diagnose_event_open(&a->event, q->run, &q->terms, q->event, 0, err)) {
            return false;
        }
        a->asked = &a->event.asked;
    }
    return true;
}

static void close_question(struct asked_question *a)
{
    if (a->asked == &a->exercise) {
        tensor_release(&a->exercise.right);
        variant_free(&a->right);
    } else if (a->asked != NULL) {
        diagnose_event_close(&a->event);
    }
}

bool diagnose_question(struct question *q, const struct guess *g, struct diagnosis *out,
                       struct error *err)
{
    struct asked_question a;
    diagnosis_clear(out);
    if (!open_question(&a, q, err)) {
        return false;
    }
    if (a.asked != NULL) {
        diagnose(a.asked, g, out);
    }
    close_question(&a);
    return true;
}

bool diagnose_question_sentence(struct question *q, const struct guess *g, struct buf *out,
                                bool *found, struct error *err)
{
    struct diagnosis d = {0};
    bool ok = !q->own_variant || diagnose_question(q, g, &d, err);
    *found = verdict_diagnosis(&d, out);
    return ok;
}
