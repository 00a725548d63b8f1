/* Carries out a line that is typed: an answer, or a word of practice.def. */
#include "tui/practice_word.h"

#include "tui/practice_told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct saying {
    struct practice *p;
    const char *rest; /* behind the word */
    enum practice_wish *wish;
    struct error *err;
    bool asked; /* whether to open an editor was asked before */
};

#define WORD(id, letter, help) static bool word_##id(struct saying *s);
#include "tui/practice.def"
#undef WORD

static const struct {
    const char *name, *letter, *help;
    bool (*say)(struct saying *s);
} words[] = {
#define WORD(id, letter, help) {#id, letter, help, word_##id},
#include "tui/practice.def"
#undef WORD
};
#define WORDS (sizeof words / sizeof words[0])

static bool word_hint(struct saying *s)
{
    struct practice *p = s->p;
    struct task *t = &p->task[p->at];
    if (t->hints == p->question.hint_count) {
        practice_note(p,
                      t->hints == 0 ? "There is no hint to this one." : "There are no more hints.");
        return true;
    }
    practice_hint(p, t->hints++);
    return true;
}

static bool word_solution(struct saying *s)
{
    struct task *t = &s->p->task[s->p->at];
    practice_forget(s->p);
    practice_solution(s->p);
    t->done = t->done == DONE_SOLVED ? DONE_SOLVED : DONE_SHOWN;
    t->shown = t->draw;
    return true;
}

static bool go(struct saying *s, int to)
{
    struct practice *p = s->p;
    bool recalls = p->at >= p->count;
    int first = recalls ? p->count : 0, end = recalls ? p->count + p->recalls : p->count;
    if (to < first || to >= end) {
        practice_note(p, to < first ? "This is the first one." : "This is the last one; q quits.");
        return true;
    }
    p->at = to;
    return practice_ask(p, s->err);
}

static bool word_next(struct saying *s)
{
    struct task *t = &s->p->task[s->p->at];
    t->done = t->done == DONE_NOT ? DONE_SKIPPED : t->done;
    return go(s, s->p->at + 1);
}

static bool word_back(struct saying *s)
{
    return go(s, s->p->at - 1);
}

static bool word_again(struct saying *s)
{
    struct task *t = &s->p->task[s->p->at];
    if (t->exercise == NULL) {
        practice_note(s->p, "Questions from a run have its numbers; --seed makes another run.");
        return true;
    }
    t->draw++;
    return practice_ask(s->p, s->err);
}

static bool word_edit(struct saying *s)
{
    if (!practice_takes_code(s->p)) {
        practice_note(s->p, "This one is answered in a line, not with code.");
        return true;
    }
    if (s->p->editor != NULL) { /* nobody finds himself in it unasked */
        scoped_buf text = {0};
        buf_printf(&text, "Enter opens %s", s->p->editor);
        practice_note(s->p, buf_text(&text));
        s->p->opening = true;
        return true;
    }
    *s->wish = PRACTICE_EDIT;
    return true;
}

static bool word_file(struct saying *s)
{
    struct practice *p = s->p;
    if (!practice_takes_code(p) || *s->rest == '\0' || strlen(s->rest) >= sizeof p->file) {
        practice_note(p, practice_takes_code(p) ? "file NAME: which file holds the code?"
                                                : "This one is answered in a line, not with code.");
        return true;
    }
    memcpy(p->file, s->rest, strlen(s->rest) + 1);
    *s->wish = PRACTICE_FILE;
    return true;
}

static bool word_list(struct saying *s)
{
    scoped_buf text = {0};
    for (int k = 0; k < s->p->count; k++) {
        const struct task *t = &s->p->task[k];
        buf_printf(&text, "%s%2d  %s: %s%s", k > 0 ? "\n" : "", k + 1, t->name, practice_state(t),
                   k == s->p->at ? "  <" : "");
    }
    practice_told_anew(s->p);
    practice_note(s->p, buf_text(&text));
    return true;
}

static bool word_help(struct saying *s)
{
    scoped_buf text = {0};
    buf_puts(&text, "Type an answer and Enter, or a word or its letter:\n");
    for (size_t k = 0; k < WORDS; k++) {
        const char *letter = words[k].letter;
        bool taken = s->p->taken != NULL && strchr(s->p->taken, *letter) != NULL;
        buf_printf(&text, "  %s  %-8s  %s\n", taken ? " " : letter, words[k].name, words[k].help);
    }
    if (!s->p->as_written && !kind_asks(s->p->question.kind, ASKS_NUMBER)) {
        buf_puts(&text, "A number and a dot, such as 3., goes to that one.");
    }
    practice_told_anew(s->p);
    practice_note(s->p, buf_text(&text));
    return true;
}

static bool word_quit(struct saying *s)
{
    *s->wish = PRACTICE_QUIT;
    return true;
}

/* Which of the words a line is, and what stands behind it; WORDS: it is none. */
static size_t word_of(const struct practice *p, const char *line, const char **rest)
{
    size_t len = strcspn(line, " "), k = 0;
    *rest = line + len + strspn(line + len, " ");
    for (; k < WORDS; k++) {
        bool word = strlen(words[k].name) == len && strncmp(line, words[k].name, len) == 0;
        bool letter = strlen(words[k].letter) == len && strncmp(line, words[k].letter, len) == 0 &&
                      !practice_has_option(p, line);
        if ((word || letter) && (**rest == '\0' || (words[k].say == word_file && **rest != '='))) {
            break;
        }
    }
    return k;
}

const char *practice_word(const struct practice *p, const char *line)
{
    const char *rest;
    size_t word = word_of(p, line + strspn(line, " \t"), &rest);
    return word < WORDS ? words[word].name : NULL;
}

/* An empty line: the editor that was asked about, the next one, or what can be said. */
static bool say_nothing(struct saying *s)
{
    struct practice *p = s->p;
    int open = practice_next_open(p, 0, p->count, p->at);
    if (s->asked) {
        *s->wish = PRACTICE_EDIT;
        return true;
    }
    if (!practice_is_over(p)) {
        return word_help(s);
    }
    if (open < 0) {
        practice_note(p, p->task[p->at].done == DONE_SOLVED ? "All of them are solved; q quits."
                                                            : "All others are solved; q quits.");
        return true;
    }
    return go(s, open);
}

/* "3.": goes to the third one. Where a number is asked for, or a lesson is walked, it is one. */
static bool is_place(const struct practice *p, const char *line, long *place)
{
    char *rest;
    *place = strtol(line, &rest, 10);
    return rest != line && strcmp(rest, ".") == 0 && !p->as_written &&
           !kind_asks(p->question.kind, ASKS_NUMBER);
}

/* The line of a bug and its mended code come one after the other, in any order: what was said of
 * the one is remembered when the other comes. */
static bool remember_line(struct practice *p, const char *answer)
{
    scoped_buf why = {0};
    int line;
    bool named = kind_asks(p->question.kind, ASKS_LINE) && answer_line(answer, &line, &why);
    if (named) {
        snprintf(p->line, sizeof p->line, "%s", answer);
    }
    return named;
}

void practice_shut(struct practice *p)
{
    if (p->opening) {
        buf_cut(&p->told, p->fresh);
        p->opening = false;
    }
}

bool practice_line(struct practice *p, const char *line, enum practice_wish *wish,
                   struct error *err)
{
    struct saying s = {.p = p, .rest = "", .wish = wish, .err = err, .asked = p->opening};
    long place;
    *wish = PRACTICE_STAY;
    line += strspn(line, " \t");
    p->scroll = 0;
    practice_shut(p);
    p->fresh = p->told.len;
    if (*line == '\0') {
        return say_nothing(&s);
    }
    if (is_place(p, line, &place)) {
        return go(&s, place >= 1 && place <= p->count ? (int)place - 1 : p->count);
    }
    size_t word = word_of(p, line, &s.rest);
    if (word < WORDS) {
        return words[word].say(&s);
    }
    bool bug = kind_asks(p->question.kind, ASKS_LINE), named = remember_line(p, line);
    if (bug && !named && *p->line != '\0' && strpbrk(line, "=(@[") != NULL) {
        return practice_judge(p, p->line, line, err); /* the line's code, behind its number */
    }
    return practice_judge(p, line, bug && p->judged ? buf_text(&p->code) : NULL, err);
}

bool practice_answer(struct practice *p, struct error *err)
{
    enum practice_wish wish;
    return practice_line(p, "solution", &wish, err);
}
