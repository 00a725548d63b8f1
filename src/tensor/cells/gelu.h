/* Computes gelu of contiguous float32 tensors, in the steps of oneDNN, to which PyTorch hands them:
 * erf comes from an approximation that is good to 7 digits. One cell, strided tensors and other
 * types go through elementwise.h. */
#pragma once

#include "tensor/shape/tensor.h"

bool gelu_is_dense(const struct tensor *in); /* one for gelu_dense */
bool gelu_dense(struct compute *cx, struct tensor *out, const struct tensor *in);
