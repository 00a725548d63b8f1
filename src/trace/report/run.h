/* Holds one run of a lesson's code with all that is known of it: the tape, the warnings, how it
 * ended. The command line makes the first run of a walk; later ones, and those of exercises, are
 * made here. */
#pragma once

#include "lesson/lesson.h"
#include "mistakes/warnings.h"

struct run_terms { /* the same for every run of a walk, a class, ... */
    size_t memory;
    int threads;
    bool baseline; /* kernels */
    bool seeded;
    uint64_t seed; /* where the code sets none */
    int last_cell; /* the ordinal of the last code cell that is run; 0: all are */
    struct limits limits;
    struct train_window train;      /* which training steps the tape keeps */
    struct train_watch *watch;      /* who waits for them; or NULL */
    const struct files_door *files; /* what code may read and write; NULL: nothing */
    const char *bring;              /* a file that is not there, interp.h */
    struct library *library;        /* shared trees of the prelude (library.h); NULL: none */
    size_t stack;                   /* what the caller's thread has to spare, interp.h */
};

struct run {
    struct lesson *lesson;
    struct session *session;
    struct tape *tape;
    struct warnings *warnings;
    struct buf failure; /* the traceback; empty: it ran to its end */
    struct span failed; /* the innermost place in the lesson's code; no source: none */
    bool owned;         /* lesson, session, tape and warnings were made here */
    int cell;           /* of lesson->cells: the next one to be run */
    enum outcome outcome;
};

/* __file__, which a program has and a notebook has not, and sys.argv. False: memory. */
bool run_name_file(struct session *s, const struct lesson *l);
/* A run that somebody else made and keeps. */
void run_borrow(struct run *r, struct lesson *lesson, struct tape *tape, struct warnings *warnings,
                enum outcome outcome);
/* Runs the lesson, which is taken over, also on failure. False with err: there is no memory for a
 * run at all; code that fails makes a run with a failure, which can only be walked if
 * `also_failing` asked for it. */
bool run_make(struct run *r, struct lesson *lesson, const struct run_terms *terms,
              bool also_failing, struct error *err);
void run_free(struct run *r);

/* The same in parts, for those who look in between (sandbox.h): begun; run up to cell `cell`, an
 * index into lesson->cells, exclusive; ended, which lays the tape out, with stages, axes and
 * warnings. run_to returns false when the code failed or called exit(); r->failure is told by
 * run_end. */
bool run_begin(struct run *r, struct lesson *lesson, const struct run_terms *terms,
               struct error *err);
bool run_to(struct run *r, int cell);
/* All cells that are wanted. */
bool run_wanted(struct run *r, const struct run_terms *terms);
bool run_end(struct run *r, bool also_failing, struct error *err);

/* The code cell that a source is of, as an index into the lesson's cells; -1: none (the prelude).
 */
int run_cell_of(const struct lesson *l, const struct source *source);
