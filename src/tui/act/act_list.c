/* Carries out the keys of the list of steps. */
#include "tui/act/act_list.h"

#include "tui/act/act_search.h"
#include "tui/act/act_step.h"
#include "tui/action.h"

#include <string.h>

bool act_list_key(struct viewer *v, uint32_t key, unsigned *reaction)
{
    bool filtered = v->where.filtered;
    if (v->where.page != PAGE_steps || v->where.at.row < 0 ||
        (key != PRESSED_ENTER && (key != PRESSED_ESC || !filtered))) {
        return false;
    }
    v->where.filtered = false;
    *reaction = REACT_DRAW | REACT_LOOK;
    if (key == PRESSED_ENTER && !filtered && stepper_folded(&v->where.at)) {
        *reaction = act_moved(v, stepper_into(&v->where.at), "");
    } else if (key == PRESSED_ENTER) { /* it is looked at */
        v->where.page = PAGE_NONE;
    }
    return true;
}

unsigned act_list_filter(struct viewer *v)
{
    v->where.filtered = v->typed.text[0] != '\0';
    if (!v->where.filtered) {
        return REACT_DRAW;
    }
    memcpy(v->typed.search, v->typed.text, sizeof v->typed.search);
    if (act_holds(v, stepper_event(&v->where.at), v->typed.search)) {
        return REACT_DRAW;
    }
    unsigned reaction = act_find(v, 1, 1);
    v->typed.message[0] = '\0'; /* the list says it */
    return reaction;
}
