/* What the options of qkv heatmap mean. Private to src/cli. */
#ifndef QKV_CLI_HEATMAP_H
#define QKV_CLI_HEATMAP_H

#include "cli/options.h"
#include "heatmap/figure.h"
#include "heatmap/pick.h"
#include "heatmap/picture.h"

enum meta { META_NONE, META_SHORT, META_FULL };

enum { HIGHLIGHTS_MAX = 32 };

struct heatmap {
    const struct options *options;
    struct choice choice;
    struct figure look; /* all but what comes from the tape */
    struct highlight highlight[HIGHLIGHTS_MAX];
    double dpi;
    enum meta meta;
    bool has_cmap;
};

/* ERROR_INPUT and one sentence: an option that means nothing. */
bool heatmap_options(const struct options *o, struct heatmap *out, struct error *err);

/* The labels that --labels names (a file, a line each, or a list with commas); NULL in *text when
 * there are none. Both are malloc'ed: the words lie in the text. */
bool heatmap_tokens(const struct options *o, char **text, const char ***word, int *count,
                    struct error *err);

/* ERROR_INPUT: a row or a column that is not there. */
bool heatmap_check_highlights(const struct figure *f, struct error *err);

/* Two runs or two steps and their difference. */
int heatmap_diff(const struct options *o);

#endif
