/* What the parts of `qkv grade` share: the files of a folder, marks made in processes of their own,
 * the table. Private to src/cli. */
#ifndef QKV_CLI_GRADE_H
#define QKV_CLI_GRADE_H

#include "cli/handins.h"
#include "exercise/marks.h"

/* --- grade_process.c: marks, each student's in a process of their own --- */

struct marked {
    struct mark *mark; /* one for each exercise */
    bool done;
};

/* Marks all `work` whose `marked` is not done yet, `jobs` at a time; `ready` is told of each one as
 * it is complete, and returns false to stop. */
bool grade_processes(const struct marking *m, struct handins *h, struct marked *marked, int jobs,
                     bool (*ready)(void *self, int k), void *self, struct error *err);

/* --- overrides.c: marks by hand --- */

/* Puts points and comments of the file in the place of marks; without a file there are none.
 * `said`: lines about rows that name nobody, no exercise, no points. False with err: the file
 * cannot be read. */
bool overrides_apply(const char *path, const struct marking *m, const struct handins *h,
                     struct marked *marked, struct buf *said, struct error *err);

#endif
