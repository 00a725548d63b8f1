/* Hears what a training does wrong while it runs. */
#include "trace/tape/lapses.h"

#include "lang/object/raise.h"
#include "torch/op/ops.h"
#include "torch/torch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CELLS 65536 /* that are looked at, of a larger tensor */
#define LOST_TURNS 2 /* steps for which only the last gradients were left: then it is no chance */

/* Room for one more behind `count`. */
static bool more(struct tape *t, void *at, int count, int *cap, size_t size)
{
    void **block = at;
    if (count < *cap) {
        return true;
    }
    int wider = *cap == 0 ? 16 : *cap * 2;
    void *moved = heap_resize(&t->session->in, *block, (size_t)*cap * size, (size_t)wider * size);
    if (moved == NULL) {
        return false;
    }
    *block = moved;
    *cap = wider;
    return true;
}

static struct lapses *book(struct tape *t)
{
    if (t->lapses == NULL) {
        t->lapses = heap_resize(&t->session->in, NULL, 0, sizeof *t->lapses);
        if (t->lapses != NULL) {
            *t->lapses = (struct lapses){0};
        }
    }
    return t->lapses;
}

/* NULL: raised. Good until the next one is asked for. */
static struct lapse_leaf *leaf_of(struct tape *t, const struct tensor_object *o)
{
    struct lapses *g = t->lapses;
    int at = (int)map_get(&g->leaves, o->serial, -1);
    if (at >= 0) {
        return &g->leaf[at];
    }
    if (!more(t, &g->leaf, g->leaf_count, &g->leaf_cap, sizeof *g->leaf) ||
        (!map_set(&g->leaves, o->serial, g->leaf_count) && !raise_memory(&t->session->in))) {
        return NULL;
    }
    g->leaf[g->leaf_count] = (struct lapse_leaf){
        .serial = o->serial,
        .storage = o->tensor.storage->id,
        .weight = o->tensor.ndim >= 2 && o->object.class == t->session->torch.types.parameter};
    return &g->leaf[g->leaf_count++];
}

static bool same_place(const struct span *a, const struct span *b)
{
    return a->source == b->source && a->line == b->line && a->column == b->column;
}

/* Of each place once. */
static bool add_note(struct tape *t, struct lapse note)
{
    struct lapses *g = t->lapses;
    for (int k = 0; k < g->note_count; k++) {
        const struct lapse *n = &g->note[k];
        if (n->kind == note.kind && same_place(&n->at, &note.at)) {
            return true;
        }
    }
    if (!more(t, &g->note, g->note_count, &g->note_cap, sizeof *g->note)) {
        return false;
    }
    g->note[g->note_count++] = note;
    return true;
}

static struct span here(const struct tape *t)
{
    const struct frame *frame = interp_user_frame(&t->session->in);
    return frame != NULL ? frame->here->span : (struct span){0};
}

/* --- numbers about cells --- */

struct cells {
    uint64_t print; /* one number for all of them and their order; 0: all are 0 */
    double size;    /* the root of the mean of their squares */
};

static struct cells look(const struct tensor_object *o)
{
    if (o == NULL) {
        return (struct cells){0};
    }
    const struct tensor *x = &o->tensor;
    int64_t count = tensor_numel(x), step = count / MOST_CELLS + 1, looked = 0;
    double squares[4] = {0}; /* side by side: no sum waits for the one before */
    uint64_t print[4] = {0};
    bool dense = tensor_is_contiguous(x), zero = true;
    const float *plain = dense && x->dtype == DTYPE_FLOAT32 ? tensor_data(x) : NULL;
    for (int64_t k = 0; k < count; k += step, looked++) {
        double cell = plain != NULL
                          ? (double)plain[k]
                          : tensor_double_at(x, dense ? x->offset + k : tensor_place(x, k));
        uint64_t bits;
        memcpy(&bits, &cell, sizeof bits);
        print[looked % 4] = (print[looked % 4] ^ bits ^ bits >> 29) * 0x9E3779B97F4A7C15u;
        squares[looked % 4] += cell * cell;
        zero = zero && cell == 0;
    }
    uint64_t all = print[0] ^ print[1] >> 1 ^ print[2] >> 2 ^ print[3] >> 3;
    double sum = squares[0] + squares[1] + squares[2] + squares[3];
    return (struct cells){zero ? 0 : all | 1, looked > 0 ? sqrt(sum / (double)looked) : 0};
}

/* --- backward() --- */

/* The sizes of the last pass; of weights only, for a bias may well get next to nothing. */
static void close_pass(struct lapses *g)
{
    struct lapse here = {.event = g->event, .at = g->backward, .count = g->root_count};
    double most = 0;
    for (int k = 0; k < g->leaf_count && here.count > 0; k++) {
        const struct lapse_leaf *l = &g->leaf[k];
        if (l->pass == here.count && l->weight && isnan(l->size) && g->broken.count == 0) {
            g->broken = here;
        }
        most = l->pass == here.count && l->weight && l->size > most ? l->size : most;
    }
    for (int k = 0; k < g->leaf_count && most > 0; k++) {
        struct lapse_leaf *l = &g->leaf[k];
        if (l->pass == here.count) {
            l->share = fmax(l->share, l->size / most);
        }
    }
    g->first = g->first > 0 ? g->first : most;
    if (most > g->most) {
        g->most = most;
        g->largest = here;
    }
}

static bool hear_backward(struct tape *t, const struct tensor_object *root)
{
    struct lapses *g = t->lapses;
    close_pass(g);
    g->backward = here(t);
    g->event = t->logged;
    g->means_training = false;
    g->unspent = true;
    if (!more(t, &g->root, g->root_count, &g->root_cap, sizeof *g->root)) {
        return false;
    }
    g->root[g->root_count++] = root->serial;
    return true;
}

/* A gradient is about to be added to what is left there. */
static bool hear_gradient(struct tape *t, struct lapse_leaf *l, const struct tensor_object *o)
{
    struct lapses *g = t->lapses;
    uint64_t held = look(o->grad).print;
    bool left = held != 0 && held == l->grad; /* nobody cleared it, or made it smaller */
    /* a step by hand: no optimiser told of it */
    bool moved = l->optimizer == 0 && l->seen && look(o).print != l->cells;
    bool piled = left && moved && l->stale;
    g->moves |= moved;
    l->idle = moved ? 0 : l->idle + (held != 0 && l->optimizer == 0 && g->optimizer_count > 0);
    bool again = l->root == g->root[g->root_count - 1];
    bool alike = same_place(&l->backward, &g->backward); /* else the last alone may be meant */
    bool lost = held == 0 && l->took && !l->read && !again && alike;
    l->wasted |= lost;
    l->lost = alike ? l->lost + lost : 0;
    l->twice = left && !l->used && !moved && (l->twice || again);
    l->stale = left && (l->used || moved || l->stale);
    l->used = false;
    return !piled || add_note(t, (struct lapse){LAPSE_PILES_UP, l->event, l->backward, 1});
}

static void hear_given(const struct lapses *g, struct lapse_leaf *l, const struct tensor_object *o)
{
    struct cells now = look(o->grad);
    l->seen = true;
    l->size = now.size;
    l->grad = now.print;
    l->took = l->took || now.print != 0;
    l->given = o->grad != NULL ? o->grad->tensor.storage->id : 0;
    l->read = false;
    l->pass = g->root_count;
    l->root = g->root[g->root_count - 1];
    l->cells = look(o).print;
    l->backward = g->backward;
    l->event = g->event;
}

/* --- steps --- */

static struct lapse_optimizer *optimizer_of(struct tape *t, const void *object, int *number)
{
    struct lapses *g = t->lapses;
    for (*number = 1; *number <= g->optimizer_count; ++*number) {
        if (g->optimizer[*number - 1].object == object) {
            return &g->optimizer[*number - 1];
        }
    }
    if (!more(t, &g->optimizer, g->optimizer_count, &g->optimizer_cap, sizeof *g->optimizer)) {
        return NULL;
    }
    g->optimizer[g->optimizer_count] = (struct lapse_optimizer){.object = object};
    return &g->optimizer[g->optimizer_count++];
}

/* One parameter of a step, as it is before. */
static bool hear_step(struct tape *t, const void *object, const struct tensor_object *o)
{
    int number;
    struct lapse_optimizer *by = optimizer_of(t, object, &number);
    struct lapse_leaf *l = by != NULL ? leaf_of(t, o) : NULL;
    if (l == NULL) {
        return false;
    }
    uint64_t held = look(o->grad).print;
    bool cleared = held == 0 && l->took;
    by->params++;
    by->cleared |= cleared;
    by->with_gradient += o->grad != NULL && !cleared;
    by->moved += held != 0;
    l->fed |= o->grad != NULL;
    l->frozen = !o->requires_grad;
    struct lapse note = {LAPSE_PILES_UP, l->event, l->backward, 1};
    if (held != 0 && l->stale && !add_note(t, note)) {
        return false;
    }
    note.kind = LAPSE_TWICE;
    if (held != 0 && l->twice && !add_note(t, note)) {
        return false;
    }
    note.kind = LAPSE_LOST;
    bool own = held != 0 && o->grad->tensor.storage->id != l->given; /* the code's: p.grad = sum */
    l->turns += held != 0 && !own && l->lost > 0;
    if (l->turns == LOST_TURNS && !add_note(t, note)) {
        return false;
    }
    l->lost = 0;
    l->optimizer = number;
    l->step = here(t);
    l->used = held != 0;
    l->grad = held;
    l->took = l->twice = false;
    return true;
}

/* The whole of it. */
static bool hear_stepped(struct tape *t, const void *object)
{
    int number;
    struct lapses *g = t->lapses;
    struct lapse_optimizer *by = optimizer_of(t, object, &number);
    if (by == NULL) {
        return false;
    }
    struct lapse note = {LAPSE_CLEARED, t->logged, here(t), by->params};
    bool cleared = by->cleared && by->moved == 0, empty = by->with_gradient == 0 || cleared;
    by->params = by->with_gradient = by->moved = 0;
    by->steps++;
    by->last = t->logged;
    by->cleared = false;
    if (!empty) {
        by->fed = true;
        g->unspent = false;
    } else if (cleared) {
        by->fed = true;
        return add_note(t, note);
    } else if (!by->fed && by->empty.count == 0) {
        note.kind = g->unspent ? LAPSE_ELSEWHERE : LAPSE_EARLY;
        by->empty = note;
    }
    return true;
}

bool lapses_hears(void *tape, enum recorder_training what, struct value of, struct value with)
{
    struct tape *t = tape;
    struct lapses *g = book(t);
    struct lapse_leaf *l = NULL;
    const struct tensor_object *o = NULL;
    if (what != TRAINS_STEP && what != TRAINS_STEPPED) {
        o = tensor_object_of(of);
    }
    if (what == TRAINS_GRADIENT || what == TRAINS_GIVEN) {
        l = g != NULL ? leaf_of(t, o) : NULL;
        if (l == NULL) {
            return false;
        }
    }
    switch (what) {
    case TRAINS_BACKWARD:
        return g != NULL && hear_backward(t, o);
    case TRAINS_GRADIENT:
        return hear_gradient(t, l, o);
    case TRAINS_GIVEN:
        hear_given(g, l, o);
        return true;
    case TRAINS_STEP:
        return g != NULL && hear_step(t, of.o, tensor_object_of(with));
    case TRAINS_STEPPED:
        break;
    }
    return g != NULL && hear_stepped(t, of.o);
}

/* --- gradients that the code computes with --- */

static bool is_given(const struct lapses *g, const struct tensor_object *o)
{
    bool given = false;
    for (int k = 0; o != NULL && k < g->leaf_count && !given; k++) {
        given = g->leaf[k].given == o->tensor.storage->id;
    }
    return given;
}

/* print(w.grad.norm()): looked at, nothing goes by it. */
static bool is_print(const struct node *n)
{
    const struct node *call = n != NULL && n->kind == NODE_EXPRESSION ? n->left : NULL;
    return call != NULL && call->kind == NODE_CALL && call->left->kind == NODE_NAME &&
           strcmp(call->left->text, "print") == 0;
}

/* One gradient stands for all of its pass: the size of the last layer's may weigh a loss. The code
 * itself does it, no function of the library, as clip_grad_norm_(). What is only changed in place
 * is not read. */
static void hear_reading(struct lapses *g, const struct operation *o)
{
    bool reads = false;
    for (int k = o->effect == STORAGE_IN_PLACE; k < o->call->arg_count; k++) {
        const struct argument *a = &o->call->arg[k];
        reads |= is_given(g, a->object);
        for (int j = 0; a->tensors != NULL && j < a->count; j++) {
            reads |= is_given(g, a->tensors[j]);
        }
    }
    for (int k = 0; reads && k < g->leaf_count; k++) {
        g->leaf[k].read |= g->leaf[k].pass == g->root_count;
    }
}

/* --- training and evaluating --- */

/* Attention that the code calls with a dropout_p of its own. */
static bool is_asked_by(const struct frame *frame, const struct frame *own)
{
    return frame->outer == own && strcmp(frame->title, "scaled_dot_product_attention") == 0;
}

void lapses_operation(struct tape *t, const struct operation *o)
{
    struct lapses *g = t->lapses;
    const struct torch *torch = &t->session->torch;
    const struct frame *own = interp_user_frame(&t->session->in);
    bool direct = own == t->session->in.frame;
    if (g != NULL && torch->engine == NULL && direct && g->unspent && !is_print(own->statement)) {
        hear_reading(g, o);
    }
    if (g == NULL || torch->engine != NULL || !op_is(o->op, OP_dropout) || o->call->arg[1].f <= 0 ||
        o->call->arg[2].i == 0) {
        return;
    }
    struct lapse found = {.event = t->logged, .at = here(t), .count = 1};
    direct = direct || is_asked_by(t->session->in.frame, own);
    if (torch->grad_enabled) {
        g->trains = true;
        g->unheard = g->evaluating && direct && g->unheard.count == 0 ? found : g->unheard;
        return;
    }
    if (g->trains && !g->means_training && g->dropped.count == 0) {
        g->dropped = found;
    }
    if (g->evaluating && direct && g->deaf.count == 0) {
        g->deaf = found;
    }
}

void lapses_calls(struct tape *t, const struct function *f, const struct span *site)
{
    const char *name = f->qualname->text, *module = f->module->name->text;
    const char *last = strrchr(name, '.');
    struct lapses *g = t->lapses;
    if (site->source->prelude) {
        return;
    }
    if (last != NULL && strcmp(last, ".__init__") == 0 &&
        strncmp(module, "torch.optim.", 12) == 0 &&
        strcmp(module, "torch.optim.lr_scheduler") != 0 && book(t) != NULL) {
        t->lapses->optimizes = true;
    }
    if (g != NULL && strcmp(module, "torch.nn.utils") == 0 &&
        strncmp(name, "clip_grad_", 10) == 0) {
        g->clips |= g->unspent;
        if (!g->unspent) {
            g->clip = (struct lapse){.event = t->logged, .at = *site, .count = g->clip.count + 1};
        }
    }
    if (strncmp(name, "Module.", 7) != 0 || strcmp(module, "torch.nn.modules.module") != 0) {
        return;
    }
    bool trains = strcmp(name + 7, "train") == 0;
    if ((trains || strcmp(name + 7, "eval") == 0) && book(t) != NULL) {
        t->lapses->evaluates |= !trains;
        t->lapses->evaluating = !trains;
        t->lapses->means_training |= trains;
    }
}

void lapses_end(struct tape *t)
{
    struct lapses *g = t->lapses;
    if (g == NULL) {
        return;
    }
    close_pass(g);
    for (int k = 0; k < g->leaf_count; k++) {
        g->leaf[k].event = train_place(t, g->leaf[k].event);
    }
    for (int k = 0; k < g->note_count; k++) {
        g->note[k].event = train_place(t, g->note[k].event);
    }
    for (int k = 0; k < g->optimizer_count; k++) {
        g->optimizer[k].empty.event = train_place(t, g->optimizer[k].empty.event);
        g->optimizer[k].last = train_place(t, g->optimizer[k].last);
    }
    struct lapse *const others[] = {&g->largest, &g->broken,  &g->dropped,
                                    &g->deaf,    &g->unheard, &g->clip};
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
        others[k]->event = train_place(t, others[k]->event);
    }
}

void lapses_free(struct tape *t)
{
    struct interp *in = &t->session->in;
    struct lapses *g = t->lapses;
    if (g == NULL) {
        return;
    }
    heap_give(in, g->leaf, (size_t)g->leaf_cap * sizeof *g->leaf);
    heap_give(in, g->optimizer, (size_t)g->optimizer_cap * sizeof *g->optimizer);
    heap_give(in, g->note, (size_t)g->note_cap * sizeof *g->note);
    heap_give(in, g->root, (size_t)g->root_cap * sizeof *g->root);
    map_free(&g->leaves);
    heap_give(in, g, sizeof *g);
    t->lapses = NULL;
}
