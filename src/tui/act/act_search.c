/* Searches code, stages and names. */
#include "tui/act/act_search.h"

#include "tui/act.h"

#include "show/code.h"
#include "show/figure_text.h"
#include "trace/stage/stages.h"
#include "tui/act/act_step.h"
#include "tui/action.h"

#include <ctype.h>
#include <string.h>

ACT(act_search, act_type(v, PROMPT_SEARCH))

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
    scoped_buf code = {0};
    code_of_event(t, event, false, &code);
    if (t->event[event].figure != NULL) {
        figure_text(t, event, &code);
    }
    return holds(buf_text(&code), word) || holds(t->event[event].name, word) ||
           holds(stage_name(t->event[event].stage), word);
}

/* The match of that number from `event` on, round the ends of the tape; -1: there is none. */
static int match_from(const struct viewer *v, int event, int direction, int number)
{
    int all = v->where.at.tape->event_count, found = 0;
    for (int round = 0; round < 2; round++) {
        for (int k = 1; k <= all; k++) {
            int at = ((event + direction * k) % all + all) % all;
            if (act_holds(v, at, v->typed.search) && ++found == number) {
                return at;
            }
        }
        if (found == 0) {
            return -1;
        }
        number = (number - 1) % found + 1; /* it lies some rounds further on */
        found = 0;
    }
    return -1;
}

unsigned act_find(struct viewer *v, int direction, int count)
{
    int row = v->where.at.row;
    if (v->typed.search[0] == '\0' || row < 0) {
        viewer_say(v, "Search with / first.");
        return REACT_DRAW;
    }
    int begin = stepper_begin(&v->where.at), end = stepper_end(&v->where.at) - 1;
    int from = direction > 0 ? end : begin, to = match_from(v, from, direction, act_times(count));
    if (to < 0) {
        viewer_say(v, "%s: not found.", v->typed.search);
        return REACT_DRAW;
    }
    bool round = direction > 0 ? to <= end : to >= begin, here = to >= begin && to <= end;
    unsigned reaction = act_jumped(v, row, stepper_to_event(&v->where.at, to), "");
    if (here && match_from(v, from, direction, 1) == to) {
        viewer_say(v, "%s: found only here.", v->typed.search);
    } else if (round) {
        viewer_say(v,
                   direction > 0 ? "%s: from the first step on again."
                                 : "%s: from the last step back again.",
                   v->typed.search);
    }
    return reaction;
}

ACT(act_next_match, act_find(v, 1, count))
ACT(act_prev_match, act_find(v, -1, count))
