/* Writes a tensor as text: what print(tensor) shows, to the byte (torch/_tensor_str.py), and
 * NumPy's array printing (numpy/core/arrayprint.py). */
#pragma once

#include "base/buf.h"
#include "tensor/shape/tensor.h"

struct print_options { /* torch.set_printoptions */
    int precision;     /* 4 */
    int64_t threshold; /* 1000 */
    int64_t edgeitems; /* 3 */
    int linewidth;     /* 80 */
    int sci_mode;      /* -1 automatic, 0 off, 1 on */
    enum dtype plain;  /* the default dtype, which is not named; DTYPE_BOOL (0): float32 */
};
extern const struct print_options print_torch_default, print_torch_short, print_torch_full;

/* suffix: what follows the values inside the parentheses ("requires_grad=True",
 * "grad_fn=<AddBackward0>"), NULL for none. dtype= and size= are added by the rules. `prefix` is
 * normally "tensor(". Lines after the first are indented by the prefix's width. */
void print_tensor(const struct tensor *t, const struct print_options *options, const char *suffix,
                  struct buf *out);

struct numpy_print_options { /* np.set_printoptions */
    int precision;           /* 8 */
    int64_t threshold;       /* 1000 */
    int64_t edgeitems;       /* 3 */
    int linewidth;           /* 75 */
    bool suppress;           /* no scientific notation */
    const char *separator;   /* between the items of a str; NULL: a blank */
    int prefix, suffix;      /* columns of what stands around a str */
    enum numpy_floatmode {
        FLOATMODE_MAXPREC,       /* as many digits as needed, up to the precision */
        FLOATMODE_MAXPREC_EQUAL, /* the same for all cells */
        FLOATMODE_FIXED,         /* the precision */
        FLOATMODE_UNIQUE         /* as many as needed */
    } floatmode;
    char sign; /* '+' or ' ' in front of what is not negative; else '-' */
    char nan_text[16], infinity_text[16]; /* empty: nan, inf */
    /* Writes the cell at a place; NULL: the rules above. False: nothing more is asked. */
    bool (*format)(void *arg, const struct tensor *t, int64_t place, struct buf *out);
    void *format_arg;
};
extern const struct numpy_print_options print_numpy_default;
