#include "tui/ask_leaf.h"

#include "lang/run/interp.h"
#include "torch/tensor_object.h"
#include "trace/tape/gradient.h"

#include <string.h>

bool leaves_begin(struct leaves *l, struct dict *names)
{
    l->changed = list_new(l->in, 0);
    return l->changed != NULL &&
           interp_set(l->in, names, "__leaves", value_object(&l->changed->object));
}

/* In a value: itself, or one of a list. */
static struct tensor_object *leaf_in(struct interp *in, struct value v, uint64_t serial)
{
    struct tensor_object *found = NULL;
    if (tensor_object_is(in, v)) {
        struct tensor_object *x = tensor_object_of(v);
        found = x->serial == serial && x->requires_grad && x->grad_fn == NULL ? x : NULL;
    } else if (list_is(v) || tuple_is(v)) {
        const struct list *all = (const struct list *)v.o;
        for (int64_t k = 0; found == NULL && k < all->count; k++) {
            found = tensor_object_is(in, all->at[k]) ? leaf_in(in, all->at[k], serial) : NULL;
        }
    }
    return found;
}

/* Whether `x.grad = None` was carried out, where x was the leaf, by one of the binds [first, end).
 */
static bool was_cleared(const struct tape *t, uint64_t serial, int first, int end)
{
    for (int k = end - 1; k >= first; k--) {
        const struct tape_bind *b = &t->bind[k];
        const char *dot = strrchr(b->name, '.');
        if (dot == NULL || strcmp(dot, ".grad") != 0 || b->tensor != NULL || b->text != NULL) {
            continue;
        }
        size_t len = (size_t)(dot - b->name);
        int j = k - 1;
        while (j >= 0 && (t->bind[j].tensor == NULL || strlen(t->bind[j].name) != len ||
                          memcmp(t->bind[j].name, b->name, len) != 0)) {
            j--;
        }
        if (j >= 0 && t->bind[j].serial == serial) {
            return true;
        }
    }
    return false;
}

/* x.grad as it was; NULL: None, or no memory. */
static struct tensor_object *grad_then(const struct leaves *l, uint64_t serial)
{
    const struct tape *t = l->tape;
    int end = l->binds;
    for (int k = l->event; k >= 0; k--) {
        const struct event *e = &t->event[k];
        int input = e->gradient != NULL && e->output_count > 0 ? gradient_input(t, k) : -1;
        if (input >= 0 && t->event[e->of].input[input].of.serial == serial) {
            if (was_cleared(t, serial, e->binds, end)) {
                return NULL;
            }
            struct tensor then = tensor_ref(&e->output[0].tensor);
            return tensor_object_new(l->in, t->session->torch.types.tensor, &then);
        }
    }
    return NULL;
}

static bool rewind_grad(struct leaves *l, struct tensor_object *leaf)
{
    struct value was = leaf->grad != NULL ? value_object(&leaf->grad->object) : value_none();
    for (int64_t k = 0; k < l->changed->count; k += 2) {
        if (l->changed->at[k].o == &leaf->object) {
            return true;
        }
    }
    if (!list_append(l->in, l->changed, value_object(&leaf->object))) {
        return false;
    }
    if (!list_append(l->in, l->changed, was)) {
        l->changed->count--;
        return false;
    }
    leaf->grad = grad_then(l, leaf->serial);
    return true;
}

struct tensor_object *leaves_find(struct leaves *l, uint64_t serial)
{
    struct tensor_object *found = NULL;
    struct value key, v;
    for (int64_t at = 0; found == NULL && dict_next(l->names, &at, &key, &v);) {
        found = leaf_in(l->in, v, serial);
    }
    return found != NULL && rewind_grad(l, found) ? found : NULL;
}

void leaves_end(struct leaves *l)
{
    for (int64_t k = 0; l->changed != NULL && k < l->changed->count; k += 2) {
        struct value was = l->changed->at[k + 1];
        tensor_object_of(l->changed->at[k])->grad =
            was.type == VALUE_NONE ? NULL : tensor_object_of(was);
    }
}
