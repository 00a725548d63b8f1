/* Makes complex64 from floats, looks at it as pairs of floats, and takes it apart. Adding,
 * multiplying and comparing are elementwise.h's; a cell is struct complex64. What is refused is
 * refused in PyTorch's words. */
#pragma once

#include "tensor/shape/tensor.h"

/* size * (cos(angle) + i sin(angle)), real + i imag; float32, broadcast. */
bool complex_polar(struct compute *cx, struct tensor *out, const struct tensor *size,
                   const struct tensor *angle);
bool complex_make(struct compute *cx, struct tensor *out, const struct tensor *real,
                  const struct tensor *imag);
/* Views: float32 (..., 2) as complex64 (...), and back. */
bool complex_view(struct compute *cx, struct tensor *out, const struct tensor *in);
bool complex_pairs(struct compute *cx, struct tensor *out, const struct tensor *in);
/* A float32 view of the real or the imaginary parts; the real part of a real tensor is itself. */
bool complex_part(struct compute *cx, struct tensor *out, const struct tensor *in, bool imaginary);

bool complex_abs(struct compute *cx, struct tensor *out, const struct tensor *in);
bool complex_angle(struct compute *cx, struct tensor *out, const struct tensor *in);
bool complex_conj(struct compute *cx, struct tensor *out, const struct tensor *in);
