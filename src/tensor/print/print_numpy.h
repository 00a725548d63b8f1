/* Writes arrays as NumPy prints them. */
#pragma once

#include "tensor/print/print.h"

/* str(array): "[[1. 2.]\n [3. 4.]]"; repr(array): "array([[1., 2.],\n       [3., 4.]])". */
void print_numpy_str(const struct tensor *t, const struct numpy_print_options *options,
                     struct buf *out);
void print_numpy_repr(const struct tensor *t, const struct numpy_print_options *options,
                      struct buf *out);
