/* Cuts a file into cells: a notebook (.ipynb, nbformat 3 and 4), a lesson (.md) or code (.py).
 *
 * The text is handed in; nothing is read from disk here. A lesson owns its cells' texts; sources
 * that point into them (lang/parse/source.h) must not outlive it. */
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "lang/parse/source.h"

enum lesson_format { LESSON_NOTEBOOK, LESSON_MARKDOWN, LESSON_PYTHON };

struct cell {
    bool code;           /* else prose (Markdown) */
    int ordinal;         /* code cells: 1, 2, ... in file order; prose: 0 */
    int execution_count; /* [N] of a notebook, 0 when absent */
    int line;            /* of the file on which the text starts; 1 inside notebooks */
    int below;           /* of a notebook: the line of lesson->whole on which it starts */
    char *text;          /* magic lines (! and %) are blanked: see skipped */
    size_t len;
    bool quick;  /* its operations are no stops of a walk: ```python quick, or ... */
    bool folded; /* ... ```python folded: it only sets up, and is not shown there either */
    const char
        *at; /* prose with a comment `at: TEXT` behind it: of which line it speaks; or NULL */
};

struct skipped { /* a line that starts with ! or %: reported, not run */
    int ordinal;
    int line; /* within the cell */
    const char *text;
};

struct lesson_module { /* a file beside the lesson's, which its code imports */
    const char *name;  /* "model", "layers.attention" */
    bool package;      /* a folder: its __init__.py, or no text at all */
    struct source source;
};

struct lesson {
    enum lesson_format format;
    const char *file;  /* as given */
    const char *title; /* first heading, or NULL */
    const char *whole; /* of Markdown: the text with its prose and fences; of a notebook with
                          exercises: its cells one below the other, as Markdown; else NULL */
    const int *part;   /* of a notebook: the line of `whole` on which the text of its cell 1, 2, ...
                          begins; 0: it is not there */
    int part_count;
    struct cell *cells;
    int count;      /* of all cells */
    int code_count; /* of code cells */
    struct skipped *skipped;
    int skipped_count;
    struct lesson_module **modules;
    int module_count;
    const char *beside; /* the folder from which `file` is told, where its modules are looked for;
                           NULL: nowhere (files/beside.h) */
    const char *const *arguments; /* of a program: its sys.argv[1:]; borrowed */
    int argument_count;
    struct arena arena;
};

/* ERROR_INPUT with one sentence: not JSON (with line and column), no cells, a Python fence inside a
 * list or a quote, bytes that are not UTF-8. On failure nothing is left to free. */
bool lesson_read(struct lesson *l, const char *file, enum lesson_format format, const char *text,
                 size_t len, struct error *err);
void lesson_free(struct lesson *l);
/* Where a line of `whole` stands for a reader: returns the line of the file, *cell 0; of a notebook
 * the line within its cell *cell, from 1. */
int lesson_place(const struct lesson *l, int line, int *cell);

/* Whether the ending of its name says what a file is. */
bool lesson_ending(const char *file, enum lesson_format *out);
/* By the file's ending; a text that starts like a JSON object is a notebook, else Python. */
enum lesson_format lesson_format_of(const char *file, const char *text, size_t len);

/* Adds a module, copying all three texts. False: memory. */
bool lesson_add_module(struct lesson *l, const char *name, bool package, const char *file,
                       const char *text, size_t len);
/* Copies of the same modules for a lesson that is made of another one, and where more may lie. */
bool lesson_copy_modules(struct lesson *to, const struct lesson *from);
/* As `beside` of an interpreter wants it (interp.h); self: the lesson. */
const struct source *lesson_module(void *self, const char *name, bool *package);

/* The source of a code cell, allocated in the lesson's arena; NULL when memory is out. */
const struct source *lesson_source(struct lesson *l, const struct cell *cell);
