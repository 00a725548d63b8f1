/* The text of a traceback: Python's form, with file, cell, line and the very expression under
 * carets. Frames of the prelude are left out: the learner's own line is what matters. */
#include "lang/interp.h"

#include "lang/scope.h"

#include <string.h>

/* One line of source without its indentation, and carets under the span if it is only a part. */
static void put_line(const struct span *at, bool caret, struct buf *out)
{
    size_t len, start = 0;
    const char *line = source_line(at->source, at->line, &len);
    while (start < len && (line[start] == ' ' || line[start] == '\t' || line[start] == '\f')) {
        start++;
    }
    while (len > start && (line[len - 1] == ' ' || line[len - 1] == '\t' || line[len - 1] == '\r')) {
        len--;
    }
    if (len <= start) {
        return;
    }
    bool cut = len - start > 400; /* a line of a megabyte helps nobody */
    buf_puts(out, "    ");
    buf_put(out, line + start, cut ? 400 : len - start);
    buf_puts(out, cut ? " ...\n" : "\n");
    size_t from = at->column > (int)start ? (size_t)at->column : start;
    size_t to = at->end_line > at->line ? len : (size_t)at->end_column;
    to = to > len ? len : to;
    if (cut || from > len || (!caret && from <= start && to >= len)) {
        return;
    }
    buf_puts(out, "    ");
    for (size_t k = start; k < from; k++) { /* columns, not bytes */
        if (((unsigned char)line[k] & 0xc0) != 0x80) {
            buf_putc(out, line[k] == '\t' ? '\t' : ' ');
        }
    }
    buf_putc(out, '^');
    for (size_t k = from + 1; k < to; k++) {
        if (((unsigned char)line[k] & 0xc0) != 0x80) {
            buf_putc(out, '^');
        }
    }
    buf_putc(out, '\n');
}

static bool same_place(const struct trace_entry *a, const struct trace_entry *b)
{
    return a->span.source == b->span.source && a->span.line == b->span.line &&
           a->span.column == b->span.column && a->title == b->title;
}

static void put_entry(const struct trace_entry *e, bool syntax_error, struct buf *out)
{
    buf_puts(out, "  ");
    source_place(&e->span, out);
    if (e->title != NULL && strcmp(e->title, "<module>") != 0) {
        buf_printf(out, ", in %s", e->title);
    }
    buf_putc(out, '\n');
    put_line(&e->span, syntax_error, out);
}

/* Runs of the same entry (recursion) are told once with a count, as Python does after three. */
static void put_entries(struct interp *in, struct buf *out)
{
    bool only_prelude = true;
    for (int k = 0; k < in->trace_count; k++) {
        only_prelude &= in->trace[k].span.source->prelude;
    }
    int same = 0;
    const struct trace_entry *before = NULL;
    for (int k = in->trace_count - 1; k >= 0; k--) {
        const struct trace_entry *e = &in->trace[k];
        if (e->span.source->prelude && !only_prelude) {
            continue;
        }
        same = before != NULL && same_place(before, e) ? same + 1 : 0;
        if (same < 3) {
            put_entry(e, in->syntax_error, out);
        }
        bool ends = k == 0 || !same_place(e, &in->trace[k - 1]);
        if (same >= 3 && ends) {
            buf_printf(out, "  [Previous line repeated %d more time%s]\n", same - 2,
                       same == 3 ? "" : "s");
        }
        before = e;
    }
}

void interp_traceback(struct interp *in, struct buf *out)
{
    if (in->ending != OUTCOME_DONE) {
        struct error error = in->error;
        put_entries(in, out);
        buf_printf(out, "qkv: %s\n", error.text);
        return;
    }
    if (in->exception.type != VALUE_OBJECT) {
        return;
    }
    if (!in->syntax_error) {
        buf_puts(out, "Traceback (most recent call last):\n");
    }
    put_entries(in, out);
    char hint[sizeof in->hint];
    struct value exception = in->exception;
    memcpy(hint, in->hint, sizeof hint);
    in->exception = value_none(); /* its __str__ may be code */
    raise_summary(in, exception, out);
    in->exception = exception;
    buf_puts(out, hint);
    buf_putc(out, '\n');
}
