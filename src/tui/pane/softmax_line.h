/* Finds the cells that a softmax takes together, and their numbers in each of its parts: what the
 * walk writes (tui/page/page_parts.c) and a page draws (browser/look_parts.c). */
#pragma once

#include "tui/pane/softmax_part.h"

/* Along the last axis, or along another one. Input and result have the same shape, so that a cell
 * of one is the same cell of the other. */
struct softmax_line {
    const struct explained_cell *cell;
    int64_t all, first; /* how many there are; the first that is seen ... */
    int count;          /* ... and how many of them are */
    int axis;
    int64_t chosen; /* among them */
};

/* Where softmax_parts_are_there; `room`: how many cells can be seen. */
struct softmax_line softmax_line_of(const struct viewer *v, int64_t room);
bool softmax_line_is_row(const struct viewer *v, const struct softmax_line *at);
/* "How row starts of attn_weights is made from scores", "How z along axis 1 (num_tokens) is made"
 */
void softmax_line_title(const struct viewer *v, const struct softmax_line *at, struct buf *out);
void softmax_line_label(const struct viewer *v, const struct softmax_line *at, int64_t nth,
                        struct buf *out);
/* The score of a cell; false: the step has no input. */
bool softmax_line_score(const struct viewer *v, const struct softmax_line *at, int64_t nth,
                        double *out);
/* The number of a part at a cell, or for all of them; false: there is none. */
bool softmax_line_number(const struct viewer *v, const struct softmax_line *at,
                         const struct softmax_part_row *part, int64_t nth, double *out);
/* "The maximum", "subtract, at journey": what a part does at the chosen cell. */
void softmax_line_act(const struct viewer *v, const struct softmax_line *at,
                      const struct softmax_part_row *part, struct buf *out);
/* What is said of the nth part of the stop: of a row, of a column, of one that has no shares. */
void softmax_line_sentence(const struct viewer *v, const struct softmax_line *at, int nth,
                           struct buf *out);
