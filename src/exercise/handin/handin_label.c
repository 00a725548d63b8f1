/* What a line of a hand-in begins with: the name of an exercise or its number, in the ways in which
 * people write them. */
#define _POSIX_C_SOURCE 200809L

#include "exercise/handin/handin_scan.h"
#include "exercise/kind.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NAMES_MOST 256

/* --- names --- */

/* The bytes of a hyphen, in the ways in which it comes out of editors; a blank or _ too. */
static size_t hyphen_at(struct piece p)
{
    return piece_word(p, "-|_| |\xe2\x80\x90|\xe2\x80\x91|\xe2\x80\x93|\xe2\x88\x92|\\_|\xc2\xa0",
                      false);
}

/* How many bytes of the line are that name; 0: it has another one. */
static size_t name_at(struct piece p, const char *name)
{
    struct piece at = p;
    for (; *name != '\0'; name++) {
        size_t n = *name == '-' || *name == '_' ? hyphen_at(at)
                                                : at.len > 0 && tolower((unsigned char)*at.at) ==
                                                                    tolower((unsigned char)*name);
        if (n == 0) {
            return 0;
        }
        at = piece_behind(at, n);
    }
    bool longer = at.len > 0 &&
                  (isalnum((unsigned char)*at.at) || (strchr("-_", *at.at) != NULL && at.len > 1 &&
                                                      isalnum((unsigned char)at.at[1])));
    return longer ? 0 : p.len - at.len;
}

/* The longest name that the line begins with; -1: none. */
static int find_name(const struct exercises *x, struct piece p, size_t *len)
{
    int found = -1;
    *len = 0;
    for (int k = 0; k < x->count; k++) {
        size_t n = name_at(p, x->at[k].name);
        if (n > *len) {
            *len = n;
            found = k;
        }
    }
    return found;
}

/* What stands between a name and its answer, in bytes; 0: nothing does. */
static size_t separator(struct piece p)
{
    size_t sign = piece_word(p,
                             ":|->|=>|==|=|;|\xef\xbc\x9a|\xe2\x86\x92|\xe2\x80\x93|"
                             "\xe2\x80\x94",
                             false);
    /* a hyphen only between blanks: "-0.5" is a number */
    return sign > 0 ? sign : piece_begins(p, "|") || piece_begins(p, "- ");
}

/* "(1 point)" behind a name is the sheet's. */
static struct piece skip_note(struct piece p)
{
    struct piece at = piece_skip_blanks(p);
    char close = at.len > 0 && *at.at == '(' ? ')' : at.len > 0 && *at.at == '[' ? ']' : '\0';
    const char *end = close != '\0' ? memchr(at.at, close, at.len) : NULL;
    if (end == NULL) {
        return p;
    }
    struct piece rest =
        piece_skip_blanks(piece_skip_marks(piece_behind(at, (size_t)(end - at.at) + 1)));
    return separator(rest) > 0 ? rest : p;
}

/* "```" and the like behind a name: code, not an answer. */
static struct piece rest_of(struct piece p)
{
    struct piece rest = piece_trim(p);
    while (rest.len > 0 && rest.at[rest.len - 1] == '|') { /* the last cell of a table's row */
        rest = piece_trim((struct piece){rest.at, rest.len - 1});
    }
    return piece_unmark(rest).len > 0 ? rest : piece_unmark(rest); /* "**Q6:**" */
}

/* Marks of a list, a quote, a table, a heading. */
static struct piece skip_bullets(struct piece p, bool *heading)
{
    static const char bullets[] = "- |* |+ |> |[x] |[ ] |\xe2\x80\xa2|\xc2\xb7 |\xe2\x80\x93 ";
    *heading = false;
    for (bool more = true; more;) {
        bool hash = p.len > 0 && *p.at == '#';
        size_t bullet = hash || piece_begins(p, "|") ? 1 : piece_word(p, bullets, true);
        *heading = *heading || hash;
        more = bullet > 0;
        p = more ? piece_skip_blanks(piece_behind(p, bullet)) : p;
    }
    return p;
}

/* Behind the bracket that closes the one at the front; at the front where there is none. */
static struct piece behind_brackets(struct piece p)
{
    int depth = 0;
    for (size_t k = 0; k < p.len && (k == 0 || depth > 0); k++) {
        depth += p.at[k] == '(' ? 1 : p.at[k] == ')' ? -1 : 0;
        if (k > 0 && depth == 0) {
            return piece_behind(p, k + 1);
        }
    }
    return p;
}

bool handin_label_answer(struct piece line, struct piece *rest)
{
    bool heading;
    struct piece p = piece_skip_marks(skip_bullets(line, &heading));
    size_t word = piece_word(p, "answer|my answer|ans|solution|antwort", true);
    struct piece at = piece_skip_blanks(piece_skip_marks(piece_behind(p, word)));
    at = piece_skip_blanks(behind_brackets(at));
    if (word > 0 && at.len > 0 && (*at.at == ':' || *at.at == '=')) {
        *rest = rest_of(piece_behind(at, 1));
        return true;
    }
    return false;
}

/* --- numbers --- */

static const char words[] = "question|exercise|problem|task|aufgabe|answer to|answer for|answer|"
                            "code for|frage|number|part|item|nr.|no.|nr|no|ex.|ex|q|a|e|p";

/* "2.", "(2)", "Q2:", "Question 2" in front, and of a heading "2": its number; *rest stands behind
 * it. 0: none. *word: it says so with a word. */
static int number_at(struct piece p, bool heading, struct piece *rest, bool *word)
{
    size_t len = piece_word(p, words, true);
    struct piece at = piece_behind(p, len);
    at = len > 2 ? piece_skip_blanks(at) : at; /* "a 5" is two answers */
    *word =
        len > 0 && at.len > 0 && (isdigit((unsigned char)*at.at) || (*at.at == '#' && at.len > 1));
    at = *word ? at : p;
    bool bracket = at.len > 0 && *at.at == '(';
    at = at.len > 0 && (*at.at == '(' || *at.at == '#') ? piece_behind(at, 1) : at;
    int number = 0;
    size_t digits = 0;
    while (digits < at.len && digits < 3 && isdigit((unsigned char)at.at[digits])) {
        number = 10 * number + (at.at[digits++] - '0');
    }
    at = piece_behind(at, digits);
    bool closes = at.len > 0 && (*at.at == ')' || (!bracket && strchr(".:", *at.at) != NULL));
    struct piece past = closes ? piece_behind(at, 1) : at;
    bool dash =
        !closes && !bracket && piece_blank_at(at) > 0 && separator(piece_skip_blanks(at)) > 0;
    bool ends = past.len == 0 || piece_blank_at(past) > 0 || piece_is_mark(*past.at) ||
                (closes && (*at.at != '.' || !isdigit((unsigned char)*past.at)));
    closes = closes || dash || (heading && at.len == 0);
    if (digits == 0 || number == 0 || !ends || (!closes && !*word)) {
        return 0;
    }
    *rest = piece_skip_blanks(past);
    size_t n = separator(*rest); /* "1. = 0.25", "Question 1 - 0.25" */
    *rest = n > 0 ? piece_skip_blanks(piece_behind(*rest, n)) : *rest;
    return number;
}

/* What the template says about an exercise: no answer to it. */
static bool is_form(struct piece p)
{
    return piece_word(p,
                      "a whole number|a number to|one letter|the letters|python code|"
                      "the sizes of|the number of the wrong",
                      true) > 0;
}

/* --- labels --- */

static struct label no_label(void)
{
    return (struct label){.exercise = -1};
}

static struct label by_name(const struct exercises *x, struct piece p, bool heading)
{
    size_t len;
    int k = find_name(x, p, &len);
    if (k < 0) {
        return no_label();
    }
    struct piece at = piece_skip_marks(piece_behind(p, len));
    bool closes = at.len > 1 && strchr(")]", *at.at) != NULL && separator(piece_behind(at, 1)) > 0;
    at = skip_note(piece_skip_blanks(closes ? piece_behind(at, 1) : at));
    size_t n = separator(at);
    n = n == 0 && at.len > 0 && strchr(").", *at.at) != NULL && (at.len == 1 || at.at[1] == ' ')
            ? 1
            : n;
    size_t comma = n == 0 && piece_begins(at, ",") ? 1 : 0; /* "one-share,0.24", if it is one */
    if (n == 0 && at.len > 1 && at.len < 40 && at.at[at.len - 1] == ':') {
        comma = at.len - 1; /* "lost-mask, mended:" */
        n = 1;
    }
    struct piece rest = rest_of(piece_behind(at, n + comma));
    bool colon = piece_begins(at, ":") || (n > 1 && (unsigned char)*at.at >= 0x80);
    struct label l = {k, heading ? RANK_NEAR : RANK_NAMED, colon, rest.len == 0, false, rest};
    bool glued =
        n == 0 && rest.len > 0 && (len == p.len || !kind_plausible(&x->at[k], piece_unmark(rest)));
    return glued ? no_label() : l;
}

static struct label by_number(const struct exercises *x, struct piece p, bool heading, bool comment)
{
    struct piece rest;
    bool word;
    int number = number_at(p, heading && !comment, &rest, &word);
    if (number < 1 || number > x->count) {
        return no_label();
    }
    size_t len;
    struct piece name =
        piece_skip_marks(rest.len > 0 && *rest.at == '(' ? piece_behind(rest, 1) : rest);
    int k = find_name(x, name, &len);
    struct label named = k >= 0 ? by_name(x, name, heading) : no_label();
    if (named.exercise >= 0) {
        return named;
    }
    rest = rest_of(rest);
    const struct exercise *one = &x->at[number - 1];
    bool form = is_form(rest);
    bool sentence = heading && rest.len > 0 && isalpha((unsigned char)*rest.at) &&
                    kind_asks(one->kind, ASKS_NUMBER); /* "## 3. The score of query 1" */
    bool likely = rest.len > 0 && !sentence && kind_plausible(one, piece_unmark(rest));
    if (comment && (!likely || kind_asks(one->kind, ASKS_WHOLE))) {
        return no_label();
    }
    const char *front = rest.at;
    while (front > p.at && strchr(" \t", front[-1]) != NULL) {
        front--;
    }
    if (!likely && islower((unsigned char)*p.at) && p.len > 1 && isdigit((unsigned char)p.at[1]) &&
        front[-1] == '=') { /* "q1 = [2, 0]": a name of the student's own */
        return no_label();
    }
    if (form || (heading && !comment && !likely)) {
        rest.len = 0;
    }
    return (struct label){number - 1, RANK_NUMBERED, false, rest.len == 0, form, rest};
}

/* "2 0.24": a number and a blank, where what follows answers that exercise and is nothing else. */
static struct label by_blank(const struct exercises *x, struct piece p)
{
    size_t digits = 0;
    int number = 0;
    while (digits < p.len && digits < 3 && isdigit((unsigned char)p.at[digits])) {
        number = 10 * number + (p.at[digits++] - '0');
    }
    struct piece rest = piece_behind(p, digits);
    if (piece_blank_at(rest) == 0 || number < 1 || number > x->count) {
        return no_label();
    }
    rest = rest_of(rest);
    const struct exercise *one = &x->at[number - 1];
    bool why = tidy_says_why(rest) && !kind_asks(one->kind, ASKS_LINE);
    if (why || kind_asks(one->kind, ASKS_WHOLE) || !kind_plausible(one, piece_unmark(rest))) {
        return no_label();
    }
    return (struct label){number - 1, RANK_ASSIGNED, false, false, false, rest};
}

/* A name that is one slip away from an exercise's. */
static struct label by_likeness(const struct exercises *x, struct piece p)
{
    const char *names[NAMES_MOST + 1];
    char word[100];
    size_t len = 0;
    int count = 0;
    while (len < p.len && len + 1 < sizeof word &&
           (isalnum((unsigned char)p.at[len]) || p.at[len] == '-' || p.at[len] == '_')) {
        word[len] = (char)tolower((unsigned char)p.at[len]);
        len++;
    }
    word[len] = '\0';
    struct piece at = piece_skip_blanks(piece_skip_marks(piece_behind(p, len)));
    size_t n = separator(at);
    for (int k = 0; k < x->count && count < NAMES_MOST; k++) {
        names[count++] = x->at[k].name;
    }
    names[count] = NULL;
    const char *near = n > 0 && strpbrk(word, "-_") != NULL ? complaint_nearest(word, names) : NULL;
    for (int k = 0; near != NULL && k < count; k++) {
        if (names[k] == near) {
            struct piece rest = rest_of(piece_behind(at, n));
            return (struct label){k, RANK_NEAR, false, rest.len == 0, false, rest};
        }
    }
    return no_label();
}

struct label handin_label(const struct exercises *x, struct piece line, bool comment)
{
    bool heading;
    struct piece p = piece_skip_marks(skip_bullets(line, &heading));
    struct label l = by_name(x, p, heading && !comment);
    if (l.exercise < 0) {
        l = by_number(x, p, heading, comment);
    }
    if (l.exercise < 0 && p.len > 0 && isalpha((unsigned char)*p.at)) { /* "Exercise one-share:" */
        struct piece past = piece_behind(p, piece_word(p, words, true));
        if (past.len < p.len && piece_blank_at(past) > 0) {
            l = by_name(x, piece_skip_marks(piece_skip_blanks(past)), heading && !comment);
        }
    }
    if (l.exercise < 0 && p.len > 0 && isdigit((unsigned char)*p.at)) { /* "## 2 one-share" */
        struct piece past = p;
        while (past.len > 0 && isdigit((unsigned char)*past.at)) {
            past = piece_behind(past, 1);
        }
        l = piece_blank_at(past) > 0 ? by_name(x, piece_skip_blanks(past), heading && !comment) : l;
    }
    l = l.exercise < 0 && !comment && !heading ? by_blank(x, p) : l;
    return l.exercise < 0 && !comment && !heading ? by_likeness(x, p) : l;
}
