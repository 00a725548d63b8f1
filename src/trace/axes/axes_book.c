/* Keeps what objects and integers are called, function by function. No operation is known here. */
#include "trace/axes/axes_book.h"

#include "base/grow.h"
#include "base/named.h"
#include "lang/run/label.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct known_object {
    uint64_t serial;
    int call;                    /* the learner's function whose names these are, -1: top level */
    const struct tensor *tensor; /* borrowed from the tape */
    int ndim;
    struct axis_name *at; /* in the tape's arena */
    int previous;         /* the one known before in the same storage, -1 */
};

#define DEEPEST 64 /* functions that a name is followed through */

/* --- names that the code gives --- */

static const char *last_part(const char *name) /* "head_dim" of "self.head_dim" */
{
    const char *dot = strrchr(name, '.');
    return dot != NULL ? dot + 1 : name;
}

static bool is_name(const char *text) /* `_` is none */
{
    return text != NULL && text[strspn(text, "_")] != '\0';
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu + b;
    h = (h ^ h >> 32) * 0xc4ceb9fe1a85ec53u;
    return h ^ h >> 29;
}

static uint64_t name_key(const char *name, int call)
{
    uint64_t h = 14695981039346656037u;
    for (; *name != '\0'; name++) {
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    }
    return mix(h, (uint64_t)(call + 1));
}

static uint64_t size_key(uint64_t serial, int call)
{
    return mix(serial, (uint64_t)(call + 1));
}

static bool says_the_same(const struct tape_bind *a, const struct tape_bind *b)
{
    return a->integer == b->integer && a->value.label == b->value.label && a->call == b->call &&
           strcmp(a->name, b->name) == 0;
}

/* Binds of one key form a chain, from the last to the first. One that says what the one before it
 * said is left out. */
static bool is_new(const struct book *b, int last, int k)
{
    return last < 0 || !says_the_same(&b->t->bind[last], &b->t->bind[k]);
}

static bool learn_size(struct book *b, int k)
{
    const struct tape_bind *bind = &b->t->bind[k];
    uint64_t key = size_key(bind->size_of, bind->call);
    int last = (int)map_get(&b->sizes, key, -1);
    if (bind->size_of == 0 || !is_new(b, last, k)) {
        return true;
    }
    b->before[k] = last;
    return map_set(&b->sizes, key, k) || error_memory(&b->t->session->in.error);
}

static bool learn_integer(struct book *b, int k)
{
    const struct tape_bind *bind = &b->t->bind[k];
    uint64_t key = name_key(bind->name, bind->call);
    int last = (int)map_get(&b->integers, key, -1);
    if (!is_new(b, last, k)) {
        return true;
    }
    chain_add(b->named, k, last);
    return map_set(&b->integers, key, k) || error_memory(&b->t->session->in.error);
}

bool book_open(struct book *b, struct tape *t)
{
    size_t count = (size_t)t->bind_count + 1;
    *b = (struct book){.t = t};
    b->before = malloc(count * sizeof *b->before);
    b->named = malloc(count * sizeof *b->named);
    if (b->before == NULL || b->named == NULL) {
        return error_memory(&b->t->session->in.error);
    }
    for (int k = 0; k < t->bind_count; k++) {
        const struct tape_bind *bind = &t->bind[k];
        b->before[k] = -1;
        b->named[k] = (struct chain){.previous = -1, .later = -1, .jump = k};
        bool own = bind->at.source->prelude && last_part(bind->name)[0] == '_';
        if (bind->is_integer && !bind->passing && !own && is_name(last_part(bind->name)) &&
            (!learn_integer(b, k) || !learn_size(b, k))) {
            return false;
        }
    }
    return true;
}

void book_close(struct book *b)
{
    free(b->known);
    free(b->before);
    free(b->named);
    map_free(&b->objects);
    map_free(&b->storages);
    map_free(&b->sizes);
    map_free(&b->integers);
}

/* The name that function `call` gave to an axis of an object: the last one before the event, or
 * (`later`) the first one after it. */
static bool size_name(const struct book *b, uint64_t serial, int axis, int call, int event,
                      bool later, struct axis_name *out)
{
    bool found = false;
    int k = (int)map_get(&b->sizes, size_key(serial, call), -1);
    for (; k >= 0; k = b->before[k]) {
        const struct tape_bind *bind = &b->t->bind[k];
        if (bind->size_of != serial || bind->call != call) {
            return found; /* another key with the same hash */
        }
        if (bind->axis != axis || later != (bind->event > event)) {
            continue;
        }
        *out = (struct axis_name){.name = last_part(bind->name), .size = bind->integer};
        if (!later) {
            return true;
        }
        found = true;
    }
    return found;
}

/* The first, or the last before (otherwise the first behind) an event, of an integer's binds. */
const struct tape_bind *book_bind(const struct book *b, const char *name, int call, int event)
{
    const struct tape *t = b->t;
    int last = (int)map_get(&b->integers, name_key(name, call), -1);
    int binds = event < 0 ? 0 : event < t->event_count ? t->event[event].binds : t->bind_count;
    int k = chain_before(b->named, last, binds);
    k = k >= 0 ? k : chain_from(b->named, last, binds);
    bool same = k >= 0 && t->bind[k].call == call && strcmp(t->bind[k].name, name) == 0;
    return same ? &t->bind[k] : NULL; /* else another key with the same hash */
}

bool book_changed(const struct book *b, const struct tape_bind *bind)
{
    int before = b->named[bind - b->t->bind].previous;
    return before >= 0 && b->t->bind[before].integer != bind->integer;
}

/* --- from function to function --- */

static int outer(const struct book *b, int call) /* the learner's function that called it */
{
    int parent = b->t->call[call].parent;
    return parent < 0 ? -1 : b->t->call[parent].user;
}

static struct axis_name name_in(struct book *b, uint64_t serial, struct known_object *known,
                                int axis, int call, int event);

static struct known_object *known_object(const struct book *b, uint64_t serial)
{
    int k = (int)map_get(&b->objects, serial, -1);
    return k < 0 ? NULL : &b->known[k];
}

static bool is_parameter(const struct node *function, const char *name)
{
    return named_at(function->parameters, function->parameter_count, sizeof *function->parameters,
                    name) >= 0;
}

/* What function `call`'s integer is called by those who called it: the argument that the parameter
 * was given, or the axis whose size it is. Otherwise, and where a function inside called another
 * size so, it keeps the name. */
static const char *name_outside(struct book *b, const struct axis_name *at, int call)
{
    const struct tape_call *c = &b->t->call[call];
    const char *name = at->name, *said = NULL;
    const struct tape_bind *bind = book_bind(b, name, call, -1);
    if (bind == NULL || bind->integer != at->size) {
        return name;
    }
    if (bind->size_of == 0) {
        bool given = bind->value.label != 0 && is_parameter(c->function, name);
        said = given ? label_text(&b->t->session->in, bind->value.label) : NULL;
    } else if (b->depth < DEEPEST) {
        struct known_object *of = known_object(b, bind->size_of);
        b->depth++;
        said = of != NULL && tape_inside(b->t, of->call, call)
                   ? (bind->axis < of->ndim ? of->at[bind->axis].name : NULL)
                   : name_in(b, bind->size_of, of, bind->axis, outer(b, call), c->first).name;
        b->depth--;
    }
    return is_name(said) ? said : name;
}

/* A result goes out to the function that `call` is, or is inside of: its names become those of the
 * callers. What a constructor made keeps the constructor's names: they are the class's own. */
static void bring_out(struct book *b, struct known_object *known, int call)
{
    while (!tape_inside(b->t, call, known->call)) {
        int from = known->call;
        for (int k = 0; k < known->ndim; k++) {
            const char *name = known->at[k].name;
            if (name != NULL && !b->t->call[from].construction) {
                known->at[k].name = name_outside(b, &known->at[k], from);
            }
            known->at[k].foreign = known->at[k].name == name;
        }
        known->call = outer(b, from);
    }
}

static struct axis_name name_in(struct book *b, uint64_t serial, struct known_object *known,
                                int axis, int call, int event)
{
    struct axis_name name = {0};
    int own = call;
    if (known != NULL) {
        bring_out(b, known, call);
    }
    for (;; call = outer(b, call)) {
        bool home = known != NULL && known->call == call;
        bool before = size_name(b, serial, axis, call, event, false, &name);
        if (!before && home && axis < known->ndim && known->at[axis].name != NULL) {
            name = known->at[axis];
            before = true;
        }
        if (before || size_name(b, serial, axis, call, event, true, &name) || home || call < 0) {
            name.foreign |= call != own;
            return name;
        }
    }
}

/* nn.Parameter(x), x.data and the like are new objects that no event made: they have the names of
 * an object with the same cells. */
static struct known_object *find_object(const struct book *b, const struct tape_tensor *of)
{
    struct known_object *known = known_object(b, of->serial);
    if (known != NULL) {
        return known->ndim == of->tensor.ndim ? known : NULL;
    }
    int k = (int)map_get(&b->storages, of->tensor.storage->id, -1);
    for (; k >= 0; k = b->known[k].previous) {
        const struct tensor *a = b->known[k].tensor, *c = &of->tensor;
        if (a->offset == c->offset && tensor_same_shape(a, c) &&
            memcmp(a->stride, c->stride, (size_t)a->ndim * sizeof *a->stride) == 0) {
            return &b->known[k];
        }
    }
    return NULL;
}

void book_names(struct book *b, const struct tape_tensor *of, int event, struct axis_names *out)
{
    const struct event *e = &b->t->event[event];
    struct known_object *known = find_object(b, of);
    *out = (struct axis_names){.ndim = of->tensor.ndim};
    for (int axis = 0; axis < out->ndim; axis++) {
        out->at[axis] = name_in(b, of->serial, known, axis, e->user_call, event);
        /* inside the program's own functions: what the outermost of these called it first */
        bool open = out->at[axis].name == NULL;
        for (int c = e->call; open && c != e->user_call; c = b->t->call[c].parent) {
            if (size_name(b, of->serial, axis, c, -1, true, &out->at[axis])) {
                out->at[axis].inner = true;
            }
        }
        if (out->at[axis].inner && e->call == e->user_call) {
            out->at[axis] = (struct axis_name){0}; /* the learner's code knows no such name */
        }
        if (known != NULL) { /* whatever it is called */
            out->at[axis].word = known->at[axis].word;
            out->at[axis].mixed = known->at[axis].mixed;
        }
    }
}

bool book_learn(struct book *b, const struct tape_tensor *of, int event, struct axis_names *names)
{
    int call = b->t->event[event].user_call;
    int k = (int)map_get(&b->objects, of->serial, -1);
    for (int axis = 0; axis < names->ndim; axis++) {
        struct axis_name later;
        if (names->at[axis].name == NULL &&
            size_name(b, of->serial, axis, call, event, true, &later)) {
            later.word = names->at[axis].word;
            later.mixed = names->at[axis].mixed;
            names->at[axis] = later;
        }
    }
    struct axis_name *at = arena_alloc(&b->t->arena, (size_t)names->ndim * sizeof *at + 1);
    if (at == NULL) {
        return error_memory(&b->t->session->in.error);
    }
    memcpy(at, names->at, (size_t)names->ndim * sizeof *at);
    if (k < 0 && !grow(&b->known, b->known_count, &b->known_cap, sizeof *b->known)) {
        return error_memory(&b->t->session->in.error);
    }
    uint64_t storage = of->tensor.storage->id;
    bool fresh = k < 0;
    if (fresh) {
        k = b->known_count++;
        b->known[k].previous = (int)map_get(&b->storages, storage, -1);
    }
    struct known_object *known = &b->known[k];
    *known = (struct known_object){.serial = of->serial,
                                   .call = call,
                                   .tensor = &of->tensor,
                                   .ndim = names->ndim,
                                   .at = at,
                                   .previous = known->previous};
    return !fresh || (map_set(&b->objects, of->serial, k) && map_set(&b->storages, storage, k)) ||
           error_memory(&b->t->session->in.error);
}

/* --- integers --- */

static const char *label_of_axis(struct book *b, uint64_t serial, int axis, int event,
                                 struct axis_name *of)
{
    int call = b->t->event[event].user_call;
    struct axis_name at = name_in(b, serial, known_object(b, serial), axis, call, event);
    of->inner |= at.inner || !is_name(at.name);
    of->foreign |= at.foreign;
    return is_name(at.name) ? at.name : NULL;
}

/* A name of the program's own functions, by the learner's name for the same axis. NULL: the
 * learner's code has none, as for the sizes in nn.Linear(64, 64). */
static const char *learners_name(struct book *b, const char *text, int event, struct axis_name *of)
{
    const struct event *e = &b->t->event[event];
    for (int c = e->call; c != e->user_call; c = b->t->call[c].parent) {
        const struct tape_bind *bind = book_bind(b, text, c, event);
        if (bind != NULL && bind->size_of != 0) {
            const char *name = label_of_axis(b, bind->size_of, bind->axis, event, of);
            return name != NULL ? name : text;
        }
        if (bind != NULL && bind->value.label == 0) {
            of->inner = true;
            return b->t->call[c].construction ? NULL : text;
        }
    }
    return text;
}

/* The same for each name of "bsz*num_heads". */
static const char *learners_product(struct book *b, const char *text, int event,
                                    struct axis_name *of)
{
    scoped_buf out = {0};
    bool named = true;
    while (*text != '\0' && named) {
        char word[32];
        size_t len = strcspn(text, "*+-/%() ");
        if (len >= sizeof word) {
            break;
        }
        memcpy(word, text, len);
        word[len] = '\0';
        bool number = word[strspn(word, "0123456789")] == '\0';
        const char *name = number ? word : learners_name(b, word, event, of);
        named = name != NULL;
        buf_puts(&out, named ? name : "");
        text += len;
        len = strspn(text, "*+-/%() ");
        buf_put(&out, text, len);
        text += len;
    }
    const char *kept = named && *text == '\0' ? book_keep(b, &out) : NULL;
    return kept;
}

struct axis_name book_label(struct book *b, uint32_t label, int64_t integer, int event)
{
    const struct event *e = &b->t->event[event];
    struct axis_name out = {.size = integer};
    uint64_t serial;
    int axis;
    if (label_is_size(label, &serial, &axis)) {
        out.name = label_of_axis(b, serial, axis, event, &out);
        return out;
    }
    const char *text = label_text(&b->t->session->in, label);
    if (!is_name(text)) {
        return out;
    }
    if (e->call == e->user_call) {
        out.name = text;
    } else if (strpbrk(text, "*+-/%") != NULL) {
        out.name = learners_product(b, text, event, &out);
    } else {
        out.name = learners_name(b, text, event, &out);
    }
    return out;
}

/* --- text --- */

const char *book_keep(struct book *b, const struct buf *text)
{
    const char *kept = text->failed ? NULL : arena_copy(&b->t->arena, text->data, text->len);
    if (kept == NULL) {
        error_memory(&b->t->session->in.error);
    }
    return kept;
}

/* Whether a function stands in the text of another, whose names it sees. */
static bool stands_in(const struct tape *t, int inner, int outer)
{
    const struct span *a = &t->call[inner].function->span, *b = &t->call[outer].function->span;
    bool begins = a->line > b->line || (a->line == b->line && a->column > b->column);
    return a->source == b->source && begins &&
           (a->end_line < b->end_line ||
            (a->end_line == b->end_line && a->end_column <= b->end_column));
}

/* What a name stands for where an event stands: in its function, or in one around that. */
static const struct tape_bind *bind_seen(const struct book *b, const char *name, int event)
{
    int call = b->t->event[event].user_call;
    const struct tape_bind *bind = book_bind(b, name, call, event);
    for (int from = call; bind == NULL && call >= 0;) {
        call = outer(b, call);
        if (call >= 0 && stands_in(b->t, from, call)) {
            bind = book_bind(b, name, call, event);
            from = call;
        }
    }
    return bind;
}

struct reading { /* of a name, letter by letter */
    const struct book *book;
    const char *at;
    int event;
    bool ok;
};

static int64_t read_value(struct reading *r, bool product);

/* A number, a name or what stands in brackets. What a function calls so later on counts as well:
 * its heading tells that. */
static int64_t read_factor(struct reading *r)
{
    char word[64];
    size_t len = strcspn(r->at, "*+-/%() ");
    int64_t value = 0;
    if (*r->at == '(') {
        r->at++;
        value = read_value(r, false);
        r->ok = r->ok && *r->at == ')';
        r->at += r->ok;
        return value;
    }
    const struct event *e = &r->book->t->event[r->event];
    r->ok = r->ok && len > 0 && len < sizeof word;
    if (r->ok) {
        snprintf(word, sizeof word, "%.*s", (int)len, r->at);
        bool number = word[strspn(word, "0123456789")] == '\0';
        const struct tape_bind *bind = number ? NULL : bind_seen(r->book, word, r->event);
        r->ok = number || (bind != NULL && (bind->event <= r->event || e->user_call >= 0));
        value = number ? strtoll(word, NULL, 10) : r->ok ? bind->integer : 0;
    }
    r->at += len;
    return value;
}

/* Products and quotients, or sums and differences of these. */
static int64_t read_value(struct reading *r, bool product)
{
    int64_t value = product ? read_factor(r) : read_value(r, true);
    while (r->ok && *r->at != '\0' && strchr(product ? "*/%" : "+-", *r->at) != NULL) {
        char op = *r->at;
        r->at += op == '/' ? 2 : 1;
        int64_t by = product ? read_factor(r) : read_value(r, true);
        r->ok = r->ok && (by != 0 || strchr("/%", op) == NULL);
        if (r->ok) {
            value = op == '*'   ? value * by
                    : op == '/' ? value / by
                    : op == '%' ? value % by
                                : value + (op == '+' ? by : -by);
        }
    }
    return value;
}

bool book_value(const struct book *b, const char *name, int event, int64_t *out)
{
    struct reading r = {.book = b, .at = name, .event = event, .ok = true};
    int64_t value = read_value(&r, false);
    bool known = r.ok && *r.at == '\0';
    *out = known ? value : *out;
    return known;
}

/* Whether a product of names may have that size: what is known here of its factors divides it. */
static bool may_have(const struct book *b, const char *name, int64_t size, int event)
{
    int64_t product = 1, value;
    char word[64];
    for (size_t len; *name != '\0'; name += len + (name[len] == '*')) {
        len = strcspn(name, "*");
        snprintf(word, sizeof word, "%.*s", (int)len, name);
        product *= len < sizeof word && book_value(b, word, event, &value) && value > 0 ? value : 1;
    }
    return size % product == 0;
}

const char *book_text(struct book *b, struct axis_name name, int64_t size, int event, bool *ok)
{
    int64_t stands_for = name.size;
    if (name.name == NULL ||
        (!book_value(b, name.name, event, &stands_for) && !may_have(b, name.name, size, event))) {
        return NULL;
    }
    if (stands_for == size) {
        return name.name;
    }
    if (name.foreign && b->t->event[event].user_call >= 0 && stands_for != name.size) {
        return NULL; /* def softmax(x, dim): an axis is called dim elsewhere, but here dim is -1 */
    }
    if (strpbrk(name.name, "*+-/%") != NULL) { /* of 2*T=3 nobody could tell what is 3 */
        return NULL;
    }
    scoped_buf text = {0};
    buf_printf(&text, "%s=%lld", name.name, (long long)size);
    const char *kept = book_keep(b, &text);
    *ok = *ok && kept != NULL;
    return kept;
}
