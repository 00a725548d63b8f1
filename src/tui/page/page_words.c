/* Tells what the words on the screen mean: those of the stage, the code, the axes and the storage
 * of the step; or the one that `:what TERM` asks for. */
#include "tui/page/page_write.h"

#include "show/code.h"
#include "show/step_text.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "tui/page/glossary.h"
#include "tui/page/page.h"

#include <string.h>

static void put_axes(const struct shown *s, struct buf *out)
{
    for (int k = 0; k < s->of->tensor.ndim; k++) {
        buf_printf(out, " %s", axis_called(s->of, k) != NULL ? axis_called(s->of, k) : "");
    }
}

/* All that the text, or the step, shows in words, of a step the most important first. */
static void screen_text(const struct viewer *v, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    scoped_buf storage = {0};
    if (viewer_reads(v)) {
        page_text_of(v, PAGE_guide, 72, out);
        return;
    }
    const struct event *e = &s->tape->event[stepper_event(s)];
    if (e->stage != STAGE_OTHER) {
        buf_printf(out, "%s ", stage_name(e->stage));
    }
    code_of_event(s->tape, stepper_event(s), viewer_is_inside(v), out);
    buf_printf(out, " %s", e->name);
    code_of_span(viewer_span(v), out);
    for (int k = 0; k < v->fetched.in_count; k++) {
        put_axes(&v->fetched.in[k], out);
    }
    if (v->fetched.any_out) {
        put_axes(&v->fetched.out, out);
        buf_puts(out, v->fetched.out.infinite ? " -inf" : "");
        buf_puts(out, v->fetched.out.nan ? " nan" : "");
        step_storage_at(s, stepper_event(s), false, &storage);
        buf_puts(out, strstr(buf_text(&storage), "in place") != NULL ? " in place" : "");
        buf_puts(out, " shape stride storage");
        buf_printf(out, " %s", dtype_name(v->fetched.out.of->tensor.dtype));
    }
}

static void put_term(struct page_writer *w, const struct term *t)
{
    page_line(w, STYLE_TITLE, t->name);
    page_words_line(w, STYLE_PLAIN, 2, t->text);
}

/* The names of all terms, to go on from. */
static void put_names(struct page_writer *w, const char *lead)
{
    scoped_buf all = {0};
    buf_puts(&all, lead);
    for (int k = 0; k < glossary_count(); k++) {
        buf_printf(&all, "%s%s", k > 0 ? ", " : "", glossary_term(k)->name);
    }
    buf_putc(&all, '.');
    page_text(w, STYLE_QUIET, 0, buf_text(&all));
}

int page_words_found(const struct viewer *v, int out[WORDS_MOST])
{
    scoped_buf screen = {0};
    if (v->typed.question[0] != '\0') {
        const struct term *t = glossary_find(v->typed.question);
        out[0] = t != NULL ? (int)(t - glossary_term(0)) : 0;
        return t != NULL ? 1 : glossary_search(v->typed.question, out, WORDS_MOST);
    }
    if (v->where.at.row >= 0 || viewer_reads(v)) {
        screen_text(v, &screen);
    }
    return glossary_search(buf_text(&screen), out, WORDS_MOST);
}

void page_words(struct page_writer *w)
{
    const struct viewer *v = w->v;
    int found[WORDS_MOST], count = page_words_found(v, found);
    const char *lead = ":what TERM explains one of these: ";
    if (count == 0 && v->typed.question[0] != '\0') {
        scoped_buf none = {0};
        buf_printf(&none, "%s is not explained here.", v->typed.question);
        page_text(w, STYLE_PLAIN, 0, buf_text(&none));
    }
    for (int k = 0; k < count; k++) {
        put_term(w, glossary_term(found[k]));
    }
    if (!v->keyless) { /* a page in a browser lists them to be pressed */
        page_line(w, STYLE_PLAIN, "");
        put_names(w, lead);
    }
}
