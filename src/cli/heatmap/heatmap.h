/* Tells what the options of qkv heatmap mean. Private to src/cli. */
#pragma once

#include "cli/options.h"
#include "heatmap/draw/picture.h"
#include "heatmap/pick/pick.h"
#include "heatmap/table/figure.h"

enum meta { META_NONE, META_SHORT, META_FULL };

enum { HIGHLIGHTS_MAX = 32 };

/* A row or a column as it was named: a number or a word of the option's text; empty: all. */
struct place {
    const char *text;
    int len;
};

struct marked {
    struct place row, column, whole;
    bool seen; /* in a picture */
};

struct heatmap {
    const struct options *options;
    struct choice choice;
    struct figure look; /* all but what comes from the tape */
    struct marked marked[HIGHLIGHTS_MAX];
    int marked_count;
    struct highlight highlight[HIGHLIGHTS_MAX]; /* of `marked`, in the picture that is drawn */
    double dpi;
    enum meta meta;
};

/* ERROR_INPUT and one sentence: an option that means nothing. */
bool heatmap_options(const struct options *o, struct heatmap *out, struct error *err);

/* The labels that --labels names (a file, a line each, or a list with commas); NULL in *text when
 * there are none. Both are malloc'ed: the words lie in the text. */
bool heatmap_tokens(const struct options *o, char **text, const char ***word, int *count,
                    struct error *err);

/* --highlight. ERROR_INPUT: it says nothing. */
bool heatmap_highlight_read(const char *text, struct heatmap *h, struct error *err);
/* Its frames, in this picture. ERROR_INPUT: a row or a column that is not there, or a word that
 * stands there more than once; where a run gives several pictures, those that have it show it. */
bool heatmap_highlight(struct heatmap *h, struct figure *f, struct error *err);
/* Says what none of the pictures had. */
void heatmap_highlight_missing(const struct heatmap *h);

/* Two runs or two steps and their difference. */
int heatmap_diff(const struct options *o);
