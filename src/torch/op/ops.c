/* Makes the table of operations from ops.def, and finds a name in it. */
#include "torch/op/ops.h"

#include "tensor/cells/backward.h"
#include "tensor/cells/complex64.h"
#include "tensor/cells/elementwise_scaled.h"
#include "tensor/product/matmul.h"
#include "tensor/product/matmul_vector.h"
#include "tensor/shape/arrange_map.h"
#include "tensor/shape/arrange_pick.h"
#include "tensor/shape/view.h"
#include "torch/op/op_rows.h"

#include <string.h>

const struct op ops[] = {
#define OP(id, ...) OP_ROW(op_##id, #id, 0, __VA_ARGS__),
#define BY(function, with, id, ...) OP_ROW(op_##function, #id, with, __VA_ARGS__),
#include "torch/op/ops.def"
#undef OP
#undef BY
    {0},
};

const int op_count = (int)(sizeof ops / sizeof ops[0]) - 1;

/* The rows stand in the order of their names (tests/torch/test_ops.c sees to it), so halving finds
 * the first one of a name. */
const char *op_next_parameter(const char *p, const char **name, size_t *len)
{
    p += strspn(p, "(*, ");
    size_t whole = strcspn(p, ",)"), named = strcspn(p, "=,)");
    *len = 0;
    while (*len < named && p[named - *len - 1] != ' ') {
        ++*len;
    }
    *name = p + named - *len;
    return p + whole;
}

const struct op *op_find(const char *name, unsigned where)
{
    int low = 0, high = op_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const char *at = ops[middle].name;
        if (at[0] != name[0] ? (unsigned char)at[0] < (unsigned char)name[0]
                             : strcmp(at, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (int k = low; k < op_count && strcmp(ops[k].name, name) == 0; k++) {
        if ((ops[k].where & where) != 0) {
            return &ops[low];
        }
    }
    return NULL;
}

bool op_is(const struct op *op, const char *names)
{
    return op_name_is(op->name, names);
}

const struct op *op_told(const struct op *op)
{
    const struct op *first = op_find(op->name, ~0u);
    return first != NULL ? first : op;
}

bool op_does(const struct op *op, uint64_t traits)
{
    const struct op *same = (op->where & IN_NUMPY) != 0 || op->traits == 0 ? op_told(op) : op;
    return (same->traits & traits) != 0;
}

bool op_name_is(const char *name, const char *names)
{
    size_t len = strlen(name);
    for (const char *p = strstr(names, name); p != NULL; p = strstr(p + 1, name)) {
        if (p > names && p[-1] == ' ' && (p[len] == ' ' || p[len] == '\0')) {
            return true;
        }
    }
    return false;
}
