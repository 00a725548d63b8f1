/* Tells what is seen at a place as JSON. */
#include "browser/look.h"

#include "browser/look_parts.h"
#include "browser/look_tensor.h"
#include "browser/put.h"
#include "exercise/fields.h"
#include "show/step_text.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "tui/act.h"
#include "tui/asked.h"
#include "tui/page/glossary.h"
#include "tui/page/page.h"
#include "tui/pane/pane_code.h"
#include "tui/pane/pane_footer.h"
#include "tui/pane/softmax_part.h"
#include "tui/plain.h"
#include "tui/update.h"
#include "tui/viewer_figure.h"
#include "tui/viewer_live.h"

#include <string.h>

#define WIDTH 100 /* columns, for what is a text of the walk */

static void put_page_text(const struct viewer *v, enum page page, struct buf *out)
{
    struct viewer all = *v;
    all.chosen.mono = true;
    all.height = all.where.help = 0;
    page_text_of(&all, page, WIDTH, out);
}

/* --- where --- */

static void put_where(const struct viewer *v, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    if (s->row < 0) {
        put_member("nothing", viewer_nothing(v), out);
        return;
    }
    int begin, end;
    stepper_counted(s, s->row, &begin, &end);
    const struct event *e = &s->tape->event[end];
    put_number("row", s->row, out);
    buf_puts(out, ",\"from\":");
    put_step(s->tape, begin, out);
    buf_puts(out, ",\"step\":");
    put_step(s->tape, end, out);
    put_number("steps", e->setup ? s->tape->setup_count : s->tape->step_count, out);
    put_flag("folded", stepper_folded(s), out);
    put_flag("inside", stepper_inside(s), out);
    put_member("stage", stepper_stage(s) == STAGE_OTHER ? NULL : stage_name(stepper_stage(s)), out);
    if (e->user_call >= 0) {
        put_member("function", s->tape->call[e->user_call].name, out);
    }
    buf_puts(out, ",\"at\":");
    put_span(v->lesson, viewer_span(v), out);
}

/* --- the text of a lesson's stop --- */

static const char *kind_word(enum guide_kind kind)
{
    static const char *const word[] = {"title",    "text", "step", "output",
                                       "exercise", "more", "end"};
    return word[kind];
}

static void put_part_of_text(const struct viewer *v, const struct guide_stop *s, struct buf *out)
{
    const struct prose *p = &v->guide->prose;
    if (s->kind == GUIDE_STEP && s->lit >= 0) {
        buf_puts(out, ",\"words\":");
        put_words(p->at[s->lit].text, p->at[s->lit].marks, s->lit_from, s->lit_end, out);
    } else if (s->kind != GUIDE_STEP) {
        buf_puts(out, ",\"blocks\":[");
        for (int k = s->from; k < s->end; k++) {
            if (guide_tells(v->guide, s, k)) {
                buf_puts(out, k > s->from ? "," : "");
                put_block(&p->at[k], out);
            }
        }
        buf_putc(out, ']');
    }
    if (s->kind == GUIDE_OUTPUT) {
        buf_printf(out, ",\"printer\":{\"cell\":%d,\"line\":%d,\"end\":%d}", s->prints.cell,
                   s->prints.first, s->prints.last);
        put_flag("drawn", viewer_drawn(v), out);
        buf_puts(out, ",\"printed\":");
        json_put_bytes(v->where.at.tape->printed.data + s->out_from, s->out_end - s->out_from, out);
    }
}

/* Where several are left to be asked, or the lesson ends: each with what became of it. */
static void put_tasks(const struct viewer *v, const struct guide_stop *s, struct buf *out)
{
    const struct practice *p = v->practice;
    bool end = s->kind == GUIDE_END;
    if (p == NULL || v->where.asking || !(end || s->kind == GUIDE_MORE)) {
        return;
    }
    int first = end ? 0 : s->exercise, count = end ? p->count : s->exercises;
    buf_puts(out, ",\"exercises\":[");
    for (int k = first; k < first + count; k++) {
        const struct task *t = &p->task[k];
        buf_puts(out, k > first ? ",{\"name\":" : "{\"name\":");
        json_put_text(t->name, out);
        put_number("at", k, out);
        put_member("kind", exercise_kind_name(t->exercise->kind), out);
        put_member("state", practice_state(t), out);
        put_flag("solved", t->done == DONE_SOLVED, out);
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

static void put_stop(const struct viewer *v, struct buf *out)
{
    const struct guide_stop *s = viewer_stop(v);
    scoped_buf place = {0}, heading = {0};
    if (s == NULL) {
        return;
    }
    guide_place(v->guide, v->where.stop, &place);
    viewer_heading(v, &heading);
    buf_printf(out, ",\"stop\":{\"at\":%d", v->where.stop);
    put_member("kind", kind_word(s->kind), out);
    put_member("place", buf_text(&place), out);
    put_member("heading", buf_text(&heading), out);
    put_number("code", s->cell, out);
    put_flag("reads", viewer_reads(v), out);
    put_flag("between", v->where.between, out);
    if (!v->where.between) {
        put_part_of_text(v, s, out);
        put_tasks(v, s, out);
    }
    buf_putc(out, '}');
}

/* --- exercises --- */

/* What became of the questions of each stop that asks: [stop, state]; of several the same of all,
 * else "tried", which says the least. */
static void put_done(const struct viewer *v, struct buf *out)
{
    const struct practice *p = v->practice;
    int n = 0;
    buf_puts(out, ",\"done\":[");
    for (int k = 0; p != NULL && v->guide != NULL && k < v->guide->count; k++) {
        const struct guide_stop *s = &v->guide->at[k];
        bool more = s->kind == GUIDE_MORE, open = false, begun = false;
        if (!more && s->kind != GUIDE_EXERCISE) {
            continue;
        }
        for (int i = s->exercise; i < s->exercise + (more ? s->exercises : 1); i++) {
            open |= p->task[i].done != p->task[s->exercise].done;
            begun |= p->task[i].done != DONE_NOT;
        }
        if (begun) {
            buf_printf(out, "%s[%d,", n++ > 0 ? "," : "", k);
            json_put_text(open ? "tried" : practice_state(&p->task[s->exercise]), out);
            buf_putc(out, ']');
        }
    }
    buf_putc(out, ']');
}

static void put_options(const struct question *q, struct buf *out)
{
    buf_puts(out, ",\"options\":[");
    for (int k = 0; k < q->option_count; k++) {
        buf_puts(out, k > 0 ? "," : "");
        put_markdown(q->option[k].text, out);
    }
    buf_putc(out, ']');
}

/* Which options are right, where the solution was told; an order is told in words. */
static void put_right(const struct practice *p, struct buf *out)
{
    const struct question *q = &p->question;
    int n = 0;
    buf_puts(out, ",\"right\":[");
    bool shown = practice_is_over(p) && kind_asks(q->kind, ASKS_CHOICE);
    for (int k = 0; shown && k < q->option_count; k++) {
        if (q->option[k].right) {
            buf_printf(out, n++ > 0 ? ",%d" : "%d", k);
        }
    }
    buf_putc(out, ']');
}

static void put_exercise(const struct viewer *v, struct buf *out)
{
    const struct practice *p = v->practice;
    const struct guide_stop *s = viewer_stop(v);
    bool asks = p != NULL && s != NULL && !v->where.between && p->open &&
                (s->kind == GUIDE_EXERCISE || v->where.asking);
    if (!asks) {
        return;
    }
    const struct question *q = &p->question;
    const struct task *t = &p->task[p->at];
    buf_puts(out, ",\"exercise\":{\"name\":");
    json_put_text(t->name, out);
    put_member("kind", exercise_kind_name(q->kind), out);
    put_member("state", practice_state(t), out);
    put_member("form", q->form, out);
    put_member("begins", kind_asks(q->kind, ASKS_CODE) ? practice_begin(p) : NULL, out);
    put_member("code", q->code, out);
    put_number("tries", t->tries, out);
    put_number("hints", t->hints, out);
    put_number("hintsLeft", q->hint_count - t->hints, out);
    put_flag("over", practice_is_over(p), out);
    put_flag("letter", asked_for(v) == ASKED_LETTER, out);
    buf_puts(out, ",\"prompt\":");
    put_markdown(q->prompt, out);
    put_options(q, out);
    put_right(p, out);
    put_flag("more",
             s->kind == GUIDE_MORE && practice_next_open(p, s->exercise, s->exercises, p->at) >= 0,
             out);
    buf_puts(out, ",\"told\":");
    put_markdown(buf_text(&p->told), out);
    buf_putc(out, '}');
}

/* --- the step --- */

/* Whether a score can be drawn: queries and keys are two numbers wide. */
static bool is_shadow(const struct viewer *v, const struct event *e)
{
    return !stepper_folded(&v->where.at) && e->stage == STAGE_SCORES && event_contracts(e) &&
           v->fetched.in_count > 1 && v->fetched.in[0].slice.columns == 2;
}

/* How many other ways there are, how many of them are right (they come first), and which is shown;
 * -1: none. */
static void put_ways(const struct viewer *v, struct buf *out)
{
    const struct instead *ways = v->fetched.ways;
    int right = 0;
    while (right < v->fetched.way_count && ways[right].right) {
        right++;
    }
    bool shown =
        v->fetched.any_instead && v->chosen.beside == BESIDE_INSTEAD && !softmax_parts_are_open(v);
    put_number("ways", v->fetched.way_count, out);
    put_number("waysRight", right, out);
    put_number("wayAt", shown ? v->chosen.way : -1, out);
}

static void put_sentences(const struct viewer *v, struct buf *out)
{
    scoped_buf text = {0}, compared = {0}, names = {0}, sizes = {0};
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    pane_sentence_text(v, WIDTH, &text);
    put_sentence("caption", &text, out);
    if (v->earlier != NULL && !v->chosen.hidden) {
        pane_compared_text(v, &compared);
        put_buf("compared", &compared, out);
    }
    if (!stepper_folded(&v->where.at) && e->figure == NULL) {
        step_shapes(e, true, &names);
        step_shapes(e, false, &sizes);
        put_buf("names", &names, out);
        put_buf("sizes", &sizes, out);
    }
    if (v->fetched.any_instead && v->chosen.beside == BESIDE_INSTEAD) {
        put_member("way", viewer_way_sentence(v), out);
        put_member("wayNan", viewer_way_nan(v), out);
        put_buf("wayCode", &v->fetched.way_code, out);
    }
    if (v->fetched.any_out && shown_is_attention(v->where.at.tape, &v->fetched.out)) {
        put_member("reading", pane_reading_of_scores(), out);
    }
    if (is_shadow(v, e)) {
        put_member("shadow",
                   "The score is the length of the query times the shadow of the key on its line; "
                   "behind the query it counts as minus.",
                   out);
    }
    put_flag("contracts", !stepper_folded(&v->where.at) && event_contracts(e), out);
    int which, results = update_results(v, &which);
    put_number("results", results, out);
    put_number("result", which, out);
    put_ways(v, out);
    put_member("gradient", pane_footer_gradient(v), out);
    put_flag("earlier", v->earlier != NULL, out);
    put_flag("before", v->fetched.any_before, out); /* the run before has this step, too */
    put_flag("source", viewer_input(v) != NULL && viewer_input(v)->maker >= 0, out);
    put_flag("cameBack", act_hop_went_back(v), out);
    put_flag("use", act_hop_has_use(v), out);
}

static void put_tensors(const struct viewer *v, struct buf *out)
{
    const struct shown *other = viewer_beside(v);
    buf_puts(out, ",\"tensors\":[");
    for (int k = 0; k < v->fetched.in_count; k++) {
        look_tensor(v, &v->fetched.in[k], out);
        buf_putc(out, ',');
    }
    if (v->fetched.any_out && !v->chosen.hidden) {
        look_tensor(v, &v->fetched.out, out);
        buf_putc(out, ',');
        if (other != NULL) {
            look_tensor(v, other, out);
            buf_putc(out, ',');
        }
    }
    if (out->data[out->len - 1] == ',') {
        buf_cut(out, out->len - 1);
    }
    buf_putc(out, ']');
}

/* As a table shows numbers. */
static void put_short(const char *name, double value, struct buf *out)
{
    scoped_buf text = {0};
    plain_value(value, &text);
    put_buf(name, &text, out);
}

/* One line of the arithmetic; "from" says which cell it is about: the tensor, and its place in the
 * table; "short" is what it comes to, "product" what it adds to that. */
static void put_arithmetic_line(const struct explained_step *s, struct buf *out)
{
    buf_puts(out, "{\"part\":");
    json_put_text(s->part, out);
    put_member("text", s->text, out);
    put_member("after", s->after, out);
    if (s->after != NULL) {
        put_short("short", s->value, out);
    }
    if (s->multiplied) {
        put_short("product", s->product, out);
    }
    put_number("from", s->from, out);
    buf_putc(out, '}');
}

/* The cells that went in: [which tensor, row, column] in the plane that is shown. */
static void put_sources(const struct viewer *v, struct buf *out)
{
    const struct explanation *x = &v->fetched.explanation;
    buf_puts(out, ",\"from\":[");
    for (int64_t k = 0; k < x->from_count && k < EXPLAIN_STEPS; k++) {
        int64_t row = -1, column = -1;
        int in = 0;
        while (in < v->fetched.in_count && v->fetched.in[in].input != x->from[k].input) {
            in++;
        }
        if (in < v->fetched.in_count) {
            plane_find(&v->fetched.in[in].slice, x->from[k].cell, &row, &column);
        }
        buf_printf(out, "%s[%d,%lld,%lld]", k > 0 ? "," : "", in, (long long)row,
                   (long long)column);
    }
    buf_putc(out, ']');
}

static void put_arithmetic(const struct viewer *v, struct buf *out)
{
    const struct explanation *x = &v->fetched.explanation;
    if (!v->fetched.explained || v->chosen.hidden) {
        return;
    }
    buf_printf(out, ",\"cell\":{\"row\":%lld,\"column\":%lld", (long long)v->fetched.cell_row,
               (long long)v->fetched.cell_column);
    put_buf("title", &x->title, out);
    put_buf("formula", &x->formula, out);
    put_buf("numbers", &x->numbers, out);
    put_buf("before", &x->before, out);
    if (!v->placeless) {
        put_buf("place", &x->place, out);
    }
    put_buf("nudged", &v->fetched.nudged, out);
    put_sources(v, out);
    buf_puts(out, ",\"lines\":[");
    for (int k = 0; k < x->step_count; k++) {
        buf_puts(out, k > 0 ? "," : "");
        put_arithmetic_line(&x->step[k], out);
    }
    buf_puts(out, "]}");
}

static void put_warnings(const struct viewer *v, struct buf *out)
{
    buf_puts(out, ",\"warnings\":[");
    int n = 0;
    for (int k = v->chosen.hidden ? -1 : viewer_warning(v, 0); k >= 0;
         k = viewer_warning(v, k + 1)) {
        buf_puts(out, n++ > 0 ? "," : "");
        json_put_text(v->warnings->at[k].text, out);
    }
    buf_putc(out, ']');
}

/* A page of the walk that is open, as its lines; of words also what else is explained. */
static void put_page(const struct viewer *v, struct buf *out)
{
    scoped_buf text = {0};
    put_page_text(v, v->where.page, &text);
    put_member("pageTitle", page_title(v->where.page), out);
    put_member("page", buf_text(&text), out);
    if (v->where.page == PAGE_words) {
        int found[WORDS_MOST], count = page_words_found(v, found);
        buf_puts(out, ",\"explained\":[");
        for (int k = 0; k < count; k++) {
            buf_puts(out, k > 0 ? ",{\"name\":" : "{\"name\":");
            json_put_text(glossary_term(found[k])->name, out);
            buf_puts(out, ",\"blocks\":");
            put_markdown(glossary_term(found[k])->text, out);
            buf_putc(out, '}');
        }
        buf_puts(out, "],\"terms\":[");
        for (int k = 0; k < glossary_count(); k++) {
            buf_puts(out, k > 0 ? "," : "");
            json_put_text(glossary_term(k)->name, out);
        }
        buf_putc(out, ']');
    }
}

/* What a lesson says was written for its own numbers. */
static void put_changed(const struct viewer *v, struct buf *out)
{
    scoped_buf text = {0};
    if (v->changed != NULL && *v->changed != '\0') {
        buf_printf(&text, "%s%s", v->changed,
                   viewer_stop(v) != NULL ? "; the text is about the lesson as it was written"
                                          : "");
        put_member("changed", buf_text(&text), out);
    }
}

void look_json(const struct viewer *v, struct buf *out)
{
    buf_puts(out, "{\"title\":");
    json_put_text(v->title, out);
    put_where(v, out);
    put_stop(v, out);
    put_exercise(v, out);
    put_done(v, out);
    if (v->where.at.row >= 0 && !viewer_reads(v)) {
        put_sentences(v, out);
        look_parts(v, out);
        put_tensors(v, out);
        put_arithmetic(v, out);
        put_warnings(v, out);
    }
    if (v->where.page != PAGE_NONE) {
        put_page(v, out);
    }
    if (v->typed.prompt != PROMPT_NONE) {
        put_member("prompt", pane_footer_prompt(v->typed.prompt), out);
        put_member("typed", v->typed.text, out);
    }
    put_changed(v, out);
    put_member("failure", v->failure, out);
    put_member("message", v->typed.message[0] != '\0' ? v->typed.message : NULL, out);
    buf_putc(out, '}');
}
