/* Holds a page that is open: code that was run, and a viewer over it, as the walk has it without a
 * terminal. What a person does is a key of the walk (keys.def), a command, an answer, a cell that
 * is pointed at, or edited code; what is seen then, look.h tells. */
#ifndef QKV_BROWSER_BROWSER_H
#define QKV_BROWSER_BROWSER_H

#include "base/buf.h"
#include "base/error.h"

#include <stdint.h>

struct browser;
struct progress;
struct run_terms;

/* Under which code is run: the limits of the command line, less memory. */
struct run_terms browser_terms(void);

struct browser_code {
    const char *name; /* tells the kind of the text: "x.py", "a.ipynb", "b.md" */
    const char *text; /* NULL: the lesson of that name; else a file's, or browser_text's */
    size_t len;
    const char *beside; /* the folder in which its modules are looked for (beside.h); NULL: none */
};

/* How a file gets beside the code of a page (interp.h: bring). */
#define BROWSER_BRING "drop it onto the page"

/* Runs that code. `known` is what was done of exercises, or NULL; terms NULL: browser_terms(). NULL
 * with err: it cannot be read, or there is no memory. Code that fails opens, too. */
struct browser *browser_open(const struct browser_code *code, const struct progress *known,
                             const struct run_terms *terms, struct error *err);
void browser_free(struct browser *b);

/* Each of these does what the walk does, and leaves the viewer ready to be looked at. False with
 * err: memory. What is asked of the one who shows the page is browser_wish. */
bool browser_key(struct browser *b, uint32_t key, struct error *err);
/* A line as `walk --plain` takes it: a command (":set T=6"), an answer, what was asked for. */
bool browser_line(struct browser *b, const char *text, struct error *err);
/* Code for the exercise that is asked. */
bool browser_code(struct browser *b, const char *text, struct error *err);
/* The exercise that is asked as if it had never been answered. */
bool browser_anew(struct browser *b, struct error *err);
/* Cell [row, column] of the result's table. */
bool browser_point(struct browser *b, int64_t row, int64_t column, struct error *err);
/* To the step that made an input (by its place among the tensors told), and that cell of it. */
bool browser_source(struct browser *b, int input, int64_t row, int64_t column, struct error *err);
/* Which batch, or which head, is shown. */
bool browser_choose(struct browser *b, bool heads, int64_t at, struct error *err);
/* The row of the outline, or the stop of the lesson, to stand on. */
bool browser_row(struct browser *b, int row, struct error *err);
bool browser_stop(struct browser *b, int stop, struct error *err);
/* To an exercise of the lesson: where those of its section are listed, if they are, it is asked. */
bool browser_task(struct browser *b, int task, struct error *err);
/* While nobody waits: makes the next question that is still to come, which takes a run of the
 * lesson. False: all of them are there. */
bool browser_prepare(struct browser *b);
/* Puts what was done of exercises into `known`. */
void browser_keep(const struct browser *b, struct progress *known);
/* Runs other code in the place of this; what fails leaves the last good run. */
bool browser_edit(struct browser *b, const char *text, size_t len, struct error *err);

/* What the last of them asks for: "edit" (browser_text), "lesson" (the next one), "program" (it was
 * run again: program.h tells another one); "": nothing. */
const char *browser_wish(const struct browser *b);
/* The text as it is now, to be edited; *line: where the viewer stands in it. */
void browser_text(const struct browser *b, struct buf *out, int *line);
const struct viewer *browser_viewer(const struct browser *b);

#endif
