/* Works out expressions in a variant. */
#pragma once

#include "exercise/variant.h"

/* A text to be parsed or run, copied: it must last as long as what it makes. NULL: memory. */
struct source *variant_ask_source(struct arena *arena, const char *file, const char *text);

struct asking {      /* what an expression of the exercise is asked for */
    const char *key; /* "of", for `of: EXPRESSION` in a refusal; NULL: the expression alone */
    const char *expression;
    int line; /* of the file, 0: the exercise's */
    /* False: the value is none that can be taken, or err says why. */
    bool (*take)(struct variant *v, struct sandbox *a, struct value value, void *out,
                 struct error *err);
    const char *otherwise; /* then: "that is no number"; NULL: what was raised */
};
bool variant_asked(struct variant *v, const struct asking *q, void *out, struct error *err);

/* Markdown with its {{EXPR}} filled in: as print() shows the value. */
bool variant_fill(struct variant *v, const char *markdown, struct buf *out, struct error *err);
/* A number (bools and 0-d tensors too), or a shape: a tuple of integers. */
bool variant_number(struct variant *v, const char *expression, double *out, struct error *err);
bool variant_shape(struct variant *v, const char *expression, int *ndim,
                   int64_t shape[TENSOR_MAX_DIMS], struct error *err);
