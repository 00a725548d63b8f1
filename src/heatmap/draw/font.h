/* Tells how wide a text is, and gives its pixels. FreeType is included here and in stroke.c alone.
 *
 * One family in regular and bold; a character that it lacks comes from whatever font of the system
 * has it, and one that no font has is drawn as a box. Nothing is hinted, so that a text has the
 * same form at every size. Letters stand one after the other with kerning: scripts that join or
 * reorder their letters are not shaped. */
#pragma once

#include "base/buf.h"
#include "base/error.h"

#include <stdint.h>

struct fonts;

/* family: a name that fontconfig knows, the path of a font file, or NULL for DejaVu Sans. NULL with
 * ERROR_INPUT and one sentence: no such font, none at all (and which package has one). */
struct fonts *fonts_open(const char *family, struct error *err);
void fonts_close(struct fonts *f);
/* The characters of all texts so far that no font has, between spaces. */
void font_missing(const struct fonts *f, struct buf *out);

/* In pixels, `size` being pixels per em: how far the text goes, how high a capital letter is. */
int font_width(struct fonts *f, int size, bool bold, const char *text);
int font_capital(struct fonts *f, int size, bool bold);

/* The text with its baseline at y = 0 and starting at x = 0, y downwards: a call of `row` for every
 * row of every glyph with how much of each pixel is covered. */
struct font_sink {
    void *self;
    void (*row)(void *self, int x, int y, int count, const uint8_t *coverage);
};
void font_draw(struct fonts *f, int size, bool bold, const char *text,
               const struct font_sink *sink);
/* The same, turned counterclockwise around its beginning by so many degrees. */
void font_draw_turned(struct fonts *f, int size, bool bold, double angle, const char *text,
                      const struct font_sink *sink);
/* FreeType's FT_Library, for stroke.c. */
void *font_library(const struct fonts *f);
