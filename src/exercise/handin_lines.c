/* A text line by line: names and numbers of exercises, answers behind and below them, code in
 * fences and without, and lines that are none of these. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/answer.h"
#include "exercise/handin_parts.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define NAMED_MOST 3 /* lines that are told one by one */
#define QUOTED_MOST 60
#define LONG_LINE 2000 /* bytes: in a longer line no second answer and no remark is looked for */
#define LINES_MOST 100 /* of one answer */
#define FENCES_MOST 16 /* in each other */

struct scan { /* through one text */
    struct handin *h;
    const char *p, *end;
    int line, first; /* of the text; see handin_scan */
    int last;        /* the exercise whose name stood last, -1: none */
    enum rank rank;  /* of that name */
    int below;       /* lines of its answer that stood below it; -1: it stood behind it */
    int fenced;      /* the exercise whose code has stood in a fence, -1: none */
    bool comments, prose;
    struct buf loose; /* code without a fence */
    int loose_of;     /* the exercise that it is of */
    bool in_loose;
    bool bullets; /* a list with hyphens has stood there */
    int missed;   /* lines that were not understood */
    int depth;    /* of fences around answers */
    bool failed;  /* memory */
};

static const struct exercise *exercise_of(const struct scan *s)
{
    return s->last >= 0 ? &s->h->of->at[s->last] : NULL;
}

static bool takes_code(const struct exercise *e)
{
    return e != NULL && (e->kind == EXERCISE_code || e->kind == EXERCISE_bug);
}

static bool takes_list(const struct exercise *e)
{
    return e->kind == EXERCISE_order || e->kind == EXERCISE_choice;
}

/* The next line without its end; false behind the last. */
static bool next_line(struct scan *s, struct piece *line)
{
    if (s->p >= s->end) {
        return false;
    }
    const char *stop = memchr(s->p, '\n', (size_t)(s->end - s->p));
    const char *to = stop != NULL ? stop : s->end;
    *line = (struct piece){s->p, (size_t)(to - s->p)};
    s->p = stop != NULL ? stop + 1 : s->end;
    s->line++;
    return true;
}

/* --- lines that are not understood --- */

/* Prose between answers is nothing to complain about in a notebook; what may be an answer is. */
static bool looks_like_answer(struct piece line)
{
    bool sign = memchr(line.at, ':', line.len) != NULL || memchr(line.at, '=', line.len) != NULL;
    return line.len < 100 && (sign || isdigit((unsigned char)*line.at) ||
                              strchr("([-", *line.at) != NULL || line.len < 16);
}

/* Rules, brackets and empty lines are nothing that could be missed. */
static bool says_anything(struct piece line)
{
    for (size_t k = 0; k < line.len; k++) {
        if (isalnum((unsigned char)line.at[k]) || (unsigned char)line.at[k] >= 0x80) {
            return true;
        }
    }
    return false;
}

static void miss(struct scan *s, struct piece line, int number)
{
    struct handin *h = s->h;
    line = piece_trim(line);
    if (!says_anything(line) || s->comments || (s->prose && !looks_like_answer(line))) {
        return;
    }
    if (s->missed++ >= NAMED_MOST) {
        return;
    }
    size_t len = line.len < QUOTED_MOST ? line.len : QUOTED_MOST;
    while (len > 0 && len < line.len && ((unsigned char)line.at[len] & 0xc0) == 0x80) {
        len--;
    }
    if (s->missed == 1) {
        buf_printf(&h->note, "%sNot read as an answer in %s: ", h->note.len > 0 ? " " : "",
                   h->name[h->count - 1]);
    } else {
        buf_puts(&h->note, ", ");
    }
    if (s->first > 0 && number > 0) {
        buf_printf(&h->note, "line %d ", s->first + number - 1);
    }
    buf_printf(&h->note, "\"%.*s%s\"", (int)len, line.at, len < line.len ? "..." : "");
}

/* ... and may hold answers: "best-fit is b, a-share is 0.25". */
static void miss_names(struct scan *s, struct piece line)
{
    for (int k = 0; k < s->h->of->count; k++) {
        struct reply *r = &s->h->reply[k];
        r->mentioned = r->mentioned || piece_has(line, r->exercise->name);
    }
    miss(s, line, s->line);
}

static void end_missed(struct scan *s)
{
    if (s->missed > NAMED_MOST) {
        int more = s->missed - NAMED_MOST;
        buf_printf(&s->h->note, " and %d more line%s", more, more == 1 ? "" : "s");
    }
    buf_puts(&s->h->note, s->missed > 0 ? "." : "");
}

/* --- code without a fence --- */

/* Code begins here, whatever stood before. */
static bool begins_code(struct piece line)
{
    static const char *const words[] = {"def ", "class ", "import ", "from ", "@", ">>> "};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        size_t len = strlen(words[k]);
        bool from = *words[k] == 'f'; /* "from torch import nn", not "from the left" */
        if (line.len > len && memcmp(line.at, words[k], len) == 0 &&
            (!from || piece_has(line, " import "))) {
            return true;
        }
    }
    return false;
}

static size_t letters_at(struct piece p)
{
    size_t n = 0;
    while (n < p.len && (isalnum((unsigned char)p.at[n]) || strchr("_'", p.at[n]) != NULL ||
                         (unsigned char)p.at[n] >= 0x80)) {
        n++;
    }
    return n;
}

static bool is_among(const char *words, struct piece p)
{
    char word[12] = " ";
    size_t len = letters_at(p);
    if (len == 0 || len > sizeof word - 3) {
        return false;
    }
    memcpy(word + 1, p.at, len);
    memcpy(word + 1 + len, " ", 2);
    return strstr(words, word) != NULL;
}

/* Words, not code: no line of code begins with two names side by side, or has a backtick. */
static bool is_prose(struct piece line)
{
    static const char keywords[] = " return for while if elif else try with class def import from "
                                   "assert raise del global nonlocal lambda not yield pass except "
                                   "print ";
    static const char between[] = " if in is and or not for else ";
    struct piece text = piece_trim(line);
    size_t n = letters_at(text);
    bool indented = line.len > 0 && (*line.at == ' ' || *line.at == '\t');
    if (n == 0 || indented || is_among(keywords, text)) {
        return false;
    }
    if (memchr(text.at, '`', text.len) != NULL) {
        return true;
    }
    bool comma = n < text.len && text.at[n] == ',' && !handin_codelike(text);
    struct piece next = piece_trim((struct piece){text.at + n + comma, text.len - n - comma});
    return next.at > text.at + n && letters_at(next) > 0 &&
           (!is_among(between, next) || memchr(text.at, ':', text.len) == text.at + text.len - 1);
}

static struct piece first_line(struct piece p)
{
    const char *stop = memchr(p.at, '\n', p.len);
    return (struct piece){p.at, stop != NULL ? (size_t)(stop - p.at) : p.len};
}

static struct piece last_line(struct piece p)
{
    size_t from = p.len;
    while (from > 0 && p.at[from - 1] != '\n') {
        from--;
    }
    return (struct piece){p.at + from, p.len - from};
}

/* What stands behind the last empty line of code, when nothing there is code: a greeting. */
static struct piece without_greeting(struct scan *s, struct piece code)
{
    for (struct piece rest = code; rest.len > 0;) {
        struct piece line = last_line(rest);
        if (piece_trim(line).len == 0 && line.len < rest.len) {
            struct piece last = {line.at + line.len, code.len - rest.len};
            if (last.len == 0) {
                rest.len -= line.len + 1;
                continue;
            }
            miss(s, first_line(piece_trim(last)), 0);
            return (struct piece){code.at, rest.len};
        }
        if (handin_codelike(line) || memchr(line.at, '(', line.len) != NULL || *line.at == ' ' ||
            *line.at == '\t' || *line.at == '#') {
            return code;
        }
        rest.len -= line.len + (line.len < rest.len);
    }
    return code;
}

static void flush_loose(struct scan *s)
{
    struct piece code = {buf_text(&s->loose), s->loose.len};
    if (s->in_loose && handin_codelike(code)) {
        s->failed = !reply_code(s->h, s->loose_of, without_greeting(s, code)) || s->failed;
    } else if (s->in_loose) {
        miss(s, first_line(piece_trim(code)), 0);
    }
    buf_clear(&s->loose);
    s->in_loose = false;
}

static void add_loose(struct scan *s, int exercise, struct piece line)
{
    if (!s->in_loose) {
        s->in_loose = true;
        s->loose_of = exercise;
    }
    if (s->loose.len == 0 && piece_trim(line).len == 0) {
        return;
    }
    if (is_prose(line)) { /* sentences before, in and behind it */
        miss(s, line, s->line);
        return;
    }
    buf_put(&s->loose, line.at, line.len);
    buf_putc(&s->loose, '\n');
    s->failed = s->failed || s->loose.failed;
}

/* --- heads --- */

static const char *const passed_over[] = {
    "name",     "date",       "course",        "class", "group",     "email",
    "e-mail",   "assignment", "subject",       "title", "from",      "to",
    "homework", "id",         "matriculation", "score", "student id"};

/* "student: s01": whose it is, and of what. */
static bool take_head(struct scan *s, struct piece line)
{
    struct handin *h = s->h;
    const struct {
        const char *name;
        const char **at;
    } heads[] = {{"student", &h->student},
                 {"lesson", &h->lesson},
                 {"version", &h->version},
                 {"sheet", &h->sheet}};
    while (line.len > 0 && strchr("#*_`>-| ", *line.at) != NULL) {
        line = (struct piece){line.at + 1, line.len - 1};
    }
    const char *colon = memchr(line.at, ':', line.len);
    struct piece name =
        piece_unmark((struct piece){line.at, colon != NULL ? (size_t)(colon - line.at) : 0});
    for (size_t k = 0; colon != NULL && k < sizeof heads / sizeof heads[0]; k++) {
        if (strlen(heads[k].name) == name.len &&
            strncasecmp(name.at, heads[k].name, name.len) == 0) {
            struct piece text =
                piece_unmark((struct piece){colon + 1, (size_t)(line.at + line.len - colon - 1)});
            const char *kept = arena_copy(&h->arena, text.at, text.len);
            s->failed = s->failed || kept == NULL;
            *heads[k].at = text.len > 0 ? kept : *heads[k].at;
            return true;
        }
    }
    for (size_t k = 0; colon != NULL && k < sizeof passed_over / sizeof passed_over[0]; k++) {
        if (strlen(passed_over[k]) == name.len &&
            strncasecmp(name.at, passed_over[k], name.len) == 0) {
            return s->last < 0;
        }
    }
    return false;
}

/* --- answers --- */

/* Whether words stand there, not a second answer. */
static bool says_why(struct piece text)
{
    size_t letters = 0;
    for (size_t k = 0; k < text.len; k++) {
        letters = isalpha((unsigned char)text.at[k]) ? letters + 1 : 0;
        if (letters > 2) {
            return true;
        }
    }
    return false;
}

/* "(not that one)", "which is wrong": how a remark begins that takes back what stands before it. */
static bool takes_back(struct piece rest)
{
    struct buf words = {0};
    int count = 0;
    for (size_t k = 0; k < rest.len && count < 4; k++) {
        bool letter = isalpha((unsigned char)rest.at[k]) || rest.at[k] == '\'';
        count += letter && (k == 0 || !isalpha((unsigned char)rest.at[k - 1])) &&
                 (k == 0 || rest.at[k - 1] != '\'');
        buf_putc(&words, count < 4 ? rest.at[k] : ' ');
    }
    bool doubts = strstr(buf_text(&words), "not sure") != NULL;
    bool back = !doubts && answer_denies(buf_text(&words), NULL);
    buf_free(&words);
    return back;
}

/* "0.25  # rounded", "b, because ...": what stands behind an answer is about it, if an answer
 * stands before it. */
static struct piece without_comment(const struct exercise *e, struct piece text)
{
    static const char *const signs[] = {"#",     "//", "<-",  "because",      "since",        "as ",
                                        "(",     "- ", "-- ", "\xe2\x80\x93", "\xe2\x80\x94", "[",
                                        "which", "so "};
    if (text.len > LONG_LINE || (handin_plausible(e, text) && (takes_list(e) || !says_why(text)))) {
        return text;
    }
    for (size_t k = 1; k + 1 < text.len; k++) {
        struct piece rest = {text.at + k, text.len - k};
        bool sign = false;
        for (size_t j = 0; j < sizeof signs / sizeof signs[0]; j++) {
            size_t len = strlen(signs[j]);
            sign = sign || (rest.len >= len && memcmp(rest.at, signs[j], len) == 0);
        }
        if (sign && strchr(" \t,;.", text.at[k - 1]) != NULL &&
            (strchr("#(", *rest.at) != NULL || says_why(rest))) {
            struct piece before = piece_unmark((struct piece){text.at, k});
            while (before.len > 0 && strchr(",;", before.at[before.len - 1]) != NULL) {
                before.len--;
            }
            bool why = strchr("#/b", *rest.at) != NULL || memcmp(rest.at, "si", 2) == 0;
            if (!why && takes_back(rest)) {
                return text;
            }
            bool plain = takes_list(e) || isalpha((unsigned char)*rest.at) || !says_why(before);
            if (plain && handin_plausible(e, before)) {
                return before;
            }
        }
    }
    return text;
}

/* "answer: 0.25" */
static struct piece without_word(struct piece text)
{
    static const char *const words[] = {"answer", "my answer", "ans",       "a",
                                        "result", "solution",  "the answer"};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        size_t len = strlen(words[k]);
        if (text.len > len + 1 && strncasecmp(text.at, words[k], len) == 0 &&
            (text.at[len] == ':' || text.at[len] == '=')) {
            return piece_unmark((struct piece){text.at + len + 1, text.len - len - 1});
        }
    }
    return text;
}

static struct piece tidy(const struct exercise *e, struct piece text)
{
    text = piece_unmark(text);
    if (text.len > 1 && (text.at[text.len - 1] == ',' || text.at[text.len - 1] == ';')) {
        text = piece_unmark((struct piece){text.at, text.len - 1});
    }
    return without_comment(e, without_word(text));
}

static void answer(struct scan *s, int exercise, struct piece text, enum rank rank)
{
    s->failed = !reply_answer(s->h, exercise, text, rank) || s->failed;
}

/* A second line of an order or of several options joins the first. */
static void answer_more(struct scan *s, struct piece text)
{
    const char *before = s->h->reply[s->last].answer;
    struct buf both = {0};
    buf_printf(&both, "%s\n%.*s", before, (int)text.len, text.at);
    const char *kept = arena_copy(&s->h->arena, buf_text(&both), both.len);
    s->failed = s->failed || both.failed || kept == NULL;
    s->h->reply[s->last].answer = kept;
    buf_free(&both);
}

/* What stands behind the name of an exercise that asks for code: a line, code, "see below". */
static void take_code_rest(struct scan *s, struct piece rest, struct piece raw)
{
    const struct exercise *e = exercise_of(s);
    struct piece text = tidy(e, rest);
    if (e->kind == EXERCISE_bug && (handin_plausible(e, text) || !handin_codelike(text))) {
        answer(s, s->last, text, s->rank);
    } else if (handin_codelike(rest) && !is_prose(rest)) {
        add_loose(s, s->last, rest);
    } else {
        miss(s, raw, s->line);
    }
}

/* Where the next exercise begins on the same line: "1. (2, 3) 2. 0.24"; its length: it does not. */
static size_t next_on_line(const struct scan *s, const struct label *l)
{
    const struct exercise *e = &s->h->of->at[l->exercise];
    for (size_t k = 1; k < l->rest.len && l->rest.len < LONG_LINE; k++) {
        struct piece rest = {l->rest.at + k, l->rest.len - k};
        if (strchr(" \t,;|", rest.at[-1]) == NULL || strchr(" \t,;|", *rest.at) != NULL) {
            continue;
        }
        struct label next = handin_label(s->h->of, rest, false);
        bool follows = (next.rank == RANK_NUMBERED && next.exercise == l->exercise + 1) ||
                       (next.rank == RANK_NAMED && next.colon && next.exercise != l->exercise);
        struct piece before = {l->rest.at, k};
        if (next.exercise >= 0 && follows && !next.bare && handin_plausible(e, tidy(e, before))) {
            return k;
        }
    }
    return l->rest.len;
}

static void take_label(struct scan *s, const struct label *l, struct piece line)
{
    size_t until = s->comments ? l->rest.len : next_on_line(s, l);
    if (until < l->rest.len) {
        struct label first = *l;
        struct piece rest = {l->rest.at + until, l->rest.len - until};
        struct label next = handin_label(s->h->of, rest, false);
        first.rest.len = until;
        take_label(s, &first, line);
        take_label(s, &next, rest);
        return;
    }
    flush_loose(s);
    s->last = l->exercise;
    s->rank = l->rank;
    s->below = l->rest.len > 0 ? -1 : 0;
    if (l->rest.len == 0) {
        return;
    }
    const struct exercise *e = exercise_of(s);
    if (takes_code(e)) {
        take_code_rest(s, l->rest, line);
        return;
    }
    answer(s, l->exercise, tidy(e, l->rest), l->rank);
    if (l->rank == RANK_NEAR && !s->comments && *piece_trim(line).at != '#') {
        buf_printf(&s->h->note, "%sThere is no exercise \"%.*s\"; it was read as %s.",
                   s->h->note.len > 0 ? " " : "",
                   (int)(l->rest.at - line.at < 60 ? l->rest.at - line.at : 60), line.at, e->name);
    }
}

/* Whether a numbered line is a part of the answer above it: the list of an order, "3." for 3. */
static bool is_item(const struct scan *s, const struct label *l, struct piece line)
{
    const struct exercise *e = exercise_of(s);
    if (l->rank != RANK_NUMBERED || e == NULL || s->in_loose) {
        return false;
    }
    if (takes_list(e) && l->exercise == s->below && l->rest.len > 0) {
        return s->rank != RANK_NUMBERED || l->exercise != s->last + 1;
    }
    return l->rest.len == 0 && s->below == 0 && s->h->reply[s->last].answer == NULL &&
           s->rank != RANK_NUMBERED && handin_plausible(e, piece_trim(line));
}

/* 2: nothing but an answer; 1: an answer among words; 0: none. */
static int plainness(const struct exercise *e, struct piece text)
{
    return !handin_plausible(e, text) ? 0 : says_why(text) ? 1 : 2;
}

static int plainness_now(const struct scan *s)
{
    const struct reply *r = &s->h->reply[s->last];
    if (r->answer == NULL || r->file != s->h->count) {
        return 3; /* it is of another file */
    }
    return plainness(exercise_of(s), (struct piece){r->answer, strlen(r->answer)});
}

/* What stood there before was the question. */
static void forget(struct scan *s)
{
    struct reply *r = &s->h->reply[s->last];
    if (s->below != 0 && r->file == s->h->count) {
        r->answer = NULL;
    }
}

/* A line below the name of an exercise that asks for no code. */
static void take_below(struct scan *s, struct piece line)
{
    const struct exercise *e = exercise_of(s);
    bool list = takes_list(e);
    struct piece text = piece_trim(line);
    bool item = text.len > 2 && strchr("-*+", *text.at) != NULL && text.at[1] == ' ';
    if (item && (e->kind != EXERCISE_cell || *text.at == '*' || s->bullets)) {
        text = (struct piece){text.at + 2, text.len - 2};
    }
    text = tidy(e, text);
    if (text.len == 0) {
        return;
    }
    if (s->below == 0 || (s->rank < RANK_SAID && plainness(e, text) > plainness_now(s))) {
        forget(s);
        answer(s, s->last, text, s->rank);
        s->below = 1;
    } else if (list && s->below < LINES_MOST &&
               (handin_plausible(e, text) || (e->kind == EXERCISE_order && s->below > 0))) {
        answer_more(s, text);
        s->below += s->below > 0;
    } else {
        miss_names(s, line);
    }
}

/* "Answer (one letter): b" below the name: whatever stands between them is the question. */
static void take_said(struct scan *s, struct piece rest, struct piece line)
{
    const struct exercise *e = exercise_of(s);
    flush_loose(s);
    s->rank = RANK_SAID;
    s->below = rest.len > 0 ? -1 : 0;
    if (rest.len > 0 && takes_code(e)) {
        take_code_rest(s, rest, line);
    } else if (rest.len > 0) {
        answer(s, s->last, tidy(e, rest), RANK_SAID);
    } else if (!takes_code(e)) {
        s->h->reply[s->last].answer = NULL;
    }
}

static void take_plain(struct scan *s, struct piece line)
{
    struct piece text = piece_trim(line), rest;
    const struct exercise *e = exercise_of(s);
    bool code = takes_code(e);
    if (!s->comments && e != NULL && *line.at != ' ' && handin_says_answer(text, &rest)) {
        take_said(s, rest, line);
        return;
    }
    if (s->in_loose) {
        add_loose(s, s->loose_of, line);
        return;
    }
    if (text.len == 0) {
        return;
    }
    if (s->comments) {
        if (e != NULL && (!code || e->kind == EXERCISE_bug) && (s->below == 0 || takes_list(e)) &&
            handin_plausible(e, tidy(e, text))) {
            take_below(s, line);
        }
        return;
    }
    if (begins_code(text)) {
        add_loose(s, code ? s->last : -1, line);
    } else if (take_head(s, text) || *text.at == '#') {
        return;
    } else if (code && e->kind == EXERCISE_bug && s->below == 0 &&
               handin_plausible(e, tidy(e, text))) {
        take_below(s, line);
    } else if (code && s->fenced != s->last) {
        add_loose(s, s->last, line);
    } else if (e != NULL && !code) {
        take_below(s, line);
    } else if (s->h->of->count == 1 &&
               handin_plausible(&s->h->of->at[0], tidy(&s->h->of->at[0], text))) {
        answer(s, 0, tidy(&s->h->of->at[0], text), RANK_NUMBERED);
    } else {
        miss_names(s, line);
    }
}

/* --- fences --- */

/* How long the fence is that a line opens, 0: none. */
static size_t fence_of(struct piece line, char *mark)
{
    size_t n = 0;
    line = piece_trim(line);
    *mark = line.len > 0 ? *line.at : ' ';
    while (n < line.len && line.at[n] == *mark && (*mark == '`' || *mark == '~')) {
        n++;
    }
    bool quotes =
        line.len == 3 && (memcmp(line.at, "\"\"\"", 3) == 0 || memcmp(line.at, "'''", 3) == 0);
    return n >= 3 ? n : quotes ? 3 : 0;
}

/* Whether answers stand in it: a whole template between two fences is no code. */
static bool has_answers(const struct scan *s, const char *from, const char *to)
{
    struct scan in = {.p = from, .end = to};
    struct piece line;
    int names = 0;
    while (next_line(&in, &line)) {
        if (line.len > 0 && isalpha((unsigned char)*line.at)) {
            struct label l = handin_label(s->h->of, line, false);
            names += l.exercise >= 0 && l.colon && l.rank == RANK_NAMED;
        }
    }
    return names > 0;
}

static void scan_lines(struct scan *s);

static void take_fence(struct scan *s, size_t width, char mark)
{
    struct scan in = *s;
    struct piece line;
    in.p = in.end = s->p;
    for (bool closed = false; !closed && next_line(s, &line);) {
        char closing;
        size_t n = fence_of(line, &closing);
        closed = n >= width && closing == mark && piece_trim(line).len == n;
        in.end = closed ? line.at : s->p;
    }
    bool code = takes_code(exercise_of(s));
    struct piece text = {in.p, (size_t)(in.end - in.p)};
    if (s->depth < FENCES_MOST &&
        has_answers(s, in.p, in.end)) { /* then the fences are only around it */
        const char *p = s->p, *end = s->end;
        int number = s->line;
        *s = in;
        s->depth++;
        scan_lines(s);
        s->depth--;
        s->p = p;
        s->end = end;
        s->line = number;
        return;
    }
    const struct exercise *e = exercise_of(s);
    if (e != NULL && !code && s->below == 0 && handin_plausible(e, tidy(e, text))) {
        take_below(s, text); /* a shape between two fences is no code */
        return;
    }
    s->failed = !reply_code(s->h, code ? s->last : -1, text) || s->failed;
    s->fenced = code ? s->last : s->fenced;
}

/* --- lines --- */

/* In code without a fence names stand too: only what cannot be code ends it. */
static bool ends_loose(const struct label *l, struct piece line)
{
    if (l->exercise < 0 || *line.at == ' ' || *line.at == '\t') {
        return false;
    }
    if (l->rank == RANK_NUMBERED) {
        return *line.at != '#' || l->form;
    }
    return l->colon || l->bare;
}

/* A line of code that says an answer: "one_share = 0.24", or in a string of several lines. */
static void take_code_line(struct scan *s, struct piece line)
{
    struct label l = handin_label(s->h->of, piece_trim(line), false);
    const struct exercise *e = l.exercise >= 0 ? &s->h->of->at[l.exercise] : NULL;
    if (e != NULL && e->kind != EXERCISE_code && l.rank == RANK_NAMED && !l.bare &&
        handin_plausible(e, tidy(e, l.rest))) {
        answer(s, l.exercise, tidy(e, l.rest), RANK_ASSIGNED);
    }
    if (piece_trim(line).len > 0 && !takes_code(exercise_of(s))) {
        s->last = -1; /* comments further down are about the code */
    }
}

static void take_line(struct scan *s, struct piece line)
{
    struct piece text = piece_trim(line);
    s->bullets = s->bullets || (text.len > 2 && memcmp(text.at, "- ", 2) == 0 &&
                                !isdigit((unsigned char)text.at[2]));
    char mark;
    if (s->comments) {
        if (text.len == 0 || *text.at != '#') {
            take_code_line(s, line);
            return;
        }
        while (text.len > 0 && *text.at == '#') {
            text = (struct piece){text.at + 1, text.len - 1};
        }
        line = text = piece_trim(text);
        if (text.len > 0 && take_head(s, text)) {
            return;
        }
    }
    size_t width = s->comments ? 0 : fence_of(text, &mark);
    width = s->in_loose && width > 0 && strchr("\"'", mark) != NULL ? 0 : width; /* a docstring */
    struct label l = handin_label(s->h->of, text, s->comments);
    bool names = l.exercise >= 0 && !is_item(s, &l, text) && (!s->in_loose || ends_loose(&l, line));
    if (width > 0) {
        flush_loose(s);
        take_fence(s, width, mark);
    } else if (names) {
        take_label(s, &l, text);
    } else {
        take_plain(s, line);
    }
}

static void scan_lines(struct scan *s)
{
    struct piece line;
    while (next_line(s, &line)) {
        take_line(s, line);
    }
    flush_loose(s);
}

bool handin_scan(struct handin *h, struct piece text, bool comments, bool prose, int first,
                 int *last, struct error *err)
{
    struct buf narrow = {0};
    handin_narrow(text, &narrow);
    struct scan s = {.h = h,
                     .p = buf_text(&narrow),
                     .end = buf_text(&narrow) + narrow.len,
                     .first = first,
                     .last = -1,
                     .fenced = -1,
                     .comments = comments,
                     .prose = prose,
                     .failed = narrow.failed};
    scan_lines(&s);
    end_missed(&s);
    buf_free(&s.loose);
    buf_free(&narrow);
    *last = s.last;
    return !s.failed || error_set(err, ERROR_MEMORY, "the system has no memory left for a hand-in");
}
