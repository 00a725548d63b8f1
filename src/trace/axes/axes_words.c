/* Finds the comments, the tensors that they name, and the operations after which a place of an axis
 * no longer stands for its word. */
#include "trace/axes/axes_words.h"

#include "base/grow.h"
#include "base/utf8.h"
#include "trace/axes/axes_step.h"
#include "trace/tape/event.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- comments --- */

/* What stands behind the first `# tokens:` of a line; NULL: it has none. */
static const char *comment_in(const char *text, size_t len)
{
    static const char mark[] = "tokens:";
    for (size_t k = 0; k < len; k++) {
        size_t at = k + 1;
        while (text[k] == '#' && at < len && (text[at] == ' ' || text[at] == '\t')) {
            at++;
        }
        if (text[k] == '#' && len - at >= sizeof mark - 1 &&
            memcmp(text + at, mark, sizeof mark - 1) == 0) {
            return text + at + sizeof mark - 1;
        }
    }
    return NULL;
}

/* A word as it is shown: the marks that tokenizers put for a space become a low line. */
static const char *shown(struct arena *arena, const char *word, size_t len)
{
    scoped_buf text = {0};
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
    return copy;
}

struct piece {
    const char *text;
    size_t len;
};

/* What stands between the quotes of `NAME = "..."`, a line of the same source. */
static struct piece literal_of(const struct source *source, const char *name, size_t len)
{
    const char *line = source->text, *end = source->text + source->len;
    while (line != NULL && line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        const char *stop = next != NULL ? next : end, *at = line + len;
        if ((size_t)(stop - line) > len && memcmp(line, name, len) == 0) {
            at += strspn(at, " ");
            at += *at == '=' ? 1 + strspn(at + 1, " ") : 0;
            const char *closing =
                *at == '"' || *at == '\'' ? memchr(at + 1, *at, (size_t)(stop - at - 1)) : NULL;
            if (closing != NULL) {
                return (struct piece){at + 1, (size_t)(closing - at - 1)};
            }
        }
        line = next != NULL ? next + 1 : NULL;
    }
    return (struct piece){NULL, 0};
}

/* The words between blanks, or, of letters, each sign, with a low line for a blank. */
static bool add_words(struct word_list *l, struct arena *arena, struct piece all, bool letters)
{
    for (size_t at = 0, end; at < all.len; at = end) {
        const char *text = all.text + at;
        bool blank = isspace((unsigned char)*text);
        uint32_t sign;
        end = at + (letters ? utf8_decode(text, all.len - at, &sign) : 1);
        while (!letters && !blank && end < all.len && !isspace((unsigned char)all.text[end])) {
            end++;
        }
        if (blank && !letters) {
            continue;
        }
        if ((l->word[l->count++] = blank ? "_" : shown(arena, text, end - at)) == NULL) {
            return false;
        }
    }
    return true;
}

/* `the old box`; `{text}`: the words of the string that the source calls text; `{*text}`: its
 * letters. */
static bool add_list(struct words *w, struct arena *arena, const struct source *source, int line,
                     const char *text, size_t len)
{
    if (!grow(&w->list, w->count, &w->cap, sizeof *w->list)) {
        return false;
    }
    struct word_list *l = &w->list[w->count];
    *l = (struct word_list){.source = source, .line = line};
    const char *open = memchr(text, '{', len);
    const char *close = open != NULL ? memchr(open, '}', len - (size_t)(open - text)) : NULL;
    bool letters = close != NULL && open[1] == '*';
    const char *name = close != NULL ? open + 1 + letters : NULL;
    struct piece named = {NULL, 0};
    if (close != NULL) {
        named = literal_of(source, name, (size_t)(close - name));
    }
    l->word = arena_alloc(arena, (len + named.len + 1) * sizeof *l->word);
    if (l->word == NULL) {
        return false;
    }
    bool ok = true;
    if (named.text != NULL) {
        ok = add_words(l, arena, (struct piece){text, (size_t)(open - text)}, false) &&
             add_words(l, arena, named, letters);
        len -= (size_t)(close + 1 - text);
        text = close + 1;
    }
    ok = ok && add_words(l, arena, (struct piece){text, len}, false);
    w->count += l->count > 0;
    return ok;
}

/* Cells run one after the other, and back into the functions of earlier ones: a source that was met
 * is remembered. */
static bool read_source(struct words *w, struct arena *arena, const struct source *source)
{
    if (source == NULL || source->prelude || map_get(&w->met, (uintptr_t)source, 0) != 0) {
        return true;
    }
    int line = 1;
    for (size_t at = 0; at < source->len; line++) {
        const char *text = source->text + at, *end = memchr(text, '\n', source->len - at);
        size_t len = end == NULL ? source->len - at : (size_t)(end - text);
        const char *words = comment_in(text, len);
        if (words != NULL &&
            !add_list(w, arena, source, line, words, len - (size_t)(words - text))) {
            return false;
        }
        at += len + 1;
    }
    return map_set(&w->met, (uintptr_t)source, 1);
}

bool words_lost(const struct words *w, struct tape *t)
{
    struct lost_words *lost = arena_alloc(&t->arena, (size_t)(w->count + 1) * sizeof *lost);
    for (int k = 0; lost != NULL && k < w->count; k++) {
        const struct word_list *l = &w->list[k];
        if (l->taken == NULL) {
            lost[t->lost_count++] = (struct lost_words){l->source, l->line, l->count};
        }
    }
    t->lost = lost;
    return lost != NULL;
}

void words_close(struct words *w)
{
    free(w->list);
    map_free(&w->met);
    *w = (struct words){0};
}

/* --- the tensor that a comment names --- */

/* The axis with that many places: the last one in front of the columns, else the columns. */
static int axis_for(const struct tensor *t, int count)
{
    for (int axis = t->ndim - 2; axis >= 0; axis--) {
        if (t->shape[axis] == count) {
            return axis;
        }
    }
    return t->ndim > 0 && t->shape[t->ndim - 1] == count ? t->ndim - 1 : -1;
}

static int end_of(const struct event *e)
{
    return e->statement != NULL ? e->statement->span.end_line : e->code.end_line;
}

/* Whether the list's tensor is made by the event's statement, or may be. */
static bool is_open(const struct word_list *l, const struct event *e)
{
    bool same = l->source == e->code.source;
    return l->taken != NULL ? l->taken == e->statement : !same || l->line <= end_of(e);
}

enum { LOOK_AHEAD = 256 };

/* Whether the list stands between the event's statement and the next one, and no tensor of that has
 * an axis for it: then it speaks of the one that it stands behind. */
static bool stands_behind(const struct step *s, const struct word_list *l)
{
    const struct tape *t = s->book->t;
    const struct node *next = NULL;
    if (l->taken != NULL || l->source != s->e->code.source || l->line <= end_of(s->e)) {
        return false;
    }
    for (int k = s->event + 1; k < t->event_count && k < s->event + LOOK_AHEAD; k++) {
        const struct event *e = &t->event[k];
        if (e->code.source != l->source || end_of(e) <= end_of(s->e)) {
            continue;
        }
        bool behind = next == NULL ? end_of(e) < l->line : e->statement != next;
        if (behind) {
            return next != NULL;
        }
        next = e->statement;
        if (e->output_count > 0 && axis_for(&e->output[0].tensor, l->count) >= 0) {
            return false;
        }
    }
    return true;
}

/* The comment that stands last before the event speaks first; else one that stands behind it. */
static void seed(struct words *w, struct step *s)
{
    const struct tape *t = s->book->t;
    const struct event *e = s->e;
    bool built = (e->call >= 0 && t->call[e->call].construction) || e->output_count == 0;
    for (int k = 2 * w->count - 1; k >= 0 && !built && e->statement != NULL; k--) {
        struct word_list *l = &w->list[k % w->count];
        int axis = axis_for(&e->output[0].tensor, l->count);
        if (axis >= 0 && (k >= w->count ? is_open(l, e) : stands_behind(s, l))) {
            s->out[0].at[axis].word = l->word;
            s->out[0].at[axis].mixed = false;
            l->taken = e->statement;
            return;
        }
    }
}

/* --- what becomes of words --- */

static bool says_other(const char *const *a, const char *const *b, int64_t size)
{
    for (int64_t k = 0; a != b && k < size; k++) {
        if (strcmp(a[k], b[k]) != 0) {
            return true;
        }
    }
    return false;
}

void words_meet(struct axis_name *to, const struct axis_name *from, int64_t size)
{
    to->mixed |= from->mixed ||
                 (to->word != NULL && from->word != NULL && says_other(to->word, from->word, size));
    to->word = to->mixed ? NULL : to->word != NULL ? to->word : from->word;
}

void words_slice(struct axis_name *name, int64_t start)
{
    name->word = name->word != NULL ? name->word + start : NULL;
}

bool words_go_on(const struct axis_name *a, int64_t count, const struct axis_name *b)
{
    return a->word != NULL && a->word + count == b->word;
}

/* Whether place k of an axis is behind the event what it was before, as far as the rule for the
 * names of axes tells. */
static bool keeps_places(const struct event *e)
{
    switch (e->op->kind) {
    case KIND_ELEMENTWISE:
    case KIND_REDUCTION:
    case KIND_SCAN:
    case KIND_SOFTMAX:
        return true;
    case KIND_CONTRACTION:
        return event_contracts(e) || event_does(e, STAYS);
    case KIND_MAP:
        break;
    default:
        return false;
    }
    if (event_is(
            e,
            OP___setitem__ OP_masked_scatter OP_index_put OP_index_copy)) { /* a number, or rows? */
        return e->arg_count > 2 && value_is_number(e->arg[2].value);
    }
    return event_does(e, TRANSPOSES | RESHAPES | SQUEEZES | EXPANDS | REPEATS | SELECTS | CUTS |
                             CONCATENATES | COPIES | CONVERTS | FROM_DATA | TRIANGLES |
                             COMPLEX_PARTS | STAYS);
}

/* The axis along which places change and all others stay; -1: any may. */
static int moved_axis(const struct step *s)
{
    bool along = event_is(s->e, OP_argsort OP_sort OP_topk);
    return along ? step_dim(s, "dim", s->in[0].ndim, s->in[0].ndim - 1) : -1;
}

bool words_apply(struct words *w, struct step *s)
{
    bool kept = keeps_places(s->e);
    int moved = kept ? -1 : moved_axis(s);
    for (int k = 0; k < s->e->output_count; k++) {
        for (int axis = 0; axis < s->out[k].ndim && !kept; axis++) {
            if (moved < 0 || axis == moved) {
                s->out[k].at[axis].word = NULL;
                s->out[k].at[axis].mixed = false;
            }
        }
    }
    const struct tape *t = s->book->t;
    bool ok = read_source(w, &s->book->t->arena, s->e->code.source);
    for (int c = s->e->call; ok && c >= 0; c = t->call[c].parent) { /* ids = ids_of(text) */
        ok = read_source(w, &s->book->t->arena, t->call[c].site.source);
    }
    if (ok) {
        seed(w, s);
    }
    return ok;
}
