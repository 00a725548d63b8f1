/* Fills lines and outlines with soft edges. FreeType counts upwards, pictures downwards: y is
 * turned on the way in and on the way out. */
#include "heatmap/draw/stroke.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_STROKER_H

#include <math.h>
#include <string.h>

/* How many points one stroke has at most: FreeType counts an outline's points in a short. A longer
 * line is drawn in parts that share a point. */
enum { PART = 2000 };

#if FREETYPE_MAJOR > 2 || FREETYPE_MINOR > 13 || (FREETYPE_MINOR == 13 && FREETYPE_PATCH >= 3)
typedef unsigned short outline_count; /* FreeType's, from 2.13.3 on */
#else
typedef short outline_count;
#endif

struct pen {
    FT_Library library;
    const struct path *path;
    int top, below;
    const struct font_sink *sink;
};

static void span_run(int y, int count, const FT_Span *span, void *user)
{
    const struct pen *d = user;
    uint8_t coverage[256];
    for (int k = 0; k < count; k++) {
        memset(coverage, span[k].coverage, sizeof coverage);
        for (int done = 0; done < span[k].len; done += (int)sizeof coverage) {
            int left = span[k].len - done;
            d->sink->row(d->sink->self, span[k].x + done, -1 - y,
                         left < (int)sizeof coverage ? left : (int)sizeof coverage, coverage);
        }
    }
}

static void fill(const struct pen *d, FT_Outline *outline)
{
    const struct path *p = d->path;
    int top = p->clip.y > d->top ? p->clip.y : d->top;
    int below = p->clip.y + p->clip.h < d->below ? p->clip.y + p->clip.h : d->below;
    FT_Raster_Params params = {.flags =
                                   FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP,
                               .gray_spans = span_run,
                               .user = (void *)(uintptr_t)d,
                               .clip_box = {p->clip.x, -below, p->clip.x + p->clip.w, -top}};
    if (top < below) {
        FT_Outline_Render(d->library, outline, &params);
    }
}

/* An outline of one contour through the points. */
static bool contour(const struct pen *d, const struct point *at, int count, FT_Outline *out)
{
    if (count > INT16_MAX || FT_Outline_New(d->library, (FT_UInt)count, 1, out) != 0) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        out->points[k] = (FT_Vector){at[k].x, -at[k].y};
        out->tags[k] = FT_CURVE_TAG_ON;
    }
    out->contours[0] = (outline_count)(count - 1);
    return true;
}

static void fill_area(const struct pen *d)
{
    FT_Outline outline;
    if (contour(d, d->path->at, d->path->count, &outline)) {
        fill(d, &outline);
        FT_Outline_Done(d->library, &outline);
    }
}

/* The line around a stroke of `count` points, filled. */
static void stroke(const struct pen *d, const struct point *at, int count, bool closed)
{
    FT_Outline line = {0}, around = {0};
    FT_Stroker stroker;
    FT_UInt points, contours;
    if (count < 2 || FT_Stroker_New(d->library, &stroker) != 0) {
        return;
    }
    bool broken = d->path->dash > 0;
    FT_Stroker_Set(stroker, d->path->width / 2, FT_STROKER_LINECAP_BUTT,
                   broken ? FT_STROKER_LINEJOIN_BEVEL : FT_STROKER_LINEJOIN_ROUND, 0);
    if (contour(d, at, count, &line) && FT_Stroker_ParseOutline(stroker, &line, !closed) == 0 &&
        FT_Stroker_GetCounts(stroker, &points, &contours) == 0 && points < INT16_MAX &&
        FT_Outline_New(d->library, points, (FT_Int)contours, &around) == 0) {
        around.n_points = 0;
        around.n_contours = 0;
        FT_Stroker_Export(stroker, &around);
        fill(d, &around);
        around.n_points = (outline_count)points;
        around.n_contours = (outline_count)contours;
    }
    FT_Outline_Done(d->library, &around);
    FT_Outline_Done(d->library, &line);
    FT_Stroker_Done(stroker);
}

/* Draws the line stroke after stroke: dash, space, and so on along its length. */
static void stroke_dashes(const struct pen *d)
{
    const struct path *p = d->path;
    const double length[4] = {p->dash, p->space, p->dot, p->space};
    int phases = p->dot > 0 ? 4 : 2, phase = 0, count = 0;
    double left = length[0];
    struct point run[PART];
    run[count++] = p->at[0];
    for (int k = 1; k < p->count; k++) {
        double x = p->at[k - 1].x, y = p->at[k - 1].y;
        double far = hypot(p->at[k].x - x, p->at[k].y - y), done = 0;
        while (far - done > left) {
            done += left;
            struct point here = {(int32_t)lround(x + (p->at[k].x - x) * done / far),
                                 (int32_t)lround(y + (p->at[k].y - y) * done / far)};
            run[count++] = here;
            if (phase % 2 == 0) {
                stroke(d, run, count, false);
            }
            phase = (phase + 1) % phases;
            left = length[phase];
            run[0] = here;
            count = 1;
        }
        left -= far - done;
        if (count < PART - 1) {
            run[count++] = p->at[k];
        }
    }
    if (phase % 2 == 0) {
        stroke(d, run, count, false);
    }
}

void stroke_draw(struct fonts *f, const struct path *path, int top, int below,
                 const struct font_sink *sink)
{
    struct pen d = {font_library(f), path, top, below, sink};
    if (path->width == 0) {
        fill_area(&d);
    } else if (path->dash > 0 && path->count > 1) {
        stroke_dashes(&d);
    } else {
        for (int from = 0; from < path->count - 1; from += PART - 1) {
            int left = path->count - from;
            stroke(&d, path->at + from, left < PART ? left : PART,
                   path->closed && path->count <= PART);
        }
    }
}
