/* The recorder that writes a tape's log. It packs what an event needs to be read later (arguments,
 * references to tensors, where the code stood) into the log, and never looks at a cell, but for
 * those that are about to be overwritten. The run waits for it, so everything that can be worked
 * out later is left to unpack.c. */
#include "trace/tape/record.h"

#include "torch/grad/node.h"

#include "numpy/numpy.h"
#include "numpy/numpy_value.h"
#include "plot/pictures.h"
#include "torch/torch.h"
#include "trace/tape/cells.h"
#include "trace/tape/figure.h"
#include "trace/tape/lapses.h"
#include "trace/tape/part.h"

#include <stdlib.h>
#include <string.h>

/* --- memory: everything is charged to the session's budget --- */

#define CHARGED_AT_ONCE ((size_t)16 * 1024)

/* The log, what its records will take when they are unpacked, and the cells that were overwritten.
 */
static size_t bytes_of(const struct tape *t)
{
    return t->closed + part_bytes(t->part) + t->arena.total + t->train.bytes + t->printed.cap;
}

static bool charge(struct tape *t)
{
    struct interp *in = &t->session->in;
    size_t bytes = bytes_of(t);
    if (bytes > t->charged) {
        size_t more = bytes - t->charged;
        more = more < CHARGED_AT_ONCE ? CHARGED_AT_ONCE : more;
        if (!budget_take(in->memory, more, &in->error)) {
            return raise_error(in);
        }
        t->charged += more;
    }
    return true;
}

/* A text that lives as long as the interpreter; the same one for equal texts. */
static const char *keep_text(struct tape *t, const char *text)
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

/* The finished record goes behind the last one. */
static bool commit(struct tape *t)
{
    struct part *p = t->part;
    struct packed *record = (struct packed *)(void *)t->draft.from;
    t->draft.from = t->draft.at;
    record->next = NULL;
    *(p->last != NULL ? &p->last->next : &p->first) = record;
    p->last = record;
    return charge(t);
}

/* A new draft that begins with a record of that size. */
static inline void *draft(struct tape *t, enum packed_kind kind, size_t size)
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

static bool put_tensor(struct tape *t, const struct tensor *tensor,
                       const struct tensor_object *object)
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
        to->requires_grad = object->requires_grad;
        to->leaf_view = object->leaf_view;
    }
    int64_t *extent = (int64_t *)(to + 1);
    copy_axes(extent, tensor->shape, ndim);
    copy_axes(extent + ndim, tensor->stride, ndim);
    return true;
}

/* --- arguments --- */

static bool is_array(struct tape *t, struct value v)
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
    return put_tensor(t, tensor, object);
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
    if (is_array(t, v) || numpy_number_is(&t->session->in, v)) {
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
        if (!is_array(t, list->at[k]) || elements == from->count) {
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
        *at = keep_text(t, text);
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
    bool bound = a->tensor.storage != NULL; /* the value of x[key] = value is not */
    return put_input(t, a->object, bound ? &a->tensor : &a->object->tensor, inputs);
}

static bool put_argument(struct tape *t, const struct argument *a, int *inputs)
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
              ((parts & PART_TENSOR) == 0 || put_tensor(t, &a->tensor, NULL)) &&
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

/* --- operations --- */

/* Whether the result is one of NumPy's numbers, made of Python's. */
static bool is_number(struct tape *t, const struct operation *o)
{
    const struct torch *torch = &t->session->torch;
    const struct class *class = o->outputs[0]->object.class;
    return (o->op->where & IN_NUMPY) != 0 && class != torch->types.ndarray &&
           class != torch->types.tensor && class != torch->types.parameter;
}

/* Modules that plot, or look into an array of objects. */
static bool is_plotting(const struct module *m)
{
    static const char *const names[] = {"matplotlib", "seaborn", "mpl_toolkits", "numpy._cells"};
    const char *module = m->name->text;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        size_t len = strlen(names[k]);
        bool begins = module[0] == names[k][0] && strncmp(module, names[k], len) == 0;
        if (begins && (module[len] == '.' || module[len] == '\0')) {
            return true;
        }
    }
    return false;
}

/* Where a backward pass is started: what it does itself has no line of code. */
static bool is_engine(const struct module *m)
{
    return strcmp(m->name->text, "torch.autograd") == 0;
}

/* Whether one of them is at work: what is computed there is no step of the code's own. */
static bool is_beside_the_point(const struct interp *in)
{
    for (const struct frame *f = in->frame; f != NULL && f->here->span.source->prelude;
         f = f->outer) {
        if (is_plotting(f->module)) {
            return true;
        }
    }
    return false;
}

/* The nodes of the results know which event they belong to. */
static void know_nodes(struct tape *t, const struct operation *o)
{
    for (int k = 0; k < o->output_count; k++) {
        const struct tensor_object *object = o->outputs[k];
        if (o->effect == STORAGE_IN_PLACE && object->base != NULL) { /* a write into a view */
            object = object->base;
        }
        struct grad_node *n = object->grad_fn != NULL ? (struct grad_node *)object->node : NULL;
        if (n != NULL && n->event == 0) {
            n->event = t->logged;
        }
    }
}

static bool operation(void *self, const struct operation *o, const struct span *site)
{
    struct tape *t = self;
    struct interp *in = &t->session->in;
    if (is_beside_the_point(in)) {
        return true;
    }
    t->saved = NULL;
    lapses_operation(t, o);
    const struct frame *frame = interp_user_frame(in);
    int inputs = 0;
    struct packed_event *e = draft(t, PACKED_EVENT, sizeof *e);
    if (e == NULL) {
        return false;
    }
    t->draft.call = o->call;
    e->op = o->op;
    e->name = o->name;
    bool engine = t->of != 0 && in->frame != NULL && is_engine(in->frame->module);
    e->site = engine && frame != NULL ? &frame->here->span : site;
    e->code = frame != NULL ? &frame->here->span : site;
    e->statement = frame != NULL ? frame->statement : NULL;
    e->within = in->frame != NULL ? in->frame->statement : NULL;
    e->printed = t->printed.len;
    e->effect = (uint8_t)o->effect;
    e->of = t->of;
    e->of_argument = (int16_t)t->of_argument;
    e->of_element = t->of_element;
    e->arg_count = o->call->arg_count;
    e->output_count = o->output_count;
    for (int k = 0; k < o->call->arg_count; k++) {
        if (!put_argument(t, &o->call->arg[k], &inputs)) {
            return false;
        }
    }
    if (inputs == 0 && is_number(t, o)) { /* np.sqrt(8): arithmetic, no tensor */
        return true;
    }
    for (int k = 0; k < o->output_count; k++) {
        if (!put_tensor(t, &o->outputs[k]->tensor, o->outputs[k])) {
            return false;
        }
    }
    ((struct packed_event *)(void *)t->draft.from)->input_count = inputs;
    t->part->due += sizeof(struct event) + (size_t)o->call->arg_count * sizeof(struct argument) +
                    (size_t)o->output_count * (sizeof(struct tape_tensor) + 64) + 64;
    t->logged++;
    for (int k = 0; k < o->output_count; k++) {
        o->outputs[k]->event = t->logged;
    }
    know_nodes(t, o);
    train_uses(t, o->call);
    return part_gives(t, o) && commit(t);
}

static void gradient(void *self, int event, int argument, int item)
{
    struct tape *t = self;
    t->of = event;
    t->of_argument = argument;
    t->of_element = item == -1 ? 0 : item;
    t->own = item < -1 ? t->logged : t->own;
}

/* What a backward() of the code's own gave. */
static bool given(void *self, int event, int argument, const struct tensor_object *leaf, int to,
                  int result, const struct tensor_object *grad)
{
    struct tape *t = self;
    struct packed_given *g = draft(t, PACKED_GIVEN, sizeof *g);
    if (g == NULL) {
        return false;
    }
    g->of = event;
    g->argument = argument;
    g->to = to;
    g->result = result;
    g->count = t->logged - t->own;
    g->leaf = leaf != NULL ? leaf->serial : 0;
    g->grad = grad->serial;
    return commit(t);
}

/* --- writes --- */

/* What the cells of a region hold. NULL: raised. */
static void *keep_cells(struct tape *t, const struct tensor *region, bool *alike)
{
    struct interp *in = &t->session->in;
    *alike = cells_alike(region);
    size_t bytes = cells_bytes(region, *alike);
    /* before the copy is made: it may be large */
    size_t over = bytes_of(t) + bytes;
    if (over > t->charged) {
        if (!budget_take(in->memory, over - t->charged, &in->error)) {
            raise_error(in);
            return NULL;
        }
        t->charged = over;
    }
    void *cells = arena_alloc(&t->part->cells, bytes > 0 ? bytes : 1);
    if (cells == NULL) {
        raise_memory(in);
    } else {
        cells_copy(region, *alike, cells);
    }
    return cells;
}

/* Each cell once: along an expanded axis all are the same, and could not be put back. */
static struct tensor without_repeats(const struct tensor *region)
{
    struct tensor once = *region;
    for (int d = 0; d < once.ndim; d++) {
        once.shape[d] = once.stride[d] == 0 ? 1 : once.shape[d];
    }
    return once;
}

static bool before_write(void *self, const struct tensor *written)
{
    struct tape *t = self;
    if (!written->storage->watched) {
        return true; /* nobody can ask for it */
    }
    bool alike;
    const struct tensor once = without_repeats(written), *region = &once;
    void *cells = keep_cells(t, region, &alike);
    struct packed_write *w = cells != NULL ? draft(t, PACKED_WRITE, sizeof *w) : NULL;
    if (w == NULL) {
        return false;
    }
    w->cells = cells;
    w->bytes = cells_bytes(region, alike);
    w->alike = alike;
    t->part->due += sizeof(struct tape_write) + sizeof(struct storage) + 16;
    return put_tensor(t, region, NULL) && commit(t);
}

/* --- figures --- */

/* A column of a table, without a copy. */
static struct tensor column_of(const struct tensor *x, int64_t column)
{
    struct tensor one = *x;
    one.ndim = 1;
    one.offset += column * x->stride[1];
    return one;
}

static bool look(void *self, struct value value, int64_t column, int *number)
{
    struct tape *t = self;
    const struct interp *in = &t->session->in;
    const struct frame *frame = interp_user_frame(in);
    if (frame != NULL) { /* what a notebook shows at a cell's end stands where it was plotted */
        t->plotted = &frame->here->span;
        t->plotted_in = frame->statement;
    }
    *number = 0;
    if (!is_array(t, value)) {
        return true;
    }
    const struct tensor_object *o = tensor_object_of(value);
    const struct tensor *x = &o->tensor;
    bool cut = column >= 0 && x->ndim == 2 && column < x->shape[1];
    bool real = dtype_is_float(x->dtype) || dtype_category(x->dtype) <= CATEGORY_INT;
    if (!real || x->ndim == 0 || (column >= 0 && !cut)) {
        return true;
    }
    const struct tensor one = cut ? column_of(x, column) : *x;
    if (draft(t, PACKED_LOOK, sizeof(struct packed_look)) == NULL || !put_tensor(t, &one, o)) {
        return false;
    }
    t->part->due += sizeof(struct tape_tensor);
    *number = ++t->looks;
    t->part->plots = true;
    return commit(t);
}

/* The tape owns it from here on; without memory it is gone. */
static bool keep_chart(struct tape *t, struct chart *chart)
{
    struct chart **at = heap_resize(&t->session->in, t->chart, (size_t)t->charts * sizeof *at,
                                    ((size_t)t->charts + 1) * sizeof *at);
    if (at == NULL) {
        chart_read_free(chart);
        return false;
    }
    t->chart = at;
    at[t->charts++] = chart;
    return true;
}

static bool figure(void *self, struct chart *chart, const char *name)
{
    static const struct span nowhere;
    struct tape *t = self;
    const struct frame *frame = interp_user_frame(&t->session->in);
    struct packed_figure *last = t->saved;
    if (!keep_chart(t, chart)) {
        return false;
    }
    if (last != NULL && name == NULL && last->chart->number == chart->number) {
        last->chart = chart; /* saved, then shown: one figure */
        t->saved = NULL;
        return true;
    }
    struct packed_figure *f = draft(t, PACKED_FIGURE, sizeof *f);
    if (f == NULL) {
        return false;
    }
    f->chart = chart;
    f->name = name != NULL ? keep_text(t, name) : NULL;
    f->code = frame != NULL ? &frame->here->span : t->plotted != NULL ? t->plotted : &nowhere;
    f->statement = frame != NULL ? frame->statement : t->plotted_in;
    f->printed = t->printed.len;
    t->part->due += sizeof(struct event) + sizeof(struct tape_figure);
    for (int k = 0; k < chart->count; k++) {
        t->part->due += (size_t)chart->axes[k].mark_count * FIGURE_PART_BYTES;
    }
    if (!commit(t)) {
        return false;
    }
    t->logged++;
    t->part->plots = true;
    t->saved = name != NULL ? (struct packed_figure *)t->part->last : NULL;
    return true;
}

/* --- calls and names --- */

/* Functions that only lead to the engine are no groups: the gradients stand where backward() was
 * called. */
static bool is_starting(const struct function *f)
{
    return is_engine(f->module) || (strcmp(f->name->text, "backward") == 0 &&
                                    strcmp(f->module->name->text, "torch._composed") == 0);
}

static bool enter(void *self, const struct function *function, const struct span *site)
{
    struct tape *t = self;
    bool plots = function->node->span.source->prelude && is_plotting(function->module);
    if (t->beside > 0 || plots) { /* calls and names in there are many, and nobody's */
        t->beside++;
        return true;
    }
    if (is_starting(function)) {
        return true;
    }
    lapses_calls(t, function, site);
    struct packed_enter *e = draft(t, PACKED_ENTER, sizeof *e);
    if (e == NULL) {
        return false;
    }
    e->name = keep_text(t, function->qualname->text);
    e->function = function->node;
    e->site = site;
    e->of = t->of_element < 0 ? 0 : t->of; /* a function of the code's own has its own name */
    e->of_argument = (int16_t)t->of_argument;
    e->of_element = t->of_element;
    e->construction = strcmp(function->name->text, "__init__") == 0;
    t->part->due += sizeof(struct tape_call);
    return e->name != NULL && commit(t);
}

static void leave(void *self, const struct function *function)
{
    struct tape *t = self;
    if (t->beside > 0) {
        t->beside--;
    } else if (!is_starting(function) && draft(self, PACKED_LEAVE, sizeof(struct packed)) != NULL) {
        (void)commit(self);
    }
}

static bool bind(void *self, const char *name, struct value value, const struct span *at)
{
    struct tape *t = self;
    const struct frame *frame = t->session->in.frame;
    bool own = at->source->prelude && frame != NULL;
    /* what a module or a class of the prelude binds when it is read is no name of the code */
    bool reads = own && frame->function == NULL;
    if (t->beside > 0 || reads ||
        (own && (is_plotting(frame->module) || is_engine(frame->module) ||
                 is_starting(frame->function)))) {
        return true;
    }
    struct packed_bind *b = draft(t, PACKED_BIND, sizeof *b);
    if (b == NULL) {
        return false;
    }
    *b = (struct packed_bind){.packed = b->packed, .name = name, .at = at};
    b->tensor = is_array(t, value);
    t->part->due += sizeof(struct tape_bind) + sizeof(struct chain);
    if (b->tensor) {
        const struct tensor_object *object = tensor_object_of(value);
        t->part->due += sizeof(struct tensor) + 128;
        return put_tensor(t, &object->tensor, object) && commit(t);
    }
    if (value.type != VALUE_OBJECT) {
        b->value = value;
    } else if ((b->text = keep_text(t, value_type_name(value))) == NULL) {
        return false;
    }
    return commit(t);
}

/* Without memory the cell is left out: what it printed is then the one's before. */
static void begin(void *self, const struct source *source)
{
    struct tape *t = self;
    struct tape_cell *at = realloc(t->cell, ((size_t)t->cell_count + 1) * sizeof *at);
    if (at != NULL) {
        t->cell = at;
        at[t->cell_count++] = (struct tape_cell){source, t->printed.len, t->logged};
    }
}

static void print(void *self, const char *text, size_t len)
{
    struct tape *t = self;
    buf_put(&t->printed, text, len);
}

static void mark(void *self, struct interp *in)
{
    const struct tape *t = self;
    heap_mark_object(in, t->kept);
    for (const struct part *p = t->parts; p != NULL; p = p->next) {
        heap_mark_object(in, p->kept);
    }
}

struct recorder record_to(struct tape *t)
{
    return (struct recorder){.self = t,
                             .begin = begin,
                             .enter = enter,
                             .leave = leave,
                             .bind = bind,
                             .operation = operation,
                             .gradient = gradient,
                             .given = given,
                             .training = lapses_hears,
                             .backward = train_backward,
                             .turn = train_turn,
                             .before_write = before_write,
                             .print = print,
                             .look = look,
                             .figure = figure,
                             .mark = mark};
}
