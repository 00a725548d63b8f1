#include "tui/ask_leaf.h"

#include "lang/run/interp.h"
#include "torch/op/ops.h"
#include "torch/tensor_object.h"
#include "trace/report/code.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"

#include <string.h>

/* In a value: itself, or one of a list. */
static struct tensor_object *tensor_in(struct interp *in, struct value v, uint64_t serial)
{
    struct tensor_object *found = NULL;
    if (tensor_object_is(in, v)) {
        struct tensor_object *x = tensor_object_of(v);
        found = x->serial == serial ? x : NULL;
    } else if (list_is(v) || tuple_is(v)) {
        const struct list *all = (const struct list *)v.o;
        for (int64_t k = 0; found == NULL && k < all->count; k++) {
            found = tensor_object_is(in, all->at[k]) ? tensor_in(in, all->at[k], serial) : NULL;
        }
    }
    return found;
}

/* The last `x.grad = ...` that was carried out by one of the binds [first, end), where x was the
 * tensor of that serial; -1: none. */
static int given_by_hand(const struct tape *t, uint64_t serial, int first, int end)
{
    for (int k = end - 1; k >= first; k--) {
        const struct tape_bind *b = &t->bind[k];
        const char *dot = strrchr(b->name, '.');
        if (dot == NULL || strcmp(dot, ".grad") != 0) {
            continue;
        }
        size_t len = (size_t)(dot - b->name);
        int j = k - 1;
        while (j >= 0 && (t->bind[j].tensor == NULL || strlen(t->bind[j].name) != len ||
                          memcmp(t->bind[j].name, b->name, len) != 0)) {
            j--;
        }
        if (j >= 0 && t->bind[j].serial == serial) {
            return k;
        }
    }
    return -1;
}

/* Whether the event gives a gradient of the tensor, a part of it, or the sum of the parts. */
static bool gives_gradient(const struct tape *t, int event, uint64_t serial)
{
    const struct event *e = &t->event[event];
    if (e->gradient == NULL || e->output_count == 0 || e->of < 0) {
        return false;
    }
    const struct event *of = &t->event[e->of];
    int input = gradient_input(t, event), result = e->of_element > 0 ? e->of_element : 0;
    return input >= 0 ? of->input[input].of.serial == serial
                      : e->of_argument < 0 && result < of->output_count &&
                            of->output[result].serial == serial;
}

/* Whether the pass of an event gives x.grad: torch.autograd.grad() gives its results alone,
 * and what retain_grad() asked for. */
static bool fills_grad(const struct event *e)
{
    struct buf code = {0};
    if (e->asked != NULL) {
        code_of_span(e->asked, &code);
    }
    bool fills = e->asked == NULL || strstr(buf_text(&code), "backward") != NULL;
    buf_free(&code);
    return fills;
}

/* Whether the event behind it adds the gradient to the one that a result kept before. */
static bool adds_to_kept(const struct event *e)
{
    const struct event *sum = e + 1;
    return sum->of < 0 && event_is(sum, OP_add) && sum->input_count == 2 && e->asked != NULL &&
           sum->code.line == e->asked->line && sum->input[1].of.serial == e->output[0].serial;
}

/* The last event up to l->event that gave the tensor its x.grad; -1: none. Until all parts of a
 * gradient have come x.grad is what it was before the pass. */
static int giver_then(const struct leaves *l, uint64_t serial, bool retained)
{
    const struct tape *t = l->tape;
    for (int k = l->event; k >= 0; k--) {
        const struct event *e = &t->event[k];
        if (gives_gradient(t, k, serial) && (retained || fills_grad(e))) {
            bool whole = true;
            for (int j = l->event + 1; whole && j < t->event_count && t->event[j].of >= 0 &&
                                       t->event[j].asked == e->asked;
                 j++) {
                whole = !gives_gradient(t, j, serial);
            }
            if (whole) {
                return retained && k < l->event && adds_to_kept(e) ? k + 1 : k;
            }
            while (k > 0 && e[-1].of >= 0 && e[-1].asked == e->asked) {
                k--, e--;
            }
        }
    }
    return -1;
}

/* x.grad as it was; NULL: None, or no memory. */
static struct tensor_object *grad_then(const struct leaves *l, uint64_t serial, bool retained)
{
    const struct tape *t = l->tape;
    int event = giver_then(l, serial, retained);
    int hand = given_by_hand(t, serial, event >= 0 ? t->event[event].binds : 0, l->binds);
    const struct tensor *grad = hand >= 0    ? t->bind[hand].tensor
                                : event >= 0 ? &t->event[event].output[0].tensor
                                             : NULL;
    if (grad == NULL) {
        return NULL;
    }
    struct tensor then = tensor_ref(grad);
    return tensor_object_new(l->in, t->session->torch.types.tensor, &then);
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
    leaf->grad = grad_then(l, leaf->serial, false);
    return true;
}

#define DEEPEST 100 /* modules in modules */

/* The parameters of a module: nobody asks for them by a name of their own. */
static bool rewind_module(struct leaves *l, struct value module, int depth)
{
    static const char *const tables[] = {"_parameters", "_modules"};
    bool ok = true;
    for (int k = 0; ok && k < 2 && depth < DEEPEST; k++) {
        struct value table, key, v;
        struct str *name = str_intern(l->in, tables[k]);
        if (name == NULL || module.type != VALUE_OBJECT || module.o->attributes == NULL ||
            !dict_get_str(module.o->attributes, name, &table) || !dict_is(table)) {
            return name != NULL;
        }
        for (int64_t at = 0; ok && dict_next((struct dict *)table.o, &at, &key, &v);) {
            bool tensor = tensor_object_is(l->in, v);
            ok = tensor ? rewind_grad(l, tensor_object_of(v)) : rewind_module(l, v, depth + 1);
        }
    }
    return ok;
}

bool leaves_begin(struct leaves *l, struct dict *names)
{
    struct value key, v;
    l->changed = list_new(l->in, 0);
    bool ok = l->changed != NULL &&
              interp_set(l->in, names, "__leaves", value_object(&l->changed->object));
    for (int64_t at = 0; ok && dict_next(l->names, &at, &key, &v);) {
        ok = rewind_module(l, v, 0);
    }
    return ok;
}

static struct tensor_object *find(struct leaves *l, uint64_t serial)
{
    struct tensor_object *found = NULL;
    struct value key, v;
    for (int64_t at = 0; found == NULL && dict_next(l->names, &at, &key, &v);) {
        found = tensor_in(l->in, v, serial);
    }
    return found;
}

struct tensor_object *leaves_find(struct leaves *l, uint64_t serial)
{
    struct tensor_object *found = find(l, serial);
    bool leaf = found != NULL && found->requires_grad && found->grad_fn == NULL;
    return leaf && rewind_grad(l, found) ? found : NULL;
}

struct tensor_object *leaves_retained(struct leaves *l, uint64_t serial)
{
    const struct tensor_object *found = find(l, serial);
    bool retained = found != NULL && found->grad_fn != NULL && found->grad != NULL;
    return retained ? grad_then(l, serial, true) : NULL;
}

void leaves_end(struct leaves *l)
{
    for (int64_t k = 0; l->changed != NULL && k < l->changed->count; k += 2) {
        struct value was = l->changed->at[k + 1];
        tensor_object_of(l->changed->at[k])->grad =
            was.type == VALUE_NONE ? NULL : tensor_object_of(was);
    }
}
