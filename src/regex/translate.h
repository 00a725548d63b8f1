/* A pattern of Python's re becomes one of PCRE2 that means the same. Private to src/regex. */
#ifndef QKV_REGEX_TRANSLATE_H
#define QKV_REGEX_TRANSLATE_H

#include "base/buf.h"
#include "regex/regex.h"

struct width { /* of what a piece of the pattern matches, in characters */
    uint64_t least, most;
};
#define WIDTH_MOST UINT32_MAX

struct translator {
    const char *text;
    size_t len, at;
    unsigned flags; /* in force here */
    struct regex *r;
    int around; /* the innermost open group */
    int depth;
    int lookbehind; /* groups there were when the outermost lookbehind began; 0 outside */
    struct {
        int group;
        size_t at;
    } asked[64]; /* (?(N)...) before group N */
    int asked_count;
    struct buf out;
    struct regex_error *err;
};

/* False: err tells. flags: r->flags are the ones in force in the end. */
bool translate(struct translator *t);

/* What was written last: may it be repeated? */
enum item {
    ITEM_NONE,   /* nothing: the beginning, a comment, flags */
    ITEM_PLACE,  /* ^ $ \b: no */
    ITEM_REPEAT, /* a repetition: not again */
    ITEM_PLAIN
};

/* Pieces up to "|", ")" or the end, and pieces with "|" between them, up to ")" or the end. first:
 * flags for the whole pattern may stand here. */
bool translate_sequence(struct translator *t, struct width *w, bool first);
bool translate_alternatives(struct translator *t, struct width *w, bool first);

/* --- translate_group.c --- */
/* After the "(". */
bool translate_group(struct translator *t, bool first, struct width *w, enum item *item);
/* A reference to a group that is closed; at is where a sentence points. */
bool translate_reference(struct translator *t, int group, size_t at, struct width *w);

/* --- translate_set.c --- */
/* After a backslash was read at `start`: what stands for the escape, outside and inside [...]. */
bool translate_category(struct translator *t, char letter, bool inside);
bool translate_set(struct translator *t); /* after the [ */
/* A character given by \n, \x41, \u0041, ..., or a plain one behind the backslash. */
bool translate_escaped(struct translator *t, size_t start, uint32_t *c);
void translate_literal(struct translator *t, uint32_t c);

/* --- shared --- */
/* Always false. at is a byte offset, or TRANSLATE_NOWHERE. */
bool translate_wrong(struct translator *t, size_t at, const char *format, ...) QKV_PRINTF(3, 4);
bool translate_unsupported(struct translator *t, const char *sentence);
#define TRANSLATE_NOWHERE ((size_t)-1)
/* The next character, or TRANSLATE_END; _next reads it too. */
uint32_t translate_peek(const struct translator *t);
uint32_t translate_next(struct translator *t);
bool translate_accept(struct translator *t, char c);
bool translate_is_one_of(uint32_t c, const char *set);
#define TRANSLATE_END UINT32_MAX

#endif
