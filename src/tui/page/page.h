/* Shows texts in full instead of the step: help, the arithmetic of a cell, output, ... */
#pragma once

#include "tui/pane/grid.h"
#include "tui/viewer.h"

#define PAGE_AROUND 5 /* lines of the screen that a page does not have */

const char *page_title(enum page page);
/* Whether it says the same at every step: a key that moves leads out of it. */
bool page_stands_still(enum page page);
/* How many lines it has at that width. */
int page_length(const struct viewer *v, enum page page, int width);
/* Draws its lines from `first` on. */
void page_draw(const struct viewer *v, enum page page, struct grid *g, int x, int y, int width,
               int height, int first);
/* All of it as a text. */
void page_text_of(const struct viewer *v, enum page page, int width, struct buf *out);
/* Which terms of the glossary PAGE_words explains; returns how many. */
#define WORDS_MOST 24
int page_words_found(const struct viewer *v, int out[WORDS_MOST]);
/* The groups of PAGE_help: those of the keys (key_group), then the signs; NULL behind them. */
const char *page_help_group(int nth);
/* The group behind the last one that PAGE_help shows. */
int page_help_end(const struct viewer *v);
/* The first line to show so that the current step is seen or the chosen line is seen (PAGE_steps,
 * PAGE_code); 0 for the others. */
int page_start(const struct viewer *v, enum page page, int width, int height);
