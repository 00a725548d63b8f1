/* Carries the run of a walk out again, without its output and without writing files, and looks at
 * it in the midst of the code, behind the steps that somebody asks about. There names, objects,
 * closures, generators and dice are what they were. Then that run is given back; the one that is
 * walked does not change. If a step gives other cells this time, nobody looks any more. */
#pragma once

#include "trace/tape/sandbox.h"
#include "tui/viewer.h"

struct revisit {
    struct tape_stop stop;
    const struct viewer *v;
    int event; /* whose result is compared, and behind whose statement one looks; -1: none */
    int cells; /* at a text of a lesson: so many cells of tape.cell were run before it; else -1 */
    int up;    /* at a step: how many of the learner's frames above its own is looked */
    /* Looks; returns the next event to look behind, -1: enough. `a` is as sandbox_begin made it. */
    int (*look)(struct revisit *r, struct sandbox *a);
    bool other; /* a step did something else this time */
    bool done;  /* there is no event left to look behind */
};

/* Of an event that is kept whole: STAGE_TRAINING is not. False: `why` tells, or where it has no
 * text the run went another way. */
bool revisit_run(struct revisit *r, struct error *why);
/* Runs a text where one looks. */
bool revisit_ask(const struct revisit *r, struct sandbox *a, const char *text, struct value *last);
/* How many binds the statement of an event has behind it, as far as they come before the next
 * event: `q = x @ W` has given q its value. */
int revisit_binds(const struct tape *t, int event);
/* Why it was not carried out to where it should be, as a sentence. */
void revisit_refusal(const struct error *why, struct buf *out);
