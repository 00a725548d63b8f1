/* Holds the conditions of sentences about what is added to scores beside a mask: a bias that is
 * learned, one that tells where queries and keys stand, the scores of positions. */
#include "trace/report/captioned.h"

#include "trace/tape/event.h"

#include <math.h>
#include <stdlib.h>

enum {
    OF_SCORES = 1,    /* of queries and keys */
    OF_PLACES = 2,    /* of queries and positions, or of these and keys */
    OF_PARAMETER = 4, /* numbers that are learned */
    OF_COUNT = 8,     /* arange */
    OF_DISTANCE = 16, /* one number less another, for all pairs */
    OF_DATA = 32      /* anything else: drawn, a product */
};

/* pos[None, :] - pos[:, None] */
static bool is_distance(const struct event *e)
{
    int64_t cells = e->output_count > 0 ? tensor_numel(&e->output[0].tensor) : 0;
    return event_does(e, SUBTRACTS) && e->input_count == 2 &&
           tensor_numel(&e->input[0].of.tensor) < cells &&
           tensor_numel(&e->input[1].of.tensor) < cells;
}

static unsigned kind_of(const struct captioned *s, int event)
{
    const struct event *e = &s->t->event[event];
    const struct pass_places *at = tape_places(s->p, event);
    if (event == s->p->product || at != NULL) {
        return event == s->p->product ? OF_SCORES : at->counted ? OF_PLACES : OF_DATA;
    }
    bool drawn = event_does(e, DRAWS_EVENLY | DRAWS_NORMAL | DRAWS_WHOLE);
    return (event_is(e, OP_arange) ? OF_COUNT : 0) | (is_distance(e) ? OF_DISTANCE : 0) |
           (drawn || event_contracts(e) ? OF_DATA : 0);
}

#define DEEPEST 256

/* What a tensor is made of; events that were met are marked. */
static unsigned made_of(const struct captioned *s, const struct tape_tensor *of, char *met,
                        int depth)
{
    if (of->parameter || of->maker < 0 || depth > DEEPEST) {
        return of->parameter ? OF_PARAMETER : OF_DATA;
    }
    const struct event *e = &s->t->event[of->maker];
    unsigned found = met[of->maker] ? 0 : kind_of(s, of->maker);
    bool ends = met[of->maker] || (found & (OF_SCORES | OF_PLACES | OF_DATA)) != 0;
    met[of->maker] = 1;
    for (int k = 0; !ends && k < e->input_count; k++) {
        found |= event_lends(e, k) ? 0 : made_of(s, &e->input[k].of, met, depth + 1);
    }
    return found;
}

static unsigned input_made_of(const struct captioned *s, int input)
{
    char *met = calloc((size_t)s->t->event_count + 1, 1);
    unsigned found = met == NULL ? OF_DATA : made_of(s, &s->e->input[input].of, met, 0);
    free(met);
    return found;
}

static bool adds_plainly(const struct event *e)
{
    const struct argument *alpha = event_argument(e, "alpha");
    return event_does(e, ADDS) && !event_does(e, ADDS_PRODUCT | SUBTRACTS) && e->input_count == 2 &&
           (alpha == NULL || (value_is_number(alpha->value) && value_number(alpha->value) == 1));
}

/* What is added to the scores of the step's attention; 0: nothing, or other scores of it. Sets how
 * many scores there are, the lowest number that is added and the highest. */
static unsigned added(struct captioned *s)
{
    struct tensor bias;
    bool between = s->p != NULL && s->p->product >= 0 && s->event > s->p->product &&
                   s->event < s->p->softmax && adds_plainly(s->e);
    if (!between || s->e->stage == STAGE_MASK) {
        return 0;
    }
    unsigned first = input_made_of(s, 0), second = input_made_of(s, 1);
    int at = first & OF_SCORES ? 1 : 0;
    unsigned scores = at == 1 ? first : second, other = at == 1 ? second : first;
    if (!(scores & OF_SCORES) || (other & OF_SCORES) ||
        !tensor_same_shape(caption_in(s, 1 - at), caption_out(s)) ||
        !caption_before(s, at, &bias)) {
        return 0;
    }
    s->n[0] = (double)tensor_numel(caption_out(s));
    s->n[1] = INFINITY;
    s->n[2] = -INFINITY;
    int64_t cells = tensor_numel(&bias);
    for (int64_t k = 0; k < cells; k++) {
        double x = tensor_cell(&bias, k);
        s->n[1] = x < s->n[1] || isnan(x) ? x : s->n[1];
        s->n[2] = x > s->n[2] || isnan(x) ? x : s->n[2];
    }
    tensor_release(&bias);
    return isfinite(s->n[1]) && isfinite(s->n[2]) ? other : 0;
}

CAPTION_IF(adds_scores_of_positions, (added(s) & ~(unsigned)(OF_COUNT | OF_DISTANCE)) == OF_PLACES)
CAPTION_IF(adds_learned_for_positions,
           (added(s) & ~(unsigned)OF_DISTANCE) == (OF_PARAMETER | OF_COUNT))
CAPTION_IF(adds_learned, added(s) == OF_PARAMETER)
CAPTION_IF(adds_for_positions, added(s) == (OF_COUNT | OF_DISTANCE))
CAPTION_IF(adds_numbers, s->e->stage != STAGE_SCORES && (added(s) & OF_DATA) != 0)
