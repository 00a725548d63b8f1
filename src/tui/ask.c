/* Putting the names of a step back, and running an expression among them. */
#include "tui/ask.h"

#include "lang/run/native.h"
#include "torch/tensor_object.h"
#include "trace/tape/sandbox.h"
#include "tui/ask_leaf.h"
#include "tui/page/known.h"
#include "tui/word.h"

#include <string.h>

/* --- names --- */

/* What is known of a name at the step. */
struct asked_name {
    const struct tape_bind *now;  /* the bind that it has its value of; NULL: there is none yet */
    const struct tape_bind *next; /* the first one behind the step, NULL: none */
    const struct tape_bind *last; /* the last one of all in the same place */
};

/* Names are interned: the same text is the same pointer. Inner functions hide those around them. */
static struct asked_name look_up(const struct stepper *s, const char *name)
{
    const struct tape *t = s->tape;
    int event = stepper_event(s);
    int end = bindings_behind(t, event);
    struct asked_name n = {0};
    for (int call = t->event[event].user_call; n.now == NULL; call = known_around(t, call)) {
        const struct binding *b = bindings_find(&s->bindings, call, name);
        n = (struct asked_name){0};
        if (b != NULL) {
            int now = bindings_now(&s->bindings, b, t, event);
            int next = chain_from(s->bindings.in_call, b->last, end);
            n.now = now >= 0 ? &t->bind[now] : NULL;
            n.next = next >= 0 ? &t->bind[next] : NULL;
            n.last = &t->bind[b->last];
        }
        if (call < 0) {
            break;
        }
    }
    return n;
}

/* An array is one of NumPy, or a tensor: as the event says that made it. */
static struct class *class_of(const struct tape *t, uint64_t serial)
{
    int maker = (int)map_get(&t->makers, serial, -1);
    for (int k = 0; maker >= 0 && k < t->event[maker].output_count; k++) {
        const struct tape_tensor *of = &t->event[maker].output[k];
        if (of->serial == serial && of->ndarray) {
            return t->session->torch.types.ndarray;
        }
    }
    return t->session->torch.types.tensor;
}

/* The value that a bind gave, once sandbox_rewind has made the tensors those of the step. False: it
 * is not kept. */
static bool value_of(struct sandbox *a, struct leaves *l, const struct tape_bind *b,
                     struct value *out)
{
    if (b->tensor != NULL) {
        struct tensor_object *object = leaves_find(l, b->serial);
        if (object == NULL) {
            struct tensor then = tensor_ref(b->tensor);
            object = tensor_object_new(a->in, class_of(a->tape, b->serial), &then);
            if (object != NULL) {
                object->grad = leaves_retained(l, b->serial);
            }
        }
        *out = object != NULL ? value_object(&object->object) : value_none();
        return object != NULL;
    }
    *out = b->is_integer ? value_int(b->integer) : b->value;
    return b->is_integer || b->value.type != VALUE_NONE || b->text == NULL;
}

/* A name of the code is what it was at the step, or is not there. What is neither a tensor nor a
 * number is known only while the name still stands for it. */
static void set_name(struct sandbox *a, struct leaves *l, const struct stepper *s, const char *name)
{
    struct asked_name n = look_up(s, name);
    struct str *key = str_intern(a->in, name);
    struct value value;
    bool stays = n.now != NULL && n.now == n.last && n.now->call < 0;
    if (key == NULL || (n.now == NULL && n.next == NULL)) {
        return;
    }
    if (n.now != NULL && value_of(a, l, n.now, &value)) {
        interp_set(a->in, a->in->main->dict, name, value);
    } else if (!stays) {
        dict_delete_str(a->in->main->dict, key);
    }
}

/* "self.mask": of the object whose functions the step is in. */
static void set_attributes(struct sandbox *a, struct leaves *l, const struct stepper *s)
{
    struct known k;
    struct value value, none;
    if (!known_find(&k, s)) {
        return;
    }
    for (int j = k.count - 1, any = 0; j >= 0; j--) {
        const char *name = k.at[j].bind->name;
        if (strncmp(name, "self.", 5) != 0 || !value_of(a, l, k.at[j].bind, &value)) {
            continue;
        }
        if (any++ == 0) {
            sandbox_run(a, "class self: pass\n", &none);
        }
        if (interp_set(a->in, a->in->main->dict, "__value", value)) {
            struct buf text = {0};
            buf_printf(&text, "%s = __value\n", name);
            sandbox_run(a, buf_text(&text), &none);
            buf_free(&text);
        }
    }
    known_free(&k);
}

static void set_names(struct sandbox *a, struct leaves *l, const struct stepper *s)
{
    for (int k = 0; k < s->bindings.name_count; k++) {
        if (strchr(s->bindings.name[k], '.') == NULL) {
            set_name(a, l, s, s->bindings.name[k]);
        }
    }
    set_attributes(a, l, s);
}

/* --- what cannot be told --- */

static bool mentions(const char *expression, const char *name)
{
    size_t len = strlen(name), from, end;
    for (int k = 0; word_find(expression, strlen(expression), k, &from, &end); k++) {
        if (end - from == len && strncmp(expression + from, name, len) == 0) {
            return true;
        }
    }
    return false;
}

static bool may_change(const struct tape_bind *b)
{
    static const char *const kinds[] = {"list", "dict", "set", "bytearray"};
    for (size_t k = 0; b->text != NULL && k < sizeof kinds / sizeof kinds[0]; k++) {
        if (strcmp(b->text, kinds[k]) == 0) {
            return true;
        }
    }
    return false;
}

static void put_note(const struct stepper *s, const char *name, struct buf *out)
{
    struct asked_name n = look_up(s, name);
    const struct tape *t = s->tape;
    if (n.now == NULL && n.next != NULL) {
        int before = n.next->event - 1;
        buf_printf(out, "At this step %s is not bound yet", name);
        if (before >= 0 && before < t->event_count) {
            buf_printf(out, "; that comes behind step %s%d", t->event[before].setup ? "s" : "",
                       t->event[before].number);
        }
        buf_puts(out, ".\n");
    } else if (n.now != NULL && n.now->text != NULL && n.now->tensor == NULL) {
        bool stays = n.now == n.last && n.now->call < 0;
        if (!stays) {
            buf_printf(out, "At this step %s is a %s; what it held is not kept.\n", name,
                       n.now->text);
        } else if (may_change(n.now)) {
            buf_printf(out, "%s is a %s, shown as it is at the end of the run.\n", name,
                       n.now->text);
        }
    }
}

static void put_notes(const struct stepper *s, const char *expression, struct buf *out)
{
    buf_puts(out, out->len > 0 && out->data[out->len - 1] != '\n' ? "\n" : "");
    for (int k = 0; k < s->bindings.name_count; k++) {
        const char *name = s->bindings.name[k];
        bool self = strcmp(name, "self") == 0; /* its attributes are known by themselves */
        if (!self && mentions(expression, name)) {
            put_note(s, name, out);
        }
    }
}

/* --- the answer --- */

static void put_list(const char *what, int count, const int64_t *number, struct buf *out)
{
    buf_printf(out, "%s(", what);
    for (int k = 0; k < count; k++) {
        buf_printf(out, "%s%lld", k > 0 ? ", " : "", (long long)number[k]);
    }
    buf_puts(out, count == 1 ? ",)" : ")");
}

static void answer(struct sandbox *a, const char *expression, struct buf *out)
{
    struct value last;
    bool ok = sandbox_run(a, expression, &last);
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
    bool silent = last.type == VALUE_NONE && (a->printed.len > 0 || !a->gives);
    if (!silent && !interp_pretty(a->in, last, out)) {
        interp_traceback(a->in, out);
    }
}

void ask(const struct stepper *s, const char *expression, struct buf *out)
{
    struct sandbox a;
    struct module *main = s->tape->session->in.main;
    struct dict *own = main->dict;
    sandbox_begin(&a, s->tape);
    struct dict *names = dict_new(a.in); /* those of the run stay as they are */
    bool ok = names != NULL && dict_copy_into(a.in, names, own) &&
              interp_set(a.in, names, "__names", value_object(&own->object));
    struct leaves l = {.in = a.in, .tape = s->tape, .names = own};
    if (ok && s->row >= 0) {
        main->dict = names;
        l.event = stepper_event(s);
        l.binds = bindings_behind(s->tape, l.event);
        ok = leaves_begin(&l, names) && sandbox_rewind(&a, l.event);
    }
    if (ok && s->row >= 0) {
        set_names(&a, &l, s);
    }
    if (ok) {
        answer(&a, expression, out);
    } else {
        buf_puts(out, "There is no memory left for the tensors of this step.\n");
    }
    leaves_end(&l);
    main->dict = own;
    sandbox_end(&a);
    if (s->row >= 0) {
        put_notes(s, expression, out);
    }
}
