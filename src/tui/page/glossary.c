/* Looks words up in the glossary. Single letters (q, T) and capitals matter in code: what is one
 * letter long is found only as it is written. */
#include "tui/page/glossary.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const struct term terms[] = {
#define TERM(name, others, text) {name, others, text},
#include "tui/page/glossary.def"
#undef TERM
};

#define COUNT ((int)(sizeof terms / sizeof terms[0]))

const struct term *glossary_term(int nth)
{
    return nth >= 0 && nth < COUNT ? &terms[nth] : NULL;
}

int glossary_count(void)
{
    return COUNT;
}

static bool same(const char *a, const char *b, size_t len)
{
    if (len == 1) {
        return *a == *b;
    }
    for (size_t k = 0; k < len; k++) {
        if (tolower((unsigned char)a[k]) != tolower((unsigned char)b[k])) {
            return false;
        }
    }
    return true;
}

/* The next way to write a term, from *at on. */
static bool next_spelling(const struct term *t, const char **at, const char **word, size_t *len)
{
    *word = *at == NULL ? t->name : *at;
    *len = strcspn(*word, "|");
    if (**word == '\0') {
        return false;
    }
    *at = *at == NULL ? t->others : *word + *len + ((*word)[*len] == '|');
    return true;
}

const struct term *glossary_find(const char *word)
{
    size_t wanted = strlen(word);
    for (int k = 0; k < COUNT; k++) {
        const char *at = NULL, *spelling;
        size_t len;
        while (next_spelling(&terms[k], &at, &spelling, &len)) {
            if (len == wanted && same(word, spelling, len)) {
                return &terms[k];
            }
        }
    }
    return NULL;
}

static bool is_part(char c) /* of a word between underscores */
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* The longest spelling of any term that stands at `text`; -1: none. */
static int term_at(const char *text, size_t *length)
{
    int found = -1;
    *length = 0;
    for (int k = 0; k < COUNT; k++) {
        const char *at = NULL, *spelling;
        size_t len;
        while (next_spelling(&terms[k], &at, &spelling, &len)) {
            bool whole = memchr(text, '\0', len) == NULL && same(text, spelling, len) &&
                         !(is_part(spelling[len - 1]) && is_part(text[len]));
            if (whole && len == 1 && text[1] == '_' && isalpha((unsigned char)*text)) {
                whole = false; /* the d of d_out is no word */
            }
            if (whole && len > *length) {
                found = k;
                *length = len;
            }
        }
    }
    return found;
}

int glossary_next(const char *text, const char **at, size_t *len)
{
    for (; **at != '\0'; ++*at) {
        const char *c = *at;
        bool begins = c == text || !is_part(c[-1]) || !is_part(*c);
        bool single = c > text && c[-1] == '_';
        int k = begins ? term_at(c, len) : -1;
        if (k >= 0 && !(single && *len == 1)) {
            return k;
        }
    }
    return -1;
}

int glossary_search(const char *text, int *out, int most)
{
    const char *at = text;
    int count = 0;
    size_t len;
    for (int k; count < most && (k = glossary_next(text, &at, &len)) >= 0; at += len) {
        bool known = false;
        for (int j = 0; j < count; j++) {
            known |= out[j] == k;
        }
        if (!known) {
            out[count++] = k;
        }
    }
    return count;
}
