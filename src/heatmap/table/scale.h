/* Leads from values to colors: where the scale begins and ends, and which numbers it shows. */
#pragma once

#include "plot/colormap.h"

/* One matrix. What is masked takes no part in any scale. */
struct panel {
    const char *heading; /* or NULL */
    int rows, columns;
    const double *value; /* row by row; NULL: they are in `single` */
    const bool *masked;  /* NULL: nothing is */
    const float *single; /* row by row, of a tensor that somebody else holds */
};

static inline double panel_value(const struct panel *p, int k)
{
    return p->single != NULL ? (double)p->single[k] : p->value[k];
}

/* Whether all values are finite and none is masked, as of most large tables; then their ends, found
 * several at a time. False may also mean that nobody looked. */
bool panel_plain(const struct panel *p, double *least, double *most);

enum scale_rule {
    SCALE_WEIGHTS, /* from 0 to the largest; see scale_find */
    SCALE_SIGNED,  /* as far to both sides of the center as the value farthest from it */
    SCALE_PLAIN    /* from the smallest to the largest */
};

struct scale_wish {
    enum scale_rule rule;
    double least, most, center; /* NaN: as the rule says; a center of NaN is 0 */
    bool robust;                /* leave out the outermost 2 % on both sides */
};

struct scale {
    double lo, hi;
    double least, most; /* of the values: may lie outside of lo .. hi */
    bool any;           /* there is a finite value that is not masked */
    bool cut;           /* nobody asked for it, but hi lies below what a few rows reach */
};

/* The scale that the panels share. The first rows of a causal table have few keys, so that their
 * weights are large (the very first is 1) and all others would be dark: where a table of 16 rows
 * and more has a weight of 1, and in three rows of four every weight is below half of it, the scale
 * ends where 98 % of the values do. False: memory. */
bool scale_find(const struct scale_wish *wish, const struct panel *panel, int count,
                struct scale *out);

/* --- numbers on the picture --- */

/* How the numbers in cells are written. */
struct number_format {
    int decimals;
    bool bare; /* ".45" for "0.45", and "1.3" for 1.27: of numbers mostly below 1 */
};
enum { NUMBER_MAX = 40 };
/* With a true minus sign; zero has none. */
void numeral_text(double v, struct number_format how, char out[NUMBER_MAX]);
/* Three digits that count: "0.178", "12.5", "1.20e-05"; whole numbers as such: "1". */
void numeral_brief(double v, char out[NUMBER_MAX]);
