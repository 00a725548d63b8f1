/* Writes the figures that code draws: during `qkv run` as files into the folder of --pictures;
 * those that it saves also below that of --write. */
#pragma once

#include "cli/options.h"
#include "files/door.h"
#include "heatmap/draw/font.h"
#include "lesson/lesson.h"
#include "plot/pictures.h"

struct gallery {
    struct pictures pictures; /* for the interpreter */
    const struct options *options;
    const struct lesson *lesson;
    const struct files_door *files; /* where savefig goes without --pictures */
    struct fonts *fonts;            /* NULL until the first is drawn */
    int cell;                       /* that runs */
    int shown;                      /* of this cell; in a script of all */
    int dropped;                    /* figures that nobody asked to write */
    bool silent, echo;
    bool lost;          /* one could not be written */
    struct buf lacking; /* names that were told, each between two line ends */
};

/* echo: figures count; else those that are shown are dropped without a word. */
void gallery_open(struct gallery *g, const struct options *o, const struct lesson *l,
                  const struct files_door *files, bool echo);
/* silent: what this cell draws is not asked for. */
void gallery_cell(struct gallery *g, int ordinal, bool silent);
/* A figure as the bytes of a PNG or SVG. */
bool gallery_encode(const struct chart *chart, double dpi, bool svg, struct fonts *fonts,
                    struct buf *out, struct error *err);
/* Says how many figures were not written. */
void gallery_close(struct gallery *g);
