/* Tests that words that an author marked keep their mark: every emphasis, every piece of code and
 * every link of every lesson is looked for on the pages of the walk and of the practice, in colors,
 * without colors and as text. What stands there and how it is marked is read here from the Markdown
 * by other means than the program's. */
#include "expect.h"
#include "quiz.h"
#include "walked.h"

#include "lesson/catalog.h"
#include "lesson/words.h"
#include "tui/page/page.h"
#include "tui/page/page_write.h"
#include "tui/plain.h"
#include "tui/practice_word.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_words(void);

#define WIDE 3000 /* no line is broken */
#define HIGH 150

enum form { COLORS, MONO, FORMS };

/* A line of Markdown: its words, how they are marked, and how they are written without colors. */
struct line {
    struct buf text, marks, signs;
    int spans;
};

static void put(struct line *l, unsigned mark, char c)
{
    buf_putc(&l->text, c);
    buf_putc(&l->marks, (char)mark);
    buf_putc(&l->signs, c);
}

static void turn(struct line *l, unsigned *mark, unsigned by, char sign)
{
    *mark ^= by;
    l->spans += (*mark & by) != 0;
    buf_putc(&l->signs, sign);
}

/* A star between two blanks is a star. */
static bool is_sign(const char *from, const char *p, const char *end)
{
    bool before = p > from && p[-1] != ' ', behind = p + 1 < end && p[1] != ' ';
    return before || behind;
}

static void read_line(struct line *l, const char *text, size_t len)
{
    const char *end = text + len;
    unsigned mark = 0;
    *l = (struct line){.spans = 0};
    for (const char *p = text; p < end; p++) {
        bool code = (mark & WORD_CODE) != 0;
        const char *close = *p == '[' && !code ? memchr(p, ']', (size_t)(end - p)) : NULL;
        if (*p == '`') {
            turn(l, &mark, WORD_CODE, '`');
        } else if (*p == '*' && !code && p + 1 < end && p[1] == '*' && is_sign(text, p + 1, end)) {
            turn(l, &mark, WORD_STRONG, '"');
            p++;
        } else if (*p == '*' && !code && is_sign(text, p, end)) {
            turn(l, &mark, WORD_EMPHASIS, '"');
        } else if (close != NULL && close + 1 < end && close[1] == '(' && p[-1] != '!') {
            turn(l, &mark, WORD_LINK, '"');
        } else if (*p == ']' && (mark & WORD_LINK) != 0) {
            turn(l, &mark, WORD_LINK, '"');
            p += strcspn(p, ")");
        } else {
            p += *p == '\\' && !code;
            put(l, mark, *p);
        }
    }
}

static void line_free(struct line *l)
{
    buf_free(&l->text);
    buf_free(&l->marks);
    buf_free(&l->signs);
}

/* --- what is on pages --- */

struct pages {
    struct buf text, marks; /* byte for byte */
    int spans;              /* that were found on them */
};

static unsigned mark_of(const struct glyph *at)
{
    return (at->style == STYLE_LABEL ? WORD_CODE : 0U) |
           (at->look & LOOK_ITALIC ? WORD_EMPHASIS : 0U) |
           (at->look & LOOK_BOLD ? WORD_STRONG : 0U) | (at->look & LOOK_UNDERLINE ? WORD_LINK : 0U);
}

static void take_grid(struct pages *p, const struct grid *g)
{
    for (int y = 0; y < g->height; y++) {
        int last = g->width;
        while (last > 0 && g->at[y * g->width + last - 1].c == ' ') {
            last--;
        }
        for (int x = 0; x < last; x++) {
            const struct glyph *at = &g->at[y * g->width + x];
            buf_codepoint(&p->text, at->c);
            buf_fill(&p->marks, (char)mark_of(at), p->text.len - p->marks.len);
        }
        buf_putc(&p->text, '\n');
        buf_putc(&p->marks, 0);
    }
}

static void pages_free(struct pages *p)
{
    buf_free(&p->text);
    buf_free(&p->marks);
}

/* The line stands on the pages, and nowhere there is it marked otherwise in its first place. */
static void expect_line(struct pages *p, const char *where, enum form form, const char *text,
                        size_t len)
{
    struct line l;
    read_line(&l, text, len);
    const char *want = form == MONO ? buf_text(&l.signs) : buf_text(&l.text);
    bool found = false, same = false;
    for (const char *at = strstr(buf_text(&p->text), want); at != NULL && !same;
         at = strstr(at + 1, want)) {
        found = true;
        same = form == MONO ||
               memcmp(p->marks.data + (at - p->text.data), buf_text(&l.marks), l.marks.len) == 0;
    }
    EXPECT(found, "%s, form %d: not there: %.400s", where, (int)form, want);
    EXPECT(same, "%s: there, but marked otherwise: %.*s", where, (int)(len < 400 ? len : 400),
           text);
    p->spans += l.spans;
    line_free(&l);
}

/* --- the text of lessons --- */

static bool ends_comment(const char *line, size_t len)
{
    const char *end = strstr(line, "-->");
    return end != NULL && end < line + len;
}

/* Paragraphs of the lesson, each on a line of its own. */
static void expect_prose(struct pages *p, const struct lesson_file *f, enum form form)
{
    bool fence = false, comment = false;
    for (const char *line = f->text; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        fence = fence != (strncmp(line, "```", 3) == 0);
        comment = comment || strncmp(line, "<!--", 4) == 0;
        if (!fence && !comment && len > 0 && strchr("#`!", *line) == NULL) {
            expect_line(p, f->name, form, line, len);
        }
        comment = comment && !ends_comment(line, len);
        line += len + (line[len] == '\n');
    }
}

static void draw_stops(struct pages *p, struct walked *w)
{
    for (int k = 0; k < w->viewer.guide->count; k++) {
        struct grid g;
        w->viewer.where.stop = k;
        ck_assert(grid_init(&g, WIDE, HIGH));
        page_draw(&w->viewer, PAGE_guide, &g, 0, 0, WIDE, HIGH, 0);
        take_grid(p, &g);
        grid_free(&g);
    }
}

START_TEST(on_the_stops)
{
    const struct lesson_file *f = &lesson_files[_i];
    struct walked w;
    char name[64];
    snprintf(name, sizeof name, "+%s", catalog_name(f));
    walked_open(&w, name);
    for (int form = 0; form < FORMS; form++) {
        struct pages p = {.spans = 0};
        w.viewer.chosen.mono = form == MONO;
        draw_stops(&p, &w);
        expect_prose(&p, f, (enum form)form);
        EXPECT(p.spans >= 4, "%s has %d marked words", f->name, p.spans);
        pages_free(&p);
    }
    walked_close(&w);
}
END_TEST

/* Broken lines are put together again. */
static void put_joined(const char *text, struct buf *out)
{
    for (; *text != '\0'; text++) {
        bool blank = *text == ' ' || *text == '\n';
        if (!blank || (out->len > 0 && out->data[out->len - 1] != ' ')) {
            buf_putc(out, blank ? ' ' : *text);
        }
    }
}

START_TEST(as_text)
{
    const struct lesson_file *f = &lesson_files[_i];
    struct walked w;
    struct buf text = {0};
    struct pages p = {.spans = 0};
    char name[64];
    snprintf(name, sizeof name, "+%s", catalog_name(f));
    walked_open(&w, name);
    for (int k = 0; k < w.viewer.guide->count; k++) {
        w.viewer.where.stop = k;
        buf_clear(&text);
        struct viewer plain = w.viewer;
        plain.where.page = PAGE_guide;
        plain_page(&plain, &text);
        put_joined(buf_text(&text), &p.text);
    }
    expect_prose(&p, f, MONO);
    pages_free(&p);
    buf_free(&text);
    walked_close(&w);
}
END_TEST

/* --- exercises --- */

static void draw_practice(struct pages *p, struct walked *w)
{
    struct grid g;
    ck_assert(grid_init(&g, WIDE, HIGH));
    struct page_writer writer = {
        .v = &w->viewer, .g = &g, .width = WIDE, .height = HIGH, .here = -1};
    practice_draw_page(&w->practice, &writer);
    take_grid(p, &g);
    grid_free(&g);
}

/* Markdown of several lines, without its code. */
static void expect_markdown(struct pages *p, const char *where, enum form form, const char *text)
{
    bool code = false;
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        bool fence = strncmp(text, "~~~", 3) == 0;
        code = code != fence;
        if (!code && !fence && len > 0) {
            expect_line(p, where, form, text, len);
        }
        text += len + (text[len] == '\n');
    }
}

/* Hints, what is said to the wrong options, the solution: one after the other. */
static void tell_all(struct walked *w, struct pages *p, enum form form)
{
    const struct question *q = &w->practice.question;
    struct error err = {0};
    enum practice_wish wish;
    for (int k = 0; k < q->hint_count; k++) {
        ck_assert(practice_line(&w->practice, "hint", &wish, &err));
    }
    draw_practice(p, w);
    for (int k = 0; k < q->hint_count; k++) {
        expect_markdown(p, q->name, form, q->hint[k]);
    }
    for (int k = 0; q->kind == EXERCISE_choice && k < q->mistake_count; k++) {
        for (int j = 0; j < q->option_count; j++) {
            const char letter[2] = {(char)('a' + j), '\0'};
            if (strcmp(q->option[j].text, q->mistake[k].head) == 0) {
                ck_assert(practice_line(&w->practice, letter, &wish, &err));
                draw_practice(p, w);
                expect_markdown(p, q->name, form, q->mistake[k].reason);
            }
        }
    }
    ck_assert(practice_line(&w->practice, "solution", &wish, &err));
    draw_practice(p, w);
    expect_markdown(p, q->name, form, q->solution);
}

static void ask_all(struct walked *w, enum form form, struct pages *p)
{
    for (int k = 0; k < w->practice.count; k++) {
        struct error err = {0};
        const struct question *q = &w->practice.question;
        w->practice.at = k;
        EXPECT(practice_ask(&w->practice, &err), "%s", err.text);
        buf_clear(&p->text);
        buf_clear(&p->marks);
        draw_practice(p, w);
        expect_markdown(p, q->name, form, q->prompt);
        expect_markdown(p, q->name, form, q->form);
        for (int j = 0; j < q->option_count; j++) {
            expect_markdown(p, q->name, form, q->option[j].text);
        }
        tell_all(w, p, form);
    }
}

START_TEST(in_exercises)
{
    const struct lesson_file *f = &lesson_files[_i];
    struct walked w;
    char name[64];
    snprintf(name, sizeof name, "+%s", catalog_name(f));
    walked_open(&w, name);
    for (int form = 0; form < FORMS; form++) {
        struct pages p = {.spans = 0};
        w.viewer.chosen.mono = form == MONO;
        ask_all(&w, (enum form)form, &p);
        EXPECT(w.practice.count >= 4 && p.spans >= 3, "%s: %d exercises, %d marked words", f->name,
               w.practice.count, p.spans);
        pages_free(&p);
    }
    walked_close(&w);
}
END_TEST

/* --- what Markdown may say --- */

static const struct {
    const char *line, *text, *marks, *signs; /* a mark: e, s, c, l; capital: with another one */
} lines[] = {
    {"a *b* c", "a b c", "  e  ", "a \"b\" c"},
    {"*b c*, d", "b c, d", "eee   ", "\"b c\", d"},
    {"**a b** c", "a b c", "sss  ", "\"a b\" c"},
    {"*a **b** c*", "a b c", "eeEee", "\"a b c\""},
    {"***a*** b", "a b", "E  ", "\"a\" b"},
    {"_a_ b_c_d", "a b_c_d", "e      ", "\"a\" b_c_d"},
    {"`a` b", "a b", "c  ", "`a` b"},
    {"*a `b` c*", "a b c", "eeEee", "\"a `b` c\""},
    {"*`a`* b", "a b", "E  ", "`a` b"},
    {"``a`b`` c", "a`b c", "ccc  ", "``a`b`` c"},
    {"`` ` `` c", "` c", "c  ", "`` ` `` c"},
    {"`a *b* c`", "a *b* c", "ccccccc", "`a *b* c`"},
    {"2 * 3 * 4", "2 * 3 * 4", "         ", "2 * 3 * 4"},
    {"\\*a\\* \\`b\\`", "*a* `b`", "       ", "*a* `b`"},
    {"a &lt; b &amp; c", "a < b & c", "         ", "a < b & c"},
    {"see [by-hand](00.md).", "see by-hand.", "    lllllll ", "see \"by-hand\"."},
    {"[`a`](b.md)", "a", "L", "`a`"},
    {"[a](https://b.c)", "a (https://b.c)", "l              ", "\"a\" (https://b.c)"},
    {"<https://b.c>", "https://b.c", "lllllllllll", "\"https://b.c\""},
    {"# a", "# a", "   ", "# a"},
    {"- a", "- a", "   ", "- a"},
    {"1. *a*", "1. a", "   e", "1. \"a\""},
    {"    a", "    a", "     ", "    a"},
    {"> a", "> a", "   ", "> a"},
    {"a <!-- b --> c", "a  c", "    ", "a  c"},
    {"*\xe6\x97\xa5\xe6\x9c\xac* a", "\xe6\x97\xa5\xe6\x9c\xac a", "eeeeee  ",
     "\"\xe6\x97\xa5\xe6\x9c\xac\" a"},
    {"a*b", "a*b", "   ", "a*b"},
    {"*a", "*a", "  ", "*a"},
    {"", "", "", ""},
};

static char letter_of(char mark)
{
    switch ((unsigned char)mark) {
    case 0:
        return ' ';
    case WORD_EMPHASIS:
        return 'e';
    case WORD_STRONG:
        return 's';
    case WORD_CODE:
        return 'c';
    case WORD_LINK:
        return 'l';
    default:
        return (mark & WORD_LINK) != 0 ? 'L' : 'E';
    }
}

START_TEST(a_line)
{
    struct words w = {0};
    struct buf signs = {0};
    words_line(lines[_i].line, strlen(lines[_i].line), &w);
    words_line_signs(lines[_i].line, strlen(lines[_i].line), &signs);
    EXPECT(w.text.len == w.marks.len, "a mark for each byte");
    for (size_t k = 0; k < w.marks.len; k++) {
        w.marks.data[k] = letter_of(w.marks.data[k]);
    }
    ck_assert_str_eq(buf_text(&w.text), lines[_i].text);
    ck_assert_str_eq(buf_text(&w.marks), lines[_i].marks);
    ck_assert_str_eq(buf_text(&signs), lines[_i].signs);
    buf_free(&signs);
    words_free(&w);
}
END_TEST

/* Text that is no Markdown comes back as it was. */
START_TEST(no_markdown)
{
    static const char *const texts[] = {"4*d_out 2   2*hs 3", "a_b_ `c` [d](e) <f> &lt; \\",
                                        "#1! |~", "__init__ *x*"};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        struct buf escaped = {0}, back = {0};
        words_escape(texts[k], &escaped);
        words_line_signs(buf_text(&escaped), escaped.len, &back);
        ck_assert_str_eq(buf_text(&back), texts[k]);
        buf_free(&escaped);
        buf_free(&back);
    }
}
END_TEST

static const struct {
    const char *broken, *whole;
} broken[] = {
    {"a\nb", "a b"},
    {"a\nb\n\nc\nd\n", "a b\n\nc d\n"},
    {"*a\nb* c", "*a b* c"},
    {"a  \nb", "a  \nb"},
    {"a\\\nb", "a\\\nb"},
    {"~~~\na\nb\n~~~\nc\nd", "~~~\na\nb\n~~~\nc d"},
    {"a\n~~~\nb\n~~~", "a\n~~~\nb\n~~~"},
    {"- a\n  b\n- c", "- a b\n- c"},
    {"> a\n> b", "> a b"},
    {"|a|b|\n|-|-|\n|c|d|", "|a|b|\n|-|-|\n|c|d|"},
    {"# a\nb\nc", "# a\nb c"},
    {"", ""},
};

START_TEST(broken_lines)
{
    struct buf whole = {0};
    words_unbroken(broken[_i].broken, &whole);
    ck_assert_str_eq(buf_text(&whole), broken[_i].whole);
    buf_free(&whole);
}
END_TEST

/* Emphasis may go over the end of a line wherever an author writes a text. */
static const char over_lines[] =
    "# T\n\n```exercise which\nkind: choice\nright: `a`\noption: *b*\n\n"
    "In *the\ncat* and `x +\ny`?\n\n-- hint\nA *long\nhint*.\n"
    "-- wrong *b*\nNot *b at\nall*.\n-- solution\n*It\nis* a.\n```\n\n"
    "```python\nx = 1\n```\n";

START_TEST(over_the_end_of_a_line)
{
    struct quiz a;
    quiz_open(&a, over_lines);
    const struct question *q = quiz_question(&a, "which", 0);
    ck_assert_ptr_nonnull(strstr(q->prompt, "In *the cat* and `x + y`?"));
    ck_assert_ptr_nonnull(strstr(q->ask, "In *the cat* and `x + y`?"));
    ck_assert_ptr_nonnull(strstr(q->hint[0], "A *long hint*."));
    ck_assert_ptr_nonnull(strstr(q->mistake[0].reason, "Not *b at all*."));
    ck_assert_ptr_nonnull(strstr(q->solution, "*It is* a."));
    quiz_close(&a);
}
END_TEST

Suite *suite_words(void)
{
    Suite *s = suite_create("words");
    TCase *t = tcase_create("words");
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, a_line, 0, (int)(sizeof lines / sizeof lines[0]));
    tcase_add_test(t, no_markdown);
    tcase_add_loop_test(t, broken_lines, 0, (int)(sizeof broken / sizeof broken[0]));
    tcase_add_test(t, over_the_end_of_a_line);
    tcase_add_loop_test(t, on_the_stops, 0, lesson_count);
    tcase_add_loop_test(t, as_text, 0, lesson_count);
    tcase_add_loop_test(t, in_exercises, 0, lesson_count);
    suite_add_tcase(s, t);
    return s;
}
