/* Declares the table of well-known mistakes: mistakes.def, a row for each thing that can be done
 * about one. */
#pragma once

#include "trace/tape/tape.h"

enum mistake_kind {
#define FOUND(id, each, name, doubts, means, help) MISTAKE_##id,
#define MADE_ONLY(id, rank, walk, reads, sentence, reason) MISTAKE_##id,
#include "mistakes/mistakes.def"
    MISTAKE_COUNT
};

struct warner; /* warn.h */
struct redo;   /* redo.h */

enum mistake_each { EACH_RUN, EACH_PASS, EACH_EVENT }; /* what is looked at at a time */

struct mistake_found {
    const char *name;  /* "unused-result"; NULL: no run is warned of it */
    const char *means; /* what is wrong where it is found, in one sentence */
    const char *help;  /* what to do about it */
    enum stage doubts; /* whose result is in doubt, where that is another stage than the event's;
                          else STAGE_COUNT */
    enum mistake_each each;
    void (*find)(struct warner *w);
};

struct mistake_mended {
    const char *sentence; /* what is better; NULL: there is no one right way */
    bool (*mend)(struct redo *r);
};

/* What a cell of the wrong result is made of: the numbers of the right one, or others, too. */
enum mistake_reads { READS_OWN, READS_OTHER };

struct mistake_made {
    int rank;  /* 1: as common as can be; 0: it is not made */
    bool walk; /* whether the walkthrough shows it beside the right numbers, ... */
    enum mistake_reads reads;
    const char *sentence; /* what the walkthrough says of the numbers */
    const char *reason;   /* to somebody whose numbers are these: "the scores were not scaled" */
    bool (*make)(struct redo *r);
};

struct mistake_row {
    const char *label; /* "unused_result" */
    struct mistake_found found;
    struct mistake_mended mended;
    struct mistake_made made;
};
extern const struct mistake_row mistake_table[MISTAKE_COUNT];

/* Behind the rows. */
#define FOUND(id, each, name, doubts, means, help) void find_##id(struct warner *w);
#define MENDED(id, sentence) bool mend_##id(struct redo *r);
#define MADE(id, rank, walk, reads, sentence, reason) bool make_##id(struct redo *r);
#include "mistakes/mistakes.def"

/* The mistakes that can be made, common ones first; returns how many. */
int mistake_ranked(enum mistake_kind out[MISTAKE_COUNT]);
