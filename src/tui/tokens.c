/* Finding the comments, and the axes that they speak of. */
#include "tui/tokens.h"

#include "base/map.h"
#include "base/utf8.h"
#include "trace/token_comment.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A word as it is shown: the marks that tokenizers put for a space become a low line. */
static char *shown(struct arena *arena, const char *word, size_t len)
{
    struct buf text = {0};
    for (size_t k = 0; k < len;) {
        uint32_t c;
        size_t bytes = utf8_decode(word + k, len - k, &c);
        if (c == 0x120 || c == 0x2581) { /* G with a dot above; lower one eighth block */
            buf_putc(&text, '_');
        } else {
            buf_put(&text, word + k, bytes);
        }
        k += bytes;
    }
    char *copy = text.failed ? NULL : arena_copy(arena, buf_text(&text), text.len);
    buf_free(&text);
    return copy;
}

static bool add_list(struct tokens *k, const struct source *source, int line, const char *text,
                     size_t len)
{
    if (k->count == k->cap) {
        int cap = k->cap == 0 ? 4 : k->cap * 2;
        struct token_list *wider = realloc(k->list, (size_t)cap * sizeof *wider);
        if (wider == NULL) {
            return false;
        }
        k->list = wider;
        k->cap = cap;
    }
    struct token_list *l = &k->list[k->count];
    *l = (struct token_list){.source = source, .line = line};
    l->word = arena_alloc(&k->arena, (len / 2 + 1) * sizeof *l->word);
    for (size_t at = 0; l->word != NULL && at < len;) {
        size_t end = at;
        while (end < len && !isspace((unsigned char)text[end])) {
            end++;
        }
        if (end > at && (l->word[l->count++] = shown(&k->arena, text + at, end - at)) == NULL) {
            return false;
        }
        at = end + 1;
    }
    k->count += l->count > 0;
    return l->word != NULL;
}

static bool read_source(struct tokens *k, const struct source *source)
{
    int line = 1;
    for (size_t at = 0; at < source->len; line++) {
        const char *end = memchr(source->text + at, '\n', source->len - at);
        size_t len = end == NULL ? source->len - at : (size_t)(end - source->text) - at, rest;
        const char *words = token_comment(source->text + at, len, &rest);
        if (words != NULL && !add_list(k, source, line, words, rest)) {
            return false;
        }
        at += len + 1;
    }
    return true;
}

/* Cells run one after the other, and back into the functions of earlier ones: a source that was met
 * is remembered. */
bool tokens_find(struct tokens *k, const struct tape *t)
{
    struct map met = {0};
    bool ok = true;
    *k = (struct tokens){0};
    for (int e = 0; ok && e < t->event_count; e++) {
        const struct source *source = t->event[e].code.source;
        if (source == NULL || source->prelude || map_get(&met, (uintptr_t)source, 0) != 0) {
            continue;
        }
        ok = map_set(&met, (uintptr_t)source, 1) && read_source(k, source);
    }
    map_free(&met);
    if (!ok) {
        tokens_free(k);
    }
    return ok;
}

void tokens_free(struct tokens *k)
{
    free(k->list);
    arena_free(&k->arena);
    *k = (struct tokens){0};
}

bool axis_is_heads(const char *axis)
{
    static const char *const names[] = {"h",       "H",      "nh",    "heads",   "num_heads",
                                        "n_heads", "n_head", "nhead", "num_head"};
    for (size_t k = 0; axis != NULL && k < sizeof names / sizeof names[0]; k++) {
        if (strcmp(axis, names[k]) == 0) {
            return true;
        }
    }
    return false;
}

bool axis_is_batch(const char *axis)
{
    static const char *const names[] = {"b", "B", "bs", "bsz"};
    for (size_t k = 0; axis != NULL && k < sizeof names / sizeof names[0]; k++) {
        if (strcmp(axis, names[k]) == 0) {
            return true;
        }
    }
    return axis != NULL && strncmp(axis, "batch", 5) == 0 && strchr(axis, '*') == NULL;
}

static bool may_be_tokens(const char *axis)
{
    static const char *const parts[] = {"dim",  "d_",    "head",   "batch",
                                        "embd", "embed", "hidden", "channel"};
    static const char *const whole[] = {"b", "B", "C", "d", "D", "hs", "bs"};
    if (axis == NULL) {
        return true;
    }
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        if (strstr(axis, parts[k]) != NULL) {
            return false;
        }
    }
    for (size_t k = 0; k < sizeof whole / sizeof whole[0]; k++) {
        if (strcmp(axis, whole[k]) == 0) {
            return false;
        }
    }
    return !axis_is_heads(axis);
}

char *const *tokens_for(const struct tokens *k, const struct tape *t, int event, int64_t size,
                        const char *axis)
{
    const struct span *here = &t->event[event].code;
    char *const *found = NULL;
    for (int j = 0; may_be_tokens(axis) && j < k->count; j++) {
        const struct token_list *l = &k->list[j];
        bool before = l->source != here->source || l->line <= here->end_line;
        if (l->count == size && (found == NULL || before)) {
            found = l->word;
        }
    }
    return found;
}
