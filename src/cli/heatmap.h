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

/* --- what is told in a file (heatmap_write.c) --- */

enum { NOTES_MAX = 12 };

struct notes {
    struct note note[NOTES_MAX];
    struct buf text[NOTES_MAX];
    int count;
};

void notes_add(struct notes *n, const char *key, const struct buf *text); /* takes the text over */
void notes_add_text(struct notes *n, const char *key, const char *text);  /* NULL: nothing */
void notes_free(struct notes *n);
/* Title, program and description, unless --meta none. Takes the words over. */
void heatmap_notes(const struct heatmap *how, const char *title, struct buf *words,
                   struct notes *n);

/* --- one picture (heatmap_write.c) --- */

/* The scene as a file, PNG or SVG by its name. */
bool heatmap_write(const struct heatmap *how, struct fonts *fonts, const struct scene *s,
                   const struct notes *notes, const char *path, struct error *err);
/* The path of -o; without it a name made of the file's and `what`, in *own. NULL: a terminal. */
const char *heatmap_path(const struct heatmap *how, const char *file, const char *what,
                         struct buf *own, struct error *err);
void heatmap_tell_path(const struct heatmap *how, const char *path);
/* For --describe: to standard error when the picture itself goes to standard output. */
void heatmap_tell_words(const struct heatmap *how, const struct buf *words, const char *path);
/* Says which characters are drawn as boxes. */
void heatmap_tell_boxes(const struct fonts *fonts);
/* A file's name without folders and ending. */
void heatmap_base(const char *file, struct buf *out);
/* ERROR_INPUT: a row or a column that is not there. */
bool heatmap_check_highlights(const struct figure *f, struct error *err);
/* Everything about the figure that comes from the tape. tick has room for the name of a mark. */
void heatmap_fill(const struct options *o, const struct picked *p, struct figure *f, char tick[32]);
/* By the ending of its name; "-" is a PNG. */
enum picture_kind { PICTURE_NONE, PICTURE_PNG, PICTURE_SVG };
enum picture_kind heatmap_kind(const char *path);
const char *heatmap_text(const char *given, const char *own); /* '' is none */

/* --- two runs or two steps and their difference (heatmap_diff.c) --- */

int heatmap_diff(const struct options *o);

#endif
