/* Asks expressions at every step of a run. */
#include "tui/probe.h"

#include "torch/tensor_object.h"
#include "tui/revisit.h"

#include <stdlib.h>
#include <string.h>

#define TEXT_MOST 240 /* bytes of a value */

struct sweep {
    struct revisit again;
    struct viewer *v;
    struct point *point[STOPS_MOST];
    struct {
        bool truth;    /* of a condition, as it was last */
        uint64_t hash; /* of a value */
        bool broken;   /* it is no expression */
    } last[STOPS_MOST];
    int count;
    bool stopped; /* by the person who waits */
};

/* --- one expression at one step --- */

static uint64_t mixed(uint64_t hash, const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    for (size_t k = 0; k < len; k++) {
        hash = (hash ^ at[k]) * 0x100000001b3U;
    }
    return hash;
}

/* What tells a value from another one: its text, and of a tensor all cells. */
static uint64_t hash_of(struct interp *in, struct value v, const struct buf *text)
{
    uint64_t hash = mixed(0xcbf29ce484222325U, buf_text(text), text->len);
    if (tensor_object_is(in, v)) {
        const struct tensor *t = &tensor_object_of(v)->tensor;
        size_t size = dtype_size(t->dtype);
        for (int64_t k = 0, n = tensor_numel(t); k < n; k++) {
            hash = mixed(hash, (const char *)t->storage->data + (size_t)tensor_place(t, k) * size,
                         size);
        }
    }
    return hash;
}

/* On one line; a long one is cut. */
static void put_flat(const struct buf *text, struct buf *out)
{
    const char *at = buf_text(text);
    size_t begin = out->len;
    bool gap = false;
    for (; *at != '\0' && (out->len - begin < TEXT_MOST || ((unsigned char)*at & 0xC0) == 0x80);
         at++) {
        bool blank = strchr(" \n\t", *at) != NULL;
        if (!blank && gap) {
            buf_putc(out, ' ');
        }
        if (!blank) {
            buf_putc(out, *at);
        }
        gap = blank;
    }
    buf_puts(out, *at != '\0' ? "..." : "");
}

static bool take_value(struct sweep *s, int nth, struct sandbox *a, struct value v, int event)
{
    struct probe *p = s->point[nth]->probe;
    scoped_buf text = {.budget = a->in->memory};
    if (!value_repr(a->in, v, &text)) {
        return false;
    }
    uint64_t hash = hash_of(a->in, v, &text);
    bool same = p->known > 0 && hash == s->last[nth].hash;
    if (!same) {
        p->value[event] = (int)p->texts.len;
        put_flat(&text, &p->texts);
        buf_putc(&p->texts, '\0');
    }
    s->last[nth].hash = hash;
    p->state[event] = same ? PROBED_SAME : PROBED_NEW;
    return true;
}

static bool take_truth(struct sweep *s, int nth, struct sandbox *a, struct value v, int event)
{
    bool truth;
    if (!value_truth(a->in, v, &truth)) {
        return false;
    }
    s->point[nth]->probe->state[event] = truth && !s->last[nth].truth ? PROBED_NEW : PROBED_SAME;
    s->last[nth].truth = truth;
    return true;
}

static void take_exception(struct sweep *s, int nth, struct sandbox *a, int event)
{
    struct probe *p = s->point[nth]->probe;
    bool name = raise_is(a->in, EXCEPTION_NameError);
    bool syntax = raise_is(a->in, EXCEPTION_SyntaxError);
    if (!name && p->raised.len == 0) {
        raise_summary(a->in, a->in->exception, &p->raised);
        p->raised_at = event;
    }
    if (syntax) {
        buf_printf(&p->why, "%s is no expression: %s", s->point[nth]->text, buf_text(&p->raised));
        s->last[nth].broken = true;
    }
    p->state[event] = name ? PROBED_NOTHING : PROBED_FAILED;
    s->last[nth].truth = name && s->last[nth].truth; /* elsewhere: it is not known to be false */
    raise_catch(a->in);
}

static void ask_one(struct sweep *s, int nth, struct sandbox *a, int event)
{
    struct probe *p = s->point[nth]->probe;
    struct value v;
    bool watched = s->point[nth]->kind == POINT_WATCH;
    if (s->last[nth].broken) {
        return;
    }
    if (sandbox_value_here(a, s->point[nth]->text, &v) &&
        (watched ? take_value : take_truth)(s, nth, a, v, event)) {
        p->known++;
        p->news += p->state[event] == PROBED_NEW;
    } else {
        take_exception(s, nth, a, event);
    }
}

/* --- all of them --- */

/* The first event from `event` on that is kept. */
static int kept_from(const struct tape *t, int event)
{
    while (event < t->event_count && t->event[event].stage == STAGE_TRAINING) {
        event++;
    }
    return event < t->event_count ? event : -1;
}

static int look(struct revisit *r, struct sandbox *a)
{
    struct sweep *s = (struct sweep *)(void *)r;
    struct train_watch *waits = r->v->terms->watch;
    int asked = 0;
    for (int k = 0; k < s->count; k++) {
        ask_one(s, k, a, r->event);
        asked += !s->last[k].broken;
    }
    s->stopped = waits != NULL && !waits->turn(waits->self, r->event);
    return s->stopped || asked == 0 ? -1 : kept_from(r->v->where.at.tape, r->event + 1);
}

static bool probe_make(struct point *p, int events)
{
    bool watched = p->kind == POINT_WATCH;
    p->probe = calloc(1, sizeof *p->probe);
    if (p->probe == NULL) {
        return false;
    }
    p->probe->state = calloc((size_t)events + 1, sizeof *p->probe->state);
    p->probe->value = watched ? malloc(((size_t)events + 1) * sizeof *p->probe->value) : NULL;
    return p->probe->state != NULL && (!watched || p->probe->value != NULL);
}

/* A step without a value of its own has the place of the text before it. */
static void fill_in(struct probe *p, int events)
{
    for (int k = 0, last = -1; p->value != NULL && k < events; k++) {
        last = p->state[k] == PROBED_NEW ? p->value[k] : last;
        p->value[k] = p->state[k] == PROBED_SAME || p->state[k] == PROBED_NEW ? last : -1;
    }
}

static void tell_why(struct sweep *s, struct error *why)
{
    for (int k = 0; k < s->count; k++) {
        struct buf *out = &s->point[k]->probe->why;
        if (s->stopped) {
            buf_puts(out, "Stopped.");
        } else if (out->len == 0) {
            const struct event *e = &s->v->where.at.tape->event[s->again.event];
            buf_printf(out, "Not known from step %s%d on: ", e->setup ? "s" : "", e->number);
            revisit_refusal(why, out);
            buf_puts(out, why->kind == ERROR_NONE ? "Or what is asked here changes it.\n" : "");
        }
    }
}

bool probe_points(struct viewer *v)
{
    struct tape *t = v->where.at.tape;
    struct sweep s = {.v = v, .again = {.v = v, .cells = -1, .look = look}};
    struct error why = {0};
    bool ok = true;
    for (int k = 0; k < v->chosen.stop_count; k++) {
        struct point *p = &v->chosen.stop[k];
        if (p->kind >= POINT_CONDITION && p->probe == NULL) {
            ok = ok && probe_make(p, t->event_count);
            s.point[s.count++] = p;
        }
    }
    s.again.event = kept_from(t, 0);
    if (!ok || s.count == 0 || s.again.event < 0) {
        return ok;
    }
    enum wish wish = v->typed.wish;
    v->typed.wish = WISH_ASK;
    bool done = revisit_run(&s.again, &why);
    v->typed.wish = wish;
    v->typed.message[0] = '\0';
    if (!done || s.stopped) {
        tell_why(&s, &why);
    }
    for (int k = 0; k < s.count; k++) {
        fill_in(s.point[k]->probe, t->event_count);
    }
    return true;
}

void probe_free(struct point *p)
{
    if (p->probe != NULL) {
        free(p->probe->state);
        free(p->probe->value);
        buf_free(&p->probe->texts);
        buf_free(&p->probe->why);
        buf_free(&p->probe->raised);
    }
    free(p->probe);
    p->probe = NULL;
}

/* --- reading --- */

enum probed probe_at(const struct point *p, int event)
{
    return p->probe != NULL ? (enum probed)p->probe->state[event] : PROBED_NOTHING;
}

const char *probe_text(const struct point *p, int event)
{
    bool told = p->probe != NULL && p->probe->value != NULL && p->probe->value[event] >= 0;
    return told ? buf_text(&p->probe->texts) + p->probe->value[event] : NULL;
}

int probe_next(const struct viewer *v, const struct point *p, int event, int by)
{
    int all = v->where.at.tape->event_count;
    while (event >= 0 && event < all && probe_at(p, event) != PROBED_NEW) {
        event += by;
    }
    return event < all ? event : -1;
}
