/* The module re: what its files share. Patterns and matches are native objects; the flags and
 * re.error are in assets/prelude/re.py. Private to src/lang/re_*.c and module_re.c. */
#ifndef QKV_LANG_LIBRARY_RE_H
#define QKV_LANG_LIBRARY_RE_H

#include "lang/run/native.h"
#include "regex/regex.h"

struct re_pattern {
    struct object object;
    struct str *text;
    struct regex regex;
};

/* Spans are byte offsets into text. One byte offset is known as a number of characters, so that
 * counting the others begins near them. */
struct re_match {
    struct object object;
    struct re_pattern *pattern;
    struct str *text;
    int64_t pos, endpos; /* characters */
    size_t known_byte, known_char;
    size_t spans[]; /* two for each group */
};

/* A walk over a text from match to match. */
struct re_scan {
    struct re_pattern *pattern;
    struct str *text;
    int64_t pos, endpos; /* characters */
    size_t at, end;      /* bytes: where the next match may begin, and the end */
    size_t known_byte, known_char;
    unsigned how;
};

/* --- re_scan.c --- */
/* Texts that are no str are refused. pos and endpos may be missing (NOT_IMPLEMENTED). */
bool re_scan_begin(struct interp *in, struct re_scan *scan, struct re_pattern *p, struct value text,
                   struct value pos, struct value endpos);
/* The next match into pattern->regex.spans; how is added to what the scan itself wants. */
bool re_scan_next(struct interp *in, struct re_scan *scan, unsigned how, bool *found);

/* --- re_match.c --- */
/* The match that the scan stands at. */
bool re_match_new(struct interp *in, struct re_scan *scan, struct value *out);
bool re_match_class(struct interp *in, struct dict *into);
/* The text between two offsets of a span; missing when the group took no part. */
bool re_match_span(struct interp *in, const struct str *text, const size_t *span,
                   struct value missing, struct value *out);

/* --- re_template.c --- */
/* What a replacement gives for a match, \1 and \g<name> filled in. */
bool re_template_expand(struct interp *in, const struct re_pattern *p, const struct str *template,
                        const struct str *text, const size_t *spans, struct buf *out);

/* --- re_pattern.c --- */
bool re_pattern_class(struct interp *in, struct dict *into);

/* --- module_re.c --- */
struct class *module_re_class(struct interp *in,
                              const char *name); /* of the module; NULL: raised */
/* re.error, pointing at a character of pattern; position -1 points nowhere. Always false. */
bool module_re_error(struct interp *in, const char *text, const struct str *pattern,
                     int64_t position);

#endif
