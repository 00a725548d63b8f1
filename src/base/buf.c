/* Fills a text buffer that grows. It grows by doubling, so building a text of n bytes costs
 * O(n). Never stops the program: running out of memory sets `failed` and keeps what was there. */
#include "base/buf.h"

#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Twice as much as there was, or what is needed; near the end of a budget half of what it has. */
static size_t next_cap(const struct buf *b, size_t need)
{
    size_t cap = b->cap < 32 ? 64 : b->cap > SIZE_MAX / 2 ? need : b->cap * 2;
    if (cap <= need) {
        return need;
    }
    size_t left = b->budget != NULL ? budget_left(b->budget) : SIZE_MAX;
    size_t least = need - b->cap;
    return cap - b->cap <= left || least > left ? cap : need + (left - least) / 2;
}

/* Room for `more` bytes and the NUL. */
static bool reserve(struct buf *b, size_t more)
{
    if (b->failed) {
        return false;
    }
    if (more >= PTRDIFF_MAX - b->len) { /* no object is larger */
        b->failed = true;
        return b->budget != NULL && b->budget->limit > 0 && budget_take_silently(b->budget, more) &&
               false;
    }
    size_t need = b->len + more + 1;
    if (need <= b->cap) {
        return true;
    }
    size_t cap = next_cap(b, need);
    b->failed = !budget_take_silently(b->budget, cap - b->cap);
    char *data = b->failed ? NULL : realloc(b->data, cap);
    if (data == NULL) {
        if (!b->failed && b->budget != NULL) {
            budget_give(b->budget, cap - b->cap);
        }
        b->failed = true;
        return false;
    }
    b->data = data;
    b->cap = cap;
    return true;
}

void buf_put(struct buf *b, const void *bytes, size_t len)
{
    bool begins = !b->failed;
    if (!reserve(b, len)) { /* the beginning stays as far as there is room */
        len = begins && b->cap > b->len ? b->cap - b->len - 1 : 0;
    }
    if (b->data == NULL) {
        return;
    }
    if (len > 0) {
        memcpy(b->data + b->len, bytes, len);
    }
    b->len += len;
    b->data[b->len] = '\0';
}

void buf_puts(struct buf *b, const char *text)
{
    buf_put(b, text, strlen(text));
}

void buf_putc(struct buf *b, char c)
{
    buf_put(b, &c, 1);
}

void buf_fill(struct buf *b, char c, size_t count)
{
    if (!reserve(b, count)) {
        return;
    }
    memset(b->data + b->len, c, count);
    b->len += count;
    b->data[b->len] = '\0';
}

void buf_vprintf(struct buf *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    if (len < 0) {
        b->failed = true;
    } else if (reserve(b, (size_t)len)) {
        vsnprintf(b->data + b->len, (size_t)len + 1, format, again);
        b->len += (size_t)len;
    }
    va_end(again);
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buf_vprintf(b, format, args);
    va_end(args);
}

void buf_hex(struct buf *b, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    buf_put(b, (const char[]){digits[byte >> 4], digits[byte & 15]}, 2);
}

void buf_codepoint(struct buf *b, uint_least32_t c)
{
    char bytes[4];
    size_t len = utf8_write(c, bytes);
    buf_put(b, bytes, len);
}

const char *buf_text(const struct buf *b)
{
    return b->data != NULL ? b->data : "";
}

void buf_cut(struct buf *b, size_t len)
{
    if (len < b->len) {
        b->len = len;
        b->data[len] = '\0';
    }
}

void buf_clear(struct buf *b)
{
    b->len = 0;
    b->failed = false;
    if (b->data != NULL) {
        b->data[0] = '\0';
    }
}

void buf_free(struct buf *b)
{
    if (b->budget != NULL) {
        budget_give(b->budget, b->cap);
    }
    free(b->data);
    *b = (struct buf){.budget = b->budget};
}
