/* Picks events of a tape. */
#define _POSIX_C_SOURCE 200809L /* fnmatch */
#include "trace/report/choice.h"

#include "trace/tape/location.h"
#include "trace/tape/module_path.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

bool choice_is_some(const struct choice *c)
{
    return c->stage != STAGE_COUNT || c->backward || c->step != 0 || c->module != NULL ||
           c->line != 0;
}

/* "attn.py" is lib/attn.py, too. */
static bool is_file(const struct choice *c, const char *file)
{
    size_t len = strlen(file);
    bool ends = len >= c->file_len && memcmp(file + len - c->file_len, c->file, c->file_len) == 0;
    return ends && (len == c->file_len || file[len - c->file_len - 1] == '/');
}

static bool stands_there(const struct choice *c, const struct span *code)
{
    if (code->source == NULL) {
        return false;
    }
    struct location at = location_of(code);
    return at.line <= c->line && c->line <= at.line + code->end_line - code->line &&
           (c->cell == 0 || at.cell == c->cell) && (c->file == NULL || is_file(c, at.file));
}

bool choice_takes(const struct choice *c, const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    bool told = !c->backward || e->of >= 0 || e->stage == STAGE_TRAINING;
    const char *module = told && c->module != NULL ? event_module(t, event) : NULL;
    return told && (c->stage == STAGE_COUNT || e->stage == c->stage) &&
           (c->step == 0 || (e->number == c->step && e->setup == c->setup_step)) &&
           (c->module == NULL || (module != NULL && fnmatch(c->module, module, 0) == 0)) &&
           (c->line == 0 || stands_there(c, &e->code));
}

static bool read_number(const char *text, const char *end, int *out)
{
    char *rest;
    long n = strtol(text, &rest, 10);
    *out = (int)n;
    return *text >= '0' && *text <= '9' && rest == end && n >= 1 && n <= INT32_MAX;
}

bool choice_read_line(const char *text, struct choice *c)
{
    const char *colon = strrchr(text, ':'), *line = colon != NULL ? colon + 1 : text;
    if (colon != NULL && !read_number(text, colon, &c->cell)) {
        c->cell = 0;
        c->file = text;
        c->file_len = (size_t)(colon - text);
    }
    return colon != text && read_number(line, line + strlen(line), &c->line);
}
