/* Writes a record of the log. It packs what a reader will ask for (arguments, references to
 * tensors) without following it: the run waits. */
#include "trace/tape/draft.h"

#include "numpy/numpy_value.h"
#include "torch/torch.h"
#include "trace/tape/part.h"

#include <string.h>

/* --- memory: everything is charged to the session's budget --- */

#define CHARGED_AT_ONCE ((size_t)16 * 1024)

/* The log, what its records will take when they are unpacked, and the cells that were overwritten.
 */
static size_t bytes_of(const struct tape *t)
{
    return t->closed + part_bytes(t->part) + t->arena.total + t->train.bytes;
}

static bool charge(struct tape *t, size_t coming, size_t at_once)
{
    struct interp *in = &t->session->in;
    size_t bytes = bytes_of(t) + coming;
    if (bytes > t->charged) {
        size_t more = bytes - t->charged;
        more = more < at_once ? at_once : more;
        if (!budget_take(in->memory, more, &in->error)) {
            return raise_error(in);
        }
        t->charged += more;
    }
    return true;
}

bool draft_room(struct tape *t, size_t bytes)
{
    return charge(t, bytes, 0);
}

const char *draft_text(struct tape *t, const char *text)
{
    const struct str *kept = str_intern(&t->session->in, text);
    return kept != NULL ? kept->text : NULL;
}

/* --- the record under construction --- */

#define AXES_AT_ONCE 4                         /* of a tensor: copied whether there or not */
#define SLACK (AXES_AT_ONCE * sizeof(int64_t)) /* behind each record, for those */
_Static_assert(TENSOR_MAX_DIMS % AXES_AT_ONCE == 0, "no axis is read behind the last one");

/* Room for `size` more bytes: the record moves where there is. */
static bool widen(struct tape *t, size_t size)
{
    struct draft *d = &t->draft;
    size_t len = (size_t)(d->at - d->from), room;
    char *from = arena_rest(&t->part->log, 2 * (len + size) + SLACK, &room);
    if (from == NULL) {
        return raise_memory(&t->session->in);
    }
    if (len > 0) {
        memcpy(from, d->from, len);
    }
    d->from = from;
    d->at = from + len;
    d->end = from + room - SLACK;
    return true;
}

/* The next `size` bytes of the record. NULL: raised. */
static inline void *put(struct tape *t, size_t size)
{
    struct draft *d = &t->draft;
    size = (size + 7) / 8 * 8;
    if ((size_t)(d->end - d->at) < size && !widen(t, size)) {
        return NULL;
    }
    void *at = d->at;
    d->at += size;
    return at;
}

bool draft_end(struct tape *t)
{
    struct part *p = t->part;
    struct packed *record = (struct packed *)(void *)t->draft.from;
    t->draft.from = t->draft.at;
    record->next = NULL;
    *(p->last != NULL ? &p->last->next : &p->first) = record;
    p->last = record;
    return charge(t, 0, CHARGED_AT_ONCE);
}

void *draft_begin(struct tape *t, enum packed_kind kind, size_t size)
{
    t->draft.at = t->draft.from;
    struct packed *record = put(t, size);
    if (record != NULL) {
        record->kind = kind;
    }
    return record;
}

/* --- tensors --- */

static inline void copy_axes(int64_t *to, const int64_t *from, int count)
{
    for (int d = 0; d < count; d += AXES_AT_ONCE) {
        memcpy(to + d, from + d, SLACK);
    }
}

bool draft_tensor(struct tape *t, const struct tensor *tensor, const struct tensor_object *object)
{
    int ndim = tensor->ndim;
    struct packed_tensor *to = put(t, sizeof *to + 2 * (size_t)ndim * sizeof *tensor->shape);
    if (to == NULL || !part_hold(t, tensor->storage)) {
        return false;
    }
    *to = (struct packed_tensor){.storage = tensor->storage,
                                 .offset = tensor->offset,
                                 .dtype = (uint8_t)tensor->dtype,
                                 .ndim = (uint8_t)ndim,
                                 .wrapped = tensor->wrapped};
    if (object != NULL) {
        /* the class of a subclass made in code may go */
        struct class *class = object->object.class;
        to->class = class->native ? class : t->session->torch.types.tensor;
        to->serial = object->serial;
        to->grad_fn = object->grad_fn;
        to->requires_grad = tensor_asks(object);
    }
    int64_t *extent = (int64_t *)(to + 1);
    copy_axes(extent, tensor->shape, ndim);
    copy_axes(extent + ndim, tensor->stride, ndim);
    return true;
}

/* --- arguments --- */

bool draft_takes(struct tape *t, struct value v)
{
    struct interp *in = &t->session->in;
    return v.type == VALUE_OBJECT && (tensor_object_is(in, v) || ndarray_is(in, v));
}

static bool put_input(struct tape *t, const struct tensor_object *object,
                      const struct tensor *tensor, int *inputs)
{
    const struct call *c = t->draft.call;
    if (c->before.storage != NULL && object == c->arg[0].object) { /* x.resize_(4): as it was */
        tensor = &c->before;
    }
    ++*inputs;
    t->part->due += sizeof(struct tape_input) + sizeof(struct tensor_object) + 16;
    return draft_tensor(t, tensor, object);
}

static bool put_plain(struct tape *t, struct value v, bool keep)
{
    struct packed_value *to = put(t, sizeof *to + sizeof v);
    if (to == NULL) {
        return false;
    }
    *to = (struct packed_value){.kind = PACKED_PLAIN};
    memcpy(to + 1, &v, sizeof v);
    return !keep || v.type != VALUE_OBJECT || v.o->class == t->session->torch.types.dtype ||
           list_append(&t->session->in, t->part->kept, v);
}

#define MOST_NESTED 8 /* lists within lists */

/* A value that stays what it is: tensors and lists are copied, the rest cannot change. NumPy's
 * numbers are tensors here: np.array([q @ k for k in keys]). */
static bool put_value(struct tape *t, struct value v, int *inputs, int depth)
{
    if (draft_takes(t, v) || numpy_number_is(&t->session->in, v)) {
        struct packed_value *to = put(t, sizeof *to);
        const struct tensor_object *o = tensor_object_of(v);
        if (to != NULL) {
            *to = (struct packed_value){.kind = PACKED_OBJECT};
        }
        return to != NULL && put_input(t, o, &o->tensor, inputs);
    }
    if ((!list_is(v) && !tuple_is(v)) || depth == MOST_NESTED) {
        return put_plain(t, v, true);
    }
    const struct list *from = (const struct list *)v.o;
    struct packed_value *to = put(t, sizeof *to);
    if (to == NULL) {
        return false;
    }
    *to = (struct packed_value){.kind = list_is(v) ? PACKED_LIST : PACKED_TUPLE,
                                .count = (int)from->count};
    t->part->due += sizeof(struct list) + 2 * (size_t)from->count * sizeof v;
    for (int64_t k = 0; k < from->count; k++) {
        if (!put_value(t, from->at[k], inputs, depth + 1)) {
            return false;
        }
    }
    return true;
}

/* The list of an `object` argument (np.stack): who carries the operation out again reads it, with
 * stand-ins in place of its arrays. */
static bool put_list(struct tape *t, const struct argument *from)
{
    const struct list *list = (const struct list *)from->value.o;
    struct packed_value *to = put(t, sizeof *to);
    int elements = 0;
    if (to == NULL) {
        return false;
    }
    *to = (struct packed_value){.kind = PACKED_LIST, .count = (int)list->count};
    t->part->due += sizeof(struct list) + 2 * (size_t)list->count * sizeof from->value;
    for (int64_t k = 0; k < list->count; k++) {
        if (!draft_takes(t, list->at[k]) || elements == from->count) {
            if (!put_plain(t, list->at[k], true)) {
                return false;
            }
            continue;
        }
        struct packed_value *element = put(t, sizeof *element);
        if (element == NULL) {
            return false;
        }
        *element = (struct packed_value){.kind = PACKED_ELEMENT, .count = elements++};
    }
    return true;
}

static bool put_ints(struct tape *t, const struct argument *from)
{
    size_t ints = (size_t)from->count * sizeof *from->ints;
    size_t labels = (size_t)from->count * sizeof *from->labels;
    void *at = put(t, ints);
    if (at == NULL) {
        return false;
    }
    memcpy(at, from->ints, ints);
    if ((at = put(t, labels)) == NULL) {
        return false;
    }
    if (from->labels != NULL) {
        memcpy(at, from->labels, labels);
    } else {
        memset(at, 0, labels);
    }
    t->part->due += ints + labels + 32;
    return true;
}

/* A Python number is a tensor of its own for the length of the call: its bytes are enough. */
static bool is_cell(const struct argument *a)
{
    return a->object == NULL && a->tensor.storage != NULL && a->tensor.ndim == 0 &&
           a->tensor.wrapped && a->tensor.offset == 0 && dtype_size(a->tensor.dtype) <= 8;
}

static unsigned parts_of(const struct argument *a)
{
    unsigned parts = a->i != 0 || a->f != 0 ? PART_NUMBERS : 0;
    parts |= a->text != NULL ? PART_TEXT : 0;
    parts |= a->ints != NULL ? PART_INTS : 0;
    if (a->object != NULL) {
        return parts | PART_OBJECT;
    }
    if (a->tensor.storage != NULL) {
        parts |= is_cell(a) ? PART_CELL : PART_TENSOR;
    }
    if (a->tensors != NULL && a->count > 0) {
        bool list = list_is(a->value) || tuple_is(a->value);
        return parts | PART_ELEMENTS | (list ? PART_VALUE : 0);
    }
    /* a list of sizes is soon collected: its integers say it */
    bool sizes = a->ints != NULL && a->value.type == VALUE_OBJECT;
    return parts | (a->value.type != VALUE_NONE && !sizes ? PART_VALUE : 0);
}

static bool put_numbers(struct tape *t, const struct argument *a)
{
    struct {
        int64_t i;
        double f;
    } *at = put(t, sizeof *at);
    if (at != NULL) {
        at->i = a->i;
        at->f = a->f;
    }
    return at != NULL;
}

static bool put_text(struct tape *t, const char *text)
{
    const char **at = put(t, sizeof *at);
    if (at != NULL) {
        *at = draft_text(t, text);
    }
    return at != NULL && *at != NULL;
}

static bool put_cell(struct tape *t, const struct tensor *number)
{
    uint64_t *at = put(t, sizeof *at);
    if (at != NULL) {
        *at = 0;
        memcpy(at, number->storage->data, dtype_size(number->dtype));
    }
    return at != NULL;
}

static bool put_elements(struct tape *t, const struct argument *a, int *inputs)
{
    for (int k = 0; k < a->count; k++) {
        if (!put_input(t, a->tensors[k], &a->tensors[k]->tensor, inputs)) {
            return false;
        }
    }
    return true;
}

static bool put_object(struct tape *t, const struct argument *a, int *inputs)
{
    /* The value of x[key] = value is not bound; what lies backwards was copied for the kernel. */
    bool bound = a->tensor.storage != NULL && !a->owned;
    return put_input(t, a->object, bound ? &a->tensor : &a->object->tensor, inputs);
}

bool draft_argument(struct tape *t, const struct argument *a, int *inputs)
{
    unsigned parts = parts_of(a);
    struct packed_argument *to = put(t, sizeof *to);
    if (to == NULL) {
        return false;
    }
    *to = (struct packed_argument){.parts = (uint16_t)parts,
                                   .given = a->given,
                                   .none = a->none,
                                   .owned = a->owned && a->object == NULL,
                                   .dtype = (uint8_t)a->dtype,
                                   .cell = (uint8_t)a->tensor.dtype,
                                   .count = a->count};
    if (parts == 0 || parts == PART_OBJECT) { /* most of them */
        return parts == 0 || put_object(t, a, inputs);
    }
    bool ok = ((parts & PART_NUMBERS) == 0 || put_numbers(t, a)) &&
              ((parts & PART_TEXT) == 0 || put_text(t, a->text)) &&
              ((parts & PART_INTS) == 0 || put_ints(t, a)) &&
              ((parts & PART_CELL) == 0 || put_cell(t, &a->tensor)) &&
              ((parts & PART_TENSOR) == 0 || draft_tensor(t, &a->tensor, NULL)) &&
              ((parts & PART_OBJECT) == 0 || put_object(t, a, inputs)) &&
              ((parts & PART_ELEMENTS) == 0 || put_elements(t, a, inputs));
    if (!ok || (parts & PART_VALUE) == 0) {
        return ok;
    }
    if ((parts & PART_ELEMENTS) != 0) {
        return put_list(t, a);
    }
    return (parts & PART_INTS) != 0 || a->value.type != VALUE_OBJECT
               ? put_plain(t, a->value, false)
               : put_value(t, a->value, inputs, 0);
}
