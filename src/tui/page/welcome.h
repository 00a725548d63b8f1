/* Shows the first screen of a first walk: what a trained head looks at, before a word of
 * explanation. The numbers are those of the built-in lesson is-or-are, run on the spot; `x` hides
 * from the head the word that it looks at most, and runs it again. */
#pragma once

#include "base/error.h"
#include "trace/report/run.h"
#include "tui/pane/grid.h"

#define WELCOME_LESSON "is-or-are"
#define WELCOME_WORDS 16

struct welcome_map { /* of one run */
    const char *word[WELCOME_WORDS];
    double share[WELCOME_WORDS];
    int words, most; /* the word with the largest share */
    double is, are;  /* the chances of the answers */
    double guessed;  /* the part of right answers to `sentences` sentences, when the first noun is
                        hidden */
    int64_t sentences;
    int64_t numbers; /* that the head consists of */
};

struct welcome {
    struct run_terms terms;
    struct run run, other; /* as it is; with the word hidden */
    struct welcome_map seen, blind;
    bool any_other, hides, ascii;
    bool help;        /* the keys are told */
    const char *said; /* above the last line, until the next key; NULL: nothing */
};

enum welcome_answer { WELCOME_STAY, WELCOME_BEGIN, WELCOME_LIST, WELCOME_QUIT, WELCOME_PLAIN };

/* False with err: memory, or the lesson has changed. */
bool welcome_open(struct welcome *w, const struct run_terms *terms, struct error *err);
void welcome_free(struct welcome *w);
enum welcome_answer welcome_key(struct welcome *w, uint32_t key);
void welcome_draw(const struct welcome *w, struct grid *g);
