/* Writes a tape's log while the code runs: what becomes a record, and what stands in it (draft.h).
 * It never looks at a cell, but for those that are about to be overwritten. The run waits for it,
 * so everything that can be worked out later is left to unpack.c. */
#include "trace/tape/record.h"

#include "lang/run/scope.h"
#include "torch/grad/node.h"

#include "plot/pictures.h"
#include "torch/torch.h"
#include "trace/tape/cells.h"
#include "trace/tape/draft.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/lapses.h"
#include "trace/tape/part.h"

#include <stdlib.h>
#include <string.h>

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

/* Tells who waits for this moment of the run. */
static void tell_stop(struct tape *t)
{
    struct tape_stop *stop = t->stop;
    if (stop != NULL && !stop->told && stop->logged == t->logged && stop->binds == 0) {
        stop->told = true;
        stop->here(stop, t);
    }
}

/* Whether the run goes on. */
static bool passes(struct tape *t)
{
    tell_stop(t);
    if (t->stop == NULL || !t->stop->told) {
        return true;
    }
    t->stop = NULL;
    return raise_limit(&t->session->in, "the run was only wanted up to here");
}

/* Whether the engine carries out an operation of its own, not one of the code's backward(). */
static bool is_engines(const struct tape *t)
{
    return t->session->torch.engine != NULL && t->of != 0 && t->of_element >= 0;
}

static bool operation(void *self, const struct operation *o, const struct span *site)
{
    struct tape *t = self;
    struct interp *in = &t->session->in;
    if (is_beside_the_point(in)) {
        return true;
    }
    if (!passes(t)) {
        return false;
    }
    t->saved = NULL;
    lapses_operation(t, o);
    const struct frame *frame = interp_user_frame(in);
    int inputs = 0;
    struct packed_event *e = draft_begin(t, PACKED_EVENT, sizeof *e);
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
        if (!draft_argument(t, &o->call->arg[k], &inputs)) {
            return false;
        }
    }
    if (inputs == 0 && is_number(t, o)) { /* np.sqrt(8): arithmetic, no tensor */
        return true;
    }
    for (int k = 0; k < o->output_count; k++) {
        if (!draft_tensor(t, &o->outputs[k]->tensor, o->outputs[k])) {
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
    if (t->stop != NULL && t->stop->logged == t->logged) {
        t->stop->gave(t->stop, o);
    }
    return part_gives(t, o) && draft_end(t) && (is_engines(t) || passes(t));
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
    struct packed_given *g = draft_begin(t, PACKED_GIVEN, sizeof *g);
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
    return draft_end(t);
}

static void backward(void *self, const struct tensor_object *loss, int count,
                     struct tensor_object *const *leaf, struct tensor_object *const *grad)
{
    train_backward(self, loss, count, leaf, grad);
    tell_stop(self);
}

/* --- writes --- */

/* What the cells of a region hold. NULL: raised. */
static void *keep_cells(struct tape *t, const struct tensor *region, bool *alike)
{
    *alike = cells_alike(region);
    size_t bytes = cells_bytes(region, *alike);
    if (!draft_room(t, bytes)) { /* before the copy is made: it may be large */
        return NULL;
    }
    void *cells = arena_alloc(&t->part->cells, bytes > 0 ? bytes : 1);
    if (cells == NULL) {
        raise_memory(&t->session->in);
    } else {
        cells_copy(region, *alike, cells);
    }
    return cells;
}

/* Each cell once: along an expanded axis all are the same, and could not be put back. Few regions
 * are like that: the others are not copied into `once`. */
static const struct tensor *without_repeats(const struct tensor *region, struct tensor *once)
{
    const struct tensor *out = region;
    for (int d = 0; d < region->ndim; d++) {
        if (region->stride[d] == 0 && region->shape[d] != 1) {
            if (out == region) {
                *once = *region;
            }
            once->shape[d] = 1;
            out = once;
        }
    }
    return out;
}

static bool before_write(void *self, const struct tensor *written)
{
    struct tape *t = self;
    if (!written->storage->watched) {
        return true; /* nobody can ask for it */
    }
    tell_stop(t);
    bool alike;
    struct tensor once;
    const struct tensor *region = without_repeats(written, &once);
    void *cells = keep_cells(t, region, &alike);
    struct packed_write *w = cells != NULL ? draft_begin(t, PACKED_WRITE, sizeof *w) : NULL;
    if (w == NULL) {
        return false;
    }
    w->cells = cells;
    w->bytes = cells_bytes(region, alike);
    w->alike = alike;
    t->part->due += sizeof(struct tape_write) + sizeof(struct storage) + 16;
    return draft_tensor(t, region, NULL) && draft_end(t);
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

/* What a notebook shows at a cell's end stands where it was plotted; an empty figure, where code
 * last asked for anything of a plot. */
static void stands_here(const struct tape *t, struct plotting *p)
{
    const struct frame *frame = interp_user_frame(&t->session->in);
    if (frame != NULL) {
        *p = (struct plotting){&frame->here->span, frame->statement};
    }
}

static bool look(void *self, struct value value, int64_t column, int *number)
{
    struct tape *t = self;
    stands_here(t, &t->plotted);
    *number = 0;
    if (!draft_takes(t, value)) {
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
    if (draft_begin(t, PACKED_LOOK, sizeof(struct packed_look)) == NULL ||
        !draft_tensor(t, &one, o)) {
        return false;
    }
    t->part->due += sizeof(struct tape_tensor);
    *number = ++t->looks;
    t->part->plots = true;
    return draft_end(t);
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
    struct plotting place = t->plotted.at != NULL ? t->plotted : t->called;
    struct packed_figure *last = t->saved;
    if (!keep_chart(t, chart)) {
        return false;
    }
    if (last != NULL && name == NULL && last->chart->number == chart->number) {
        last->chart = chart; /* saved, then shown: one figure */
        t->saved = NULL;
        return true;
    }
    struct packed_figure *f = draft_begin(t, PACKED_FIGURE, sizeof *f);
    if (f == NULL) {
        return false;
    }
    f->chart = chart;
    f->name = name != NULL ? draft_text(t, name) : NULL;
    stands_here(t, &place);
    f->code = place.at != NULL ? place.at : &nowhere;
    f->statement = place.in;
    f->printed = t->printed.len;
    t->part->due += sizeof(struct event) + sizeof(struct tape_figure);
    for (int k = 0; k < chart->count; k++) {
        t->part->due += (size_t)chart->axes[k].mark_count * FIGURE_PART_BYTES;
    }
    if (!draft_end(t)) {
        return false;
    }
    t->logged++;
    t->part->plots = true;
    t->saved = name != NULL ? (struct packed_figure *)t->part->last : NULL;
    return passes(t);
}

/* --- calls and names --- */

/* Functions that only lead to the engine are no groups: the gradients stand where backward() was
 * called. */
static bool is_starting(const struct function *f)
{
    return is_engine(f->module) || (strcmp(f->name->text, "backward") == 0 &&
                                    strcmp(f->module->name->text, "torch._composed") == 0);
}

/* The object whose method begins, if it is a module or of a class that looks like one; else NULL.
 * It is kept, so that no other one comes to lie there. False: raised. */
static bool take_self(struct tape *t, const struct function *f, struct object **self)
{
    const struct frame *frame = t->session->in.frame;
    bool takes = f->defined_in != NULL && f->node->parameter_count > 0 && frame->scope != NULL;
    const struct value first = takes ? frame->scope->slot[0] : value_none();
    struct value found;
    *self = NULL;
    if (first.type != VALUE_OBJECT || !class_is_subclass(first.o->class, f->defined_in) ||
        (!class_lookup(first.o->class, t->said.forward, &found) &&
         !class_lookup(first.o->class, t->said.call, &found))) {
        return true;
    }
    *self = first.o;
    return part_keep(t, t->part, first.o);
}

/* A call's name; of a method that several classes of the library share behind a name of their own,
 * as ModuleList and Sequential do, it has the class of the object that is called. */
static const char *title_of(const struct function *f, const struct object *self, struct buf *room)
{
    bool shared = f->node->span.source->prelude && f->title[0] == '_' && f->defined_in != NULL;
    if (!shared || self == NULL) {
        return f->title;
    }
    buf_printf(room, "%s.%s", self->class->name->text, f->name->text);
    return buf_text(room);
}

static bool enter(void *self, const struct function *function, const struct span *site)
{
    struct tape *t = self;
    bool plots = function->node->span.source->prelude && is_plotting(function->module);
    if (t->beside > 0 || plots) { /* calls and names in there are many, and nobody's */
        if (t->beside++ == 0) {
            stands_here(t, &t->called);
        }
        return true;
    }
    if (is_starting(function)) {
        return true;
    }
    lapses_calls(t, function, site);
    struct object *object;
    if (!take_self(t, function, &object)) {
        return false;
    }
    scoped_buf title = {0};
    struct packed_enter *e = draft_begin(t, PACKED_ENTER, sizeof *e);
    if (e == NULL) {
        return false;
    }
    e->self = object;
    e->name = draft_text(t, title_of(function, object, &title));
    e->function = function->node;
    e->site = site;
    e->of = t->of_element < 0 ? 0 : t->of; /* a function of the code's own has its own name */
    e->of_argument = (int16_t)t->of_argument;
    e->of_element = t->of_element;
    e->construction = strcmp(function->name->text, "__init__") == 0;
    t->part->due += sizeof(struct tape_call);
    return e->name != NULL && draft_end(t);
}

/* The tensor itself, or those of a tuple or a list: q, k, v. */
static void take_returned(struct tape *t, struct value v, uint64_t serial[RETURNED_MOST])
{
    bool several = list_is(v) || tuple_is(v);
    const struct list *all = several ? (const struct list *)v.o : NULL;
    int count = 0;
    for (int k = 0; k < (several ? all->count : 1) && count < RETURNED_MOST; k++) {
        struct value one = several ? all->at[k] : v;
        if (draft_takes(t, one)) {
            serial[count++] = tensor_object_of(one)->serial;
        }
    }
    memset(serial + count, 0, (size_t)(RETURNED_MOST - count) * sizeof *serial);
}

static void leave(void *self, const struct function *function, struct value returned)
{
    struct tape *t = self;
    if (t->beside > 0) {
        t->beside--;
        return;
    }
    struct packed_leave *l = is_starting(function) ? NULL : draft_begin(t, PACKED_LEAVE, sizeof *l);
    if (l != NULL) {
        take_returned(t, returned, l->returned);
        (void)draft_end(t);
    }
}

/* One bind more; whether the run goes on. */
static bool bound(struct tape *t)
{
    if (t->stop == NULL || t->stop->logged != t->logged || t->stop->binds == 0) {
        return true;
    }
    t->stop->binds--;
    return passes(t);
}

/* "C.n" for n in the body of class C: a name of the class, not of what is around it. NULL: raised.
 */
static const char *name_in_class(struct interp *in, const char *name)
{
    const char *title = in->frame->title, *inner = strstr(title, "<locals>.");
    scoped_buf text = {.budget = in->memory};
    while (inner != NULL) {
        title = inner + strlen("<locals>.");
        inner = strstr(title, "<locals>.");
    }
    buf_printf(&text, "%s.%s", title, name);
    const struct str *whole = str_intern(in, buf_text(&text));
    buf_free(&text);
    return whole != NULL ? whole->text : NULL;
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
    struct packed_bind *b = draft_begin(t, PACKED_BIND, sizeof *b);
    if (b == NULL) {
        return false;
    }
    if (frame != NULL && frame->class != NULL && strchr(name, '.') == NULL) {
        name = name_in_class(&t->session->in, name);
    }
    if (name == NULL) {
        return false;
    }
    *b = (struct packed_bind){.packed = b->packed, .name = name, .at = at};
    b->passing = names_in_passing(&t->session->in, name);
    b->tensor = draft_takes(t, value);
    t->part->due += sizeof(struct tape_bind) + sizeof(struct chain);
    if (b->tensor) {
        const struct tensor_object *object = tensor_object_of(value);
        t->part->due += sizeof(struct tensor) + 128;
        return draft_tensor(t, &object->tensor, object) && draft_end(t) && bound(t);
    }
    if (value.type != VALUE_OBJECT) {
        b->value = value;
    } else if ((b->text = draft_text(t, value_type_name(value))) == NULL) {
        return false;
    }
    return draft_end(t) && bound(t);
}

/* Without memory the cell is left out: what it printed is then the one's before. */
static void begin(void *self, const struct source *source)
{
    struct tape *t = self;
    t->plotted = t->called = (struct plotting){0};
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
                             .backward = backward,
                             .turn = train_turn,
                             .before_write = before_write,
                             .print = print,
                             .look = look,
                             .figure = figure,
                             .mark = mark};
}
