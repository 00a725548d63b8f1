/* Reading which options somebody means, and in which order: by their letters or their texts. */

#include "exercise/answer/answer.h"
#include "exercise/answer/answer_words.h"
#include "exercise/piece.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum form { ANY, LETTERS, TEXTS };

struct picking {
    const char *const *option;
    int count, *picked, *picked_count;
    struct buf *why;
};

/* --- texts --- */

/* Blanks and backticks do not count, and neither does a dot at the end. */
static bool counts(char c)
{
    return strchr(" \t\r\n`", c) == NULL;
}

static bool same(const char *a, const char *b, size_t b_len, bool fold)
{
    const char *end = b + b_len;
    while (end > b && (end[-1] == '.' || !counts(end[-1]))) {
        end--;
    }
    for (;; a++, b++) {
        while (*a != '\0' && (!counts(*a) || (*a == '.' && a[1 + strspn(a + 1, " `")] == '\0'))) {
            a++;
        }
        while (b < end && !counts(*b)) {
            b++;
        }
        if (*a == '\0' || b == end) {
            return *a == '\0' && b == end;
        }
        if (*a != *b && (!fold || tolower((unsigned char)*a) != tolower((unsigned char)*b))) {
            return false;
        }
    }
}

bool answer_options_same(const char *a, const char *b)
{
    return same(a, b, strlen(b), false);
}

/* --- picking --- */

static bool pick(struct picking *p, int option)
{
    for (int k = 0; k < *p->picked_count; k++) {
        if (p->picked[k] == option) {
            buf_printf(p->why, "%c stands there twice.", 'a' + option);
            return false;
        }
    }
    p->picked[(*p->picked_count)++] = option;
    return true;
}

static int letter(const struct picking *p, char c)
{
    int k = tolower((unsigned char)c) - 'a';
    return isalpha((unsigned char)c) && k < p->count ? k : -1;
}

/* The option that has this text, whether its letters are large or small where only one fits then;
 * -1: none. */
static int option_with(const struct picking *p, const char *text, size_t len)
{
    int found = -1, count = 0;
    for (int k = 0; k < p->count; k++) {
        if (same(p->option[k], text, len, false)) {
            return k;
        }
        if (same(p->option[k], text, len, true)) {
            found = k;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

/* An option by its text, or by its letter ("b", "b)", "(b)", "b. the mask"); -1: none. */
static int option_of(const struct picking *p, const char *text, size_t len, enum form form)
{
    while (len > 0 && strchr(" \n(", *text) != NULL) {
        text++;
        len--;
    }
    size_t number = 0; /* "1. the mask": the place in a list */
    while (number < len && isdigit((unsigned char)text[number])) {
        number++;
    }
    for (int round = form == LETTERS ? 2 : 0; round < 2; round++) {
        int k = option_with(p, text, len);
        if (k >= 0) {
            return k;
        }
        if (number == 0 || number + 1 >= len || strchr(".)", text[number]) == NULL) {
            break;
        }
        text += number + 1;
        len -= number + 1;
    }
    while (len > 0 && *text == ' ') {
        text++;
        len--;
    }
    int k = len > 0 ? letter(p, *text) : -1;
    size_t mark = len > 1 && strchr(".):", text[1]) != NULL ? 2 : 1;
    bool alone =
        len <= mark || (mark == 2 && k >= 0 && same(p->option[k], text + 2, len - 2, true));
    return alone && form != TEXTS ? k : -1;
}

/* Whether all parts between separators are options; then they are picked. */
static bool parts(struct picking *p, const char *text, const char *separators, enum form form,
                  bool *fits)
{
    for (int round = 0; round < 2; round++) {
        for (const char *at = text; *at != '\0';) {
            size_t len = strcspn(at, separators);
            bool blank = strspn(at, " ") >= len;
            int k = blank ? -1 : option_of(p, at, len, form);
            if (!blank && k < 0) {
                *fits = false;
                return false;
            }
            if (!blank && round == 1 && !pick(p, k)) {
                return false;
            }
            at += len + (at[len] != '\0');
        }
        *fits = true;
    }
    return true;
}

/* "bdac" */
static bool glued(struct picking *p, const char *text, bool *fits)
{
    size_t len = strlen(text);
    *fits = len > 1;
    for (size_t k = 0; k < len; k++) {
        *fits = *fits && letter(p, text[k]) >= 0;
    }
    for (size_t k = 0; *fits && k < len; k++) {
        if (!pick(p, letter(p, text[k]))) {
            return false;
        }
    }
    return *fits;
}

/* "first" stands before the first letter, "last" before the last. */
static bool at_its_place(const char *word, int before, int options)
{
    static const char *const places[] = {" first ", " second ", " third ", " fourth ", " fifth "};
    for (int k = 0; k < 5; k++) {
        if (strcmp(word, places[k]) == 0) {
            return before == k;
        }
    }
    bool last = strcmp(word, " last ") == 0 || strcmp(word, " finally ") == 0;
    return !last || before == options - 1;
}

/* "the last is ...": what follows is not the whole order. */
static bool names_a_place(const char *text, const char *end)
{
    static const char *const places[] = {"first", "second", "third", "fourth", "fifth", "last"};
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        const char *at = strstr(text, places[k]);
        if (at != NULL && at < end) {
            return true;
        }
    }
    return false;
}

/* "a", before a word, is perhaps no letter: "a guess: c". */
static bool is_article(const char *at)
{
    if (strchr("aAiI", *at) == NULL || at[1] != ' ' || !isalpha((unsigned char)at[2]) ||
        !isalpha((unsigned char)at[3])) {
        return false;
    }
    size_t join = piece_word(piece_of(at + 2), "and|then|is|und", false);
    return join == 0 || isalpha((unsigned char)at[2 + join]);
}

/* "option b", "a and c", "first b, then a": letters among words that say nothing more. */
static bool among_words(struct picking *p, const char *text, bool *fits)
{
    static const char words[] =
        " option options order sequence letter letters correct right true first second "
        "third fourth fifth next finally last fits fit best ";
    char picked[OPTIONS_MOST];
    int count = 0, place = 1;
    bool dashes = strpbrk(text, "-/") != NULL; /* "b-a-c": all of them, or perhaps from b to c */
    *fits = true;
    for (const char *at = text; *fits && *at != '\0';) {
        size_t len = 0;
        while (isalnum((unsigned char)at[len]) ||
               (len > 0 && at[len] == '\'' && isalpha((unsigned char)at[len + 1]))) {
            len++;
        }
        if (len == 1 && letter(p, *at) >= 0 && count < OPTIONS_MOST) {
            *fits = !is_article(at);
            picked[count++] = *at;
        } else if (atoi(at) == place && len == strspn(at, "0123456789") && len > 0) {
            place++; /* "1 = b, 2 = a": each at its place */
        } else if (len > 0) {
            char word[20] = " ";
            for (size_t k = 0; k < len && k < sizeof word - 3; k++) {
                word[k + 1] = (char)tolower((unsigned char)at[k]);
                memcpy(word + k + 2, " ", 2);
            }
            *fits = len < sizeof word - 3 && answer_harmless(at, at + len, words, false) &&
                    at_its_place(word, count, p->count);
        } else {
            *fits = strchr(" \n,;>&+().:-='\"/[]_", *at) != NULL || (*at == '!' && count > 0);
        }
        at += len > 0 ? len : 1;
    }
    *fits =
        *fits && count > 0 && (!dashes || count == p->count) && (place == 1 || place == count + 1);
    for (int k = 0; *fits && k < count; k++) {
        if (!pick(p, letter(p, picked[k]))) {
            return false;
        }
    }
    return *fits;
}

bool answer_options(const char *text, const char *const *option, int count, int *picked,
                    int *picked_count, struct buf *why)
{
    static const struct {
        const char *separators;
        enum form form;
    } ways[] = {{"\n", ANY}, {"\n>;", ANY}, {"\n>;,", ANY}, {"\n>;, ", LETTERS}, {"\n>;, ", TEXTS}};
    struct buf plain = {0}, own[OPTIONS_MOST] = {{0}};
    const char *texts[OPTIONS_MOST];
    struct picking p = {texts, count, picked, picked_count, why};
    bool fits = false, ok = false;
    *picked_count = 0;
    for (int k = 0; k < count; k++) {
        answer_plain(option[k], &own[k]);
        texts[k] = buf_text(&own[k]);
    }
    answer_plain(text, &plain);
    for (size_t k = 0; !fits && k < sizeof ways / sizeof ways[0]; k++) {
        ok = parts(&p, buf_text(&plain), ways[k].separators, ways[k].form, &fits);
    }
    if (!fits) {
        ok = glued(&p, buf_text(&plain), &fits);
    }
    if (!fits) {
        ok = among_words(&p, buf_text(&plain), &fits);
    }
    const char *behind = answer_behind_is(
        buf_text(&plain), " correct right first last thought but now option ", false);
    if (!fits && behind != NULL) {
        ok = among_words(&p, behind, &fits);
        if (*picked_count > 1 && names_a_place(buf_text(&plain), behind)) {
            *picked_count = 0;
        }
    }
    if (ok && *picked_count == 0) {
        fits = ok = false;
    }
    if (!fits) {
        buf_printf(why, "Write letters from a to %c, such as `%s`.", 'a' + count - 1,
                   count > 2 ? "b c" : "b");
    }
    for (int k = 0; k < count; k++) {
        buf_free(&own[k]);
    }
    buf_free(&plain);
    return ok;
}
