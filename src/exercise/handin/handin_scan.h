/* Goes through a text of a hand-in, line by line. Private to the readers of hand-ins. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_SCAN_H
#define QKV_EXERCISE_HANDIN_HANDIN_SCAN_H

#include "exercise/handin/handin.h"
#include "exercise/handin/handin_label.h"

struct scan { /* through one text */
    struct handin *h;
    const char *p, *end;
    int line, first; /* of the text; see handin_scan */
    int last;        /* the exercise whose name stood last, -1: none */
    enum rank rank;  /* of that name */
    int below;       /* lines of its answer that stood below it; -1: it stood behind it */
    int fenced;      /* the exercise whose code has stood in a fence, -1: none */
    bool comments, prose;
    struct buf loose; /* code without a fence */
    int loose_of;     /* the exercise that it is of */
    bool in_loose;
    bool bullets; /* a list with hyphens has stood there */
    int missed;   /* lines that were not understood */
    int depth;    /* of fences around answers */
    bool failed;  /* memory */
};

/* The lines of a text; comments: only those that begin with #, without it. `first`: the number of
 * its first line, 0: its lines have no numbers. *last: the exercise whose name stood last, -1:
 * none. False with err: memory. */
bool handin_scan(struct handin *h, struct piece text, bool comments, bool prose, int first,
                 int *last, struct error *err);

#endif
