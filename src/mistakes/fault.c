/* Holds the table of wrong ways, and asks one event for them. */
#include "mistakes/wrong.h"

static const struct {
    const char *name;
    bool walk;
    const char *sentence, *reason;
    bool (*make)(struct wrong *w);
} kinds[] = {
#define FAULT(id, walk, sentence, reason) {#id, walk, sentence, reason, fault_##id},
#include "mistakes/faults.def"
#undef FAULT
};

static int list(struct tape *t, int event, bool walk, enum fault_kind found[FAULT_COUNT])
{
    struct wrong w = wrong_of(t, event, NULL);
    int count = 0;
    w.walk = walk;
    for (int k = 0; w.e->output_count > 0 && k < FAULT_COUNT; k++) {
        if ((kinds[k].walk || !walk) && kinds[k].make(&w)) {
            found[count++] = (enum fault_kind)k;
        }
    }
    return count;
}

int fault_list(struct tape *t, int event, enum fault_kind found[FAULT_COUNT])
{
    return list(t, event, true, found);
}

int fault_list_all(struct tape *t, int event, enum fault_kind found[FAULT_COUNT])
{
    return list(t, event, false, found);
}

bool fault_could(struct tape *t, int event, enum fault_kind kind)
{
    struct wrong w = wrong_of(t, event, NULL);
    struct error kept = t->session->in.error;
    bool could = kinds[kind].make(&w);
    t->session->in.error = kept;
    return could;
}

bool fault_apply(struct wrong *w, enum fault_kind kind)
{
    struct error kept = w->t->session->in.error;
    error_clear(&w->t->session->in.error);
    w->make = true;
    bool ok = kinds[kind].make(w);
    w->t->session->in.error = kept;
    return ok;
}

bool fault_make(struct tape *t, int event, enum fault_kind kind, struct tensor *out,
                struct buf *code)
{
    struct wrong w = wrong_of(t, event, code);
    w.walk = true;
    bool ok = fault_apply(&w, kind);
    if (ok) {
        *out = w.out;
    }
    return ok;
}

const char *fault_name(enum fault_kind kind)
{
    return kinds[kind].name;
}

const char *fault_sentence(enum fault_kind kind)
{
    return kinds[kind].sentence;
}

const char *fault_reason(enum fault_kind kind)
{
    return kinds[kind].reason;
}

bool fault_in_walk(enum fault_kind kind)
{
    return kinds[kind].walk;
}
