/* Writes what lint has found, of one file after the other: lines of text, JSON (docs/warnings.md)
 * or SARIF. */
#pragma once

#include "mistakes/warnings.h"

enum lint_form { LINT_TEXT, LINT_JSON, LINT_SARIF };

struct lint_report {
    enum lint_form form;
    struct buf out;    /* JSON: the files so far; SARIF: the results */
    struct buf failed; /* SARIF: what kept files from their end */
    bool any;          /* a warning of this file */
};

void lint_report_open(struct lint_report *r, const char *file);
void lint_report_warning(struct lint_report *r, const struct tape *t, const struct warning *w);
/* error: what the file's code failed with; NULL: it did not. */
void lint_report_close(struct lint_report *r, const char *error);
/* Behind the last file, to standard output. False: there was no memory. */
bool lint_report_end(struct lint_report *r, int status);
