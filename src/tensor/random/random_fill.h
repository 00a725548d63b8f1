/* Declares what the files random*.c share; nobody else includes it. */
#pragma once

#include "base/buf.h"
#include "tensor/random/random.h"

/* A uniform float32 in [0, 1) from the low 24 bits of one output. */
static inline float random_24(struct random *r)
{
    return (float)(random_u32(r) & 0xffffffu) * 0x1p-24f;
}

/* A uniform short float in [0, 1): as many low bits as it has digits. */
static inline float random_short(struct random *r, enum dtype dtype)
{
    return dtype == DTYPE_FLOAT16 ? (float)(random_u32(r) & 0x7ffu) * 0x1p-11f
                                  : (float)(random_u32(r) & 0xffu) * 0x1p-8f;
}

/* Refuses integers ("\"name\" not implemented for 'Long'") and tells the observer. */
bool random_fill_start(struct compute *cx, const struct tensor *t, const char *name);

/* Stores into a cell of a float tensor. */
static inline void random_fill_set(const struct tensor *t, int64_t place, double value)
{
    if (t->dtype == DTYPE_FLOAT32) {
        ((float *)t->storage->data)[place] = (float)value;
    } else if (t->dtype == DTYPE_FLOAT64) {
        ((double *)t->storage->data)[place] = value;
    } else {
        tensor_set_double(t, place, value);
    }
}

/* A number as PyTorch's error texts show it (C++ stream: six digits). */
void random_number_text(double value, struct buf *out);
