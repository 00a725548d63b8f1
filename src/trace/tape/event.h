/* Tells what an operation does, as far as attention cares. */
#pragma once

#include "tensor/product/einsum.h"
#include "trace/tape/tape.h"

/* The argument of that name in the row's signature; NULL: the row has none, or it was not bound. */
const struct argument *event_argument(const struct event *e, const char *name);

/* The axis that it was told as dim= or axis=, of `ndim`; -1: none, several, or no such one. */
int event_axis(const struct event *e, int ndim);

/* The letters of an einsum, "ij,jk->ik"; NULL: it is none, or they were not written as one text. */
const char *event_equation(const struct event *e);

/* The same as it is carried out; of "ij,jk->ik" of x and x both factors are input 0. False: it is
 * no einsum, or was not written as one text, or its factors cannot be told apart. */
bool event_space(const struct event *e, struct einsum_space *out);

/* op_is of its row. */
bool event_is(const struct event *e, const char *names);
/* What a statement of the learner's says for the tensor that it writes into: bufs[0] in
 * bufs[0][1:] = x, in bufs[0] += x and in bufs[0].zero_(). NULL: it is something else. */
const struct span *event_target(const struct event *e);
bool event_does(const struct event *e, uint64_t traits); /* op_does of its row */
bool event_contracts(const struct event *e);  /* multiplies two tensors and sums over an axis */
bool event_normalizes(const struct event *e); /* softmax as one operation */
bool event_moves(const struct event *e);      /* cells only change places: views and copies */
bool event_transposes(const struct event *e); /* of those: axes change places */
bool event_lays(const struct event *e);       /* into one table with others: stack, x[i] = y */
bool event_maps_cells(const struct event *e); /* cell by cell */
bool event_creates(const struct event *e);    /* from nothing but numbers: zeros, randn, tensor */
/* Whether an input, from input `from` on, is the tensor of that serial number. */
bool event_reads(const struct event *e, uint64_t serial, int from);
/* Gives its input back, with the same numbers: x.float() of floats, dropout outside of training,
 * x.requires_grad_(). */
bool event_gives_back(const struct event *e);
/* Whether an input lends its shape or its type and no number: y of x.type_as(y), x of
 * torch.ones_like(x). */
bool event_lends(const struct event *e, int input);
/* A multiplication or division by a single number: its factor. */
bool event_scales(struct tape *t, int event, double *factor);
/* An operation that hides cells of input `scores`: masked_fill, where, a tensor with very negative
 * cells added, a product with zeros and ones, tril, a write through a mask. */
bool event_masks(struct tape *t, int event, int scores);
/* Whether an input of what makes a mask is no part of one: token ids that are compared, a bias that
 * a mask is added to. */
bool event_takes_data(struct tape *t, int event, int input);
/* A product of input `weights` with a table of zeros and one number from 1 on, as dropout makes it:
 * (torch.rand(4) > p) / (1 - p). */
bool event_drops(struct tape *t, int event, int weights);
/* The loss of F.mse_loss, a sum or mean of squares: its step a - b. -1: it is none. */
int event_adds_squares(const struct tape *t, int event);
/* A step of a convolution, which is composed of others. */
bool event_convolves(const struct tape *t, int event);

/* Its number as people know it: "12", "s3". */
void event_number(const struct event *e, struct buf *out);
