/* The table of terms: complete, no spelling twice, found in code and by name. */
#include "lesson/words.h"
#include "tui/page/glossary.h"
#include "walked.h"

#include <check.h>
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
                 {"sgd", "SGD"},           {"CrossEntropyLoss", "cross-entropy"}};
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

Suite *suite_glossary(void)
{
    Suite *s = suite_create("glossary");
    TCase *t = tcase_create("glossary");
    tcase_add_test(t, rows_are_complete);
    tcase_add_test(t, no_spelling_twice);
    tcase_add_test(t, found_by_any_spelling);
    tcase_add_loop_test(t, found_in_code, 0, (int)(sizeof texts / sizeof texts[0]));
    tcase_add_loop_test(t, asked_for, 0, glossary_count());
    suite_add_tcase(s, t);
    return s;
}
