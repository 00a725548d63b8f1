/* Tells what an expression is behind every step: a condition that a breakpoint waits for, a value
 * that is watched. For all of them together the run is carried out again once, and asked at each
 * step (revisit.h). */
#pragma once

#include "tui/viewer.h"

enum probed {
    PROBED_NOTHING, /* a name is not bound there, or the step is not kept */
    PROBED_FAILED,  /* another exception was raised */
    PROBED_SAME,    /* the condition is false, or true as before; the value is the one before */
    PROBED_NEW      /* the condition became true; the value is another one */
};

struct probe {
    uint8_t *state; /* of each event: enum probed */
    int *value;     /* of each event: where its text begins in `texts`; of conditions NULL */
    struct buf texts;
    struct buf why;    /* that nothing is known, and why; else empty */
    struct buf raised; /* the first exception that was no NameError, ... */
    int raised_at;     /* ... behind this event */
    int known;         /* events where it could be told */
    int news;          /* events where it is PROBED_NEW */
};

/* Finds out for all points that need it and have not been asked for. False: memory. */
bool probe_points(struct viewer *v);
void probe_free(struct point *p);
enum probed probe_at(const struct point *p, int event);
/* The text of a watched value; NULL: it is not told there. */
const char *probe_text(const struct point *p, int event);
/* The first event from `event` on, or back, at which it is PROBED_NEW; -1: there is none. */
int probe_next(const struct viewer *v, const struct point *p, int event, int by);
