/* Writes one picture as a file, and tells what is in it. */
#pragma once

#include "cli/heatmap/heatmap.h"

enum { NOTES_MAX = 12 };

struct notes {
    struct note note[NOTES_MAX];
    struct buf text[NOTES_MAX];
    int count;
};

void notes_add(struct notes *n, const char *key, const struct buf *text); /* takes the text over */
void notes_add_text(struct notes *n, const char *key, const char *text);  /* NULL: nothing */
void notes_free(struct notes *n);
#define scoped_notes __attribute__((cleanup(notes_free))) struct notes /* of a block */
/* Title, program and description, unless --meta none. Takes the words over. */
void heatmap_notes(const struct heatmap *how, const char *title, struct buf *words,
                   struct notes *n);

/* The drawing as a file, PNG or SVG by its name; nothing where words are all that is wanted. */
bool heatmap_write(const struct heatmap *how, struct fonts *fonts, const struct drawing *s,
                   const struct notes *notes, const char *path, struct error *err);
/* The path of -o; without it a name made of the file's and `what`, in *own. NULL: a terminal. */
const char *heatmap_path(const struct heatmap *how, const char *file, const char *what,
                         struct buf *own, struct error *err);
void heatmap_print_path(const struct heatmap *how, const char *path);
/* For --describe. */
void heatmap_print_words(const struct heatmap *how, const struct buf *words);
/* --describe without -o: nothing is written. */
bool heatmap_only_words(const struct heatmap *how);
/* Says which characters are drawn as boxes. */
void heatmap_print_boxes(const struct fonts *fonts);
/* Says of a picture without numbers which way leads to them; false: there is none. `tables`: so
 * many would --head show; 0: it would show as many as now. */
bool heatmap_numbers_missing(const struct figure *f, struct fonts *fonts, int tables);
/* A file's name without folders and ending. */
void heatmap_base(const char *file, struct buf *out);
/* Everything about the figure that comes from the tape. tick has room for the name of a mark. */
void heatmap_fill(const struct options *o, const struct picked *p, struct figure *f, char tick[32]);
/* By the ending of its name; "-" is a PNG. */
enum picture_kind { PICTURE_NONE, PICTURE_PNG, PICTURE_SVG };
enum picture_kind heatmap_kind(const char *path);
const char *heatmap_text(const char *given, const char *own); /* '' is none */
