/* Having the result of an event again from a changed run: of any file's. */
#include "exercise/diagnose.h"

#include "lesson/copy.h"

#include <stdlib.h>
#include <string.h>

static struct lesson *copy_lesson(const struct lesson *from)
{
    struct lesson *copy = calloc(1, sizeof *copy);
    struct buf text = {0};
    struct error err = {0};
    int line;
    copy_write(from, -1, 0, &text, &line);
    if (copy != NULL && (text.failed || !copy_read(copy, from, buf_text(&text), text.len, &err))) {
        free(copy);
        copy = NULL;
    }
    buf_free(&text);
    return copy;
}

/* What the event of that number gave, if it carried out the same operation. */
static bool take(struct asked_event *a, struct tape *t, struct tensor *out)
{
    const struct event *e = a->event < t->event_count ? &t->event[a->event] : NULL;
    struct tensor then;
    if (e == NULL || e->op != a->run->tape->event[a->event].op || a->output >= e->output_count ||
        !tape_after(t, &e->output[a->output], a->event, &then)) {
        return false;
    }
    bool ok = diagnose_copy(a->run->tape, out, &then);
    tensor_release(&then);
    return ok;
}

static bool run_again(void *self, const struct fault_plan *plan, struct tensor *out)
{
    struct asked_event *a = self;
    struct lesson *copy = copy_lesson(a->run->lesson);
    struct fault_hook hook;
    struct error err = {0};
    struct run r;
    if (copy == NULL || !run_begin(&r, copy, &a->terms, &err)) {
        return false;
    }
    fault_begin(&hook, &r, plan);
    run_to(&r, copy->count); /* it may fail behind the event */
    tape_finish(r.tape);
    bool ok = hook.done > 0 && take(a, r.tape, out);
    run_free(&r);
    return ok;
}

bool asked_of_event(struct asked_event *a, struct run *run, const struct run_terms *terms,
                    int event, int output, struct error *err)
{
    *a = (struct asked_event){.run = run, .terms = *terms, .event = event, .output = output};
    a->asked = (struct asked){.tape = run->tape, .event = event, .again = run_again, .self = a};
    return tape_after(run->tape, &run->tape->event[event].output[output], event,
                      &a->asked.right) ||
           error_set(err, ERROR_MEMORY, "there is not enough memory to look at the value");
}

void asked_event_free(struct asked_event *a)
{
    tensor_release(&a->asked.right);
    *a = (struct asked_event){0};
}
