/* Keeps cells as a tape has them: those of a region in row-major order, or one for all of them when
 * they are alike. Private to src/trace. */
#pragma once

#include "tensor/shape/tensor.h"

/* Whether all cells hold the same bits, as far as can be told at a glance. */
bool cells_alike(const struct tensor *region);
/* What they take. */
size_t cells_bytes(const struct tensor *region, bool alike);
void cells_copy(const struct tensor *region, bool alike, void *to);
/* The kept cells as a tensor with the region's shape, on a storage that the caller lends. */
void cells_view(const struct tensor *region, bool alike, void *cells, struct storage *lent,
                struct tensor *out);
