/* Makes one picture of qkv heatmap: what of the tape becomes of the figure, what is told in the
 * file, where it is written. */
#define _POSIX_C_SOURCE 200809L
#include "cli/heatmap/heatmap_write.h"

#include "base/file.h"
#include "base/output.h"
#include "heatmap/pick/pick_figure.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum picture_kind heatmap_kind(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (strcmp(path, "-") == 0) {
        return PICTURE_PNG;
    }
    return dot == NULL || dot == path || dot[-1] == '/' ? PICTURE_NONE
           : strcasecmp(dot, ".png") == 0               ? PICTURE_PNG
           : strcasecmp(dot, ".svg") == 0               ? PICTURE_SVG
                                                        : PICTURE_NONE;
}

void heatmap_base(const char *file, struct buf *out)
{
    const char *slash = strrchr(file, '/'), *base = slash != NULL ? slash + 1 : file;
    const char *dot = strrchr(base, '.');
    base = strcmp(base, "-") == 0 ? "stdin" : base;
    buf_put(out, base, dot != NULL && dot > base ? (size_t)(dot - base) : strlen(base));
}

const char *heatmap_text(const char *given, const char *own)
{
    const char *text = given == NULL ? own : given;
    return text == NULL || *text == '\0' ? NULL : text;
}

void heatmap_fill(const struct options *o, const struct picked *p, struct figure *f, char tick[32])
{
    picked_figure(p, f, tick);
    f->title = heatmap_text(o->title, p->text);
    f->subtitle = heatmap_text(o->subtitle, p->note);
}

void notes_add(struct notes *n, const char *key, const struct buf *text)
{
    n->text[n->count] = *text;
    n->note[n->count] = (struct note){key, buf_text(&n->text[n->count])};
    n->count++;
}

void notes_add_text(struct notes *n, const char *key, const char *text)
{
    struct buf copy = {0};
    if (text != NULL) {
        buf_puts(&copy, text);
        notes_add(n, key, &copy);
    }
}

void notes_free(struct notes *n)
{
    for (int k = 0; k < n->count; k++) {
        buf_free(&n->text[k]);
    }
}

void heatmap_notes(const struct heatmap *how, const char *title, struct buf *words, struct notes *n)
{
    if (how->meta == META_NONE) {
        buf_free(words);
        return;
    }
    notes_add_text(n, "Title", title);
    notes_add_text(n, "Software", "qkv " QKV_VERSION);
    notes_add(n, "Description", words);
}

static bool encode(const struct heatmap *how, struct fonts *fonts, const struct drawing *s,
                   const struct about *about, bool svg, struct buf *out, struct error *err)
{
    const char *font = how->options->font;
    if (svg) {
        bool family = font != NULL && strchr(font, '/') == NULL;
        return svg_write(s, family ? font : "DejaVu Sans", about, out, err);
    }
    return png_drawing(s, fonts, about, out, err);
}

bool heatmap_only_words(const struct heatmap *how)
{
    return how->options->describe && how->options->output == NULL;
}

bool heatmap_write(const struct heatmap *how, struct fonts *fonts, const struct drawing *s,
                   const struct notes *notes, const char *path, struct error *err)
{
    scoped_buf data = {0};
    if (heatmap_only_words(how)) {
        return true;
    }
    const struct about about = {.dpi = how->dpi,
                                .note = notes->note,
                                .note_count = notes->count,
                                .optimize = how->options->optimize};
    return encode(how, fonts, s, &about, heatmap_kind(path) == PICTURE_SVG, &data, err) &&
           file_save(path, &data, err);
}

const char *heatmap_path(const struct heatmap *how, const char *file, const char *what,
                         struct buf *own, struct error *err)
{
    const char *path = how->options->output;
    if (path == NULL) {
        heatmap_base(file, own);
        buf_printf(own, "-%s.png", what);
        return buf_text(own);
    }
    if (strcmp(path, "-") == 0 && output_is_terminal()) {
        error_set(err, ERROR_INPUT, "-o -: a picture is nothing for a terminal; give a file");
        return NULL;
    }
    return path;
}

void heatmap_print_path(const struct heatmap *how, const char *path)
{
    if (how->options->output == NULL && !how->options->describe) {
        output_say("wrote %s", path);
    }
}

void heatmap_print_words(const struct heatmap *how, const struct buf *words)
{
    scoped_buf line = {0};
    if (how->options->describe) {
        buf_printf(&line, "%s\n", buf_text(words));
        output_text(buf_text(&line), line.len);
    }
}

void heatmap_print_boxes(const struct fonts *fonts)
{
    scoped_buf missing = {0};
    font_missing(fonts, &missing);
    if (missing.len > 0) {
        output_say("no font here has %s: drawn as boxes; install a font that has them, or give "
                   "one with --font",
                   buf_text(&missing));
    }
}
