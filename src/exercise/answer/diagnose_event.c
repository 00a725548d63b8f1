/* Finds the result of an event in a run with a mistake in it, of any file. */
#include "exercise/answer/diagnose.h"

#include "trace/tape/snapshot.h"

#include <stdlib.h>
#include <string.h>

static bool same_place(const struct span *a, const struct span *b)
{
    /* sources of two copies of a lesson */
    bool prelude = a->source->prelude == b->source->prelude;
    return prelude && a->line == b->line && a->column == b->column &&
           a->end_column == b->end_column && strcmp(a->source->text, b->source->text) == 0;
}

static bool same_event(const struct event *a, const struct event *b)
{
    return a->op == b->op && same_place(&a->site, &b->site) && same_place(&a->code, &b->code);
}

/* The event in another run of the same code: the so many-th of its piece of code. A changed result
 * may have led the code through another branch before it. -1: it did not come. */
static int event_in(const struct asked_event *a, const struct tape *t)
{
    const struct tape *right = a->run->tape;
    const struct event *e = &right->event[a->event];
    int before = 0;
    for (int k = 0; k < a->event; k++) {
        before += same_event(&right->event[k], e);
    }
    for (int k = 0; k < t->event_count; k++) {
        if (same_event(&t->event[k], e) && before-- == 0) {
            return k;
        }
    }
    return -1;
}

static bool take(const struct asked_event *a, struct tape *t, struct tensor *out)
{
    int event = event_in(a, t);
    scoped_tensor then = {0};
    if (event < 0 || a->output >= t->event[event].output_count ||
        !tape_after(t, &t->event[event].output[a->output], event, &then)) {
        return false;
    }
    return diagnose_copy(a->run->tape, out, &then);
}

static bool run_again(void *self, const struct fault_plan *plan, struct tensor *out)
{
    struct asked_event *a = self;
    struct error err = {0};
    struct lesson *copy = variant_draw_lesson(a->run->lesson, &err);
    struct fault_hook hook;
    struct run r;
    if (copy == NULL || !run_begin(&r, copy, &a->terms, &err)) {
        return false;
    }
    fault_hook_begin(&hook, r.tape, plan);
    int cell = run_cell_of(a->run->lesson, a->run->tape->event[a->event].code.source);
    run_to(&r, cell >= 0 ? cell + 1 : copy->count); /* it may fail behind the event */
    tape_finish(r.tape);
    bool ok = hook.done > 0 && take(a, r.tape, out);
    run_free(&r);
    return ok;
}

bool diagnose_event_open(struct asked_event *a, struct run *run, const struct run_terms *terms,
                         int event, int output, struct error *err)
{
    *a = (struct asked_event){.run = run, .terms = *terms, .event = event, .output = output};
    a->asked = (struct asked){.tape = run->tape, .event = event, .again = run_again, .self = a};
    return tape_after(run->tape, &run->tape->event[event].output[output], event, &a->asked.right) ||
           error_memory(err);
}

void diagnose_event_close(struct asked_event *a)
{
    tensor_release(&a->asked.right);
    *a = (struct asked_event){0};
}
