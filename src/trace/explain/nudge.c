/* Carries the steps between a tensor and the loss out again, with one cell moved. */
#include "trace/explain/nudge.h"

#include "base/map.h"
#include "torch/op/ops.h"
#include "trace/explain/again.h"
#include "trace/explain/name.h"
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
    return cell < tensor_numel(&before) &&
           tensor_double_at(&before, tensor_place(&before, cell)) == 0;
}

/* --- the tensors that are others now --- */

struct rerun {
    struct tape *t;
    struct map others;   /* serial: index into `at` */
    struct map memories; /* id of a storage: the same, as one row */
    struct tensor *at;   /* in float64, where they are floats */
    int count, cap;
    struct map cut;          /* serial of what is another one only by a step that lets no gradient
                                through, or also by it: that step */
    struct map cut_memories; /* the same of memory that was written */
    const char *why_not;
};

static void rerun_end(struct rerun *r)
{
    for (int k = 0; k < r->count; k++) {
        tensor_release(&r->at[k]);
    }
    free(r->at);
    map_free(&r->others);
    map_free(&r->memories);
    map_free(&r->cut);
    map_free(&r->cut_memories);
}

/* Takes x over. */
static bool put(struct rerun *r, struct map *as, uint64_t key, struct tensor *x)
{
    int64_t known = map_get(as, key, -1);
    if (known >= 0) {
        tensor_release(&r->at[known]);
        r->at[known] = *x;
        return true;
    }
    if (r->count == r->cap) {
        int cap = r->cap > 0 ? 2 * r->cap : 32;
        struct tensor *more = realloc(r->at, (size_t)cap * sizeof *more);
        if (more == NULL) {
            tensor_release(x);
            return error_memory(&r->t->session->in.error);
        }
        r->at = more;
        r->cap = cap;
    }
    r->at[r->count] = *x;
    return map_set(as, key, r->count++) || error_memory(&r->t->session->in.error);
}

static struct compute *compute_of(const struct rerun *r)
{
    return &r->t->session->torch.compute;
}

/* A copy, floats as float64. */
static bool widened(struct rerun *r, const struct tensor *x, struct tensor *out)
{
    bool ok = dtype_is_float(x->dtype) && x->dtype != DTYPE_FLOAT64
                  ? tensor_cast(compute_of(r), out, x, DTYPE_FLOAT64)
                  : tensor_copy(compute_of(r), out, x);
    if (ok) {
        out->wrapped = x->wrapped;
    }
    return ok;
}

/* All cells of the memory that a tensor lies in. */
static struct tensor row_of(const struct tensor *x)
{
    struct tensor row = {.storage = x->storage, .dtype = x->dtype, .ndim = 1, .stride = {1}};
    row.shape[0] = (int64_t)(x->storage->bytes / dtype_size(x->dtype));
    return row;
}

static uint64_t memory_of(const struct tape_tensor *x)
{
    return x->tensor.storage != NULL ? x->tensor.storage->id : 0;
}

/* The memory of `of` as it was before event `event`, floats as float64. */
static bool copy_memory(struct rerun *r, const struct tape_tensor *of, int event,
                        struct tensor *out)
{
    struct tape_tensor row = *of;
    scoped_tensor then = {0};
    row.tensor = row_of(&of->tensor);
    return tape_before(r->t, &row, event, &then) && widened(r, &then, out);
}

/* The same becomes another one: whoever looks at it, by whatever view, will see what is written
 * there. */
static bool replace_memory(struct rerun *r, const struct tape_tensor *of, int event)
{
    struct tensor wide;
    return copy_memory(r, of, event, &wide) && put(r, &r->memories, memory_of(of), &wide);
}

static struct tensor laid_as(const struct tensor *x, const struct tensor *memory)
{
    struct tensor out = *x;
    out.storage = memory->storage;
    out.dtype = memory->dtype;
    return out;
}

/* Whether cells may be one in memory: an axis steps no farther than those with shorter steps reach.
 */
static bool overlaps(const struct tensor *x)
{
    for (int d = 0; d < x->ndim; d++) {
        int64_t step = llabs(x->stride[d]), reach = 0;
        for (int k = 0; k < x->ndim; k++) {
            bool shorter = k != d && llabs(x->stride[k]) <= step;
            reach += shorter ? (x->shape[k] - 1) * llabs(x->stride[k]) : 0;
        }
        if (x->shape[d] > 1 && step <= reach) {
            return true;
        }
    }
    return false;
}

/* A tensor with one cell moved. It lies in memory of its own as it lay before, for as_strided()
 * looks at the cells between; but where cells are one in memory, each has a place now. */
static bool moved(struct rerun *r, const struct tape_tensor *of, int event, int64_t cell, double by,
                  struct tensor *out)
{
    scoped_tensor then = {0};
    struct tensor memory;
    bool ok = overlaps(&of->tensor) ? tape_before(r->t, of, event, &then) && widened(r, &then, out)
                                    : copy_memory(r, of, event, &memory);
    if (!ok) {
        return false;
    }
    *out = then.storage != NULL ? *out : laid_as(&of->tensor, &memory);
    int64_t place = tensor_place(out, cell);
    tensor_set_double(out, place, tensor_double_at(out, place) + by);
    return true;
}

/* What stands for a tensor now, borrowed; false: it is what it was. */
static bool other_of(const struct rerun *r, const struct tape_tensor *of, struct tensor *out)
{
    int64_t at = map_get(&r->others, of->serial, -1);
    if (at >= 0) {
        *out = r->at[at];
        return true;
    }
    at = map_get(&r->memories, memory_of(of), -1);
    if (at >= 0) { /* a view that was there before */
        *out = laid_as(&of->tensor, &r->at[at]);
    }
    return at >= 0;
}

/* --- one step --- */

/* What dropout multiplied with is an input of its gradient. */
static const struct tensor *kept_by(const struct tape *t, int event)
{
    for (int k = event + 1; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        if (e->of == event && event_is(e, OP_mul) && e->input_count == 2) {
            return &e->input[1].of.tensor;
        }
    }
    return NULL;
}

/* A stand-in for each input; `touched` gets whether one is not what it was. */
static bool stand_ins(struct rerun *r, struct explainer *x, struct tensor *held, int *made,
                      bool *touched)
{
    bool ok = true;
    for (; ok && *made < x->e->input_count; *made += ok) {
        struct tensor other;
        if (other_of(r, &x->e->input[*made].of, &other)) {
            bool alike =
                other.storage == NULL ||
                dtype_is_float(other.dtype) == dtype_is_float(x->e->input[*made].of.tensor.dtype);
            r->why_not =
                alike ? r->why_not : "a step on the way to the loss reads numbers as others";
            held[*made] = tensor_ref(&other);
            *touched = true;
        } else {
            ok = widened(r, explainer_input(x, *made), &held[*made]);
        }
    }
    return ok;
}

/* Whether an output shows cells of an input. */
static bool is_view(const struct event *e, int output)
{
    bool is = false;
    for (int k = 0; k < e->input_count; k++) {
        is |= e->input[k].of.tensor.storage == e->output[output].tensor.storage;
    }
    return is;
}

/* Whether a tensor was made as a view of another one. */
static bool is_made_as_view(const struct tape *t, const struct tape_tensor *x)
{
    return x->maker >= 0 && t->event[x->maker].effect == STORAGE_VIEW;
}

/* What came out goes where the output lies: in memory that was another one before, or becomes one.
 */
static bool lay_out(struct rerun *r, const struct explainer *x, const struct tensor *result)
{
    const struct tape_tensor *out = &x->e->output[x->output];
    struct tensor into, fresh, row = row_of(&out->tensor);
    bool ok = true;
    if (!other_of(r, out, &into) && is_view(x->e, x->output)) {
        ok = replace_memory(r, out, x->event);
    } else if (!other_of(r, out, &into)) {
        ok = tensor_zeros(compute_of(r), &fresh, result->dtype, 1, row.shape) &&
             put(r, &r->memories, memory_of(out), &fresh);
    }
    if (!ok || !other_of(r, out, &into) || into.storage == result->storage) {
        return ok;
    }
    if (!tensor_same_shape(&into, result)) {
        r->why_not = "a step on the way to the loss changes the shape of a tensor in place";
        return true;
    }
    return tensor_write(compute_of(r), &into, result);
}

/* Takes over what came out, with floats as float64. */
static bool take_result(struct rerun *r, const struct explainer *x, struct tensor *result)
{
    const struct tape_tensor *out = &x->e->output[x->output];
    bool written = x->e->effect == STORAGE_IN_PLACE && x->output == 0, ok = true;
    struct tensor wide, into;
    if (dtype_is_float(result->dtype) && result->dtype != DTYPE_FLOAT64) {
        ok = widened(r, result, &wide);
        tensor_release(result);
        if (!ok) {
            return false;
        }
        *result = wide;
    }
    if (memory_of(out) != 0 && (written || !is_view(x->e, x->output))) {
        ok = lay_out(r, x, result);
        tensor_release(result);
        if (!ok || r->why_not != NULL || !other_of(r, out, &into)) {
            return ok;
        }
        *result = tensor_ref(&into);
    }
    return put(r, &r->others, out->serial, result);
}

/* Whether a step only passes its floats on: x.float(), dropout that drops nothing. */
static bool passes_on(const struct explainer *x, const struct tensor *held)
{
    const struct argument *p = event_is(x->e, OP_dropout) ? event_argument(x->e, "p") : NULL;
    bool converts = event_does(x->e, CONVERTS) && x->e->input_count == 1 &&
                    dtype_is_float(x->e->output[0].tensor.dtype) && dtype_is_float(held->dtype) &&
                    tensor_same_shape(held, &x->e->output[0].tensor);
    return converts || (p != NULL && p->f == 0);
}

/* softmax(x, dtype=torch.float32) would round what is computed in float64. */
static void keep_wide(struct explainer *x)
{
    const char *p = x->e->op->signature, *name;
    size_t len;
    for (int k = 0; k < x->e->arg_count; k++) {
        struct argument *a = &x->call.arg[k];
        p = op_next_parameter(p, &name, &len);
        if (len == 5 && memcmp(name, "dtype", 5) == 0 && a->given && !a->none &&
            dtype_is_float(a->dtype)) {
            a->dtype = DTYPE_FLOAT64;
        }
    }
}

static bool results(struct rerun *r, struct explainer *x, struct tensor *held)
{
    bool ok = true;
    keep_wide(x);
    for (int k = 0; ok && k < x->e->output_count && r->why_not == NULL; k++) {
        struct tensor result;
        x->output = x->search.output = k;
        const struct tensor *kept = event_is(x->e, OP_dropout) ? kept_by(r->t, x->event) : NULL;
        if (passes_on(x, &held[0])) {
            result = tensor_ref(&held[0]);
        } else if (event_is(x->e, OP_dropout) && kept == NULL) {
            r->why_not = "a step on the way to the loss is drawn by chance";
        } else if (kept != NULL) {
            ok = widened(r, &held[0], &result);
            for (int64_t n = 0; ok && n < tensor_numel(&result); n++) {
                int64_t place = tensor_place(&result, n);
                double share = tensor_double_at(kept, tensor_place(kept, n));
                tensor_set_double(&result, place, share * tensor_double_at(&result, place));
            }
        } else if (!again_on(x, held, &result)) {
            r->why_not = "a step on the way to the loss cannot be carried out again";
        }
        ok = ok && (r->why_not != NULL || take_result(r, x, &result));
    }
    return ok;
}

static bool reads(const struct event *e, uint64_t serial, int from)
{
    for (int k = from; k < e->input_count; k++) {
        if (e->input[k].of.serial == serial) {
            return true;
        }
    }
    return false;
}

static bool reads_moved(const struct rerun *r, const struct event *e)
{
    bool any = false;
    for (int k = 0; k < e->input_count; k++) {
        struct tensor other;
        any = any || other_of(r, &e->input[k].of, &other);
    }
    return any;
}

/* The call of a function with a backward() of its own that a step is part of: it needs no gradient
 * of its own. -1: none. */
static int function_of(const struct tape *t, const struct event *e)
{
    for (int c = e->call; c >= 0; c = t->call[c].parent) {
        const struct source *source = t->call[c].function->span.source;
        if (source != NULL && source->prelude &&
            strstr(source->file, "torch.autograd.function") != NULL) {
            return c;
        }
    }
    return -1;
}

/* x.detach(), and what is computed in torch.no_grad(). */
static bool cuts_off(const struct tape *t, const struct event *e)
{
    bool wanted = false;
    for (int k = 0; k < e->input_count; k++) {
        wanted |= e->input[k].of.requires_grad;
    }
    const struct tape_tensor *out = &e->output[0];
    return wanted && !out->requires_grad && dtype_is_float(out->tensor.dtype) &&
           function_of(t, e) < 0;
}

/* Whether the first thing that a step gave holds another number now. */
static bool is_moved(struct rerun *r, int event, bool *moved)
{
    const struct tape_tensor *out = &r->t->event[event].output[0];
    int64_t at = map_get(&r->others, out->serial, -1);
    scoped_tensor was = {0};
    if (at < 0) {
        return true;
    }
    if (!tape_after(r->t, out, event, &was)) {
        return false;
    }
    int64_t count = tensor_numel(&was);
    for (int64_t k = 0; k < count && !*moved; k++) {
        *moved = tensor_double_at(&r->at[at], tensor_place(&r->at[at], k)) !=
                 tensor_double_at(&was, tensor_place(&was, k));
    }
    return true;
}

/* Marks what a step gives, if it is moved by way of one that cuts gradients off: zeros_like moves
 * nothing. */
static bool mark_cut(struct rerun *r, int event)
{
    const struct event *e = &r->t->event[event];
    bool moves = false, ok = !cuts_off(r->t, e) || is_moved(r, event, &moves);
    int64_t by = moves ? event : -1;
    for (int k = 0; k < e->input_count && by < 0; k++) {
        by = map_get(&r->cut, e->input[k].of.serial, -1);
        by = by >= 0 ? by : map_get(&r->cut_memories, memory_of(&e->input[k].of), -1);
    }
    for (int k = 0; ok && by >= 0 && k < e->output_count; k++) {
        bool written = e->effect == STORAGE_IN_PLACE && k == 0;
        ok = (map_set(&r->cut, e->output[k].serial, by) &&
              (!written || map_set(&r->cut_memories, memory_of(&e->output[k]), by))) ||
             error_memory(&r->t->session->in.error);
    }
    return ok;
}

/* The nudge of one input of one event. */
struct own_input {
    int event, input;
    int64_t cell;
    double by;
};

/* Carries event `event` out again if something that it reads is another; *done counts them. */
static bool step(struct rerun *r, int event, const struct own_input *own, int *done)
{
    const struct event *e = &r->t->event[event];
    struct explainer x = {.tape = r->t, .event = event, .e = e, .cx = compute_of(r)};
    bool touched = own->event == event || reads_moved(r, e), ok = true;
    if (!touched || e->figure != NULL || e->output_count == 0) {
        return true;
    }
    if (e->op->kind == KIND_RANDOM) {
        r->why_not = "a step on the way to the loss is drawn by chance";
        return true;
    }
    struct tensor *held = calloc((size_t)e->input_count + 1, sizeof *held);
    int made = 0;
    if (held == NULL || !tape_call_of(r->t, event, &x.call)) {
        free(held);
        return held != NULL || error_memory(x.cx->err);
    }
    x.search = (struct search){.call = &x.call, .out = &e->output[0].tensor};
    ok = stand_ins(r, &x, held, &made, &touched);
    if (ok && own->event == event) {
        struct tensor nudged;
        ok = moved(r, &e->input[own->input].of, event, own->cell, own->by, &nudged);
        if (ok) {
            tensor_release(&held[own->input]);
            held[own->input] = nudged;
        }
    }
    ok = ok && results(r, &x, held) && mark_cut(r, event);
    *done += 1;
    for (int k = 0; k < made; k++) {
        tensor_release(&held[k]);
    }
    free(held);
    tape_call_release(r->t, event, &x.call);
    return ok;
}

/* --- the whole way --- */

/* x.requires_grad_(): the same tensor, with the same numbers. */
static bool gives_it_back(const struct event *e)
{
    return e->output_count > 0 && e->effect != STORAGE_IN_PLACE && reads(e, e->output[0].serial, 0);
}

/* The gradient of a view is that of what is read by it alone; all else is nudged for all that look
 * at its memory. */
static bool nudge_whole(struct rerun *r, const struct tape_tensor *x, int first, int64_t cell,
                        double by)
{
    struct tensor other;
    if (is_made_as_view(r->t, x)) {
        return moved(r, x, first, cell, by, &other) && put(r, &r->others, x->serial, &other);
    }
    if (!replace_memory(r, x, first) || !other_of(r, x, &other)) {
        return false;
    }
    int64_t place = tensor_place(&other, cell);
    tensor_set_double(&other, place, tensor_double_at(&other, place) + by);
    return true;
}

static void put_back(const struct rerun *r, const struct tape_tensor *x, int64_t cell, double was)
{
    struct tensor other;
    if (other_of(r, x, &other)) {
        tensor_set_double(&other, tensor_place(&other, cell), was);
    }
}

/* The loss for a cell that is moved by `by`; n says which. */
static bool loss_with(struct tape *t, struct nudge *n, const struct tape_tensor *whole,
                      int64_t cell, double by, double *loss)
{
    struct rerun r = {.t = t};
    struct own_input own = {.event = n->input >= 0 && whole == NULL ? n->of : -1,
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
        ok = nudge_whole(&r, whole, n->first, cell, by);
    }
    for (int k = n->first; ok && k <= n->loss && r.why_not == NULL; k++) {
        if (k == n->until) {
            put_back(&r, whole, cell, n->x);
        }
        if (t->event[k].of < 0) {
            int before = n->steps;
            ok = step(&r, k, &own, &n->steps);
            bool counts = n->steps > before && !gives_it_back(&t->event[k]);
            n->again = counts && k < n->again ? k : n->again;
        } else if (reads_moved(&r, &t->event[k]) || reads(&t->event[k], moves, 0)) {
            r.why_not = "a gradient stands between it and the loss";
        }
        ok = ok && tape_in_time(t);
    }
    const struct tape_tensor *last = &t->event[n->loss].output[0];
    if (n->loss < n->first && whole != NULL) { /* the loss is what is nudged */
        last = whole;
    }
    struct tensor end;
    if (!ok || !other_of(&r, last, &end)) {
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
    int write = (int)map_get(&t->storages, memory_of(x), -1);
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
    if (of->effect == STORAGE_IN_PLACE && whole != NULL && is_made_as_view(t, x)) {
        n->why_not = "it is that of all of what was written, and this is a view of it";
    }
    for (int k = n->of + 1; last >= 0 && k <= n->loss; k++) {
        const struct event *e = &t->event[k];
        bool is_read = e->of < 0 && reads(e, x->serial, e->effect == STORAGE_IN_PLACE);
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
    int function = function_of(t, &t->event[e->of]);
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
    n->autograd = tensor_double_at(&grad, tensor_place(&grad, cell));
    if (!tape_before(t, of, n->first, &x)) {
        return false;
    }
    n->x = tensor_double_at(&x, tensor_place(&x, cell));
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
