/* Declares what the suites of the language share: a text is run in a fresh session, and what it
 * printed, how it ended and what its traceback says come back as text. */
#pragma once

#include "base/buf.h"
#include "lang/run/library.h"
#include "session/session.h"

struct program {
    struct session *session; /* between program_open and program_close */
    struct buf out;          /* what was printed */
    struct buf notes;        /* what went to standard error */
    struct buf traceback;    /* of the last run that failed */
    enum outcome outcome;
    struct value last; /* the value of the last statement */
    bool has_last;
};

/* A session with these limits; NULL: none but a depth of 1000. Seeds are 0. */
void program_open(struct program *p, size_t memory, const struct limits *limits);
/* One more text in the same session, as cell `cell` of "test.py" (0: no cell). It must live until
 * the session is closed. */
enum outcome program_run(struct program *p, const char *text, int cell);
void program_close(struct program *p);

/* One text from beginning to end: its output, then "TypeError: ..." when it failed (for an end that
 * cannot be caught, the sentence). Freed by the caller. */
char *program_text(const char *text);
/* The same with a collection of garbage after every statement. */
char *program_text_collecting(const char *text);
/* Fails the test unless program_text(text) is `expected`. */
void program_expect(const char *text, const char *expected);

/* The prelude's trees, read once for the tests of a process that set no limit of memory. */
extern struct library trees;

/* Runs all suites of `runner`, frees it and gives the exit status: in one thread whose stack has
 * `own_stack` bytes for code, so that a session needs no thread for each text (interp.h). */
struct SRunner;
int run_suites(struct SRunner *runner);
extern size_t own_stack;

struct program_case { /* for tables */
    const char *text, *expected;
};
/* A case as it is, and with a collection after every statement: what C keeps must be marked. */
void program_expect_both(const struct program_case *c);
