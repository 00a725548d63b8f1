/* Holds the table of dtypes, and tells what two of them meet in. */
#include "tensor/compute/dtype.h"

static const struct {
    const char *name, *legacy, *tensor_name, *c_name;
    enum dtype_category category;
    size_t size;
} dtypes[DTYPE_COUNT] = {
#define X(id, name, legacy, c_name, category, size)                                                \
    [DTYPE_##id] = {#name, #legacy, "torch." #legacy "Tensor", c_name, CATEGORY_##category, size},
    DTYPES(X)
#undef X
};

const char *dtype_name(enum dtype d)
{
    return dtypes[d].name;
}

const char *dtype_legacy_name(enum dtype d)
{
    return dtypes[d].legacy;
}

/* PyTorch gives its internal names the Python form for all types but the newer ones. */
const char *dtype_tensor_name(enum dtype d)
{
    return d == DTYPE_BOOL        ? "CPUBoolType"
           : d == DTYPE_BFLOAT16  ? "CPUBFloat16Type"
           : d == DTYPE_COMPLEX64 ? "CPUComplexFloatType"
                                  : dtypes[d].tensor_name;
}

const char *dtype_c_name(enum dtype d)
{
    return dtypes[d].c_name;
}

size_t dtype_size(enum dtype d)
{
    return dtypes[d].size;
}

enum dtype_category dtype_category(enum dtype d)
{
    return dtypes[d].category;
}

enum dtype dtype_promote(enum dtype a, enum dtype b)
{
    enum dtype low = a < b ? a : b, high = a < b ? b : a;
    if (low == DTYPE_UINT8 && high == DTYPE_INT8) {
        return DTYPE_INT16;
    }
    if (low == DTYPE_FLOAT16 && high == DTYPE_BFLOAT16) {
        return DTYPE_FLOAT32;
    }
    return high;
}
