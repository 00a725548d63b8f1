/* Compiles patterns and matches them with PCRE2. Memory is asked of the budget; steps, memory and
 * depth of one match are limited, without machine code (JIT), so that the same match ends the same
 * way on every machine. */
#include "regex/regex.h"

#include "regex/translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define MOST_STEPS 100000000        /* of one match: about a second */
#define MOST_KIBIBYTES (256 * 1024) /* of the places that one match may come back to */

/* --- memory: each block remembers its size --- */

union head {
    size_t size;
    max_align_t align;
};

static void *take(size_t size, void *budget)
{
    struct error unused = {0};
    if (!budget_take(budget, size, &unused)) {
        return NULL;
    }
    union head *h = malloc(sizeof *h + size);
    if (h == NULL) {
        budget_give(budget, size);
        return NULL;
    }
    h->size = size;
    return h + 1;
}

static void give(void *block, void *budget)
{
    if (block != NULL) {
        union head *h = (union head *)block - 1;
        budget_give(budget, h->size);
        free(h);
    }
}

/* --- compiling --- */

/* PCRE2's numbers of what a pattern may have wrong. */
enum { HEAP_FAILED = 121, LOOKBEHIND = 125, MANY_BRANCHES = 127 };

static bool compile(struct regex *r, const struct buf *text, struct budget *memory,
                    struct regex_error *err)
{
    int number = 0;
    PCRE2_SIZE at;
    pcre2_general_context *general = pcre2_general_context_create(take, give, memory);
    pcre2_compile_context *context = general != NULL ? pcre2_compile_context_create(general) : NULL;
    if (context != NULL) {
        pcre2_set_newline(context, PCRE2_NEWLINE_LF);
#if PCRE2_MAJOR > 10 || PCRE2_MINOR > 42
        pcre2_set_max_varlookbehind(context, 0);
#endif
        uint32_t options = PCRE2_UTF | PCRE2_ALT_CIRCUMFLEX | PCRE2_NEVER_BACKSLASH_C;
        options |= (r->flags & REGEX_IGNORECASE) != 0 ? PCRE2_CASELESS : 0;
        options |= (r->flags & REGEX_MULTILINE) != 0 ? PCRE2_MULTILINE : 0;
        options |= (r->flags & REGEX_DOTALL) != 0 ? PCRE2_DOTALL : 0;
        r->code =
            pcre2_compile((PCRE2_SPTR)buf_text(text), text->len, options, &number, &at, context);
        r->context = pcre2_match_context_create(general);
    }
    r->match = r->code != NULL ? pcre2_match_data_create_from_pattern(r->code, NULL) : NULL;
    if (r->match != NULL && r->context != NULL) {
        pcre2_set_match_limit(r->context, MOST_STEPS);
        pcre2_set_heap_limit(r->context, MOST_KIBIBYTES);
        r->spans = (size_t *)pcre2_get_ovector_pointer(r->match);
    }
    pcre2_compile_context_free(context);
    pcre2_general_context_free(general);
    if (r->match != NULL && r->context != NULL) {
        return true;
    }
    if (number == LOOKBEHIND || number == MANY_BRANCHES) {
        err->problem = REGEX_WRONG;
        snprintf(err->text, sizeof err->text, "%s",
                 number == LOOKBEHIND ? "look-behind requires fixed-width pattern"
                                      : "conditional backref with more than two branches");
        return false;
    }
    err->problem =
        r->code != NULL || number == 0 || number == PCRE2_ERROR_NOMEMORY || number == HEAP_FAILED
            ? REGEX_MEMORY
            : REGEX_UNSUPPORTED;
    PCRE2_UCHAR why[120] = "";
    pcre2_get_error_message(number, why, sizeof why);
    snprintf(err->text, sizeof err->text, "this pattern is not supported: %s", (const char *)why);
    return false;
}

bool regex_compile(struct regex *r, const char *text, size_t len, unsigned flags,
                   struct budget *memory, struct regex_error *err)
{
    *r = (struct regex){.flags = flags, .group_count = 1};
    *err = (struct regex_error){.problem = REGEX_MEMORY, .position = -1};
    r->group = calloc(1, sizeof *r->group);
    scoped_buf out = {.budget = memory};
    bool ok = r->group != NULL;
    if (ok) {
        r->group[0].open = true;
        ok = translate(r, text, len, &out, err) && compile(r, &out, memory, err);
    }
    if (!ok) {
        regex_free(r);
    }
    return ok;
}

void regex_free(struct regex *r)
{
    pcre2_match_data_free(r->match);
    pcre2_match_context_free(r->context);
    pcre2_code_free(r->code);
    for (int k = 0; r->group != NULL && k < r->group_count; k++) {
        free(r->group[k].name);
    }
    free(r->group);
    *r = (struct regex){0};
}

/* --- matching --- */

enum regex_result regex_match(struct regex *r, const char *text, size_t len, size_t from,
                              unsigned how)
{
    uint32_t options = 0;
    options |= (how & REGEX_AT_START) != 0 ? PCRE2_ANCHORED : 0;
    options |= (how & REGEX_TO_END) != 0 ? PCRE2_ENDANCHORED : 0;
    options |= (how & REGEX_NOT_EMPTY) != 0 ? PCRE2_NOTEMPTY_ATSTART : 0;
    options |= (how & REGEX_CHECKED) != 0 ? PCRE2_NO_UTF_CHECK : 0;
    int found = pcre2_match(r->code, (PCRE2_SPTR)text, len, from, options, r->match, r->context);
    if (found > 0) {
        return REGEX_FOUND;
    }
    switch (found) {
    case PCRE2_ERROR_NOMATCH:
        return REGEX_NOWHERE;
    case PCRE2_ERROR_MATCHLIMIT:
    case PCRE2_ERROR_DEPTHLIMIT:
        return REGEX_TOO_LONG;
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_NOMEMORY:
        return REGEX_TOO_BIG;
    default:
        return REGEX_NOT_TEXT;
    }
}

int regex_last(const struct regex *r, const size_t *spans)
{
    for (int k = r->group_count - 1; k > 0; k--) {
        bool outermost = spans[2 * k] != REGEX_UNSET;
        for (int p = r->group[k].parent; p > 0 && outermost; p = r->group[p].parent) {
            outermost = spans[2 * p] == REGEX_UNSET;
        }
        if (outermost) {
            return k;
        }
    }
    return 0;
}

/* Its memory is given back before it returns: no budget is asked. */
bool regex_is_one(const char *set, uint32_t c)
{
    int number;
    PCRE2_SIZE at;
    scoped_buf text = {0};
    buf_codepoint(&text, c);
    pcre2_code *code =
        pcre2_compile((PCRE2_SPTR)set, PCRE2_ZERO_TERMINATED, PCRE2_UTF, &number, &at, NULL);
    pcre2_match_data *match =
        code != NULL ? pcre2_match_data_create_from_pattern(code, NULL) : NULL;
    bool is = match != NULL && pcre2_match(code, (PCRE2_SPTR)buf_text(&text), text.len, 0,
                                           PCRE2_ANCHORED, match, NULL) > 0;
    pcre2_match_data_free(match);
    pcre2_code_free(code);
    return is;
}
