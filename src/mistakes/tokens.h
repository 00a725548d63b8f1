/* Finds look-ups of tokens and of positions. Private to src/mistakes. */
#pragma once

#include "mistakes/warn.h"

/* Which input of a look-up in a table of weights holds the places: F.embedding, table[ids]. -1: it
 * is none. */
int tokens_input(const struct event *e);
/* Whether places are counted and no data: arange, zeros, and what is computed of them. */
bool tokens_are_counted(const struct tape *t, const struct tape_tensor *of);
/* What leads to input `input` of event `event` is met in `g`, up to look-ups of tokens. */
void tokens_meet(struct graph *g, int event, int input);
/* The two hold the same numbers in the same order, whatever their shapes. */
bool tokens_are_same(const struct tensor *a, const struct tensor *b);
