/* Putting the names of a step back, and running an expression among them. */
#include "tui/ask.h"

#include "torch/tensor_object.h"
#include "tui/known.h"

#include "base/error.h"

#include <string.h>

#define STEPS_MOST 5000000

struct asking {
    struct tape *tape;
    struct interp *in;
    struct buf printed;
};

static void keep_print(void *self, const char *text, size_t len, bool is_error)
{
    struct asking *a = self;
    (void)is_error;
    buf_put(&a->printed, text, len);
}

/* Tensors that the tape holds stay as they are. */
static bool refuse_write(void *observer, const struct tensor *region)
{
    struct tape *t = observer;
    if (map_get(&t->storages, region->storage->id, -2) == -2) {
        return true;
    }
    return error_set(t->session->torch.compute.err, ERROR_RUNTIME,
                     "a question may not change a tensor of the run; clone() it first");
}

static bool run(struct asking *a, const char *text, struct value *last)
{
    bool has_last;
    const struct source source = {
        .file = "<question>", .first_line = 1, .text = text, .len = strlen(text)};
    struct source *kept = arena_alloc(&a->tape->arena, sizeof *kept); /* values may point to it */
    char *copy = arena_copy(&a->tape->arena, text, source.len);
    if (kept == NULL || copy == NULL) {
        return false;
    }
    *kept = source;
    kept->text = copy;
    a->in->steps = 0;
    return interp_run(a->in, kept, last, &has_last) == OUTCOME_DONE;
}

/* The value that a bind gave, as it was right behind event `event`. False: it is not kept. */
static bool value_of(struct asking *a, const struct tape_bind *b, int event, struct value *out)
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
static void set_names(struct asking *a, const struct stepper *s)
{
    struct known k;
    struct value value, none;
    struct dict *globals = a->in->main->dict;
    if (!known_find(&k, s)) {
        return;
    }
    run(a, "class self: pass\n", &none);
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
            run(a, buf_text(&text), &none);
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

static void answer(struct asking *a, const char *expression, struct buf *out)
{
    struct value last;
    bool ok = run(a, expression, &last);
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
    struct session *session = s->tape->session;
    struct compute *cx = &session->torch.compute;
    struct asking a = {.tape = s->tape, .in = &session->in};
    struct recorder quiet = {.self = s->tape, .mark = s->tape->recorder.mark};
    const struct interp kept = session->in;
    const struct compute kept_compute = *cx;
    session->in.write = keep_print;
    session->in.write_self = &a;
    session->in.recorder = &quiet; /* what the tape keeps is not garbage */
    session->in.limits.steps = STEPS_MOST;
    session->in.limits.seconds = 0;
    cx->before_write = refuse_write;
    cx->observer = s->tape;
    set_names(&a, s);
    answer(&a, expression, out);
    cx->before_write = kept_compute.before_write;
    cx->observer = kept_compute.observer;
    session->in.write = kept.write;
    session->in.write_self = kept.write_self;
    session->in.recorder = kept.recorder;
    session->in.limits = kept.limits;
    error_clear(&session->in.error);
    buf_free(&a.printed);
}
