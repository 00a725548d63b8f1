/* Compiles regular expressions as Python's re reads them, and matches them by PCRE2.
 *
 * A pattern is translated (translate.c) and compiled once; matching gives byte offsets. Memory
 * comes from the run's budget, and the work of one match is limited, so that no pattern can hang a
 * run. Knows no values of the language. */
#pragma once

#include "base/budget.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Python's numbers for the flags. */
enum regex_flag {
    REGEX_IGNORECASE = 2,
    REGEX_LOCALE = 4,
    REGEX_MULTILINE = 8,
    REGEX_DOTALL = 16,
    REGEX_UNICODE = 32,
    REGEX_VERBOSE = 64,
    REGEX_ASCII = 256
};

struct regex_group { /* group 0 is the whole match */
    char *name;      /* or NULL */
    int parent;      /* the group around it */
    bool open;       /* while it is translated */
};

struct regex {
    struct regex_group *group;
    int group_count;              /* with group 0 */
    unsigned flags;               /* Python's, those written in the pattern too */
    size_t *spans;                /* start and end per group after a match, in bytes; REGEX_UNSET */
    void *code, *match, *context; /* PCRE2's */
};
#define REGEX_UNSET ((size_t)-1)

enum regex_problem {
    REGEX_FINE,
    REGEX_WRONG,       /* re.error */
    REGEX_UNSUPPORTED, /* beyond what is here */
    REGEX_MEMORY
};

struct regex_error {
    enum regex_problem problem;
    char text[200];
    int64_t position; /* in characters; -1 for none */
};

/* text is UTF-8. False: err says why, and there is nothing to free. */
bool regex_compile(struct regex *r, const char *text, size_t len, unsigned flags,
                   struct budget *memory, struct regex_error *err);
void regex_free(struct regex *r);

/* How a match may lie. */
enum regex_how {
    REGEX_SEARCH = 0,
    REGEX_AT_START = 1,  /* begins at `from` */
    REGEX_TO_END = 2,    /* ends at the end */
    REGEX_NOT_EMPTY = 4, /* is not empty at `from` */
    REGEX_CHECKED = 8    /* the text is known to be UTF-8: it was matched before */
};

enum regex_result {
    REGEX_NOWHERE,
    REGEX_FOUND,    /* see spans */
    REGEX_TOO_LONG, /* the match takes too many steps */
    REGEX_TOO_BIG,  /* or too much memory */
    REGEX_NOT_TEXT  /* no UTF-8 */
};
/* Matches text[0 .. len), beginning at byte `from`. */
enum regex_result regex_match(struct regex *r, const char *text, size_t len, size_t from,
                              unsigned how);
/* The group that closed last in the match at hand: Python's lastindex; 0 if none took part. */
int regex_last(const struct regex *r, const size_t *spans);

/* Whether a pattern of PCRE2's (a set of characters) matches this one. */
bool regex_is_one(const char *set, uint32_t c);
