/* A signature tells which arguments an operation takes, and those of a call are bound to it.
 *
 *     "(Tensor input, Other other, *, Number alpha=1)"
 *
 * type       takes                                                  fills in struct argument
 * Tensor     a tensor                                               object, tensor
 * Tensor?    a tensor or None                                       object, tensor / none
 * Other      a tensor or a Python number                            object (or NULL), tensor
 * Number     a Python number, a NumPy one, or a tensor of one cell  tensor (wrapped), f, i
 * Number?    the same or None
 * Tensor[]   a list or tuple of tensors, a tensor (its rows)        tensors, count
 * Tensor...  the same, also written as separate arguments: meshgrid(x, y)
 *                                                                   tensors, count
 * int int?   an integer, a 0-d integer tensor                       i
 * int[]      integers in a list, tuple, Size, or one integer        ints, labels, count
 * int[]?     the same or None
 * int[*]     integers in a list, tuple or Size, and not one integer ints, labels, count
 * int...     int[*], in a method or alone also written as separate arguments: view(2, 3)
 *                                                                   ints, labels, count
 * float float?  a number                                            f
 * bool bool?                                                        i
 * str str?                                                          text
 * dtype dtype?  torch.float32, float, int, bool                     dtype
 * object     anything                                               value
 * ignored    anything (device, layout, memory_format, generator)    value
 * rare       anything; the last ones, which a call without keywords leaves out
 *
 * After `*` only keywords; `=` gives the default (None, True, False, a number, 'text'). NumPy's
 * names are understood as PyTorch does: axis for dim, keepdims for keepdim, x for input, x2 for
 * other. A bool is not an int here but is a Number. */
#pragma once

#include "torch/op/op.h"

/* Binds args to the row's signature, called as one bit of enum op_where says. *fits = false (and no
 * exception) when they do not fit, so that the next overload can be tried. The lists in call->arg
 * live until signature_release. */
bool signature_bind(struct interp *in, const struct op *op, unsigned where, const struct args *args,
                    struct call *call, bool *fits);
void signature_release(struct call *call);
/* Forgets the signatures that were read. */
void signatures_free(struct torch *torch);
