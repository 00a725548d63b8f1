/* A mark is one student's answer to one exercise, judged with that student's own numbers. Nothing
 * is read and no process is made here: src/cli/class does that around it. */
#pragma once

#include "exercise/handin/handin.h"
#include "exercise/handin/roster.h"
#include "exercise/question.h"

enum mark_status {
#define MARK(id, name, counts, help) MARK_##id,
#include "exercise/handin/marks.def"
#undef MARK
    MARK_COUNT
};

struct mark {
    enum mark_status status;
    double points, maximum;
    struct buf reason; /* for the student; one line */
    struct buf aside;  /* for the teacher alone: what names somebody else, or files of theirs */
};

/* What every mark of a lesson needs. */
struct marking {
    const struct exercises *exercises;
    const char *lesson; /* its name, as in the seeds of its sheets */
    const void *secret; /* borrowed */
    size_t secret_len;
    const struct roster *roster;
    struct run_terms terms; /* the budget of a student's code: MARKING_STEPS, MARKING_MEMORY */
};

#define MARKING_STEPS 5000000
#define MARKING_MEMORY ((size_t)128 << 20)
struct run_terms marking_terms(void);

/* The code of a student's sheet (draw.h). */
bool marking_sheet(const struct marking *m, const char *student, char out[CODE_SIZE],
                   struct error *err);
/* One student's question. As question_make. */
bool marking_question(const struct marking *m, const char *student, const struct exercise *e,
                      struct question *q, struct error *err);
/* What the first lines of a hand-in say of the sheet that it answers. */
enum sheet_fit {
    SHEET_UNNAMED,   /* nothing */
    SHEET_OWN,       /* this student's */
    SHEET_OLDER,     /* of another version of the lesson */
    SHEET_OTHERS,    /* somebody else's in the class */
    SHEET_STRANGERS, /* made with this secret for the ID that it names, which is not in the class */
    SHEET_UNKNOWN,   /* it fits nobody */
    SHEET_FITS
};
enum sheet_fit marking_fit(const struct marking *m, const struct student *s,
                           const struct handin *h);
/* Judges exercise `k` of a hand-in. False with err: the exercise itself cannot be asked, or memory.
 */
bool marking_judge(const struct marking *m, const struct student *s, const struct handin *h, int k,
                   struct mark *out, struct error *err);
void mark_free(struct mark *m);

const char *mark_name(enum mark_status s); /* "right" */
bool mark_counts(enum mark_status s);      /* whether its points are known */
