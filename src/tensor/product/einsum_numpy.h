/* Adds up the sums of NumPy's einsum, in NumPy's order. */
#pragma once

#include "tensor/product/gemv_order.h"
#include "tensor/shape/tensor.h"

/* The operands, of one type, have the same axes, those that one lacks with size 1; the first
 * out_ndim are the result's, over the others is summed. *own: whether *out was made. If not, the
 * sums are those of a product of matrices with GEMM_APART, and *out, empty, has the shape and the
 * strides that the result is to have. */
bool einsum_numpy(struct compute *cx, struct tensor *out, int count, const struct tensor *operands,
                  int out_ndim, bool *own);

/* How one cell of it is added up: ADD_ROUNDED and ADD_JOIN, in which k counts the places of the
 * summed axes, the last one fastest. False: nothing is told, the order is none of products one by
 * one (or there is no memory to tell it). */
bool einsum_numpy_order(int count, const struct tensor *operands, int out_ndim, add_take *take,
                        void *arg);
