/* Finds what of a tape goes on a picture: the step, its heads, which cells its mask hides, the
 * names and labels of its axes. Nothing is computed: a masked cell is one whose score was sent to
 * minus infinity (or beyond -1e4) by a mask that reached the softmax; a lost mask masks nothing. */
#pragma once

#include "heatmap/table/figure.h"
#include "heatmap/table/story.h"
#include "heatmap/table/strips.h"
#include "trace/tape/tape.h"

enum { PICK_PANELS = 64 }; /* at most on one picture */

/* What the user asked for. */
struct choice {
    enum stage stage; /* STAGE_COUNT: softmax */
    int step;         /* 0: none */
    bool setup_step;
    const char *name;         /* of a variable, or NULL */
    int layer;                /* the n-th softmax from 1; 0: the first, with its other heads */
    int batch;                /* -1: the first */
    const char *heads;        /* "0-3", "2", "all"; NULL: all */
    bool gradient;            /* over a training: not the table, but its gradient */
    bool trained;             /* of what the name stood for, the last that got a gradient */
    const char *const *token; /* of --labels: where they fit by number; nowhere is an error */
    int token_count;
};

struct picked {
    int event; /* the (first) one shown */
    struct panel panel[PICK_PANELS];
    int panel_count;
    struct axis row, column;
    enum scale_rule rule;
    bool integers;
    bool whole;       /* a head was asked for, and it has none */
    bool weights;     /* rows add up to 1: 1/n is worth a mark */
    const char *text; /* "attn_weights", "softmax": what it is called */
    const char *note; /* "how much each query looks at each key, layer 3 of 3, batch 0", or "": for
                       * below the title */
    const char *part; /* the same without what is seen: "layer 3 of 3, batch 0" */
    const char *step; /* "step 16, (2, 2, 6, 6)": for who wrote the code */
    int of_all;       /* panels there would be without the limit */
    struct arena arena;
    struct tensor held[PICK_PANELS]; /* whose values the panels show as they lie in memory */
    int held_count;
};

/* Its matrices. False as above (head or batch out of range), or memory. To be freed in any case,
 * and before the tape, unless it is settled. */
bool pick_panels(struct tape *t, const struct choice *c, int event, struct picked *out,
                 struct error *err);
/* The step that computes the gradient of what `event` gave, in the next backward pass that does.
 * False: there is none. */
bool pick_gradient(const struct tape *t, int event, int *out, struct error *err);
/* "; step 36, softmax, gets one: ..." of another step, like `event` if there is one; else nothing.
 */
void pick_gradient_other(const struct tape *t, int event, struct buf *out);
/* Which pass gave it: "gradient by loss.backward() in step 2 of training". */
void pick_gradient_text(const struct tape *t, int gradient, struct buf *out);
/* What is asked for, and the step that computes its gradient. With a name: the last that had both.
 */
bool pick_gradient_pair(struct tape *t, const struct choice *c, int *event, int *gradient,
                        struct error *err);
/* The chain of one head of the softmax that choice.layer names: its tables, in `arena`, and the
 * words of its rows; `about` says which layer and head. */
bool pick_story(struct tape *t, const struct choice *c, struct story *out, struct arena *arena,
                struct buf *about, struct error *err);
/* The storage of a step that counts or copies cells, before and after. */
bool pick_strips(struct tape *t, const struct choice *c, int event, struct strips *out,
                 struct arena *arena, char about[80], struct error *err);
/* Copies what lies in tensors of the run, so that it may outlive the tape. False: memory. */
bool picked_settle(struct picked *p, struct error *err);
void picked_free(struct picked *p);

/* A matrix of a tensor: its first cell by its row-major number, and the axes along which its rows
 * and its columns are counted; -1: there is one. */
struct matrix {
    const struct tensor *t;
    int64_t start;
    int row, column;
};

/* As a panel with cells in the arena; `borrow`: float32 may stay where they lie. masked: of all
 * cells of the tensor, or NULL. False: memory. */
bool pick_matrix(const struct matrix *m, bool borrow, const bool *masked, struct arena *arena,
                 struct panel *out);
/* Whether place `at` is one of `count`; else "--batch 3: there are 2, counted from 0". */
bool pick_counts(const char *option, long at, int64_t count, struct error *err);
/* A copy in the arena of a text, which is freed. NULL: memory. */
const char *pick_keep(struct arena *arena, struct buf *text);
/* The words of an axis, copied into the arena: out->label. False: memory. */
bool pick_words(const struct tape_tensor *of, int axis, struct arena *arena, struct axis *out);
