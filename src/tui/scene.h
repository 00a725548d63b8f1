/* Draws the whole screen: a pure function of the tape, of what is chosen, and of the size. */
#pragma once

#include "tui/pane/grid.h"
#include "tui/viewer.h"

enum {
    SCENE_WIDTH = 80, /* of a terminal that says nothing else */
    SCENE_HEIGHT = 24,
    SCENE_NARROWEST = 60, /* the smallest screen */
    SCENE_LOWEST = 15,
    SCENE_LOW = 20 /* below it what stands above and below the tables is cut */
};

/* Into a blank grid of any size; behind viewer_look. */
void scene_draw(const struct viewer *v, struct grid *g);
/* How many lines the text of the stop takes, as wide as it is drawn. */
int scene_text_length(const struct viewer *v);
/* Whether there is room for one pane at a time: Tab turns from one to the next. */
bool scene_is_small(const struct viewer *v);
/* Whether steps, names and output stand beside the step. */
bool scene_has_panes(const struct viewer *v);
/* The page that the pane in focus shows; PAGE_NONE: the step itself is in focus. */
enum page scene_pane(const struct viewer *v);
/* What v->pane_scroll is after so many lines more, kept within the pane. */
int scene_scrolled(const struct viewer *v, int lines);
/* Whether a screen of that size is large enough; if not, what is shown instead, and what a key is
 * there: nobody sees what it would do, so that those that leave the program are PRESSED_INTERRUPT,
 * t (on as text) is PRESSED_PLAIN, ^L and ^Z are what they are, and all others 0. */
bool scene_fits(int width, int height);
void scene_too_small(struct grid *g);
uint32_t scene_key(int width, int height, uint32_t key);
