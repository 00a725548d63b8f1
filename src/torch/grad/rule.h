/* Reads the formulas of one operation's gradients out of assets/prelude/torch._gradients.py.
 *
 * A function `mm__mat2(grad, input)`, a lambda where one expression is enough, gives the gradient
 * of argument `mat2` of the row whose id is `mm`. What it needs follows from its parameters: grad
 * the gradient of the first output; zeros where there is none grads              those of all
 * outputs, a tuple; None where there is none result, result1    an output, kept until the gradients
 * were computed kept               what the row left for its gradient (struct call) x an argument
 * of the row, kept x_shape            only its sizes; of a list of tensors: a tuple of sizes
 *     x_layout           its sizes, strides and offset: a tuple of three
 *     item               for a list of tensors: the number of the one that is meant
 * It gives a tensor. A tuple has the parts of the gradient: they are added one by one to what came
 * there before. It may give less than the whole truth of broadcasting: the engine adds up a
 * gradient to the sizes of its tensor. */
#pragma once

#include "torch/op/op.h"

#define RULE_PARAMETERS 10

enum need_kind {
    NEED_GRAD,
    NEED_GRADS,
    NEED_RESULT,
    NEED_KEPT,
    NEED_ARGUMENT,
    NEED_SHAPE,
    NEED_LAYOUT,
    NEED_ITEM
};

struct need {
    enum need_kind kind;
    int at; /* which output or argument */
};

struct formula {
    const char *name;      /* "mm__mat2"; NULL: this argument has no formula */
    struct value function; /* None: it was not called so far */
    int count;
    struct need needs[RULE_PARAMETERS];
    bool (*quick)(struct compute *cx, const struct value *at, struct tensor *out); /* quick.h */
};

struct grad_rule {
    const struct op *op;
    struct formula formulas[OP_MAX_ARGUMENTS];
    bool keeps[OP_MAX_ARGUMENTS];   /* some formula needs the argument ... */
    bool shapes[OP_MAX_ARGUMENTS];  /* ... or its sizes ... */
    bool layouts[OP_MAX_ARGUMENTS]; /* ... or how it lies: then no formula needs the others */
    bool keeps_result[OP_MAX_OUTPUTS];
    const char *class_name; /* the class that the last node of this rule had */
    struct class *class;
};

/* The rule of a row. NULL: raised. */
struct grad_rule *rule_of(struct interp *in, const struct op *op);
/* The function of a formula that has a name: the prelude is read when one is first called. */
bool rule_function(struct interp *in, struct formula *f, struct value *out);
/* What the signature says of argument k: "Tensor input, ...". */
const char *rule_type(const struct grad_rule *rule, int k);
/* Argument k of the row is a tensor, or a number in a tensor's place. */
bool rule_takes_tensor(const struct grad_rule *rule, int k);
void rules_mark(struct interp *in);
void rules_free(struct torch *torch);
