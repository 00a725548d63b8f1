/* Takes the steps of `qkv grade`: marks, each student's in a process of their own, and marks by
 * hand. Private to src/cli. */
#pragma once

#include "cli/class/handins.h"
#include "exercise/handin/marks.h"

struct marked {
    struct mark *mark;    /* one for each exercise */
    enum sheet_fit sheet; /* what the hand-in says of it */
    int rows;             /* of it, that were taken out of a table */
    bool done;
};

/* Marks all `work` whose `marked` is not done yet, `jobs` at a time; `ready` is told of each one as
 * it is complete, and returns false to stop. */
bool grade_processes(const struct marking *m, struct handins *h, struct marked *marked, int jobs,
                     bool (*ready)(void *self, int k), void *self, struct error *err);

/* Puts points and comments of the file in the place of marks; without a file there are none.
 * `said`: lines about rows that name nobody, no exercise, no points. False with err: the file
 * cannot be read. */
bool overrides_apply(const char *path, const struct marking *m, const struct handins *h,
                     struct marked *marked, struct buf *said, struct error *err);

/* --- rows of grades.csv, and what one student is told --- */

/* The first row; the row of one exercise of a student; all of a student. With `hash` they are for
 * the program: from a process, and of a run that may be interrupted. */
void grade_table_head(bool hash, struct buf *out);
void grade_table_row(const struct exercises *x, const struct work *w, const struct marked *m, int k,
                     bool hash, struct buf *out);
void grade_table_rows(const struct exercises *x, const struct work *w, const struct marked *m,
                      bool hash, struct buf *out);
/* Takes the marks out of such rows, whole ones, of students whose hash is the same. */
void grade_table_take(const char *text, size_t len, const struct exercises *x, struct handins *h,
                      struct marked *m);

/* What one student is told. */
void grade_table_feedback(const struct marking *m, const struct work *w,
                          const struct marked *marked, const char *title, struct buf *out);
