/* What the words on the screen mean: those of the stage, the code, the axes and the storage of the
 * step; or the one that `:what TERM` asks for. */
#include "tui/page/page_write.h"

#include "show/code.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "tui/page/glossary.h"
#include "tui/page/page.h"

#include <string.h>

#define WORDS_MOST 24

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
        buf_puts(out, e->effect == STORAGE_IN_PLACE ? " in place" : "");
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

void page_words(struct page_writer *w)
{
    const struct viewer *v = w->v;
    scoped_buf screen = {0};
    int found[WORDS_MOST], count = 0;
    const char *lead = ":what TERM explains one of these: ";
    if (v->typed.question[0] != '\0') {
        const struct term *t = glossary_find(v->typed.question);
        if (t != NULL) {
            put_term(w, t);
        } else if ((count = glossary_search(v->typed.question, found, WORDS_MOST)) == 0) {
            scoped_buf none = {0};
            buf_printf(&none, "%s is not explained here.", v->typed.question);
            page_text(w, STYLE_PLAIN, 0, buf_text(&none));
        }
    } else if (v->where.at.row >= 0 || viewer_reads(v)) {
        screen_text(v, &screen);
        count = glossary_search(buf_text(&screen), found, WORDS_MOST);
    }
    for (int k = 0; k < count; k++) {
        put_term(w, glossary_term(found[k]));
    }
    page_line(w, STYLE_PLAIN, "");
    put_names(w, lead);
}
