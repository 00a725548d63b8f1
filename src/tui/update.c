/* Tells what an optimizer's step does, and how a layer is made, parameter by parameter. */
#include "tui/update.h"

#include "trace/tape/gradient.h"

#include <stdlib.h>

static bool writes(const struct tape *t, int event)
{
    return gradient_updates(t, event) || gradient_empties(t, event);
}

int update_count(const struct viewer *v, int which, int *at)
{
    const struct tape *t = v->where.at.tape;
    int begin = stepper_begin(&v->where.at), end = stepper_end(&v->where.at), count = 0;
    if (!stepper_folded(&v->where.at) ||
        v->where.at.outline.row[v->where.at.row].kind == ROW_SETUP || t->event[end - 1].of >= 0) {
        return 0;
    }
    for (int k = begin; k < end; k++) {
        bool last = writes(t, k);
        for (int j = k + 1; last && j < end; j++) {
            last = !writes(t, j) || t->event[j].output[0].serial != t->event[k].output[0].serial;
        }
        if (last && count++ == which) {
            *at = k;
        }
    }
    return count > 0 && which >= count ? update_count(v, which % count, at) : count;
}

int update_given(const struct viewer *v, int which, int *at, int *output)
{
    const struct stepper *s = &v->where.at;
    const struct row *row = &s->outline.row[s->row];
    int count = 0, event, nth;
    while (stepper_folded(s) && (event = outline_given(s->tape, row, count, &nth)) >= 0) {
        if (count++ == which) {
            *at = event;
            *output = nth;
        }
    }
    return count > 0 && which >= count ? update_given(v, which % count, at, output) : count;
}

int update_event(const struct viewer *v)
{
    int at = stepper_event(&v->where.at), output;
    if (update_count(v, v->where.update, &at) == 0) {
        update_given(v, v->where.update, &at, &output);
    }
    return at;
}

int update_results(const struct viewer *v, int *which)
{
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    int several = v->fetched.updates > 0 ? v->fetched.updates : v->fetched.given;
    *which = several > 0 ? v->where.update % several : v->where.result;
    return several > 0 ? several : e->output_count;
}

int update_of(const struct viewer *v, int event)
{
    int at = -1, output, count = update_count(v, 0, &at);
    int given = count == 0 ? update_given(v, 0, &at, &output) : 0;
    for (int k = 0; k < given; k++) {
        update_given(v, k, &at, &output);
        if (at == event) {
            return k;
        }
    }
    for (int k = 0; k < count; k++) {
        if (update_count(v, k, &at) > 0 && at >= event) {
            return k;
        }
    }
    return 0;
}

bool update_parts(const struct viewer *v, int update, bool **part)
{
    const struct tape *t = v->where.at.tape;
    int begin = stepper_begin(&v->where.at);
    *part = calloc((size_t)(update - begin) + 1, sizeof **part);
    if (*part == NULL) {
        return error_memory(&t->session->in.error);
    }
    (*part)[update - begin] = true;
    for (int k = update; k >= begin; k--) {
        for (int j = 0; (*part)[k - begin] && j < t->event[k].input_count; j++) {
            int from = tape_giver(t, k, &t->event[k].input[j].of);
            if (from >= begin) {
                (*part)[from - begin] = true;
            }
        }
    }
    return true;
}

int update_first(const struct viewer *v)
{
    int at = -1, first = -1;
    bool *part = NULL;
    if (v->where.at.row < 0 || update_count(v, v->where.update, &at) == 0 ||
        !update_parts(v, at, &part)) {
        return -1;
    }
    int begin = stepper_begin(&v->where.at);
    for (int k = at; k >= begin; k--) {
        first = part[k - begin] && !v->where.at.tape->event[k].setup ? k : first;
    }
    free(part);
    return first;
}
