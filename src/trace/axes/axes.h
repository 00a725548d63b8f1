/* Axes have names: (b, num_heads, num_tokens, head_dim) beside (2, 2, 6, 1).
 *
 * Where names come from
 *   - `b, t, d = x.shape`, `T = x.size(1)`: the axes of x have these names in that function, also
 * for what was done to x before. `_` is no name.
 *   - integers carry the name under which the code knows them (lang/run/label.h) into constructors,
 *     view, expand, split, slices [:T]; a size that has no name yet has the one of the axis that it
 *     is the size of. A literal number names nothing.
 *   - an einsum's letters and the names in an einops pattern, where the code has no others.
 * From there they follow the operations (axes_rules.c): a transpose moves them, a matmul takes the
 * rows' name of one operand and the columns' of the other. Operands that meet in an axis under two
 * names make it "b or num_heads"; a plain name goes before one that is reckoned. Axes that are
 * joined are called "b*t", parts put side by side "2*head_size" or "past+T"; what would be too long
 * has no name.
 *
 * From function to function
 *   - in a learner's function the names that it gives itself come first, then those that came with
 *     the tensor, then those of the functions around it;
 *   - a result goes out with its names turned into the caller's: the axis that was unpacked under
 *     another name, or the argument that the integer parameter was given;
 *   - what a constructor makes (weights, masks) keeps the constructor's names;
 *   - the program's own functions (nn.MultiheadAttention) use the learner's names; only what these
 *     have no name for is called as there.
 *
 * A name whose number is another one here is written "T=3": the axis has 3, and T stands for
 * something else, as behind x[:, :3]. Where it came from another function, and this one has an
 * integer of that name itself (def softmax(x, dim)), the axis has no name. Integers of
 * comprehensions name nothing. */
#pragma once

#include "trace/tape/tape.h"

/* Sets `axes` of every input and output of every event (the array has tensor.ndim places, a place
 * is NULL when the axis has no name). After tape_finish. False with session->in.error: memory. The
 * names are in the tape's arena and not charged to the budget: a run that was ended by its limit
 * can still be read. */
bool axes_find(struct tape *t);

/* An axis as it is shown; NULL: it has no name. */
const char *axis_called(const struct tape_tensor *of, int axis);
/* A word for each place of an axis, from a comment `# tokens: Your journey starts` on the tensor
 * that the data came from; NULL: none. Who shows a word asks here. */
const char *const *axis_words(const struct tape_tensor *of, int axis);

/* "(b, num_tokens, d_in)": names where there are any, sizes elsewhere. */
void axes_text(const struct tape_tensor *of, struct buf *out);

/* A shape comment of the code that the run contradicts: `# (B, T, C) @ (C, hs) -> (B, T, hs)`
 * behind a statement, or alone above it. A name that is an integer variable of the function, or an
 * axis of what goes in, is that number. Any other name is free: it stands for any size, but for one
 * size within a call of a function, a cell, and a round of a loop. Only what is beyond doubt is
 * reported: it is clear which tensor is meant, its rank is right, the numbers differ, and the
 * comment was not right another time that it was passed. */
struct shape_comment {
    int event;          /* the one whose result or input the comment speaks of */
    struct span at;     /* of the comment's shape that is wrong */
    const char *said;   /* "(B, T, hs)", in the tape's arena */
    const char *truth;  /* "(2, 6, 4)" */
    const char *reason; /* "hs is 3 here, not 4": a part of a sentence */
};
