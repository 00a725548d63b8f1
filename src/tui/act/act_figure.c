/* Leads from a figure's cell to its operation; '' leads back. */
#include "tui/act/act_figure.h"

#include "torch/origin/origin_region.h"
#include "trace/explain/figure_cell.h"
#include "tui/act/act_step.h"
#include "tui/action.h"
#include "tui/viewer_figure.h"

/* The cell of a result, in the head and the batch where it is. */
static void choose_cell(struct viewer *v, const struct figure_cell *to)
{
    const struct tape_tensor *of = &v->where.at.tape->event[to->event].output[to->output];
    struct plane p = plane_of(of, 0, 0);
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(&of->tensor, to->cell, at);
    v->where.result = to->output;
    v->where.batch = p.batch_axis >= 0 ? at[p.batch_axis] : v->where.batch;
    v->where.head = p.head_axis >= 0 ? at[p.head_axis] : v->where.head;
    p = plane_of(of, v->where.batch, v->where.head);
    plane_find(&p, to->cell, &v->where.row, &v->where.column);
}

static unsigned to_maker(struct viewer *v)
{
    struct stepper *s = &v->where.at;
    const struct plane *p = &v->fetched.out.slice;
    struct figure_cell to;
    int row = s->row;
    if (!figure_cell_find(s->tape, stepper_event(s), v->where.result,
                          plane_cell(p, v->fetched.cell_row, v->fetched.cell_column), &to)) {
        return REACT_LOOK; /* which fails again */
    }
    if (to.event < 0) {
        viewer_say(v, "The code had this number; no one step is known to have made it.");
        return REACT_DRAW;
    }
    unsigned reaction = act_jumped(v, row, stepper_to_event(s, to.event), "You are there.");
    choose_cell(v, &to);
    viewer_say(v, "Made here. '' goes back to the figure.");
    return reaction;
}

bool act_figure_key(struct viewer *v, uint32_t key, unsigned *reaction)
{
    bool here = key == PRESSED_ENTER && v->where.page == PAGE_NONE &&
                v->where.focus == FOCUS_CELLS && !viewer_reads(v) && viewer_figure(v) != NULL &&
                v->fetched.any_out;
    *reaction = here ? to_maker(v) : REACT_NONE;
    return here;
}
