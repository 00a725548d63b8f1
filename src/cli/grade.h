/* What the parts of `qkv grade` share: the files of a folder, marks made in processes of their own,
 * the table. Private to src/cli. */
#ifndef QKV_CLI_GRADE_H
#define QKV_CLI_GRADE_H

#include "exercise/marks.h"

/* --- handins.c: whose files there are --- */

struct work { /* of one student */
    const struct student *student;
    char **path; /* files that can be read, from the oldest to the newest */
    int count;
    struct buf note;   /* sentences: lines that were not understood */
    struct buf unread; /* sentences: files that could not be read, for a person to look at */
    char hash[65];     /* of all that was handed in, and of what it is marked with */
};

struct handins {
    struct work *at; /* one for each student, in the class's order */
    int count;
    char **stray; /* names in the folder that belong to nobody */
    int stray_count;
    struct arena arena;
};

/* False with err: the folder cannot be read. Links are not followed, folders in folders not beyond
 * three levels. */
bool handins_find(struct handins *h, const char *folder, const struct roster *r, struct error *err);
void handins_free(struct handins *h);
/* Fills in the hashes; `basis` is what every student's marks depend on. */
void handins_hash(struct handins *h, const char *basis);
/* Reads all files of one student. What cannot be read is told in `unread`. False with err: memory.
 */
bool work_read(const struct work *w, struct handin *out, struct buf *unread, struct error *err);

/* --- grade_process.c: marks, each student's in a process of their own --- */

struct marked {
    struct mark *mark; /* one for each exercise */
    bool done;
};

/* Marks all `work` whose `marked` is not done yet, `jobs` at a time; `ready` is told of each one as
 * it is complete, and returns false to stop. */
bool grade_processes(const struct marking *m, struct handins *h, struct marked *marked, int jobs,
                     bool (*ready)(void *self, int k), void *self, struct error *err);

/* --- grade_table.c: grades.csv --- */

/* The first row; one row for each exercise of a student. With `hash`, a first column that tells
 * what was marked: the file of an interrupted run. */
void table_head(bool hash, struct buf *out);
void table_rows(const struct exercises *x, const struct work *w, const struct marked *m, bool hash,
                struct buf *out);
/* Takes the marks of students out of the file of an interrupted run, where the hash is the same.
 * Returns how many students. */
int table_resume(const char *text, size_t len, const struct exercises *x, struct handins *h,
                 struct marked *m);

/* --- overrides.c: marks by hand --- */

/* Puts points and comments of the file in the place of marks; without a file there are none.
 * `said`: lines about rows that name nobody, no exercise, no points. False with err: the file
 * cannot be read. */
bool overrides_apply(const char *path, const struct marking *m, const struct handins *h,
                     struct marked *marked, struct buf *said, struct error *err);

/* What one student is told. */
void feedback_text(const struct marking *m, const struct work *w, const struct marked *marked,
                   const char *title, struct buf *out);

#endif
