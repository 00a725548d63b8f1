/* Reads which options somebody means, and in which order: by their letters or their texts. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/answer/answer.h"
#include "exercise/answer/answer_words.h"
#include "exercise/form.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum form_of_list { ANY, LETTERS, TEXTS };

struct picking {
    const char *const *option;
    int count, picked_count;
    int picked[OPTIONS_MOST + 1]; /* one twice, if there are more */
};

/* --- texts --- */

/* Blanks and backticks do not count, and neither does a dot at the end. */
FORM(uncounted, "[ \t\r\n`]+|[. \t\r\n`]+$");

static bool same(struct piece a, struct piece b, bool fold)
{
    scoped_buf x = {0}, y = {0};
    form_replace(&uncounted, a, "", &x);
    form_replace(&uncounted, b, "", &y);
    return (fold ? strcasecmp : strcmp)(buf_text(&x), buf_text(&y)) == 0;
}

bool answer_options_same(const char *a, const char *b)
{
    return same(piece_of(a), piece_of(b), false);
}

/* --- picking --- */

static void pick(struct picking *p, int option)
{
    if (p->picked_count <= OPTIONS_MOST) {
        p->picked[p->picked_count++] = option;
    }
}

static int letter(const struct picking *p, char c)
{
    int k = tolower((unsigned char)c) - 'a';
    return isalpha((unsigned char)c) && k < p->count ? k : -1;
}

/* The option that has this text, whether its letters are large or small where only one fits then;
 * -1: none. */
static int option_with(const struct picking *p, struct piece text)
{
    int found = -1, count = 0;
    for (int k = 0; k < p->count; k++) {
        if (same(piece_of(p->option[k]), text, false)) {
            return k;
        }
        if (same(piece_of(p->option[k]), text, true)) {
            found = k;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

FORM(front, "^[ \n(]+");
FORM(numbered, "(?s)^[0-9]+[.)](?=.)"); /* "1. the mask": the place in a list */
FORM(lettered, "(?is)^ *([a-z])(?:[.):](.*))?$");

/* An option by its text, or by its letter ("b", "b)", "(b)", "b. the mask"); -1: none. */
static int option_of(const struct picking *p, struct piece text, enum form_of_list form)
{
    struct piece part[FORM_GROUPS];
    text = form_skip(&front, text);
    int k = form == LETTERS ? -1 : option_with(p, text);
    if (form != LETTERS && k < 0 && form_in(&numbered, text)) {
        text = form_skip(&numbered, text);
        k = option_with(p, text);
    }
    if (k >= 0 || form == TEXTS || !form_find(&lettered, text, 0, part)) {
        return k;
    }
    k = letter(p, *part[1].at);
    return k >= 0 && (part[2].len == 0 || same(piece_of(p->option[k]), part[2], true)) ? k : -1;
}

/* Whether all parts between separators are options. */
static bool parts(struct picking *p, const char *text, const char *separators,
                  enum form_of_list form)
{
    p->picked_count = 0;
    for (size_t len; *text != '\0'; text += len + (text[len] != '\0')) {
        len = strcspn(text, separators);
        bool blank = strspn(text, " ") >= len;
        int k = blank ? -1 : option_of(p, (struct piece){text, len}, form);
        if (!blank && k < 0) {
            return false;
        }
        if (!blank) {
            pick(p, k);
        }
    }
    return true;
}

/* "bdac" */
static bool glued(struct picking *p, const char *text)
{
    p->picked_count = 0;
    for (size_t k = 0; text[k] != '\0'; k++) {
        if (letter(p, text[k]) < 0) {
            return false;
        }
        pick(p, letter(p, text[k]));
    }
    return p->picked_count > 1;
}

/* "first" stands before the first letter, "last" before the last. */
static bool at_its_place(struct piece word, int before, int options)
{
    static const char *const places[] = {"first", "second", "third", "fourth", "fifth"};
    for (int k = 0; k < 5; k++) {
        if (piece_among(word, places[k], true)) {
            return before == k;
        }
    }
    return !piece_among(word, "last finally", true) || before == options - 1;
}

/* "the last is ...": what follows is not the whole order. */
FORM(place, "first|second|third|fourth|fifth|last");
/* "a", before a word, is perhaps no letter: "a guess: c". */
FORM(article, "^[aAiI] (?!(?:and|then|is|und)(?![A-Za-z]))[A-Za-z]{2}");
FORM(run, "(?i)[a-z0-9](?:[a-z0-9]|'(?=[a-z]))*|(?s).");

/* "option b", "a and c", "first b, then a": letters among words that say nothing more. */
static bool among_words(struct picking *p, const char *text)
{
    static const char words[] =
        " option options order sequence letter letters correct right true first second "
        "third fourth fifth next finally last fits fit best ";
    struct piece all = piece_of(text), one[FORM_GROUPS];
    int places = 0;
    bool fits = true, dashes = strpbrk(text, "-/") != NULL; /* "b-a-c": all, or from b to c? */
    p->picked_count = 0;
    for (size_t from = 0; fits && form_find(&run, all, from, one); from += one->len) {
        const char *at = one->at;
        if (one->len == 1 && letter(p, *at) >= 0) {
            fits = !form_in(&article, piece_behind(all, from));
            pick(p, letter(p, *at));
        } else if (atoi(at) == places + 1 && one->len == strspn(at, "0123456789")) {
            places++; /* "1 = b, 2 = a": each at its place */
        } else if (isalnum((unsigned char)*at)) {
            fits = answer_harmless(at, at + one->len, words, false) &&
                   at_its_place(*one, p->picked_count, p->count);
        } else {
            fits =
                strchr(" \n,;>&+().:-='\"/[]_", *at) != NULL || (*at == '!' && p->picked_count > 0);
        }
    }
    return fits && p->picked_count > 0 && (!dashes || p->picked_count == p->count) &&
           (places == 0 || places == p->picked_count);
}

/* "first I thought a, but it is c". */
static bool behind_is(struct picking *p, const char *text)
{
    const char *behind =
        answer_behind_is(text, " correct right first last thought but now option ", false);
    return behind != NULL && among_words(p, behind) &&
           (p->picked_count == 1 ||
            !form_in(&place, (struct piece){text, (size_t)(behind - text)}));
}

static bool read_options(struct picking *p, const char *text)
{
    static const struct {
        const char *separators;
        enum form_of_list form;
    } ways[] = {{"\n", ANY}, {"\n>;", ANY}, {"\n>;,", ANY}, {"\n>;, ", LETTERS}, {"\n>;, ", TEXTS}};
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        if (parts(p, text, ways[k].separators, ways[k].form)) {
            return p->picked_count > 0;
        }
    }
    return glued(p, text) || among_words(p, text) || behind_is(p, text);
}

/* Each at most once. */
static bool take(const struct picking *p, int *picked, struct buf *why)
{
    for (int k = 0; k < p->picked_count; k++) {
        for (int j = 0; j < k; j++) {
            if (p->picked[j] == p->picked[k]) {
                buf_printf(why, "%c stands there twice.", 'a' + p->picked[k]);
                return false;
            }
        }
        picked[k] = p->picked[k];
    }
    return true;
}

bool answer_options(const char *text, const char *const *option, int count, int *picked,
                    int *picked_count, struct buf *why)
{
    struct buf own[OPTIONS_MOST] = {{0}};
    scoped_buf plain = {0};
    const char *texts[OPTIONS_MOST];
    struct picking p = {.option = texts, .count = count};
    for (int k = 0; k < count; k++) {
        answer_plain(option[k], &own[k]);
        texts[k] = buf_text(&own[k]);
    }
    answer_plain(text, &plain);
    bool fits = read_options(&p, buf_text(&plain));
    if (!fits) {
        buf_printf(why, "Write letters from a to %c, such as `%s`.", 'a' + count - 1,
                   count > 2 ? "b c" : "b");
    }
    bool ok = fits && take(&p, picked, why);
    *picked_count = ok ? p.picked_count : 0;
    for (int k = 0; k < count; k++) {
        buf_free(&own[k]);
    }
    return ok;
}
