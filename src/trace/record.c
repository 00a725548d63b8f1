/* Listening: the recorder behind a tape. It copies what an event needs to be read later (arguments,
 * references to tensors, where the code stood) and never looks at a cell, but for those that are
 * about to be overwritten. */
#include "trace/record.h"

#include "lang/label.h"

#include <stdlib.h>
#include <string.h>

/* --- memory: everything is charged to the session's budget --- */

static bool charge(struct tape *t)
{
    struct interp *in = &t->session->in;
    size_t bytes = t->arena.total + map_bytes(&t->makers) + map_bytes(&t->bound) +
                   map_bytes(&t->storages) + t->printed.cap;
    if (bytes > t->charged) {
        if (!budget_take(in->memory, bytes - t->charged, &in->error)) {
            return raise_error(in);
        }
        t->charged = bytes;
    }
    return true;
}

static void *take(struct tape *t, size_t count, size_t size)
{
    void *block = arena_alloc(&t->arena, count > 0 ? count * size : 1);
    if (block == NULL) {
        raise_memory(&t->session->in);
    }
    return block;
}

/* A text that lives as long as the interpreter; the same one for equal texts. */
static const char *keep_text(struct tape *t, const char *text)
{
    const struct str *kept = str_intern(&t->session->in, text);
    return kept != NULL ? kept->text : NULL;
}

/* Room for one more in a growing array; charged where it grows. */
static bool reserve(struct tape *t, void **at, int count, int *cap, size_t size)
{
    if (count < *cap) {
        return true;
    }
    int wider = *cap == 0 ? 64 : *cap * 2;
    void *block = heap_resize(&t->session->in, *at, (size_t)*cap * size, (size_t)wider * size);
    if (block == NULL) {
        return false;
    }
    *at = block;
    *cap = wider;
    return true;
}

static bool note(struct tape *t, struct map *m, uint64_t key, int64_t value)
{
    return map_set(m, key, value) || raise_memory(&t->session->in);
}

/* --- tensors --- */

/* Into zeroed memory: only the axes that there are. */
static void put_tensor(struct tensor *to, const struct tensor *from)
{
    to->storage = from->storage;
    to->dtype = from->dtype;
    to->ndim = from->ndim;
    to->wrapped = from->wrapped;
    to->offset = from->offset;
    memcpy(to->shape, from->shape, (size_t)from->ndim * sizeof *to->shape);
    memcpy(to->stride, from->stride, (size_t)from->ndim * sizeof *to->stride);
}

static void keep_reference(struct tensor *to, const struct tensor *from)
{
    put_tensor(to, from);
    to->storage->references++;
}

#define UNKNOWN (-2) /* a storage that no event has seen */

static bool keep_tensor(struct tape *t, const struct tensor_object *object,
                        const struct tensor *tensor, struct tape_tensor *out)
{
    const struct torch *torch = &t->session->torch;
    uint64_t id = tensor->storage->id;
    const struct class *class = object->object.class;
    int64_t written = map_get(&t->storages, id, UNKNOWN);
    keep_reference(&out->tensor, tensor);
    out->serial = object->serial;
    out->maker = (int)map_get(&t->makers, object->serial, -1);
    out->written = written == UNKNOWN ? -1 : (int)written;
    out->grad_fn = object->grad_fn;
    out->requires_grad = object->requires_grad;
    out->parameter = class == torch->types.parameter;
    out->ndarray = class == torch->types.ndarray;
    return written != UNKNOWN || note(t, &t->storages, id, -1);
}

/* A stand-in for an object that may change or go: it holds the tensor as it is now. The class of a
 * subclass made in code may go too, so the stand-in is a plain tensor. */
static struct tensor_object *shadow_of(struct tape *t, const struct tensor_object *object,
                                       const struct tensor *tensor)
{
    const struct torch *torch = &t->session->torch;
    struct tensor_object *shadow = take(t, 1, sizeof *shadow);
    if (shadow != NULL) {
        bool native = object->object.class->native;
        shadow->object.class = native ? object->object.class : torch->types.tensor;
        shadow->object.size = sizeof *shadow;
        shadow->requires_grad = object->requires_grad;
        shadow->grad_fn = object->grad_fn;
        shadow->leaf_view = object->leaf_view;
        shadow->serial = object->serial;
        put_tensor(&shadow->tensor, tensor);
    }
    return shadow;
}

/* --- arguments --- */

struct keeper { /* the event under construction */
    struct tape *t;
    struct event *e;
    int input_cap;
};

static bool is_array(struct tape *t, struct value v)
{
    struct interp *in = &t->session->in;
    return v.type == VALUE_OBJECT && (tensor_object_is(in, v) || ndarray_is(in, v));
}

static struct tensor_object *keep_input(struct keeper *k, const struct tensor_object *object,
                                        const struct tensor *tensor, int argument, int element)
{
    struct event *e = k->e;
    if (e->input_count == k->input_cap) {
        int cap = k->input_cap == 0 ? 4 : k->input_cap * 2;
        struct tape_input *wider = take(k->t, (size_t)cap, sizeof *wider);
        if (wider == NULL) {
            return NULL;
        }
        if (e->input_count > 0) {
            memcpy(wider, e->input, (size_t)e->input_count * sizeof *wider);
        }
        e->input = wider;
        k->input_cap = cap;
    }
    struct tape_input *to = &e->input[e->input_count];
    to->argument = argument;
    to->element = element;
    to->shadow = shadow_of(k->t, object, tensor);
    if (to->shadow == NULL || !keep_tensor(k->t, object, tensor, &to->of)) {
        return NULL;
    }
    e->input_count++;
    return to->shadow;
}

#define MOST_NESTED 8 /* lists within lists */

/* A value that stays what it is: tensors and lists are copied, the rest cannot change. */
static bool keep_value(struct keeper *k, struct value v, int argument, int *element, int depth,
                       struct value *out)
{
    struct interp *in = &k->t->session->in;
    *out = v;
    if (v.type != VALUE_OBJECT || v.o->class == k->t->session->torch.types.dtype) {
        return true;
    }
    if (is_array(k->t, v)) {
        const struct tensor_object *o = tensor_object_of(v);
        struct tensor_object *shadow = keep_input(k, o, &o->tensor, argument, (*element)++);
        *out = value_object(shadow);
        return shadow != NULL;
    }
    if ((list_is(v) || tuple_is(v)) && depth < MOST_NESTED) {
        const struct list *from = (const struct list *)v.o;
        struct list *copy =
            list_is(v) ? list_new(in, from->count) : tuple_new(in, from->count, NULL);
        for (int64_t j = 0; copy != NULL && j < from->count; j++) {
            struct value item;
            if (!keep_value(k, from->at[j], argument, element, depth + 1, &item)) {
                return false;
            }
            if (list_is(v) && !list_append(in, copy, item)) {
                return false;
            }
            if (!list_is(v)) {
                copy->at[j] = item;
            }
        }
        *out = value_object(copy);
        return copy != NULL && (depth > 0 || list_append(in, k->t->kept, *out));
    }
    return depth > 0 || list_append(in, k->t->kept, v);
}

static bool keep_elements(struct keeper *k, const struct argument *from, struct argument *to,
                          int argument)
{
    to->tensors = take(k->t, (size_t)from->count, sizeof(struct tensor_object *));
    for (int j = 0; to->tensors != NULL && j < from->count; j++) {
        const struct tensor_object *o = from->tensors[j];
        to->tensors[j] = keep_input(k, o, &o->tensor, argument, j);
        if (to->tensors[j] == NULL) {
            return false;
        }
    }
    return to->tensors != NULL;
}

/* The list of an `object` argument (np.stack), with the stand-ins in place of its arrays: who
 * carries the operation out again reads the list. */
static bool keep_list(struct keeper *k, const struct list *from, struct argument *to)
{
    struct interp *in = &k->t->session->in;
    struct list *copy = list_new(in, from->count);
    int element = 0;
    for (int64_t j = 0; copy != NULL && j < from->count; j++) {
        bool array = is_array(k->t, from->at[j]) && element < to->count;
        if (!list_append(in, copy, array ? value_object(to->tensors[element++]) : from->at[j])) {
            return false;
        }
    }
    to->value = value_object(copy);
    return copy != NULL && list_append(in, k->t->kept, to->value);
}

static bool keep_numbers(struct tape *t, const struct argument *from, struct argument *to)
{
    size_t count = (size_t)from->count;
    to->ints = take(t, count, sizeof *to->ints);
    to->labels = take(t, count, sizeof *to->labels);
    if (to->ints == NULL || to->labels == NULL) {
        return false;
    }
    memcpy(to->ints, from->ints, count * sizeof *to->ints);
    if (from->labels != NULL) {
        memcpy(to->labels, from->labels, count * sizeof *to->labels);
    }
    return true;
}

static bool keep_argument(struct keeper *k, const struct argument *from, int argument)
{
    struct argument *to = &k->e->arg[argument];
    int element = 0;
    to->given = from->given;
    to->none = from->none;
    to->owned = from->owned && from->object == NULL;
    to->value = from->value;
    to->i = from->i;
    to->f = from->f;
    to->dtype = from->dtype;
    to->count = from->count;
    if (from->text != NULL && (to->text = keep_text(k->t, from->text)) == NULL) {
        return false;
    }
    if (from->ints != NULL && !keep_numbers(k->t, from, to)) {
        return false;
    }
    if (from->object != NULL) {
        /* resize_ and out= give the object another storage: the old one may be gone */
        bool same = from->tensor.storage == from->object->tensor.storage;
        const struct tensor *tensor = same ? &from->tensor : &from->object->tensor;
        to->object = keep_input(k, from->object, tensor, argument, 0);
        to->value = value_object(to->object);
        put_tensor(&to->tensor, tensor); /* borrowed from the input */
        return to->object != NULL;
    }
    if (from->tensor.storage != NULL) {
        keep_reference(&to->tensor, &from->tensor);
    }
    if (from->tensors != NULL && from->count > 0) {
        if (!keep_elements(k, from, to, argument)) {
            return false;
        }
        /* the value is the list of the same tensors: no more inputs */
        to->value = value_none();
        bool list = list_is(from->value) || tuple_is(from->value);
        return !list || keep_list(k, (const struct list *)from->value.o, to);
    }
    return from->ints != NULL || keep_value(k, from->value, argument, &element, 0, &to->value);
}

/* --- operations --- */

static bool keep_outputs(struct tape *t, const struct operation *o, struct event *e)
{
    e->output = take(t, (size_t)o->output_count, sizeof *e->output);
    for (int k = 0; e->output != NULL && k < o->output_count; k++) {
        const struct tensor_object *object = o->outputs[k];
        if (!keep_tensor(t, object, &object->tensor, &e->output[k])) {
            return false;
        }
        e->output_count++;
        if (e->effect != STORAGE_IN_PLACE) {
            e->output[k].maker = t->event_count;
            if (!note(t, &t->makers, object->serial, t->event_count)) {
                return false;
            }
        }
    }
    return e->output != NULL;
}

/* Whether the result is one of NumPy's numbers, made of Python's. */
static bool is_number(struct tape *t, const struct operation *o)
{
    const struct torch *torch = &t->session->torch;
    const struct class *class = o->outputs[0]->object.class;
    return (o->op->where & IN_NUMPY) != 0 && class != torch->types.ndarray &&
           class != torch->types.tensor && class != torch->types.parameter;
}

static void drop_event(struct event *e)
{
    for (int k = 0; k < e->arg_count; k++) {
        if (e->arg[k].object == NULL) {
            tensor_release(&e->arg[k].tensor);
        }
    }
}

static bool operation(void *self, const struct operation *o, const struct span *site)
{
    struct tape *t = self;
    struct interp *in = &t->session->in;
    if (!reserve(t, (void **)&t->event, t->event_count, &t->event_cap, sizeof *t->event)) {
        return false;
    }
    struct event *e = &t->event[t->event_count];
    struct keeper keeper = {.t = t, .e = e};
    const struct frame *frame = interp_user_frame(in);
    *e = (struct event){.op = o->op,
                        .name = o->name,
                        .effect = o->effect,
                        .site = *site,
                        .code = frame != NULL ? frame->here->span : *site,
                        .statement = frame != NULL ? frame->statement : NULL,
                        .within = in->frame != NULL ? in->frame->statement : NULL,
                        .call = t->under_way,
                        .user_call = t->under_way < 0 ? -1 : t->call[t->under_way].user,
                        .printed = t->printed.len,
                        .binds = t->bind_count,
                        .stage = STAGE_OTHER,
                        .pass = -1};
    e->arg = take(t, (size_t)o->call->arg_count, sizeof *e->arg);
    bool ok = e->arg != NULL;
    for (; ok && e->arg_count < o->call->arg_count; e->arg_count++) {
        ok = keep_argument(&keeper, &o->call->arg[e->arg_count], e->arg_count);
    }
    if (ok && is_number(t, o) && e->input_count == 0) { /* np.sqrt(8): arithmetic, no tensor */
        drop_event(e);
        return charge(t);
    }
    ok = ok && keep_outputs(t, o, e) && charge(t);
    t->event_count++; /* also a broken one: what it holds is given back with the rest */
    return ok;
}

/* --- writes --- */

static bool before_write(void *self, const struct tensor *region)
{
    struct tape *t = self;
    struct interp *in = &t->session->in;
    struct compute *cx = &t->session->torch.compute;
    int64_t last = map_get(&t->storages, region->storage->id, UNKNOWN);
    if (last == UNKNOWN) {
        return true; /* nobody can ask for it */
    }
    if (!reserve(t, (void **)&t->write, t->write_count, &t->write_cap, sizeof *t->write)) {
        return false;
    }
    struct tape_write *w = &t->write[t->write_count];
    *w = (struct tape_write){.event = t->event_count, .previous = (int)last};
    if (!tensor_copy(cx, &w->cells, region)) {
        return raise_error(in);
    }
    w->region = tensor_ref(region);
    t->write_count++;
    return note(t, &t->storages, region->storage->id, t->write_count - 1);
}

/* --- calls and names --- */

static bool enter(void *self, const struct function *function, const struct span *site)
{
    struct tape *t = self;
    int parent = t->under_way;
    if (!reserve(t, (void **)&t->call, t->call_count, &t->call_cap, sizeof *t->call)) {
        return false;
    }
    struct tape_call *c = &t->call[t->call_count];
    const char *name = keep_text(t, function->qualname->text);
    if (name == NULL) {
        return false;
    }
    *c = (struct tape_call){.parent = parent,
                            .name = name,
                            .function = function->node,
                            .site = *site,
                            .prelude = function->node->span.source->prelude,
                            .first = t->event_count,
                            .end = t->event_count};
    c->construction = strcmp(function->name->text, "__init__") == 0 ||
                      (parent >= 0 && t->call[parent].construction);
    c->user = !c->prelude ? t->call_count : parent >= 0 ? t->call[parent].user : -1;
    t->under_way = t->call_count++;
    return charge(t);
}

static void leave(void *self, const struct function *function)
{
    struct tape *t = self;
    (void)function;
    if (t->under_way >= 0) { /* less than entered when there was no memory for it */
        t->call[t->under_way].end = t->event_count;
        t->under_way = t->call[t->under_way].parent;
    }
}

static bool bind_tensor(struct tape *t, struct tape_bind *b, const struct tensor_object *object)
{
    b->tensor = take(t, 1, sizeof *b->tensor);
    if (b->tensor == NULL) {
        return false;
    }
    keep_reference(b->tensor, &object->tensor);
    b->serial = object->serial;
    b->previous = (int)map_get(&t->bound, object->serial, -1);
    return note(t, &t->bound, object->serial, t->bind_count) &&
           (map_get(&t->storages, object->tensor.storage->id, UNKNOWN) != UNKNOWN ||
            note(t, &t->storages, object->tensor.storage->id, -1));
}

static bool bind_other(struct tape *t, struct tape_bind *b, struct value v)
{
    if (v.type == VALUE_INT) {
        b->is_integer = true;
        b->integer = v.i;
        if (!label_is_size(v.label, &b->size_of, &b->axis)) {
            b->size_of = 0;
        }
    }
    if (v.type != VALUE_OBJECT) {
        b->value = v;
        return true;
    }
    b->text = keep_text(t, value_type_name(v));
    return b->text != NULL;
}

static bool bind(void *self, const char *name, struct value value, const struct span *at)
{
    struct tape *t = self;
    if (!reserve(t, (void **)&t->bind, t->bind_count, &t->bind_cap, sizeof *t->bind)) {
        return false;
    }
    struct tape_bind *b = &t->bind[t->bind_count];
    *b = (struct tape_bind){
        .event = t->event_count, .call = t->under_way, .name = name, .at = *at, .previous = -1};
    bool ok =
        is_array(t, value) ? bind_tensor(t, b, tensor_object_of(value)) : bind_other(t, b, value);
    t->bind_count++;
    return ok && charge(t);
}

static void print(void *self, const char *text, size_t len)
{
    struct tape *t = self;
    buf_put(&t->printed, text, len);
}

static void mark(void *self, struct interp *in)
{
    struct tape *t = self;
    heap_mark_object(in, t->kept);
}

struct recorder record_to(struct tape *t)
{
    return (struct recorder){.self = t,
                             .enter = enter,
                             .leave = leave,
                             .bind = bind,
                             .operation = operation,
                             .before_write = before_write,
                             .print = print,
                             .mark = mark};
}
