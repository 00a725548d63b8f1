/* Opening and scrolling the pages. */
#include "tui/act.h"

#include "tui/ask.h"
#include "tui/page.h"
#include "tui/scene.h"
#include "tui/word.h"

#include <string.h>

int act_page_height(const struct viewer *v)
{
    return v->height - PAGE_AROUND;
}

/* Beside the list of steps, the names and the code one can see the step move. */
bool act_page_scrolls(const struct viewer *v)
{
    return v->page != PAGE_NONE && v->page != PAGE_steps && v->page != PAGE_names &&
           v->page != PAGE_code;
}

unsigned act_open(struct viewer *v, enum page page)
{
    bool again = v->page == page;
    v->page = again ? PAGE_NONE : page;
    v->below = PAGE_NONE;
    v->scroll = again ? 0 : page_start(v, page, v->width - 2, act_page_height(v));
    return REACT_DRAW;
}

/* The keys are turned over group by group. */
static unsigned turn_help(struct viewer *v, int by)
{
    int end = page_help_end(v);
    if (by > 0) {
        v->help = key_group(end) != NULL ? end : v->help;
    } else if (v->help == 0) {
        return act_back(v, 0);
    } else {
        v->help--;
    }
    return REACT_DRAW;
}

unsigned act_scroll(struct viewer *v, int lines)
{
    if (v->page == PAGE_help) {
        return turn_help(v, lines);
    }
    int most = page_length(v, v->page, v->width - 2) - act_page_height(v);
    v->scroll += lines;
    v->scroll = v->scroll > most ? most : v->scroll;
    v->scroll = v->scroll < 0 ? 0 : v->scroll;
    return REACT_DRAW;
}

unsigned act_warnings(struct viewer *v, int count)
{
    (void)count;
    if (v->warnings == NULL || v->warnings->count == 0) {
        struct buf waits = {0};
        viewer_waits(v, &waits);
        viewer_say(v, "%s",
                   waits.len > 0 ? buf_text(&waits)
                                 : "Nothing here is silently wrong, as far as qkv can tell.");
        buf_free(&waits);
        return REACT_DRAW;
    }
    return act_open(v, PAGE_warnings);
}

unsigned act_output(struct viewer *v, int count)
{
    (void)count;
    return act_open(v, PAGE_output);
}

unsigned act_prose(struct viewer *v, int count)
{
    (void)count;
    return act_open(v, PAGE_prose);
}

unsigned act_names(struct viewer *v, int count)
{
    (void)count;
    return act_open(v, PAGE_names);
}

unsigned act_steps(struct viewer *v, int count)
{
    (void)count;
    return act_open(v, PAGE_steps);
}

unsigned act_storage(struct viewer *v, int count)
{
    (void)count;
    return act_open(v, PAGE_storage);
}

/* Over the page that is there, to which one comes back. */
static void open_above(struct viewer *v, enum page page)
{
    v->below = v->page == PAGE_help || v->page == PAGE_words ? v->below : v->page;
    v->page = page;
    v->scroll = 0;
}

/* In the code: the word that is chosen there. */
unsigned act_words(struct viewer *v, int count)
{
    (void)count;
    if (v->page == PAGE_words) {
        return act_back(v, 0);
    }
    v->question[0] = '\0';
    open_above(v, PAGE_words);
    struct buf word = {0};
    if (v->below == PAGE_code && word_text(v, &word) && word.len <= TYPED_MOST) {
        memcpy(v->question, buf_text(&word), word.len + 1);
    }
    buf_free(&word);
    return REACT_DRAW;
}

/* ":what stride" */
unsigned act_what(struct viewer *v, const char *term)
{
    size_t len = strlen(term);
    memmove(v->question, term, len + 1); /* it was typed, so it fits */
    while (len > 0 && v->question[len - 1] == ' ') {
        v->question[--len] = '\0';
    }
    open_above(v, PAGE_words);
    return REACT_DRAW;
}

/* The group of keys that the pane in focus answers to. */
static int group_of_pane(const struct viewer *v)
{
    enum page page = v->page != PAGE_NONE ? v->page : scene_pane(v);
    const char *group = page == PAGE_code                              ? "Change"
                        : page != PAGE_NONE && page != PAGE_steps      ? "Look"
                        : page == PAGE_NONE && v->focus == FOCUS_CELLS ? "Cells"
                                                                       : "Steps";
    return key_group_named(group);
}

/* Once more: the words; and once more: back. */
unsigned act_help(struct viewer *v, int count)
{
    if (v->page == PAGE_help || v->page == PAGE_words) {
        return act_words(v, count);
    }
    v->help = group_of_pane(v);
    open_above(v, PAGE_help);
    return REACT_DRAW;
}

unsigned act_back(struct viewer *v, int count)
{
    (void)count;
    if (v->page == PAGE_NONE && v->at.part >= 0) {
        return act_outward(v, 0);
    }
    v->page = v->page == PAGE_help || v->page == PAGE_words ? v->below : PAGE_NONE;
    v->below = PAGE_NONE;
    return REACT_DRAW;
}

/* ":p keys.shape" */
unsigned act_ask(struct viewer *v, const char *expression)
{
    size_t len = strlen(expression);
    len = len < TYPED_MOST ? len : TYPED_MOST;
    memmove(v->question, expression, len);
    v->question[len] = '\0';
    buf_clear(&v->answer);
    ask(&v->at, v->question, &v->answer);
    v->page = PAGE_answer;
    v->scroll = 0;
    return REACT_DRAW;
}
