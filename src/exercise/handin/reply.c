/* Keeps answers and code: which of several counts, and whose code it is. */

#include "exercise/handin/handin_scan.h"

#include <ctype.h>
#include <string.h>

/* Which of two different ones counts. */
static bool note_several(struct handin *h, struct reply *r, int before)
{
    scoped_buf text = {0};
    if (before == h->count) {
        buf_puts(&text, "It was answered more than once: the last answer counts.");
    } else {
        buf_printf(&text, "It was answered in two files: %s counts, the newer one, not %s.",
                   h->name[h->count - 1], h->name[before - 1]);
    }
    r->said = arena_copy(&h->arena, buf_text(&text), text.len);
    return r->said != NULL;
}

bool reply_answer(struct handin *h, int exercise, struct piece text, enum rank rank)
{
    struct reply *r = &h->reply[exercise];
    bool newer = r->file != h->count;
    if (r->answer != NULL && (int)rank < r->rank && (!newer || rank < RANK_NUMBERED)) {
        return true;
    }
    bool same = r->answer != NULL && strlen(r->answer) == text.len &&
                memcmp(r->answer, text.at, text.len) == 0;
    bool replaces = r->answer != NULL && !same && ((int)rank == r->rank || newer);
    if (!same) {
        r->answer = arena_copy(&h->arena, text.at, text.len);
    }
    bool ok = r->answer != NULL && (!replaces || note_several(h, r, r->file));
    r->rank = (int)rank;
    r->file = h->count;
    return ok;
}

/* Two pieces of code of one name in one file are one code; of a bug the later one counts. */
static const char *join(struct handin *h, const char *a, const char *b)
{
    scoped_buf both = {0};
    buf_printf(&both, "%s\n%s", a, b);
    return both.failed ? NULL : arena_copy(&h->arena, buf_text(&both), both.len);
}

static bool keep_code(struct handin *h, struct reply *r, const char *code)
{
    bool same_file = r->code_file == h->count;
    if (r->code != NULL && strcmp(r->code, code) == 0) {
        r->code_file = h->count;
        return true;
    }
    const char *before = r->code;
    bool joins = before != NULL && same_file && kind_asks(r->exercise->kind, ASKS_WHOLE);
    bool ok = before == NULL || joins || note_several(h, r, r->code_file);
    r->code = joins ? join(h, before, code) : code;
    r->older = before != NULL ? joins ? code : before : r->older;
    r->code_file = h->count;
    return ok && r->code != NULL;
}

/* The first name that an exercise wants defined or looks at; *len 0: none. */
static const char *wanted_of(const struct exercise *e, size_t *len)
{
    const char *wanted = exercise_field(e, "of");
    wanted = wanted != NULL ? wanted : exercise_field(e, "define");
    wanted = wanted != NULL ? wanted : exercise_field(e, "try");
    *len = 0;
    while (wanted != NULL && (isalnum((unsigned char)wanted[*len]) || wanted[*len] == '_')) {
        (*len)++;
    }
    return wanted;
}

/* Whether code names what an exercise wants defined or looks at. */
bool reply_names(const char *code, const struct exercise *e)
{
    size_t len;
    const char *wanted = wanted_of(e, &len);
    for (const char *p = code; len > 0 && (p = strstr(p, (char[]){*wanted, 0})) != NULL; p++) {
        if (strncmp(p, wanted, len) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a line of code binds that name: "def f(", "f =". */
static bool binds(const char *code, const char *name, size_t len)
{
    for (const char *p = code; *p != '\0'; p += *p == '\n') {
        const char *at = strncmp(p, "def ", 4) == 0 ? p + 4 : p;
        const char *past = at + len;
        bool same = strncmp(at, name, len) == 0;
        if (same && strchr("( =", *past) != NULL && *past != '\0' &&
            (at > p || past[strspn(past, " ")] == '=')) {
            return true;
        }
        p += strcspn(p, "\n");
    }
    return false;
}

bool reply_newest(struct handin *h)
{
    const char *code = buf_text(&h->code[h->count - 1]);
    bool ok = true;
    for (int k = 0; k < h->of->count && h->code[h->count - 1].len > 0; k++) {
        struct reply *r = &h->reply[k];
        size_t len;
        const char *name = wanted_of(r->exercise, &len);
        if (kind_asks(r->exercise->kind, ASKS_WHOLE) && r->code != NULL &&
            r->code_file < h->count && len > 0 && binds(code, name, len)) {
            const char *kept = arena_copy(&h->arena, code, strlen(code));
            ok = kept != NULL && keep_code(h, r, kept) && ok;
        }
    }
    return ok;
}

/* Code below the wrong name: it has nothing that is asked for there, and what another one asks for.
 */
static bool is_of_another(const struct handin *h, int exercise, const char *code)
{
    bool other = false;
    for (int k = 0; k < h->of->count; k++) {
        const struct exercise *e = &h->of->at[k];
        bool takes = kind_asks(e->kind, ASKS_CODE);
        other = other || (takes && k != exercise && reply_names(code, e));
    }
    return other && !reply_names(code, &h->of->at[exercise]);
}

bool reply_code(struct handin *h, int exercise, struct piece text)
{
    scoped_buf mended = {0};
    if (piece_trim(text).len == 0) {
        return true;
    }
    handin_mend(text, &mended);
    bool ok = !mended.failed;
    if (exercise < 0 || is_of_another(h, exercise, buf_text(&mended))) {
        struct buf *all = &h->code[h->count - 1];
        buf_put(all, buf_text(&mended), mended.len);
        ok = ok && !all->failed;
    } else {
        const char *kept = arena_copy(&h->arena, buf_text(&mended), mended.len);
        ok = ok && kept != NULL && keep_code(h, &h->reply[exercise], kept);
    }
    return ok;
}
