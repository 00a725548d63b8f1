/* Finds out whose files a folder holds. */
#pragma once

#include "exercise/handin/handin.h"
#include "exercise/handin/roster.h"

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
