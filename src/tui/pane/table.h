/* Shows a tensor of the step as a table of numbers: row and column labels, cells colored by their
 * value, the chosen cell in brackets, the cells that fed it in parentheses. What does not fit is
 * scrolled, or drawn as blocks. */
#pragma once

#include "tui/pane/grid.h"
#include "tui/pane/table_scale.h"
#include "tui/viewer.h"

struct table {
    const struct viewer *v;
    const struct shown *s;
    int width;                /* all of it */
    int label;                /* columns of the row labels; 0: the table beside has the same */
    int cell;                 /* columns of a number, without the gap before it; 0: blocks */
    int block;                /* blocks: columns of one */
    int decimals;             /* -1: powers of ten */
    bool zero;                /* 0.16, not .16 */
    bool marks;               /* the cursor's row has a mark: its rows are those of the result */
    bool sum;                 /* a last column with the sums of the rows */
    int64_t row, column;      /* the first ones shown */
    int rows, columns;        /* how many are shown */
    bool compares;            /* cells unlike those of viewer_other are marked; set by the caller */
    bool note;                /* the last line says what is left out */
    struct table_scale scale; /* while it is drawn */
};

/* How fine the numbers are: level 0 is "0.1625", 1 ".1625", 2 "0.162", 3 ".162", 4 ".16". Rather
 * than cut a table, further: 5 writes True as "T", 6 is "1.6", 7 is "16". */
enum { TABLE_FINEST, TABLE_COARSEST = 4, TABLE_TIGHTEST = 7 };
enum { TABLE_BLOCKS = 24 }; /* columns; fewer are scrolled rather than drawn as blocks */
/* Whether numbers of that level still tell the cells apart: 16.25 as "16" does, 0.16 as "0" not. */
bool table_tells(const struct shown *s, int level);
/* The columns that a table with all its columns takes at a level. `sum`: with the sums of rows, if
 * it can have them. */
int table_width(const struct viewer *v, const struct shown *s, bool label, int level, bool sum);
/* The same with so many of its columns, without the sums. */
int table_width_of(const struct viewer *v, const struct shown *s, bool label, int level,
                   int64_t columns);
/* Lays it out, no finer than `level`, in `width` columns and `height` lines, the heading of the
 * columns among them. */
void table_plan(struct table *t, const struct viewer *v, const struct shown *s, bool label,
                int level, int width, int height);
/* The width that it would like when it is planned and there is more room: wider cells, where words
 * above them or stars before their numbers lack room. */
int table_wish(const struct table *t);
/* If its width allows that. */
void table_widen(struct table *t);
/* Whether both have the same labels in front of their rows. */
bool table_same_rows(const struct viewer *v, const struct shown *a, const struct shown *b);
/* Whether cells are marked that the step itself made others than its input's. */
bool table_marks_writes(const struct viewer *v, const struct shown *s);
/* Whether the chosen cell of the result was made of this cell of an input. */
bool table_is_source(const struct viewer *v, const struct shown *s, int64_t row, int64_t column);
void table_draw(const struct table *t, struct grid *g, int x, int y);

/* A number in at most `width` columns: "0.163" or without `zero` ".163", "-inf", "-1e9"; decimals
 * -1: "2.3e-6". */
void table_number(double value, int decimals, bool zero, int width, char out[32]);
