/* Writes the text of a traceback: Python's form, with file, cell, line and the very expression
 * under carets. Frames of the prelude are left out: the learner's own line is what matters. */
#include "lang/run/ending.h"
#include "lang/run/native.h"
#include "lang/run/scope.h"

#include <stdlib.h>

/* A line of source from *start to *end: without the blanks around it. */
static const char *bare_line(const struct span *at, size_t *start, size_t *end)
{
    const char *line = source_line(at->source, at->line, end);
    for (*start = 0; *start < *end && strchr(" \t\f", line[*start]) != NULL;) {
        ++*start;
    }
    while (*end > *start && strchr(" \t\r", line[*end - 1]) != NULL) {
        --*end;
    }
    return line;
}

/* One line of source without its indentation, and carets under the span if it is only a part. */
static void put_line(const struct span *at, bool caret, struct buf *out)
{
    size_t len, start;
    const char *line = bare_line(at, &start, &len);
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

static void put_repeats(int same, struct buf *out)
{
    if (same >= 3) {
        buf_printf(out, "  [Previous line repeated %d more time%s]\n", same - 2,
                   same == 3 ? "" : "s");
    }
}

/* Runs of the same entry (recursion) are told once with a count, as Python does after three. What
 * the prelude calls in between (nn.Module's __call__) is not told and ends no run. */
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
        bool again = before != NULL && same_place(before, e);
        if (!again) {
            put_repeats(same, out);
        }
        same = again ? same + 1 : 0;
        if (same < 3) {
            put_entry(e, in->syntax_error, out);
        }
        before = e;
    }
    put_repeats(same, out);
}

/* What the code set, or the run: __cause__, or __context__ unless it is suppressed. */
static bool origin_of(struct interp *in, struct value exception, struct value *origin, bool *direct)
{
    static const char *const names[] = {"__cause__", "__suppress_context__", "__context__"};
    struct value v[3] = {value_none(), value_bool(false), value_none()};
    for (int k = 0; k < 3 && exception.o->attributes != NULL; k++) {
        struct str *name = str_intern(in, names[k]);
        if (name != NULL) {
            dict_get_str(exception.o->attributes, name, &v[k]);
        }
    }
    *direct = v[0].type == VALUE_OBJECT;
    *origin = *direct ? v[0] : v[2];
    bool suppressed = v[1].type == VALUE_BOOL && v[1].b && !*direct;
    return !suppressed && value_isinstance(in, *origin, in->classes[0]);
}

/* The places of the exception under way, put aside while those of another one are told. */
struct aside {
    struct trace_entry *trace;
    int count, cap;
    char hint[sizeof((struct interp *)NULL)->hint];
};

static void put_aside(struct interp *in, struct aside *a)
{
    *a = (struct aside){.trace = in->trace, .count = in->trace_count, .cap = in->trace_cap};
    memcpy(a->hint, in->hint, sizeof a->hint);
    in->trace = NULL;
    in->trace_count = in->trace_cap = 0;
}

static void put_back(struct interp *in, const struct aside *a)
{
    in->trace = a->trace;
    in->trace_count = a->count;
    in->trace_cap = a->cap;
    memcpy(in->hint, a->hint, sizeof a->hint);
}

#define LONGEST_CHAIN 8

/* The exception whose places are in in->trace, behind those that led to it. */
static void put_chain(struct interp *in, struct value exception, int depth, struct buf *out)
{
    struct value origin;
    bool direct;
    if (depth < LONGEST_CHAIN && origin_of(in, exception, &origin, &direct)) {
        struct aside aside;
        put_aside(in, &aside);
        raise_recall(in, origin);
        put_chain(in, origin, depth + 1, out);
        free(in->trace);
        put_back(in, &aside);
        buf_puts(out, direct ? "\nThe above exception was the direct cause of the following "
                               "exception:\n\n"
                             : "\nDuring handling of the above exception, another exception "
                               "occurred:\n\n");
    }
    if (!in->syntax_error) {
        buf_puts(out, "Traceback (most recent call last):\n");
    }
    put_entries(in, out);
    char hint[sizeof in->hint];
    memcpy(hint, in->hint, sizeof hint); /* its __str__ may be code */
    const char *more = ending_hint(in, exception);
    ending_summary(in, exception, out);
    buf_puts(out, hint);
    buf_putc(out, '\n');
    raise_notes(in, exception, out);
    if (more != NULL) {
        buf_printf(out, "qkv: %s\n", more);
    }
}

/* (file, line, name, text) of each place, outermost first. False: raised. */
static bool put_places(struct interp *in, struct list *places)
{
    for (int k = in->trace_count - 1; k >= 0; k--) {
        const struct trace_entry *e = &in->trace[k];
        const char *title = e->title != NULL ? e->title : "<module>", *last = strrchr(title, '.');
        size_t start, end;
        const char *line = bare_line(&e->span, &start, &end);
        struct value at[4] = {[1] = value_int(e->span.line)};
        bool ok = e->span.source->prelude ||
                  (str_value(in, e->span.source->file, strlen(e->span.source->file), &at[0]) &&
                   str_value(in, last != NULL ? last + 1 : title,
                             strlen(last != NULL ? last + 1 : title), &at[2]) &&
                   str_value(in, line + start, end - start, &at[3]) &&
                   list_append(in, places, value_object(tuple_new(in, 4, at))));
        if (!ok) {
            return false;
        }
    }
    return true;
}

bool interp_told(struct interp *in, struct value exception, struct buf *out, struct list *places)
{
    struct value under_way = in->exception;
    struct aside aside;
    put_aside(in, &aside);
    in->exception = value_none();
    raise_recall(in, exception);
    bool ok = places == NULL || put_places(in, places);
    if (places == NULL) {
        put_chain(in, exception, 0, out);
    }
    raise_keep(in, exception);
    put_back(in, &aside);
    in->exception = under_way;
    return ok;
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
    struct value exception = in->exception;
    size_t held = in->heap.held_count;
    heap_hold(in, exception);                 /* its __str__ may be code: then it is nowhere else */
    if (raise_is(in, EXCEPTION_SystemExit)) { /* sys.exit("why") tells why, sys.exit(3) nothing */
        in->exception = value_none();
        if (!ending_is_silent(in, exception) && value_str(in, exception, out)) {
            buf_putc(out, '\n');
        }
    } else {
        in->exception = value_none();
        put_chain(in, exception, 0, out);
    }
    in->exception = exception;
    in->heap.held_count = held;
}
