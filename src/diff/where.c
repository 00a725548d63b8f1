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

/* It stands in the reference, too. */
static bool is_common(const struct diff *d, const struct span *at)
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

/* Where a number of the step's code got its name. */
static const struct span *named_at(const struct diff *d, const struct event *e)
{
    const struct tape *t = d->x.tape;
    for (int k = 0; k < e->arg_count; k++) {
        const struct argument *a = &e->arg[k];
        bool number =
            a->object == NULL && (a->value.type == VALUE_FLOAT || a->value.type == VALUE_INT);
        double is = !number ? NAN : a->value.type == VALUE_INT ? (double)a->value.i : a->value.f;
        scoped_buf code = {0};
        code_of_span(&e->code, &code);
        for (int j = e->binds - 1; number && j >= 0; j--) {
            const struct tape_bind *b = &t->bind[j];
            const char *last = b->name != NULL ? strrchr(b->name, '.') : NULL;
            double value = b->value.type == VALUE_FLOAT ? b->value.f
                           : b->value.type == VALUE_INT ? (double)b->value.i
                                                        : NAN;
            bool told = b->name != NULL && b->at.source != NULL && !b->at.source->prelude &&
                        (value == is || 1 / value == is) &&
                        strstr(buf_text(&code), last != NULL ? last + 1 : b->name) != NULL;
            if (told) {
                return &b->at;
            }
        }
    }
    return NULL;
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

/* What made a tensor that is not found: the first step on that way. */
static const struct span *made_at(const struct diff *d, int held)
{
    const struct held *h = &d->x.at[held];
    const struct event *e = &d->x.tape->event[h->event];
    if (h->output < 0) {
        return bound_at(d->x.tape, h->event, e->input[h->input].of.serial);
    }
    for (int k = 0; k < e->input_count; k++) {
        int from = holdings_input(&d->x, h->event, k);
        if (from >= 0 && !diff_finds(d, &d->x.at[from]) && d->x.at[from].output >= 0 &&
            d->x.at[from].event < h->event) {
            return made_at(d, from);
        }
    }
    return &e->code;
}

static const struct span *taken_from(const struct diff *d, int event)
{
    const struct event *e = &d->x.tape->event[event];
    for (int k = 0; k < e->input_count; k++) {
        int held = holdings_input(&d->x, event, k);
        if (held >= 0 && !diff_finds(d, &d->x.at[held])) {
            return made_at(d, held);
        }
    }
    return NULL;
}

/* Where the module or the optimizer was built in whose method a step takes place; NULL: that is not
 * known, or it is built in several places. */
static const struct span *built_at(const struct diff *d, int event)
{
    const struct tape *t = d->x.tape;
    const struct span *found = NULL;
    for (int c = t->event[event].call; c >= 0; c = t->call[c].parent) {
        const char *name = t->call[c].name, *dot = name != NULL ? strchr(name, '.') : NULL;
        size_t len = dot != NULL ? (size_t)(dot - name) + 1 : 0;
        if (!t->call[c].prelude || len == 0) {
            continue;
        }
        for (int k = 0; k < t->call_count; k++) {
            const struct tape_call *made = &t->call[k];
            bool builds = made->name != NULL && strncmp(made->name, name, len) == 0 &&
                          strcmp(made->name + len, "__init__") == 0 && made->site.source != NULL &&
                          !made->site.source->prelude;
            if (builds && found != NULL &&
                (found->line != made->site.line || found->source != made->site.source)) {
                return NULL;
            }
            found = builds ? &made->site : found;
        }
    }
    return found;
}

static bool is_reason(const struct culprit *c, const char *names)
{
    return c->reason != NULL && strstr(names, c->reason) != NULL;
}

void where_find(struct diff *d)
{
    struct culprit *c = &d->culprit;
    const struct tape *t = d->x.tape;
    const struct event *e = &t->event[c->event];
    double factor;
    bool scales = event_scales(d->x.tape, c->event, &factor) && !scales_elsewhere(d, c->event);
    bool told = is_reason(c, "argument told") || (is_reason(c, "factor") && scales);
    bool made = c->reason == NULL || is_reason(c, "mask part");
    const struct span *may[8] = {told ? named_at(d, e) : NULL,
                                 made ? taken_from(d, c->event) : NULL, c->where, &e->code};
    int count = 4;
    may[count++] = built_at(d, c->event);
    for (int k = e->user_call; k >= 0 && count < 8; k = t->call[k].parent) {
        const struct span *site = &t->call[k].site;
        if (site->source != NULL && !site->source->prelude) {
            may[count++] = site;
        }
    }
    for (int k = 0; k < count; k++) {
        if (may[k] != NULL && may[k]->source != NULL && !is_common(d, may[k])) {
            c->where = may[k];
            return;
        }
    }
}
