/* Reading which line somebody means: by its number, or copied. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/answer/answer.h"
#include "exercise/answer/answer_words.h"
#include "exercise/piece.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct place { /* "line 3" in a text */
    const char *from, *end;
    int line;
};

static bool word(const char **p, const char *text)
{
    size_t len = strlen(text);
    if (strncasecmp(*p, text, len) != 0) {
        return false;
    }
    *p += len;
    return true;
}

/* The first of the words that the text begins with; -1: none. */
static int word_of(const char *p, const char *const *words, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const char *at = p;
        if (word(&at, words[k]) && !isalpha((unsigned char)*at)) {
            return (int)k;
        }
    }
    return -1;
}
#define WORD_OF(p, words) word_of(p, words, sizeof(words) / sizeof(words)[0])

static const char *behind_blanks(const char *p, const char *blanks)
{
    return p + strspn(p, blanks);
}

/* --- the number --- */

/* "3rd": behind its letters. */
static const char *behind_ordinal(const char *p)
{
    static const char *const letters[] = {"st", "nd", "rd", "th"};
    return WORD_OF(p, letters) >= 0 ? p + 2 : p;
}

/* "line 3", "line three", "the third line", "3rd line": at the front of the text. */
static bool place_at(const char *text, struct place *out)
{
    static const char *const places[] = {"first", "second",  "third",  "fourth", "fifth",
                                         "sixth", "seventh", "eighth", "ninth"};
    static const char *const names[] = {"one", "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine"};
    const char *p = text;
    int k = WORD_OF(p, places);
    size_t digits = strspn(p, "0123456789");
    if (k >= 0 || digits > 0) {
        p = k >= 0 ? p + strlen(places[k]) : behind_ordinal(p + digits);
        *out = (struct place){text, p, k >= 0 ? k + 1 : atoi(text)};
        return digits < 7 && p > text + digits && word(&out->end, " line") &&
               !isalpha((unsigned char)*out->end);
    }
    static const char *const signs[] = {"no.", "nr.", "no", "nr", "number", "is"};
    static const char *const called[] = {"lines", "line", "ln", "zeile"};
    int name = -1;
    for (size_t j = 0; j < sizeof called / sizeof called[0] && name < 0; j++) {
        name = word(&p, called[j]) ? (int)j : -1;
    }
    if (name < 0) {
        return false;
    }
    const char *number = behind_blanks(p, " :=#");
    int sign = WORD_OF(number, signs);
    number = sign >= 0 ? behind_blanks(number + strlen(signs[sign]), " ") : number;
    k = *p == ' ' ? WORD_OF(number, names) : -1;
    digits = strspn(number, "0123456789");
    *out =
        (struct place){text, k >= 0 ? number + strlen(names[k]) : behind_ordinal(number + digits),
                       k >= 0 ? k + 1 : atoi(number)};
    return k >= 0 || (digits > 0 && digits < 7);
}

/* The one line that is named; a number alone is one where none is. */
static bool find_place(const char *text, struct place *out)
{
    struct place one;
    int count = 0;
    for (const char *p = text; *p != '\0'; p++) {
        if ((p == text || !isalnum((unsigned char)p[-1])) && place_at(p, &one)) {
            *out = one;
            count++;
            p = one.end - 1;
        }
    }
    const char *number = text;
    (void)word(&number, "l.");
    number = behind_blanks(number, " :=#(");
    size_t digits = strspn(number, "0123456789");
    if (count == 0 && digits > 0 && digits < 7) {
        *out = (struct place){text, behind_ordinal(number + digits), atoi(number)};
        count = 1;
    }
    return count == 1;
}

/* --- what is said of it --- */

/* Beside those that say nothing. */
static const char guilty[] = " line lines wrong mistake error bug problem issue fault faulty "
                             "incorrect broken bad one lies ";

static bool clears(const char *p)
{
    static const char *const opening[] = {"it", "this", "that", "is", "looks", "seems", "has"};
    static const char *const clear[] = {"correct", "ok",   "okay",    "fine",    "right",   "works",
                                        "good",    "true", "perfect", "nothing", "innocent"};
    p = behind_blanks(p, " ,;:.()-");
    for (int k = WORD_OF(p, opening); k >= 0; k = WORD_OF(p, opening)) {
        p = behind_blanks(p + strlen(opening[k]), " ");
    }
    return WORD_OF(p, clear) >= 0;
}

/* What stands behind the number: nothing, that it is wrong, or why; not another number. */
static bool accuses_behind(const char *p)
{
    static const char *const others[] = {"or", "and", "to", "x", "th", "st", "nd", "rd"};
    static const char *const reasons[] = {"because", "since", "as",    "should", "must", "has",
                                          "needs",   "where", "which", "uses",   "lacks"};
    static const char *const denials[] = {"no", "not", "never", "nothing", "been"};
    const char *letters = p;
    if (*p != '\0' && strchr(" .:,;()->'", *p) == NULL) {
        return false;
    }
    for (; *letters != '\0' && !isalpha((unsigned char)*letters); letters++) {
        if (isdigit((unsigned char)*letters) || strchr("/&+%", *letters) != NULL) {
            return false;
        }
    }
    p = behind_blanks(p, " ");
    if (WORD_OF(letters, others) >= 0 || clears(p)) {
        return false;
    }
    const char *end = p;
    int reason = -1;
    while (*end != '\0' && strchr(",;:.(>-", *end) == NULL && reason < 0) {
        reason = end == p || end[-1] == ' ' ? WORD_OF(end, reasons) : -1;
        end += reason < 0;
    }
    const char *why = reason >= 0 ? behind_blanks(end + strlen(reasons[reason]), " ") : end;
    return answer_harmless(p, end, guilty, false) && (reason < 0 || WORD_OF(why, denials) < 0);
}

/* What stands in front of it: before its clause anything that clears no line. */
static bool accuses_before(const char *text, const char *end)
{
    static const char *const clear[] = {"not",   "never",   "no",   "nothing", "n't",
                                        "right", "correct", "fine", "ok"};
    const char *clause = end;
    while (clause > text && strchr(",;:.", clause[-1]) == NULL) {
        clause--;
    }
    for (const char *p = text; p < clause; p++) {
        bool begins = p == text || !isalpha((unsigned char)p[-1]) || *p == 'n';
        if (begins && WORD_OF(p, clear) >= 0) {
            return false;
        }
    }
    return answer_harmless(clause, end, guilty, false);
}

bool answer_line(const char *text, int *line, struct buf *why)
{
    scoped_buf plain = {0};
    struct place at;
    answer_plain(text, &plain);
    const char *all = buf_text(&plain);
    bool ok = find_place(all, &at) && accuses_before(all, at.from) && accuses_behind(at.end);
    if (ok) {
        *line = at.line;
    } else {
        buf_puts(why, "Write the number of one line, such as 7.");
    }
    return ok;
}

int answer_line_of(const char *code, const char *text)
{
    struct piece rest = piece_of(code != NULL ? code : ""), line;
    int found = 0;
    for (int number = 1; !answer_blank(text) && piece_line(&rest, &line); number++) {
        scoped_buf own = {0};
        buf_put(&own, line.at, line.len);
        if (answer_options_same(buf_text(&own), text)) {
            found = found == 0 ? number : -1;
        }
    }
    return found > 0 ? found : 0;
}
