/* Puts a fault's result in the place of the right one, between a run and its tape, before the tape
 * records it and before the code uses it. */
#include "mistakes/fault.h"

#include "torch/tensor_object.h"

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

static const struct fault_change *change_of(const struct tape *t, const struct fault_plan *plan,
                                            const struct operation *o)
{
    for (int k = 0; k < plan->count; k++) {
        const struct fault_change *c = &plan->change[k];
        if (c->event == t->logged && c->op == o->op && o->output_count > 0 && takes_tensor(o)) {
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

/* In place the cells are written, and the tape hears of that as of any write. */
static bool replace(struct fault_hook *h, struct compute *cx, struct operation *o,
                    const struct tensor *result)
{
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
    struct tape *t = self;
    struct fault_hook *h = t->between;
    struct operation told = *o;
    const struct fault_change *c = change_of(t, h->plan, o);
    if (c != NULL && !replace(h, &t->session->torch.compute, &told, &c->result)) {
        return raise_error(&t->session->in);
    }
    return t->recorder.operation(t, &told, site);
}

/* Everything else goes to the tape as it comes. */
void fault_hook_begin(struct fault_hook *h, struct tape *t, const struct fault_plan *plan)
{
    *h = (struct fault_hook){.own = t->recorder, .plan = plan};
    h->own.operation = operation;
    t->between = h;
    t->session->in.recorder = &h->own;
}
