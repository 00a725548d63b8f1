/* Deflates and inflates in pieces: what comes out is counted against the budget as it comes.
 * */
#include "files/packed.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

#define PIECE ((size_t)1 << 16)

static int window(const char *wrap)
{
    return strcmp(wrap, "gzip") == 0 ? 15 + 16 : strcmp(wrap, "zlib") == 0 ? 15 : -15;
}

uint32_t packed_sum(uint32_t before, const void *data, size_t len)
{
    uLong sum = before;
    for (const Bytef *at = data; len > 0;) {
        uInt part = len > UINT_MAX ? UINT_MAX : (uInt)len;
        sum = crc32(sum, at, part);
        at += part;
        len -= part;
    }
    return (uint32_t)sum;
}

/* As much as zlib takes at once. */
static void feed(z_stream *z, const unsigned char *data, size_t len)
{
    size_t given = (size_t)(z->next_in - data);
    if (z->avail_in == 0) {
        z->avail_in = len - given > UINT_MAX ? UINT_MAX : (uInt)(len - given);
    }
}

/* One piece; its end is told by the return value, as zlib does. */
static int step(z_stream *z, int (*turn)(z_stream *, int), int flush, struct buf *out)
{
    unsigned char piece[PIECE];
    z->next_out = piece;
    z->avail_out = (uInt)PIECE;
    int status = turn(z, flush);
    buf_put(out, (const char *)piece, PIECE - z->avail_out);
    return status;
}

bool packed_open(const void *data, size_t len, const char *wrap, int64_t size, struct buf *out,
                 struct error *err)
{
    z_stream z = {.next_in = (Bytef *)(uintptr_t)data};
    bool exact = strcmp(wrap, "zip") == 0;
    if (inflateInit2(&z, window(wrap)) != Z_OK) {
        out->failed = true;
        return false;
    }
    int status = Z_OK;
    while (status == Z_OK && !out->failed && (!exact || (int64_t)out->len <= size)) {
        feed(&z, data, len);
        status = step(&z, inflate, Z_NO_FLUSH, out);
        if (status == Z_STREAM_END && !exact && z.avail_in > 0 && inflateReset(&z) == Z_OK) {
            status = z.next_in[0] == 0x1f ? Z_OK : Z_STREAM_END; /* the next part of a gzip */
        }
    }
    inflateEnd(&z);
    if (out->failed) {
        return false;
    }
    return (status == Z_STREAM_END && (!exact || (int64_t)out->len == size)) ||
           error_set(err, ERROR_VALUE, "its packed bytes are damaged");
}

void packed_make(const void *data, size_t len, const char *wrap, struct buf *out)
{
    z_stream z = {.next_in = (Bytef *)(uintptr_t)data};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window(wrap), 8, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        out->failed = true;
        return;
    }
    for (int status = Z_OK; status == Z_OK && !out->failed;) {
        feed(&z, data, len);
        bool last =
            (size_t)((const unsigned char *)z.next_in - (const unsigned char *)data) + z.avail_in ==
            len;
        status = step(&z, deflate, last ? Z_FINISH : Z_NO_FLUSH, out);
    }
    deflateEnd(&z);
}
