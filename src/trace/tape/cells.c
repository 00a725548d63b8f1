/* Copies cells out of a region. A buffer that was just made holds zeros: such a region costs one
 * cell. */
#include "trace/tape/cells.h"

#include <string.h>

bool cells_alike(const struct tensor *region)
{
    size_t size = dtype_size(region->dtype), count = (size_t)tensor_numel(region);
    const char *first = tensor_data(region);
    return count > 1 && tensor_is_contiguous(region) &&
           memcmp(first, first + size, (count - 1) * size) == 0;
}

size_t cells_bytes(const struct tensor *region, bool alike)
{
    return (alike ? 1 : (size_t)tensor_numel(region)) * dtype_size(region->dtype);
}

void cells_copy(const struct tensor *region, bool alike, void *to)
{
    if (alike || tensor_is_contiguous(region)) {
        memcpy(to, tensor_data(region), cells_bytes(region, alike));
        return;
    }
    size_t size = dtype_size(region->dtype);
    int64_t count = tensor_numel(region), at[TENSOR_MAX_DIMS] = {0}, place = region->offset;
    const char *from = region->storage->data;
    for (int64_t k = 0; k < count; k++) {
        memcpy((char *)to + (size_t)k * size, from + (size_t)place * size, size);
        for (int d = region->ndim - 1; d >= 0; d--) {
            place += region->stride[d];
            if (++at[d] < region->shape[d]) {
                break;
            }
            place -= region->shape[d] * region->stride[d];
            at[d] = 0;
        }
    }
}

void cells_view(const struct tensor *region, bool alike, void *cells, struct storage *lent,
                struct tensor *out)
{
    *lent = (struct storage){.references = 1, .data = cells, .bytes = cells_bytes(region, alike)};
    *out = *region;
    out->storage = lent;
    out->offset = 0;
    int64_t stride = 1;
    for (int k = out->ndim - 1; k >= 0; k--) {
        out->stride[k] = alike ? 0 : stride;
        stride *= out->shape[k];
    }
}
