/* Declares what the functions behind the rows of ops.def and numpy.def share. A body checks what
 * the kernel does not, calls one kernel and names the result; it never touches the language beyond
 * the values of its arguments. */
#pragma once

#include "tensor/cells/elementwise.h"
#include "tensor/cells/reduce.h"
#include "torch/op/op.h"
#include "torch/torch.h"

/* --- arguments --- */

/* The tensors of the first ones; the integers of argument k. */
#define A(c) (&(c)->arg[0].tensor)
#define B(c) (&(c)->arg[1].tensor)
#define C(c) (&(c)->arg[2].tensor)
#define D(c) (&(c)->arg[3].tensor)
#define INTS(c, k) (c)->arg[k].count, (c)->arg[k].ints

/* Argument k, or NULL for None. */
static inline const struct tensor *body_tensor(const struct call *c, int k)
{
    return c->arg[k].none ? NULL : &c->arg[k].tensor;
}

/* The axes an int[]? argument names; none, or an empty list, means all of them. */
bool body_axes(struct call *c, const struct tensor *t, int k, unsigned *axes);
/* Argument k as a str, or NULL for anything else. */
const char *body_text(const struct call *c, int k);
/* The tensors of arguments k, k + 1, ... or of the Tensor[] argument k; at most `max`. */
int body_tensors(const struct call *c, int k, int max, const struct tensor **out);
/* Tensor[] must be a list: a tensor is not taken apart here. */
bool body_is_list(struct call *c, int k);

/* What PyTorch raises, mostly: a RuntimeError. */
#define body_refuse(c, ...) error_set((c)->cx->err, ERROR_RUNTIME, __VA_ARGS__)

/* Reads the options of FACTORY, whose first one (dtype) is argument `at`. */
bool body_options(struct call *c, int at, enum dtype fallback, enum dtype *dtype);
/* Whether a tensor of that type may ask for gradients, if the call wants it. */
bool body_may_require_grad(struct call *c, enum dtype dtype);

/* --- results --- */

static inline bool body_one(struct call *c, bool ok)
{
    c->outputs = ok ? 1 : 0;
    return ok;
}

/* A function of one expression; one whose only result is that of a kernel with these arguments. */
#define OP_IS(function, ...)                                                                       \
    bool function(struct call *c)                                                                  \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }
#define OP_KERNEL(function, kernel, ...)                                                           \
    OP_IS(function, body_one(c, kernel(c->cx, &c->out[0], __VA_ARGS__)))

/* values and indices: torch.return_types.NAME, when a name is given. */
static inline bool body_two(struct call *c, const char *return_type, bool ok)
{
    c->outputs = ok ? 2 : 0;
    c->return_type = return_type;
    return ok;
}

static inline bool body_value(struct call *c, struct value v)
{
    c->value = v;
    c->has_value = true;
    return true;
}

/* The result is the first argument itself. */
static inline bool body_same(struct call *c)
{
    return body_value(c, c->arg[0].value);
}

/* Changes the shape and strides of x in x.f_(): out[0] becomes the tensor of arg[0]. */
bool body_replace(struct call *c, bool ok, const char *backward);
/* Room for `count` outputs in c->many. */
bool body_many(struct call *c, int64_t count);

/* --- results made of several kernels --- */

/* Intermediate tensors of one body. Every function takes NULL where an earlier one failed and then
 * returns NULL itself, so that only the end is asked. */
#define CHAIN_MAX 24
struct chain {
    struct call *c;
    int count;
    struct tensor made[CHAIN_MAX];
};

const struct tensor *chain_binary(struct chain *k, enum binary_op op, const struct tensor *a,
                                  const struct tensor *b);
const struct tensor *chain_unary(struct chain *k, enum unary_op op, const struct tensor *a);
const struct tensor *chain_cast(struct chain *k, const struct tensor *a, enum dtype to);
const struct tensor *chain_number(struct chain *k, double value); /* a Python float */
const struct tensor *chain_integer(struct chain *k, int64_t value);
/* The cells in one row: a view where that is possible. */
const struct tensor *chain_flat(struct chain *k, const struct tensor *a);
const struct tensor *chain_where(struct chain *k, const struct tensor *condition,
                                 const struct tensor *a, const struct tensor *b);
const struct tensor *chain_fill(struct chain *k, const struct tensor *a, const struct tensor *mask,
                                const struct tensor *value);
const struct tensor *chain_fold(struct chain *k, enum reduction op, const struct tensor *a,
                                unsigned axes, bool keepdim);
const struct tensor *chain_unsqueeze(struct chain *k, const struct tensor *a, int64_t dim);
const struct tensor *chain_turned(struct chain *k, const struct tensor *a); /* the last two axes */
const struct tensor *chain_copy(struct chain *k, const struct tensor *a);
/* Where the next tensor is to be made, and what it is when `ok`. */
struct tensor *chain_room(struct chain *k);
const struct tensor *chain_made(struct chain *k, bool ok);
/* out[at] = result; ends the chain when `last`. */
bool chain_give(struct chain *k, int at, const struct tensor *result);
bool chain_end(struct chain *k, const struct tensor *result); /* out[0], one output */
void chain_free(struct chain *k);
#define scoped_chain __attribute__((cleanup(chain_free))) struct chain /* of a block */
