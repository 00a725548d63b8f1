/* Holds a step, its sentence's numbers, and what conditions ask of it. Private to caption*.c. */
#pragma once

#include "trace/report/caption.h"
#include "trace/tape/flow.h"

struct captioned { /* a step, and the numbers of the sentence under trial */
    struct tape *t;
    int event;
    const struct event *e;
    const struct pass *p; /* its softmax, or NULL */
    double n[4];
    struct buf formula;
    bool letters; /* it has x and y in it, not names */
    int brief;    /* of names that make the sentence too long, 1: the result; 2: what goes in */
    size_t spare; /* letters that the sentence has beside a formula */
    /* found at most once: cells are many */
    struct caption_span { /* of the numbers of the result */
        bool known, ok;
        double low, high, first, last, ones;
    } span;
    struct {
        bool known, ok;
        double count;
    } changed;
};

/* Whether the sentence is true of the step; if so it has set the numbers that the sentence names.
 */
typedef bool caption_condition(struct captioned *s);
#define CAPTION_IF(condition, ...) /* one that is an expression */                                 \
    bool condition(struct captioned *s)                                                            \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }

#define CAPTION(id, stage, condition, sentence) caption_condition condition;
#define OPERATION(id, names, sentence)
#define DOES(id, traits, names, sentence)
#include "trace/report/captions.def"
#undef CAPTION
#undef OPERATION
#undef DOES

const struct tensor *caption_in(const struct captioned *s, int input); /* NULL: it has none */
const struct tensor *caption_out(const struct captioned *s);
/* A view of the first input whose axes are in another order; `order`, if not NULL, gets for each
 * axis of the result that of the input. */
bool caption_permutes(const struct captioned *s, int *order);
/* Whether it is the product of the tape's scores, or an axis of it: sizes only. */
const struct tensor *caption_scores(const struct captioned *s);
/* Whether what a mask is laid over are scores: not another mask, or a bias. */
bool caption_stage_on_scores(const struct captioned *s);
/* Whether nothing was computed to have a tensor: given or drawn. */
bool caption_stage_given(const struct tape *t, const struct tape_tensor *of);
int64_t
caption_width(const struct captioned *s); /* of a head: terms of a score; 0: cannot be told */

/* Cells are only looked at in tensors that are not larger: a key waits for it. */
#define CAPTION_CELLS_MOST ((int64_t)1 << 18)
/* The result, or an input, with its numbers as they were. To be given back with tensor_release.
 * False: too large, or no memory. */
bool caption_result(const struct captioned *s, struct tensor *out);
bool caption_before(const struct captioned *s, int input, struct tensor *out);
/* Whether all numbers along an axis are at least 0 and add up to 1. */
bool caption_adds_up(const struct tensor *x, int axis);
