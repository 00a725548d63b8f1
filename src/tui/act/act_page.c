/* Opens and scrolls the pages. */
#include "tui/act/act_page.h"

#include "tui/act.h"

#include "tui/act/act_guide.h"
#include "tui/act/act_step.h"
#include "tui/ask.h"
#include "tui/page/page.h"
#include "tui/scene.h"
#include "tui/viewer_live.h"
#include "tui/word.h"

#include <string.h>

int act_page_height(const struct viewer *v)
{
    return v->height - PAGE_AROUND;
}

/* Beside the list of steps, the names, the calls and the code one can see the step move. */
bool act_page_scrolls(const struct viewer *v)
{
    return v->where.page != PAGE_NONE && v->where.page != PAGE_steps &&
           v->where.page != PAGE_names && v->where.page != PAGE_code && v->where.page != PAGE_where;
}

unsigned act_open(struct viewer *v, enum page page)
{
    bool again = v->where.page == page;
    v->where.page = again ? PAGE_NONE : page;
    v->where.below = PAGE_NONE;
    v->where.filtered = false;
    v->where.scroll = again ? 0 : page_start(v, page, v->width - 2, act_page_height(v));
    return REACT_DRAW;
}

/* The keys are turned over group by group. */
static unsigned turn_help(struct viewer *v, int by)
{
    int end = page_help_end(v);
    if (by > 0) {
        v->where.help = page_help_group(end) != NULL ? end : v->where.help;
    } else if (v->where.help == 0) {
        return act_back(v, 0);
    } else {
        v->where.help--;
    }
    return REACT_DRAW;
}

unsigned act_scroll(struct viewer *v, int lines)
{
    if (v->where.page == PAGE_help && !scene_is_small(v)) {
        return turn_help(v, lines);
    }
    bool text = v->where.page == PAGE_NONE && viewer_reads(v);
    enum page page = v->where.page;
    int length = text ? scene_text_length(v) : page_length(v, page, v->width - 2);
    int most = length - act_page_height(v);
    v->where.scroll += lines;
    v->where.scroll = v->where.scroll > most ? most : v->where.scroll;
    v->where.scroll = v->where.scroll < 0 ? 0 : v->where.scroll;
    return REACT_DRAW;
}

unsigned act_warnings(struct viewer *v, int count)
{
    if (v->warnings == NULL || v->warnings->count == 0) {
        scoped_buf waits = {0};
        viewer_waits(v, &waits);
        viewer_say(v, "%s",
                   waits.len > 0 ? buf_text(&waits)
                                 : "Nothing here is silently wrong, as far as qkv can tell.");
        return REACT_DRAW;
    }
    return act_open(v, PAGE_warnings);
}

ACT(act_output, act_open(v, PAGE_output))
ACT(act_names, act_open(v, PAGE_names))
ACT(act_steps, act_open(v, PAGE_steps))
ACT(act_storage, act_open(v, PAGE_storage))

/* Over the page that is there, to which one comes back. */
static void open_above(struct viewer *v, enum page page)
{
    v->where.below =
        v->where.page == PAGE_help || v->where.page == PAGE_words ? v->where.below : v->where.page;
    v->where.page = page;
    v->where.scroll = 0;
}

/* In the code: the word that is chosen there. */
unsigned act_words(struct viewer *v, int count)
{
    if (v->where.page == PAGE_words) {
        return act_back(v, 0);
    }
    v->typed.question[0] = '\0';
    open_above(v, PAGE_words);
    scoped_buf word = {0};
    if (v->where.below == PAGE_code && word_text(v, &word) && word.len <= TYPED_MOST) {
        memcpy(v->typed.question, buf_text(&word), word.len + 1);
    }
    return REACT_DRAW;
}

/* ":what stride" */
unsigned act_what(struct viewer *v, const char *term)
{
    size_t len = strlen(term);
    memmove(v->typed.question, term, len + 1); /* it was typed, so it fits */
    while (len > 0 && v->typed.question[len - 1] == ' ') {
        v->typed.question[--len] = '\0';
    }
    open_above(v, PAGE_words);
    return REACT_DRAW;
}

/* The group of keys that the pane in focus answers to. */
static int group_of_pane(const struct viewer *v)
{
    enum page page = v->where.page != PAGE_NONE ? v->where.page : scene_pane(v);
    const char *group = page == PAGE_code                                    ? "Change"
                        : page != PAGE_NONE && page != PAGE_steps            ? "Look"
                        : page == PAGE_NONE && v->where.focus == FOCUS_CELLS ? "Cells"
                                                                             : "Steps";
    return key_group_named(group);
}

/* Once more: the words; and once more: back. */
unsigned act_help(struct viewer *v, int count)
{
    if (v->where.page == PAGE_help || v->where.page == PAGE_words) {
        return act_words(v, count);
    }
    v->where.help = group_of_pane(v);
    open_above(v, PAGE_help);
    v->where.scroll = page_start(v, PAGE_help, v->width - 2, act_page_height(v));
    return REACT_DRAW;
}

/* One thing at a time: a part, the table alone, cells, steps between two stops, an exercise. */
static unsigned leave_pane(struct viewer *v)
{
    if (v->where.at.part >= 0) {
        return act_outward(v, 0);
    }
    if (v->chosen.maximized) {
        v->chosen.maximized = false;
    } else if (v->where.focus != FOCUS_STEPS && !viewer_reads(v)) {
        v->where.focus = FOCUS_STEPS;
        viewer_say(v, "The arrows move over the steps again.");
    } else if (viewer_stop(v) != NULL && v->where.between) {
        act_stand(v, v->where.stop);
        return act_moved_only(v);
    } else if (v->where.asking) {
        v->where.asking = false;
        v->where.scroll = 0;
    } else {
        viewer_say(v, "There is nothing to go back from%s",
                   v->keyless  ? "."
                   : v->listed ? "; q goes to the list."
                               : "; q quits.");
    }
    return REACT_DRAW;
}

unsigned act_back(struct viewer *v, int count)
{
    if (v->where.page == PAGE_NONE) {
        return leave_pane(v);
    }
    v->where.page =
        v->where.page == PAGE_help || v->where.page == PAGE_words ? v->where.below : PAGE_NONE;
    v->where.below = PAGE_NONE;
    v->where.scroll = 0; /* a text is read from its top again */
    return REACT_DRAW;
}

/* ":p keys.shape" */
unsigned act_ask(struct viewer *v, const char *expression)
{
    size_t len = strlen(expression);
    len = len < TYPED_MOST ? len : TYPED_MOST;
    memmove(v->typed.question, expression, len);
    v->typed.question[len] = '\0';
    buf_clear(&v->typed.answer);
    ask(v, v->typed.question, &v->typed.answer);
    v->where.page = PAGE_answer;
    v->where.scroll = 0;
    return REACT_DRAW;
}
