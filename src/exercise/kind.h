/* What a kind of exercise can do: one of these for each row of kinds.def, in kind_<id>.c. Private
 * to src/exercise. */
#ifndef QKV_EXERCISE_KIND_H
#define QKV_EXERCISE_KIND_H

#include "exercise/question.h"

#define STREAM(use, retry) ((uint64_t)STREAM_##use | (uint64_t)(retry) << 8)
enum { STREAM_NUMBERS, STREAM_OPTIONS, STREAM_SEED, STREAM_CASES }; /* of draws_begin */

struct kind {
    /* What can be said about the text alone, beyond fields that are missing or unknown. */
    void (*check)(const struct exercise *e, struct complaints *complaints);
    /* Key, form, options, mistakes; the texts that all kinds have are there. False with err. */
    bool (*make)(struct question *q, struct error *err);
    /* Fills `out` apart from what is set for all: reason of a listed mistake. False with err:
     * memory. */
    bool (*judge)(struct question *q, const char *answer, const char *code, struct verdict *out,
                  struct error *err);
};

#define KIND(id, fields, needs, help) extern const struct kind kind_##id;
#include "exercise/kinds.def"
#undef KIND

const struct kind *kind_of(enum exercise_kind kind);

/* The last line of a traceback that is not empty: "NameError: name 'x' is not defined". */
void kind_last_line(const char *text, struct buf *out);

#endif
