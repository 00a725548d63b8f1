/* Asks exercises one after the other: asked, checked, hinted at, solved or given up. Of a lesson
 * with exercises, or questions about shapes and cells drawn from the tape of any run. On the screen
 * or as text; what is typed is the same: an answer, or a word of practice.def.
 *
 * Nothing goes on by itself: behind a right answer the solution is shown until Enter is pressed. */
#pragma once

#include "exercise/progress.h"
#include "exercise/question.h"
#include "tui/page/recall.h"
#include "tui/pane/grid.h"

#define PRACTICE_LINE 200
#define PRACTICE_MOST 200

struct task {
    const char *name;
    const struct exercise *exercise; /* NULL: of the tape, or not drawn yet */
    struct recalled *from;           /* the earlier lesson that it is about, or NULL */
    int event;                       /* of the tape ... */
    int64_t cell;                    /* ... a cell, row-major; -1: the shape */
    enum done done;
    int tries, hints;
    uint64_t draw;          /* which numbers */
    uint64_t shown;         /* those whose solution was shown, where that is how it was `done` */
    bool prepared;          /* practice_prepare was asked for it */
    struct question *ready; /* with the numbers of ... */
    uint64_t ready_draw;    /* ... this draw; or NULL */
};

/* What the one who runs it must do. */
enum practice_wish { PRACTICE_STAY, PRACTICE_QUIT, PRACTICE_EDIT, PRACTICE_FILE, PRACTICE_PLAIN };

struct practice {
    const char *title;
    const struct exercises *exercises; /* of a lesson; borrowed, or NULL */
    struct run *run;                   /* of a tape; borrowed, or NULL */
    struct run_terms terms;
    uint64_t seed;
    bool as_written; /* beside a walk: at first with the numbers of the lesson's file */
    struct task task[PRACTICE_MOST + RECALL_MOST]; /* `count`, and behind them `recalls` */
    int count, at;
    int recalls;     /* questions about earlier lessons, for the ... */
    uint64_t opened; /* ... n-th time, from 0, that the lesson is walked */
    struct recalled recalled[RECALL_MOST];
    struct question question;
    bool open;        /* there is a question */
    int of;           /* ... of this task, ... */
    uint64_t draw;    /* ... with these numbers */
    bool keeps;       /* questions stay ready when others are asked */
    struct buf told;  /* behind the question: verdicts, hints, the solution */
    size_t fresh;     /* where in `told` stands what came of the last line */
    struct buf marks; /* of a shape that was answered, axis by axis */
    char typed[PRACTICE_LINE];
    char file[512];     /* whose code is the answer; "": none. It is looked at again and again */
    struct buf code;    /* the code that was judged last, or begun with */
    bool judged;        /* it was judged: else it is a draft */
    const char *editor; /* "nano: ^X leaves it": where code is written; NULL: nowhere */
    bool listed;        /* q leads back to a list */
    bool opening;       /* it was asked whether to open it: an empty line does */
    const char *taken;  /* letters that alone are keys of a walk, not words; NULL: none */
    char line[PRACTICE_LINE]; /* of a bug: the line that was named last; "": none yet */
    int scroll;
    bool ascii, mono, keyless; /* as of a viewer */
    struct arena arena;
};

/* The tasks of a lesson, or of a run that has a tape; `progress` says what is done of them. False
 * with err: there is nothing to ask; memory. */
bool practice_of_lesson(struct practice *p, const struct exercises *x,
                        const struct progress *progress, const char *lesson, uint64_t seed,
                        const struct run_terms *terms, struct error *err);
bool practice_of_run(struct practice *p, struct run *run, const struct progress *progress,
                     const char *lesson, uint64_t seed, const struct run_terms *terms,
                     struct error *err);
/* The questions about earlier lessons with which the walk of a built-in one opens, drawn anew each
 * time that they were asked. */
void practice_recall(struct practice *p, const struct lesson_file *here,
                     const struct progress *progress);
bool practice_has_recalled(const struct practice *p); /* one of them was asked */
void practice_free(struct practice *p);
/* Puts what was done into `progress`; what was recalled is solved in its own lesson. */
void practice_keep(const struct practice *p, const char *lesson, struct progress *progress);

/* Asks the task it stands on. False with err: the question cannot be made, memory. */
bool practice_ask(struct practice *p, struct error *err);
/* Makes the question of a task before it is asked: that takes a run of the lesson. False: it was
 * done already, or cannot be. */
bool practice_prepare(struct practice *p, int task);
/* Asks it as if it had never been answered. */
bool practice_anew(struct practice *p, struct error *err);
/* What an editor begins with: the code that was judged last, else the exercise's own. */
const char *practice_begin(const struct practice *p);
/* What was done of a task: "new", "tried", "skipped", "solution seen", "solved". */
const char *practice_state(const struct task *t);
/* The next of `count` tasks from `first` on that is not solved, behind `at` and then from the
 * front; `at` itself does not count. -1: there is none. */
int practice_next_open(const struct practice *p, int first, int count, int at);
/* Whether the question is solved, or its solution is told: Enter alone goes on. */
bool practice_is_over(const struct practice *p);
/* Whether the lesson's own numbers were to be asked about and do not suit the question. */
bool practice_draws(const struct practice *p);
/* Whether the question is answered with code. */
bool practice_takes_code(const struct practice *p);

/* A key on the screen; as practice_line when it is Enter. */
bool practice_draw_key(struct practice *p, uint32_t key, enum practice_wish *wish,
                       struct error *err);
void practice_draw(const struct practice *p, struct grid *g);
/* Its parts: the question with what was told about it; the line that is being typed. */
struct page_writer;
void practice_draw_page(const struct practice *p, struct page_writer *w);
void practice_draw_line(const struct practice *p, struct grid *g, int y);
