/* Opens the fonts of a picture, and measures their glyphs. */
#define _POSIX_C_SOURCE 200809L
#include "heatmap/draw/font.h"

#include "base/utf8.h"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_FACES = 12, MAX_MISSING = 64, PIXEL = 64 };

struct face {
    FT_Face ft;
    int size; /* that it is set to */
};

struct fonts {
    FT_Library library;
    FcConfig *config; /* NULL until it is needed: reading it takes as long as drawing a picture */
    struct face face[MAX_FACES]; /* regular, bold, and those that have what these lack */
    int count;
    uint32_t missing[MAX_MISSING]; /* characters that no font has */
    int missing_count;
};

/* Where systems keep DejaVu Sans: found there, fontconfig need not be asked. */
static const char *const usual[][2] = {
    {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
     "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"},
    {"/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
     "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans-Bold.ttf"},
    {"/usr/share/fonts/TTF/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans-Bold.ttf"},
};

/* --- opening --- */

static bool add_face(struct fonts *f, const char *path, int index)
{
    FT_Face ft;
    if (f->count == MAX_FACES || FT_New_Face(f->library, path, index, &ft) != 0) {
        return false;
    }
    if (!FT_IS_SCALABLE(ft)) {
        FT_Done_Face(ft);
        return false;
    }
    f->face[f->count++] = (struct face){.ft = ft};
    return true;
}

static bool configure(struct fonts *f)
{
    if (f->config == NULL) {
        f->config = FcInitLoadConfigAndFonts();
    }
    return f->config != NULL;
}

/* The font that fontconfig finds nearest. c: a character that it should have, or 0. */
static FcPattern *match(struct fonts *f, const char *family, bool bold, uint32_t c)
{
    FcPattern *wish = FcPatternCreate(), *found = NULL;
    FcCharSet *letters = FcCharSetCreate();
    FcResult result;
    if (wish != NULL && letters != NULL && configure(f)) {
        FcPatternAddString(wish, FC_FAMILY, (const FcChar8 *)family);
        FcPatternAddBool(wish, FC_SCALABLE, FcTrue);
        FcPatternAddInteger(wish, FC_WEIGHT, bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
        if (c != 0) {
            FcCharSetAddChar(letters, c);
            FcPatternAddCharSet(wish, FC_CHARSET, letters);
        }
        FcConfigSubstitute(f->config, wish, FcMatchPattern);
        FcDefaultSubstitute(wish);
        found = FcFontMatch(f->config, wish, &result);
    }
    if (letters != NULL) {
        FcCharSetDestroy(letters);
    }
    if (wish != NULL) {
        FcPatternDestroy(wish);
    }
    return found;
}

static bool is_called(FcPattern *found, const char *family)
{
    FcChar8 *name;
    for (int k = 0; FcPatternGetString(found, FC_FAMILY, k, &name) == FcResultMatch; k++) {
        if (strcasecmp((const char *)name, family) == 0) {
            return true;
        }
    }
    return false;
}

static bool add_match(struct fonts *f, FcPattern *found)
{
    FcChar8 *path;
    int index = 0;
    FcPatternGetInteger(found, FC_INDEX, 0, &index);
    return FcPatternGetString(found, FC_FILE, 0, &path) == FcResultMatch &&
           add_face(f, (const char *)path, index);
}

static bool no_font(struct error *err)
{
    return error_set(
        err, ERROR_INPUT,
        "no font was found; install fonts-dejavu-core (Fedora: dejavu-sans-fonts, Arch: "
        "ttf-dejavu, Homebrew: font-dejavu), or give a font file with --font");
}

static bool open_family(struct fonts *f, const char *family, bool asked, struct error *err)
{
    for (int bold = 0; bold < 2; bold++) {
        FcPattern *found = match(f, family, bold != 0, 0);
        bool right = found != NULL && (!asked || is_called(found, family));
        bool ok = right && add_match(f, found);
        if (found != NULL) {
            FcPatternDestroy(found);
        }
        if (found != NULL && !right) {
            return error_set(err, ERROR_INPUT,
                             "--font %s: there is no such font; fc-list : family "
                             "lists those there are",
                             family);
        }
        if (!ok) {
            return no_font(err);
        }
    }
    return true;
}

static bool open_faces(struct fonts *f, const char *family, struct error *err)
{
    if (family != NULL && strchr(family, '/') != NULL) {
        return (add_face(f, family, 0) && add_face(f, family, 0)) ||
               error_set(err, ERROR_INPUT, "--font %s: that is no font file", family);
    }
    for (size_t k = 0; family == NULL && k < sizeof usual / sizeof usual[0]; k++) {
        if (add_face(f, usual[k][0], 0)) {
            return add_face(f, usual[k][1], 0) || add_face(f, usual[k][0], 0);
        }
    }
    return open_family(f, family != NULL ? family : "DejaVu Sans", family != NULL, err);
}

struct fonts *fonts_open(const char *family, struct error *err)
{
    struct fonts *f = calloc(1, sizeof *f);
    if (f == NULL || FT_Init_FreeType(&f->library) != 0) {
        free(f);
        error_memory(err);
        return NULL;
    }
    if (!open_faces(f, family, err)) {
        fonts_close(f);
        return NULL;
    }
    return f;
}

void fonts_close(struct fonts *f)
{
    if (f == NULL) {
        return;
    }
    for (int k = 0; k < f->count; k++) {
        FT_Done_Face(f->face[k].ft);
    }
    FT_Done_FreeType(f->library);
    if (f->config != NULL) {
        FcConfigDestroy(f->config);
    }
    free(f);
}

/* --- characters --- */

static bool known_missing(const struct fonts *f, uint32_t c)
{
    for (int k = 0; k < f->missing_count; k++) {
        if (f->missing[k] == c) {
            return true;
        }
    }
    return false;
}

/* The face that has the character, and which glyph it is; NULL: none has. */
static struct face *face_of(struct fonts *f, bool bold, uint32_t c, FT_UInt *glyph)
{
    for (int k = -1; k < f->count; k++) { /* the wanted weight first, then all in order */
        struct face *face = &f->face[k < 0 ? bold : k];
        *glyph = FT_Get_Char_Index(face->ft, c);
        if (*glyph != 0) {
            return face;
        }
    }
    if (known_missing(f, c)) {
        return NULL;
    }
    FcPattern *found = match(f, "sans-serif", bold, c);
    int before = f->count;
    if (found != NULL) {
        add_match(f, found);
        FcPatternDestroy(found);
    }
    if (f->count > before) {
        *glyph = FT_Get_Char_Index(f->face[before].ft, c);
        if (*glyph != 0) {
            return &f->face[before];
        }
        FT_Done_Face(f->face[--f->count].ft);
    }
    if (f->missing_count < MAX_MISSING) {
        f->missing[f->missing_count++] = c;
    }
    return NULL;
}

void font_missing(const struct fonts *f, struct buf *out)
{
    for (int k = 0; k < f->missing_count; k++) {
        char bytes[4];
        buf_put(out, " ", k > 0);
        buf_put(out, bytes, utf8_write(f->missing[k], bytes));
    }
    if (f->missing_count == MAX_MISSING) {
        buf_puts(out, " \u2026");
    }
}

static void set_size(struct face *face, int size)
{
    if (face->size != size) {
        FT_Set_Pixel_Sizes(face->ft, 0, (FT_UInt)size);
        face->size = size;
    }
}

/* A text on its way from left to right. */
struct pen {
    struct fonts *fonts;
    int size;
    bool bold;
    const char *rest;
    size_t left;
    FT_Pos x; /* in 64ths of a pixel */
    struct face *face;
    FT_UInt glyph; /* the one before, for kerning */
};

/* Goes on by one character, up to where it starts; its width is in *advance. False: the end. */
static bool pen_next(struct pen *pen, uint32_t *c, FT_Pos *advance)
{
    FT_UInt glyph;
    FT_Vector kern;
    size_t bytes = utf8_decode(pen->rest, pen->left, c);
    if (bytes == 0) {
        return false;
    }
    pen->rest += bytes;
    pen->left -= bytes;
    struct face *face = face_of(pen->fonts, pen->bold, *c, &glyph);
    if (face == NULL) {
        pen->face = NULL;
        *advance = utf8_width(*c) * (FT_Pos)pen->size * PIXEL * 5 / 9;
        return true;
    }
    set_size(face, pen->size);
    if (face == pen->face &&
        FT_Get_Kerning(face->ft, pen->glyph, glyph, FT_KERNING_UNFITTED, &kern) == 0) {
        pen->x += kern.x;
    }
    pen->face = face;
    pen->glyph = glyph;
    *advance = 0;
    if (FT_Load_Glyph(face->ft, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) == 0) {
        *advance = face->ft->glyph->advance.x;
    }
    return true;
}

static struct pen pen_start(struct fonts *f, int size, bool bold, const char *text)
{
    return (struct pen){.fonts = f, .size = size, .bold = bold, .rest = text, .left = strlen(text)};
}

int font_width(struct fonts *f, int size, bool bold, const char *text)
{
    struct pen pen = pen_start(f, size, bold, text);
    uint32_t c;
    FT_Pos advance;
    while (pen_next(&pen, &c, &advance)) {
        pen.x += advance;
    }
    return (int)((pen.x + PIXEL - 1) / PIXEL);
}

int font_capital(struct fonts *f, int size, bool bold)
{
    FT_Face ft = f->face[bold].ft;
    const TT_OS2 *os2 = FT_Get_Sfnt_Table(ft, FT_SFNT_OS2);
    FT_Pos height = ft->ascender * 3 / 4;
    if (os2 != NULL && os2->version >= 2 && os2->version != 0xFFFF && os2->sCapHeight > 0) {
        height = os2->sCapHeight;
    } else if (FT_Load_Char(ft, 'H', FT_LOAD_NO_SCALE) == 0) {
        height = ft->glyph->metrics.horiBearingY;
    }
    return (int)((height * size + ft->units_per_EM / 2) / ft->units_per_EM);
}

/* --- pixels --- */

static void draw_box(const struct pen *pen, FT_Pos advance, const struct font_sink *sink)
{
    int x = (int)(pen->x / PIXEL) + 1, w = (int)(advance / PIXEL) - 2;
    int h = pen->size * 7 / 10, thick = pen->size / 18 > 0 ? pen->size / 18 : 1;
    for (int y = 0; y < h && w > 0; y++) {
        bool edge = y < thick || y >= h - thick;
        for (int k = 0; k < w; k++) {
            uint8_t covered = edge || k < thick || k >= w - thick ? 255 : 0;
            if (covered != 0) {
                sink->row(sink->self, x + k, y - h, 1, &covered);
            }
        }
    }
}

/* turn: of the whole text around its beginning; NULL: it reads across. */
static void draw_glyph(const struct pen *pen, const FT_Matrix *turn, const struct font_sink *sink)
{
    FT_GlyphSlot slot = pen->face->ft->glyph;
    FT_Vector at = {pen->x, 0};
    if (slot->format != FT_GLYPH_FORMAT_OUTLINE) {
        return;
    }
    if (turn != NULL) {
        FT_Vector_Transform(&at, turn);
        FT_Outline_Transform(&slot->outline, turn);
    }
    FT_Pos whole = at.x >> 6, up = at.y >> 6;
    FT_Outline_Translate(&slot->outline, at.x - whole * PIXEL, at.y - up * PIXEL);
    if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) != 0) {
        return;
    }
    for (unsigned y = 0; y < slot->bitmap.rows; y++) {
        sink->row(sink->self, (int)whole + slot->bitmap_left, (int)y - slot->bitmap_top - (int)up,
                  (int)slot->bitmap.width, slot->bitmap.buffer + (ptrdiff_t)y * slot->bitmap.pitch);
    }
}

static void draw(struct fonts *f, int size, bool bold, const FT_Matrix *turn, const char *text,
                 const struct font_sink *sink)
{
    struct pen pen = pen_start(f, size, bold, text);
    uint32_t c;
    FT_Pos advance;
    while (pen_next(&pen, &c, &advance)) {
        if (pen.face != NULL) {
            draw_glyph(&pen, turn, sink);
        } else if (advance > 0) {
            draw_box(&pen, advance, sink);
        }
        pen.x += advance;
    }
}

void font_draw(struct fonts *f, int size, bool bold, const char *text, const struct font_sink *sink)
{
    draw(f, size, bold, NULL, text, sink);
}

void font_draw_turned(struct fonts *f, int size, bool bold, double angle, const char *text,
                      const struct font_sink *sink)
{
    double radians = angle * acos(-1.0) / 180;
    FT_Fixed c = lround(cos(radians) * 65536), s = lround(sin(radians) * 65536);
    FT_Matrix turn = {c, -s, s, c};
    draw(f, size, bold, &turn, text, sink);
}

void *font_library(const struct fonts *f)
{
    return f->library;
}
