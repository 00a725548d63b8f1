/* Holds the students of a class: read from a CSV file (RFC 4180, by libcsv, in whatever
 * encoding a spreadsheet saves it), and found again by the names that their hand-ins
 * have.
 *
 * With a header: the files that Moodle ("Identifier", "Full name", "Email address") and Canvas
 * ("Student", "ID", "SIS User ID", "SIS Login ID") export, or `id` and `name`. Without one: ID,
 * then name. Commas, semicolons or tabs between the columns. */
#pragma once

#include "base/arena.h"
#include "base/error.h"

#include <stdint.h>

#define STUDENT_ALIASES 6

struct student {
    const char *id;   /* what numbers are drawn from: unique, never empty, one line, no '/' */
    const char *name; /* "" where the file has none */
    const char *alias[STUDENT_ALIASES]; /* what else they are called in file names */
    int alias_count;
    int row; /* of the file, from 1 */
};

struct roster {
    struct student *at; /* in the file's order */
    int count, cap;
    struct arena arena;
};

/* ERROR_INPUT with one sentence: no column with IDs, an ID that is missing, twice or cannot be a
 * file's name, nobody in it. On failure nothing is left to free. */
bool roster_read(struct roster *r, const char *file, const char *text, size_t len,
                 struct error *err);
void roster_free(struct roster *r);

/* One student without a file; the versions A, B, ... of an exam, at most 26. */
bool roster_of_one(struct roster *r, const char *id, struct error *err);
bool roster_of_versions(struct roster *r, uint64_t count, struct error *err);

/* What stands between the columns of a table: the first of , ; and tab that its first line has. */
unsigned char roster_delimiter(const char *text, size_t len);

const struct student *roster_find(const struct roster *r, const char *id);

/* Whose hand-in a file or folder is, by its name: "ID.txt", "ID", Moodle's
 * "Full name_4711_assignsubmission_file_", Canvas's "lastfirst_LATE_12345_6789_sheet.txt"; or
 * the ID is a word of it: "s07 (1).txt". NULL: nobody's, or more than one student's. */
const struct student *roster_of_file(const struct roster *r, const char *name);
