/* Tests PNG and SVG as files: resolution, texts, palette, determinism, writing whole or not at all.
 */
#define _POSIX_C_SOURCE 200809L
#include "decode.h"

#include "base/file.h"

#include "../expect.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Suite *suite_picture(void);

static const double values[] = {0.25, 0.5, 0.75, 1, 0, NAN};
static const struct panel panel = {NULL, 2, 3, values, NULL, NULL};

START_TEST(resolution_and_texts_are_told)
{
    struct figure f = plain_figure(&panel, 1);
    struct drawn d;
    draw_figure(&f, &d);
    ck_assert_uint_eq(d.png.pixels_per_m, 5669); /* 144 dpi: 1920 pixels are 13.333 inches */
    ck_assert_str_eq(decoded_note(&d.png, "Title"), "weights & <more>");
    ck_assert_str_eq(decoded_note(&d.png, "Description"), "Gewichte für 日本");
    for (int k = 0; k < d.png.note_count; k++) {
        bool title = strcmp(d.png.note[k].key, "Title") == 0;
        ck_assert(d.png.note[k].international != title); /* ASCII is tEXt, the rest iTXt */
    }
    drawn_free(&d);
}
END_TEST

START_TEST(same_scene_same_bytes)
{
    struct figure f = plain_figure(&panel, 1);
    struct drawn a, b;
    draw_figure(&f, &a);
    draw_figure(&f, &b);
    ck_assert_uint_eq(a.bytes.len, b.bytes.len);
    ck_assert(memcmp(a.bytes.data, b.bytes.data, a.bytes.len) == 0);
    ck_assert_str_eq(buf_text(&a.svg), buf_text(&b.svg));
    drawn_free(&a);
    drawn_free(&b);
}
END_TEST

/* 256 colors fit into a palette, 257 do not; both come back as they were. */
START_TEST(pixels_come_back_as_they_were)
{
    static const int counts[] = {1, 2, 255, 256, 257, 2500};
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) {
        for (int alpha = 0; alpha < 2; alpha++) {
            for (int optimize = 0; optimize < 2; optimize++) {
                const struct about about = {.optimize = optimize != 0};
                struct canvas c = {
                    .width = 100, .height = 50, .pixel = malloc(5000 * sizeof(uint32_t))};
                struct buf bytes = {0};
                struct error err = {0};
                struct decoded d;
                for (int k = 0; k < 5000; k++) {
                    uint32_t color = (uint32_t)(k % counts[n]) * 2654435u & 0xFFFFFF;
                    c.pixel[k] =
                        color | (alpha != 0 && k / counts[n] % 2 == 1 ? 0x40000000u : 0xFF000000u);
                }
                ck_assert(png_write(&c, &about, &bytes, &err));
                decode(&bytes, &d);
                ck_assert_int_eq(d.width, 100);
                ck_assert_int_eq(d.height, 50);
                ck_assert(d.palette == (counts[n] * (alpha + 1) <= 256));
                ck_assert(memcmp(d.pixel, c.pixel, 5000 * sizeof(uint32_t)) == 0);
                ck_assert(d.alpha == (alpha != 0));
                decoded_free(&d);
                buf_free(&bytes);
                canvas_free(&c);
            }
        }
    }
}
END_TEST

/* Lines that repeat the one above are kept once: with few colors and with many. */
START_TEST(repeated_lines_come_back)
{
    static const int runs[] = {1, 2, 7, 300};
    for (size_t n = 0; n < 8; n++) {
        const struct about about = {.dpi = 0};
        struct canvas c = {.width = 30, .height = 300, .pixel = malloc(9000 * sizeof(uint32_t))};
        struct buf bytes = {0};
        struct error err = {0};
        struct decoded d;
        for (int k = 0; k < 9000; k++) {
            int line = k / 30 / runs[n % 4], kinds = n < 4 ? 40 : 8000;
            c.pixel[k] = 0xFF000000u | (uint32_t)((line * 30 + k % 30) % kinds * 2099);
        }
        ck_assert(png_write(&c, &about, &bytes, &err));
        decode(&bytes, &d);
        EXPECT(memcmp(d.pixel, c.pixel, 9000 * sizeof(uint32_t)) == 0, "case %zu", n);
        decoded_free(&d);
        buf_free(&bytes);
        canvas_free(&c);
    }
}
END_TEST

/* Of cells of one pixel another way of packing is chosen: the pixels are the same, and the file is
 * no larger than by the usual way. */
START_TEST(noise_comes_back)
{
    enum { SIDE = 500 };
    float *v = malloc(SIDE * SIDE * sizeof *v);
    uint32_t noise = 1;
    for (int k = 0; k < SIDE * SIDE; k++) {
        noise = noise * 1664525u + 1013904223u;
        v[k] = (float)(noise >> 16) / 65536;
    }
    const struct panel p = {.rows = SIDE, .columns = SIDE, .single = v};
    struct figure f = plain_figure(&p, 1);
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    const struct about about = {.dpi = 0};
    struct drawn d;
    struct canvas whole;
    struct buf usual = {0}, chosen = {0};
    draw_figure(&f, &d);
    ck_assert_int_eq(cells_item(&d.drawing, 0)->pitch, 1);
    ck_assert(paint_drawing(&d.drawing, fonts, &whole, &err));
    size_t bytes = (size_t)whole.width * (size_t)whole.height * sizeof *whole.pixel;
    ck_assert(png_write(&whole, &about, &usual, &err));
    ck_assert(png_drawing(&d.drawing, fonts, &about, &chosen, &err));
    decoded_free(&d.png);
    decode(&chosen, &d.png);
    ck_assert(memcmp(d.png.pixel, whole.pixel, bytes) == 0);
    EXPECT(chosen.len < usual.len, "%zu bytes, not below %zu", chosen.len, usual.len);
    buf_free(&usual);
    buf_free(&chosen);
    canvas_free(&whole);
    drawn_free(&d);
    fonts_close(fonts);
    free(v);
}
END_TEST

/* A matrix of side x side different values. */
static void draw_square(int side, bool transparent, struct drawn *out)
{
    double *v = malloc((size_t)(side * side) * sizeof *v);
    for (int k = 0; k < side * side; k++) {
        v[k] = (double)k / (side * side);
    }
    const struct panel p = {NULL, side, side, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    f.transparent = transparent;
    draw_figure(&f, out);
    free(v);
}

/* Painting a band at a time makes no difference, whether the colors fit into a palette or do not
 * from some line on. */
START_TEST(bands_are_seamless)
{
    static const int sides[] = {1, 6, 9, 64};
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    const struct about about = {.optimize = false};
    for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++) {
        for (int transparent = 0; transparent < 2; transparent++) {
            struct drawn d;
            struct canvas whole;
            struct buf at_once = {0}, bands = {0};
            draw_square(sides[k], transparent != 0, &d);
            ck_assert(paint_drawing(&d.drawing, fonts, &whole, &err));
            ck_assert(png_write(&whole, &about, &at_once, &err));
            ck_assert(png_drawing(&d.drawing, fonts, &about, &bands, &err));
            EXPECT(at_once.len == bands.len && memcmp(at_once.data, bands.data, bands.len) == 0,
                   "side %d, transparent %d", sides[k], transparent);
            canvas_free(&whole);
            buf_free(&at_once);
            buf_free(&bands);
            drawn_free(&d);
        }
    }
    fonts_close(fonts);
}
END_TEST

/* A palette is what makes files small: the usual pictures keep one. */
START_TEST(usual_pictures_have_a_palette)
{
    static const int sides[] = {1, 4, 6, 24, 64, 300};
    for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++) {
        struct drawn d;
        draw_square(sides[k], false, &d);
        EXPECT(d.png.palette, "side %d", sides[k]);
        drawn_free(&d);
    }
}
END_TEST

START_TEST(optimized_files_are_no_larger)
{
    struct figure f = plain_figure(&panel, 1);
    const struct about small = {.optimize = true}, plain = {.dpi = 0};
    struct error err = {0};
    struct drawing s = {0};
    struct canvas c;
    struct buf a = {0}, b = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    ck_assert(figure_draw(&f, fonts, &s, &err) && paint_drawing(&s, fonts, &c, &err));
    ck_assert(png_write(&c, &small, &a, &err) && png_write(&c, &plain, &b, &err));
    ck_assert_uint_lt(a.len, b.len);
    buf_free(&a);
    buf_free(&b);
    canvas_free(&c);
    drawing_free(&s);
    fonts_close(fonts);
}
END_TEST

/* --- SVG --- */

static int count_of(const char *text, const char *what)
{
    int n = 0;
    for (const char *p = strstr(text, what); p != NULL; p = strstr(p + 1, what)) {
        n++;
    }
    return n;
}

START_TEST(svg_has_the_same_cells)
{
    struct figure f = plain_figure(&panel, 1);
    struct drawn d;
    draw_figure(&f, &d);
    const char *svg = buf_text(&d.svg);
    const struct item *cells = cells_item(&d.drawing, 0);
    int side = cells->pitch - cells->gap;
    for (int k = 0; k < 5; k++) {
        char rect[200];
        struct rgb c = d.drawing.map[colormap_index(values[k], 0, 1)];
        snprintf(rect, sizeof rect,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\"/>",
                 cells->x + k % 3 * cells->pitch, cells->y + k / 3 * cells->pitch, side, side, c.r,
                 c.g, c.b);
        EXPECT(strstr(svg, rect) != NULL, "%s is not in the SVG", rect);
    }
    ck_assert_int_ge(count_of(svg, "url(#nan-"), 2); /* the cell and the legend */
    ck_assert_ptr_nonnull(strstr(svg, "<title>weights &amp; &lt;more&gt;</title>"));
    ck_assert_ptr_nonnull(strstr(svg, "<desc>Gewichte für 日本</desc>"));
    ck_assert_ptr_nonnull(strstr(svg, "query</text>"));
    drawn_free(&d);
}
END_TEST

START_TEST(large_tables_are_an_image_in_svg)
{
    double *v = calloc(100 * 100, sizeof *v);
    const struct panel p = {NULL, 100, 100, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    draw_figure(&f, &d);
    ck_assert_int_eq(count_of(buf_text(&d.svg), "<image"), 2); /* the color bar is the other */
    EXPECT(count_of(buf_text(&d.svg), "<rect") < 100, "%d rectangles",
           count_of(buf_text(&d.svg), "<rect"));
    drawn_free(&d);
    free(v);
}
END_TEST

/* What another program makes of the SVG; false: it is not here. */
static bool rendered(const struct buf *svg, struct decoded *out)
{
    char folder[] = "/tmp/qkv-svg-XXXXXX", command[200], path[64];
    struct buf png = {0};
    if (system("command -v rsvg-convert >/dev/null") != 0) {
        return false;
    }
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.svg", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(svg->data, 1, svg->len, file), svg->len);
    fclose(file);
    snprintf(command, sizeof command, "rsvg-convert %s", path);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(pipe);
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) {
        buf_putc(&png, (char)c);
    }
    ck_assert_int_eq(pclose(pipe), 0);
    decode(&png, out);
    buf_free(&png);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    return true;
}

/* As rectangles and as an image, every pixel of the cells is the PNG's. */
START_TEST(svg_renders_the_pixels_of_the_png)
{
    static const int sides[] = {2, 6, 64, 100, 1024};
    int side = sides[_i];
    double *v = malloc((size_t)(side * side) * sizeof *v);
    for (int k = 0; k < side * side; k++) {
        v[k] = (double)(k * 37 % 101) / 100;
    }
    const struct panel p = {NULL, side, side, v, NULL, NULL};
    struct figure f = plain_figure(&p, 1);
    struct drawn d;
    struct decoded other;
    f.annotate = ANNOT_NEVER;
    f.theme = side > 64 ? THEME_DARK : THEME_LIGHT;
    draw_figure(&f, &d);
    if (rendered(&d.svg, &other)) {
        ck_assert_int_eq(other.width, d.png.width);
        ck_assert_int_eq(other.height, d.png.height);
        const struct item *cells = cells_item(&d.drawing, 0);
        for (int y = cells->y; y < cells->y + cells->h; y++) {
            for (int x = cells->x; x < cells->x + cells->w; x++) {
                uint32_t want = decoded_at(&d.png, x, y), got = decoded_at(&other, x, y);
                EXPECT(got == want, "%d x %d, pixel %d, %d: %08x, not %08x", side, side, x, y, got,
                       want);
            }
        }
        decoded_free(&other);
    }
    drawn_free(&d);
    free(v);
}
END_TEST

/* --- files --- */

static void put_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static int files_in(const char *folder)
{
    char command[200], line[20];
    snprintf(command, sizeof command, "ls -A %s | wc -l", folder);
    FILE *pipe = popen(command, "r");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, pipe));
    pclose(pipe);
    return atoi(line);
}

START_TEST(files_are_written_whole_or_not_at_all)
{
    char folder[] = "/tmp/qkv-picture-XXXXXX", path[64], under[80], command[80];
    struct buf data = {0};
    struct error err = {0};
    struct stat s;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.png", folder);
    buf_puts(&data, "new content");
    put_text(path, "old");
    ck_assert(file_save(path, &data, &err));
    ck_assert_int_eq(files_in(folder), 1);
    ck_assert(stat(path, &s) == 0 && s.st_size == 11);
    mode_t mask = umask(0);
    umask(mask);
    ck_assert_uint_eq(s.st_mode & 0777, 0666 & ~mask);
    snprintf(under, sizeof under, "%s/none/a.png", folder);
    ck_assert(!file_save(under, &data, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "No such file"));
    error_clear(&err);
    ck_assert(!file_save("/dev/full", &data, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "No space left"));
    error_clear(&err);
    ck_assert(!file_save(folder, &data, &err)); /* a folder; nothing is left beside it */
    ck_assert_int_eq(files_in(folder), 1);
    snprintf(command, sizeof command, "test $(ls -d %s* | wc -l) -eq 1", folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    buf_free(&data);
}
END_TEST

/* --- fonts --- */

START_TEST(fonts_measure_what_they_draw)
{
    struct error err = {0};
    struct fonts *f = fonts_open(NULL, &err);
    int ten = font_width(f, 40, false, "0000000000"), one = font_width(f, 40, false, "0");
    ck_assert_int_ge(ten, one * 10 - 10);
    ck_assert_int_le(ten, one * 10);
    ck_assert_int_eq(font_width(f, 40, false, ""), 0);
    ck_assert_int_gt(font_width(f, 40, true, "bold"), font_width(f, 40, false, "bold"));
    EXPECT(font_width(f, 100, false, "0") == 64, "%d", font_width(f, 100, false, "0"));
    EXPECT(font_capital(f, 100, false) == 73, "%d", font_capital(f, 100, false));
    ck_assert_int_gt(font_width(f, 40, false, "\U0010FFFD"), 10); /* no font has it: a box */
    ck_assert_int_gt(font_width(f, 40, false, "\xff\xfe"), 10);   /* no UTF-8 at all */
    fonts_close(f);
}
END_TEST

START_TEST(a_family_is_opened_by_its_name)
{
    struct error err = {0};
    struct fonts *usual = fonts_open(NULL, &err), *named = fonts_open("DejaVu Sans", &err),
                 *other = fonts_open("DejaVu Sans Mono", &err);
    ck_assert(usual != NULL && named != NULL && other != NULL);
    for (int bold = 0; bold < 2; bold++) {
        ck_assert_int_eq(font_width(named, 100, bold != 0, "mil"),
                         font_width(usual, 100, bold != 0, "mil"));
        ck_assert_int_eq(font_width(other, 100, bold != 0, "mil"),
                         font_width(other, 100, bold != 0, "iii"));
    }
    ck_assert_int_ne(font_width(named, 100, true, "mil"), font_width(named, 100, false, "mil"));
    fonts_close(usual);
    fonts_close(named);
    fonts_close(other);
}
END_TEST

START_TEST(a_missing_font_is_told)
{
    struct error err = {0};
    ck_assert_ptr_null(fonts_open("No Such Font", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "--font No Such Font: there is no such font"));
    error_clear(&err);
    ck_assert_ptr_null(fonts_open("/etc/passwd", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "that is no font file"));
    error_clear(&err);
    char path[] = "/tmp/qkv-fonts-XXXXXX"; /* a system without any font */
    int file = mkstemp(path);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(close(file), 0);
    put_text(path, "<?xml version=\"1.0\"?><fontconfig></fontconfig>\n");
    ck_assert_int_eq(setenv("FONTCONFIG_FILE", path, 1), 0);
    ck_assert_ptr_null(fonts_open("DejaVu Sans", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "install fonts-dejavu-core"));
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(unsetenv("FONTCONFIG_FILE"), 0);
}
END_TEST

Suite *suite_picture(void)
{
    Suite *s = suite_create("picture");
    TCase *t = tcase_create("picture");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, resolution_and_texts_are_told);
    tcase_add_test(t, same_scene_same_bytes);
    tcase_add_test(t, pixels_come_back_as_they_were);
    tcase_add_test(t, repeated_lines_come_back);
    tcase_add_test(t, noise_comes_back);
    tcase_add_test(t, bands_are_seamless);
    tcase_add_test(t, usual_pictures_have_a_palette);
    tcase_add_test(t, optimized_files_are_no_larger);
    tcase_add_test(t, svg_has_the_same_cells);
    tcase_add_test(t, large_tables_are_an_image_in_svg);
    tcase_add_loop_test(t, svg_renders_the_pixels_of_the_png, 0, 5);
    tcase_add_test(t, files_are_written_whole_or_not_at_all);
    tcase_add_test(t, fonts_measure_what_they_draw);
    tcase_add_test(t, a_family_is_opened_by_its_name);
    tcase_add_test(t, a_missing_font_is_told);
    suite_add_tcase(s, t);
    return s;
}
