/* Writes pieces of a page as JSON. */
#include "browser/put.h"

#include "show/code.h"
#include "trace/report/run.h"
#include "trace/tape/event.h"
#include "tui/page/glossary.h"

#include <string.h>

static void put_name(const char *name, struct buf *out)
{
    buf_printf(out, ",\"%s\":", name);
}

void put_member(const char *name, const char *text, struct buf *out)
{
    put_name(name, out);
    json_put_text(text, out);
}

void put_number(const char *name, long long value, struct buf *out)
{
    put_name(name, out);
    buf_printf(out, "%lld", value);
}

void put_flag(const char *name, bool value, struct buf *out)
{
    put_name(name, out);
    buf_puts(out, value ? "true" : "false");
}

void put_buf(const char *name, const struct buf *text, struct buf *out)
{
    if (text->len > 0) {
        put_member(name, buf_text(text), out);
    }
}

/* A part of a name is no word. */
void put_sentence(const char *name, const struct buf *text, struct buf *out)
{
    put_buf(name, text, out);
    buf_printf(out, ",\"%sWords\":[", name);
    const char *all = buf_text(text), *at = all;
    int n = 0;
    for (size_t len; glossary_next(all, &at, &len) >= 0; at += len) {
        if (len > 2 && at[len] != '_' && (at == all || at[-1] != '_')) {
            buf_puts(out, n++ > 0 ? "," : "");
            json_put_bytes(at, len, out);
        }
    }
    buf_putc(out, ']');
}

void put_step(const struct tape *t, int event, struct buf *out)
{
    scoped_buf number = {0};
    if (event >= 0) {
        event_number(&t->event[event], &number);
    }
    json_put_text(event >= 0 ? buf_text(&number) : NULL, out);
}

void put_span(const struct lesson *l, const struct span *at, struct buf *out)
{
    if (at->source == NULL) {
        buf_puts(out, "null");
        return;
    }
    int cell = run_cell_of(l, at->source);
    buf_printf(out, "{\"cell\":%d,\"line\":%d,\"column\":%d,\"end\":%d,\"to\":%d", cell, at->line,
               at->column, at->end_line, at->end_column);
    if (cell < 0) {
        scoped_buf text = {0};
        code_of_span(at, &text);
        put_member("file", at->source->file, out);
        put_buf("text", &text, out);
    }
    buf_putc(out, '}');
}

void put_words(const char *text, const char *marks, size_t from, size_t end, struct buf *out)
{
    buf_putc(out, '[');
    for (size_t k = from, run; k < end; k += run) {
        run = marks != NULL ? words_run(marks, k, end) : end - k;
        buf_puts(out, k > from ? ",[" : "[");
        json_put_bytes(text + k, run, out);
        buf_printf(out, ",%d]", marks != NULL ? marks[k] : 0);
    }
    buf_putc(out, ']');
}

void put_block(const struct prose_block *b, struct buf *out)
{
    static const char *const kind[] = {"heading", "paragraph", "lines"};
    buf_printf(out, "{\"kind\":\"%s\",\"level\":%d,\"words\":", kind[b->kind], b->level);
    put_words(b->text, b->marks, 0, strlen(b->text), out);
    buf_putc(out, '}');
}

static void put_blocks(const struct prose *p, struct buf *out)
{
    buf_putc(out, '[');
    for (int k = 0; k < p->count; k++) {
        buf_puts(out, k > 0 ? "," : "");
        put_block(&p->at[k], out);
    }
    buf_putc(out, ']');
}

void put_markdown(const char *markdown, struct buf *out)
{
    struct lesson holder = {0};
    struct prose prose = {0};
    struct error none = {0};
    scoped_buf text = {0};
    buf_puts(&text, markdown != NULL ? markdown : "");
    struct cell cell = {.text = text.data, .len = text.len};
    if (text.len > 0 && prose_read(&prose, &holder, &cell, &none)) {
        put_blocks(&prose, out);
    } else {
        buf_puts(out, "[]");
    }
    prose_free(&prose);
    arena_free(&holder.arena);
}
