/* Reads the options of qkv heatmap. */
#include "cli/heatmap/heatmap.h"

#include "cli/heatmap/heatmap_write.h"
#include "heatmap/pick/training.h"
#include "trace/stage/stages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SIDE = 64, MOST_SIDE = 16384, MOST_PIXELS = 1 << 26 };

static bool read_int(const char *option, const char *text, int least, int most, int *out,
                     struct error *err)
{
    char *end;
    if (text == NULL) {
        return true;
    }
    long n = strtol(text, &end, 10);
    if (end == text || *end != '\0' || n < least || n > most) {
        return error_set(err, ERROR_INPUT, "--%s %s: give a whole number from %d to %d", option,
                         text, least, most);
    }
    *out = (int)n;
    return true;
}

/* A number, or a fraction as the color bar writes one: 1/6. */
static bool read_real(const char *option, const char *text, double *out, struct error *err)
{
    char *end;
    if (text == NULL) {
        return true;
    }
    double x = strtod(text, &end);
    bool ok = end != text;
    if (ok && *end == '/') {
        const char *below = end + 1;
        x /= strtod(below, &end);
        ok = end != below;
    }
    if (!ok || *end != '\0' || !isfinite(x)) {
        return error_set(err, ERROR_INPUT, "--%s %s: give a number, or a fraction such as 1/6",
                         option, text);
    }
    *out = x;
    return true;
}

/* One of several words between spaces; *out is which. */
static bool read_word(const char *option, const char *text, const char *words, int *out,
                      struct error *err)
{
    size_t len = text != NULL ? strlen(text) : 0;
    int k = 0;
    for (const char *p = words; text != NULL && *p != '\0'; k++) {
        size_t n = strcspn(p, " ");
        if (n == len && strncmp(p, text, n) == 0) {
            *out = k;
            return true;
        }
        p += n + (p[n] == ' ');
    }
    return text == NULL ||
           error_set(err, ERROR_INPUT, "--%s %s: give one of %s", option, text, words);
}

static bool read_size(const char *text, struct figure *f, struct error *err)
{
    int w, h, used = 0;
    if (text == NULL) {
        return true;
    }
    if (sscanf(text, "%5dx%5d%n", &w, &h, &used) != 2 || text[used] != '\0' || w < LEAST_SIDE ||
        h < LEAST_SIDE || w > MOST_SIDE || h > MOST_SIDE) {
        return error_set(err, ERROR_INPUT, "--size %s: give WIDTHxHEIGHT in pixels, %d to %d", text,
                         LEAST_SIDE, MOST_SIDE);
    }
    f->width = w;
    f->height = h;
    return true;
}

static bool read_scale(const char *text, struct heatmap *h, struct error *err)
{
    int scale = 1;
    if (!read_int("scale", text, 1, 8, &scale, err)) {
        return false;
    }
    int64_t width = (int64_t)h->look.width * scale, height = (int64_t)h->look.height * scale;
    if (width * height > MOST_PIXELS) {
        return error_set(err, ERROR_INPUT,
                         "%lld x %lld pixels are too many; a picture has at most %d",
                         (long long)width, (long long)height, MOST_PIXELS);
    }
    h->look.width *= scale;
    h->look.height *= scale;
    h->dpi *= scale;
    return true;
}

static bool read_cmap(const char *text, struct heatmap *h, struct error *err)
{
    scoped_buf names = {0};
    if (text == NULL) {
        return true;
    }
    h->look.map = colormap_find(text);
    if (h->look.map == NULL) {
        colormap_names(&names);
        error_set(err, ERROR_INPUT, "--cmap %s: the maps are %s", text, buf_text(&names));
        return false;
    }
    return true;
}

static bool read_stage(const char *text, enum stage *out, struct error *err)
{
    scoped_buf names = {0};
    if (text == NULL || stage_of_name(text, out)) {
        return true;
    }
    for (int k = 0; k < STAGE_OTHER; k++) {
        buf_printf(&names, "%s%s", k > 0 ? ", " : "", stage_name((enum stage)k));
    }
    error_set(err, ERROR_INPUT, "--stage %s: the stages are %s", text, buf_text(&names));
    return false;
}

static bool read_step(const char *text, struct choice *c, struct error *err)
{
    char *end;
    if (text == NULL) {
        return true;
    }
    c->setup_step = *text == 's';
    long n = strtol(text + c->setup_step, &end, 10);
    if (*end != '\0' || n < 1 || n > 1000000000) {
        return error_set(err, ERROR_INPUT,
                         "--step: give a number, or s and a number for a step of the set-up");
    }
    c->step = (int)n;
    return true;
}

static bool read_choice(const struct options *o, struct choice *c, struct error *err)
{
    *c = (struct choice){.stage = STAGE_COUNT,
                         .name = o->name,
                         .batch = -1,
                         .heads = o->head,
                         .gradient = o->gradient};
    return read_stage(o->stage, &c->stage, err) && read_step(o->step, c, err) &&
           read_int("batch", o->batch, 0, 1000000000, &c->batch, err) &&
           read_int("layer", o->layer, 1, 1000000000, &c->layer, err);
}

static bool read_look(const struct options *o, struct heatmap *h, struct error *err)
{
    struct figure *f = &h->look;
    int theme = 0, annotate = 0, masks = 0, meta = META_SHORT, dpi = 144;
    *f = figure_look();
    f->wish.robust = o->robust;
    f->own_scales = o->per_head_scale;
    f->no_bar = o->no_colorbar;
    f->transparent = o->transparent;
    bool ok = read_word("theme", o->theme, "light dark", &theme, err) &&
              read_word("annot", o->annot, "auto always never", &annotate, err) &&
              read_word("mask", o->mask, "hatch grey show", &masks, err) &&
              read_word("meta", o->meta, "none short full", &meta, err) &&
              read_real("vmin", o->vmin, &f->wish.least, err) &&
              read_real("vmax", o->vmax, &f->wish.most, err) &&
              read_real("center", o->center, &f->wish.center, err) &&
              read_int("decimals", o->decimals, 0, 9, &f->decimals, err) &&
              read_int("label-every", o->label_every, 1, 1000000, &f->row.every, err) &&
              read_int("dpi", o->dpi, 1, 10000, &dpi, err);
    f->theme = (enum theme)theme;
    f->annotate = (enum annotation)annotate;
    f->masks = (enum mask_style)masks;
    f->column.every = f->row.every;
    h->meta = (enum meta)meta;
    h->dpi = dpi;
    return ok;
}

/* -o is a picture by its ending, or with --all and --steps a folder. */
static bool check_output(const struct options *o, struct error *err)
{
    bool folder = o->all || o->steps;
    if (folder && o->stage != NULL) {
        return error_set(
            err, ERROR_INPUT,
            "--%s draws a picture of each %s; leave --stage out, or leave --%s out for "
            "one picture, of %s",
            o->all ? "all" : "steps", o->all ? "stage" : "step", o->all ? "all" : "steps",
            o->stage);
    }
    if (o->describe && o->output != NULL && strcmp(o->output, "-") == 0) {
        return error_set(err, ERROR_INPUT,
                         "--describe -o -: standard output takes the picture or the words; without "
                         "-o only the words are printed");
    }
    enum picture_kind kind = o->output == NULL ? PICTURE_NONE : heatmap_kind(o->output);
    if (folder && (o->output == NULL || kind != PICTURE_NONE)) {
        return error_set(err, ERROR_INPUT, "--%s writes several pictures; give a folder with -o",
                         o->all ? "all" : "steps");
    }
    return folder || o->output == NULL || kind != PICTURE_NONE ||
           error_set(err, ERROR_INPUT, "-o %s: give a name that ends in .png or .svg, or -",
                     o->output);
}

bool heatmap_options(const struct options *o, struct heatmap *out, struct error *err)
{
    int moment[MOMENTS_MAX], moments;
    *out = (struct heatmap){.options = o};
    bool ok = (o->moments == NULL || training_moments(o->moments, moment, &moments, err)) &&
              check_output(o, err) && read_choice(o, &out->choice, err) && read_look(o, out, err) &&
              read_cmap(o->cmap, out, err) && read_size(o->size, &out->look, err) &&
              read_scale(o->scale, out, err) && heatmap_highlight_read(o->highlight, out, err);
    const struct scale_wish *w = &out->look.wish;
    if (ok && !isnan(w->least) && !isnan(w->most) && !(w->least < w->most)) {
        return error_set(err, ERROR_INPUT, "--vmin %s is not below --vmax %s", o->vmin, o->vmax);
    }
    return ok;
}
