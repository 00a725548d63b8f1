/* Putting the names of a step back, and running an expression among them. */
#include "tui/ask.h"

#include "torch/tensor_object.h"
#include "trace/aside.h"
#include "tui/known.h"

#include <string.h>

/* The value that a bind gave, as it was right behind event `event`. False: it is not kept. */
static bool value_of(struct aside *a, const struct tape_bind *b, int event, struct value *out)
{
    if (b->tensor != NULL) {
        struct tape_tensor of = {.tensor = *b->tensor, .serial = b->serial};
        struct tensor then;
        if (!tape_after(a->tape, &of, event, &then)) {
            return false;
        }
        struct tensor_object *object =
            tensor_object_new(a->in, a->tape->session->torch.types.tensor, &then);
        *out = object != NULL ? value_object(&object->object) : value_none();
        return object != NULL;
    }
    *out = b->is_integer ? value_int(b->integer) : b->value;
    return b->is_integer || b->value.type != VALUE_NONE;
}

/* Names of inner functions hide those around, so they are set last. */
static void set_names(struct aside *a, const struct stepper *s)
{
    struct known k;
    struct value value, none;
    struct dict *globals = a->in->main->dict;
    if (!known_find(&k, s)) {
        return;
    }
    aside_run(a, "class self: pass\n", &none);
    for (int j = k.count - 1; j >= 0; j--) {
        const char *name = k.at[j].bind->name;
        if (!value_of(a, k.at[j].bind, stepper_event(s), &value)) {
            continue;
        }
        if (strchr(name, '.') == NULL) {
            interp_set(a->in, globals, name, value);
        } else if (strncmp(name, "self.", 5) == 0 && interp_set(a->in, globals, "__value", value)) {
            struct buf text = {0};
            buf_printf(&text, "%s = __value\n", name);
            aside_run(a, buf_text(&text), &none);
            buf_free(&text);
        }
    }
    known_free(&k);
}

static void put_list(const char *what, int count, const int64_t *number, struct buf *out)
{
    buf_printf(out, "%s(", what);
    for (int k = 0; k < count; k++) {
        buf_printf(out, "%s%lld", k > 0 ? ", " : "", (long long)number[k]);
    }
    buf_puts(out, count == 1 ? ",)" : ")");
}

static void answer(struct aside *a, const char *expression, struct buf *out)
{
    struct value last;
    bool ok = aside_run(a, expression, &last);
    buf_put(out, buf_text(&a->printed), a->printed.len);
    if (!ok) {
        interp_traceback(a->in, out);
        return;
    }
    if (tensor_object_is(a->in, last)) {
        const struct tensor *t = &tensor_object_of(last)->tensor;
        put_list("shape ", t->ndim, t->shape, out);
        put_list("  strides ", t->ndim, t->stride, out);
        buf_printf(out, "  %s%s\n", dtype_name(t->dtype),
                   tensor_is_contiguous(t) ? "" : "  not contiguous");
    }
    if (last.type != VALUE_NONE && !interp_pretty(a->in, last, out)) {
        interp_traceback(a->in, out);
    }
}

void ask(const struct stepper *s, const char *expression, struct buf *out)
{
    struct aside a;
    aside_begin(&a, s->tape);
    set_names(&a, s);
    answer(&a, expression, out);
    aside_end(&a);
}
