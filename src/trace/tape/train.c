/* Decides which steps of a training the tape keeps, and what remains of the others. */
#include "trace/tape/train.h"

#include "base/grow.h"
#include "torch/torch.h"
#include "trace/tape/parameter.h"
#include "trace/tape/part.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- windows --- */

static bool read_number(const char **at, int *out)
{
    char *end;
    long n = strtol(*at, &end, 10);
    bool digits = **at >= '0' && **at <= '9' && n <= 1000000000;
    *out = digits ? (int)n : 0;
    *at = end;
    return digits;
}

bool train_window_read(const char *text, struct train_window *out, struct error *err)
{
    const char *p = text;
    *out = (struct train_window){.given = true};
    if (strcmp(text, "all") == 0) {
        out->range[out->count++] = (struct train_range){0, INT32_MAX};
        return true;
    }
    for (bool ok = true; ok && out->count < TRAIN_RANGES; p++) {
        struct train_range *r = &out->range[out->count++];
        ok = read_number(&p, &r->first);
        r->last = r->first;
        if (ok && *p == '-') {
            p++;
            ok = read_number(&p, &r->last) && r->last >= r->first;
        }
        if (ok && *p == '\0') {
            return true;
        }
        ok = ok && *p == ',';
    }
    return error_set(err, ERROR_INPUT,
                     "--train-steps %.60s: give up to %d steps or ranges, counted from 0, as in "
                     "0,10,100-102, or all",
                     text, TRAIN_RANGES);
}

static bool in_window(const struct train_window *w, int step)
{
    bool in = false;
    for (int k = 0; k < w->count; k++) {
        in |= step >= w->range[k].first && step <= w->range[k].last;
    }
    return in;
}

/* --- dropping --- */

/* Goes through the closed parts that nothing was decided of. */
static bool decide(struct tape *t, bool ends)
{
    struct train *r = &t->train;
    const struct budget *memory = &t->session->memory;
    r->large |= memory->limit != 0 && memory->used > memory->limit / 2;
    bool whole = !r->window.given && !r->large && r->count - r->begun <= TRAIN_SHORT;
    t->settled = t->settled != NULL ? t->settled : t->parts;
    while (t->settled->next != t->part) {
        struct part *before = t->settled, *p = before->next;
        bool wanted =
            p->step <= r->whole || r->step[p->step].plots || in_window(&r->window, p->step);
        if (!wanted && (whole || p->step == r->count - 1)) {
            if (!ends) {
                return true; /* the next steps tell */
            }
            wanted = true;
        }
        if (!wanted && !part_drop(t, before, p)) {
            return false;
        }
        t->settled = wanted ? p : before->gap ? before : before->next;
    }
    return true;
}

/* What follows a step without another one belongs to it. */
static bool next_part(struct tape *t, bool ends)
{
    const struct train *r = &t->train;
    struct part *p = t->part;
    p->step = p->step < 0 && p != t->parts && r->count > r->begun ? r->count - 1 : p->step;
    if (p->step >= 0) {
        r->step[p->step].plots |= p->plots;
    }
    return part_begin(t) && decide(t, ends);
}

/* --- steps --- */

static void reset_norms(struct train *r)
{
    for (int k = 0; k < r->parameter_count; k++) {
        r->norm[k] = -1;
    }
}

/* Behind the steps, and behind those that wait. */
static bool put_step(struct tape *t, struct loop *loop)
{
    struct train *r = &t->train;
    size_t count = (size_t)r->parameter_count;
    double *norm = arena_alloc(&r->arena, (count + 1) * sizeof *norm);
    if (norm == NULL || !grow(&r->step, r->count + r->waiting, &r->cap, sizeof *r->step)) {
        return raise_memory(&t->session->in);
    }
    memcpy(norm, r->norm, count * sizeof *norm);
    r->step[r->count + r->waiting] = (struct train_step){.training = r->trainings,
                                                         .loss = loop->loss,
                                                         .vague = loop->vague,
                                                         .backwards = loop->backwards,
                                                         .first = loop->first,
                                                         .end = t->logged,
                                                         .updates = r->updates,
                                                         .kept = true,
                                                         .norm_count = (int)count,
                                                         .norm = norm};
    r->bytes = r->arena.total + (size_t)r->cap * sizeof *r->step;
    loop->backwards = 0;
    return true;
}

static bool finish_step(struct tape *t, struct loop *loop)
{
    struct train *r = &t->train;
    if (!put_step(t, loop)) {
        return false;
    }
    reset_norms(r);
    t->part->step = r->count++;
    r->updates += r->updated;
    r->heard = r->updated = false;
    if (r->watch != NULL && !r->watch->turn(r->watch->self, r->count)) {
        r->watch->stopped = true;
        return raise_limit(&t->session->in, "stopped in training step %d", r->count - 1);
    }
    return true;
}

/* A turn that only adds gradients up, before the loop is known as one that trains. */
static bool wait_step(struct tape *t, struct loop *loop)
{
    struct train *r = &t->train;
    r->waiting = r->waits == loop->node && r->waiting < WAITING_MOST ? r->waiting : 0;
    r->waits = loop->node;
    bool ok = put_step(t, loop);
    r->waiting += ok;
    return ok;
}

static bool end_training(struct tape *t)
{
    struct train *r = &t->train;
    bool ok = next_part(t, true);
    r->node = NULL;
    r->outer = NULL;
    r->trainings++;
    r->begun = r->count;
    r->updates = 0;
    r->large = false;
    return ok;
}

bool train_turn(void *tape, struct loop *loop, bool left)
{
    struct tape *t = tape;
    struct train *r = &t->train;
    bool own = r->node == loop->node;
    bool waits = r->node == NULL && !loop->node->span.source->prelude;
    if (loop->backwards > 0 && (own ? !finish_step(t, loop) : waits && !wait_step(t, loop))) {
        return false;
    }
    if (left) {
        return loop != r->outer || end_training(t);
    }
    loop->first = t->logged;
    loop->backwards = 0;
    loop->loss = 0;
    loop->vague = false;
    return !own || r->count == r->begun || next_part(t, false);
}

/* The innermost loop in whose turn gradients were computed, and the outermost of all. */
static const struct loop *find_loop(const struct interp *in, const struct loop **outer)
{
    const struct loop *found = NULL;
    *outer = NULL;
    for (const struct frame *f = in->frame; f != NULL; f = f->outer) {
        for (const struct loop *l = f->loop; l != NULL; l = l->outer) {
            bool own = !l->node->span.source->prelude;
            found = found == NULL && own && l->backwards > 0 ? l : found;
            *outer = own ? l : *outer;
        }
    }
    return found;
}

static bool is_gradient(const struct train *r, const struct tensor_object *o)
{
    return o != NULL && o->tensor.storage != NULL &&
           map_get(&r->gradients, o->tensor.storage->id, 0) != 0;
}

/* In a turn that has computed gradients: whether a parameter is written. */
static void hear_update(struct train *r, const struct call *c)
{
    const struct tensor_object *o = c->in_place ? c->arg[0].object : NULL;
    r->updated = r->updated || (o != NULL && o->tensor.storage != NULL &&
                                map_get(&r->stores, o->tensor.storage->id, 0) != 0);
}

void train_uses(struct tape *t, const struct call *c)
{
    struct train *r = &t->train;
    const struct loop *loop = NULL, *outer;
    if (r->heard && t->session->torch.engine == NULL) {
        hear_update(r, c);
    }
    if (r->node != NULL || r->gradients.count == 0 || t->session->torch.engine != NULL) {
        return;
    }
    bool uses = false;
    for (int k = 0; k < c->arg_count; k++) {
        const struct argument *a = &c->arg[k];
        uses |= is_gradient(r, a->object);
        for (int j = 0; a->tensors != NULL && j < a->count; j++) {
            uses |= is_gradient(r, a->tensors[j]);
        }
    }
    loop = uses ? find_loop(&t->session->in, &outer) : NULL;
    if (loop != NULL) {
        r->node = loop->node;
        r->outer = outer;
        r->count += r->waits == loop->node ? r->waiting : 0;
        r->whole = r->count;
        r->waiting = 0;
        r->waits = NULL;
        map_free(&r->gradients);
    }
}

/* --- backward() --- */

static double sum_of_squares(const struct tensor *x)
{
    int64_t count = tensor_numel(x);
    double sum = 0;
    if (x->dtype == DTYPE_FLOAT32 && tensor_is_contiguous(x)) {
        const float *at = tensor_data(x);
        for (int64_t k = 0; k < count; k++) {
            sum += (double)at[k] * (double)at[k];
        }
        return sum;
    }
    for (int64_t k = 0; k < count; k++) {
        double v = tensor_cell(x, k);
        sum += v * v;
    }
    return sum;
}

/* Whether leaf `k` has come into the place of parameter `k`: w = (w - lr * w.grad).detach(). */
static bool replaces(const struct train *r, int count, struct tensor_object *const *leaf, int k)
{
    const struct tensor *x = &leaf[k]->tensor;
    bool same = k < r->parameter_count && r->parameter[k].ndim == x->ndim &&
                memcmp(r->parameter[k].shape, x->shape,
                       (size_t)r->parameter[k].ndim * sizeof *x->shape) == 0;
    for (int j = 0; same && j < count; j++) {
        same = leaf[j]->serial != r->parameter[k].serial;
    }
    return same;
}

/* The place of leaf `at` among the parameters; -1: no memory. */
static int place_of(struct train *r, int count, struct tensor_object *const *leaves, int at)
{
    const struct tensor_object *leaf = leaves[at];
    int64_t k = map_get(&r->parameters, leaf->serial, -1);
    if (k >= 0) {
        return (int)k;
    }
    if (replaces(r, count, leaves, at)) {
        r->parameter[at].serial = leaf->serial;
        return map_set(&r->parameters, leaf->serial, at) ? at : -1;
    }
    int cap = r->parameter_cap;
    if (!grow(&r->parameter, r->parameter_count, &r->parameter_cap, sizeof *r->parameter) ||
        !map_set(&r->parameters, leaf->serial, r->parameter_count)) {
        return -1;
    }
    if (r->parameter_cap != cap) {
        void *wider = realloc(r->norm, (size_t)r->parameter_cap * sizeof *r->norm);
        if (wider == NULL) {
            return -1;
        }
        r->norm = wider;
    }
    struct train_parameter *p = &r->parameter[r->parameter_count];
    const struct tensor *x = &leaf->tensor;
    *p = (struct train_parameter){.serial = leaf->serial, .ndim = x->ndim < 8 ? x->ndim : 8};
    memcpy(p->shape, x->shape, (size_t)p->ndim * sizeof *p->shape);
    return r->parameter_count++;
}

/* In a function a model may have no other name than there. Once for each model. */
static void name_here(struct tape *t, int count, struct tensor_object *const *leaf)
{
    struct train *r = &t->train;
    uint64_t first = count > 0 ? leaf[0]->serial : r->asked;
    const struct frame *f = interp_user_frame(&t->session->in);
    if (first != r->asked && f != NULL && f->function != NULL && parameter_name(t, first) == NULL &&
        !parameters_name_now(t)) {
        error_clear(&t->session->in.error); /* without memory it has no name */
    }
    r->asked = first;
}

void train_backward(void *tape, const struct tensor_object *loss, int count,
                    struct tensor_object *const *leaf, struct tensor_object *const *grad)
{
    struct tape *t = tape;
    struct train *r = &t->train;
    const struct tensor *x = &loss->tensor;
    double value = tensor_numel(x) == 1 ? tensor_cell(x, 0) : NAN;
    bool within = false;
    for (struct frame *f = t->session->in.frame; f != NULL; f = f->outer) {
        for (struct loop *l = f->loop; l != NULL; l = l->outer) {
            within |= !l->node->span.source->prelude;
            l->backwards++;
            l->loss += value;
            l->vague |= tensor_numel(x) != 1;
        }
    }
    r->heard = within;
    name_here(t, count, leaf);
    for (int k = 0; within && k < count; k++) {
        int place = grad[k] != NULL ? place_of(r, count, leaf, k) : -1;
        if (place >= 0) { /* without memory its norm is not told */
            r->norm[place] = sqrt(sum_of_squares(&grad[k]->tensor));
            (void)map_set(&r->stores, leaf[k]->tensor.storage->id, 1);
            if (r->node == NULL) {
                (void)map_set(&r->gradients, grad[k]->tensor.storage->id, 1);
            }
        }
    }
}

void train_free(struct tape *t)
{
    struct train *r = &t->train;
    free(r->step);
    free(r->parameter);
    free(r->norm);
    map_free(&r->gradients);
    map_free(&r->parameters);
    map_free(&r->stores);
    arena_free(&r->arena);
    *r = (struct train){0};
}

/* --- reading --- */

int train_place(const struct tape *t, int logged)
{
    const struct part *p = part_of_event(t, logged);
    return p->gap ? p->index : p->index + logged - p->logged;
}

/* The path in its model, or its first name: "W_query.weight", "W". What the program's own functions
 * call it for a while is none. */
static void name_parameter(struct train_parameter *p, const struct tape_bind *b)
{
    bool attribute = strchr(b->name, '.') != NULL;
    if (p->name == NULL && (attribute || !b->at.source->prelude)) {
        p->name = strncmp(b->name, "self.", 5) == 0 ? b->name + 5 : b->name;
    }
}

/* Whether turns of the loop go on from each other: one takes or writes what was made in an earlier
 * one, or writes over what was there before the loop. */
static bool goes_on(const struct tape *t, const struct train_step *from,
                    const struct train_step *end)
{
    for (const struct train_step *s = from; s < end; s++) {
        for (int k = s->first; k < s->end; k++) {
            const struct event *e = &t->event[k];
            bool writes = e->effect == STORAGE_IN_PLACE && e->output_count > 0;
            if (writes && e->output[0].maker < s->first) {
                return true;
            }
            for (int j = 0; j < e->input_count; j++) {
                int maker = e->input[j].of.maker;
                if (maker >= from->first && maker < s->first) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* A loop whose turns have nothing to do with each other trains nothing: for width in (4, 64, 256).
 * Where steps were dropped their numbers stand on the tape, and they stay. */
static void leave_out_loops(struct tape *t)
{
    struct train *r = &t->train;
    int count = 0;
    for (int k = 0; k < r->count; k++) {
        if (!r->step[k].kept) {
            return;
        }
    }
    for (int from = 0, end; from < r->count; from = end) {
        for (end = from; end < r->count && r->step[end].training == r->step[from].training;) {
            end++;
        }
        bool trains = goes_on(t, &r->step[from], &r->step[end]);
        for (int k = from; k < end && trains; k++) {
            r->step[count++] = r->step[k];
        }
    }
    r->count = count;
}

void train_lay(struct tape *t)
{
    struct train *r = &t->train;
    for (int k = 0; k < r->count; k++) {
        struct train_step *s = &r->step[k];
        s->kept = !part_of_event(t, s->first)->gap;
        s->end = s->end > s->first ? train_place(t, s->end - 1) + 1 : train_place(t, s->end);
        s->first = train_place(t, s->first);
    }
    leave_out_loops(t);
    for (int k = 0; k < r->parameter_count; k++) {
        r->parameter[k].name = parameter_name(t, r->parameter[k].serial);
    }
    for (int k = 0; r->count > 0 && k < t->bind_count; k++) {
        int64_t of = map_get(&r->parameters, t->bind[k].serial, -1);
        if (of >= 0) {
            name_parameter(&r->parameter[of], &t->bind[k]);
        }
    }
}

int train_step_of(const struct tape *t, int event)
{
    int from = 0, to = t->train.count; /* the first one that begins behind the event */
    while (from < to) {
        int half = from + (to - from) / 2;
        if (t->train.step[half].first <= event) {
            from = half + 1;
        } else {
            to = half;
        }
    }
    bool in = from > 0 && event < t->train.step[from - 1].end && t->train.step[from - 1].kept;
    return in ? from - 1 : -1;
}

int train_size(const struct tape *t, int step, int *number)
{
    const struct train *r = &t->train;
    int first = step, end = step;
    while (first > 0 && r->step[first - 1].training == r->step[step].training) {
        first--;
    }
    while (end < r->count && r->step[end].training == r->step[step].training) {
        end++;
    }
    *number = step - first;
    return end - first;
}

void train_put_step(const struct tape *t, int step, struct buf *out)
{
    int number, size = train_size(t, step, &number);
    buf_printf(out, "training step %d of %d-%d", step, step - number, step - number + size - 1);
}
