/* Holds the exercises of a lesson, as their author wrote them: read from its fences `exercise NAME`
 * and `draw`. Nothing is run and nothing is computed here; docs/lessons.md is the format.
 *
 * Lines `key: value` are taken literally: no quotes, no escapes, no comments. All complaints about
 * a lesson come out of one reading (complaint.h). */
#pragma once

#include "exercise/answer/complaint.h"
#include "lesson/lesson.h"

enum exercise_kind {
#define KIND(id, traits, fields, needs, help) EXERCISE_##id,
#include "exercise/kinds.def"
#undef KIND
    EXERCISE_KINDS
};

enum kind_trait {                    /* of a row of kinds.def */
                  ASKS_SIZES = 1,    /* the sizes of axes, each of which may be right */
                  ASKS_NUMBER = 2,   /* one number */
                  ASKS_CHOICE = 4,   /* letters of a list */
                  ASKS_ORDER = 8,    /* all letters of a list */
                  ASKS_LINE = 16,    /* a line of the code that is shown, and that line mended */
                  ASKS_CODE = 32,    /* code, which is run */
                  ASKS_WHOLE = 64,   /* all of that code; perhaps behind what it begins with */
                  ASKED_AGAIN = 128, /* it fits between the exercises of a later lesson */
};
bool kind_asks(enum exercise_kind kind, unsigned traits); /* has one of them */

struct field { /* `key: value` */
    const char *key, *value;
    int line, column; /* of the value, in the file, from 1 */
    int key_column;
};

enum part_kind { PART_HINT, PART_WRONG, PART_START, PART_SOLUTION };

struct exercise_part { /* what stands behind `-- hint`, `-- wrong HEAD`, `-- start`, `-- solution`
                        */
    enum part_kind kind;
    const char *head; /* "(b, num_tokens, num_tokens)"; "" without one */
    const char *text; /* Markdown; {{EXPR}} is filled in by a variant */
    const char *code; /* the ~~~python block in it, NULL: none; of a wrong answer it is cut out of
                       * the text, which a student reads */
    int line;         /* of the `--` line, in the file */
    int column;       /* of the head */
    int code_line;    /* on which the code begins */
};

struct exercise {
    const char *name; /* "shape-of-scores": letters, digits, hyphens; unique in its lesson */
    enum exercise_kind kind;
    int line;      /* of its fence, in the file */
    int cell;      /* index into lesson->cells of what stands behind it; lesson->count: nothing */
    double points; /* 1 where it does not say */
    const char *prompt; /* Markdown; {{EXPR}} is filled in by a variant */
    const char *code;   /* the ~~~python block of the prompt, NULL: none */
    int code_line;
    struct field *field; /* without kind and points, in their order */
    int field_count;
    struct exercise_part *part; /* in their order */
    int part_count;
};

struct drawn { /* a number that is drawn anew for each student */
    const char *name;
    int64_t low, high;   /* `3..5`, both inclusive; unless there are choices */
    const char **choice; /* `2 | 4`: numbers, as written */
    int choice_count;
    int line, column;
};

struct exercises {
    const struct lesson *lesson; /* borrowed */
    struct exercise *at;
    int count;
    int written; /* exercises of the file, with those that have errors and are not in `at` */
    struct drawn *drawn;
    int drawn_count;
    bool seed;             /* `seed: student`: manual_seed gets a drawn number */
    struct field *require; /* `require: num_tokens != head_dim`, over the drawn names */
    int require_count;
    const char *version; /* of the lesson; "1" where it does not say */
    struct arena arena;
};

/* After lesson_read. What is wrong with the text goes to `complaints`, all of it; the exercises
 * that can be read are there all the same. A file that is no Markdown has none. False with err:
 * memory.
 */
bool exercises_read(struct exercises *x, const struct lesson *l, struct complaints *complaints,
                    struct error *err);
void exercises_free(struct exercises *x);

/* By its name; NULL if there is none. */
const struct exercise *exercise_find(const struct exercises *x, const char *name);
/* The value of the first field of that key, NULL: it has none. */
const char *exercise_field(const struct exercise *e, const char *key);
/* The `k`-th field of that key, from 0; NULL behind the last. */
const struct field *exercise_field_at(const struct exercise *e, const char *key, int k);
/* The `k`-th part of that kind, from 0; NULL behind the last. */
const struct exercise_part *exercise_part(const struct exercise *e, enum part_kind kind, int k);
int exercise_parts(const struct exercise *e, enum part_kind kind); /* how many */
