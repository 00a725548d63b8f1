/* qkv trace: one line per tensor operation, as the recorder reports it: number, code, shapes. */
#include "cli/command.h"

#include "torch/operation.h"

#include <stdio.h>
#include <string.h>

struct trace {
    int number;
    struct interp *in;
};

static void put_shape(const struct tensor *t, struct buf *out)
{
    buf_putc(out, '(');
    for (int k = 0; k < t->ndim; k++) {
        buf_printf(out, "%s%lld", k > 0 ? ", " : "", (long long)t->shape[k]);
    }
    buf_puts(out, t->ndim == 1 ? ",)" : ")");
}

static void put_shapes(const struct operation *op, struct buf *out)
{
    const char *between = "";
    for (int k = 0; k < op->call->arg_count; k++) {
        const struct argument *a = &op->call->arg[k];
        if (a->object != NULL) {
            buf_puts(out, between);
            put_shape(&a->tensor, out);
            between = ", ";
        }
        for (int j = 0; a->tensors != NULL && j < a->count; j++) {
            buf_puts(out, between);
            put_shape(&a->tensors[j]->tensor, out);
            between = ", ";
        }
    }
    buf_puts(out, *between != '\0' ? " -> " : "-> ");
    for (int k = 0; k < op->output_count; k++) {
        buf_puts(out, k > 0 ? ", " : "");
        put_shape(&op->outputs[k]->tensor, out);
    }
}

/* Where a comment starts in a line of code; its length if there is none. */
static size_t comment_at(const char *text, size_t len)
{
    char quote = '\0';
    for (size_t k = 0; k < len; k++) {
        if (quote == '\0' && text[k] == '#') {
            return k;
        }
        if (quote == '\0' && (text[k] == '\'' || text[k] == '"')) {
            quote = text[k];
        } else if (quote != '\0' && text[k] == quote) {
            quote = '\0';
        }
    }
    return len;
}

/* The code of a span on one line, without comments. */
static void put_code(const struct span *at, struct buf *out)
{
    size_t len;
    for (int line = at->line; line <= at->end_line; line++) {
        const char *text = source_line(at->source, line, &len);
        size_t from = line == at->line ? (size_t)at->column : strspn(text, " \t");
        size_t to = line == at->end_line ? (size_t)at->end_column : comment_at(text, len);
        while (line != at->end_line && to > from && text[to - 1] == ' ') {
            to--;
        }
        if (line > at->line) {
            buf_putc(out, ' ');
        }
        if (from < to && to <= len) {
            buf_put(out, text + from, to - from);
        }
    }
}

static bool operation(void *self, const struct operation *op, const struct span *site)
{
    struct trace *t = self;
    struct buf code = {0}, shapes = {0};
    const struct span *outside = interp_here(t->in, true);
    put_code(outside != NULL ? outside : site, &code);
    put_shapes(op, &shapes);
    printf("%4d  %-16s %s\n      %-16s %s\n", ++t->number, op->name, buf_text(&code), "",
           buf_text(&shapes));
    buf_free(&code);
    buf_free(&shapes);
    return true;
}

static void begin(void *self, struct interp *in)
{
    ((struct trace *)self)->in = in;
}

int command_trace(const struct options *o)
{
    struct trace t = {0};
    struct recorder recorder = {.self = &t, .operation = operation};
    return command_play(o, false, &recorder, begin);
}
