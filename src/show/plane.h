/* Looks at a tensor as a table: its last axis is the columns; a batch and a head are chosen; what
 * is left are the rows; an axis of size 1 in front of others is none of them. So (b, num_tokens,
 * num_heads, head_dim) has a row for each head of each token, and (b, num_heads, num_tokens,
 * head_dim) one for each token of the chosen head. */
#pragma once

#include "trace/tape/tape.h"

#define PLANE_WORD 24

struct plane {
    const struct tape_tensor *of;
    int batch_axis, head_axis; /* -1: it has none */
    int64_t batches, heads;    /* sizes of these axes, 1 without one */
    int64_t batch, head;       /* chosen */
    int row_axis[TENSOR_MAX_DIMS];
    int row_axes;
    int64_t rows, columns;
    enum dtype dtype;
};

/* batch and head: as wished, cut to what there is. */
struct plane plane_of(const struct tape_tensor *of, int64_t batch, int64_t head);
/* What the axis of the batch, or that of the heads, is called: "batch" and "head" where its name
 * says so, else by its name or place: "axis 0". */
const char *plane_word(const struct plane *p, bool heads, char word[PLANE_WORD]);
/* The cell in row-major order of the tensor's shape; its place in the storage. */
int64_t plane_cell(const struct plane *p, int64_t row, int64_t column);
int64_t plane_offset(const struct plane *p, const struct tensor *t, int64_t row, int64_t column);
/* Where a cell is in the table; false: in another batch or head. */
bool plane_find(const struct plane *p, int64_t cell, int64_t *row, int64_t *column);
