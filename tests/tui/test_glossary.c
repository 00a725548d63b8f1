/* Tests the table of terms: complete, no spelling twice, found in code and by name; and what the
 * lessons tell as new stands in it. */
#include "expect.h"
#include "lesson/catalog.h"
#include "lesson/words.h"
#include "tui/page/glossary.h"
#include "walked.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_glossary(void);

START_TEST(rows_are_complete)
{
    for (int k = 0; k < glossary_count(); k++) {
        const struct term *t = glossary_term(k);
        size_t len = strlen(t->text);
        ck_assert_msg(len > 20 && len < 240, "%s: its text has %zu bytes", t->name, len);
        ck_assert_msg(t->text[len - 1] == '.', "%s: a sentence ends in a period", t->name);
        ck_assert_ptr_eq(glossary_find(t->name), t);
    }
    ck_assert_ptr_null(glossary_term(glossary_count()));
    ck_assert_ptr_null(glossary_term(-1));
}
END_TEST

/* Also not in two terms: the second one would never be found. */
START_TEST(no_spelling_twice)
{
    for (int k = 0; k < glossary_count(); k++) {
        const struct term *t = glossary_term(k);
        for (const char *at = t->others; *at != '\0';) {
            char word[64] = {0};
            size_t len = strcspn(at, "|");
            ck_assert_uint_lt(len, sizeof word);
            memcpy(word, at, len);
            ck_assert_msg(glossary_find(word) == t, "%s of %s is taken twice", word, t->name);
            at += len + (at[len] == '|');
        }
    }
}
END_TEST

START_TEST(found_by_any_spelling)
{
    static const struct {
        const char *word, *name;
    } cases[] = {{"Softmax", "softmax"},   {"attn_weights", "attention weights"},
                 {"kv cache", "KV cache"}, {"@", "matmul"},
                 {"gqa", "GQA"},           {"d_k", "head_dim"},
                 {"keys", "key"},          {"rope", "RoPE"},
                 {"adam", "Adam"},         {"momentum", "SGD"},
                 {"lr", "learning rate"},  {"zero_grad()", "accumulate"},
                 {"optim", "optimizer"},   {"backward", "backward"},
                 {"sgd", "SGD"},           {"CrossEntropyLoss", "cross-entropy"},
                 {"masks", "mask"},        {"mix", "context"},
                 {"score", "scores"},      {"share", "attention weights"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const struct term *t = glossary_find(cases[k].word);
        ck_assert_msg(t != NULL && strcmp(t->name, cases[k].name) == 0, "%s", cases[k].word);
    }
    ck_assert_ptr_null(glossary_find("nonsense"));
    ck_assert_ptr_null(glossary_find(""));
    ck_assert_ptr_null(glossary_find("|"));
}
END_TEST

static const struct {
    const char *text, *names;
} texts[] = {
    {"attn_scores = queries @ keys.transpose(2, 3)", "scores query matmul key transpose "},
    {"x.masked_fill(m, -torch.inf)", "mask inf "},
    {"keys.view(b, num_tokens, self.num_heads, self.head_dim)",
     "key view batch token head head_dim "},
    {"viewer monkeys headline", ""}, /* whole words only */
    {"d_other k_1 x_v", ""},         /* letters alone, not as parts */
    {"q k v", "query key value "},
    {"softmax softmax", "softmax "},
    {"", ""},
};

/* Where they stand in a sentence, each once, as it is written there. */
START_TEST(found_where_they_stand)
{
    const char *text = "Each row of 3 scores becomes shares of attention; T scores, masked.",
               *at = text;
    struct buf all = {0};
    for (size_t len; glossary_next(text, &at, &len) >= 0; at += len) {
        buf_printf(&all, "%d %.*s ", (int)(at - text), (int)len, at);
    }
    ck_assert_str_eq(buf_text(&all), "14 scores 29 shares 39 attention 50 T 52 scores 60 masked ");
    buf_free(&all);
}
END_TEST

START_TEST(found_in_code)
{
    struct buf names = {0};
    int found[24], count = glossary_search(texts[_i].text, found, 24);
    for (int k = 0; k < count; k++) {
        buf_printf(&names, "%s ", glossary_term(found[k])->name);
    }
    ck_assert_str_eq(buf_text(&names), texts[_i].names);
    ck_assert_int_le(glossary_search(texts[_i].text, found, 1), 1);
    buf_free(&names);
}
END_TEST

/* Every term can be asked for, and its text is then on the screen. */
START_TEST(asked_for)
{
    const struct term *t = glossary_term(_i);
    struct walked w;
    char keys[128] = ": what Space ";
    walked_open(&w, "by-hand");
    for (const char *c = t->name; *c != '\0'; c++) {
        const char one[2] = {*c, '\0'};
        strcat(keys, *c == ' ' ? " Space " : one);
    }
    strcat(keys, " Enter");
    walked_press(&w, keys);
    ck_assert_int_eq(w.viewer.where.page, PAGE_words);
    char *screen = walked_screen(&w, 80, 24, false);
    char first[24] = {0};
    struct words text = {0};
    words_line(t->text, strlen(t->text), &text);
    memcpy(first, buf_text(&text.text), sizeof first - 1);
    words_free(&text);
    ck_assert_msg(strstr(screen, first) != NULL, "%s is not on\n%s", t->name, screen);
    free(screen);
    walked_close(&w);
}
END_TEST

/* --- the lessons --- */

/* A marked word of prose, *as this* (stars: 1) or **this** (2), from *at on; false: the line has
 * none left. */
static bool next_marked(const char **at, const char *end, char word[64], size_t *stars)
{
    bool code = false;
    for (const char *p = *at; p < end; p++) {
        code ^= *p == '`';
        if (code || *p != '*') {
            continue;
        }
        *stars = strspn(p, "*");
        const char *from = p + *stars, *to = memchr(from, '*', (size_t)(end - from));
        if (to == NULL || *from == ' ') {
            return false;
        }
        snprintf(word, 64, "%.*s", (int)(to - from < 63 ? to - from : 63), from);
        *at = to + *stars;
        return true;
    }
    return false;
}

struct telling { /* of the course, lesson by lesson */
    bool met[256], told[256];
    int count;
    struct buf wrong;
};

static void hear(struct telling *t, const char *lesson, const char *word, size_t stars)
{
    const struct term *term = glossary_find(word);
    bool sentence = word[strlen(word) - 1] == '.' || strchr(word, ' ') != strrchr(word, ' ');
    if (stars == 2 && term == NULL && !sentence) {
        buf_printf(&t->wrong, "\n%s: **%s** is not in the glossary", lesson, word);
    }
    for (int k = 0; term != NULL && k < glossary_count(); k++) {
        if (glossary_term(k) != term) {
            continue;
        }
        /* another spelling of a term may be new, too: grouped, multi-query */
        if (stars == 2 && t->told[k] && strcmp(word, term->name) == 0) {
            buf_printf(&t->wrong, "\n%s: **%s** was told before", lesson, word);
        }
        if (stars == 1 && !t->met[k] && strcmp(word, term->name) == 0) { /* a cat is no torch.cat */
            buf_printf(&t->wrong, "\n%s: *%s* is new and needs two stars", lesson, word);
        }
        t->met[k] = true;
        t->told[k] |= stars == 2;
        t->count += stars == 2;
    }
}

/* A term stands in two stars where the course tells it first, and the glossary has it. */
START_TEST(the_lessons_terms_are_there)
{
    struct telling t = {.count = 0};
    ck_assert_int_lt(glossary_count(), 256);
    for (int k = 0; k < lesson_count; k++) {
        const struct lesson_file *f = &lesson_files[k];
        bool fenced = false;
        for (const char *p = f->text; *p != '\0';) {
            const char *end = p + strcspn(p, "\n"), *at = p;
            char word[64];
            size_t stars;
            bool fence = strncmp(p, "```", 3) == 0, list = strncmp(p, "* ", 2) == 0;
            while (!fenced && !fence && !list && strncmp(p, "<!--", 4) != 0 &&
                   next_marked(&at, end, word, &stars)) {
                hear(&t, catalog_name(f), word, stars);
            }
            fenced ^= fence;
            p = *end == '\0' ? end : end + 1;
        }
    }
    EXPECT(t.wrong.len == 0, "terms of the lessons:%s", buf_text(&t.wrong));
    ck_assert_int_gt(t.count, 40);
    buf_free(&t.wrong);
}
END_TEST

Suite *suite_glossary(void)
{
    Suite *s = suite_create("glossary");
    TCase *t = tcase_create("glossary");
    tcase_add_test(t, rows_are_complete);
    tcase_add_test(t, no_spelling_twice);
    tcase_add_test(t, found_by_any_spelling);
    tcase_add_test(t, found_where_they_stand);
    tcase_add_loop_test(t, found_in_code, 0, (int)(sizeof texts / sizeof texts[0]));
    tcase_add_loop_test(t, asked_for, 0, glossary_count());
    tcase_add_test(t, the_lessons_terms_are_there);
    suite_add_tcase(s, t);
    return s;
}
