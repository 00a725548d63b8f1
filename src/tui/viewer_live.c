/* Holds what a viewer knows of other runs: the same step of the run before, the lines that are off,
 * where it stood. */
#include "tui/viewer_live.h"

#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <string.h>

#define COUNTED_MOST 200000 /* cells of a whole tensor; of a larger one those of the plane */
#define INSTEAD_WIDTH 120   /* of the screen */
#define CHANGED_MOST (16 << 20)

/* --- lines --- */

struct span viewer_own_span(const struct viewer *v)
{
    const struct span *at = viewer_span(v);
    bool own = at->source != NULL && !at->source->prelude;
    return own ? *at : v->where.at.tape->event[stepper_event(&v->where.at)].code;
}

struct code_line viewer_line(const struct viewer *v)
{
    struct code_line line = {.cell = -1};
    if (v->where.at.row >= 0) {
        struct span at = viewer_own_span(v);
        line = (struct code_line){.cell = run_cell_of(v->lesson, at.source), .line = at.line};
    }
    return line;
}

int viewer_breakpoint(const struct viewer *v, struct code_line at)
{
    for (int k = 0; at.cell >= 0 && k < v->chosen.stop_count; k++) {
        const struct point *p = &v->chosen.stop[k];
        if (p->kind == POINT_LINE && p->at.cell == at.cell && p->at.line == at.line) {
            return k;
        }
    }
    return -1;
}

int viewer_is_off(const struct viewer *v, struct code_line at)
{
    for (int k = 0; at.cell >= 0 && v->off != NULL && k < v->off->count; k++) {
        const struct lines *off = &v->off->at[k];
        if (off->cell == at.cell && at.line >= off->first && at.line <= off->last) {
            return k;
        }
    }
    return -1;
}

void viewer_waits(const struct viewer *v, struct buf *out)
{
    if (v->held != NULL) {
        buf_printf(out, "What would give the exercise %s away waits until it is solved.", v->held);
    }
}

bool viewer_is_warned(const struct viewer *v, struct code_line at, int event)
{
    for (int k = 0; at.cell >= 0 && v->warnings != NULL && k < v->warnings->count; k++) {
        const struct span *span = &v->warnings->at[k].at;
        if (v->warnings->at[k].event <= event && span->line == at.line &&
            run_cell_of(v->lesson, span->source) == at.cell) {
            return true;
        }
    }
    return false;
}

/* --- the same place in another run --- */

/* A softmax that became another operation has no parts to open. */
static bool same_operation(const struct stepper *a, const struct row *row, const struct stepper *b,
                           const struct row *other)
{
    return row->kind != ROW_EVENT ||
           a->tape->event[row->first].op == b->tape->event[other->first].op;
}

/* Groups and operations that were opened or folded by hand are so again. */
static void follow_groups(struct stepper *to, const struct stepper *from, const struct match *m)
{
    for (int k = 0; k < from->outline.count; k++) {
        const struct row *old = &from->outline.row[k];
        if (from->open[k] == old->open || old->first >= m->old_count) {
            continue;
        }
        for (int j = 0; j < to->outline.count; j++) {
            const struct row *row = &to->outline.row[j];
            if (row->kind == old->kind && row->depth == old->depth &&
                row->first == m->new_of[old->first] && same_operation(to, row, from, old)) {
                to->open[j] = from->open[k];
            }
        }
    }
}

static void follow_stop(struct viewer *v, const struct viewer *old, const struct match *m)
{
    const struct stepper *was = &old->where.at;
    int event = was->row < 0 ? -1 : match_place(m, was->tape, stepper_event(was));
    if (event < 0) {
        return;
    }
    stepper_to_event(&v->where.at, event);
    int depth = was->outline.row[was->row].depth, row = v->where.at.row;
    while (stepper_folded(was) && v->where.at.outline.row[row].depth > depth &&
           v->where.at.parent[row] >= 0) {
        row = v->where.at.parent[row];
    }
    if (row != v->where.at.row) {
        v->where.at.open[row] = false;
        stepper_return(&v->where.at, (struct stop){row, -1});
    } else {
        stepper_return(&v->where.at, (struct stop){row, was->part});
    }
}

void viewer_follow(struct viewer *v, const struct viewer *old, const struct match *m)
{
    v->width = old->width;
    v->height = old->height;
    v->chosen.ascii = old->chosen.ascii;
    v->chosen.mono = old->chosen.mono;
    v->where.focus = old->where.focus;
    v->where.page = old->where.page == PAGE_attempt || old->where.page == PAGE_failure
                        ? PAGE_NONE
                        : old->where.page;
    v->where.scroll = old->where.scroll;
    v->where.pane_scroll = old->where.pane_scroll;
    v->where.batch = old->where.batch;
    v->where.head = old->where.head;
    v->where.chose = old->where.chose;
    v->where.pointed = old->where.pointed;
    v->where.row = old->where.row;
    v->where.column = old->where.column;
    v->where.stop = old->where.stop;
    v->where.between = old->where.between;
    v->chosen.tier = old->chosen.tier;
    v->chosen.map = old->chosen.map;
    v->chosen.diverging = old->chosen.diverging;
    v->chosen.mouse = old->chosen.mouse;
    v->chosen.change = old->chosen.change;
    v->chosen.maximized = old->chosen.maximized;
    v->chosen.guessing = old->chosen.guessing;
    v->chosen.untold = old->chosen.untold;
    v->practice = old->practice;
    v->signs = old->signs;
    v->placeless = old->placeless;
    v->keyless = old->keyless;
    v->listed = old->listed;
    v->next_lesson = old->next_lesson;
    v->last_lesson = old->last_lesson;
    seen_join(&v->where.seen, &old->where.seen);
    seen_join(&v->where.read, &old->where.read);
    v->where.cursor = old->where.cursor;
    v->chosen.stop_count = old->chosen.stop_count;
    memcpy(v->chosen.stop, old->chosen.stop, sizeof v->chosen.stop);
    for (int k = 0; k < v->chosen.stop_count; k++) {
        v->chosen.stop[k].probe = NULL; /* it was of the old run */
    }
    memcpy(v->typed.knob, old->typed.knob, sizeof v->typed.knob);
    memcpy(v->typed.search, old->typed.search, sizeof v->typed.search);
    v->typed.wished = old->typed.wished;
    for (int k = 0; k < MARKS; k++) {
        int mark = old->chosen.mark[k].event;
        v->chosen.mark[k].event = mark >= 0 && mark < m->old_count ? m->new_of[mark] : -1;
    }
    follow_groups(&v->where.at, &old->where.at, m);
    follow_stop(v, old, m);
    v->chosen.guessed = v->where.at.row;
}

/* --- the same result in the run before --- */

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Cells can be compared one by one; of two programs those of one head of one batch. */
static bool comparable(const struct viewer *v, const struct shown *a, const struct shown *b)
{
    bool tables = a->slice.rows == b->slice.rows && a->slice.columns == b->slice.columns;
    return tensor_same_shape(&a->then, &b->then) ||
           (v->earlier != NULL && v->earlier->other && !v->fetched.any_instead && tables &&
            a->slice.row_axes == b->slice.row_axes);
}

/* Along an axis that both repeat their cells are the same: they have it once. How often it was. */
static int64_t once_of(struct tensor *a, struct tensor *b)
{
    int64_t times = 1;
    for (int d = 0; tensor_same_shape(a, b) && d < a->ndim; d++) {
        if (a->stride[d] == 0 && b->stride[d] == 0 && a->shape[d] > 1) {
            times *= a->shape[d];
            a->shape[d] = b->shape[d] = 1;
        }
    }
    return times;
}

static void count_differing(struct viewer *v, const struct shown *s, const struct shown *other)
{
    struct tensor a = s->then, b = other->then; /* borrowed */
    int64_t times = once_of(&a, &b), cells = tensor_numel(&a);
    v->fetched.compared = v->fetched.differing = -1;
    if (!comparable(v, s, other)) {
        return;
    }
    v->fetched.differing = 0;
    if (cells <= COUNTED_MOST && tensor_same_shape(&a, &b)) {
        v->fetched.compared = times * cells;
        for (int64_t k = 0; k < cells; k++) {
            bool same = same_number(tensor_cell(&a, k), tensor_cell(&b, k));
            v->fetched.differing += same ? 0 : times;
        }
        return;
    }
    v->fetched.compared = s->slice.rows * s->slice.columns;
    for (int64_t row = 0; row < s->slice.rows; row++) {
        for (int64_t column = 0; column < s->slice.columns; column++) {
            v->fetched.differing += viewer_differs(v, s, row, column);
        }
    }
}

static void fetch_before(struct viewer *v)
{
    struct shown *s = &v->fetched.before;
    int event = stepper_event(&v->where.at);
    int old = v->earlier != NULL && event < v->earlier->match.new_count
                  ? v->earlier->match.old_of[event]
                  : -1;
    struct tape *t = old >= 0 ? v->earlier->run->tape : NULL;
    if (t != NULL && v->earlier->other && !v->earlier->match.by_code &&
        v->fetched.out.slice.heads > 1) { /* there a head may be a pass */
        int twin = match_in_pass(t, old, (int)v->fetched.out.slice.head);
        old = twin >= 0 && plane_of(&t->event[old].output[0], 0, 0).heads == 1 ? twin : old;
    }
    if (t == NULL || v->where.result >= t->event[old].output_count) {
        return;
    }
    const struct tape_tensor *of = &t->event[old].output[v->where.result];
    *s = (struct shown){.role = ROLE_BEFORE, .input = -1, .event = event, .maker = old};
    if (!tape_after(t, of, old, &s->then)) {
        error_clear(&t->session->in.error); /* there is no memory to compare */
        return;
    }
    v->fetched.any_before = true;
    s->name = tape_result_name(t, old, v->where.result);
    if (t->event[old].effect == STORAGE_IN_PLACE && tape_name(t, old, of) != NULL) {
        s->name = tape_name(t, old, of);
    }
    int pass = v->where.at.tape->event[event].pass;
    bool head = v->earlier->other && !v->earlier->match.by_code &&
                v->fetched.out.slice.heads == 1 && pass > 0; /* there, a pass may be one */
    shown_measure(s, of, v->where.batch, head ? pass : v->where.head);
}

/* On a wide screen a small one is made without being asked for: there is room. */
static bool wants_instead(const struct viewer *v)
{
    return v->chosen.beside == BESIDE_INSTEAD ||
           (v->earlier == NULL && v->width >= INSTEAD_WIDTH &&
            tensor_numel(&v->fetched.out.then) <= COUNTED_MOST);
}

bool viewer_way_is_right(const struct viewer *v)
{
    return v->fetched.way_count > 0 && v->fetched.ways[v->chosen.way].right;
}

const char *viewer_way_sentence(const struct viewer *v)
{
    return instead_sentence(v->fetched.ways[v->chosen.way]);
}

const char *viewer_way_nan(const struct viewer *v)
{
    const struct event *e = &v->where.at.tape->event[v->fetched.out.event];
    return !v->fetched.instead.nan || v->fetched.out.nan ? NULL
           : event_normalizes(e)
               ? "nan is no number: where all that softmax is to share out among has minus "
                 "infinity, "
                 "every power of e is 0, and 0 / 0 has no answer."
               : "nan is no number: it is what 0 / 0, inf - inf and 0 * inf come to.";
}

static void find_ways(struct viewer *v, int event)
{
    if (!stepper_folded(&v->where.at)) {
        v->fetched.way_count = instead_list(v->where.at.tape, v->warnings, event, v->fetched.ways);
    }
    v->chosen.way = v->chosen.way < v->fetched.way_count ? v->chosen.way : 0;
}

static void fetch_instead(struct viewer *v)
{
    struct shown *s = &v->fetched.instead;
    int event = stepper_event(&v->where.at);
    find_ways(v, event);
    if (v->fetched.way_count == 0 || v->where.result != 0 || !wants_instead(v)) {
        return;
    }
    buf_clear(&v->fetched.way_code);
    *s = (struct shown){.role = ROLE_INSTEAD, .input = -1, .event = event, .maker = -1};
    if (!instead_make(v->where.at.tape, event, v->fetched.ways[v->chosen.way], &s->then,
                      &v->fetched.way_code)) {
        return;
    }
    v->fetched.any_instead = true;
    v->fetched.wrong = (struct tape_tensor){.tensor = s->then, .maker = -1, .written = -1};
    if (tensor_same_shape(&s->then, &v->fetched.out.then)) {
        v->fetched.wrong.axes = v->fetched.out.of->axes;
        v->fetched.wrong.called = v->fetched.out.of->called;
        enum op_kind kind = v->where.at.tape->event[event].op->kind;
        bool stays = kind == KIND_SOFTMAX || kind == KIND_ELEMENTWISE; /* each row where it was */
        v->fetched.wrong.words = stays ? v->fetched.out.of->words : NULL;
    }
    shown_measure(s, &v->fetched.wrong, v->where.batch, v->where.head);
}

/* The result minus the input, number by number; the same infinity twice is no change. */
static void fetch_difference(struct viewer *v)
{
    struct session *session = v->where.at.tape->session;
    struct shown *s = &v->fetched.difference;
    const struct shown *in = viewer_input(v);
    if (!v->chosen.change || in == NULL || stepper_folded(&v->where.at) ||
        !tensor_same_shape(&in->then, &v->fetched.out.then) ||
        !dtype_is_float(v->fetched.out.then.dtype) || !dtype_is_float(in->then.dtype) ||
        tensor_numel(&v->fetched.out.then) > CHANGED_MOST ||
        !tensor_copy(&session->torch.compute, &s->then, &v->fetched.out.then)) {
        error_clear(&session->in.error);
        return;
    }
    struct tensor then = s->then;
    for (int64_t k = 0, count = tensor_numel(&then); k < count; k++) {
        double now = tensor_cell(&then, k);
        double was = tensor_cell(&in->then, k);
        tensor_set_double(&then, tensor_place(&then, k), same_number(now, was) ? 0 : now - was);
    }
    *s = (struct shown){
        .role = ROLE_CHANGE, .input = -1, .event = v->fetched.out.event, .maker = -1, .then = then};
    v->fetched.any_difference = true;
    v->fetched.moved = (struct tape_tensor){.tensor = then, .maker = -1, .written = -1};
    v->fetched.moved.axes = v->fetched.out.of->axes;
    v->fetched.moved.called = v->fetched.out.of->called;
    v->fetched.moved.words = v->fetched.out.of->words;
    shown_measure(s, &v->fetched.moved, v->where.batch, v->where.head);
}

void viewer_fetch_others(struct viewer *v)
{
    v->fetched.way_count = 0;
    if (!v->fetched.any_out) {
        return;
    }
    fetch_before(v);
    fetch_instead(v);
    fetch_difference(v);
    const struct shown *other = viewer_other(v, &v->fetched.out);
    if (other != NULL) {
        count_differing(v, &v->fetched.out, other);
    }
}

void viewer_forget_others(struct viewer *v)
{
    if (v->fetched.any_before) {
        tensor_release(&v->fetched.before.then);
    }
    if (v->fetched.any_instead) {
        tensor_release(&v->fetched.instead.then);
    }
    if (v->fetched.any_difference) {
        tensor_release(&v->fetched.difference.then);
    }
    v->fetched.any_before = v->fetched.any_instead = v->fetched.any_difference = false;
}

const struct shown *viewer_beside(const struct viewer *v)
{
    return v->chosen.hidden                                               ? NULL
           : v->fetched.any_difference                                    ? &v->fetched.difference
           : v->chosen.beside == BESIDE_BEFORE && v->fetched.any_before   ? &v->fetched.before
           : v->chosen.beside == BESIDE_INSTEAD && v->fetched.any_instead ? &v->fetched.instead
                                                                          : NULL;
}

const struct shown *viewer_other(const struct viewer *v, const struct shown *s)
{
    if (s->role != ROLE_RESULT) {
        return s->role == ROLE_INPUT || s->role == ROLE_CHANGE ? NULL : &v->fetched.out;
    }
    return v->fetched.any_instead && (v->chosen.beside == BESIDE_INSTEAD || !v->fetched.any_before)
               ? &v->fetched.instead
           : v->fetched.any_before ? &v->fetched.before
                                   : NULL;
}

bool viewer_differs(const struct viewer *v, const struct shown *s, int64_t row, int64_t column)
{
    const struct shown *other = viewer_other(v, s);
    if (other == NULL || !v->fetched.any_out || row < 0 || column < 0 || !comparable(v, s, other) ||
        row >= other->slice.rows || column >= other->slice.columns) {
        return false;
    }
    double a = tensor_double_at(&s->then, plane_offset(&s->slice, &s->then, row, column));
    double b =
        tensor_double_at(&other->then, plane_offset(&other->slice, &other->then, row, column));
    return !same_number(a, b);
}
