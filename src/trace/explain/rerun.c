/* Carries recorded steps out again, in float64, on tensors of which one cell was moved. */
#include "trace/explain/rerun.h"

#include "torch/op/ops.h"
#include "trace/explain/again.h"
#include "trace/explain/explainer.h"
#include "trace/tape/event.h"
#include "trace/tape/snapshot.h"

#include <stdlib.h>
#include <string.h>

/* --- the tensors that are others now --- */

void rerun_end(struct rerun *r)
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

uint64_t rerun_memory(const struct tape_tensor *x)
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
    return copy_memory(r, of, event, &wide) && put(r, &r->memories, rerun_memory(of), &wide);
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

bool rerun_other(const struct rerun *r, const struct tape_tensor *of, struct tensor *out)
{
    int64_t at = map_get(&r->others, of->serial, -1);
    if (at >= 0) {
        *out = r->at[at];
        return true;
    }
    at = map_get(&r->memories, rerun_memory(of), -1);
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
        if (rerun_other(r, &x->e->input[*made].of, &other)) {
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

bool rerun_made_as_view(const struct tape *t, const struct tape_tensor *x)
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
    if (!rerun_other(r, out, &into) && is_view(x->e, x->output)) {
        ok = replace_memory(r, out, x->event);
    } else if (!rerun_other(r, out, &into)) {
        ok = tensor_zeros(compute_of(r), &fresh, result->dtype, 1, row.shape) &&
             put(r, &r->memories, rerun_memory(out), &fresh);
    }
    if (!ok || !rerun_other(r, out, &into) || into.storage == result->storage) {
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
    if (rerun_memory(out) != 0 && (written || !is_view(x->e, x->output))) {
        ok = lay_out(r, x, result);
        tensor_release(result);
        if (!ok || r->why_not != NULL || !rerun_other(r, out, &into)) {
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
                double share = tensor_cell(kept, n);
                tensor_set_double(&result, place, share * tensor_double_at(&result, place));
            }
        } else if (!again_on(x, held, &result)) {
            r->why_not = "a step on the way to the loss cannot be carried out again";
        }
        ok = ok && (r->why_not != NULL || take_result(r, x, &result));
    }
    return ok;
}

bool rerun_reads(const struct rerun *r, const struct event *e)
{
    bool any = false;
    for (int k = 0; k < e->input_count; k++) {
        struct tensor other;
        any = any || rerun_other(r, &e->input[k].of, &other);
    }
    return any;
}

int rerun_function(const struct tape *t, const struct event *e)
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
           rerun_function(t, e) < 0;
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
        *moved = tensor_cell(&r->at[at], k) != tensor_cell(&was, k);
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
        by = by >= 0 ? by : map_get(&r->cut_memories, rerun_memory(&e->input[k].of), -1);
    }
    for (int k = 0; ok && by >= 0 && k < e->output_count; k++) {
        bool written = e->effect == STORAGE_IN_PLACE && k == 0;
        ok = (map_set(&r->cut, e->output[k].serial, by) &&
              (!written || map_set(&r->cut_memories, rerun_memory(&e->output[k]), by))) ||
             error_memory(&r->t->session->in.error);
    }
    return ok;
}

bool rerun_step(struct rerun *r, int event, const struct rerun_input *own, int *done)
{
    const struct event *e = &r->t->event[event];
    struct explainer x = {.tape = r->t, .event = event, .e = e, .cx = compute_of(r)};
    bool touched = own->event == event || rerun_reads(r, e), ok = true;
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

/* --- what is moved --- */

bool rerun_nudge(struct rerun *r, const struct tape_tensor *x, int first, int64_t cell, double by)
{
    struct tensor other;
    if (rerun_made_as_view(r->t, x)) {
        return moved(r, x, first, cell, by, &other) && put(r, &r->others, x->serial, &other);
    }
    if (!replace_memory(r, x, first) || !rerun_other(r, x, &other)) {
        return false;
    }
    int64_t place = tensor_place(&other, cell);
    tensor_set_double(&other, place, tensor_double_at(&other, place) + by);
    return true;
}

void rerun_put_back(const struct rerun *r, const struct tape_tensor *x, int64_t cell, double was)
{
    struct tensor other;
    if (rerun_other(r, x, &other)) {
        tensor_set_double(&other, tensor_place(&other, cell), was);
    }
}
