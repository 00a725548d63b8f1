/* Writes the figures that code draws as pictures. Names that would leave the folder, or go through
 * a link, are refused with a sentence; the run goes on. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/gallery.h"

#include "base/file.h"
#include "base/output.h"
#include "base/text.h"
#include "heatmap/chart/chart_draw.h"
#include "heatmap/draw/picture.h"
#include "trace/tape/location.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Makes the folders of a path. Behind `own`, which the user named, a link among them is refused. */
static bool make_folders(char *path, size_t own, struct error *err)
{
    struct stat at;
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        bool named = (size_t)(slash - path) <= own;
        *slash = '\0';
        bool ok = mkdir(path, 0777) == 0 || errno == EEXIST;
        int why = errno;
        ok = ok && (named ? stat(path, &at) : lstat(path, &at)) == 0;
        if (!ok || !S_ISDIR(at.st_mode)) {
            error_set(err, ERROR_INPUT, "%s: %s", path,
                      ok ? "that is no folder, so nothing is written below it" : strerror(why));
        }
        *slash = '/';
        if (!ok || !S_ISDIR(at.st_mode)) {
            return false;
        }
    }
    return true;
}

/* Whether a name that code gives stays below a folder. */
static bool stays_below(const char *name)
{
    for (const char *p = name; p != NULL; p = strchr(p, '/')) {
        p += *p == '/';
        if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || p[2] == '\0')) {
            return false;
        }
    }
    return *name != '/' && *name != '\0' && *name != '~';
}

/* The file of a figure. *other: it was asked for in a format that is not written. */
static bool path_of(struct gallery *g, const char *name, struct buf *out, bool *other,
                    struct error *err)
{
    const char *folder = g->options->pictures;
    if (folder != NULL) { /* the door of --write puts its own in front */
        buf_printf(out, "%s/", folder);
    }
    if (name == NULL) {
        g->shown++;
        if (g->lesson->format == LESSON_PYTHON) {
            buf_printf(out, "figure-%d.png", g->shown);
        } else {
            buf_printf(out, "cell-%02d-%d.png", g->cell, g->shown);
        }
        return true;
    }
    if (!stays_below(name)) {
        return error_set(err, ERROR_INPUT,
                         "savefig(\"%s\"): a picture is written below %s only; give a name without "
                         ".. and without a / in front",
                         name, folder != NULL ? folder : g->files->writes);
    }
    const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
    const char *dot = strrchr(base, '.');
    bool known = text_ends(name, ".png") || text_ends(name, ".svg");
    *other = !known && dot != NULL && dot > base;
    buf_put(out, name, *other ? (size_t)(dot - name) : strlen(name));
    buf_puts(out, known ? "" : ".png");
    return true;
}

bool gallery_encode(const struct chart *chart, double dpi, bool svg, struct fonts *fonts,
                    struct buf *out, struct error *err)
{
    scoped_drawing drawing = {0};
    const struct note note = {"Software", "qkv " QKV_VERSION};
    const struct about about = {.dpi = dpi, .note = &note, .note_count = 1};
    return chart_draw(chart, dpi, fonts, &drawing, err) &&
           (svg ? svg_write(&drawing, "DejaVu Sans", &about, out, err)
                : png_drawing(&drawing, fonts, &about, out, err));
}

static bool write_figure(struct gallery *g, const struct chart *chart, const char *name,
                         struct error *err)
{
    scoped_buf path = {0}, data = {0};
    bool other = false;
    const char *folder = g->options->pictures;
    double dpi = name != NULL && chart->dpi > 0 ? chart->dpi : CHART_DPI;
    if (g->fonts == NULL) {
        g->fonts = fonts_open(NULL, err);
    }
    bool ok = g->fonts != NULL && path_of(g, name, &path, &other, err) &&
              (folder == NULL || make_folders(path.data, strlen(folder), err)) &&
              gallery_encode(chart, dpi, text_ends(buf_text(&path), ".svg"), g->fonts, &data, err);
    ok = ok && (folder != NULL ? file_save(buf_text(&path), &data, err)
                               : g->files->write(g->files->self, buf_text(&path), true,
                                                 buf_text(&data), data.len, err));
    if (ok && other) {
        output_say("savefig(\"%s\"): written as %s; qkv writes PNG and SVG", name, buf_text(&path));
    }
    return ok;
}

static void show(void *self, struct chart *chart, const char *name)
{
    struct gallery *g = self;
    struct error err = {0};
    bool saved = name != NULL && g->options->pictures == NULL && g->files->writes != NULL;
    if (!saved && (g->options->pictures == NULL || g->silent)) {
        g->dropped += !g->silent && g->echo;
    } else if (!write_figure(g, chart, name, &err)) {
        output_say("%s", err.text);
        g->lost = true;
    }
    chart_read_free(chart);
}

static void lacking(void *self, const char *name, const struct span *at)
{
    struct gallery *g = self;
    scoped_buf line = {0};
    buf_printf(&line, "\n%s\n", name);
    if (g->lacking.len == 0 || strstr(buf_text(&g->lacking), buf_text(&line)) == NULL) {
        buf_puts(&g->lacking, buf_text(&line));
        output_say("%s, line %d: %s is not drawn", at != NULL ? at->source->file : g->lesson->file,
                   at != NULL ? location_of(at).line : 0, name);
    }
}

void gallery_open(struct gallery *g, const struct options *o, const struct lesson *l,
                  const struct files_door *files, bool echo)
{
    *g = (struct gallery){.options = o, .lesson = l, .files = files, .echo = echo};
    g->pictures.self = g;
    g->pictures.notebook = l->format != LESSON_PYTHON;
    g->pictures.show = echo || files->writes != NULL ? show : NULL;
    g->pictures.lacking = echo ? lacking : NULL;
}

void gallery_cell(struct gallery *g, int ordinal, bool silent)
{
    g->silent = silent;
    g->cell = ordinal;
    g->shown = g->lesson->format == LESSON_PYTHON ? g->shown : 0;
}

void gallery_close(struct gallery *g)
{
    if (g->dropped > 0) {
        output_say("%s draws %d figure%s; --pictures DIR writes %s", g->lesson->file, g->dropped,
                   g->dropped == 1 ? "" : "s", g->dropped == 1 ? "it" : "them");
    }
    fonts_close(g->fonts);
    buf_free(&g->lacking);
}
