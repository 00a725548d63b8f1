/* Tells which way leads to numbers where the cells of a picture have none. Each way that is named
 * was tried. */
#include "cli/heatmap/heatmap_write.h"

#include "base/output.h"

#include <stdio.h>

enum {
    MOST_CELLS = 90,  /* along a side: with more there is no way */
    LEAST_DIGITS = 12 /* pixels of 1080: smaller ones are of no use */
};

/* The size of the numbers that a figure would have, 0: none. */
static int size_in(const struct figure *f, struct fonts *fonts)
{
    scoped_drawing s = {0};
    struct error none = {0};
    int size = figure_draw(f, fonts, &s, &none) ? s.numbers : 0;
    return size;
}

static void put_way(struct buf *out, const char *way)
{
    buf_printf(out, "%s%s", out->len > 0 ? ", " : "", way);
}

static void put_always(const struct figure *f, struct fonts *fonts, struct buf *out)
{
    struct figure other = *f;
    other.annotate = ANNOT_ALWAYS;
    int size = size_in(&other, fonts);
    if (size * FIGURE_HEIGHT >= LEAST_DIGITS * f->height) {
        buf_printf(out, "%s--annot always draws them small (%d pixels)", out->len > 0 ? ", " : "",
                   size);
    }
}

/* Whether one head, which takes so many tables, would have numbers. */
static bool one_head(const struct figure *f, struct fonts *fonts, int tables)
{
    struct panel alone[3] = {f->panel[0], f->panel[tables > 1], f->panel[0]};
    struct figure other = *f;
    other.panel = alone;
    other.panel_count = tables;
    other.differences = tables > 1;
    if (tables > 1) {
        alone[tables - 1] = f->panel[f->panel_count - f->differences];
    } else {
        alone[0].heading = NULL; /* the subtitle tells which head it is */
    }
    return size_in(&other, fonts) > 0;
}

static void put_ways(const struct figure *f, struct fonts *fonts, int tables, struct buf *out)
{
    struct figure other = *f;
    other.decimals = -1;
    if (f->decimals >= 0 && size_in(&other, fonts) > 0) {
        put_way(out, "without --decimals there are some");
    }
    if (tables > 0 && f->panel_count > tables && one_head(f, fonts, tables)) {
        put_way(out, "--head N shows one with them");
    }
    other = *f;
    other.subtitle = NULL;
    if (f->subtitle != NULL && size_in(&other, fonts) > 0) {
        put_way(out, "--subtitle '' makes room for them");
    }
    put_always(f, fonts, out);
}

bool heatmap_numbers_missing(const struct figure *f, struct fonts *fonts, int tables)
{
    scoped_buf ways = {0};
    if (f->annotate == ANNOT_NEVER) {
        return false;
    }
    if (f->annotate == ANNOT_ALWAYS) {
        output_say("--annot always: these cells have no room for numbers");
        return true;
    }
    if (f->panel->rows <= MOST_CELLS && f->panel->columns <= MOST_CELLS) {
        put_ways(f, fonts, tables, &ways);
    }
    bool told = ways.len > 0 || f->decimals >= 0;
    char count[32] = "", decimals[32] = "";
    if (f->panel_count > 1) {
        snprintf(count, sizeof count, " of %d tables", f->panel_count);
    }
    if (f->decimals >= 0) {
        snprintf(decimals, sizeof decimals, "--decimals %d: ", f->decimals);
    }
    if (told) {
        output_say("%sthe cells%s have no room for %snumbers that can be read from afar%s%s",
                   decimals, count, f->decimals >= 0 ? "such " : "", ways.len > 0 ? "; " : "",
                   buf_text(&ways));
    }
    return told;
}
