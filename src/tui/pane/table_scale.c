/* Finds the scale of a table's colors. */
#include "tui/pane/table_scale.h"

#include "torch/op/ops.h"
#include "trace/tape/event.h"
#include "tui/pane/table.h"
#include "tui/viewer_figure.h"
#include "tui/viewer_live.h"

#include <math.h>

#define REACH_LEAST                                                                                \
    0.25 /* of a table, as part of what the others reach, to be seen beside them                   \
          */

/* Shares of attention, also of a softmax without queries and keys; and seen through what only moves
 * numbers, `deep` operations at most. */
static bool makes_shares(const struct tape *t, int event, int deep)
{
    const struct event *e = event >= 0 ? &t->event[event] : NULL;
    if (e == NULL || op_does(e->op, SOFTMAX) ||
        (e->pass >= 0 && (e->stage == STAGE_SOFTMAX || e->stage == STAGE_DROPOUT))) {
        return e != NULL;
    }
    bool all = deep > 0 && e->input_count > 0 && e->op != NULL && event_moves(e);
    for (int k = 0; k < e->input_count && all; k++) {
        all = makes_shares(t, e->input[k].of.maker, deep - 1);
    }
    return all;
}

enum sort { SORT_NONE, SORT_SHARES, SORT_PLAIN, SORT_AROUND };

static enum sort sort_of(const struct viewer *v, const struct shown *s)
{
    int maker = s->role == ROLE_INPUT ? s->maker : s->event;
    bool plain = !dtype_is_float(s->then.dtype) || v->chosen.map > 0;
    if (s->then.dtype == DTYPE_BOOL || s->least > s->most) {
        return SORT_NONE;
    }
    if (v->chosen.diverging || s->role == ROLE_CHANGE) {
        return SORT_AROUND;
    }
    return s->least >= 0 && makes_shares(v->where.at.tape, maker, 8) ? SORT_SHARES
           : plain                                                   ? SORT_PLAIN
                                                                     : SORT_AROUND;
}

static double reach_of(const struct table_scale *scale)
{
    return fmax(fabs(scale->low), fabs(scale->high));
}

static void join(struct table_scale *scale, const struct shown *s)
{
    scale->low = fmin(scale->low, s->least);
    scale->high = fmax(scale->high, s->most);
}

/* The range of all tables of the step that are of that sort, with what stands beside the result. */
static struct table_scale family(const struct viewer *v, enum sort sort, const struct shown *other,
                                 struct table_scale all)
{
    for (int k = 0; k < v->fetched.in_count; k++) {
        if (sort_of(v, &v->fetched.in[k]) == sort) {
            join(&all, &v->fetched.in[k]);
        }
    }
    if (v->fetched.any_out && !v->chosen.hidden && sort_of(v, &v->fetched.out) == sort) {
        join(&all, &v->fetched.out);
        if (other != NULL) {
            join(&all, other);
        }
    }
    return all;
}

/* Whether its cells stand in the result as they are: they keep their colors. */
static bool only_moves(const struct viewer *v)
{
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    return !stepper_folded(&v->where.at) && e->figure == NULL && event_moves(e);
}

void table_scale_ends(const struct table_scale *scale, char low[32], char high[32])
{
    int decimals = reach_of(scale) < 0.005 ? -1 : 2;
    bool round = scale->low == floor(scale->low) && scale->high == floor(scale->high);
    table_number(scale->low, scale->low == 0 || round ? 0 : decimals, true, 8, low);
    table_number(scale->high, scale->high == 0 || round ? 0 : decimals, true, 8, high);
}

bool table_scale(const struct viewer *v, const struct shown *s, bool compares,
                 struct table_scale *out)
{
    bool pair = s->role >= ROLE_RESULT && s->role != ROLE_CHANGE;
    const struct shown *own = pair ? &v->fetched.out : s;
    const struct shown *other =
        compares && v->fetched.any_out ? viewer_other(v, &v->fetched.out) : NULL;
    const struct chart_mark *image = viewer_image(v, own);
    *out = (struct table_scale){.low = own->least, .high = own->most};
    if (image != NULL) { /* as the code has it */
        out->low = image->map.vmin;
        out->high = image->map.vmax;
        return true;
    }
    if (pair && other != NULL) {
        join(out, other);
    }
    enum sort sort = sort_of(v, own);
    if (sort == SORT_NONE) {
        return false;
    }
    struct table_scale all = s->role == ROLE_CHANGE ? *out : family(v, sort, other, *out);
    bool lost = reach_of(out) < REACH_LEAST * reach_of(&all) && !only_moves(v);
    *out = lost ? *out : all;
    if (sort == SORT_SHARES) {
        out->low = fmin(out->low, 0);
        out->high = fmax(out->high, 1);
    } else if (sort == SORT_AROUND) {
        double reach = reach_of(out);
        *out = (struct table_scale){-reach, reach, .around_zero = true};
    }
    return true;
}
