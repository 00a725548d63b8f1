/* Gives code back as it was typed before a word processor, a mail or a copy out of the interpreter
 * changed its blanks and quotation marks. */
#include "exercise/handin/handin_scan.h"

#include "exercise/form.h"

#include <string.h>

FORM(blanks,
     "\xc2\xa0|\xe2\x80\xaf|\xe2\x80\x87|\xe3\x80\x80"); /* that do not break, are thin, wide */
FORM(widthless, "\xe2\x80\x8b|\xef\xbb\xbf|\xc2\xad");
FORM(dashes, "\xe2\x80\x93|\xe2\x88\x92");
FORM(double_marks, "\xe2\x80\x9c|\xe2\x80\x9d|\xe2\x80\x9e");
FORM(single_marks, "\xe2\x80\x98|\xe2\x80\x99");

static const struct {
    struct form *written;
    const char *meant;
    char unless; /* the line has this sign itself: then it is meant as it is written */
} signs[] = {{&blanks, " ", '\n'},
             {&widthless, "", '\n'},
             {&dashes, "-", '"'},
             {&double_marks, "\"", '"'},
             {&single_marks, "'", '\''}};

static void put_line(struct piece line, struct buf *out)
{
    struct buf text = {0};
    buf_put(&text, line.at, line.len);
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
        struct buf other = {.failed = text.failed};
        struct piece all = {buf_text(&text), text.len};
        if (memchr(all.at, signs[k].unless, all.len) == NULL) {
            form_replace(signs[k].written, all, signs[k].meant, &other);
            buf_free(&text);
            text = other;
        }
    }
    buf_printf(out, "%s\n", buf_text(&text));
    out->failed = out->failed || text.failed;
    buf_free(&text);
}

/* Whether it was copied out of the interpreter: what has no prompt there is output. */
FORM(copied, "^" FORM_BLANK "*>>> (?s).");
FORM(prompt, "^" FORM_BLANK "*(?:>>>|\\.\\.\\.)(?s).?");
/* Whether it was copied out of a comparison: all lines begin with +, - or a blank. */
FORM(difference, "^(?=(?s:.*\n)?\\+)(?=(?s:.*\n)?-)(?:[-+ @][^\n]*(?:\n|$)|\n)*+$");

/* The blanks in front that all lines with code share. */
static size_t shared(struct piece text)
{
    struct piece line, front = {NULL, 0};
    while (piece_line(&text, &line)) {
        size_t n = 0, same = 0;
        while (n < line.len && (line.at[n] == ' ' || line.at[n] == '\t')) {
            n++;
        }
        if (n < line.len && front.at == NULL) {
            front = (struct piece){line.at, n};
        }
        while (same < n && same < front.len && line.at[same] == front.at[same]) {
            same++;
        }
        front.len = n < line.len ? same : front.len;
    }
    return front.len;
}

/* The mark of a quote; what is crossed out in Markdown; what is for a terminal alone: an escape
 * sequence, a control character. */
FORM(undone, "(?m)^>(?: |(?=\n))|~~[^~ \t][^\n]*?(?<![ \t~])~~|\x1b\\[[^A-Za-z\n]*+[A-Za-z]?|"
             "\x1b\\][^\a\n]*+\a?|[\x01-\x08\x0b-\x1f\x7f]");

void handin_mend_signs(struct piece text, struct buf *out)
{
    scoped_buf all = {0};
    form_replace(&undone, text, "", &all);
    for (size_t k = 0, n; k < all.len; k += n) {
        char narrow = answer_narrow(all.data + k, all.len - k);
        n = narrow != '\0' ? 3 : 1;
        buf_putc(out, narrow != '\0' ? narrow : all.data[k]);
    }
    out->failed = out->failed || all.failed;
}

void handin_mend(struct piece code, struct buf *out)
{
    scoped_buf plain = {0};
    struct piece line;
    bool prompts = form_in(&copied, code), diff = form_in(&difference, code);
    while (piece_line(&code, &line)) {
        bool kept = !diff || line.len == 0 || strchr("-@", *line.at) == NULL;
        if (kept && (!prompts || form_in(&prompt, line))) {
            line = prompts ? form_skip(&prompt, line) : line;
            put_line(piece_behind(line, diff && line.len > 0), &plain);
        }
    }
    struct piece text = {buf_text(&plain), plain.len};
    size_t indent = shared(text);
    while (piece_line(&text, &line)) {
        line = piece_behind(line, line.len < indent ? line.len : indent);
        buf_put(out, line.at, line.len);
        buf_putc(out, '\n');
    }
    out->failed = out->failed || plain.failed;
}
