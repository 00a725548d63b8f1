/* Tells which line is to be read: those that may be at fault are looked for in the reference. */
#include "diff/where.h"

#include "show/code.h"
#include "torch/op/ops.h"
#include "trace/tape/event.h"

#include <math.h>
#include <string.h>

/* --- lines --- */

const char *where_line(const struct span *at, size_t *len)
{
    const char *p = at->source != NULL ? at->source->text : NULL;
    for (int k = 1; k < at->line && p != NULL; k++) {
        p = strchr(p, '\n');
        p = p != NULL ? p + 1 : NULL;
    }
    *len = 0;
    if (p != NULL) {
        p += strspn(p, " \t");
        *len = strcspn(p, "\n");
    }
    while (*len > 0 && strchr(" \t\r", p[*len - 1]) != NULL) {
        --*len;
    }
    return p;
}

static bool holds_line(const char *text, const char *line, size_t len)
{
    for (const char *p = text; p != NULL && *p != '\0';) {
        p += strspn(p, " \t");
        size_t own = strcspn(p, "\n"), end = own;
        while (end > 0 && strchr(" \t\r", p[end - 1]) != NULL) {
            end--;
        }
        if (end == len && memcmp(p, line, len) == 0) {
            return true;
        }
        p += own + (p[own] == '\n');
    }
    return false;
}

bool where_is_common(const struct diff *d, const struct span *at)
{
    size_t len;
    const char *line = where_line(at, &len);
    const struct lesson *l = d->reference->lesson;
    for (int k = 0; line != NULL && k < l->count; k++) {
        if (l->cells[k].code && holds_line(l->cells[k].text, line, len)) {
            return true;
        }
    }
    return false;
}

/* --- what may be at fault --- */

/* Lines that may be at fault, the likeliest first. */
struct lines {
    const struct span *at[32];
    int count;
};

static bool is_user(const struct span *at)
{
    return at->source != NULL && !at->source->prelude;
}

static void may_be(struct lines *l, const struct span *at)
{
    bool known = at == NULL || !is_user(at);
    for (int k = 0; k < l->count && !known; k++) {
        known = l->at[k]->line == at->line && l->at[k]->source == at->source;
    }
    if (!known && l->count < (int)(sizeof l->at / sizeof *l->at)) {
        l->at[l->count++] = at;
    }
}

static double number_of(struct value v)
{
    return v.type == VALUE_FLOAT ? v.f : v.type == VALUE_INT ? (double)v.i : NAN;
}

/* Where a number of the step's code got its name: in this function, and in those around it. */
static void may_be_named(struct lines *l, const struct diff *d, const struct event *e)
{
    const struct tape *t = d->x.tape;
    scoped_buf code = {0};
    code_of_span(&e->code, &code);
    for (int k = 0; k < e->arg_count; k++) {
        double is = e->arg[k].object == NULL ? number_of(e->arg[k].value) : NAN;
        for (int j = e->binds - 1; !isnan(is) && j >= 0; j--) {
            const struct tape_bind *b = &t->bind[j];
            const char *last = b->name != NULL ? strrchr(b->name, '.') : NULL;
            double value = number_of(b->value);
            if (b->name != NULL && (value == is || 1 / value == is) &&
                strstr(buf_text(&code), last != NULL ? last + 1 : b->name) != NULL) {
                may_be(l, &b->at);
            }
        }
    }
}

/* Where a tensor got its name before a step; NULL: it has none. */
static const struct span *bound_at(const struct tape *t, int event, uint64_t serial)
{
    for (int k = t->event[event].binds - 1; k >= 0; k--) {
        const struct tape_bind *b = &t->bind[k];
        if (b->serial == serial && b->at.source != NULL && !b->at.source->prelude) {
            return &b->at;
        }
    }
    return NULL;
}

/* Another line scales by the same number: the number may be right, and one of the two too many. */
static bool scales_elsewhere(const struct diff *d, int event)
{
    double factor, other;
    struct tape *t = d->x.tape;
    const struct span *here = &t->event[event].code;
    for (int k = 0; event_scales(t, event, &factor) && k < t->event_count; k++) {
        const struct span *there = &t->event[k].code;
        bool elsewhere = there->line != here->line || there->source != here->source;
        if (elsewhere && event_scales(t, k, &other) &&
            fabs(other - factor) <= 1e-6 * fabs(factor)) {
            return true;
        }
    }
    return false;
}

static bool are_opposites(const struct held *a, const struct held *b)
{
    bool masks = (a->tensor.dtype == DTYPE_BOOL || a->hidden > 0) &&
                 (b->tensor.dtype == DTYPE_BOOL || b->hidden > 0);
    bool opposite = masks && a->numel == b->numel && twins_aligned(a, b);
    for (int64_t k = 0; k < a->numel && opposite; k++) {
        opposite = held_hides(a, k) != held_hides(b, k);
    }
    return opposite;
}

/* The reference has the opposite of a mask: what may be seen, and what is hidden. */
static bool is_opposite(const struct diff *d, const struct held *h)
{
    for (int k = 0; k < d->r.count; k++) {
        if (are_opposites(h, &d->r.at[k])) {
            return true;
        }
    }
    return false;
}

/* What made a tensor that is not found: the first step on that way. */
static const struct span *made_at(const struct diff *d, int held, bool inverted)
{
    const struct held *h = &d->x.at[held];
    const struct event *e = &d->x.tape->event[h->event];
    if (h->output < 0) {
        return bound_at(d->x.tape, h->event, e->input[h->input].of.serial);
    }
    for (int k = 0; k < e->input_count; k++) {
        int from = holdings_input(&d->x, h->event, k);
        if (from >= 0 && !diff_finds(d, &d->x.at[from]) && d->x.at[from].output >= 0 &&
            d->x.at[from].event < h->event && (inverted || !is_opposite(d, &d->x.at[from]))) {
            return made_at(d, from, inverted);
        }
    }
    return &e->code;
}

static const struct span *taken_from(const struct diff *d, int event)
{
    const struct event *e = &d->x.tape->event[event];
    const struct culprit *c = &d->culprit;
    bool inverted = c->beside >= 0 && are_opposites(&d->x.at[c->held], &d->r.at[c->beside]);
    for (int k = 0; k < e->input_count; k++) {
        int held = holdings_input(&d->x, event, k);
        if (held >= 0 && !diff_finds(d, &d->x.at[held])) {
            return made_at(d, held, inverted);
        }
    }
    return NULL;
}

static bool is_init_of(const char *name, const char *method)
{
    const char *dot = method != NULL ? strchr(method, '.') : NULL;
    size_t len = dot != NULL ? (size_t)(dot - method) + 1 : 0;
    return len > 0 && name != NULL && strncmp(name, method, len) == 0 &&
           strcmp(name + len, "__init__") == 0;
}

/* Where the object was built whose method a call is; of one that the tape does not know, as an
 * optimizer, where its class was called. NULL: that is not known, or there are several places. */
static const struct span *built_at(const struct tape *t, const struct tape_call *of)
{
    const struct span *found = NULL;
    for (int k = 0; k < t->call_count; k++) {
        const struct tape_call *made = &t->call[k];
        const char *dot = made->name != NULL ? strrchr(made->name, '.') : NULL;
        if (of->self != NULL && made->self == of->self && dot != NULL &&
            strcmp(dot, ".__init__") == 0) {
            return is_user(&made->site) ? &made->site : NULL;
        }
        bool builds = of->self == NULL && of->prelude && is_init_of(made->name, of->name) &&
                      is_user(&made->site);
        if (builds && found != NULL &&
            (found->line != made->site.line || found->source != made->site.source)) {
            return NULL;
        }
        found = builds ? &made->site : found;
    }
    return found;
}

/* A step of the library does what its module was told when it was built, if what it takes is
 * right. */
static bool does_as_built(const struct diff *d, int event)
{
    const struct tape *t = d->x.tape;
    int call = t->event[event].call;
    return call >= 0 && t->call[call].prelude && t->call[call].self != NULL &&
           taken_from(d, event) == NULL;
}

void where_find(struct diff *d)
{
    struct culprit *c = &d->culprit;
    const struct tape *t = d->x.tape;
    const struct event *e = &t->event[c->event];
    struct lines l = {.count = 0};
    double factor;
    bool scales = event_scales(d->x.tape, c->event, &factor) && !scales_elsewhere(d, c->event);
    if (culprit_has(c, "argument told") || (culprit_has(c, "factor") && scales)) {
        may_be_named(&l, d, e);
    }
    if (does_as_built(d, c->event)) {
        may_be(&l, built_at(t, &t->call[e->call]));
    }
    if (c->reason == NULL || culprit_has(c, "mask part")) {
        may_be(&l, taken_from(d, c->event));
    }
    may_be(&l, c->where);
    may_be(&l, &e->code);
    for (int k = e->call; k >= 0; k = t->call[k].parent) {
        may_be(&l, built_at(t, &t->call[k]));
        may_be(&l, &t->call[k].site);
    }
    for (int k = 0; k < l.count && !c->settled; k++) {
        if (!where_is_common(d, l.at[k])) {
            c->where = l.at[k];
            return;
        }
    }
}
