/* Puts a fault's result in the place of the right one, between a run and its tape, before the tape
 * records it and before the code uses it. */
#include "mistakes/fault.h"

#include "torch/tensor_object.h"
#include "trace/tape/record.h"

/* --- which report is meant --- */

/* An event takes at least one tensor where a fault is made; NumPy's arithmetic with plain numbers
 * is reported, too, but becomes none. */
static bool takes_tensor(const struct operation *o)
{
    for (int k = 0; k < o->call->arg_count; k++) {
        const struct argument *a = &o->call->arg[k];
        if (a->object != NULL || (a->tensors != NULL && a->count > 0) ||
            a->value.type == VALUE_OBJECT) {
            return true;
        }
    }
    return false;
}

static const struct fault_change *change_of(const struct fault_hook *h, const struct operation *o)
{
    for (int k = 0; k < h->plan->count; k++) {
        const struct fault_change *c = &h->plan->change[k];
        if (c->event == h->seen && c->op == o->op && o->output_count > 0 && takes_tensor(o)) {
            return c;
        }
    }
    return NULL;
}

/* x.float() of a float tensor is x itself: nothing was made that could be another. */
static bool is_argument(const struct operation *o)
{
    for (int k = 0; k < o->call->arg_count; k++) {
        if (o->call->arg[k].object == o->outputs[0]) {
            return true;
        }
    }
    return false;
}

/* --- another result --- */

/* In place the cells are written, and the tape hears of that as of any write. */
static bool replace(struct fault_hook *h, struct operation *o, const struct tensor *result)
{
    struct compute *cx = &h->of->session->torch.compute;
    struct tensor_object *object = o->outputs[0];
    struct tensor own;
    bool in_place = o->effect == STORAGE_IN_PLACE;
    if (in_place ? !tensor_same_shape(&object->tensor, result) : is_argument(o)) {
        return true; /* not the event that was planned for: it stays as it is */
    }
    if (!tensor_clone(cx, &own, result)) {
        return false;
    }
    h->done++;
    if (in_place) {
        bool ok = tensor_write(cx, &object->tensor, &own);
        tensor_release(&own);
        return ok;
    }
    tensor_release(&object->tensor);
    object->tensor = own;
    o->effect = o->effect == STORAGE_VIEW ? STORAGE_NEW : o->effect;
    return true;
}

static bool operation(void *self, const struct operation *o, const struct span *site)
{
    struct fault_hook *h = self;
    struct operation told = *o;
    const struct fault_change *c = change_of(h, o);
    int logged = h->of->logged;
    if (c != NULL && !replace(h, &told, &c->result)) {
        return raise_error(&h->of->session->in);
    }
    if (h->tape->operation == NULL) {
        return true;
    }
    bool ok = h->tape->operation(h->tape->self, &told, site);
    h->seen += h->of->logged - logged;
    return ok;
}

/* --- everything else goes to the tape as it comes --- */

static bool enter(void *self, const struct function *function, const struct span *site)
{
    const struct recorder *r = ((struct fault_hook *)self)->tape;
    return r->enter == NULL || r->enter(r->self, function, site);
}

static void leave(void *self, const struct function *function)
{
    const struct recorder *r = ((struct fault_hook *)self)->tape;
    if (r->leave != NULL) {
        r->leave(r->self, function);
    }
}

static bool bind(void *self, const char *name, struct value value, const struct span *at)
{
    const struct recorder *r = ((struct fault_hook *)self)->tape;
    return r->bind == NULL || r->bind(r->self, name, value, at);
}

static void backward(void *self, const struct tensor_object *loss, int count,
                     struct tensor_object *const *leaf, struct tensor_object *const *grad)
{
    const struct recorder *r = ((struct fault_hook *)self)->tape;
    if (r->backward != NULL) {
        r->backward(r->self, loss, count, leaf, grad);
    }
}

static bool turn(void *self, struct loop *loop, bool left)
{
    const struct recorder *r = ((struct fault_hook *)self)->tape;
    return r->turn == NULL || r->turn(r->self, loop, left);
}

static bool before_write(void *self, const struct tensor *region)
{
    const struct recorder *r = ((struct fault_hook *)self)->tape;
    return r->before_write == NULL || r->before_write(r->self, region);
}

static void print(void *self, const char *text, size_t len)
{
    const struct recorder *r = ((struct fault_hook *)self)->tape;
    if (r->print != NULL) {
        r->print(r->self, text, len);
    }
}

static void mark(void *self, struct interp *in)
{
    const struct recorder *r = ((struct fault_hook *)self)->tape;
    if (r->mark != NULL) {
        r->mark(r->self, in);
    }
}

void fault_hook_begin(struct fault_hook *h, struct tape *t, const struct fault_plan *plan)
{
    *h = (struct fault_hook){.own = {.self = h,
                                     .enter = enter,
                                     .leave = leave,
                                     .bind = bind,
                                     .operation = operation,
                                     .backward = backward,
                                     .turn = turn,
                                     .before_write = before_write,
                                     .print = print,
                                     .mark = mark},
                             .tape = &t->recorder,
                             .of = t,
                             .plan = plan};
    t->session->in.recorder = &h->own;
}
