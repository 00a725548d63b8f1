/* Reads comments that silence warnings, `# qkv: ignore[not-scaled]` or `# qkv: ignore` for all of
 * them, and tells those that silence nothing. */
#include "mistakes/warn.h"

#include "base/grow.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* One name of such a comment. */
struct silence {
    struct span at;   /* the comment, on one line */
    const char *name; /* within the source; of all warnings: NULL */
    size_t len;
    bool used;
};

struct silences {
    struct silence *at;
    int count, cap;
    bool failed;
};

static void add_name(struct silences *s, const struct span *at, const char *name, size_t len)
{
    if (!grow(&s->at, s->count, &s->cap, sizeof *s->at)) {
        s->failed = true;
        return;
    }
    s->at[s->count++] = (struct silence){.at = *at, .name = name, .len = len};
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t')) {
        p++;
    }
    return p;
}

/* What stands behind one # of a comment; others may follow on the line. */
static void read_comment(struct silences *s, struct span at, const char *p, const char *end)
{
    static const char word[] = "qkv: ignore";
    const char *from = p;
    p = skip_blanks(p, end);
    if ((size_t)(end - p) < sizeof word - 1 || memcmp(p, word, sizeof word - 1) != 0) {
        return;
    }
    p += sizeof word - 1;
    const char *close = p < end && *p == '[' ? memchr(p, ']', (size_t)(end - p)) : NULL;
    at.end_column = at.column + 1 + (int)((close != NULL ? close + 1 : p) - from);
    if (close == NULL) {
        bool whole = p == end || isspace((unsigned char)*p) || *p == '#';
        if (whole) {
            add_name(s, &at, NULL, 0);
        }
        return;
    }
    for (p++; p < close; p++) {
        p = skip_blanks(p, close);
        size_t len = strcspn(p, ",] \t");
        if (len > 0) {
            add_name(s, &at, p, len);
        }
        p += strcspn(p, ",]");
    }
}

/* Behind the string that begins here; lines and where they begin go along. */
static const char *skip_string(const char *p, const char *end, int *line, const char **begin)
{
    char quote = *p;
    bool three = end - p > 2 && p[1] == quote && p[2] == quote;
    for (p += three ? 3 : 1; p < end; p++) {
        bool closes = *p == quote && (!three || (end - p > 2 && p[1] == quote && p[2] == quote));
        if (closes || (*p == '\n' && !three)) {
            return closes ? p + (three ? 3 : 1) : p;
        }
        if (*p == '\\' && p + 1 < end) {
            p++;
        }
        if (*p == '\n') {
            ++*line;
            *begin = p + 1;
        }
    }
    return end;
}

/* All comments of a source; a # in a string begins none. */
static void read_source(struct silences *s, const struct source *source)
{
    const char *p = source->text, *end = p + source->len, *begin = p;
    int line = 1;
    if (strstr(p, "qkv: ignore") == NULL) {
        return;
    }
    while (p < end) {
        if (*p == '\'' || *p == '"') {
            p = skip_string(p, end, &line, &begin);
            continue;
        }
        if (*p == '#') {
            const char *stop = p + strcspn(p, "\r\n");
            for (; p != NULL && p < stop; p = memchr(p + 1, '#', (size_t)(stop - p - 1))) {
                struct span at = {source, line, (int)(p - begin), line, 0};
                read_comment(s, at, p + 1, stop);
            }
            p = stop;
            continue;
        }
        if (*p++ == '\n') {
            line++;
            begin = p;
        }
    }
}

/* Of all code that did something with a tensor, each source once. */
static void read_sources(struct warner *w, struct silences *s)
{
    const struct source *last = NULL;
    struct map seen = {0};
    for (int k = 0; k < w->tape->event_count && !s->failed; k++) {
        const struct source *source = w->tape->event[k].code.source;
        uint64_t key = (uint64_t)(uintptr_t)source;
        if (source != NULL && source != last && !source->prelude && map_get(&seen, key, 0) == 0) {
            s->failed = !map_set(&seen, key, 1);
            read_source(s, source);
        }
        last = source;
    }
    map_free(&seen);
}

static bool stands_in(const struct silence *s, const struct span *at)
{
    return s->at.source == at->source && at->line <= s->at.line && s->at.line <= at->end_line;
}

static bool names(const struct silence *s, enum mistake_kind kind)
{
    const char *name = mistake_table[kind].found.name;
    return s->name == NULL ||
           (name != NULL && strlen(name) == s->len && strncmp(name, s->name, s->len) == 0);
}

/* The first step whose code stands on the comment's line; -1: none was carried out there, and what
 * it would silence is not known. */
static int step_beside(const struct tape *t, const struct silence *s)
{
    for (int k = 0; k < t->event_count; k++) {
        if (stands_in(s, &t->event[k].code)) {
            return k;
        }
    }
    return -1;
}

static bool is_known(const struct silence *s)
{
    for (int k = 0; k < MISTAKE_COUNT; k++) {
        if (names(s, (enum mistake_kind)k)) {
            return true;
        }
    }
    return false;
}

static void tell_unused(struct warner *w, const struct silence *s)
{
    int step = step_beside(w->tape, s);
    if (!is_known(s)) {
        warn_add_at(w, step < 0 ? 0 : step, &s->at, "there is no warning %.*s to be silenced",
                    (int)s->len, s->name);
    } else if (step >= 0 && !s->used) {
        warn_add_at(w, step, &s->at,
                    "this comment silences nothing: the line is not warned of%s%.*s",
                    s->name != NULL ? " as " : "", (int)s->len, s->name != NULL ? s->name : "");
    }
}

/* The last row: it takes away what others have found. */
void find_unused_ignore(struct warner *w)
{
    struct silences s = {0};
    struct warnings *out = w->out;
    int found = out->count, left = 0;
    bool *silent = calloc((size_t)found + 1, sizeof *silent);
    read_sources(w, &s);
    for (int k = 0; silent != NULL && k < found; k++) {
        for (int j = 0; j < s.count; j++) {
            if (stands_in(&s.at[j], &out->at[k].at) && names(&s.at[j], out->at[k].kind)) {
                s.at[j].used = silent[k] = true;
            }
        }
    }
    for (int j = 0; silent != NULL && j < s.count; j++) {
        tell_unused(w, &s.at[j]);
    }
    for (int k = 0; silent != NULL && k < out->count; k++) {
        if (k >= found || !silent[k]) {
            out->at[left++] = out->at[k];
        }
    }
    if (silent == NULL || s.failed) {
        warn_memory(w);
    } else {
        out->count = left;
    }
    free(silent);
    free(s.at);
}
