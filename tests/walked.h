/* Runs a lesson or a text with a tape for the suites of src/tui, and walks it by keys. */
#pragma once

#include "program.h"

#include "tui/live.h"
#include "tui/pane/grid.h"

struct walked {
    struct program program;
    struct lesson lesson;
    struct tape tape;
    struct warnings warnings;
    struct live live;
    struct viewer viewer;
    struct exercises exercises; /* of a lesson that is told */
    struct progress progress;
    struct practice practice;
    const char *edited; /* what the editor makes of the code, NULL: nothing */
    int again;          /* how often the last keys ran the code again */
};

/* `name` is a built-in lesson; or a file below tests/; or, with a line break in it, the code
 * itself. It may fail. "a|b": the lesson a beside b. "=a": its lines are counted anew in every
 * cell, so that its prose does not matter. "+a": the lesson a is told, with its exercises. */
void walked_open(struct walked *w, const char *name);
void walked_close(struct walked *w);
/* Runs another lesson or code, and puts it beside. */
void walked_compare(struct walked *w, const char *name);
/* Presses keys (tui/script.h), and runs the code again when they ask for it; returns whether they
 * quit. */
bool walked_press(struct walked *w, const char *keys);
/* The screen as text, with its layers of styles and heat. Freed by the caller. */
char *walked_screen(struct walked *w, int width, int height, bool styles);
/* What was drawn, with its layers, is what tests/scenes/NAME.txt holds. Gives the grid back. */
void walked_drawn(const char *name, struct grid *g);
/* The screen is the one that the file holds; with UPDATE=1 in the environment the file is written.
 */
void walked_golden(const char *path, const char *screen);
