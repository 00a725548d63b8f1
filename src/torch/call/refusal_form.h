/* Reads the overloads that the TypeError of a call speaks of, and tells whether the call fits one.
 * Private to refusal*.c.
 *
 * A list of overloads is a text, "(Tensor input, int dim=)(Tensor input, name dim)". A parameter is
 * `type name`; `=`: has a default; `?`: may be None; `[1]`: one alone may stand without a list;
 * `int|name dim=`: an overload for each type, the second without a default. Other is a Tensor for
 * which a number will do. */
#pragma once

#include "torch/call/signature_argument.h"

#define FORMS_MOST 8

struct form { /* one overload */
    struct spec at[16];
    int count;
    int positional; /* how many of them */
    int least;      /* arguments */
};

struct question { /* the call, without the tensor of a method */
    struct interp *in;
    const char *name;
    const struct value *at;
    int count;
    const struct args *args;
    const struct tensor_object *self; /* of a method, or NULL */
    unsigned where;
    bool python; /* a function that is written in Python, whose words it has */
};

/* Reads a list; a method's without its first parameter and without out. Returns how many. */
int form_read(const char *text, bool drop_self, struct form *forms);
/* The overload that a row is. */
void form_of_row(const struct op *row, bool drop_self, struct form *f);
/* Why the call does not fit. */
struct misfit form_match(const struct question *q, const struct form *f);
int form_keyword(const struct question *q, const struct spec *s); /* that names it; -1: none */
bool form_spreads(const struct form *f); /* x.view(2, 3) for x.view((2, 3)) */
bool form_takes_ints(const struct spec *s);
bool form_is_int(struct interp *in, struct value v);
bool form_is_list(struct interp *in, struct value v); /* or a tuple */
