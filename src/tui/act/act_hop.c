/* Hops over the tape: each leads back with the opposite key, to the very stop that was left, until
 * one moves otherwise. */
#include "tui/act.h"

#include "trace/explain/carried.h"
#include "trace/tape/gradient.h"

#include "tui/act/act_step.h"
#include "tui/action.h"
#include "tui/update.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* act_moved_only forgets them: these go on. */
static unsigned hopped(struct viewer *v, int from, int count)
{
    unsigned reaction = act_jumped(v, from, true, "");
    v->chosen.hop_count = count;
    return reaction;
}

/* Back to where a hop with the opposite key came from; false: none led here. */
static bool hop_back(struct viewer *v, enum action with, unsigned *reaction)
{
    int from = v->where.at.row, last = v->chosen.hop_count - 1;
    if (last < 0 || v->chosen.hop[last].back != with ||
        (with == ACTION_source && v->chosen.hop[last].input != v->where.input)) {
        return false;
    }
    struct hop to = v->chosen.hop[last];
    to.from.row = stepper_stop_of(&v->where.at, to.from.row);
    stepper_return(&v->where.at, to.from);
    *reaction = hopped(v, from, last);
    v->where.update = to.update;
    v->where.row = to.row;
    v->where.column = to.column;
    v->where.batch = to.batch;
    v->where.head = to.head;
    v->where.carried = true;
    return true;
}

/* The input that came from the stop that was left is the one to be shown. */
static void show_input(struct viewer *v, int begin, int end)
{
    if (!viewer_look(v)) {
        error_clear(&v->where.at.tape->session->in.error); /* it is looked at once more */
        return;
    }
    for (int k = v->fetched.in_count - 1; k >= 0; k--) {
        int maker = v->fetched.in[k].maker;
        v->where.input = maker >= begin && maker < end ? k : v->where.input;
    }
}

/* A cell that is followed: of a tensor of that shape; -1: none is. */
struct followed {
    int64_t cell;
    struct tensor of;
};

static struct carried carried_here(const struct viewer *v, int reader, int input)
{
    int result = stepper_folded(&v->where.at) ? 0 : v->where.result;
    return (struct carried){
        v->where.at.tape, stepper_begin(&v->where.at), v->fetched.out.event, result, reader, input};
}

/* Whether a step of the stop reads the tensor whose gradient event `gradient` computes: *c. Else it
 * is the result's, or that of a leaf that is made or written here. */
static bool reads_it(const struct viewer *v, int gradient, struct carried *c)
{
    const struct tape *t = v->where.at.tape;
    int of = t->event[gradient].of, input = gradient_input(t, gradient);
    *c = carried_here(v, of, input);
    return input >= 0 && of >= c->begin && of <= c->event;
}

/* Where the way leads to event `to`: of what `back` will lead back to the cell; for '>' that of the
 * input that '<' leads to. */
static struct followed follow(const struct viewer *v, enum action back, int to)
{
    const struct shown *in = viewer_input(v), *out = &v->fetched.out;
    struct followed f = {.cell = -1};
    struct carried c;
    if (!v->fetched.any_out || out->slice.rows == 0 || out->slice.columns == 0 || to < 0) {
        return f;
    }
    f.cell = plane_cell(&out->slice, v->fetched.cell_row, v->fetched.cell_column);
    f.of = out->of->tensor;
    bool reads = back == ACTION_gradient && reads_it(v, to, &c);
    if (reads) {
        f.of = c.t->event[c.reader].input[c.input].of.tensor;
    } else if (back == ACTION_use && in != NULL) {
        c = carried_here(v, in->event, in->input);
        reads = v->fetched.updates == 0 || !tensor_same_shape(&f.of, &in->of->tensor);
        f.of = in->of->tensor;
    }
    f.cell = reads ? carried_from(&c, f.cell) : f.cell;
    return f;
}

static void stand_on(struct viewer *v, int64_t cell)
{
    const struct shown *out = &v->fetched.out;
    int64_t heads = out->slice.heads, all = out->slice.batches * heads;
    bool found = false;
    for (int64_t k = 0; cell >= 0 && k < all && !found; k++) {
        struct plane p = plane_of(out->of, k / heads, k % heads);
        found = plane_find(&p, cell, &v->where.row, &v->where.column);
        v->where.batch = found ? k / heads : v->where.batch;
        v->where.head = found ? k % heads : v->where.head;
    }
    v->where.carried |= found;
}

/* The cell goes along, to one that it has a part in. `from` is the event that was left. An
 * optimizer makes each cell of a weight of the same cell of its gradient. */
static void carry(struct viewer *v, enum action back, int from, struct followed f)
{
    struct error *err = &v->where.at.tape->session->in.error;
    if (f.cell < 0 || !viewer_look(v) || !v->fetched.any_out) {
        error_clear(err); /* it is looked at once more */
        return;
    }
    const struct shown *in = viewer_input(v);
    const struct tensor *out = &v->fetched.out.of->tensor, *to = out;
    struct carried c;
    bool on = back == ACTION_source, reads = back == ACTION_gradient && reads_it(v, from, &c);
    if (on && in != NULL) {
        c = carried_here(v, in->event, in->input);
        reads = v->fetched.updates == 0 || !tensor_same_shape(out, &in->of->tensor);
    }
    to = reads ? &c.t->event[c.reader].input[c.input].of.tensor : out;
    if (tensor_same_shape(to, &f.of) && (!on || in != NULL)) {
        stand_on(v, reads ? carried_to(&c, f.cell) : f.cell);
    }
    error_clear(err);
}

/* Whether the stop's result is that of the event, perhaps in another form. */
static bool shows(const struct viewer *v, int event)
{
    const struct tape *t = v->where.at.tape;
    const struct event *e = &t->event[event], *shown = &t->event[update_event(v)];
    return e == shown || e->output_count == 0 || shown->output_count == 0 ||
           e->output[0].tensor.storage == shown->output[0].tensor.storage;
}

static unsigned hop(struct viewer *v, enum action back, int to, const char *otherwise)
{
    struct hop *all = v->chosen.hop;
    struct hop from = {back,           stepper_stop(&v->where.at),
                       v->where.input, v->where.update,
                       v->where.row,   v->where.column,
                       v->where.batch, v->where.head};
    int begin = stepper_begin(&v->where.at), end = stepper_end(&v->where.at);
    int count = v->chosen.hop_count;
    struct followed f = follow(v, back, to);
    int left = update_event(v);
    if (to < 0 || !stepper_to_result(&v->where.at, to)) {
        return act_jumped(v, from.from.row, false, otherwise);
    }
    unsigned reaction = hopped(v, from.from.row, count);
    v->where.update = update_of(v, to);
    if (back == ACTION_use && !shows(v, to)) { /* one of several that a group made */
        stepper_to_event(&v->where.at, to);
        reaction = hopped(v, from.from.row, count);
    }
    if (back == ACTION_source) {
        show_input(v, begin, end);
    }
    carry(v, back, left, f);
    if (count == HOPS_MOST) { /* the oldest one is forgotten */
        memmove(all, all + 1, (HOPS_MOST - 1) * sizeof *all);
        count--;
    }
    from.input = v->where.input;
    all[count] = from;
    v->chosen.hop_count = count + 1;
    return reaction;
}

unsigned act_gradient(struct viewer *v, int count)
{
    unsigned reaction;
    if (v->where.at.row < 0 || hop_back(v, ACTION_gradient, &reaction)) {
        return v->where.at.row < 0 ? REACT_NONE : reaction;
    }
    int to = viewer_gradient(v);
    reaction = hop(v, ACTION_gradient, to, "No gradient of this step was computed.");
    if (to >= 0 && v->where.at.tape->event[to].of >= 0) {
        v->chosen.goal = stepper_event(&v->where.at);
    }
    return reaction;
}

unsigned act_source(struct viewer *v, int count)
{
    unsigned reaction;
    if (v->where.at.row < 0 || hop_back(v, ACTION_source, &reaction)) {
        return v->where.at.row < 0 ? REACT_NONE : reaction;
    }
    const struct shown *in = viewer_input(v);
    return hop(v, ACTION_use, in != NULL ? in->maker : -1,
               in == NULL ? "No tensor went into this step." : "No step made what went in here.");
}

unsigned act_hop_source(struct viewer *v, int input, int64_t row, int64_t column)
{
    if (v->where.at.row < 0 || input < 0 || input >= v->fetched.in_count) {
        return REACT_NONE;
    }
    const struct shown *in = &v->fetched.in[input];
    const struct tensor of = in->of->tensor;
    bool there = row >= 0 && row < in->slice.rows && column >= 0 && column < in->slice.columns;
    int64_t cell = there ? plane_cell(&in->slice, row, column) : -1;
    int to = in->maker;
    v->where.input = input;
    unsigned reaction = hop(v, ACTION_use, to, "No step made what went in here.");
    bool shown = to >= 0 && viewer_look(v) && v->fetched.any_out;
    if (shown && tensor_same_shape(&v->fetched.out.of->tensor, &of)) {
        stand_on(v, cell);
    }
    error_clear(&v->where.at.tape->session->in.error); /* it is looked at once more */
    return reaction;
}

bool act_hop_went_back(const struct viewer *v)
{
    int last = v->chosen.hop_count - 1;
    return last >= 0 && v->chosen.hop[last].back == ACTION_use;
}

/* The last gradient of the pass that the stop belongs to; or the one that B led to last. */
static int goal_of(const struct viewer *v)
{
    const struct tape *t = v->where.at.tape;
    int at = stepper_end(&v->where.at) - 1, last = at;
    while (last + 1 < t->event_count && t->event[last + 1].of >= 0) {
        last++;
    }
    return v->chosen.goal > at && v->chosen.goal <= last ? v->chosen.goal : last;
}

/* Marks the events from `first` on that event `goal` is made of. NULL: there is no goal, or no
 * memory. */
static void mark_way(const struct tape *t, int first, int goal, bool **way)
{
    *way = goal >= first ? calloc((size_t)(goal - first) + 1, sizeof **way) : NULL;
    for (int k = goal; *way != NULL && k >= first; k--) {
        (*way)[k - first] |= k == goal;
        for (int j = 0; (*way)[k - first] && j < t->event[k].input_count; j++) {
            int from = tape_giver(t, k, &t->event[k].input[j].of);
            if (from >= first) {
                (*way)[from - first] = true;
            }
        }
    }
}

/* One of the stops behind, that something goes into which the stop made. */
struct use {
    int event;  /* -1: there is none */
    int number; /* from 1 on */
    int count;  /* of all of them */
};

/* Whether a leaf trains: it is a module's, or later steps write it. */
static bool trains(const struct tape *t, const struct tape_tensor *leaf, int from)
{
    bool found = leaf->parameter;
    for (int k = from; !found && k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        found = e->effect == STORAGE_IN_PLACE && e->output_count > 0 &&
                e->output[0].serial == leaf->serial;
    }
    return found;
}

/* How much '>' likes to go there: on the way to the gradient that B led to, else to that of a
 * weight, else on the way to the last one of the pass. */
static int worth(const struct viewer *v, int event, const bool *way, int first, int goal)
{
    const struct tape *t = v->where.at.tape;
    bool in = way != NULL && event <= goal && t->event[event].of >= 0;
    const struct tape_tensor *leaf = in && v->chosen.goal != goal ? gradient_leaf(t, event) : NULL;
    return leaf != NULL && trains(t, leaf, event) ? 2 : in && way[event - first] ? 1 : 0;
}

/* The `nth` one; 0: of a gradient the best one, else the first. */
static struct use use_of(const struct viewer *v, int nth)
{
    const struct tape *t = v->where.at.tape;
    int begin = stepper_begin(&v->where.at), end = stepper_end(&v->where.at), row = -1, first = end,
        best = -1;
    int goal = nth == 0 && t->event[end - 1].of >= 0 ? goal_of(v) : -1;
    struct use use = {-1, 0, 0};
    bool *way;
    mark_way(t, first, goal, &way);
    if (v->fetched.updates > 0) { /* the one that is shown */
        begin = update_event(v);
        end = begin + 1;
    }
    for (int k = end; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        bool uses = false;
        for (int j = 0; j < e->input_count; j++) {
            int from = tape_giver(t, k, &e->input[j].of);
            uses |= from >= begin && from < end;
        }
        int at = uses ? stepper_row_of_result(&v->where.at, k) : row;
        if (at == row) {
            continue;
        }
        row = at;
        use.count++;
        int good = worth(v, k, way, first, goal);
        if (nth == 0 ? good > best : use.count == nth) {
            best = good;
            use.event = k;
            use.number = use.count;
        }
    }
    free(way);
    return use;
}

bool act_hop_has_use(const struct viewer *v)
{
    return v->where.at.row >= 0 && use_of(v, 0).event >= 0;
}

unsigned act_use(struct viewer *v, int count)
{
    unsigned reaction;
    if (v->where.at.row < 0 || (count == 0 && hop_back(v, ACTION_use, &reaction))) {
        return v->where.at.row < 0 ? REACT_NONE : reaction;
    }
    struct use use = use_of(v, count);
    scoped_buf name = {0};
    if (v->fetched.any_out) {
        viewer_name(v, &v->fetched.out, &name);
    }
    reaction = hop(v, ACTION_source, use.event,
                   use.count > 0 ? "No further step uses what was made here."
                                 : "No step uses what was made here.");
    if (use.event >= 0 && use.count > 1) {
        char keys[40];
        snprintf(keys, sizeof keys,
                 use.count > 2 ? "1> to %d> lead to each" : "%d> lead to the other",
                 use.count > 2 ? use.count : 3 - use.number);
        viewer_say(v, "Use %d of %d of %.40s; < and then %s.", use.number, use.count,
                   buf_text(&name), keys);
    }
    return reaction;
}
