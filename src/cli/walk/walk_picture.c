/* Makes a file of a step, by way of src/heatmap. */
#include "cli/walk/walk_picture.h"

#include "base/file.h"
#include "cli/gallery.h"
#include "cli/heatmap/heatmap.h"
#include "cli/heatmap/heatmap_write.h"
#include "heatmap/chart/chart_draw.h"
#include "trace/tape/figure_event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void walk_picture_path(const char *name, char *out, size_t size)
{
    const char *home = getenv("HOME");
    bool at_home = strncmp(name, "~/", 2) == 0 && home != NULL;
    snprintf(out, size, "%s%s", at_home ? home : "", at_home ? name + 1 : name);
}

bool walk_picture_is_svg(const char *name)
{
    return heatmap_kind(name) == PICTURE_SVG;
}

static bool draw(struct heatmap *how, const struct picked *picked, const char *path,
                 struct error *err)
{
    struct figure f = how->look;
    scoped_drawing s = {0};
    scoped_notes notes = {.count = 0};
    struct buf words = {0};
    char tick[32];
    struct fonts *fonts = fonts_open(NULL, err);
    if (fonts == NULL) {
        return false;
    }
    heatmap_fill(how->options, picked, &f, tick);
    describe_figure(&f, &words);
    heatmap_notes(how, picked->text, &words, &notes);
    bool ok = figure_draw(&f, fonts, &s, err) && heatmap_write(how, fonts, &s, &notes, path, err);
    fonts_close(fonts);
    return ok;
}

/* A figure of the code, as qkv run --pictures writes it. */
static bool write_figure(const struct walk_picture *p, const char *path, struct error *err)
{
    struct fonts *fonts = fonts_open(NULL, err);
    struct chart chart = {0};
    scoped_buf data = {0};
    bool ok = fonts != NULL;
    if (ok && !figure_chart(p->tape, p->event, &chart)) {
        ok = error_memory(err);
        error_clear(&p->tape->session->in.error);
    }
    ok = ok && gallery_encode(&chart, CHART_DPI, walk_picture_is_svg(path), fonts, &data, err) &&
         file_save(path, &data, err);
    figure_chart_free(&chart);
    fonts_close(fonts);
    return ok;
}

bool walk_picture_write(const struct walk_picture *p, const char *path, struct error *err)
{
    const struct event *e = &p->tape->event[p->event];
    const struct options none = {0};
    struct heatmap how;
    char heads[24];
    if (heatmap_kind(path) == PICTURE_NONE || strcmp(path, "-") == 0) {
        return error_set(err, ERROR_INPUT, "give a name that ends in .png or .svg");
    }
    if (e->figure != NULL) {
        return write_figure(p, path, err);
    }
    struct picked *picked = calloc(1, sizeof *picked);
    if (picked == NULL) {
        return error_memory(err);
    }
    snprintf(heads, sizeof heads, "%lld", (long long)p->head);
    bool ok = heatmap_options(&none, &how, err);
    how.choice.step = e->number;
    how.choice.setup_step = e->setup;
    how.choice.batch = (int)p->batch;
    how.choice.heads = p->head >= 0 ? heads : NULL;
    ok = ok && pick_panels(p->tape, &how.choice, p->event, picked, err) &&
         draw(&how, picked, path, err);
    picked_free(picked);
    free(picked);
    return ok;
}
