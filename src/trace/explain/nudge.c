/* Carries the steps between a tensor and the loss out again, with one cell moved. */
#include "trace/explain/nudge.h"

#include "trace/explain/name.h"
#include "trace/explain/rerun.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"
#include "trace/tape/snapshot.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- which cell --- */

/* The event whose gradient 1 began the pass that event `event` belongs to; -1: there is none. */
static int loss_of(const struct tape *t, int event)
{
    for (int k = event; k >= 0; k--) {
        const struct event *e = &t->event[k];
        if (e->of >= 0 && e->of_argument < 0 && !e->own && event_is(e, OP_ones_like)) {
            return e->of < t->event[event].of ? -1 : e->of; /* of an earlier pass */
        }
    }
    return -1;
}

bool nudge_has_loss(const struct tape *t, int event)
{
    int loss = loss_of(t, event);
    return loss >= 0 && tensor_numel(&t->event[loss].output[0].tensor) == 1;
}

void nudge_began(const struct tape *t, int event, struct buf *out)
{
    const struct span *at = t->event[event].asked;
    size_t len = 0;
    const char *line =
        at != NULL && at->line == at->end_line ? source_line(at->source, at->line, &len) : NULL;
    size_t from = line != NULL ? (size_t)at->column : 0, end = from;
    int depth = 0;
    for (size_t k = line != NULL && (size_t)at->end_column <= len ? (size_t)at->end_column : from;
         k > from; k--) { /* back to where its last bracket opens */
        depth += (line[k - 1] == ')') - (line[k - 1] == '(');
        if (depth == 0) {
            end = k - 1;
            break;
        }
    }
    for (size_t k = end; k > from; k--) { /* of a call of what has no name the method alone */
        if (!isalnum((unsigned char)line[k - 1]) && strchr("_.", line[k - 1]) == NULL) {
            from = line[k] == '.' ? k + 1 : k;
            break;
        }
    }
    if (end > from) {
        buf_put(out, line + from, end - from);
    } else {
        buf_puts(out, "backward");
    }
    buf_puts(out, "()");
}

/* Whether gradients of the same tensor are added to this sum later in the pass. */
static bool goes_on(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    uint64_t leaf = e->gathers ? t->event[e->of].input[0].of.serial : 0;
    for (int k = event + 1; k < t->event_count; k++) {
        const struct event *later = &t->event[k];
        if (later->of < 0 || event_is(later, OP_ones_like)) {
            return false;
        }
        bool same = !e->gathers && later->of == e->of && later->of_argument < 0;
        bool takes = later->input_count > 0 && e->output_count > 0 &&
                     later->gathers == e->gathers &&
                     later->input[0].of.serial == e->output[0].serial && event_is(later, OP_add);
        if (same || (leaf != 0 && takes && later->effect != STORAGE_IN_PLACE)) {
            return true;
        }
    }
    return false;
}

/* The cell that x.grad held before something was added to it. */
static bool held_nothing(const struct tape *t, const struct event *e, int64_t cell)
{
    scoped_tensor before = {0};
    struct tape *read = (struct tape *)t;
    int event = (int)(e - t->event);
    if (e->input_count < 2 || !tape_before(read, &e->input[0].of, event, &before)) {
        return false;
    }
    return cell < tensor_numel(&before) && tensor_cell(&before, cell) == 0;
}

/* --- the whole way --- */

/* The loss for a cell that is moved by `by`; n says which. */
static bool loss_with(struct tape *t, struct nudge *n, const struct tape_tensor *whole,
                      int64_t cell, double by, double *loss)
{
    struct rerun r = {.t = t};
    struct rerun_input own = {.event = n->input >= 0 && whole == NULL ? n->of : -1,
                              .input = n->input,
                              .cell = cell,
                              .by = by};
    bool ok = true;
    uint64_t moves = whole != NULL   ? whole->serial
                     : n->input >= 0 ? t->event[n->of].input[n->input].of.serial
                                     : 0;
    n->steps = 0;
    n->again = n->loss;
    if (whole != NULL) {
        ok = rerun_nudge(&r, whole, n->first, cell, by);
    }
    for (int k = n->first; ok && k <= n->loss && r.why_not == NULL; k++) {
        if (k == n->until) {
            rerun_put_back(&r, whole, cell, n->x);
        }
        if (t->event[k].of < 0) {
            int before = n->steps;
            ok = rerun_step(&r, k, &own, &n->steps);
            bool counts = n->steps > before && !event_gives_back(&t->event[k]);
            n->again = counts && k < n->again ? k : n->again;
        } else if (rerun_reads(&r, &t->event[k]) || event_reads(&t->event[k], moves, 0)) {
            r.why_not = "a gradient stands between it and the loss";
        }
        ok = ok && tape_in_time(t);
    }
    const struct tape_tensor *last = &t->event[n->loss].output[0];
    if (n->loss < n->first && whole != NULL) { /* the loss is what is nudged */
        last = whole;
    }
    struct tensor end;
    if (!ok || !rerun_other(&r, last, &end)) {
        end = last->tensor;
    }
    *loss = tensor_double_at(&end, end.offset);
    n->why_not = r.why_not;
    n->cut = (int)map_get(&r.cut, t->event[n->loss].output[0].serial, -1);
    rerun_end(&r);
    return ok;
}

static const char no_loss[] = "did not begin at a loss of one number"; /* behind nudge_began */

bool nudge_waits(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return event + 1 < t->event_count && gradient_same(e + 1, e) && e->of_argument >= 0 && !e->own;
}

/* The last step behind `event` and up to the loss that writes into the memory of `x`; -1: none. */
static int last_write(const struct tape *t, const struct tape_tensor *x, int event, int loss)
{
    int write = (int)map_get(&t->storages, rerun_memory(x), -1);
    while (write >= 0 && t->write[write].event > loss) {
        write = t->write[write].previous;
    }
    return write >= 0 && t->write[write].event > event ? t->write[write].event : -1;
}

/* A write gives a view another place in the graph, and its base gets that of the write: where the
 * view is read behind it, the gradients are those of what they show then. */
static void find_written(const struct tape *t, struct nudge *n, const struct tape_tensor *whole)
{
    const struct event *of = &t->event[n->of];
    const struct tape_tensor *x = whole != NULL ? whole : &of->output[0];
    int last = of->effect == STORAGE_VIEW ? last_write(t, x, n->of, n->loss) : -1;
    bool before = false, after = false, seen = false;
    if (of->effect == STORAGE_IN_PLACE && whole != NULL && rerun_made_as_view(t, x)) {
        n->why_not = "it is that of all of what was written, and this is a view of it";
    }
    for (int k = n->of + 1; last >= 0 && k <= n->loss; k++) {
        const struct event *e = &t->event[k];
        bool is_read = e->of < 0 && event_reads(e, x->serial, e->effect == STORAGE_IN_PLACE);
        before |= is_read && k <= last;
        seen |= is_read && k <= last && e->effect == STORAGE_VIEW;
        after |= is_read && k > last;
    }
    if (seen || (after && (before || whole == NULL))) {
        n->why_not = "a later step writes into what this is a view of";
    }
    n->first = after ? last + 1 : n->first;
}

/* Finds what is to be nudged: *whole, from event n->first on, or the input of n->of alone. */
static void find_nudged(struct tape *t, int event, int64_t cell, struct nudge *n,
                        const struct tape_tensor **whole)
{
    const struct event *e = &t->event[event];
    n->of = e->of;
    n->loss = loss_of(t, event);
    n->input = gradient_input(t, event);
    int function = rerun_function(t, &t->event[e->of]);
    if (nudge_waits(t, event)) {
        n->why_not = event_moves(&t->event[event + 1])
                         ? "the next step only moves its numbers, and can be asked"
                         : "its numbers are filled in by a later step";
    } else if (!nudge_has_loss(t, event)) {
        n->why_not = no_loss;
    } else if (e->of_argument >= 0 && n->input < 0) {
        n->why_not = "the step that it belongs to was not kept";
    } else if (e->gathers && e->effect == STORAGE_IN_PLACE && !held_nothing(t, e, cell)) {
        n->why_not = "x.grad held a number of another backward() before";
    } else if ((e->gathers || e->of_argument < 0) && goes_on(t, event)) {
        n->why_not = "gradients of other ways are still to be added";
    } else if (e->gathers) { /* all ways of a leaf */
        *whole = &t->event[e->of].input[n->input].of;
        n->first = (*whole)->written >= 0 ? t->write[(*whole)->written].event + 1 : 0;
    } else if (e->of_argument < 0) {
        *whole = &t->event[e->of].output[e->of_element > 0 ? e->of_element : 0];
        n->first = e->of + 1;
        find_written(t, n, *whole);
    } else if (e->own && function >= 0) { /* all ways within the function */
        *whole = &t->event[e->of].input[n->input].of;
        n->first = e->of;
        n->until = t->call[function].end;
    } else {
        n->first = e->of;
        find_written(t, n, NULL);
    }
}

bool nudge_cell(struct tape *t, int event, int64_t cell, struct nudge *n)
{
    const struct event *e = &t->event[event];
    const struct tape_tensor *whole = NULL;
    scoped_tensor grad = {0}, x = {0};
    *n = (struct nudge){.event = event,
                        .cell = cell,
                        .until = -1,
                        .cut = -1,
                        .why_not = "it is no gradient of a tensor"};
    if (e->of < 0 || e->gradient == NULL || e->output_count == 0) {
        return true;
    }
    n->why_not = NULL;
    find_nudged(t, event, cell, n, &whole);
    const struct tape_tensor *of = n->why_not != NULL ? NULL
                                   : whole != NULL    ? whole
                                                      : &t->event[n->of].input[n->input].of;
    if (of != NULL && (!tensor_same_shape(&of->tensor, &e->output[0].tensor) ||
                       !dtype_is_float(of->tensor.dtype))) {
        n->why_not = "it has not the sizes of its tensor yet";
    }
    if (n->why_not != NULL) {
        return true;
    }
    if (!tape_after(t, &e->output[0], event, &grad)) {
        return false;
    }
    n->autograd = tensor_cell(&grad, cell);
    if (!tape_before(t, of, n->first, &x)) {
        return false;
    }
    n->x = tensor_cell(&x, cell);
    bool ok = loss_with(t, n, whole, cell, NUDGE_H, &n->above) &&
              (n->why_not != NULL || loss_with(t, n, whole, cell, -NUDGE_H, &n->below));
    n->difference = (n->above - n->below) / (2 * NUDGE_H);
    return ok;
}

/* --- as text --- */

/* "scaled[0, 2]", of the cell of scaled.grad. */
static void put_nudged(const struct tape *t, const struct nudge *n, struct buf *out)
{
    const struct event *e = &t->event[n->event];
    const struct tensor *x = &e->output[0].tensor;
    const char *end = strstr(e->gradient, ".grad");
    buf_put(out, e->gradient, end != NULL ? (size_t)(end - e->gradient) : strlen(e->gradient));
    name_place(x, n->cell, out);
    buf_puts(out, end != NULL ? end + strlen(".grad") : ""); /* " (values)", the way */
}

void nudge_text(const struct tape *t, const struct nudge *n, struct buf *out)
{
    if (n->why_not != NULL) {
        buf_puts(out, "  nudged       not checked: ");
        if (n->why_not == no_loss) {
            nudge_began(t, n->event, out);
        }
        buf_printf(out, "%s%s\n", n->why_not == no_loss ? " " : "", n->why_not);
        return;
    }
    size_t start = out->len;
    char x = tape_letter(t, "xcwv"); /* no name in the code */
    buf_printf(out, "  nudged       %c = ", x);
    put_nudged(t, n, out);
    buf_printf(out, " = %.9g,", n->x);
    bool fits = out->len - start + strlen(" up and down by h = 0.0001") <= 80;
    buf_printf(out, "%sup and down by h = %g\n               step",
               fits ? " " : "\n               ", NUDGE_H);
    buf_puts(out, n->again < n->loss ? "s " : " ");
    event_number(&t->event[n->again], out);
    if (n->again < n->loss) {
        buf_puts(out, " to ");
        event_number(&t->event[n->loss], out);
    }
    buf_printf(out, " with %c in %s again in float64, to the loss L\n", x,
               n->again < n->loss ? "them" : "it");
    buf_printf(out, "  L(%c + h)     %.15g\n  L(%c - h)     %.15g\n", x, n->above, x, n->below);
    buf_printf(out, "               %-18s (L(%c + h) - L(%c - h)) / 2h difference\n", "by autograd",
               x, x);
    buf_printf(out, "  check        %-18.9g %-26.9g %.1e\n", n->autograd, n->difference,
               fabs(n->autograd - n->difference));
    if (n->cut >= 0) {
        buf_puts(out, "               step ");
        event_number(&t->event[n->cut], out);
        buf_printf(out, ", %s, lets no gradient through, but moves the loss\n",
                   t->event[n->cut].name);
    }
}
