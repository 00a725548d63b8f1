/* Finds what lies under the mouse, which is what the scene draws there: it is drawn once more, and
 * asked. */
#include "tui/act/act_mouse.h"

#include "tui/act.h"
#include "tui/act/act_cell.h"
#include "tui/act/act_guess.h"
#include "tui/act/act_page.h"
#include "tui/act/act_step.h"
#include "tui/scene.h"

#define WHEEL_LINES 3

/* No step is passed by it: nobody sees how many a turn of the wheel are. */
unsigned act_wheel(struct viewer *v, int by)
{
    bool text = viewer_reads(v) && v->where.page == PAGE_NONE;
    if (text || act_page_scrolls(v) || v->where.page == PAGE_names) {
        return act_scroll(v, v->where.page == PAGE_help ? by : WHEEL_LINES * by);
    }
    if (v->where.page == PAGE_NONE && scene_pane(v) != PAGE_names && scene_pane(v) != PAGE_output) {
        return act_move_cell(v, by, 0);
    }
    return by > 0 ? act_down(v, WHEEL_LINES) : act_up(v, WHEEL_LINES);
}

static unsigned choose(struct viewer *v, const struct spot *spot)
{
    int from = v->where.at.row;
    switch (spot->kind) {
    case SPOT_CELL:
        v->where.page = PAGE_NONE;
        v->where.focus = FOCUS_CELLS;
        v->where.row = spot->a;
        v->where.column = spot->b;
        v->where.pointed = true;
        return REACT_LOOK | REACT_DRAW;
    case SPOT_LINE:
        v->where.page = PAGE_NONE;
        act_open(v, PAGE_code);
        v->where.cursor = (struct code_line){(int)spot->a, (int)spot->b};
        v->where.word = 0;
        return REACT_DRAW;
    case SPOT_STEP:
        stepper_return(&v->where.at, (struct stop){(int)spot->a, -1});
        return act_jumped(v, from, true, "");
    case SPOT_KEY:
        return action_key(v, (uint32_t)spot->a);
    default:
        return REACT_NONE;
    }
}

unsigned act_click(struct viewer *v, int x, int y)
{
    struct grid g;
    struct spot spot = {.x = x, .y = y};
    if (!scene_fits(v->width, v->height) || v->typed.prompt != PROMPT_NONE ||
        !grid_init(&g, v->width, v->height)) {
        return REACT_NONE;
    }
    g.asked = &spot;
    scene_draw(v, &g);
    grid_free(&g);
    v->typed.message[0] = '\0';
    return act_hide(v, choose(v, &spot) | REACT_DRAW);
}
