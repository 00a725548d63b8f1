/* Reads what a line of a hand-in begins with: the name of an exercise or its number, in the ways in
 * which people write them. */
#include "exercise/form.h"
#include "exercise/handin/handin_scan.h"
#include "exercise/kind.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NAMES_MOST 256
#define BLANKS FORM_BLANK "*+"
#define MARKS "[*_`\"']*+"
#define WIDE_COLON "\xef\xbc\x9a|\xe2\x86\x92|\xe2\x80\x93|\xe2\x80\x94" /* an arrow, a dash */
/* What stands between a name and its answer; a hyphen only between blanks: "-0.5" is a number. */
#define SEPARATOR "(?::|->|=>|==?|;|\\||-(?= )|" WIDE_COLON ")"
#define BRACKETS "(\\((?:[^()]|(?1))*+\\))"

FORM(separator, "^" SEPARATOR BLANKS);
/* Marks of a list, a quote, a table, a heading (group 1). */
FORM(bullets, "(?i)^(?:(?:(#)|\\||- |\\* |\\+ |> |\\[x\\] |\\[ \\] |\xe2\x80\xa2|\xc2\xb7 "
              "|\xe2\x80\x93 )" BLANKS ")*+" MARKS);
/* The hyphen of a name, in the ways in which it comes out of editors. */
FORM(hyphen, "^(?:[-_ ]|\xe2\x80\x90|\xe2\x80\x91|\xe2\x80\x93|\xe2\x88\x92|\\\\_|\xc2\xa0)");
FORM(longer, "(?i)^(?:[a-z0-9]|[-_][a-z0-9])"); /* the name goes on */
/* Behind a name: a bracket that was opened before it, "(1 point)", what separates (group 1), and
 * the rest (group 3). Group 2: it is as good as a colon. */
FORM(behind_name, "(?s)^" MARKS "(?:[)\\]](?=" SEPARATOR "))?+" BLANKS
                  "(?:(?:\\([^)]*\\)|\\[[^]]*\\])" MARKS BLANKS "(?=" SEPARATOR "))?+"
                  "((:|" WIDE_COLON ")|" SEPARATOR "|[).](?= |$))?+(.*)$");
FORM(said, "(?is)^(?:answer|my answer|ans|solution|antwort)" MARKS BLANKS "(?:" BRACKETS
           ")?+" BLANKS "[:=](.*)$");

#define LONG_WORDS                                                                                 \
    "question|exercise|problem|task|aufgabe|answer to|answer for|answer|code for|frage|number|"    \
    "part|item|nr\\.|no\\.|ex\\."
#define SHORT_WORDS "nr|no|ex|q|a|e|p" /* no blank behind these: "a 5" is two answers */
/* "2.", "(2)", "Q2:", "Question 2": a word (group 1), a bracket, the number, its end, the rest. */
FORM(number, "(?is)^(?:(?:(?:" LONG_WORDS ")" BLANKS "|" SHORT_WORDS ")(?=[0-9]|#.)())?"
             "(?:(\\()|#)?([0-9]{1,3}+)((?(2)\\)|[).:])?+)(.*)$");
FORM(dashed, "^" FORM_BLANK "+" SEPARATOR);
FORM(apart, "^(?:$|" FORM_BLANK "|[*_`])");
FORM(counted, "(?s)^([0-9]{1,3}+)(" FORM_BLANK ".*)$"); /* "2 0.24" */
FORM(in_front, "(?i)^(?:(?:" LONG_WORDS "|" SHORT_WORDS ")|[0-9]+)" FORM_BLANK "++" MARKS);
/* What the template says about an exercise: no answer to it. */
FORM(template, "(?i)^(?:a whole number|a number to|one letter|the letters|python code|the sizes of|"
               "the number of the wrong)");

/* --- names --- */

/* How many bytes of the line are that name; 0: it has another one. */
static size_t name_at(struct piece p, const char *name)
{
    struct piece at = p;
    for (; *name != '\0'; name++) {
        bool hyphens = *name == '-' || *name == '_';
        struct piece next =
            hyphens ? form_skip(&hyphen, at)
            : at.len > 0 && tolower((unsigned char)*at.at) == tolower((unsigned char)*name)
                ? piece_behind(at, 1)
                : at;
        if (next.len == at.len) {
            return 0;
        }
        at = next;
    }
    return form_in(&longer, at) ? 0 : p.len - at.len;
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

/* "```" and the like behind a name: code, not an answer. */
static struct piece rest_of(struct piece p)
{
    struct piece rest = piece_trim(p);
    while (rest.len > 0 && rest.at[rest.len - 1] == '|') { /* the last cell of a table's row */
        rest = piece_trim((struct piece){rest.at, rest.len - 1});
    }
    return piece_unmark(rest).len > 0 ? rest : piece_unmark(rest); /* "**Q6:**" */
}

static struct piece skip_bullets(struct piece p, bool *heading)
{
    struct piece part[FORM_GROUPS];
    *heading = form_find(&bullets, p, 0, part) && part[1].len > 0;
    return piece_behind(p, part->len);
}

bool handin_label_answer(struct piece line, struct piece *rest)
{
    struct piece part[FORM_GROUPS];
    bool heading;
    if (!form_find(&said, skip_bullets(line, &heading), 0, part)) {
        return false;
    }
    *rest = rest_of(part[2]);
    return true;
}

/* --- numbers --- */

/* "2.", "(2)", "Q2:", "Question 2" in front, and of a heading "2": its number; *rest stands behind
 * it. 0: none. */
static int number_at(struct piece p, bool heading, struct piece *rest)
{
    struct piece part[FORM_GROUPS];
    if (!form_find(&number, p, 0, part)) {
        return 0;
    }
    struct piece past = part[5];
    bool word = part[1].at != NULL, closes = part[4].len > 0;
    bool dash = !closes && part[2].len == 0 && form_in(&dashed, past);
    bool ends = form_in(&apart, past) ||
                (closes && (*part[4].at != '.' || !isdigit((unsigned char)*past.at)));
    *rest = form_skip(&separator, piece_skip_blanks(past)); /* "1. = 0.25", "Question 1 - 0.25" */
    return ends && (closes || dash || word || (heading && past.len == 0)) ? atoi(part[3].at) : 0;
}

/* --- labels --- */

static struct label no_label(void)
{
    return (struct label){.exercise = -1};
}

static struct label by_name(const struct exercises *x, struct piece p, bool heading)
{
    struct piece part[FORM_GROUPS];
    size_t len;
    int k = find_name(x, p, &len);
    if (k < 0 || !form_find(&behind_name, piece_behind(p, len), 0, part)) {
        return no_label();
    }
    struct piece rest = rest_of(part[3]);
    bool separated = part[1].len > 0;
    if (!separated && rest.len > 1 && rest.len < 40 && rest.at[rest.len - 1] == ':') {
        rest = piece_behind(rest, rest.len); /* "lost-mask, mended:" */
        separated = true;
    } else if (!separated && piece_begins(part[3], ",")) {
        rest = rest_of(piece_behind(part[3], 1)); /* "one-share,0.24", if it is one */
    }
    struct label l = {k,   heading ? RANK_NEAR : RANK_NAMED, part[2].len > 0, rest.len == 0, false,
                      rest};
    bool glued = !separated && rest.len > 0 &&
                 (len == p.len || !kind_plausible(&x->at[k], piece_unmark(rest)));
    return glued ? no_label() : l;
}

static struct label by_number(const struct exercises *x, struct piece p, bool heading, bool comment)
{
    struct piece rest;
    int number_of = number_at(p, heading && !comment, &rest);
    if (number_of < 1 || number_of > x->count) {
        return no_label();
    }
    size_t len;
    struct piece name =
        piece_skip_marks(rest.len > 0 && *rest.at == '(' ? piece_behind(rest, 1) : rest);
    struct label named = find_name(x, name, &len) >= 0 ? by_name(x, name, heading) : no_label();
    if (named.exercise >= 0) {
        return named;
    }
    rest = rest_of(rest);
    const struct exercise *one = &x->at[number_of - 1];
    bool form = form_in(&template, rest);
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
    return (struct label){number_of - 1, RANK_NUMBERED, false, rest.len == 0, form, rest};
}

/* "2 0.24": a number and a blank, where what follows answers that exercise and is nothing else. */
static struct label by_blank(const struct exercises *x, struct piece p)
{
    struct piece part[FORM_GROUPS];
    int number_of = form_find(&counted, p, 0, part) ? atoi(part[1].at) : 0;
    if (number_of < 1 || number_of > x->count) {
        return no_label();
    }
    struct piece rest = rest_of(part[2]);
    const struct exercise *one = &x->at[number_of - 1];
    bool why = tidy_says_why(rest) && !kind_asks(one->kind, ASKS_LINE);
    if (why || kind_asks(one->kind, ASKS_WHOLE) || !kind_plausible(one, piece_unmark(rest))) {
        return no_label();
    }
    return (struct label){number_of - 1, RANK_ASSIGNED, false, false, false, rest};
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
    struct piece behind = form_skip(&separator, at);
    for (int k = 0; k < x->count && count < NAMES_MOST; k++) {
        names[count++] = x->at[k].name;
    }
    names[count] = NULL;
    const char *near =
        behind.len < at.len && strpbrk(word, "-_") != NULL ? complaint_nearest(word, names) : NULL;
    for (int k = 0; near != NULL && k < count; k++) {
        if (names[k] == near) {
            struct piece rest = rest_of(behind);
            return (struct label){k, RANK_NEAR, false, rest.len == 0, false, rest};
        }
    }
    return no_label();
}

struct label handin_label(const struct exercises *x, struct piece line, bool comment)
{
    bool heading;
    struct piece p = skip_bullets(line, &heading);
    struct label l = by_name(x, p, heading && !comment);
    l = l.exercise < 0 ? by_number(x, p, heading, comment) : l;
    if (l.exercise < 0 && form_in(&in_front, p)) { /* "Exercise one-share:", "## 2 one-share" */
        l = by_name(x, form_skip(&in_front, p), heading && !comment);
    }
    l = l.exercise < 0 && !comment && !heading ? by_blank(x, p) : l;
    return l.exercise < 0 && !comment && !heading ? by_likeness(x, p) : l;
}
