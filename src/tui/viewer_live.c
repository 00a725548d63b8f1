/* What a viewer knows of other runs: the same step of the run before, the lines that are off, where
 * it stood. */
#include "tui/viewer.h"

#include <math.h>
#include <string.h>

#define COUNTED_MOST 200000 /* cells of a whole tensor; of a larger one those of the plane */
#define INSTEAD_WIDTH 120   /* of the screen */
#define CHANGED_MOST (16 << 20)

/* --- lines --- */

struct code_line viewer_line(const struct viewer *v)
{
    struct code_line none = {.cell = -1};
    if (v->at.row < 0) {
        return none;
    }
    const struct span *at = viewer_span(v);
    int cell = run_cell_of(v->lesson, at->source);
    if (cell < 0) { /* the program's own code: the line that called it */
        at = &v->at.tape->event[stepper_event(&v->at)].code;
        cell = run_cell_of(v->lesson, at->source);
    }
    return cell < 0 ? none : (struct code_line){.cell = cell, .line = at->line};
}

int viewer_breakpoint(const struct viewer *v, struct code_line at)
{
    for (int k = 0; at.cell >= 0 && k < v->stop_count; k++) {
        if (v->stop[k].cell == at.cell && v->stop[k].line == at.line) {
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

bool viewer_is_warned(const struct viewer *v, struct code_line at)
{
    for (int k = 0; at.cell >= 0 && v->warnings != NULL && k < v->warnings->count; k++) {
        const struct span *span = &v->warnings->at[k].at;
        if (span->line == at.line && run_cell_of(v->lesson, span->source) == at.cell) {
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
    bool exact = false;
    int event = old->at.row < 0 ? -1 : match_place(m, stepper_event(&old->at), &exact);
    if (event < 0) {
        return;
    }
    stepper_to_event(&v->at, event);
    int depth = old->at.outline.row[old->at.row].depth, row = v->at.row;
    while (stepper_folded(&old->at) && v->at.outline.row[row].depth > depth &&
           v->at.parent[row] >= 0) {
        row = v->at.parent[row];
    }
    if (row != v->at.row) {
        v->at.open[row] = false;
        stepper_return(&v->at, (struct stop){row, -1});
    } else {
        stepper_return(&v->at, (struct stop){row, old->at.part});
    }
}

void viewer_follow(struct viewer *v, const struct viewer *old, const struct match *m)
{
    v->width = old->width;
    v->height = old->height;
    v->ascii = old->ascii;
    v->focus = old->focus;
    v->page = old->page == PAGE_attempt || old->page == PAGE_failure ? PAGE_NONE : old->page;
    v->scroll = old->scroll;
    v->pane_scroll = old->pane_scroll;
    v->batch = old->batch;
    v->head = old->head;
    v->row = old->row;
    v->column = old->column;
    v->tier = old->tier;
    v->map = old->map;
    v->diverging = old->diverging;
    v->mouse = old->mouse;
    v->change = old->change;
    v->maximized = old->maximized;
    v->guessing = old->guessing;
    seen_join(&v->seen, &old->seen);
    v->cursor = old->cursor;
    v->stop_count = old->stop_count;
    memcpy(v->stop, old->stop, sizeof v->stop);
    memcpy(v->knob, old->knob, sizeof v->knob);
    memcpy(v->search, old->search, sizeof v->search);
    v->wished = old->wished;
    for (int k = 0; k < MARKS; k++) {
        int mark = old->mark[k];
        v->mark[k] = mark >= 0 && mark < m->old_count ? m->new_of[mark] : -1;
    }
    follow_groups(&v->at, &old->at, m);
    follow_stop(v, old, m);
    v->guessed = v->at.row;
    v->turned = old->wished;
    v->turned_row = old->wish == WISH_LINE ? v->at.row : -1;
}

/* --- the same result in the run before --- */

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Cells can be compared one by one; of two programs those of one head of one batch. */
static bool comparable(const struct viewer *v, const struct shown *a, const struct shown *b)
{
    bool tables = a->plane.rows == b->plane.rows && a->plane.columns == b->plane.columns;
    return tensor_same_shape(&a->then, &b->then) ||
           (v->past != NULL && v->past->other && !v->any_instead && tables &&
            a->plane.row_axes == b->plane.row_axes);
}

static void count_differing(struct viewer *v, const struct shown *s, const struct shown *other)
{
    const struct tensor *a = &s->then, *b = &other->then;
    int64_t cells = tensor_numel(a);
    v->compared = v->differing = -1;
    if (!comparable(v, s, other)) {
        return;
    }
    v->differing = 0;
    if (cells <= COUNTED_MOST && tensor_same_shape(a, b)) {
        v->compared = cells;
        for (int64_t k = 0; k < cells; k++) {
            v->differing += !same_number(tensor_double_at(a, tensor_place(a, k)),
                                         tensor_double_at(b, tensor_place(b, k)));
        }
        return;
    }
    v->compared = s->plane.rows * s->plane.columns;
    for (int64_t row = 0; row < s->plane.rows; row++) {
        for (int64_t column = 0; column < s->plane.columns; column++) {
            v->differing += viewer_differs(v, s, row, column);
        }
    }
}

static void fetch_before(struct viewer *v)
{
    struct shown *s = &v->before;
    int event = stepper_event(&v->at);
    int old =
        v->past != NULL && event < v->past->match.new_count ? v->past->match.old_of[event] : -1;
    struct tape *t = old >= 0 ? v->past->run->tape : NULL;
    if (t != NULL && v->past->other && !v->past->match.by_code &&
        v->out.plane.heads > 1) { /* there a head may be a pass */
        int twin = match_in_pass(t, old, (int)v->out.plane.head);
        old = twin >= 0 && plane_of(&t->event[old].output[0], 0, 0).heads == 1 ? twin : old;
    }
    if (t == NULL || v->result >= t->event[old].output_count) {
        return;
    }
    const struct tape_tensor *of = &t->event[old].output[v->result];
    *s = (struct shown){.role = ROLE_BEFORE, .input = -1, .event = event, .maker = old};
    if (!tape_after(t, of, old, &s->then)) {
        error_clear(&t->session->in.error); /* there is no memory to compare */
        return;
    }
    v->any_before = true;
    s->name = tape_result_name(t, old, v->result);
    if (t->event[old].effect == STORAGE_IN_PLACE && tape_name(t, old, of) != NULL) {
        s->name = tape_name(t, old, of);
    }
    int pass = v->at.tape->event[event].pass;
    bool head = v->past->other && !v->past->match.by_code && v->out.plane.heads == 1 &&
                pass > 0; /* there, a pass may be one */
    viewer_show(s, of, v->batch, head ? pass : v->head);
}

/* On a wide screen a small one is made without being asked for: there is room. */
static bool wants_instead(const struct viewer *v)
{
    return v->beside == BESIDE_INSTEAD || (v->past == NULL && v->width >= INSTEAD_WIDTH &&
                                           tensor_numel(&v->out.then) <= COUNTED_MOST);
}

bool viewer_way_is_right(const struct viewer *v)
{
    return v->way == 0 && v->remedy != REMEDY_COUNT;
}

const char *viewer_way_sentence(const struct viewer *v)
{
    return viewer_way_is_right(v) ? remedy_sentence(v->remedy) : fault_sentence(v->ways[v->way]);
}

/* The right way first, then the wrong ones that the walkthrough shows. */
static void find_ways(struct viewer *v, int event)
{
    enum fault_kind all[FAULT_COUNT];
    v->way_count = 0;
    v->remedy = REMEDY_COUNT;
    if (stepper_folded(&v->at)) {
        return;
    }
    v->remedy = remedy_find(v->warnings, event);
    v->way_count = v->remedy != REMEDY_COUNT;
    for (int k = 0, count = fault_list(v->at.tape, event, all); k < count; k++) {
        if (fault_in_walk(all[k])) {
            v->ways[v->way_count++] = all[k];
        }
    }
    v->way = v->way < v->way_count ? v->way : 0;
}

static bool make_way(struct viewer *v, int event, struct tensor *out)
{
    struct tape *t = v->at.tape;
    return viewer_way_is_right(v) ? remedy_make(t, event, v->remedy, out, &v->way_code)
                                  : fault_make(t, event, v->ways[v->way], out, &v->way_code);
}

static void fetch_instead(struct viewer *v)
{
    struct shown *s = &v->instead;
    int event = stepper_event(&v->at);
    find_ways(v, event);
    if (v->way_count == 0 || v->result != 0 || !wants_instead(v)) {
        return;
    }
    buf_clear(&v->way_code);
    *s = (struct shown){.role = ROLE_INSTEAD, .input = -1, .event = event, .maker = -1};
    if (!make_way(v, event, &s->then)) {
        return;
    }
    v->any_instead = true;
    v->wrong = (struct tape_tensor){.tensor = s->then, .maker = -1, .written = -1};
    if (tensor_same_shape(&s->then, &v->out.then)) {
        v->wrong.axes = v->out.of->axes;
        v->wrong.called = v->out.of->called;
        enum op_kind kind = v->at.tape->event[event].op->kind;
        bool stays = kind == KIND_SOFTMAX || kind == KIND_ELEMENTWISE; /* each row where it was */
        v->wrong.words = stays ? v->out.of->words : NULL;
    }
    viewer_show(s, &v->wrong, v->batch, v->head);
}

/* The result minus the input, number by number; the same infinity twice is no change. */
static void fetch_difference(struct viewer *v)
{
    struct session *session = v->at.tape->session;
    struct shown *s = &v->difference;
    const struct shown *in = viewer_input(v);
    if (!v->change || in == NULL || stepper_folded(&v->at) ||
        !tensor_same_shape(&in->then, &v->out.then) || !dtype_is_float(v->out.then.dtype) ||
        !dtype_is_float(in->then.dtype) || tensor_numel(&v->out.then) > CHANGED_MOST ||
        !tensor_copy(&session->torch.compute, &s->then, &v->out.then)) {
        error_clear(&session->in.error);
        return;
    }
    struct tensor then = s->then;
    for (int64_t k = 0, count = tensor_numel(&then); k < count; k++) {
        double now = tensor_double_at(&then, tensor_place(&then, k));
        double was = tensor_double_at(&in->then, tensor_place(&in->then, k));
        tensor_set_double(&then, tensor_place(&then, k), same_number(now, was) ? 0 : now - was);
    }
    *s = (struct shown){
        .role = ROLE_CHANGE, .input = -1, .event = v->out.event, .maker = -1, .then = then};
    v->any_difference = true;
    v->moved = (struct tape_tensor){.tensor = then, .maker = -1, .written = -1};
    v->moved.axes = v->out.of->axes;
    v->moved.called = v->out.of->called;
    v->moved.words = v->out.of->words;
    viewer_show(s, &v->moved, v->batch, v->head);
}

void viewer_fetch_others(struct viewer *v)
{
    v->way_count = 0;
    v->remedy = REMEDY_COUNT;
    if (!v->any_out) {
        return;
    }
    fetch_before(v);
    fetch_instead(v);
    fetch_difference(v);
    const struct shown *other = viewer_other(v, &v->out);
    if (other != NULL) {
        count_differing(v, &v->out, other);
    }
}

void viewer_forget_others(struct viewer *v)
{
    if (v->any_before) {
        tensor_release(&v->before.then);
    }
    if (v->any_instead) {
        tensor_release(&v->instead.then);
    }
    if (v->any_difference) {
        tensor_release(&v->difference.then);
    }
    v->any_before = v->any_instead = v->any_difference = false;
}

const struct shown *viewer_other(const struct viewer *v, const struct shown *s)
{
    if (s->role != ROLE_RESULT) {
        return s->role == ROLE_INPUT || s->role == ROLE_CHANGE ? NULL : &v->out;
    }
    return v->any_instead && (v->beside == BESIDE_INSTEAD || !v->any_before) ? &v->instead
           : v->any_before                                                   ? &v->before
                                                                             : NULL;
}

bool viewer_differs(const struct viewer *v, const struct shown *s, int64_t row, int64_t column)
{
    const struct shown *other = viewer_other(v, s);
    if (other == NULL || !v->any_out || row < 0 || column < 0 || !comparable(v, s, other) ||
        row >= other->plane.rows || column >= other->plane.columns) {
        return false;
    }
    double a = tensor_double_at(&s->then, plane_place(&s->plane, &s->then, row, column));
    double b =
        tensor_double_at(&other->then, plane_place(&other->plane, &other->then, row, column));
    return !same_number(a, b);
}
