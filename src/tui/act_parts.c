/* Into the parts of a softmax, from one to the next, and out again. */
#include "tui/act.h"

#include "tui/parts.h"

bool act_enter_parts(struct viewer *v)
{
    if (!parts_are_there(v)) {
        return false;
    }
    v->part = 0;
    v->page = PAGE_parts;
    v->scroll = 0;
    return true;
}

unsigned act_leave_parts(struct viewer *v)
{
    v->page = PAGE_NONE;
    return REACT_DRAW;
}

/* False: behind the last one, before the first one. */
bool act_turn_part(struct viewer *v, int by)
{
    int to = v->part + by;
    v->scroll = 0;
    if (to < 0 || to >= PART_COUNT) {
        act_leave_parts(v);
        return false;
    }
    v->part = to;
    return true;
}
