/* The figures that code draws during `qkv run`: as files into the folder of --pictures. */
#ifndef QKV_CLI_GALLERY_H
#define QKV_CLI_GALLERY_H

#include "cli/options.h"
#include "heatmap/font.h"
#include "lesson/lesson.h"
#include "plot/pictures.h"

struct gallery {
    struct pictures pictures; /* for the interpreter */
    const struct options *options;
    const struct lesson *lesson;
    struct fonts *fonts; /* NULL until the first is drawn */
    int cell;            /* that runs */
    int shown;           /* of this cell; in a script of all */
    int dropped;         /* figures that nobody asked to write */
    bool silent;
    struct buf lacking; /* names that were told, each between two line ends */
};

/* echo: figures count; else they are dropped without a word. */
void gallery_open(struct gallery *g, const struct options *o, const struct lesson *l, bool echo);
/* silent: what this cell draws is not asked for. */
void gallery_cell(struct gallery *g, int ordinal, bool silent);
/* Says how many figures were not written. */
void gallery_close(struct gallery *g);

#endif
