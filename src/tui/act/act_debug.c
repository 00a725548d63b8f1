/* Looks around a step as a debugger does: its calls. */
#include "tui/act/act_debug.h"

#include "tui/act.h"
#include "tui/act/act_page.h"
#include "tui/page/stack.h"

unsigned act_where(struct viewer *v, int count)
{
    if (stack_depth(v) > 0) {
        stack_choose(v, stack_chosen(v));
    }
    return act_open(v, PAGE_where);
}

unsigned act_move_frame(struct viewer *v, int up)
{
    int last = stack_depth(v) - 1, to = stack_chosen(v) + up;
    if (last < 0) {
        return REACT_NONE;
    }
    if (to < 0 || to > last) {
        viewer_say(v, to < 0 ? "This is the step's own function." : "This is the outermost call.");
        to = to < 0 ? 0 : last;
    }
    stack_choose(v, to);
    v->where.page = PAGE_where;
    return REACT_DRAW;
}
