/* Writes how far each character of DejaVu Sans goes, as a table in C: a page draws texts with the
 * browser's own fonts, and only has to know their widths. Built and run where the page is built. */
#include "heatmap/draw/font.h"

#include <stdio.h>

enum { EM = 2048 };

static const struct {
    int first, last;
} range[] = {{0x20, 0x17f},    {0x391, 0x3c9},   {0x2010, 0x2027},
             {0x2070, 0x209c}, {0x2190, 0x2199}, {0x2200, 0x2265}};

int main(void)
{
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    if (fonts == NULL) {
        fprintf(stderr, "advances: %s\n", err.text);
        return 1;
    }
    for (size_t k = 0; k < sizeof range / sizeof range[0]; k++) {
        for (int c = range[k].first; c <= range[k].last; c++) {
            struct buf text = {0};
            buf_codepoint(&text, (uint32_t)c);
            printf("{0x%04x, {%d, %d}},\n", (unsigned)c,
                   font_width(fonts, EM, false, buf_text(&text)),
                   font_width(fonts, EM, true, buf_text(&text)));
            buf_free(&text);
        }
    }
    printf("{0, {%d, %d}},\n", font_capital(fonts, EM, false), font_capital(fonts, EM, true));
    fonts_close(fonts);
    return 0;
}
