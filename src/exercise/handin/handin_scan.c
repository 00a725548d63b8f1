/* Reads a text line by line: names and numbers of exercises, answers behind and below them, code in
 * fences and without, and lines that are none of these. */
#include "exercise/handin/handin_scan.h"
#include "exercise/form.h"

#include "exercise/kind.h"

#include <ctype.h>
#include <string.h>

#define LINES_MOST 100 /* of one answer */
#define FENCES_MOST 16 /* in each other */

static const struct exercise *exercise_of(const struct scan *s)
{
    return s->last >= 0 ? &s->h->of->at[s->last] : NULL;
}

static bool takes_code(const struct exercise *e)
{
    return e != NULL && kind_asks(e->kind, ASKS_CODE);
}

/* The next line without its end; false behind the last. */
static bool next_line(struct scan *s, struct piece *line)
{
    bool is = piece_line(&s->rest, line);
    s->line += is;
    return is;
}

/* --- heads --- */

static const char passed_over[] =
    "name|date|course|class|group|email|e-mail|assignment|subject|title|from|to|homework|id|"
    "matriculation|score|student id";

/* "student: s01": whose it is, and of what. */
FORM(head, "(?s)^[#*_`>| -]*+([^:]*):(.*)$");

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
    struct piece part[FORM_GROUPS];
    if (!form_find(&head, line, 0, part)) {
        return false;
    }
    struct piece name = piece_unmark(part[1]), text = piece_unmark(part[2]);
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
        if (piece_among(name, heads[k].name, true)) {
            const char *kept = arena_copy(&h->arena, text.at, text.len);
            s->failed = s->failed || kept == NULL;
            *heads[k].at = text.len > 0 ? kept : *heads[k].at;
            return true;
        }
    }
    return s->last < 0 && name.len > 0 && piece_word(name, passed_over, true) == name.len;
}

/* --- answers --- */

static void answer(struct scan *s, int exercise, struct piece text, enum rank rank)
{
    s->failed = !reply_answer(s->h, exercise, text, rank) || s->failed;
}

/* A second line of an order or of several options joins the first. */
static void answer_more(struct scan *s, struct piece text)
{
    const char *before = s->h->reply[s->last].answer;
    scoped_buf both = {0};
    buf_printf(&both, "%s\n%.*s", before, (int)text.len, text.at);
    const char *kept = arena_copy(&s->h->arena, buf_text(&both), both.len);
    s->failed = s->failed || both.failed || kept == NULL;
    s->h->reply[s->last].answer = kept;
}

/* What stands behind the name of an exercise that asks for code: a line, code, "see below". */
static void take_code_rest(struct scan *s, struct piece rest, struct piece raw)
{
    const struct exercise *e = exercise_of(s);
    struct piece text = tidy_answer(e, rest);
    bool says = kind_plausible(e, text) || !kind_code_like(text) || loose_is_prose(text);
    if (kind_asks(e->kind, ASKS_LINE) && says) {
        answer(s, s->last, text, s->rank);
    } else if (kind_code_like(rest) && !loose_is_prose(rest)) {
        loose_add(s, s->last, rest);
    } else {
        missed_add(s, raw, s->line);
    }
}

/* Where the next exercise begins on the same line: "1. (2, 3) 2. 0.24"; its length: it does not. */
static size_t next_on_line(const struct scan *s, const struct label *l)
{
    const struct exercise *e = &s->h->of->at[l->exercise];
    for (size_t k = 1; k < l->rest.len && l->rest.len < LONG_LINE; k++) {
        struct piece rest = piece_behind(l->rest, k);
        if (strchr(" \t,;|", rest.at[-1]) == NULL || strchr(" \t,;|", *rest.at) != NULL) {
            continue;
        }
        struct label next = handin_label(s->h->of, rest, false);
        bool follows = (next.rank == RANK_NUMBERED && next.exercise == l->exercise + 1) ||
                       (next.rank == RANK_NAMED && next.colon && next.exercise != l->exercise);
        struct piece before = {l->rest.at, k};
        if (next.exercise >= 0 && follows && !next.bare &&
            kind_plausible(e, tidy_answer(e, before))) {
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
        struct piece rest = piece_behind(l->rest, until);
        struct label next = handin_label(s->h->of, rest, false);
        first.rest.len = until;
        take_label(s, &first, line);
        take_label(s, &next, rest);
        return;
    }
    loose_flush(s);
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
    answer(s, l->exercise, tidy_answer(e, l->rest), l->rank);
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
    if (l->rank == RANK_ASSIGNED &&
        e != NULL) { /* "2 3" is a shape where no file counts like that */
        return s->below == 0 || s->rank > RANK_NUMBERED || s->rank == RANK_NEAR;
    }
    if (l->rank != RANK_NUMBERED || e == NULL || s->in_loose) {
        return false;
    }
    if (tidy_takes_list(e) && l->exercise == s->below && l->rest.len > 0) {
        return s->rank != RANK_NUMBERED || l->exercise != s->last + 1;
    }
    return l->rest.len == 0 && s->below == 0 && s->h->reply[s->last].answer == NULL &&
           s->rank != RANK_NUMBERED && kind_plausible(e, piece_trim(line));
}

/* 2: nothing but an answer; 1: an answer among words; 0: none. */
static int plainness(const struct exercise *e, struct piece text)
{
    return !kind_plausible(e, text) ? 0 : tidy_says_why(text) ? 1 : 2;
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
    bool list = tidy_takes_list(e);
    struct piece text = piece_trim(line);
    bool item = text.len > 2 && strchr("-*+", *text.at) != NULL && text.at[1] == ' ';
    if (item && (!kind_asks(e->kind, ASKS_NUMBER) || *text.at == '*' || s->bullets)) {
        text = (struct piece){text.at + 2, text.len - 2};
    }
    text = tidy_answer(e, text);
    if (text.len == 0) {
        return;
    }
    if (s->below == 0 || (s->rank < RANK_SAID && plainness(e, text) > plainness_now(s))) {
        forget(s);
        answer(s, s->last, text, s->rank);
        s->below = 1;
    } else if (list && s->below < LINES_MOST &&
               (kind_plausible(e, text) || (kind_asks(e->kind, ASKS_ORDER) && s->below > 0))) {
        answer_more(s, text);
        s->below += s->below > 0;
    } else {
        missed_names(s, line);
    }
}

/* "Answer (one letter): b" below the name: whatever stands between them is the question. */
static void take_said(struct scan *s, struct piece rest, struct piece line)
{
    const struct exercise *e = exercise_of(s);
    loose_flush(s);
    s->rank = RANK_SAID;
    s->below = rest.len > 0 ? -1 : 0;
    if (rest.len > 0 && takes_code(e)) {
        take_code_rest(s, rest, line);
    } else if (rest.len > 0) {
        answer(s, s->last, tidy_answer(e, rest), RANK_SAID);
    } else if (!takes_code(e)) {
        s->h->reply[s->last].answer = NULL;
    }
}

static void take_plain(struct scan *s, struct piece line)
{
    struct piece text = piece_trim(line), rest;
    const struct exercise *e = exercise_of(s);
    bool code = takes_code(e);
    if (!s->comments && e != NULL && *line.at != ' ' && handin_label_answer(text, &rest)) {
        take_said(s, rest, line);
        return;
    }
    if (s->in_loose) {
        loose_add(s, s->loose_of, line);
        return;
    }
    if (text.len == 0) {
        return;
    }
    if (s->comments) {
        if (e != NULL && (!code || kind_asks(e->kind, ASKS_LINE)) &&
            (s->below == 0 || tidy_takes_list(e)) && kind_plausible(e, tidy_answer(e, text))) {
            take_below(s, line);
        }
        return;
    }
    if (loose_begins(text)) {
        loose_add(s, code ? s->last : -1, line);
    } else if (take_head(s, text) || *text.at == '#') {
        return;
    } else if (code && kind_asks(e->kind, ASKS_LINE) && s->below == 0 &&
               kind_plausible(e, tidy_answer(e, text))) {
        take_below(s, line);
    } else if (code && s->fenced != s->last) {
        loose_add(s, s->last, line);
    } else if (e != NULL && !code) {
        take_below(s, line);
    } else if (s->h->of->count == 1 &&
               kind_plausible(&s->h->of->at[0], tidy_answer(&s->h->of->at[0], text))) {
        answer(s, 0, tidy_answer(&s->h->of->at[0], text), RANK_NUMBERED);
    } else {
        missed_names(s, line);
    }
}

/* --- fences --- */

FORM(fence, "^(?:`{3,}|~{3,}|(?:\"\"\"|''')$)");

/* How long the fence is that a line opens, 0: none. */
static size_t fence_of(struct piece line, char *mark)
{
    struct piece all[FORM_GROUPS];
    bool is = form_find(&fence, piece_trim(line), 0, all);
    *mark = is ? *all->at : ' ';
    return all->len;
}

/* Whether answers stand in it: a whole template between two fences is no code. */
static bool has_answers(const struct scan *s, struct piece text)
{
    bool names = false;
    for (struct piece line; !names && piece_line(&text, &line);) {
        if (line.len > 0 && isalpha((unsigned char)*line.at)) {
            struct label l = handin_label(s->h->of, line, false);
            names = l.exercise >= 0 && l.colon && l.rank == RANK_NAMED;
        }
    }
    return names;
}

static void scan_lines(struct scan *s);

static void take_fence(struct scan *s, size_t width, char mark)
{
    const struct exercise *e = exercise_of(s);
    struct piece line, text = {s->rest.at, 0};
    int first = s->line;
    for (bool closed = false; !closed && next_line(s, &line);) {
        char closing;
        size_t n = fence_of(line, &closing);
        closed = n >= width && closing == mark && piece_trim(line).len == n;
        text.len = (size_t)((closed ? line.at : s->rest.at) - text.at);
    }
    bool code = takes_code(e);
    if (s->depth < FENCES_MOST && has_answers(s, text)) { /* then the fences are only around it */
        struct piece rest = s->rest;
        int number = s->line;
        s->rest = text;
        s->line = first;
        s->depth++;
        scan_lines(s);
        s->depth--;
        s->rest = rest;
        s->line = number;
    } else if (e != NULL && !code && s->below == 0 && kind_plausible(e, tidy_answer(e, text))) {
        take_below(s, text); /* a shape between two fences is no code */
    } else {
        s->failed = !reply_code(s->h, code ? s->last : -1, text) || s->failed;
        s->fenced = code ? s->last : s->fenced;
    }
}

/* --- lines --- */

/* In code without a fence names stand too: only what cannot be code ends it. */
static bool ends_loose(const struct scan *s, const struct label *l, struct piece line)
{
    if (l->exercise < 0 || *line.at == ' ' || *line.at == '\t') {
        return false;
    }
    if (l->rank == RANK_NUMBERED) {
        return *line.at != '#' || l->form || (l->bare && l->exercise == s->last + 1);
    }
    return l->colon || l->bare;
}

/* A line of code that says an answer: "one_share = 0.24", or in a string of several lines. */
static void take_code_line(struct scan *s, struct piece line)
{
    struct label l = handin_label(s->h->of, piece_trim(line), false);
    const struct exercise *e = l.exercise >= 0 ? &s->h->of->at[l.exercise] : NULL;
    if (e != NULL && !kind_asks(e->kind, ASKS_WHOLE) && l.rank == RANK_NAMED && !l.bare &&
        kind_plausible(e, tidy_answer(e, l.rest))) {
        answer(s, l.exercise, tidy_answer(e, l.rest), RANK_ASSIGNED);
    }
    if (piece_trim(line).len > 0 && !takes_code(exercise_of(s))) {
        s->last = -1; /* comments further down are about the code */
    }
}

FORM(hyphen_item, "^- [^0-9]");
FORM(hashes, "^#+");

static void take_line(struct scan *s, struct piece line)
{
    struct piece text = piece_trim(line);
    s->bullets = s->bullets || form_in(&hyphen_item, text);
    char mark = ' ';
    if (s->comments) {
        if (text.len == 0 || *text.at != '#') {
            take_code_line(s, line);
            return;
        }
        line = text = piece_trim(form_skip(&hashes, text));
        if (text.len > 0 && take_head(s, text)) {
            return;
        }
    }
    size_t width = s->comments ? 0 : fence_of(text, &mark);
    width = s->in_loose && width > 0 && strchr("\"'", mark) != NULL ? 0 : width; /* a docstring */
    struct label l = handin_label(s->h->of, text, s->comments);
    bool names =
        l.exercise >= 0 && !is_item(s, &l, text) && (!s->in_loose || ends_loose(s, &l, line));
    if (width > 0) {
        loose_flush(s);
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
    loose_flush(s);
}

bool handin_scan(struct handin *h, struct piece text, bool comments, bool prose, int first,
                 int *last, struct error *err)
{
    scoped_buf narrow = {0};
    handin_mend_signs(text, &narrow);
    struct scan s = {.h = h,
                     .rest = {buf_text(&narrow), narrow.len},
                     .first = first,
                     .last = -1,
                     .fenced = -1,
                     .comments = comments,
                     .prose = prose,
                     .failed = narrow.failed};
    scan_lines(&s);
    missed_end(&s);
    buf_free(&s.loose);
    *last = s.last;
    return !s.failed || error_memory(err);
}
