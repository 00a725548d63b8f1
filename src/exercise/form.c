/* Matches forms by PCRE2. Of two threads that need one for the first time, both compile it and one
 * keeps what it made. */
#include "exercise/form.h"

#include <stdatomic.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

static const pcre2_code *code_of(struct form *f)
{
    void *made, *there = atomic_load(&f->code);
    int number;
    PCRE2_SIZE at;
    if (there != NULL) {
        return there;
    }
    made = pcre2_compile((PCRE2_SPTR)f->pattern, PCRE2_ZERO_TERMINATED, 0, &number, &at, NULL);
    if (made == NULL || atomic_compare_exchange_strong(&f->code, &there, made)) {
        return made;
    }
    pcre2_code_free(made);
    return there;
}

bool form_find(struct form *f, struct piece text, size_t from, struct piece group[FORM_GROUPS])
{
    const pcre2_code *code = code_of(f);
    pcre2_match_data *m = code != NULL ? pcre2_match_data_create(FORM_GROUPS, NULL) : NULL;
    int count = m != NULL ? pcre2_match(code, (PCRE2_SPTR)text.at, text.len, from, 0, m, NULL) : -1;
    for (int k = 0; group != NULL && k < FORM_GROUPS; k++) {
        const PCRE2_SIZE *span = count > k ? pcre2_get_ovector_pointer(m) + 2 * k : NULL;
        bool took = span != NULL && span[0] != PCRE2_UNSET;
        group[k] =
            took ? (struct piece){text.at + span[0], span[1] - span[0]} : (struct piece){NULL, 0};
    }
    pcre2_match_data_free(m);
    return count > 0;
}

bool form_in(struct form *f, struct piece text)
{
    return form_find(f, text, 0, NULL);
}

struct piece form_skip(struct form *f, struct piece text)
{
    struct piece all[FORM_GROUPS];
    bool front = form_find(f, text, 0, all) && all->at == text.at;
    return front ? piece_behind(text, all->len) : text;
}

void form_replace(struct form *f, struct piece text, const char *by, struct buf *out)
{
    struct piece all[FORM_GROUPS];
    size_t from = 0;
    while (form_find(f, text, from, all) && all->len > 0) {
        size_t at = (size_t)(all->at - text.at);
        buf_put(out, text.at + from, at - from);
        buf_puts(out, by);
        from = at + all->len;
    }
    buf_put(out, text.at + from, text.len - from);
}
