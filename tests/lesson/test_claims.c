/* Tests whether what the lessons say in prose about numbers is so. Behind such a sentence stands a
 * comment
 *
 *     <!-- check: round(attn_weights[0, 2].item(), 2) == 0.18 -->
 *
 * which pages do not show. Its expression is evaluated among the names as they stand at that place
 * of the run, and must be True. Every numeral of a paragraph must stand in one of the comments at
 * its end too, so that a new sentence asks for a new check. 0 and 1 need none: they count heads,
 * places and whole shares. Neither do numerals in `code`, in links and in headings. */
#include "expect.h"

#include "base/buf.h"
#include "lesson/catalog.h"
#include "trace/report/run.h"
#include "trace/tape/sandbox.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_claims(void);

/* --- reading --- */

struct reader {
    const char *p, *end; /* the line */
    int line;
    char fence; /* '`', '~'; 0: prose */
    size_t fence_len;
    int cell; /* ordinal of the last code cell above */
};

static bool next_line(struct reader *r)
{
    if (*r->end == '\0') {
        return false;
    }
    r->p = r->line == 0 ? r->p : r->end + 1;
    r->end = r->p + strcspn(r->p, "\n");
    r->line++;
    return r->p < r->end || *r->end != '\0';
}

/* True on the lines of a fence, both ends too. */
static bool in_fence(struct reader *r)
{
    size_t marks = *r->p == '`' || *r->p == '~' ? strspn(r->p, *r->p == '`' ? "`" : "~") : 0;
    if (r->fence == 0 && marks >= 3) {
        r->fence = *r->p;
        r->fence_len = marks;
        r->cell += strncmp(r->p + marks, "python", 6) == 0;
        return true;
    }
    bool inside = r->fence != 0;
    if (inside && *r->p == r->fence && marks >= r->fence_len && r->p + marks == r->end) {
        r->fence = 0;
    }
    return inside;
}

static const char CHECK[] = "<!-- check";
static const char BELOW[] = " below";
static const char CHECK_END[] = " -->";

/* *cell: the ordinal of the code cell behind which it is so. */
static bool check_of(const struct reader *r, struct buf *expression, int *cell)
{
    size_t open = strlen(CHECK), close = strlen(CHECK_END), len = (size_t)(r->end - r->p);
    if (len < open + close || strncmp(r->p, CHECK, open) != 0) {
        return false;
    }
    bool below = strncmp(r->p + open, BELOW, strlen(BELOW)) == 0;
    open += below ? strlen(BELOW) : 0;
    EXPECT(strncmp(r->p + open, ": ", 2) == 0 && strncmp(r->end - close, CHECK_END, close) == 0,
           "line %d: a check is '<!-- check: EXPRESSION -->'", r->line);
    open += 2;
    *cell = r->cell + below;
    buf_clear(expression);
    buf_put(expression, r->p + open, len - open - close);
    return true;
}

/* --- what a check says is so --- */

static struct run *open_run(const struct lesson_file *f)
{
    const struct run_terms terms = {.memory = (size_t)1 << 30, .threads = 1};
    struct error err = {0};
    struct lesson *l = malloc(sizeof *l);
    struct run *r = malloc(sizeof *r);
    ck_assert(l != NULL && r != NULL);
    EXPECT(lesson_read(l, f->name, LESSON_MARKDOWN, f->text, f->len, &err), "%s", err.text);
    EXPECT(run_begin(r, l, &terms, &err), "%s", err.text);
    return r;
}

/* Behind the code cell of that ordinal. */
static void run_behind(struct run *r, int ordinal)
{
    for (int k = 0; k < r->lesson->count; k++) {
        const struct cell *c = &r->lesson->cells[k];
        if (c->code && c->ordinal == ordinal) {
            EXPECT(run_to(r, k + 1), "%s: cell %d fails", r->lesson->file, ordinal);
        }
    }
}

static void expect_true(struct run *r, const char *expression, int line)
{
    struct sandbox a;
    struct value last;
    struct buf why = {0};
    bool so = false;
    sandbox_begin(&a, r->tape);
    if (!sandbox_run(&a, expression, &last)) {
        interp_traceback(a.in, &why);
    } else if (last.type != VALUE_BOOL || !value_truth(a.in, last, &so) || !so) {
        interp_pretty(a.in, last, &why);
    }
    EXPECT(so, "%s, line %d: %s\nis %s", r->lesson->file, line, expression, buf_text(&why));
    buf_free(&why);
    sandbox_end(&a);
}

START_TEST(what_is_said_is_so)
{
    const struct lesson_file *f = &lesson_files[_i];
    struct run *run = open_run(f);
    struct reader r = {.p = f->text, .end = f->text};
    struct buf expression = {0};
    int cell;
    while (next_line(&r)) {
        if (!in_fence(&r) && check_of(&r, &expression, &cell)) {
            run_behind(run, cell);
            expect_true(run, buf_text(&expression), r.line);
        }
    }
    buf_free(&expression);
    run_free(run);
    free(run);
}
END_TEST

/* --- and nothing is said without a check --- */

static size_t numeral_at(const char *p)
{
    size_t n = strspn(p, "0123456789");
    if (p[n] == '.' && isdigit((unsigned char)p[n + 1])) {
        n += 1 + strspn(p + n + 1, "0123456789");
    }
    size_t sign = p[n] == 'e' && (p[n + 1] == '-' || p[n + 1] == '+');
    if (p[n] == 'e' && isdigit((unsigned char)p[n + 1 + sign])) {
        n += 1 + sign + strspn(p + n + 1 + sign, "0123456789");
    }
    return n;
}

/* The numerals of a line of prose, each on a line of its own. */
static void take_numerals(const struct reader *r, struct buf *out)
{
    bool heading = *r->p == '#', code = false;
    for (const char *p = r->p; p < r->end && !heading; p++) {
        bool in_word = p > r->p && (isalnum((unsigned char)p[-1]) || p[-1] == '_');
        if (*p == '`') {
            code = !code;
        } else if (!code && *p == ']' && p[1] == '(') {
            p += strcspn(p, ")");
        } else if (!code && isdigit((unsigned char)*p)) {
            size_t n = numeral_at(p);
            if (!in_word && (n > 1 || *p > '1')) {
                buf_put(out, p, n);
                buf_puts(out, "\n");
            }
            p += n - 1;
        }
    }
}

/* As a number of its own: 2 is not in 12, nor in 2.5. */
static bool stands_in(const char *text, const char *numeral, size_t len)
{
    for (const char *p = text; (p = strstr(p, numeral)) != NULL; p++) {
        bool begins = p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '.');
        if (begins && numeral_at(p) == len) {
            return true;
        }
    }
    return false;
}

static void find_missing(int line, const struct buf *numerals, const struct buf *checks,
                         struct buf *missing)
{
    const char *p = buf_text(numerals);
    while (*p != '\0') {
        char numeral[64] = {0};
        size_t n = strcspn(p, "\n");
        memcpy(numeral, p, n < sizeof numeral ? n : sizeof numeral - 1);
        if (!stands_in(buf_text(checks), numeral, strlen(numeral))) {
            buf_printf(missing, "\nabove line %d: %s", line, numeral);
        }
        p += n + 1;
    }
}

START_TEST(every_numeral_has_a_check)
{
    const struct lesson_file *f = &lesson_files[_i];
    struct reader r = {.p = f->text, .end = f->text};
    struct buf numerals = {0}, checks = {0}, expression = {0}, missing = {0};
    int cell;
    while (next_line(&r)) {
        bool fenced = in_fence(&r);
        if (fenced || r.p == r.end) {
            find_missing(r.line, &numerals, &checks, &missing);
            buf_clear(&numerals);
            buf_clear(&checks);
        } else if (check_of(&r, &expression, &cell)) {
            buf_printf(&checks, "%s\n", buf_text(&expression));
        } else {
            take_numerals(&r, &numerals);
        }
    }
    find_missing(r.line, &numerals, &checks, &missing);
    EXPECT(missing.len == 0, "%s: numerals in prose without a check behind them:%s", f->name,
           buf_text(&missing));
    buf_free(&missing);
    buf_free(&numerals);
    buf_free(&checks);
    buf_free(&expression);
}
END_TEST

/* --- and no function comes out of the dark --- */

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether `name`, followed by `next`, stands in a text as a word of its own. */
static bool has_name(const char *text, const char *name, char next)
{
    size_t len = strlen(name);
    for (const char *p = text; (p = strstr(p, name)) != NULL; p += len) {
        bool begins = p == text || (!is_name(p[-1]) && p[-1] != '.');
        if (begins && (next == '\0' ? !is_name(p[len]) : p[len] == next)) {
            return true;
        }
    }
    return false;
}

/* What a lesson says in `code` of its prose, or in comments, what it shows, and what it folds away.
 */
struct sides {
    struct buf told, shown, folded;
};

static void take_sides(const struct lesson_file *f, struct sides *s)
{
    struct reader r = {.p = f->text, .end = f->text};
    struct buf *into = NULL;
    while (next_line(&r)) {
        bool before = r.fence != 0, fenced = in_fence(&r);
        if (fenced && !before) {
            bool python = strncmp(r.p, "```python", 9) == 0;
            into = !python ? NULL : strncmp(r.p + 9, " folded", 7) == 0 ? &s->folded : &s->shown;
        } else if (fenced && into != NULL) {
            buf_put(into, r.p, (size_t)(r.end - r.p));
            buf_puts(into, "\n");
            const char *comment = memchr(r.p, '#', (size_t)(r.end - r.p));
            buf_put(&s->told, comment,
                    into == &s->shown && comment ? (size_t)(r.end - comment) : 0);
        }
        bool code = false;
        for (const char *p = r.p; !fenced && *r.p != '<' && p < r.end; p++) {
            code ^= *p == '`';
            if (code || *p == '`') {
                buf_put(&s->told, *p == '`' ? "\n" : p, 1);
            }
        }
    }
}

/* A function of the folded set-up that visible code calls is named in prose, or in a comment that
 * is shown: there stands what the function does. */
START_TEST(what_is_called_is_told)
{
    const struct lesson_file *f = &lesson_files[_i];
    struct sides s = {0};
    struct buf dark = {0};
    take_sides(f, &s);
    for (const char *p = buf_text(&s.folded); *p != '\0'; p += strcspn(p, "\n") + 1) {
        char name[64];
        if (sscanf(p, "def %63[A-Za-z0-9_]", name) == 1 &&
            has_name(buf_text(&s.shown), name, '(') && !has_name(buf_text(&s.told), name, '\0')) {
            buf_printf(&dark, " %s", name);
        }
    }
    EXPECT(dark.len == 0, "%s: called, folded away and never told:%s", f->name, buf_text(&dark));
    buf_free(&dark);
    buf_free(&s.told);
    buf_free(&s.shown);
    buf_free(&s.folded);
}
END_TEST

/* --- and what a reader sees of a link is a title --- */

/* The list of lessons shows titles: a link that says the name of a file leads nowhere for who
 * looks there. */
START_TEST(links_to_lessons_say_no_file)
{
    const struct lesson_file *f = &lesson_files[_i];
    for (int k = 0; k < lesson_count; k++) {
        char link[128];
        snprintf(link, sizeof link, "[%s](%s.md)", catalog_name(&lesson_files[k]),
                 lesson_files[k].name);
        EXPECT(strstr(f->text, link) == NULL, "%s: say the title in %s", f->name, link);
    }
}
END_TEST

Suite *suite_claims(void)
{
    Suite *s = suite_create("claims");
    TCase *t = tcase_create("claims");
    tcase_add_loop_test(t, what_is_said_is_so, 0, lesson_count);
    tcase_add_loop_test(t, every_numeral_has_a_check, 0, lesson_count);
    tcase_add_loop_test(t, what_is_called_is_told, 0, lesson_count);
    tcase_add_loop_test(t, links_to_lessons_say_no_file, 0, lesson_count);
    suite_add_tcase(s, t);
    return s;
}
