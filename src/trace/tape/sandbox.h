/* Running code in the session of a run that has ended or pauses, for an expression that somebody
 * asks about. It is not recorded, and it may not change a tensor that the tape holds. */
#ifndef QKV_TRACE_TAPE_SANDBOX_H
#define QKV_TRACE_TAPE_SANDBOX_H

#include "base/buf.h"
#include "trace/tape/tape.h"

#define SANDBOX_STEPS 5000000 /* of the evaluator, for each piece of code */

struct sandbox {
    struct tape *tape;
    struct interp *in;
    struct buf printed; /* what the code printed */
    bool gives;         /* the code that was run last ends in an expression */
    struct rewound {    /* storages whose cells are those of another moment */
        struct storage *of;
        struct tensor then; /* holds them; and in turn those of the end */
    } *rewound;
    int rewound_count;
    /* as they were before */
    struct recorder quiet, *recorder;
    struct limits limits;
    void (*write)(void *self, const char *text, size_t len, bool is_error);
    void *write_self;
    bool (*before_write)(void *observer, const struct tensor *region);
    void *observer;
    uint64_t steps;
};

/* `a` must not move until sandbox_end, which puts everything back. */
void sandbox_begin(struct sandbox *a, struct tape *t);
/* Runs a text in __main__; *last is its last expression's value (None without one), which lives
 * until the next piece of code is run. False: the exception is in the interpreter
 * (interp_traceback), or there is no memory. */
bool sandbox_run(struct sandbox *a, const char *text, struct value *last);
/* Every tensor that was there at event `event` holds what it held right behind it, whoever knows
 * it. At most once, and nothing may ask the tape for tensors until sandbox_end. False: memory. */
bool sandbox_rewind(struct sandbox *a, int event);
void sandbox_end(struct sandbox *a);

#endif
