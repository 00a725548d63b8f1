/* Fetches from the tape what a stop shows. */
#include "tui/viewer.h"
#include "tui/probe.h"

#include "show/code.h"
#include "torch/origin/origin_region.h"
#include "trace/explain/carried.h"
#include "trace/explain/nudge.h"
#include "trace/tape/event.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/snapshot.h"
#include "tui/bite.h"
#include "tui/update.h"
#include "tui/viewer_figure.h"
#include "tui/viewer_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool viewer_init(struct viewer *v, struct tape *t, const struct warnings *warnings,
                 const char *title)
{
    *v = (struct viewer){.warnings = warnings,
                         .fetched.gradient = -1,
                         .title = title,
                         .chosen = {.guessed = -1, .mouse = true},
                         .typed.turned_row = -1,
                         .where.cursor.cell = -1};
    for (int k = 0; k < MARKS; k++) {
        v->chosen.mark[k].event = v->chosen.mark[k].stop = -1;
    }
    for (int k = 0; k < t->event_count; k++) {
        v->gradients |= t->event[k].of >= 0;
    }
    return stepper_init(&v->where.at, t);
}

const struct guide_stop *viewer_stop(const struct viewer *v)
{
    bool told = v->guide != NULL && v->guide->count > 0 && !v->chosen.untold;
    return told ? &v->guide->at[v->where.stop] : NULL;
}

bool viewer_reads(const struct viewer *v)
{
    const struct guide_stop *stop = viewer_stop(v);
    return stop != NULL && stop->kind != GUIDE_STEP && !v->where.between;
}

bool viewer_step_follows(const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    bool first = viewer_stop(v)->event < 0;
    return s->row >= 0 && (first || stepper_stop_after(s, s->row) >= 0);
}

void viewer_heading(const struct viewer *v, struct buf *out)
{
    const struct guide_stop *stop = viewer_stop(v);
    const struct task *t = stop->recall ? &v->practice->task[stop->exercise] : NULL;
    const char *title = v->lesson->title != NULL ? v->lesson->title : v->title;
    if (t != NULL) {
        buf_printf(out, "An earlier lesson: %s",
                   t->from->lesson.title != NULL ? t->from->lesson.title : t->name);
    } else {
        buf_puts(out, stop->section >= 0 ? v->guide->prose.at[stop->section].text : title);
    }
}

static void forget_made_of(struct viewer *v)
{
    for (int k = 0; k < SHOWN_MOST; k++) {
        free(v->fetched.made_of[k]);
        v->fetched.made_of[k] = NULL;
    }
}

static void forget(struct viewer *v)
{
    for (int k = 0; k < v->fetched.in_count; k++) {
        tensor_release(&v->fetched.in[k].then);
    }
    if (v->fetched.any_out) {
        tensor_release(&v->fetched.out.then);
    }
    viewer_forget_others(v);
    figure_chart_free(&v->fetched.chart);
    if (v->fetched.explained) {
        explain_free(&v->fetched.explanation);
    }
    forget_made_of(v);
    v->fetched.in_count = 0;
    v->fetched.any_out = v->fetched.explained = v->fetched.of.done = v->fetched.of.told = false;
}

void viewer_free(struct viewer *v)
{
    forget(v);
    for (int k = 0; k < v->chosen.stop_count; k++) {
        probe_free(&v->chosen.stop[k]);
    }
    buf_free(&v->fetched.nudged);
    buf_free(&v->typed.answer);
    buf_free(&v->typed.attempt);
    buf_free(&v->fetched.way_code);
    seen_free(&v->where.seen);
    seen_free(&v->where.read);
    stepper_free(&v->where.at);
}

/* --- fetching --- */

static bool fetch_input(struct viewer *v, int event, int input)
{
    struct tape *t = v->where.at.tape;
    const struct tape_tensor *of = &t->event[event].input[input].of;
    struct shown *s = &v->fetched.in[v->fetched.in_count];
    *s = (struct shown){.input = input, .event = event, .maker = tape_giver(t, event, of)};
    if (!tape_before(t, of, event, &s->then)) {
        return false;
    }
    v->fetched.in_count++;
    s->name = tape_name(t, event, of);
    if (s->name == NULL && of->maker >= 0) { /* self.register_buffer("mask", ahead) */
        s->name = tape_result_name(t, of->maker, 0);
    }
    shown_measure(s, of, v->where.batch, v->where.head);
    return true;
}

static bool is_there(const struct viewer *v, uint64_t serial)
{
    for (int k = 0; k < v->fetched.in_count; k++) {
        if (v->fetched.in[k].of->serial == serial) {
            return true;
        }
    }
    return false;
}

/* What goes into an update, however many steps it takes: the gradient first. */
static bool fetch_update(struct viewer *v, int update)
{
    const struct tape *t = v->where.at.tape;
    int begin = stepper_begin(&v->where.at);
    bool *part, ok = update_parts(v, update, &part);
    for (int round = 0; ok && round < 2; round++) {
        for (int k = update; ok && k >= begin; k--) {
            for (int j = 0; ok && part[k - begin] && j < t->event[k].input_count; j++) {
                const struct tape_tensor *of = &t->event[k].input[j].of;
                int from = tape_giver(t, k, of);
                bool first = from >= 0 && t->event[from].of >= 0;
                if (from < begin && first == (round == 0) && v->fetched.in_count < SHOWN_MOST &&
                    !is_there(v, of->serial)) {
                    ok = fetch_input(v, k, j);
                }
            }
        }
    }
    free(part);
    return ok;
}

/* What goes into a group: what was made before it, but for weights; into a gradient the gradient
 * that it is made of comes first. */
static bool fetch_group(struct viewer *v)
{
    const struct tape *t = v->where.at.tape;
    int first = stepper_begin(&v->where.at), last = stepper_end(&v->where.at) - 1;
    if (v->where.at.outline.row[v->where.at.row].kind == ROW_SETUP) {
        return true;
    }
    for (int round = t->event[last].of >= 0 ? 0 : 1; round < 2; round++) {
        for (int event = first; event <= last; event++) {
            for (int k = 0; k < t->event[event].input_count && v->fetched.in_count < SHOWN_MOST;
                 k++) {
                const struct tape_tensor *of = &t->event[event].input[k].of;
                bool told = round > 0 || (of->maker >= 0 && t->event[of->maker].of >= 0);
                if (told && of->maker < first && !of->parameter && !is_there(v, of->serial) &&
                    !fetch_input(v, event, k)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool fetch_inputs(struct viewer *v)
{
    int event = stepper_event(&v->where.at);
    int output = v->where.result;
    v->fetched.updates = update_count(v, v->where.update, &event);
    v->fetched.given =
        v->fetched.updates > 0 ? 0 : update_given(v, v->where.update, &event, &output);
    v->where.result = output;
    if (v->fetched.updates > 0) {
        return fetch_update(v, event);
    }
    if (stepper_folded(&v->where.at)) {
        return fetch_group(v);
    }
    if (viewer_figure(v) != NULL) { /* what goes in is what is shown */
        return figure_chart(v->where.at.tape, event, &v->fetched.chart);
    }
    for (int k = 0;
         k < v->where.at.tape->event[event].input_count && v->fetched.in_count < SHOWN_MOST; k++) {
        if (!fetch_input(v, event, k)) {
            return false;
        }
    }
    return true;
}

static bool fetch_result(struct viewer *v, int event)
{
    struct tape *t = v->where.at.tape;
    const struct event *e = &t->event[event];
    if (e->output_count == 0) {
        return true;
    }
    v->where.result = v->where.result < 0 ? e->output_count - 1 : v->where.result % e->output_count;
    struct shown *s = &v->fetched.out;
    *s = (struct shown){.role = ROLE_RESULT,
                        .input = -1,
                        .output = v->where.result,
                        .event = event,
                        .maker = event};
    if (!tape_after(t, &e->output[v->where.result], event, &s->then)) {
        return false;
    }
    v->fetched.any_out = true;
    s->name = e->figure == NULL ? tape_result_name(t, event, v->where.result) : NULL;
    if (e->effect == STORAGE_IN_PLACE && tape_name(t, event, &e->output[v->where.result]) != NULL) {
        s->name = tape_name(t, event, &e->output[v->where.result]);
    }
    shown_measure(s, &e->output[v->where.result], v->where.batch, v->where.head);
    return true;
}

static int64_t cut(int64_t wish, int64_t size)
{
    return wish >= size ? (size > 0 ? size - 1 : 0) : wish;
}

/* The event in a gradient's group that computed the numbers of its result, seen through views and
 * copies; the cell there. */
static int see_through(struct viewer *v, int event, int64_t *cell)
{
    struct tape *t = v->where.at.tape;
    int begin = stepper_begin(&v->where.at);
    for (bool seen = true;
         seen && event_moves(&t->event[event]) && !event_is(&t->event[event], OP_scatter);) {
        struct explanation e;
        seen = explain_cell(t, event, 0, *cell, &e) && e.from_count == 1 &&
               t->event[event].input[e.from[0].input].of.maker >= begin;
        if (seen) {
            *cell = e.from[0].cell;
            event = t->event[event].input[e.from[0].input].of.maker;
        }
        explain_free(&e);
    }
    return event;
}

/* The arithmetic behind a view under the name of the view: "keys.grad[0, 1] = 0.25". */
static void call_it_by_result(struct viewer *v, int64_t cell)
{
    struct explanation e;
    if (explain_cell(v->where.at.tape, v->fetched.out.event, v->where.result, cell, &e)) {
        struct explanation *of = &v->fetched.explanation, kept = *of;
        of->title = e.title;
        of->place = e.place;
        e.title = kept.title;
        e.place = kept.place;
    }
    explain_free(&e);
}

/* For carried_parts. */
static void mark_made_of(void *to, int event, int input, int64_t at)
{
    struct viewer *v = to;
    const struct tape_tensor *of = &v->where.at.tape->event[event].input[input].of;
    for (int k = 0; k < v->fetched.in_count; k++) {
        const struct tape_tensor *in = v->fetched.in[k].of;
        bool **made_of = &v->fetched.made_of[k];
        if (in->serial == of->serial && tensor_same_shape(&in->tensor, &of->tensor)) {
            *made_of = *made_of != NULL
                           ? *made_of
                           : calloc((size_t)tensor_numel(&of->tensor), sizeof **made_of);
            if (*made_of != NULL) {
                (*made_of)[at] = true;
            }
        }
    }
}

/* Of a gradient that took several operations the last one's arithmetic stands for the group, and
 * of a loss. A sum may have a hundred thousand terms: it is told once for a cell. */
static void explain(struct viewer *v)
{
    const struct plane *p = &v->fetched.out.slice;
    int64_t row = cut(v->where.row, p->rows), column = cut(v->where.column, p->columns);
    struct tape *t = v->where.at.tape;
    bool group = stepper_folded(&v->where.at);
    if (v->fetched.of.told && row == v->fetched.cell_row && column == v->fetched.cell_column &&
        group == v->fetched.of.group && v->where.nudging == v->fetched.of.nudging) {
        return;
    }
    if (v->fetched.explained) {
        explain_free(&v->fetched.explanation);
        v->fetched.explained = false;
    }
    buf_clear(&v->fetched.nudged);
    forget_made_of(v);
    v->fetched.cell_row = row;
    v->fetched.cell_column = column;
    v->fetched.of.told = true;
    v->fetched.of.group = group;
    v->fetched.of.nudging = v->where.nudging;
    const struct event *made_by = &t->event[v->fetched.out.event];
    bool loss = event_is(made_by, OP_nll_loss) || event_adds_squares(t, v->fetched.out.event) >= 0;
    if ((group && made_by->gradient == NULL && !loss && v->fetched.updates == 0) || p->rows == 0 ||
        p->columns == 0) {
        return;
    }
    int64_t cell = plane_cell(p, v->fetched.cell_row, v->fetched.cell_column), made = cell;
    v->fetched.explained_of =
        group ? see_through(v, v->fetched.out.event, &made) : v->fetched.out.event;
    v->fetched.explained = explain_cell(t, v->fetched.explained_of, group ? 0 : v->where.result,
                                        made, &v->fetched.explanation);
    if (v->fetched.explained && v->fetched.explained_of != v->fetched.out.event) {
        call_it_by_result(v, cell);
    }
    if (group && (t->event[v->fetched.out.event].of >= 0 || v->fetched.updates > 0)) {
        struct carried c = {t, stepper_begin(&v->where.at), v->fetched.out.event, 0, -1, -1};
        carried_parts(&c, cell, mark_made_of, v);
    }
    struct nudge nudge;
    if (v->where.nudging && nudge_cell(v->where.at.tape, v->fetched.out.event, cell, &nudge)) {
        nudge_text(v->where.at.tape, &nudge, &v->fetched.nudged);
    }
    if (!v->fetched.explained) {
        explain_free(&v->fetched.explanation);
    }
    error_clear(&v->where.at.tape->session->in.error);
}

/* An input shows the head and the batch that the chosen cell was made of, where those that are
 * chosen hold none of it: heads that are shared or counted through have other numbers there. */
static void follow_sources(struct viewer *v)
{
    const struct explanation *x = &v->fetched.explanation;
    for (int k = 0; k < v->fetched.in_count; k++) {
        struct shown *in = &v->fetched.in[k];
        struct plane own = plane_of(in->of, v->where.batch, v->where.head);
        int64_t row, column, first = -1;
        bool held = !v->fetched.explained || v->fetched.explained_of != in->event;
        for (int64_t j = 0; !held && j < x->from_count; j++) {
            bool mine = x->from[j].input == in->input;
            first = mine && first < 0 ? x->from[j].cell : first;
            held = mine && plane_find(&own, x->from[j].cell, &row, &column);
        }
        if (!held && first >= 0) {
            int64_t at[TENSOR_MAX_DIMS];
            origin_place(&in->of->tensor, first, at);
            own.batch = own.batch_axis >= 0 ? at[own.batch_axis] : 0;
            own.head = own.head_axis >= 0 ? at[own.head_axis] : 0;
        }
        if (own.batch != in->slice.batch || own.head != in->slice.head) {
            shown_measure(in, in->of, own.batch, own.head);
        }
    }
}

int viewer_gradient(const struct viewer *v)
{
    const struct tape *t = v->where.at.tape;
    int other = -1, event = update_event(v);
    if (v->gradients && event != stepper_event(&v->where.at)) {
        return gradient_other(t, event);
    }
    for (int k = stepper_event(&v->where.at);
         v->gradients && k >= stepper_begin(&v->where.at) && other < 0; k--) {
        other = gradient_other(t, k);
    }
    return other;
}

static bool fetch(struct viewer *v)
{
    if (v->fetched.of.done && v->fetched.of.row == v->where.at.row &&
        v->fetched.of.result == v->where.result && v->fetched.of.update == v->where.update &&
        v->fetched.of.batch == v->where.batch && v->fetched.of.head == v->where.head &&
        v->fetched.of.beside == v->chosen.beside && v->fetched.of.way == v->chosen.way &&
        v->fetched.of.change == v->chosen.change &&
        (!v->chosen.change || v->fetched.of.input == v->where.input)) {
        return true;
    }
    do {
        forget(v);
        if (!fetch_inputs(v) || !fetch_result(v, update_event(v))) {
            return false;
        }
    } while (bite_turn(v));
    bite_cell(v);
    v->fetched.gradient = viewer_gradient(v);
    viewer_fetch_others(v);
    v->fetched.of.done = true;
    v->fetched.of.row = v->where.at.row;
    v->fetched.of.result = v->where.result;
    v->fetched.of.update = v->where.update;
    v->fetched.of.batch = v->where.batch;
    v->fetched.of.head = v->where.head;
    v->fetched.of.beside = v->chosen.beside;
    v->fetched.of.way = v->chosen.way;
    v->fetched.of.change = v->chosen.change;
    v->fetched.of.input = v->where.input;
    return true;
}

const char *viewer_nothing(const struct viewer *v)
{
    return v->failure == NULL
               ? "This code did nothing with tensors. F3 shows it, o what it printed."
               : "The run ended before it had done anything with tensors.";
}

bool viewer_look(struct viewer *v)
{
    int number =
        viewer_stop(v) != NULL && !v->where.between ? guide_number(v->guide, v->where.stop) : 0;
    if (number > 0) {
        seen_add(&v->where.read, number, number);
    }
    if (v->where.at.row < 0) {
        return true;
    }
    struct error *err = &v->where.at.tape->session->in.error;
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    if (!e->setup && (v->changed == NULL || *v->changed == '\0')) {
        seen_add(&v->where.seen, e->number, e->number);
    }
    struct error kept = *err; /* of a run that failed: looking has errors of its own */
    error_clear(err);
    if (!probe_points(v) || !fetch(v)) {
        return false;
    }
    v->where.input =
        v->fetched.in_count == 0 ? 0 : (v->where.input + v->fetched.in_count) % v->fetched.in_count;
    if (v->fetched.any_out) {
        explain(v);
        follow_sources(v);
    }
    *err = kept;
    return true;
}

/* --- looking --- */

const struct shown *viewer_input(const struct viewer *v)
{
    return v->fetched.in_count > 0 ? &v->fetched.in[v->where.input] : NULL;
}

bool viewer_is_inside(const struct viewer *v)
{
    int around = v->where.at.parent[v->where.at.row];
    return around >= 0 && v->where.at.outline.row[around].kind == ROW_COMPOSITE;
}

const struct span *viewer_span(const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    const struct row *row = &s->outline.row[s->row];
    const struct event *e = &s->tape->event[stepper_event(s)];
    bool inside = s->parent[s->row] >= 0 && s->outline.row[s->parent[s->row]].kind == ROW_COMPOSITE;
    if (row->kind == ROW_CALL || row->kind == ROW_COMPOSITE) {
        int call = row->call, around = s->tape->call[call].parent;
        call = outline_between(s->tape, around) ? around : call;
        while (!inside && s->tape->call[call].site.source != NULL &&
               s->tape->call[call].site.source->prelude && s->tape->call[call].parent >= 0) {
            call = s->tape->call[call].parent;
        }
        return &s->tape->call[call].site;
    }
    return code_span(e, inside);
}

void viewer_name(const struct viewer *v, const struct shown *s, struct buf *out)
{
    bool inside = viewer_is_inside(v);
    struct shown own = *s;
    if (s->role == ROLE_BEFORE) {
        own.event = s->maker;
    }
    shown_name(viewer_tape_of(v, s), &own, inside,
               inside || (s->input >= 0 && v->fetched.updates > 0), out);
}

const struct tape *viewer_tape_of(const struct viewer *v, const struct shown *s)
{
    return s->role == ROLE_BEFORE ? v->earlier->run->tape : v->where.at.tape;
}

void viewer_number(const struct viewer *v, int event, struct buf *out)
{
    if (event >= 0) {
        buf_putc(out, '#');
        event_number(&v->where.at.tape->event[event], out);
    }
}

void viewer_row_label(const struct viewer *v, const struct shown *s, int64_t row, struct buf *out)
{
    if (!viewer_tick(v, s, true, row, out)) {
        shown_row_label(s, row, out);
    }
}

void viewer_column_label(const struct viewer *v, const struct shown *s, int64_t column,
                         struct buf *out)
{
    if (!viewer_tick(v, s, false, column, out)) {
        shown_column_label(s, column, out);
    }
}

int viewer_warning(const struct viewer *v, int from)
{
    return v->where.at.row < 0 ? -1
                               : warnings_next(v->warnings, from, stepper_begin(&v->where.at),
                                               stepper_event(&v->where.at));
}

void viewer_say(struct viewer *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(v->typed.message, sizeof v->typed.message, format, args);
    va_end(args);
}
