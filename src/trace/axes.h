/* Names of axes: (b, num_heads, num_tokens, head_dim) beside (2, 2, 6, 1).
 *
 * Names come from the code: `b, t, d = x.shape` names the axes of x, integers carry the names under
 * which the code knows them into constructors and view (lang/label.h), einsum's equation names by
 * letter. From there they follow the operations: a transpose moves them, a matmul takes the rows'
 * name of one operand and the columns' of the other, cat and stack make new axes without one. Where
 * two names claim an axis of the same size the first one stands; a size that the two disagree on is
 * kept visible as "name=size". */
#ifndef QKV_TRACE_AXES_H
#define QKV_TRACE_AXES_H

#include "trace/tape.h"

/* Sets `axes` of every input and output of every event (the array has tensor.ndim places, a place
 * is NULL when the axis has no name). After tape_finish. False with session->in.error: memory. */
bool axes_find(struct tape *t);

/* "(b, num_tokens, d_in)": names where there are any, sizes elsewhere. */
void axes_text(const struct tape_tensor *of, struct buf *out);

/* A shape comment of the code that the run contradicts: `# (B, T, C) @ (C, hs) -> (B, T, hs)`. A
 * name that is no variable is free: it stands for any size, but for one size within a function. */
struct shape_comment {
    int event;          /* the one whose result or input the comment speaks of */
    struct span at;     /* of the comment's shape that is wrong */
    const char *said;   /* "(B, T, hs)", in the tape's arena */
    const char *truth;  /* "(2, 6, 4)" */
    const char *reason; /* "hs is 3 here, not 4": a part of a sentence */
};
/* All of them, malloc'ed. False: memory. */
bool axes_check_comments(struct tape *t, struct shape_comment **at, int *count);

#endif
