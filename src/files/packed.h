/* Deflates and inflates bytes, and sums them, by zlib. wrap: "zip" (no head, no sum), "gzip",
 * "zlib". */
#pragma once

#include "base/buf.h"

#include <stdint.h>

/* CRC-32; before: of what stands in front, 0 for nothing. */
uint32_t packed_sum(uint32_t before, const void *data, size_t len);
/* Into `out`, whose budget says how much there may be. A zip tells its size: it must be just that.
 * False with what is wrong. */
bool packed_open(const void *data, size_t len, const char *wrap, int64_t size, struct buf *out,
                 struct error *err);
/* Memory that is missing is told by out->failed. */
void packed_make(const void *data, size_t len, const char *wrap, struct buf *out);
