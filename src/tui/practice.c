/* Leads through a practice: tasks, lines, verdicts. No screen here. */
#include "tui/practice.h"
#include "exercise/question_event.h"
#include "lesson/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECALL_DRAWS 20

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

/* --- tasks --- */

static void take_progress(struct practice *p, const struct progress *progress, const char *lesson)
{
    int first = -1;
    for (int k = 0; k < p->count; k++) {
        struct task *t = &p->task[k];
        const struct progress_line *l = progress_find(progress, lesson, t->name);
        if (l != NULL) {
            t->done = l->done;
            t->tries = l->tries;
            t->draw = l->draw;
        }
        if (first < 0 && t->done != DONE_SOLVED) {
            first = k; /* where the person left off */
        }
    }
    p->at = first < 0 ? 0 : first;
}

static void begin(struct practice *p, uint64_t seed, const struct run_terms *terms)
{
    *p = (struct practice){.seed = seed, .terms = *terms};
}

bool practice_of_lesson(struct practice *p, const struct exercises *x,
                        const struct progress *progress, const char *lesson, uint64_t seed,
                        const struct run_terms *terms, struct error *err)
{
    begin(p, seed, terms);
    p->exercises = x;
    p->title = x->lesson->title != NULL ? x->lesson->title : lesson;
    for (int k = 0; k < x->count && p->count < PRACTICE_MOST; k++) {
        p->task[p->count++] = (struct task){.name = x->at[k].name, .exercise = &x->at[k]};
    }
    if (p->count == 0) {
        return error_set(err, ERROR_INPUT, "%s has no exercises", lesson);
    }
    take_progress(p, progress, lesson);
    return true;
}

/* A step of the learner's own code whose result is worth asking about. */
static bool is_worth(const struct event *e)
{
    return !e->setup && e->output_count > 0 && e->stage != STAGE_OTHER &&
           e->output[0].tensor.ndim > 0;
}

static bool add_task(struct practice *p, int event, int64_t cell)
{
    scoped_buf name = {0};
    const struct event *e = &p->run->tape->event[event];
    if (p->count == PRACTICE_MOST) {
        return true;
    }
    buf_puts(&name, cell < 0 ? "shape-" : "cell-");
    buf_printf(&name, "%d", e->number);
    const char *kept = arena_copy(&p->arena, buf_text(&name), name.len);
    buf_free(&name);
    p->task[p->count] = (struct task){.name = kept, .event = event, .cell = cell};
    p->count += kept != NULL;
    return kept != NULL;
}

/* Whether a question can be made of it: a cell needs few numbers. */
static bool can_ask(struct practice *p, int event, int64_t cell)
{
    struct question q;
    struct error err = {0};
    if (!question_of_event(&q, p->run, event, cell, &err)) {
        return false;
    }
    question_free(&q);
    return true;
}

static bool add_event(struct practice *p, struct draws *d, int event)
{
    const struct tensor *t = &p->run->tape->event[event].output[0].tensor;
    int64_t numel = tensor_numel(t);
    if (can_ask(p, event, -1) && !add_task(p, event, -1)) {
        return false;
    }
    if (numel == 0) {
        return true;
    }
    int64_t cell = (int64_t)draws_below(d, (uint64_t)numel);
    return !can_ask(p, event, cell) || add_task(p, event, cell);
}

bool practice_of_run(struct practice *p, struct run *run, const struct progress *progress,
                     const char *lesson, uint64_t seed, const struct run_terms *terms,
                     struct error *err)
{
    struct seed from;
    struct draws d;
    begin(p, seed, terms);
    p->run = run;
    p->title = run->lesson->title != NULL ? run->lesson->title : lesson;
    seed_of_number(&from, seed, "");
    draws_begin(&d, &from, 0);
    for (int k = 0; k < run->tape->event_count; k++) {
        if (is_worth(&run->tape->event[k]) && !warnings_doubt(run->warnings, run->tape, k) &&
            !add_event(p, &d, k)) { /* what is silently wrong is no key */
            practice_free(p);
            return error_memory(err);
        }
    }
    if (p->count == 0) {
        practice_free(p);
        return error_set(err, ERROR_INPUT,
                         "%s has no steps of attention to ask about; qkv trace shows what it has",
                         lesson);
    }
    take_progress(p, progress, lesson);
    return true;
}

static void forget(struct practice *p)
{
    buf_clear(&p->told);
    p->fresh = 0;
}

static void close_question(struct practice *p)
{
    if (p->open) {
        question_free(&p->question);
    }
    p->open = false;
    forget(p);
    buf_clear(&p->marks);
    buf_clear(&p->code);
    p->line[0] = '\0';
    p->judged = p->opening = false;
    p->file[0] = '\0';
    p->scroll = 0;
}

void practice_free(struct practice *p)
{
    close_question(p);
    for (int k = 0; k < p->recalls; k++) {
        recall_free(&p->recalled[k]);
    }
    buf_free(&p->told);
    buf_free(&p->marks);
    buf_free(&p->code);
    arena_free(&p->arena);
    *p = (struct practice){0};
}

/* --- questions about earlier lessons --- */

static const char opened[] = "(recall)"; /* no exercise has this name: its `draw` counts */

void practice_recall(struct practice *p, const struct lesson_file *here,
                     const struct progress *progress)
{
    const struct progress_line *l = progress_find(progress, catalog_name(here), opened);
    p->opened = l != NULL ? l->draw : 0;
    p->recalls = recall_choose(p->recalled, here, p->opened);
    for (int k = 0; k < p->recalls; k++) {
        struct recalled *from = &p->recalled[k];
        p->task[p->count + k] =
            (struct task){.name = from->file->name, .from = from, .draw = p->opened};
    }
}

bool practice_has_recalled(const struct practice *p)
{
    bool asked = false;
    for (int k = p->count; k < p->count + p->recalls; k++) {
        asked = asked || p->task[k].exercise != NULL;
    }
    return asked;
}

static void keep_recalled(const struct practice *p, const char *lesson, struct progress *progress)
{
    for (int k = p->count; k < p->count + p->recalls; k++) {
        const struct task *t = &p->task[k];
        const char *of = catalog_name(t->from->file);
        const struct progress_line *l = progress_find(progress, of, t->name);
        if (t->done == DONE_SOLVED && (l == NULL || l->done != DONE_SOLVED)) {
            progress_set(progress, &(struct progress_line){of, t->name, DONE_SOLVED,
                                                           (l != NULL ? l->tries : 0) + t->tries,
                                                           l != NULL ? l->draw : 0});
        }
    }
    if (practice_has_recalled(p)) {
        progress_set(progress, &(struct progress_line){lesson, opened, DONE_NOT, 0, p->opened + 1});
    }
}

void practice_keep(const struct practice *p, const char *lesson, struct progress *progress)
{
    keep_recalled(p, lesson, progress);
    for (int k = 0; k < p->count; k++) {
        const struct task *t = &p->task[k];
        if (t->done != DONE_NOT || t->draw > 0) {
            progress_set(progress,
                         &(struct progress_line){lesson, t->name, t->done, t->tries, t->draw});
        }
    }
}

/* One that is recalled has the right option at another letter than where its lesson first asked it:
 * the letter is what one remembers. */
static bool ask_again(struct practice *p, const struct exercises *of, const struct task *t,
                      struct error *err)
{
    char first[OPTIONS_MOST * 2] = "";
    struct question *q = &p->question;
    struct seed seed;
    if (kind_asks(t->exercise->kind, ASKS_CHOICE)) {
        seed_of_number(&seed, 0, t->name);
        if (!question_make(q, of, t->exercise, &seed, &p->terms, err)) {
            return false;
        }
        snprintf(first, sizeof first, "%s", q->key);
        question_free(q);
    }
    for (uint64_t k = 1; k <= RECALL_DRAWS; k++) {
        seed_of_number(&seed, p->seed + t->draw + k, t->name);
        if (!question_make(q, of, t->exercise, &seed, &p->terms, err)) {
            return false;
        }
        if (k == RECALL_DRAWS || strcmp(first, q->key) != 0) {
            break;
        }
        question_free(q);
    }
    return true;
}

bool practice_ask(struct practice *p, struct error *err)
{
    struct task *t = &p->task[p->at];
    const struct exercises *of = p->exercises;
    struct seed seed;
    close_question(p);
    t->hints = 0;
    if (t->from != NULL) {
        t->exercise = recall_exercise(t->from, err);
        if (t->exercise == NULL) {
            return false;
        }
        t->name = t->exercise->name;
        of = &t->from->exercises;
        p->open = ask_again(p, of, t, err);
        return p->open;
    }
    if (t->exercise == NULL) {
        p->open = question_of_event(&p->question, p->run, t->event, t->cell, err);
        return p->open;
    }
    seed_of_number(&seed, p->seed + t->draw, t->name);
    seed.as_written = p->as_written && t->draw == 0;
    p->open = question_make(&p->question, of, t->exercise, &seed, &p->terms, err);
    return p->open;
}

/* --- what is said --- */

static void tell(struct practice *p, const char *text)
{
    size_t len = strlen(text), told = p->told.len;
    while (len > 0 && text[len - 1] == '\n') {
        len--;
    }
    if (told > len && memcmp(p->told.data + told - len - 1, text, len) == 0 &&
        (told == len + 1 || p->told.data[told - len - 2] == '\n')) {
        p->fresh = told - len - 1; /* it stands there already */
        return;
    }
    if (len > 0) {
        buf_put(&p->told, text, len);
        buf_puts(&p->told, "\n");
    }
}

void practice_say(struct practice *p, const char *text)
{
    forget(p);
    tell(p, text);
}

void practice_note(struct practice *p, const char *text)
{
    tell(p, text);
}

static const char *point_word(double points)
{
    return points == 1 ? "point" : "points";
}

static void say_solution(struct practice *p)
{
    scoped_buf text = {0};
    bool code = strchr(p->question.key, '\n') != NULL;
    if (p->question.solution == NULL || !code ||
        strstr(p->question.solution, p->question.key) == NULL) { /* else it stands there */
        buf_printf(&text, code ? "The answer:\n~~~python\n%s\n~~~" : "The answer: %s",
                   p->question.key);
        tell(p, buf_text(&text));
    }
    tell(p, p->question.solution);
}

/* "b 3 ok   num_heads 2 ok   key 4 no" */
static void mark_axes(struct practice *p, const struct verdict *v)
{
    const struct question *q = &p->question;
    buf_clear(&p->marks);
    if (!kind_asks(q->kind, ASKS_SIZES) || v->unread || v->ndim != q->ndim) {
        return;
    }
    for (int k = 0; k < v->ndim; k++) {
        buf_puts(&p->marks, k > 0 ? "   " : "");
        words_escape(q->axes[k] != NULL ? q->axes[k] : "", &p->marks); /* "4*d_out" */
        buf_printf(&p->marks, "%s%lld %s", q->axes[k] != NULL ? " " : "", (long long)v->shape[k],
                   v->axis_right[k] ? (p->ascii ? "ok" : "\xe2\x9c\x93")
                                    : (p->ascii ? "no" : "\xe2\x9c\x97"));
    }
}

static void say_verdict(struct practice *p, const struct verdict *v)
{
    struct task *t = &p->task[p->at];
    scoped_buf text = {0};
    mark_axes(p, v);
    tell(p, buf_text(&p->marks));
    if (v->right) {
        buf_printf(&text, "Right. %g %s.", p->question.points, point_word(p->question.points));
    } else if (v->share > 0) {
        buf_printf(&text, "Partly: %.2g of %g %s%s.", v->share * p->question.points,
                   p->question.points, point_word(p->question.points),
                   kind_asks(p->question.kind, ASKS_SIZES) ? ": right sizes count half" : "");
    } else if (!v->unread && !v->ungraded) {
        buf_puts(&text, "Not yet.");
    }
    if (v->reason.len > 0 && strcmp(buf_text(&v->reason), "Right.") != 0) {
        buf_printf(&text, "%s%s", text.len > 0 ? " " : "", buf_text(&v->reason));
    }
    tell(p, buf_text(&text));
    if (v->right) {
        t->done = DONE_SOLVED;
        tell(p, p->question.solution);
        tell(p, p->as_written ? "Enter goes on." /* with the walk */
                : practice_next_open(p, 0, p->count, p->at) >= 0
                    ? "Enter: the next one that is open."
                    : "That was the last one that was open.");
    } else if (t->done < DONE_TRIED) {
        t->done = DONE_TRIED;
    }
}

static bool judge(struct practice *p, const char *answer, const char *code, struct error *err)
{
    struct verdict v = {0};
    struct task *t = &p->task[p->at];
    if (!question_judge(&p->question, answer, code, &v, err)) {
        return false;
    }
    t->tries += !v.unread && t->done != DONE_SOLVED; /* once more is no try */
    forget(p);
    say_verdict(p, &v);
    verdict_free(&v);
    return true;
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

bool practice_code(struct practice *p, const char *text, struct error *err)
{
    buf_clear(&p->code);
    buf_puts(&p->code, text);
    p->judged = true;
    return judge(p, p->line, text, err);
}

void practice_draft(struct practice *p, const char *text)
{
    buf_clear(&p->code);
    buf_puts(&p->code, text);
    tell(p, "What you wrote last time is kept: edit goes on with it.");
}

const char *practice_begin(const struct practice *p)
{
    return p->code.len > 0 ? buf_text(&p->code) : p->question.code != NULL ? p->question.code : "";
}

int practice_next_open(const struct practice *p, int first, int count, int at)
{
    for (int k = 1; k <= count; k++) {
        int next = first + (at - first + k) % count;
        if (next != at && p->task[next].done != DONE_SOLVED) {
            return next;
        }
    }
    return -1;
}

bool practice_is_over(const struct practice *p)
{
    enum done done = p->task[p->at].done;
    return done == DONE_SOLVED || (done == DONE_SHOWN && p->told.len > 0);
}

bool practice_draws(const struct practice *p)
{
    const struct task *t = &p->task[p->at];
    return p->open && p->as_written && t->draw == 0 && t->from == NULL && t->exercise != NULL &&
           !p->question.variant.seed.as_written;
}

/* --- words --- */

static bool word_hint(struct saying *s)
{
    struct practice *p = s->p;
    struct task *t = &p->task[p->at];
    scoped_buf text = {0};
    if (t->hints == p->question.hint_count) {
        tell(p, t->hints == 0 ? "There is no hint to this one." : "There are no more hints.");
        return true;
    }
    buf_printf(&text, "Hint %d of %d: %s", t->hints + 1, p->question.hint_count,
               p->question.hint[t->hints]);
    t->hints++;
    tell(p, buf_text(&text));
    return true;
}

static bool word_solution(struct saying *s)
{
    struct task *t = &s->p->task[s->p->at];
    forget(s->p);
    say_solution(s->p);
    t->done = t->done == DONE_SOLVED ? DONE_SOLVED : DONE_SHOWN;
    return true;
}

static bool go(struct saying *s, int to)
{
    struct practice *p = s->p;
    bool recalls = p->at >= p->count;
    int first = recalls ? p->count : 0, end = recalls ? p->count + p->recalls : p->count;
    if (to < first || to >= end) {
        tell(p, to < first ? "This is the first one." : "This is the last one; q quits.");
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
        tell(s->p, "Questions from a run have its numbers; --seed makes another run.");
        return true;
    }
    t->draw++;
    return practice_ask(s->p, s->err);
}

bool practice_takes_code(const struct practice *p)
{
    return kind_asks(p->question.kind, ASKS_CODE);
}

static bool word_edit(struct saying *s)
{
    if (!practice_takes_code(s->p)) {
        tell(s->p, "This one is answered in a line, not with code.");
        return true;
    }
    if (s->p->editor != NULL) { /* nobody finds himself in it unasked */
        scoped_buf text = {0};
        buf_printf(&text, "Enter opens %s", s->p->editor);
        tell(s->p, buf_text(&text));
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
        tell(p, practice_takes_code(p) ? "file NAME: which file holds the code?"
                                       : "This one is answered in a line, not with code.");
        return true;
    }
    memcpy(p->file, s->rest, strlen(s->rest) + 1);
    *s->wish = PRACTICE_FILE;
    return true;
}

const char *practice_state(const struct task *t)
{
    static const char *const done[] = {"new", "tried", "skipped", "solution seen", "solved"};
    return done[t->done];
}

static bool word_list(struct saying *s)
{
    scoped_buf text = {0};
    for (int k = 0; k < s->p->count; k++) {
        const struct task *t = &s->p->task[k];
        buf_printf(&text, "%s%2d  %s: %s%s", k > 0 ? "\n" : "", k + 1, t->name, practice_state(t),
                   k == s->p->at ? "  <" : "");
    }
    forget(s->p);
    tell(s->p, buf_text(&text));
    return true;
}

static bool word_help(struct saying *s)
{
    scoped_buf text = {0};
    buf_puts(&text, "Type an answer and Enter, or a word or its letter:\n");
    for (size_t k = 0; k < WORDS; k++) {
        buf_printf(&text, "  %s  %-8s  %s\n", words[k].letter, words[k].name, words[k].help);
    }
    if (!s->p->as_written && !kind_asks(s->p->question.kind, ASKS_NUMBER)) {
        buf_puts(&text, "A number and a dot, such as 3., goes to that one.");
    }
    forget(s->p);
    tell(s->p, buf_text(&text));
    return true;
}

static bool word_quit(struct saying *s)
{
    *s->wish = PRACTICE_QUIT;
    return true;
}

/* A letter that an option has is an answer. */
static bool is_option(const struct practice *p, const char *line)
{
    return p->question.option_count > 0 && line[1] == '\0' && *line >= 'a' &&
           *line < 'a' + p->question.option_count;
}

/* Which of the words a line is, and what stands behind it; WORDS: it is none. */
static size_t word_of(const struct practice *p, const char *line, const char **rest)
{
    size_t len = strcspn(line, " "), k = 0;
    *rest = line + len + strspn(line + len, " ");
    for (; k < WORDS; k++) {
        bool word = strlen(words[k].name) == len && strncmp(line, words[k].name, len) == 0;
        bool letter = strlen(words[k].letter) == len && strncmp(line, words[k].letter, len) == 0 &&
                      !is_option(p, line);
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
        tell(p, p->task[p->at].done == DONE_SOLVED ? "All of them are solved; q quits."
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
        return judge(p, p->line, line, err); /* the line's code, behind its number */
    }
    return judge(p, line, bug && p->judged ? buf_text(&p->code) : NULL, err);
}

/* --- as text --- */

/* Markdown with signs for its marks; code as it stands. */
static void say_lines(const char *text, struct buf *out)
{
    bool code = false;
    for (size_t len; *text != '\0'; text += len) {
        len = strcspn(text, "\n");
        bool fence = strncmp(text, "~~~", 3) == 0 || strncmp(text, "```", 3) == 0;
        code = code != fence;
        if (code || fence) {
            buf_put(out, text, len);
        } else {
            words_line_signs(text, len, out);
        }
        buf_puts(out, text[len] == '\n' ? "\n" : "");
        len += text[len] == '\n';
    }
}

void practice_question_text(const struct practice *p, struct buf *out)
{
    const struct question *q = &p->question;
    size_t len = strlen(q->prompt);
    while (len > 0 && strchr(" \n", q->prompt[len - 1]) != NULL) {
        len--;
    }
    buf_put(out, q->prompt, len);
    buf_puts(out, "\n");
    if (kind_asks(q->kind, ASKS_WHOLE) && q->code != NULL) {
        buf_printf(out, "\n~~~python\n%s~~~\n", q->code);
    }
    for (int k = 0; k < q->option_count; k++) {
        buf_printf(out, "%s  %c) %s\n", k == 0 ? "\n" : "", 'a' + k, q->option[k].text);
    }
    buf_printf(out, "\nAnswer: %s.\n", q->form);
    if (practice_takes_code(p)) {
        buf_puts(out, "Code: edit opens your editor, file NAME takes it from a file.\n");
    }
}

void practice_text(const struct practice *p, struct buf *out)
{
    buf_printf(out, "%s, %d of %d: %s (%g %s)\n\n", p->title, p->at + 1, p->count,
               p->task[p->at].name, p->question.points, point_word(p->question.points));
    scoped_buf asked = {0};
    practice_question_text(p, &asked);
    say_lines(buf_text(&asked), out);
    if (p->told.len > 0) {
        buf_puts(out, "\n");
        say_lines(buf_text(&p->told), out);
    }
}

void practice_told(const struct practice *p, struct buf *out)
{
    say_lines(buf_text(&p->told) + p->fresh, out);
}
