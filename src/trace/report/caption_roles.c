/* What the result of a projection serves as in attention: queries, keys or values. */
#include "trace/report/caption_words.h"

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

enum { ROLE_QUERY = 1, ROLE_KEY = 2, ROLE_VALUE = 4, ROLES = 7 };

struct operand {
    int event, input; /* event -1: the attention has none */
};

static void find_operands(const struct pass *p, struct operand out[3])
{
    out[0] = (struct operand){p->product, p->query};
    out[1] = (struct operand){p->product, p->key};
    out[2] = (struct operand){p->context, p->value};
}

/* What the step's result is in an attention, perhaps moved and scaled on the way. */
static unsigned straight_roles(const struct captioned *s, const struct pass *p)
{
    unsigned roles = 0;
    struct operand at[3];
    find_operands(p, at);
    for (int k = 0; k < 3; k++) {
        bool is = at[k].event >= 0 && comes_of(s, &s->t->event[at[k].event].input[at[k].input].of);
        roles |= is ? 1U << k : 0;
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
    pass_factors(e, &left, &right);
    return (holds_marked(s, mark, event, left) ? ROLE_QUERY : 0) |
           (holds_marked(s, mark, event, right) ? ROLE_KEY : 0);
}

/* Where the step's result goes in its attention, by whatever way: a cache, positions, a table. */
static unsigned all_roles(const struct captioned *s)
{
    unsigned roles = 0;
    struct operand at[3];
    find_operands(s->p, at);
    int last = at[0].event > at[2].event ? at[0].event : at[2].event;
    char *mark = calloc((size_t)(last > s->event ? last - s->event : 0) + 1, 1);
    if (mark == NULL) {
        return ROLES;
    }
    mark[0] = 1;
    for (int k = s->event + 1; k < last; k++) {
        int inputs = carries(&s->t->event[k]) ? s->t->event[k].input_count : 0;
        for (int j = 0; j < inputs && !mark[k - s->event]; j++) {
            mark[k - s->event] = holds_marked(s, mark, k, j);
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
    buf_puts(out, told[single && (straight == 0 || others != roles) ? 0 : roles]);
    return true;
}
