/* Complex numbers: what rotary embeddings do with them. */
#include "tensor/cells/complex.h"
#include "torch/op/op_rows.h"

bool op_real(struct call *c)
{
    return A(c)->dtype != DTYPE_COMPLEX64
               ? body_same(c)
               : body_one(c, complex_part(c->cx, &c->out[0], A(c), false));
}

bool op_imag(struct call *c)
{
    return body_one(c, complex_part(c->cx, &c->out[0], A(c), true));
}

bool op_conj(struct call *c)
{
    return A(c)->dtype != DTYPE_COMPLEX64 ? body_same(c)
                                          : body_one(c, complex_conj(c->cx, &c->out[0], A(c)));
}
