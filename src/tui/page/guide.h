/* Tells a lesson in stops: title, text, operation, output, exercise, end. Space goes from one to
 * the next; what lies between is folded, and a step away (act_step.c).
 *
 * An operation is a stop if its result is given a name or printed, the first time its statement is
 * carried out: a loop is its first pass, and so is a function that is called again. Scores that the
 * same line scales or turns into shares are one before it. Set-up is none.
 * In a long lesson operations that no sentence names are folded, too. A file without prose has no
 * stops. */
#pragma once

#include "exercise/exercise.h"
#include "lesson/code_lines.h"
#include "lesson/prose.h"
#include "show/stepper.h"

enum guide_kind {
    GUIDE_TITLE,    /* the lesson's name and what it shows */
    GUIDE_TEXT,     /* prose, and the code that it leads to */
    GUIDE_STEP,     /* an operation */
    GUIDE_OUTPUT,   /* what a cell printed, and the text behind it */
    GUIDE_EXERCISE, /* the first one of a section */
    GUIDE_MORE,     /* those of the section that are open */
    GUIDE_END       /* what is open, what comes next */
};

struct guide_stop {
    enum guide_kind kind;
    int section;   /* index of its heading in prose.at; -1: before the first */
    int from, end; /* blocks of prose, [from, end) */
    int cell;      /* the code that a text leads to; STEP: that of the cell; -1: none */
    int code;      /* OUTPUT: what printed it, if no stop before has shown that code; else -1 */
    int event;     /* STEP: whose result is shown; others: the last one before, -1: none */
    int ran;       /* others: how many cells of tape.cell were run before */
    int lit;       /* STEP: the block of prose that speaks of it, -1: none; ... */
    bool named;    /* ... it names a piece of the line, or a comment says so; ... */
    size_t lit_from, lit_end; /* ... which part of its text */
    int exercise, exercises;  /* EXERCISE, MORE: task of the practice; how many from there on */
    bool part;                /* STEP: scores within the line whose stop is the next one */
    bool recall;              /* EXERCISE: about an earlier lesson; it has no number */
    size_t out_from, out_end; /* OUTPUT: of tape.printed */
    struct lines prints;      /* OUTPUT: the lines that printed it */
};

struct guide {
    const struct exercises *exercises; /* borrowed, or NULL */
    struct prose prose;
    struct guide_stop *at;
    int count, cap;
    int recalls;     /* stops that have no number */
    int parts;       /* ... and those that count with the one behind them, where stops are few */
    int *section_of; /* of each cell of the lesson: as of a stop */
};

/* The stops of a lesson that was run; none when it has no prose. `p`: asks about earlier lessons
 * behind the title; or NULL. False with err: memory. */
struct practice;
bool guide_make(struct guide *g, struct lesson *l, const struct exercises *x,
                const struct practice *p, const struct stepper *s, struct error *err);
void guide_free(struct guide *g);

/* Whether a text shows this block of it: not what a stop further on says about its line, but
 * something is always left. */
bool guide_tells(const struct guide *g, const struct guide_stop *s, int block);
/* Its number among the lesson's own stops, from 1; 0: it asks about an earlier lesson. */
int guide_number(const struct guide *g, int stop);
/* "3 of 33", "recall 1 of 2" */
void guide_place(const struct guide *g, int stop, struct buf *out);
/* The section whose cell was run when an event came about, as of a stop. */
int guide_section_of(const struct guide *g, const struct lesson *l, const struct tape *t,
                     int event);
/* How much was printed up to a text. */
size_t guide_printed(const struct guide *g, const struct tape *t, int stop);
/* The last stop whose event is not behind `event`. */
int guide_near(const struct guide *g, int event);
/* The first stop of the section behind that of stop `at`, or before it; -1: there is none. */
int guide_section(const struct guide *g, int at, int by);
