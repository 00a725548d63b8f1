/* Writes grades.csv, and what one student is told. */
#ifndef QKV_CLI_GRADE_TABLE_H
#define QKV_CLI_GRADE_TABLE_H

#include "cli/grade.h"
#include "cli/handins.h"

/* The first row; the row of one exercise of a student; all of a student. With `hash` they are for
 * the program: from a process, and of a run that may be interrupted. */
void table_head(bool hash, struct buf *out);
void table_row(const struct exercises *x, const struct work *w, const struct marked *m, int k,
               bool hash, struct buf *out);
void table_rows(const struct exercises *x, const struct work *w, const struct marked *m, bool hash,
                struct buf *out);
/* Takes the marks out of such rows, whole ones, of students whose hash is the same. */
void table_take(const char *text, size_t len, const struct exercises *x, struct handins *h,
                struct marked *m);

/* What one student is told. */
void feedback_text(const struct marking *m, const struct work *w, const struct marked *marked,
                   const char *title, struct buf *out);

#endif
