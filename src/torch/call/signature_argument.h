/* Turns one value of a call into a struct argument. Private to this room.
 *
 * All of them: false means raised; *fits = false (and no exception) that another overload may take
 * the value. signature_release gives the lists in struct argument back. */
#pragma once

#include "torch/op/op.h"

enum type {
    TYPE_TENSOR,
    TYPE_OTHER,
    TYPE_NUMBER,
    TYPE_TENSORS,
    TYPE_INT,
    TYPE_INTS,
    TYPE_SIZES,
    TYPE_VARINTS,
    TYPE_VARTENSORS,
    TYPE_FLOAT,
    TYPE_BOOL,
    TYPE_STR,
    TYPE_DTYPE,
    TYPE_OBJECT,
    TYPE_IGNORED,
    TYPE_RARE
};

struct spec { /* one parameter of a signature */
    enum type type;
    const char *said;
    char name[32];
    bool optional;    /* None is fine */
    bool one_will_do; /* of a list of overloads: one alone may stand without it */
    bool keyword_only;
    bool has_default;
    const char *fallback; /* its text, up to , or ) */
    struct value number;  /* what the text says, if it is a number, True, False or None */
    bool is_text;         /* it is 'text' */
};

/* What is wrong with a call, for its TypeError. */
struct misfit {
    enum { FIT, TOO_MANY, MISSING, WRONG_TYPE, UNKNOWN_KEYWORD, TWICE } what;
    int at;              /* parameter */
    const char *keyword; /* UNKNOWN_KEYWORD, TWICE */
    struct value got;
    bool by_keyword;
};

/* Reads a signature into at most OP_MAX_ARGUMENTS parameters. */
int signature_read(const char *p, struct spec *specs);
/* Whether code may call the parameter so: axis for dim. */
bool signature_same_name(const struct spec *s, const char *name);
/* Binds the arguments to these parameters, or tells why they do not fit. False: raised. */
bool signature_try(struct interp *in, const struct spec *specs, int count, unsigned where,
                   const struct args *args, struct call *call, struct misfit *misfit);

/* Arguments that operations do not look at are still of a kind: `said` is what PyTorch calls the
 * kind of the parameter `name`, NULL where anything will do. */
const char *argument_kind(const char *name);
bool argument_is_kind(struct interp *in, const char *said, struct value v);

bool argument_take(struct interp *in, const struct spec *s, struct value v, struct argument *a,
                   bool *fits);
/* Reads the default from the signature's text. */
void argument_read_default(struct spec *s);
bool argument_default(struct interp *in, const struct spec *s, struct argument *a);
/* An integer, or an object that is one (a 0-d integer tensor, a NumPy integer). */
bool argument_int(struct interp *in, struct value v, int64_t *out, bool *fits);
/* The same of one of several sizes: what has an __index__ is one too. */
bool argument_size(struct interp *in, struct value v, int64_t *out, bool *fits);
/* Tensors or integers that were written as separate arguments. */
bool argument_tensors(struct interp *in, int64_t count, const struct value *at, struct argument *a,
                      bool *fits);
bool argument_ints(struct interp *in, int64_t count, const struct value *at, struct argument *a,
                   bool *fits);
/* The block of the heap that they are in, with their labels behind them. */
static inline size_t argument_ints_bytes(int64_t count)
{
    return ((size_t)count + 1) * (sizeof(int64_t) + sizeof(uint32_t));
}
