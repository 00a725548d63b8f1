/* Reads the log of a run into the tape: the records in their order tell who made each tensor, which
 * call was under way, and which write came last. */
#include "lang/parse/identifier.h"
#include "lang/run/label.h"
#include "trace/tape/record.h"

#include "torch/torch.h"
#include "trace/tape/cells.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/gap.h"
#include "trace/tape/gradient.h"
#include "trace/tape/module_path.h"
#include "trace/tape/own.h"
#include "trace/tape/parameter.h"
#include "trace/tape/part.h"

#include <stdlib.h>
#include <string.h>

struct unpacking {
    struct tape *t;
    const char *at;          /* in the record */
    struct event *e;         /* under construction */
    const struct part *part; /* whose records are read */
    uint64_t fresh;          /* the storage that it names first of all */
    int under_way;           /* the innermost call */
    int logged;              /* events of the run so far */
    struct map leaves;       /* own.h */
    struct map lent;         /* a place where a name is bound: whether it is the target of a loop */
};

static void *take(struct unpacking *u, size_t count, size_t size)
{
    void *block = arena_alloc(&u->t->arena, count > 0 ? count * size : 1);
    if (block == NULL) {
        raise_memory(&u->t->session->in);
    }
    return block;
}

static bool note(struct unpacking *u, struct map *m, uint64_t key, int64_t value)
{
    return map_set(m, key, value) || raise_memory(&u->t->session->in);
}

static const void *next(struct unpacking *u, size_t size)
{
    const void *at = u->at;
    u->at += (size + 7) / 8 * 8;
    return at;
}

/* --- tensors --- */

/* Into zeroed memory: only the axes that there are. */
static const struct packed_tensor *next_tensor(struct unpacking *u, struct tensor *to)
{
    const struct packed_tensor *from = next(u, sizeof *from);
    size_t axes = (size_t)from->ndim * sizeof *to->shape;
    to->storage = from->storage;
    to->dtype = from->dtype;
    to->ndim = from->ndim;
    to->wrapped = from->wrapped;
    to->offset = from->offset;
    memcpy(to->shape, next(u, axes), axes);
    memcpy(to->stride, next(u, axes), axes);
    return from;
}

static bool know_storage(struct unpacking *u, const struct storage *s, int *written)
{
    int64_t last = map_get(&u->t->storages, s->id, -2);
    *written = last < 0 ? -1 : (int)last;
    bool here = last == -2 && s->id > u->part->storages; /* else it comes from a gap */
    u->fresh = here ? s->id : u->fresh;
    return last != -2 || note(u, &u->t->storages, s->id, -1);
}

static const struct packed_tensor *take_tensor(struct unpacking *u, struct tape_tensor *out)
{
    const struct torch *torch = &u->t->session->torch;
    const struct packed_tensor *from = next_tensor(u, &out->tensor);
    out->serial = from->serial;
    out->maker = (int)map_get(&u->t->makers, from->serial, -1);
    if (out->maker < 0 && u->part->number > 1 && from->serial > 0) {
        out->maker = part_gap(part_of_object(u->t, from->serial));
    }
    out->grad_fn = from->grad_fn;
    out->requires_grad = from->requires_grad;
    out->parameter = from->class == torch->types.parameter;
    out->ndarray = from->class == torch->types.ndarray;
    return know_storage(u, from->storage, &out->written) ? from : NULL;
}

/* --- arguments --- */

/* The next input, with a stand-in for its object, which may have changed or gone since. */
static struct tensor_object *take_input(struct unpacking *u, int argument, int element)
{
    struct tape_input *to = &u->e->input[u->e->input_count];
    struct tensor_object *shadow = take(u, 1, sizeof *shadow);
    const struct packed_tensor *from = shadow != NULL ? take_tensor(u, &to->of) : NULL;
    if (from == NULL) {
        return NULL;
    }
    shadow->object.class = from->class;
    shadow->object.size = sizeof *shadow;
    shadow->requires_grad = from->requires_grad;
    shadow->grad_fn = from->grad_fn;
    shadow->serial = from->serial;
    shadow->tensor = to->of.tensor;
    to->argument = argument;
    to->element = element;
    to->shadow = shadow;
    u->e->input_count++;
    return shadow;
}

static bool take_value(struct unpacking *u, int argument, int *element, struct value *out);

static bool take_list(struct unpacking *u, const struct packed_value *from, int argument,
                      int *element, struct value *out)
{
    struct interp *in = &u->t->session->in;
    bool list = from->kind == PACKED_LIST;
    struct list *copy = list ? list_new(in, from->count) : tuple_new(in, from->count, NULL);
    for (int k = 0; copy != NULL && k < from->count; k++) {
        struct value item;
        if (!take_value(u, argument, element, &item) || (list && !list_append(in, copy, item))) {
            return false;
        }
        if (!list) {
            copy->at[k] = item;
        }
    }
    *out = value_object(copy);
    return copy != NULL;
}

static bool take_value(struct unpacking *u, int argument, int *element, struct value *out)
{
    const struct packed_value *from = next(u, sizeof *from);
    switch (from->kind) {
    case PACKED_PLAIN:
        memcpy(out, next(u, sizeof *out), sizeof *out);
        return true;
    case PACKED_ELEMENT:
        *out = value_object(u->e->arg[argument].tensors[from->count]);
        return true;
    case PACKED_OBJECT: {
        struct tensor_object *shadow = take_input(u, argument, (*element)++);
        *out = value_object(shadow);
        return shadow != NULL;
    }
    case PACKED_LIST:
    case PACKED_TUPLE:
        break;
    }
    return take_list(u, from, argument, element, out);
}

static bool take_ints(struct unpacking *u, struct argument *to)
{
    size_t count = (size_t)to->count;
    to->ints = take(u, count, sizeof *to->ints);
    to->labels = take(u, count, sizeof *to->labels);
    if (to->ints == NULL || to->labels == NULL) {
        return false;
    }
    memcpy(to->ints, next(u, count * sizeof *to->ints), count * sizeof *to->ints);
    memcpy(to->labels, next(u, count * sizeof *to->labels), count * sizeof *to->labels);
    return true;
}

static bool take_cell(struct unpacking *u, enum dtype dtype, struct tensor *to)
{
    void *cell = take(u, 1, sizeof(uint64_t));
    struct storage *storage = take(u, 1, sizeof *storage);
    const struct tensor number = {.dtype = dtype, .wrapped = true};
    if (cell == NULL || storage == NULL) {
        return false;
    }
    memcpy(cell, next(u, sizeof(uint64_t)), sizeof(uint64_t));
    cells_view(&number, false, cell, storage, to);
    return true;
}

static bool take_elements(struct unpacking *u, struct argument *to, int argument)
{
    to->tensors = take(u, (size_t)to->count, sizeof(struct tensor_object *));
    for (int k = 0; to->tensors != NULL && k < to->count; k++) {
        to->tensors[k] = take_input(u, argument, k);
        if (to->tensors[k] == NULL) {
            return false;
        }
    }
    return to->tensors != NULL;
}

static void take_numbers(struct unpacking *u, struct argument *to)
{
    memcpy(&to->i, next(u, sizeof to->i), sizeof to->i);
    memcpy(&to->f, next(u, sizeof to->f), sizeof to->f);
}

/* The value of an argument; a list among them is kept alive. */
static bool take_argument_value(struct unpacking *u, int argument)
{
    struct argument *to = &u->e->arg[argument];
    int element = 0;
    struct packed_value kind = *(const struct packed_value *)(const void *)u->at;
    if (!take_value(u, argument, &element, &to->value)) {
        return false;
    }
    bool list = kind.kind == PACKED_LIST || kind.kind == PACKED_TUPLE;
    return !list || list_append(&u->t->session->in, u->t->kept, to->value);
}

static bool take_argument(struct unpacking *u, int argument)
{
    const struct packed_argument *from = next(u, sizeof *from);
    struct argument *to = &u->e->arg[argument];
    unsigned parts = from->parts;
    to->given = from->given;
    to->none = from->none;
    to->owned = from->owned;
    to->dtype = from->dtype;
    to->count = from->count;
    if ((parts & PART_NUMBERS) != 0) {
        take_numbers(u, to);
    }
    if ((parts & PART_TEXT) != 0) {
        memcpy(&to->text, next(u, sizeof to->text), sizeof to->text);
    }
    if (((parts & PART_INTS) != 0 && !take_ints(u, to)) ||
        ((parts & PART_CELL) != 0 && !take_cell(u, from->cell, &to->tensor))) {
        return false;
    }
    if ((parts & PART_TENSOR) != 0) {
        next_tensor(u, &to->tensor);
    }
    if ((parts & PART_OBJECT) != 0) {
        to->object = take_input(u, argument, 0);
        if (to->object == NULL) {
            return false;
        }
        to->value = value_object(to->object);
        to->tensor = to->object->tensor;
    }
    return ((parts & PART_ELEMENTS) == 0 || take_elements(u, to, argument)) &&
           ((parts & PART_VALUE) == 0 || take_argument_value(u, argument));
}

/* --- the kinds of record --- */

static bool take_outputs(struct unpacking *u, int count)
{
    struct tape *t = u->t;
    struct event *e = u->e;
    for (; e->output_count < count; e->output_count++) {
        struct tape_tensor *to = &e->output[e->output_count];
        if (take_tensor(u, to) == NULL) {
            return false;
        }
        bool moved = tape_moved(e, e->output_count);
        if (e->effect != STORAGE_IN_PLACE || moved) {
            to->maker = t->event_count;
            if (!note(u, &t->makers, to->serial, t->event_count)) {
                return false;
            }
        }
        bool fresh = to->tensor.storage->id == u->fresh && e->effect != STORAGE_VIEW;
        bool made = fresh && (moved || e->effect != STORAGE_IN_PLACE);
        if (made && !note(u, &t->owners, u->fresh, t->event_count)) {
            return false;
        }
    }
    return true;
}

static bool take_event(struct unpacking *u)
{
    struct tape *t = u->t;
    const struct packed_event *from = next(u, sizeof *from);
    struct event *e = u->e = &t->event[t->event_count];
    *e = (struct event){.op = from->op,
                        .name = from->name,
                        .effect = from->effect,
                        .site = *from->site,
                        .code = *from->code,
                        .statement = from->statement,
                        .within = from->within,
                        .call = u->under_way,
                        .user_call = u->under_way < 0 ? -1 : t->call[u->under_way].user,
                        .printed = from->printed,
                        .binds = t->bind_count,
                        .of = from->of > 0 ? train_place(u->t, from->of - 1) : -1,
                        .of_argument =
                            from->of_argument < -1 ? -2 - from->of_argument : from->of_argument,
                        .asked = from->of > 0 ? from->code : NULL,
                        .of_element = from->of_element,
                        .gathers = from->of_argument < -1,
                        .own = from->of_element < 0,
                        .logged = u->logged++,
                        .stage = STAGE_OTHER,
                        .pass = -1};
    u->fresh = 0;
    if (e->own) {
        e->of_argument = -1;
    } else if (e->gathers) {
        own_gathers(&u->leaves, from->of, e);
    }
    e->arg = take(u, (size_t)from->arg_count, sizeof *e->arg);
    e->input = take(u, (size_t)from->input_count, sizeof *e->input);
    e->output = take(u, (size_t)from->output_count, sizeof *e->output);
    if (e->arg == NULL || e->input == NULL || e->output == NULL) {
        return false;
    }
    for (; e->arg_count < from->arg_count; e->arg_count++) {
        if (!take_argument(u, e->arg_count)) {
            return false;
        }
    }
    if (!take_outputs(u, from->output_count)) {
        return false;
    }
    t->event_count++;
    return true;
}

/* Whether a name is the target of a loop: only names stand between it and a `for` before it. */
static bool is_lent(const struct span *at)
{
    size_t len;
    const char *line = source_line(at->source, at->line, &len);
    int k = line != NULL && (size_t)at->column <= len ? at->column : 0;
    while (k > 0 && (identifier_plain(line[k - 1]) || strchr(" ,(*", line[k - 1]) != NULL)) {
        int end = k--;
        while (identifier_plain(line[end - 1]) && k > 0 && identifier_plain(line[k - 1])) {
            k--;
        }
        if (end - k == 3 && memcmp(line + k, "for", 3) == 0) {
            return true;
        }
        if (end - k == 2 && memcmp(line + k, "in", 2) == 0) {
            return false;
        }
    }
    return false;
}

/* `for p in params: p -= ...` gives p to the tensor that had it from the loop: still for a while.
 */
static bool is_lent_again(const struct tape *t, const struct tape_bind *b)
{
    int64_t before = map_get(&t->named, b->serial, -1);
    const struct tape_bind *last = before >= 0 ? &t->bind[before] : NULL;
    return last != NULL && last->lent && last->call == b->call && strcmp(last->name, b->name) == 0;
}

/* A loop binds at one place again and again. Without memory it is looked up each time. */
static bool bind_is_lent(struct unpacking *u, const struct packed_bind *b)
{
    if (b->at->source->prelude) {
        return false;
    }
    uint64_t place = (uint64_t)(uintptr_t)b->at;
    int64_t lent = map_get(&u->lent, place, -1);
    if (lent < 0) {
        lent = is_lent(b->at);
        (void)map_set(&u->lent, place, lent);
    }
    return lent != 0;
}

static bool take_bind(struct unpacking *u)
{
    struct tape *t = u->t;
    const struct packed_bind *from = next(u, sizeof *from);
    struct tape_bind *b = &t->bind[t->bind_count];
    bool knows = from->tensor || from->serial > 0;
    *b = (struct tape_bind){.event = t->event_count,
                            .call = u->under_way,
                            .name = from->name,
                            .at = *from->at,
                            .lent = from->tensor && bind_is_lent(u, from),
                            .passing = from->passing,
                            .value = from->value,
                            .text = from->text};
    if (from->tensor) {
        int written;
        b->tensor = take(u, 1, sizeof *b->tensor);
        if (b->tensor == NULL) {
            return false;
        }
        b->serial = next_tensor(u, b->tensor)->serial;
        if (!know_storage(u, b->tensor->storage, &written)) {
            return false;
        }
    }
    b->serial = from->tensor ? b->serial : from->serial;
    b->lent = b->lent || (from->tensor && is_lent_again(t, b));
    if (knows) {
        if (!note(u, &t->bound, b->serial, t->bind_count)) {
            return false;
        }
        if (!from->at->source->prelude) {
            chain_add(t->binds_of, t->bind_count, (int)map_get(&t->named, b->serial, -1));
            if (!note(u, &t->named, b->serial, t->bind_count)) {
                return false;
            }
        }
    } else if (from->value.type == VALUE_INT) {
        b->is_integer = true;
        b->integer = from->value.i;
        if (!label_is_size(from->value.label, &b->size_of, &b->axis) || bind_is_lent(u, from)) {
            b->size_of = 0; /* `for n in x.shape` names no axis */
        }
    }
    t->bind_count++;
    return true;
}

static bool take_write(struct unpacking *u)
{
    struct tape *t = u->t;
    const struct packed_write *from = next(u, sizeof *from);
    struct tape_write *w = &t->write[t->write_count];
    *w = (struct tape_write){.event = t->event_count, .later = -1};
    next_tensor(u, &w->region);
    struct storage *cells = take(u, 1, sizeof *cells);
    if (cells == NULL || !know_storage(u, w->region.storage, &w->previous)) {
        return false;
    }
    cells_view(&w->region, from->alike, from->cells, cells, &w->cells);
    if (w->previous >= 0) {
        t->write[w->previous].later = t->write_count;
    }
    return note(u, &t->storages, w->region.storage->id, t->write_count++);
}

/* A private name of the prelude's own, `_f`, or a function that stands in another one. */
static bool is_helper(const char *name)
{
    const char *dot = strrchr(name, '.'), *last = dot != NULL ? dot + 1 : name;
    return strstr(name, ".<locals>.") != NULL || (last[0] == '_' && last[1] != '_');
}

/* The name of a function of the prelude as it is shown: "MaxPool.forward" of _MaxPoolNd's. */
static const char *shown_name(struct unpacking *u, const char *name)
{
    scoped_buf out = {0};
    for (const char *p = name; *p != '\0'; p++) {
        bool begins = p == name || p[-1] == '.';
        if (!begins || p[0] != '_' || p[1] == '_') {
            buf_putc(&out, *p);
        }
    }
    bool same = out.len == strlen(name);
    const char *kept = same ? name : arena_copy(&u->t->arena, buf_text(&out), out.len);
    return kept != NULL ? kept : name;
}

static bool take_enter(struct unpacking *u)
{
    struct tape *t = u->t;
    const struct packed_enter *from = next(u, sizeof *from);
    int parent = u->under_way;
    struct tape_call *c = &t->call[t->call_count];
    *c = (struct tape_call){.parent = parent,
                            .name = from->name,
                            .function = from->function,
                            .site = *from->site,
                            .self = from->self,
                            .prelude = from->function->span.source->prelude,
                            .of = from->of > 0 ? train_place(u->t, from->of - 1) : -1,
                            .of_argument = from->of_argument,
                            .of_element = from->of_element,
                            .first = t->event_count,
                            .end = t->event_count};
    c->helper = c->prelude && is_helper(c->name);
    c->name = c->prelude ? shown_name(u, c->name) : c->name;
    c->construction = from->construction || (parent >= 0 && t->call[parent].construction);
    c->user = !c->prelude ? t->call_count : parent >= 0 ? t->call[parent].user : -1;
    u->under_way = t->call_count++;
    return true;
}

static bool take_given(struct unpacking *u)
{
    return own_take(u->t, &u->leaves, next(u, sizeof(struct packed_given)));
}

static bool take_leave(struct unpacking *u)
{
    struct tape *t = u->t;
    const struct packed_leave *from = next(u, sizeof *from);
    if (u->under_way >= 0) { /* less than entered when there was no memory for it */
        t->call[u->under_way].end = t->event_count;
        memcpy(t->call[u->under_way].returned, from->returned, sizeof from->returned);
        u->under_way = t->call[u->under_way].parent;
    }
    return true;
}

static bool take_look(struct unpacking *u)
{
    struct tape *t = u->t;
    struct tape_tensor *of = &t->look[t->look_count];
    next(u, sizeof(struct packed_look));
    *of = (struct tape_tensor){.looked = t->event_count + 1};
    t->look_count++;
    return take_tensor(u, of) != NULL;
}

static bool take_figure(struct unpacking *u)
{
    struct tape *t = u->t;
    const struct packed_figure *from = next(u, sizeof *from);
    int user = u->under_way < 0 ? -1 : t->call[u->under_way].user;
    t->event[t->event_count] = (struct event){.op = &figure_op,
                                              .name = figure_op.name,
                                              .site = *from->code,
                                              .code = *from->code,
                                              .statement = from->statement,
                                              .within = from->statement,
                                              .call = user, /* pyplot's own are no groups */
                                              .user_call = user,
                                              .printed = from->printed,
                                              .binds = t->bind_count,
                                              .of = -1,
                                              .logged = u->logged++,
                                              .stage = STAGE_FIGURE,
                                              .pass = -1};
    return figure_lay(t, &t->event[t->event_count++], from->chart, from->name) ||
           raise_memory(&t->session->in);
}

/* What stands for the steps of a gap: it has written what they wrote. */
static bool take_gap(struct unpacking *u)
{
    struct tape *t = u->t;
    const struct node *loop = u->part->loop;
    int user = u->under_way < 0 ? -1 : t->call[u->under_way].user;
    struct event *e = &t->event[t->event_count];
    *e = (struct event){.op = &figure_op,
                        .name = "training",
                        .site = gap_code(loop),
                        .code = gap_code(loop),
                        .statement = loop,
                        .within = loop,
                        .call = user,
                        .user_call = user,
                        .printed = t->event_count > 0 ? e[-1].printed : 0,
                        .binds = t->bind_count,
                        .of = -1,
                        .logged = u->logged,
                        .stage = STAGE_TRAINING,
                        .pass = -1};
    const struct map *given = &u->part->given;
    for (size_t k = 0; k < given->size; k++) {
        if (given->at[k].used && !note(u, &t->makers, given->at[k].key, t->event_count)) {
            return false;
        }
    }
    t->event_count++;
    return gap_lay(t, e, u->part);
}

typedef bool taker(struct unpacking *u);
static taker *const takers[] = {
    [PACKED_EVENT] = take_event,   [PACKED_BIND] = take_bind,   [PACKED_WRITE] = take_write,
    [PACKED_ENTER] = take_enter,   [PACKED_LEAVE] = take_leave, [PACKED_LOOK] = take_look,
    [PACKED_FIGURE] = take_figure, [PACKED_GIVEN] = take_given,
};

/* --- the whole log --- */

static bool make_room(struct tape *t)
{
    size_t count[PACKED_KINDS] = {0}, gaps = 0;
    struct unpacking u = {.t = t};
    for (const struct part *part = t->parts; part != NULL; part = part->next) {
        const struct packed *const lists[] = {part->first, part->behind};
        gaps += part->gap;
        for (int k = 0; k < 2; k++) {
            for (const struct packed *p = lists[k]; p != NULL; p = p->next) {
                count[p->kind]++;
            }
        }
    }
    t->event = take(&u, count[PACKED_EVENT] + count[PACKED_FIGURE] + gaps, sizeof *t->event);
    t->look = take(&u, count[PACKED_LOOK], sizeof *t->look);
    t->bind = take(&u, count[PACKED_BIND], sizeof *t->bind);
    t->binds_of = take(&u, count[PACKED_BIND], sizeof *t->binds_of);
    t->write = take(&u, count[PACKED_WRITE], sizeof *t->write);
    t->call = take(&u, count[PACKED_ENTER], sizeof *t->call);
    return t->event != NULL && t->bind != NULL && t->binds_of != NULL && t->write != NULL &&
           t->look != NULL && t->call != NULL;
}

/* What the tape holds now is what the budget knows of. */
static void charge(struct tape *t)
{
    struct budget *memory = t->session->in.memory;
    size_t bytes = t->arena.total + t->train.bytes + map_bytes(&t->makers) + map_bytes(&t->bound) +
                   map_bytes(&t->named) + map_bytes(&t->storages) + map_bytes(&t->owners);
    for (const struct part *p = t->parts; p != NULL; p = p->next) {
        bytes += part_bytes(p);
    }
    if (bytes < t->charged) {
        budget_give(memory, t->charged - bytes);
        t->charged = bytes;
    }
}

static bool take_records(struct unpacking *u, const struct packed *first)
{
    bool ok = true;
    for (const struct packed *p = first; ok && p != NULL; p = p->next) {
        u->at = (const char *)p;
        ok = takers[p->kind](u);
    }
    return ok;
}

bool unpack_tape(struct tape *t)
{
    struct unpacking u = {.t = t, .under_way = -1};
    size_t held = t->session->in.heap.held_count;
    bool ok = make_room(t);
    for (struct part *p = t->parts; ok && p != NULL; p = p->next) {
        u.part = p;
        u.logged = p->logged;
        p->index = t->event_count;
        ok = take_records(&u, p->first) && (!p->gap || take_gap(&u)) && take_records(&u, p->behind);
    }
    map_free(&u.leaves);
    ok = ok && parameters_name(t) && modules_find(t) && gradients_name(t);
    if (ok) {
        train_lay(t);
    } else {
        t->train.count = 0; /* their events are not all there */
    }
    map_free(&u.lent);
    t->session->in.heap.held_count = held; /* the lists made here are among t->kept */
    part_give_logs(t);
    t->draft = (struct draft){0};
    charge(t);
    return ok;
}
