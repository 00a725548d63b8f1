/* Goes up the calls of a tape, past those of the program's own functions. */
#include "tui/page/stack.h"

#include "tui/page/known.h"

static const struct event *event_of(const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    return s->row < 0 || viewer_reads(v) ? NULL : &s->tape->event[stepper_event(s)];
}

int stack_depth(const struct viewer *v)
{
    const struct event *e = event_of(v);
    int depth = e != NULL;
    for (int call = e != NULL ? e->user_call : -1; call >= 0; depth++) {
        call = known_around(v->where.at.tape, call);
    }
    return depth;
}

/* The expression of the learner's code that a call was made by: perhaps by way of the prelude. */
static struct span called_at(const struct tape *t, int call)
{
    while (t->call[call].parent >= 0 && t->call[t->call[call].parent].prelude) {
        call = t->call[call].parent;
    }
    return t->call[call].site;
}

struct stack_frame stack_frame(const struct viewer *v, int up)
{
    const struct tape *t = v->where.at.tape;
    const struct event *e = event_of(v);
    struct stack_frame f = {e->user_call, e->code};
    for (int k = 0; k < up; k++) {
        f = (struct stack_frame){known_around(t, f.call), called_at(t, f.call)};
    }
    return f;
}

bool stack_is_chosen(const struct viewer *v)
{
    return event_of(v) != NULL && v->where.framed == stepper_event(&v->where.at) + 1;
}

int stack_chosen(const struct viewer *v)
{
    return stack_is_chosen(v) && v->where.frame < stack_depth(v) ? v->where.frame : 0;
}

void stack_choose(struct viewer *v, int up)
{
    v->where.framed = stepper_event(&v->where.at) + 1;
    v->where.frame = up;
}

const char *stack_name(const struct viewer *v, const struct stack_frame *f)
{
    return f->call < 0 ? "top level" : v->where.at.tape->call[f->call].name;
}
