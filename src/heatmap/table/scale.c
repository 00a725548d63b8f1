/* Makes scales, and writes their numbers. */
#include "heatmap/table/scale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool counts(const struct panel *p, int k)
{
    return isfinite(panel_value(p, k)) && (p->masked == NULL || !p->masked[k]);
}

static size_t cells_of(const struct panel *panel, int count)
{
    size_t n = 0;
    for (int k = 0; k < count; k++) {
        n += (size_t)panel[k].rows * (size_t)panel[k].columns;
    }
    return n;
}

/* The values at 2 % and 98 % of all, in order. */
static bool trimmed(const struct panel *panel, int count, double *lo, double *hi)
{
    size_t n = 0;
    double *all = malloc((cells_of(panel, count) + 1) * sizeof *all);
    if (all == NULL) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        for (int c = 0; c < panel[k].rows * panel[k].columns; c++) {
            if (counts(&panel[k], c)) {
                all[n++] = panel_value(&panel[k], c);
            }
        }
    }
    qsort(all, n, sizeof *all, by_size);
    if (n > 0) {
        size_t skip = (size_t)((double)(n - 1) * 0.02 + 0.5);
        *lo = all[skip];
        *hi = all[n - 1 - skip];
    }
    free(all);
    return true;
}

enum { MANY_ROWS = 16 };

/* *most is the largest weight of at least three rows of four. */
static bool most_of_rows(const struct panel *panel, int count, double *most)
{
    size_t n = 0, rows = (size_t)count * (size_t)panel->rows;
    double *all = malloc((rows + 1) * sizeof *all);
    for (int k = 0; all != NULL && k < count; k++) {
        for (int row = 0; row < panel[k].rows; row++) {
            int first = row * panel[k].columns;
            double largest = -INFINITY;
            for (int c = first; c < first + panel[k].columns; c++) {
                double v = panel_value(&panel[k], c);
                largest = v > largest && counts(&panel[k], c) ? v : largest;
            }
            if (largest > 0) {
                all[n++] = largest;
            }
        }
    }
    if (all != NULL && n > 0) {
        qsort(all, n, sizeof *all, by_size);
        *most = all[(n * 3 + 3) / 4 - 1];
    }
    free(all);
    return all != NULL;
}

enum { CUT_BITS = 15, CUT_BINS = 1 << 16 }; /* of a float from 0 on: 1/256 of each value */

/* What 98 % of the values do not exceed. */
static bool most_of_values(const struct panel *panel, int count, double *most)
{
    size_t n = 0, *bin = calloc(CUT_BINS, sizeof *bin);
    for (int k = 0; bin != NULL && k < count; k++) {
        for (int c = 0; c < panel[k].rows * panel[k].columns; c++) {
            float v = (float)panel_value(&panel[k], c);
            uint32_t bits;
            memcpy(&bits, &v, sizeof bits);
            if (counts(&panel[k], c)) {
                bin[v > 0 ? bits >> CUT_BITS : 0]++;
                n++;
            }
        }
    }
    size_t above = 0, few = n / 50, at = CUT_BINS - 1;
    while (bin != NULL && at > 0 && above + bin[at] <= few) {
        above += bin[at--];
    }
    if (bin != NULL) {
        uint32_t bits = (uint32_t)(at + 1) << CUT_BITS;
        float v;
        memcpy(&v, &bits, sizeof v);
        *most = v;
    }
    free(bin);
    return bin != NULL;
}

/* See scale.h. False: memory. */
static bool cut_few(const struct scale_wish *wish, const struct panel *panel, int count,
                    struct scale *out, double *hi)
{
    bool may = wish->rule == SCALE_WEIGHTS && isnan(wish->most) && !wish->robust &&
               panel->rows >= MANY_ROWS && out->any && out->most > 0.999;
    double rows = *hi, most = *hi;
    if (may && !most_of_rows(panel, count, &rows)) {
        return false;
    }
    if (rows < *hi / 2 && !most_of_values(panel, count, &most)) {
        return false;
    }
    out->cut = most < *hi;
    *hi = out->cut ? most : *hi;
    return true;
}

enum { LANES = 16 };

struct ends {
    float least[LANES], most[LANES], none[LANES]; /* none: v - v is 0, or NaN */
};

static void take_lanes(struct ends *e, const float v[LANES])
{
    for (int k = 0; k < LANES; k++) {
        e->least[k] = v[k] < e->least[k] ? v[k] : e->least[k];
        e->most[k] = v[k] > e->most[k] ? v[k] : e->most[k];
        e->none[k] += v[k] - v[k];
    }
}

bool panel_plain(const struct panel *p, double *least, double *most)
{
    struct ends e = {{0}, {0}, {0}};
    int count = p->rows * p->columns;
    if (p->single == NULL || p->masked != NULL || count < LANES) {
        return false;
    }
    memcpy(e.least, p->single, sizeof e.least);
    memcpy(e.most, p->single, sizeof e.most);
    for (int k = 0; k + LANES <= count; k += LANES) {
        take_lanes(&e, p->single + k);
    }
    take_lanes(&e, p->single + count - LANES); /* some of the last ones once more */
    *least = e.least[0];
    *most = e.most[0];
    for (int k = 1; k < LANES; k++) {
        *least = e.least[k] < *least ? (double)e.least[k] : *least;
        *most = e.most[k] > *most ? (double)e.most[k] : *most;
        e.none[0] += e.none[k];
    }
    return e.none[0] == 0;
}

static void include(struct scale *s, double least, double most)
{
    s->least = !s->any || least < s->least ? least : s->least;
    s->most = !s->any || most > s->most ? most : s->most;
    s->any = true;
}

static void extremes(const struct panel *panel, int count, struct scale *s)
{
    for (int k = 0; k < count; k++) {
        double least, most;
        bool plain = panel_plain(&panel[k], &least, &most);
        if (plain) {
            include(s, least, most);
        }
        for (int c = 0; !plain && c < panel[k].rows * panel[k].columns; c++) {
            if (counts(&panel[k], c)) {
                include(s, panel_value(&panel[k], c), panel_value(&panel[k], c));
            }
        }
    }
}

bool scale_find(const struct scale_wish *wish, const struct panel *panel, int count,
                struct scale *out)
{
    *out = (struct scale){.lo = 0, .hi = 1};
    extremes(panel, count, out);
    double lo = out->least, hi = out->most;
    if (wish->robust && !trimmed(panel, count, &lo, &hi)) {
        return false;
    }
    if (!cut_few(wish, panel, count, out, &hi)) {
        return false;
    }
    if (wish->rule == SCALE_WEIGHTS) {
        lo = lo < 0 ? lo : 0;
    } else if (wish->rule == SCALE_SIGNED) {
        double center = isnan(wish->center) ? 0 : wish->center;
        double reach = fmax(fabs(lo - center), fabs(hi - center));
        reach = !isnan(wish->most)    ? fabs(wish->most - center)
                : !isnan(wish->least) ? fabs(wish->least - center)
                                      : reach;
        lo = center - reach;
        hi = center + reach;
    }
    out->lo = isnan(wish->least) ? lo : wish->least;
    out->hi = isnan(wish->most) ? hi : wish->most;
    return true;
}

/* --- numbers --- */

/* "-0.45" becomes U+2212 "0.45"; a zero that was rounded from below loses its sign. */
static void put_sign(const char *digits, char out[NUMBER_MAX])
{
    bool zero = strspn(digits, "-0.") == strlen(digits);
    bool minus = *digits == '-';
    snprintf(out, NUMBER_MAX, "%s%s", minus && !zero ? "\u2212" : "", digits + minus);
}

void numeral_text(double v, struct number_format how, char out[NUMBER_MAX])
{
    char digits[NUMBER_MAX - 4];
    if (!isfinite(v)) {
        snprintf(out, NUMBER_MAX, "%s", isnan(v) ? "NaN" : v > 0 ? "\u221e" : "\u2212\u221e");
        return;
    }
    if (fabs(v) >= 1e9) {
        snprintf(digits, sizeof digits, "%.1e", v);
    } else {
        snprintf(digits, sizeof digits, "%.*f", how.decimals > 12 ? 12 : how.decimals, v);
    }
    char *zero = digits + (*digits == '-');
    if (how.bare && zero[0] == '0' && zero[1] == '.') {
        memmove(zero, zero + 1, strlen(zero));
    } else if (how.bare && strchr(zero, '.') != NULL && strchr(zero, 'e') == NULL) {
        snprintf(digits, sizeof digits, "%.*f", how.decimals - 1, v); /* as wide: "1.0" */
    }
    put_sign(digits, out);
}

void numeral_brief(double v, char out[NUMBER_MAX])
{
    char digits[NUMBER_MAX - 4];
    double size = fabs(v);
    if (!isfinite(v) || (v == rint(v) && size < 1e6)) {
        numeral_text(v, (struct number_format){0}, out);
        return;
    }
    if (size >= 1e6 || size < 1e-4) {
        snprintf(digits, sizeof digits, "%.2e", v);
    } else {
        int whole = (int)floor(log10(size)) + 1;
        snprintf(digits, sizeof digits, "%.*f", whole >= 3 ? 0 : whole > 0 ? 3 - whole : 3, v);
        if (size < 0.01) {
            snprintf(digits, sizeof digits, "%.*f", 2 - whole + 1, v);
        }
    }
    put_sign(digits, out);
}
