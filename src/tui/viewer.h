/* Holds what a person sees of a tape: where they stand, what they have chosen, what they are
 * typing. The state of the walkthrough, without a screen.
 *
 * Keys change it (action.h); viewer_look then fetches from the tape what the stop shows; the scene
 * (scene.h) draws it and changes nothing. */
#pragma once

#include "lesson/code_lines.h"
#include "mistakes/instead.h"
#include "mistakes/warnings.h"
#include "show/shown.h"
#include "show/stepper.h"
#include "trace/explain/explain.h"
#include "tui/keys.h"
#include "tui/match.h"
#include "tui/page/guide.h"
#include "tui/practice.h"
#include "tui/seen.h"

/* What the arrows move over. The code is a page (PAGE_code); names and output are panes beside the
 * step, where the screen is wide enough for them. */
enum focus { FOCUS_STEPS, FOCUS_CELLS, FOCUS_NAMES, FOCUS_OUTPUT };

/* What stands beside the result: its inputs, the same result of the run before, or what a
 * well-known wrong way makes of it; the right way, when the step does it wrongly. */
enum beside { BESIDE_INPUTS, BESIDE_BEFORE, BESIDE_INSTEAD };

enum wish { WISH_NONE, WISH_NUMBER, WISH_LINE, WISH_ALL_LINES, WISH_EDIT, WISH_TRAIN, WISH_ASK };

/* How numbers are shown; AUTO: as fits. */
enum tier { TIER_AUTO, TIER_NUMBERS, TIER_BLOCKS, TIER_COUNT };

enum page {
    PAGE_NONE,
#define PAGE(id, ...) PAGE_##id,
#include "tui/page/pages.def"
#undef PAGE
    PAGE_COUNT
};

enum prompt {
    PROMPT_NONE,
    PROMPT_COMMAND,
    PROMPT_SEARCH,
    PROMPT_MARK,
    PROMPT_TO_MARK,
    PROMPT_GUESS,
    PROMPT_PICTURE,
    PROMPT_OVER,
    PROMPT_EDIT /* whether to open the editor: told by the message */
};

#define SHOWN_MOST 8
#define TYPED_MOST 1000 /* bytes of a line; a longer one is refused */
#define STOPS_MOST 64
#define OFF_MOST 64

/* A line of the lesson's code. */
struct code_line {
    int cell; /* index into lesson->cells */
    int line; /* within the cell, from 1 */
};

enum point_kind { POINT_LINE, POINT_FUNCTION, POINT_CONDITION, POINT_WATCH };
#define POINT_MOST 120

struct probe;

struct point { /* a breakpoint; or an expression that is watched */
    enum point_kind kind;
    struct code_line at; /* POINT_LINE: of the lesson's code; or with cell -1 of the file `text` */
    bool enters;         /* it has no step of its own: it is met where a call on it begins */
    char text[POINT_MOST + 1]; /* a function or a module, a condition, an expression */
    struct probe *probe; /* what it is at each step (probe.h): owned; NULL: not known so far */
};

struct off { /* statements that are off */
    struct lines at[OFF_MOST];
    int count;
};

/* The run to compare with. */
struct earlier {
    const struct run *run;
    struct match match;
    char what[64]; /* "with all lines on", "with T=6", "before the edit" */
    bool lines;    /* it differs by lines that were turned off or on */
    bool other;    /* another program: its numbers need not be the same */
    bool same;     /* ... and it comes to the same */
    int parted;    /* of another program: one past the event at which this one leaves it; 0: none */
    char why[160]; /* ... in a sentence, or empty */
};
#define HOPS_MOST 16
#define MARKS 27 /* a-z, and the place before the last jump */

/* Where a person stands, and what of the step is looked at. */
struct viewer_where {
    struct stepper at;
    struct seen seen; /* the steps of the file's own code that were stood on */
    struct seen read; /* the stops of the lesson, counted from 1 */
    enum focus focus;
    enum page page;
    enum page below;                  /* of help and words: the page to go back to */
    int help;                         /* PAGE_help: which group of keys comes first */
    int scroll;                       /* of the page: first line */
    bool filtered;                    /* PAGE_steps: those alone that hold typed.search */
    int pane_scroll;                  /* of the pane in focus: lines from where it stands else */
    int64_t batch, head, row, column; /* as wished; shown cut to what there is */
    bool chose;                       /* batch or head, by a key: they stay */
    bool pointed;                     /* a cell, by a key or the mouse: it stays */
    int stop;                         /* of the guide: the last one that was reached, ... */
    bool between;                     /* ... and the step stands behind it */
    bool asking;                      /* GUIDE_MORE: one of its exercises is looked at */
    int input, result;                /* which of several is shown */
    int update;                       /* of a group: which of its results (update.h) */
    bool nudging;                     /* how far the loss moves with the cell is asked, too */
    bool single;                      /* s led here, from a step with nothing inside */
    bool carried;                     /* the cell, from where < or > led away: until one moves */
    int framed, frame;                /* at this event, counted from 1: so many calls above it one
                                         asks (stack.h) */
    struct code_line cursor;          /* PAGE_code: the line that is chosen, and ... */
    int word;                         /* ... which word of it */
};

/* How things are shown, as chosen; and what was marked on the way. */
struct viewer_chosen {
    enum beside beside;
    int way; /* BESIDE_INSTEAD: which of the ways that there are */
    enum tier tier;
    int map;        /* of the colors of numbers: a row of colormap.def */
    bool diverging; /* its middle is 0 */
    bool ascii;     /* no characters outside of ASCII are drawn */
    bool mono;      /* nor colors: marks of words are signs (lesson/words.h) */
    bool mouse;     /* it scrolls and chooses; else the terminal selects text with it */
    bool change;    /* beside the result: how its numbers differ from the input's */
    bool maximized;
    bool untold;                   /* the lesson's text is left out */
    bool guessing;                 /* results are hidden at first: predict, then see */
    bool hidden;                   /* this one is */
    bool doubted;                  /* behind the last step: whether the code fails was asked */
    int guessed;                   /* the row whose result was hidden last */
    struct point stop[STOPS_MOST]; /* in the order in which they were set */
    int stop_count;
    struct {
        int event; /* -1: not set */
        int stop;  /* of the guide, where a text was read; -1: none was */
    } mark[MARKS];
    struct hop {          /* over B, < or >: ... */
        enum action back; /* ... the key that leads back over it */
        struct stop from;
        int input; /* which one was shown then */
        int update;
        int64_t row, column, batch, head;
    } hop[HOPS_MOST];
    int hop_count; /* 0 as soon as one moves otherwise */
    int goal;      /* the gradient that B led to last, which > goes back to; an event */
};

/* What is being typed, what was asked for with it, and what was said to it. */
struct viewer_typed {
    enum prompt prompt;
    char text[TYPED_MOST + 5]; /* one sign more than a line may have */
    int stem, turn, offers;    /* of what Tab finishes: its length, which of how many; -1: none */
    bool finding;              /* behind a search: n is the next match */
    bool over;                 /* the file in text may be written over */
    bool display;              /* it is to hold the screen as text, not a picture */
    char knob[TYPED_MOST + 1]; /* "T=8": the number that was set last; + and - change it */
    enum wish wish;            /* of REACT_AGAIN; WISH_ASK: what is under way */
    struct code_line wished;   /* WISH_LINE: which */
    int train;                 /* WISH_TRAIN: the training step to go to */
    struct buf attempt;        /* why the last wish failed: PAGE_attempt */
    struct code_line turned;   /* the line that was turned off last, while ... */
    int turned_row;            /* ... this row is stood on; -1: none */
    bool answering;            /* an exercise, on the line of v->practice */
    enum practice_wish asked;  /* what that line asks of the one who runs it */
    bool leaving;              /* Z was pressed: another one quits */
    int count;                 /* the number typed before a key, 0: none */
    char search[TYPED_MOST + 1];
    char question[TYPED_MOST + 1]; /* :p EXPR, and ... */
    struct buf answer;             /* ... what it is here */
    char message[160];             /* shown once, where the keys are */
};

/* What viewer_look fetched from the tape for the other parts. */
struct viewer_fetched {
    struct shown in[SHOWN_MOST], out, before, instead, difference;
    int in_count;
    bool any_out, any_before, any_instead, any_difference, explained;
    struct chart chart;          /* of a figure, with all of its numbers; else empty */
    int64_t compared, differing; /* cells of the result and of what it is compared with (the wrong
                                    way, or the run before); -1: of other shapes */
    struct instead
        ways[MISTAKE_COUNT]; /* of a step that is wrong itself the right one comes first */
    int way_count;
    struct buf way_code;           /* "view(2, 2, 6, 1)" */
    struct tape_tensor wrong;      /* what instead.of points to, ... */
    struct tape_tensor moved;      /* ... and difference.of */
    int64_t cell_row, cell_column; /* the cursor in the result */
    struct explanation explanation;
    int updates;               /* of a group: how many parameters it updates; 0: it is not one */
    int given;                 /* of a folded call: how many tensors it gave that it made */
    int explained_of;          /* the event whose arithmetic it is */
    bool *made_of[SHOWN_MOST]; /* of a gradient's group: whether the cell is made of cell k of that
                                  input; NULL: of none, or it is no such group */
    int gradient;              /* where B leads from the stop: an event; -1: nowhere */
    struct buf nudged;         /* when it is asked for: nudge_text */
    struct { /* for which the tensors were fetched: moving over their cells keeps them */
        bool done;
        int row, result, update;
        int64_t batch, head;
        enum beside beside;
        int way, input;
        bool change;
        bool told, group, nudging; /* the arithmetic of that cell is there, in this way */
    } of;
};

struct signs;

struct viewer {
    const struct warnings *warnings; /* borrowed, as all pointers here */
    const char *held;                /* the exercise that some of them wait for, or NULL */
    const char *title;               /* "weight splits" */
    struct lesson *lesson;           /* where its prose is, or NULL */
    const struct run_terms *terms;   /* of the run, to carry it out again */
    const struct guide *guide;       /* the stops of its text, or NULL; none: it has no text */
    struct practice *practice;       /* the exercises at some of them, or NULL */
    bool placeless;                  /* where numbers lie in memory is told if it is asked for */
    bool listed;                     /* it was chosen from a list, to which q leads back */
    const char *next_lesson;         /* the title of the lesson behind this one, or NULL */
    bool last_lesson;                /* of the course */
    const char *editor;              /* "nano: ^X leaves it": what e opens; NULL: nothing */
    const char *failure;             /* the traceback of a run that failed, or NULL */
    struct signs *signs;             /* which were told (signs.h), or NULL: none are */
    const struct earlier *earlier;   /* the run before, or NULL */
    const struct off *off;           /* lines that are off, or NULL */
    const char *changed;             /* "T=8, line 68 off": how the code differs from the file's */
    bool gradients;                  /* the run computes some */
    bool keyless;                    /* it is shown with buttons: no sentence names a key */
    int width, height;               /* of the screen */
    struct viewer_where where;
    struct viewer_chosen chosen;
    struct viewer_typed typed;
    struct viewer_fetched fetched;
};

/* Before this lesson of the course strides and storages are told only if they are asked for. */
#define VIEWER_PLACES "shapes-and-strides"

/* After stages_find, axes_find and warnings_find; `t` must outlive it. False with
 * session->in.error: memory. */
bool viewer_init(struct viewer *v, struct tape *t, const struct warnings *warnings,
                 const char *title);
void viewer_free(struct viewer *v);
/* False with session->in.error: memory. */
bool viewer_look(struct viewer *v);
const char *viewer_nothing(const struct viewer *v); /* a run without a step, in words */

/* The stop of the lesson that was reached last; NULL: no lesson is told. */
const struct guide_stop *viewer_stop(const struct viewer *v);
/* The event that computes the gradient of the stop, or that the stop computes the gradient of; -1:
 * there is none. */
int viewer_gradient(const struct viewer *v);
/* Whether that stop is looked at, and is a text, not an operation. */
bool viewer_reads(const struct viewer *v);
/* Whether an operation comes behind that stop: s goes to it from a text. */
bool viewer_step_follows(const struct viewer *v);
/* Under which heading that stop stands. */
void viewer_heading(const struct viewer *v, struct buf *out);
/* The input that stands beside the result; NULL: none. */
const struct shown *viewer_input(const struct viewer *v);
/* The label of a row or column: a token, a head ("h0"), an index. */
void viewer_row_label(const struct viewer *v, const struct shown *s, int64_t row, struct buf *out);
void viewer_column_label(const struct viewer *v, const struct shown *s, int64_t column,
                         struct buf *out);
/* "attn_weights"; the code that made it when it has no name; "weight" for an argument. */
void viewer_name(const struct viewer *v, const struct shown *s, struct buf *out);
/* On which tape its maker is: that of the run before has another one. */
const struct tape *viewer_tape_of(const struct viewer *v, const struct shown *s);
/* "#16", "#s3"; nothing for what is not on the tape. */
void viewer_number(const struct viewer *v, int event, struct buf *out);
/* Whether the stop is in an open composite, whose code is the program's own. */
bool viewer_is_inside(const struct viewer *v);
/* The code of the stop: within an open composite the program's own. */
const struct span *viewer_span(const struct viewer *v);

/* The warnings of the stop, from `from` on; -1: none. */
int viewer_warning(const struct viewer *v, int from);
void viewer_say(struct viewer *v, const char *format, ...) QKV_PRINTF(2, 3);
