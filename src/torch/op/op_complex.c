/* Computes with complex numbers: what rotary embeddings do with them. */
#include "tensor/cells/complex64.h"
#include "torch/op/op_rows.h"

OP_IS(op_real, A(c)->dtype != DTYPE_COMPLEX64
                   ? body_same(c)
                   : body_one(c, complex_part(c->cx, &c->out[0], A(c), false)))
OP_KERNEL(op_imag, complex_part, A(c), true)
OP_IS(op_conj, A(c)->dtype != DTYPE_COMPLEX64 ? body_same(c)
                                              : body_one(c, complex_conj(c->cx, &c->out[0], A(c))))
