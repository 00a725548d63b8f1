/* Writes grades.csv, and what one student is told. */
#ifndef QKV_CLI_GRADE_TABLE_H
#define QKV_CLI_GRADE_TABLE_H

#include "cli/grade.h"
#include "cli/handins.h"

/* The first row; one row for each exercise of a student. With `hash`, a first column that tells
 * what was marked: the file of an interrupted run. */
void table_head(bool hash, struct buf *out);
void table_rows(const struct exercises *x, const struct work *w, const struct marked *m, bool hash,
                struct buf *out);
/* Takes the marks of students out of the file of an interrupted run, where the hash is the same.
 * Returns how many students. */
int table_resume(const char *text, size_t len, const struct exercises *x, struct handins *h,
                 struct marked *m);

/* What one student is told. */
void feedback_text(const struct marking *m, const struct work *w, const struct marked *marked,
                   const char *title, struct buf *out);

#endif
