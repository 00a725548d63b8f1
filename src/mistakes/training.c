/* Finds training that goes wrong without an error: gradients that pile up, steps that change
 * nothing, parameters that the loss does not reach. What happened when is told by
 * trace/tape/lapses.h. */
#include "mistakes/warn.h"
#include "trace/tape/event.h"
#include "trace/tape/lapses.h"
#include "trace/tape/location.h"
#include "trace/tape/parameter.h"

#include <stdlib.h>
#include <string.h>

/* --- where --- */

/* The event under whose line the place is shown: of those of that code the next one behind `event`,
 * else the last one; if there is none, the next event of all. -1: the tape is empty. */
static int event_at(const struct tape *t, int event, const struct span *at)
{
    int found = -1;
    for (int k = 0; k < t->event_count && (found < 0 || found < event); k++) {
        found = warn_same_span(&t->event[k].code, at) ? k : found;
    }
    return found >= 0 ? found : event < t->event_count ? event : t->event_count - 1;
}

static void add_there(struct warner *w, const struct lapse *n, const char *text)
{
    int event = n->at.source != NULL ? event_at(w->tape, n->event, &n->at) : -1;
    if (event >= 0) {
        warn_add_at(w, event, &n->at, "%s", text);
    }
}

/* Where backward() gave it a gradient. */
static void add_leaf(struct warner *w, const struct lapse_leaf *l, const char *text)
{
    add_there(w, &(struct lapse){.event = l->event, .at = l->backward}, text);
}

/* All lapses of a kind. */
static void tell(struct warner *w, enum lapse_kind lapse, const char *text)
{
    const struct lapses *g = w->tape->lapses;
    for (int k = 0; g != NULL && k < g->note_count; k++) {
        if (g->note[k].kind == lapse) {
            add_there(w, &g->note[k], text);
        }
    }
}

#define IN_VAIN 2 /* so often it is no chance */

/* --- gradients that are added to what should be gone, or cleared too soon --- */

void find_gradients_pile_up(struct warner *w)
{
    tell(w, LAPSE_PILES_UP,
         "the gradients are added to those that the step before has used already");
}

void find_backward_twice(struct warner *w)
{
    tell(w, LAPSE_TWICE,
         "backward() went over this loss already, and no step lies between: its gradients count "
         "twice");
}

void find_gradients_discarded(struct warner *w)
{
    tell(w, LAPSE_LOST,
         "the step goes by the last of these gradients alone: those before were cleared, and no "
         "step had used them");
}

void find_clipped_in_vain(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    if (g != NULL && !g->clips && g->clip.count >= IN_VAIN && g->root_count >= IN_VAIN) {
        add_there(w, &g->clip,
                  "the gradients are clipped where no step goes by them: before backward(), or "
                  "behind step()");
    }
}

/* --- what is left out --- */

/* The code makes an optimizer, clears gradients turn by turn, and nothing ever uses them. */
void find_step_forgotten(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    bool idle = g != NULL && g->optimizes && g->optimizer_count == 0 && !g->moves;
    for (int k = 0; idle && k < g->leaf_count; k++) {
        if (g->leaf[k].wasted) {
            add_leaf(w, &g->leaf[k],
                     "nothing learns from these gradients: they are cleared, and the "
                     "optimizer's step() is never called");
            return;
        }
    }
}

/* A number that backward() could begin at. */
static bool is_loss(const struct event *e)
{
    return e->output_count > 0 && e->output[0].requires_grad && e->output[0].grad_fn != NULL &&
           tensor_numel(&e->output[0].tensor) == 1;
}

/* Whether such a number is computed at one place again and again, first before event `end`. */
static bool has_loss(const struct tape *t, int end)
{
    for (int k = 0, looked = 0; k < end && k < t->event_count && looked < 16; k++) {
        const struct event *e = &t->event[k];
        looked += is_loss(e);
        for (int j = k + 1; is_loss(e) && j < t->event_count; j++) {
            if (is_loss(&t->event[j]) && t->event[j].op == e->op &&
                warn_same_span(&t->event[j].code, &e->code)) {
                return true;
            }
        }
    }
    return false;
}

void find_backward_forgotten(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    for (int k = 0; g != NULL && g->root_count == 0 && k < g->optimizer_count; k++) {
        const struct lapse_optimizer *o = &g->optimizer[k];
        if (!o->fed && o->steps > 1 && o->empty.count > 0 && has_loss(w->tape, o->last)) {
            add_there(w, &o->empty,
                      "the step changes nothing: a loss is computed, and backward() is never "
                      "called");
        }
    }
}

/* --- parameters without a gradient --- */

struct road {   /* from a parameter to the loss */
    bool *has;  /* of each event: its result keeps a gradient of the parameter */
    bool *ends; /* its result leads to a loss that backward() began at */
    bool *loss; /* its result is one */
    int owner;  /* the event that made the parameter's cells; -1: unknown */
    int cut;    /* the step of the road that keeps no gradient; -1: there is no road */
    bool data;  /* it takes x.data */
    bool used;  /* something was computed with the parameter that keeps its gradient */
};

static void road_close(struct road *r)
{
    free(r->has);
    free(r->ends);
    free(r->loss);
}

/* Finds what leads to a loss; to be closed also where there is no memory. */
static void road_open(struct warner *w, struct road *r)
{
    const struct lapses *g = w->tape->lapses;
    const struct flow *f = &w->graph.flow;
    size_t events = (size_t)w->tape->event_count;
    *r = (struct road){.has = calloc(events + 1, sizeof *r->has),
                       .ends = calloc(events + 1, sizeof *r->ends),
                       .loss = calloc(events + 1, sizeof *r->loss)};
    if (r->has == NULL || r->ends == NULL || r->loss == NULL) {
        warn_memory(w);
        return;
    }
    for (int k = 0; k < g->root_count; k++) {
        int root = (int)map_get(&w->tape->makers, g->root[k], -1);
        if (root >= 0) {
            r->ends[root] = r->loss[root] = true;
        }
    }
    for (int k = w->tape->event_count - 1; k >= 0; k--) {
        for (int j = f->first_in[k]; r->ends[k] && j < f->first_in[k + 1]; j++) {
            r->ends[f->in[j].from] |= !event_lends(&w->tape->event[k], f->in[j].input);
        }
    }
}

enum carried { NOTHING, NUMBERS, GRADIENT };

/* What input `of` of an event has of the parameter. What x.data gives is no result of an event, but
 * it shows the memory of one. */
static enum carried carries(const struct tape *t, const struct road *r, const struct lapse_leaf *l,
                            const struct tape_tensor *of)
{
    if (of->serial == l->serial || (of->maker >= 0 && r->has[of->maker])) {
        return GRADIENT;
    }
    int owner = of->maker < 0 ? tape_owner(t, of) : -1;
    bool shown = owner >= 0 && (owner == r->owner || r->has[owner]);
    return !shown ? NOTHING : of->requires_grad ? GRADIENT : NUMBERS;
}

/* In the forward() of a torch.autograd.Function no step asks for gradients, and its result does. */
static bool in_own_function(const struct tape *t, int event)
{
    for (int call = t->event[event].call; call >= 0; call = t->call[call].parent) {
        if (t->call[call].prelude && strcmp(t->call[call].name, "Function.apply") == 0) {
            return true;
        }
    }
    return false;
}

static enum carried carries_most(const struct tape *t, const struct road *r,
                                 const struct lapse_leaf *l, const struct event *e)
{
    enum carried most = NOTHING;
    for (int j = 0; j < e->input_count; j++) {
        enum carried one = event_lends(e, j) ? NOTHING : carries(t, r, l, &e->input[j].of);
        most = one > most ? one : most;
    }
    return most;
}

static bool gives_floats(const struct event *e)
{
    return dtype_is_float(e->output[0].tensor.dtype);
}

/* Of several places that keep no gradient, as of a maximum that is taken out of scores, the one
 * that the road came to last before the first loss. A mask or an index, which never has a gradient,
 * is one only where there is no other. */
static void find_cut(const struct warner *w, struct road *r, const struct lapse_leaf *l)
{
    const struct tape *t = w->tape;
    memset(r->has, 0, (size_t)t->event_count * sizeof *r->has);
    r->cut = -1;
    r->used = false;
    for (int k = 0; k < t->event_count && !(r->cut >= 0 && k > 0 && r->loss[k - 1]); k++) {
        const struct event *e = &t->event[k];
        if (e->of >= 0 || e->figure != NULL || e->output_count == 0 || k == r->owner ||
            (e->effect == STORAGE_IN_PLACE && carries(t, r, l, &e->output[0]) != NOTHING)) {
            continue;
        }
        enum carried most = carries_most(t, r, l, e);
        r->has[k] = most == GRADIENT && (e->output[0].requires_grad || in_own_function(t, k));
        r->used |= r->has[k];
        bool cuts = most != NOTHING && !r->has[k] && r->ends[k];
        if (cuts && (r->cut < 0 || gives_floats(e) || !gives_floats(&t->event[r->cut]))) {
            r->cut = k;
            r->data = most == NUMBERS;
        }
    }
}

/* What cut it, in the words of the code. */
static void put_cut(const struct event *e, bool data, struct buf *out)
{
    if (event_is(e, OP_detach)) {
        buf_puts(out, "detach() cuts");
    } else if (data) {
        buf_puts(out, ".data cuts");
    } else if (e->op->backward != NULL && !dtype_is_float(e->output[0].tensor.dtype)) {
        buf_puts(out, "numbers that are no floats cut");
    } else if (e->op->backward != NULL) {
        buf_puts(out, "torch.no_grad() cuts");
    } else {
        buf_printf(out, "%s() has no gradient and cuts", e->name);
    }
}

/* "head.q.weight", "self.scale", "the weight of nn.Linear(4, 3)". */
static void put_parameter(const struct tape *t, const struct lapse_leaf *l, struct buf *out)
{
    int owner = (int)map_get(&t->owners, l->storage, -1);
    const char *name = parameter_name(t, l->serial);
    const struct tape_bind *b = NULL;
    for (int k = 0; k < t->bind_count && name == NULL && b == NULL; k++) {
        bool names = strchr(t->bind[k].name, '.') != NULL || !t->bind[k].at.source->prelude;
        b = names && t->bind[k].serial == l->serial ? &t->bind[k] : NULL;
    }
    name = name == NULL && b != NULL && !b->at.source->prelude ? b->name : name;
    if (name != NULL) {
        buf_puts(out, name);
        return;
    }
    const char *dot = b != NULL ? strrchr(b->name, '.') : NULL;
    const struct span *at = owner >= 0 ? &t->event[owner].code : NULL;
    size_t len = 0;
    const char *line = at != NULL ? source_line(at->source, at->line, &len) : NULL;
    bool whole = line != NULL && at->line == at->end_line && (size_t)at->end_column <= len;
    buf_printf(out, "the %s", dot != NULL ? dot + 1 : "parameter");
    if (whole) {
        buf_printf(out, " of %.*s", at->end_column - at->column, line + at->column);
    }
}

static void warn_of_leaf(struct warner *w, struct road *r, const struct lapse_leaf *l)
{
    const struct tape *t = w->tape;
    scoped_buf text = {0};
    r->owner = (int)map_get(&t->owners, l->storage, -1);
    find_cut(w, r, l);
    if (r->cut < 0 && !r->used) {
        return; /* a layer that the code makes and leaves alone: perhaps a flag says so */
    }
    put_parameter(t, l, &text);
    buf_puts(&text, " is held by the optimizer, but gets no gradient: ");
    struct lapse there = {.at = l->step};
    if (r->cut >= 0) {
        put_cut(&t->event[r->cut], r->data, &text);
        buf_puts(&text, " its road to the loss here");
        there = (struct lapse){.event = r->cut, .at = t->event[r->cut].code};
    } else {
        buf_puts(&text, "nothing that is computed with it leads to the loss");
        if (r->owner >= 0) {
            there = (struct lapse){.event = r->owner, .at = t->event[r->owner].code};
        }
    }
    add_there(w, &there, buf_text(&text));
}

void find_no_gradient(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    struct road r = {0};
    for (int k = 0; g != NULL && !w->failed && k < g->leaf_count; k++) {
        const struct lapse_leaf *l = &g->leaf[k];
        if (l->fed || l->seen || l->frozen || l->optimizer == 0 ||
            !g->optimizer[l->optimizer - 1].fed) {
            continue;
        }
        if (r.has == NULL) {
            road_open(w, &r);
        }
        if (!w->failed && warn_in_time(w)) {
            warn_of_leaf(w, &r, l);
        }
    }
    road_close(&r);
}

/* --- steps that change nothing --- */

/* What cuts the parameters of an optimizer from the loss, nearest to it, if that can be told. A
 * frozen one asks for no gradient. */
static void put_elsewhere(struct warner *w, int optimizer, struct buf *out)
{
    const struct lapses *g = w->tape->lapses;
    struct road r;
    int last = -1;
    bool data = false, frozen = true;
    road_open(w, &r);
    for (int k = 0; !w->failed && k < g->leaf_count; k++) {
        const struct lapse_leaf *l = &g->leaf[k];
        frozen &= l->optimizer != optimizer || l->frozen;
        if (l->optimizer == optimizer && !l->fed && !l->frozen && warn_in_time(w)) {
            r.owner = (int)map_get(&w->tape->owners, l->storage, -1);
            find_cut(w, &r, l);
            data = r.cut > last ? r.data : data;
            last = r.cut > last ? r.cut : last;
        }
    }
    if (last >= 0) {
        const struct event *e = &w->tape->event[last];
        buf_puts(out, ": ");
        put_cut(e, data, out);
        buf_puts(out, " their road to the loss in ");
        location_line(w->tape, &e->code, out);
    } else if (frozen) {
        buf_puts(out, ", whose requires_grad is False");
    }
    road_close(&r);
}

void find_empty_step(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    tell(w, LAPSE_CLEARED,
         "the step goes by no gradient: they were cleared between backward() and step()");
    for (int k = 0; g != NULL && k < g->optimizer_count; k++) {
        const struct lapse_optimizer *o = &g->optimizer[k];
        scoped_buf text = {0};
        if (o->empty.count > 0 && o->fed && o->empty.kind == LAPSE_EARLY) {
            buf_puts(&text, "the step changes nothing: backward() has not run yet");
        } else if (o->empty.count > 0 && !o->fed && o->empty.kind == LAPSE_ELSEWHERE) {
            buf_puts(&text, "the step changes nothing: backward() gave its gradients to other "
                            "tensors, not to those of this optimizer");
            put_elsewhere(w, k + 1, &text);
        }
        if (text.len > 0) {
            add_there(w, &o->empty, buf_text(&text));
        }
    }
}

/* --- parameters that no optimizer holds --- */

#define IDLE 2 /* gradients that came to what was left of another */

/* One warning: the first weight, and how many more. */
void find_not_optimized(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    const struct lapse_leaf *first = NULL;
    int more = 0;
    for (int k = 0; g != NULL && k < g->leaf_count; k++) {
        const struct lapse_leaf *l = &g->leaf[k];
        if (l->weight && l->optimizer == 0 && l->idle >= IDLE) {
            more += first != NULL;
            first = first != NULL ? first : l;
        }
    }
    if (first == NULL) {
        return;
    }
    scoped_buf text = {0};
    put_parameter(w->tape, first, &text);
    if (more > 0) {
        buf_printf(&text, " and %d more weight%s", more, more == 1 ? "" : "s");
    }
    buf_printf(&text, " get%s gradients that pile up and change nothing: no optimizer holds %s",
               more > 0 ? "" : "s", more > 0 ? "them" : "it");
    add_leaf(w, first, buf_text(&text));
}

/* --- gradients that are too small, or too large --- */

/* In a hundred public programs that train each weight got at least 6e-4 of the largest gradient in
 * some pass, and no gradient grew more than sixtyfold. Queries and keys of a small model that
 * begins with weights of 0.02 get 1e-4. */
static const double least_share = 1e-7, most_growth = 1e6, most_size = 1e10;

void find_gradient_vanishes(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    const struct lapse_leaf *least = NULL;
    for (int k = 0; g != NULL && k < g->leaf_count; k++) {
        const struct lapse_leaf *l = &g->leaf[k];
        if (l->weight && l->share > 0 && l->share < least_share &&
            (least == NULL || l->share < least->share)) {
            least = l;
        }
    }
    if (least == NULL || !(g->most < most_size) || g->broken.count > 0) {
        return;
    }
    scoped_buf text = {0};
    buf_puts(&text, "the gradient vanishes on its way: that of ");
    put_parameter(w->tape, least, &text);
    buf_printf(&text, " is never more than %.1g of the largest", least->share);
    add_leaf(w, least, buf_text(&text));
}

static bool is_said(const struct warner *w, enum mistake_kind kind)
{
    bool said = false;
    for (int k = 0; k < w->out->count; k++) {
        said |= w->out->at[k].kind == kind;
    }
    return said;
}

void find_gradient_explodes(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    scoped_buf text = {0};
    if (g != NULL && (g->most > most_size || g->most > most_growth * g->first)) {
        buf_printf(&text,
                   "the gradient explodes: its cells are about %.1g in pass %d of backward()",
                   g->most, g->largest.count);
        if (g->largest.count > 1) {
            buf_printf(&text, ", and were %.1g in the first", g->first);
        }
        add_there(w, &g->largest, buf_text(&text));
    } else if (g != NULL && g->broken.count > 0 && !is_said(w, MISTAKE_not_a_number) &&
               !is_said(w, MISTAKE_row_fully_masked)) {
        buf_printf(&text, "a gradient has NaN from pass %d of backward() on", g->broken.count);
        add_there(w, &g->broken, buf_text(&text));
    }
}

/* --- dropout while nothing learns --- */

/* F.dropout(x, p) after eval(): not where the code says `training`, or True, of its own. */
static void warn_deaf(struct warner *w, const struct lapse *deaf, const struct span *at)
{
    bool meant = false;
    for (int line = at->line; !meant && line <= at->end_line; line++) {
        size_t len;
        const char *text = source_line(at->source, line, &len);
        scoped_buf own = {0};
        buf_put(&own, text, len);
        meant = strstr(buf_text(&own), "training") != NULL || strstr(buf_text(&own), "True");
    }
    if (!meant) {
        add_there(w, deaf,
                  "dropout is still at work though eval() was called: a function does not know of "
                  "it until it is told, as by training=self.training");
    }
}

/* The next dropout of that code, without gradients if not `any`; -1: none is on the tape. */
static int dropout_at(const struct tape *t, const struct lapse *n, bool any)
{
    for (int k = n->event < 0 ? 0 : n->event; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        if (warn_same_span(&e->code, &n->at) && e->output_count > 0 &&
            (any || !e->output[0].requires_grad)) {
            return k;
        }
    }
    return -1;
}

/* Not where the loss takes what comes of it: a checkpoint that runs again, a teacher. */
void find_dropout_in_evaluation(struct warner *w)
{
    const struct lapses *g = w->tape->lapses;
    struct road r;
    bool never = g != NULL && g->root_count == 0 && !g->optimizes && g->unheard.count > 0;
    bool deaf = g != NULL && (g->deaf.count > 0 || never);
    if (g == NULL || (!deaf && (g->dropped.count == 0 || g->evaluates))) {
        return;
    }
    const struct lapse *n = g->deaf.count > 0 ? &g->deaf : deaf ? &g->unheard : &g->dropped;
    int event = dropout_at(w->tape, n, n == &g->unheard);
    if (event < 0) {
        return;
    }
    if (deaf) {
        warn_deaf(w, n, &w->tape->event[event].code);
        return;
    }
    road_open(w, &r);
    if (!w->failed && !r.ends[event]) {
        add_there(w, n,
                  "dropout is still at work where nothing learns: the model was trained, and is "
                  "in training mode");
    }
    road_close(&r);
}

/* --- what a loss takes --- */

/* The event that computed input `input`, behind steps that only move cells; -1: none. */
static int behind_moves(const struct tape *t, int event, int input)
{
    int from = t->event[event].input_count > input ? t->event[event].input[input].of.maker : -1;
    while (from >= 0 && t->event[from].input_count > 0 &&
           (event_moves(&t->event[from]) || event_is(&t->event[from], OP_detach))) {
        from = t->event[from].input[0].of.maker;
    }
    return from;
}

/* Whether the event stands in that function of the prelude. */
static bool is_inside(const struct tape *t, int event, const char *function)
{
    int call = t->event[event].call;
    return call >= 0 && t->call[call].prelude && strcmp(t->call[call].name, function) == 0;
}

/* The first kept cells of a tensor hold one above 0: no logarithm of a share is. */
static bool has_positive(struct warner *w, int event)
{
    scoped_rows r = {0};
    bool positive = false;
    int ndim = w->tape->event[event].input[0].of.tensor.ndim;
    if (ndim < 1) {
        return false;
    }
    rows_of_input(w, event, 0, ndim > 1, &r);
    for (int64_t k = 0; !positive && k < r.count * r.length; k++) {
        positive = rows_at(&r, k / r.length, k % r.length) > 1e-3;
    }
    return positive;
}

void find_loss_of_scores(struct warner *w)
{
    const struct tape *t = w->tape;
    bool takes = w->event->of < 0 && event_is(w->event, OP_nll_loss) &&
                 !is_inside(t, w->at, "cross_entropy");
    int from = takes ? behind_moves(t, w->at, 0) : -1;
    if (from >= 0 && !event_is(&t->event[from], OP_softmax OP_sigmoid) && has_positive(w, w->at)) {
        warn_add(w, w->at, "nll_loss takes logarithms of shares, and is given numbers above 0");
    }
}

/* (n, 1) beside (n,), which becomes (n, n); not where the code has made that column for it. */
static bool is_column_beside(const struct tape *t, const struct tape_tensor *column,
                             const struct tape_tensor *line)
{
    const struct tensor *a = &column->tensor, *b = &line->tensor;
    return a->ndim == 2 && b->ndim == 1 && a->shape[1] == 1 && a->shape[0] == b->shape[0] &&
           b->shape[0] > 1 && column->requires_grad && !line->requires_grad && column->maker >= 0 &&
           !event_moves(&t->event[column->maker]);
}

/* Whether nothing becomes of the result but one number: the sum of its squares, or of its sizes. */
static bool becomes_sum(const struct warner *w, int event)
{
    const struct flow *f = &w->graph.flow;
    for (int turns = 0; turns < 4; turns++) {
        int first = f->first_out[event], end = f->first_out[event + 1];
        int to = first < end ? f->out[first]->to : -1;
        for (int k = first; k < end; k++) { /* both factors of d * d */
            to = f->out[k]->to == to ? to : -1;
        }
        const struct event *e = to < 0 ? NULL : &w->tape->event[to];
        if (e == NULL || event_is(e, OP_mean OP_sum)) {
            return e != NULL && is_loss(e);
        }
        bool same = e->input_count == 1 || end - first == e->input_count;
        if (!same || !event_is(e, OP_pow OP_square OP_abs OP_mul)) {
            return false;
        }
        event = to;
    }
    return false;
}

void find_loss_of_pairs(struct warner *w)
{
    const struct event *e = w->event;
    if (e->of >= 0 || e->call != e->user_call || !event_does(e, SUBTRACTS) || e->input_count != 2) {
        return;
    }
    const struct tape_tensor *a = &e->input[0].of, *b = &e->input[1].of;
    bool pairs = is_column_beside(w->tape, a, b) || is_column_beside(w->tape, b, a);
    if (pairs && becomes_sum(w, w->at)) {
        long long n = (long long)e->output[0].tensor.shape[0];
        warn_add(w, w->at,
                 "(%lld, 1) and (%lld,) make (%lld, %lld): each result is compared with all %lld "
                 "targets, not with its own",
                 n, n, n, n, n);
    }
}

/* Shares: of a softmax, or log_softmax(...).exp(). */
static bool gives_shares(const struct tape *t, int event)
{
    int logs = event_is(&t->event[event], OP_exp) ? behind_moves(t, event, 0) : -1;
    return event_does(&t->event[event], SOFTMAX) ||
           (logs >= 0 && event_does(&t->event[logs], LOG_SOFTMAX));
}

void find_softmax_before_loss(struct warner *w)
{
    const struct tape *t = w->tape;
    const struct event *e = w->event;
    bool cross = event_does(e, LOG_SOFTMAX) && is_inside(t, w->at, "cross_entropy");
    bool nll = event_is(e, OP_nll_loss) && !is_inside(t, w->at, "cross_entropy");
    bool logits = event_is(e, OP_neg) && is_inside(t, w->at, "binary_cross_entropy_with_logits");
    int from = e->of < 0 && (cross || nll || logits) ? behind_moves(t, w->at, 0) : -1;
    if (from >= 0 && (logits ? event_is(&t->event[from], OP_sigmoid) : gives_shares(t, from))) {
        warn_add(w, w->at, "%s",
                 nll ? "nll_loss takes logarithms of shares, and is given the shares of a softmax "
                       "themselves"
                 : logits ? "binary_cross_entropy_with_logits takes its own sigmoid, and is given "
                            "the result of one"
                          : "cross_entropy takes its own softmax, and is given the shares of one");
    }
}
