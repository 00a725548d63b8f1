/* Writes numbers of a tensor as JSON: in the shortest form that reads back as the same number. */
#ifndef QKV_TENSOR_PRINT_PRINT_JSON_H
#define QKV_TENSOR_PRINT_PRINT_JSON_H

#include "base/buf.h"
#include "tensor/shape/tensor.h"

/* What is not finite is a string: "NaN", "Infinity", "-Infinity". */
void print_json_number(double value, enum dtype dtype, struct buf *out);
/* The cell at a place of the storage; a complex one is a list of two numbers. */
void print_json_cell(const struct tensor *t, int64_t place, struct buf *out);

#endif
