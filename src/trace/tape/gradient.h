/* Finds gradients on the tape: the steps that compute them, and the steps that they are of. */
#pragma once

#include "trace/tape/tape.h"

/* Gives gradients and their formulas their names, and the line of the operation that they are of.
 * For tape_finish, when all names are known. False: raised (memory). */
bool gradients_name(struct tape *t);

/* What an argument of an event (a tensor of it, where it is a list) is called where its gradient
 * is: its name, its path in the model, the expression that made it, or its parameter's name; -1:
 * the result. */
void gradient_whose(const struct tape *t, int event, int argument, int element, struct buf *out);

/* The input of the event that event `event` computes a gradient of, whose gradient it is; -1: it is
 * that of the result, or the input is not on the tape. */
int gradient_input(const struct tape *t, int event);

/* The leaf with more than one axis that this input is, seen through views; NULL: it is none. */
const struct tape_tensor *gradient_leaf(const struct tape *t, int event);

/* Whether both compute one gradient. */
bool gradient_same(const struct event *a, const struct event *b);

/* Whether the event's result is that of its expression in the learner's code; else it is one of the
 * steps on the way there. */
bool gradient_is_expression(const struct tape *t, int event);

/* The learner's expression whose result the event gives, of a long one the end; in parentheses
 * where it has spaces. False: there is none, or it has no short form. */
bool gradient_code(const struct tape *t, int event, struct buf *out);

/* What a step inside a function of the program's own is called, whose own result is another one's:
 * "log_softmax(out)" in F.cross_entropy(out, target). False: it has no such name. */
bool gradient_inner(const struct tape *t, int event, struct buf *out);

/* Whether no formula of torch._gradients computes it, but the backward of a function of its own:
 * then the event that it is of is only the last one of that function's forward. */
bool gradient_apart(const struct tape *t, int event);

/* Of the last step of the gradient of a squared distance, factor * (a - b) * what came back: the
 * step a - b, of the result's shape; what came back is its input 1, one number or one for each
 * cell. NULL: it is another one. */
const struct event *gradient_squares(const struct tape *t, int event, double *factor);

/* Whether it only makes room for a gradient of a leaf, into which the next step copies it. */
bool gradient_is_room(const struct tape *t, int event);

/* The step that computes a gradient of event `event`: of a weight, else the first one; or that of
 * the leaf that it made, all its parts added up; of one that updates a parameter: the last one
 * before; of a step that computes one: the event that it is of. -1: there is none. */
int gradient_other(const struct tape *t, int event);

/* Whether it adds two parts of a gradient, which came two ways in one pass; not one to what x.grad
 * held before. */
bool gradient_adds_parts(const struct tape *t, int event);

/* Whether the gradient that the event gives is whole, and added as it is to one of an earlier
 * tensor: that of the new h in h = h + f(h). */
bool gradient_hands_on(const struct tape *t, int event);

/* Whether a function of the program's own writes a parameter: an optimizer, or nn.Linear as it is
 * made. */
bool gradient_updates(const struct tape *t, int event);

/* Whether it fills x.grad with zeros, in zero_grad() or by hand. */
bool gradient_empties(const struct tape *t, int event);
