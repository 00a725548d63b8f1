/* Searching code, stages and names. */
#include "tui/act/act_search.h"

#include "tui/act.h"

#include "trace/report/code.h"
#include "trace/report/figure_text.h"
#include "trace/stage/stages.h"
#include "tui/act/act_step.h"
#include "tui/action.h"

#include <ctype.h>
#include <string.h>

unsigned act_search(struct viewer *v, int count)
{
    (void)count;
    return act_type(v, PROMPT_SEARCH);
}

/* Whether `text` holds `word`, letters of either case being the same. */
static bool holds(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (; *text != '\0'; text++) {
        size_t k = 0;
        while (k < len && tolower((unsigned char)text[k]) == tolower((unsigned char)word[k])) {
            k++;
        }
        if (k == len) {
            return true;
        }
    }
    return false;
}

bool act_holds(const struct viewer *v, int event, const char *word)
{
    const struct tape *t = v->where.at.tape;
    struct buf code = {0};
    code_of_event(t, event, false, &code);
    if (t->event[event].figure != NULL) {
        figure_text(t, event, &code);
    }
    bool found = holds(buf_text(&code), word) || holds(t->event[event].name, word) ||
                 holds(stage_name(t->event[event].stage), word);
    buf_free(&code);
    return found;
}

unsigned act_find(struct viewer *v, int direction, int count)
{
    int row = v->where.at.row, left = act_times(count);
    int event = row < 0         ? -1
                : direction > 0 ? stepper_event(&v->where.at)
                                : stepper_begin(&v->where.at);
    if (v->typed.search[0] == '\0' || row < 0) {
        viewer_say(v, "Search with / first.");
        return REACT_DRAW;
    }
    for (event += direction; event >= 0 && event < v->where.at.tape->event_count;
         event += direction) {
        if (act_holds(v, event, v->typed.search) && --left == 0) {
            return act_jumped(v, row, stepper_to_event(&v->where.at, event), "");
        }
    }
    viewer_say(v, "%s: not found %s this step.", v->typed.search,
               direction > 0 ? "behind" : "before");
    return REACT_DRAW;
}

unsigned act_next_match(struct viewer *v, int count)
{
    return act_find(v, 1, count);
}

unsigned act_prev_match(struct viewer *v, int count)
{
    return act_find(v, -1, count);
}
