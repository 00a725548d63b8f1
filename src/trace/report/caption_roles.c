/* Finds what the result of a projection serves as in attention: queries, keys or values. */
#include "trace/report/caption_words.h"
#include "trace/stage/product_axes.h"

#include "trace/stage/pass.h"
#include "trace/tape/event.h"

#include <stdlib.h>

/* Whether the tensor is the step's result, perhaps moved and scaled since. */
static bool comes_of(const struct captioned *s, const struct tape_tensor *of)
{
    while (of->maker > s->event) {
        const struct event *e = &s->t->event[of->maker];
        bool goes_on = event_moves(e) || event_maps_cells(e);
        if (!goes_on || e->input_count == 0) {
            return false;
        }
        of = &e->input[0].of;
    }
    return of->maker == s->event;
}

enum { ROLE_QUERY = 1, ROLE_KEY = 2, ROLE_VALUE = 4, ROLES = 7, ROLE_PLACE = 8, ROLE_TABLE = 16 };

static unsigned role_of(const struct pass_places *at)
{
    return at->counted ? ROLE_PLACE : ROLE_TABLE;
}

struct operand {
    int event, input; /* event -1: the attention has none */
};

static void find_operands(const struct tape *t, const struct pass *p, struct operand out[3])
{
    out[0] = (struct operand){p->product, p->query};
    out[1] = (struct operand){p->product, p->key};
    out[2] = (struct operand){p->context, p->value};
    for (int k = 0; p->linear >= 0 && k < t->pass_count; k++) { /* two softmaxes, one attention */
        const struct pass *part = &t->pass[k];
        bool keys = part->context == p->linear;
        if (part->linear == p->linear) {
            out[keys] = (struct operand){part->softmax, 0};
            out[2] = keys ? (struct operand){part->context, part->value} : out[2];
        }
    }
}

/* What the step's result is in an attention, perhaps moved and scaled on the way. */
static unsigned straight_roles(const struct captioned *s, const struct pass *p)
{
    unsigned roles = 0;
    struct operand at[3];
    find_operands(s->t, p, at);
    for (int k = 0; k < 3; k++) {
        bool is = at[k].event >= 0 && comes_of(s, &s->t->event[at[k].event].input[at[k].input].of);
        roles |= is ? 1U << k : 0;
    }
    for (int k = 0; k < 2; k++) {
        const struct pass_places *place = &p->places[k];
        bool is =
            place->product >= 0 && comes_of(s, &s->t->event[place->product].input[place->input].of);
        roles |= is ? role_of(place) : 0;
    }
    return roles;
}

/* Whether the input holds numbers of an event that is marked; marks begin at the step. */
static bool holds_marked(const struct captioned *s, const char *mark, int event, int input)
{
    int *at = NULL, count = 0;
    bool holds = false;
    if (!tape_sources(s->t, event, &s->t->event[event].input[input], &at, &count)) {
        return true;
    }
    for (int k = 0; k < count; k++) {
        holds |= at[k] >= s->event && mark[at[k] - s->event];
    }
    free(at);
    return holds;
}

/* Whether the numbers of its inputs go on in what it gives: an order or a mask made of them is none
 * of them. */
static bool carries(const struct event *e)
{
    enum dtype dtype = e->output_count > 0 ? e->output[0].tensor.dtype : DTYPE_BOOL;
    return dtype_category(dtype) >= CATEGORY_FLOAT;
}

/* Whether it goes on by input `input` of an event: the shares in which a context collects values
 * are none of them. */
static bool goes_on(const struct captioned *s, const char *mark, int event, int input)
{
    const struct event *e = &s->t->event[event];
    const struct pass *p = e->pass >= 0 ? &s->t->pass[e->pass] : NULL;
    bool shares = p != NULL && p->context == event && p->weights == input && p->value != input;
    return !shares && holds_marked(s, mark, event, input);
}

/* What the step's result is in another product of the same attention, whose scores are added: that
 * of the content beside that of the places. */
static unsigned roles_in_product(const struct captioned *s, const char *mark, int event)
{
    const struct event *e = &s->t->event[event];
    int left, right;
    if (e->pass != s->e->pass || e->stage != STAGE_SCORES || !event_contracts(e) ||
        event == s->p->product || e->input_count < 2) {
        return 0;
    }
    product_factors(e, &left, &right);
    const struct pass_places *at = tape_places(s->p, event);
    unsigned of_left = at != NULL && at->input == left ? role_of(at) : ROLE_QUERY;
    unsigned of_right = at != NULL && at->input == right ? role_of(at) : ROLE_KEY;
    return (holds_marked(s, mark, event, left) ? of_left : 0) |
           (holds_marked(s, mark, event, right) ? of_right : 0);
}

/* Where the step's result goes in its attention, by whatever way: a cache, positions, a table. */
static unsigned all_roles(const struct captioned *s)
{
    unsigned roles = 0;
    struct operand at[3];
    find_operands(s->t, s->p, at);
    int last = at[0].event > at[2].event ? at[0].event : at[2].event;
    last = at[1].event > last ? at[1].event : last;
    for (int k = 0; k < 2; k++) {
        last = s->p->places[k].product >= last ? s->p->places[k].product + 1 : last;
    }
    char *mark = calloc((size_t)(last > s->event ? last - s->event : 0) + 1, 1);
    if (mark == NULL) {
        return ROLES;
    }
    mark[0] = 1;
    for (int k = s->event + 1; k < last; k++) {
        int inputs = carries(&s->t->event[k]) ? s->t->event[k].input_count : 0;
        for (int j = 0; j < inputs && !mark[k - s->event]; j++) {
            mark[k - s->event] = goes_on(s, mark, k, j);
        }
    }
    for (int k = 0; k < 3; k++) {
        bool is = at[k].event > s->event && holds_marked(s, mark, at[k].event, at[k].input);
        roles |= is ? 1U << k : 0;
    }
    for (int k = s->event + 1; k < last; k++) {
        roles |= roles_in_product(s, mark, k);
    }
    free(mark);
    return roles;
}

/* Whether scores are products with one vector that is learned, v(tanh(W q + U k)): in what meets it
 * are queries, keys or both. */
static bool scores_by_vector(const struct captioned *s)
{
    if (s->p->product <= s->event) {
        return false;
    }
    const struct tape_input *key = &s->t->event[s->p->product].input[s->p->key];
    const struct tensor *x = &key->of.tensor;
    bool vector = x->ndim == 1 || (x->ndim == 2 && (x->shape[0] == 1 || x->shape[1] == 1));
    return vector && caption_stage_given(s->t, &key->of);
}

/* What the numbers serve as. One role is told where they have no other in any attention; several
 * where they have them in one, side by side or as the same numbers. */
bool caption_roles(struct captioned *s, struct buf *out)
{
    static const char *const told[ROLES + 1] = {"queries, keys or values",
                                                "the queries",
                                                "the keys",
                                                "queries and keys",
                                                "the values",
                                                "queries and values",
                                                "keys and values",
                                                "queries, keys and values"};
    unsigned straight = s->p != NULL ? straight_roles(s, s->p) : 0, others = straight;
    unsigned roles = s->p != NULL ? straight | all_roles(s) : 0;
    for (int k = 0; k < s->t->pass_count; k++) {
        others |= straight_roles(s, &s->t->pass[k]);
    }
    bool single = (roles & (roles - 1)) == 0;
    if ((roles & ROLE_QUERY) != 0 && scores_by_vector(s)) {
        roles = 0;
    }
    if (roles == ROLE_PLACE || roles == ROLE_TABLE) {
        buf_puts(out, roles == ROLE_PLACE ? "the positions" : "a further table for the scores");
        return true;
    }
    roles = roles > ROLES ? 0 : roles;
    buf_puts(out, told[single && (straight == 0 || others != roles) ? 0 : roles]);
    return true;
}
