/* An answer without what people write around it: the word "answer", a remark behind it. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/handin/handin_scan.h"

#include "exercise/answer/answer.h"
#include "exercise/answer/answer_words.h"
#include "exercise/kind.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Whether words stand there, not a second answer. */
bool tidy_says_why(struct piece text)
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
    scoped_buf words = {0};
    int count = 0;
    for (size_t k = 0; k < rest.len && count < 4; k++) {
        bool letter = isalpha((unsigned char)rest.at[k]) || rest.at[k] == '\'';
        count += letter && (k == 0 || !isalpha((unsigned char)rest.at[k - 1])) &&
                 (k == 0 || rest.at[k - 1] != '\'');
        buf_putc(&words, count < 4 ? rest.at[k] : ' ');
    }
    bool doubts = strstr(buf_text(&words), "not sure") != NULL;
    return !doubts && answer_denies(buf_text(&words), NULL);
}

/* "0.25  # rounded", "b, because ...": what stands behind an answer is about it, if an answer
 * stands before it. */
static struct piece without_comment(const struct exercise *e, struct piece text)
{
    static const char signs[] = "#|//|<-|because|since|as |(|- |-- |\xe2\x80\x93|\xe2\x80\x94|[|"
                                "which|so ";
    if (text.len > LONG_LINE ||
        (kind_plausible(e, text) && (tidy_takes_list(e) || !tidy_says_why(text)))) {
        return text;
    }
    for (size_t k = 1; k + 1 < text.len; k++) {
        struct piece rest = {text.at + k, text.len - k};
        bool sign = piece_word(rest, signs, false) > 0;
        bool code = kind_asks(e->kind, ASKS_LINE) && strchr("-\xe2", *rest.at) != NULL &&
                    piece_has(rest, " = "); /* "3 - total = ..." is the mended line */
        if (sign && !code && strchr(" \t,;.", text.at[k - 1]) != NULL &&
            (strchr("#(", *rest.at) != NULL || tidy_says_why(rest))) {
            struct piece before = piece_unmark((struct piece){text.at, k});
            while (before.len > 0 && strchr(",;", before.at[before.len - 1]) != NULL) {
                before.len--;
            }
            bool why = strchr("#/b", *rest.at) != NULL || memcmp(rest.at, "si", 2) == 0;
            if (!why && takes_back(rest)) {
                return text;
            }
            bool plain =
                tidy_takes_list(e) || isalpha((unsigned char)*rest.at) || !tidy_says_why(before);
            if (plain && kind_plausible(e, before)) {
                return before;
            }
        }
    }
    return text;
}

/* "answer: 0.25" */
static struct piece without_word(struct piece text)
{
    size_t len = piece_word(text, "answer|my answer|ans|a|result|solution|the answer", true);
    struct piece rest = piece_behind(text, len);
    if (len > 0 && rest.len > 1 && (*rest.at == ':' || *rest.at == '=')) {
        return piece_unmark(piece_behind(rest, 1));
    }
    return text;
}

struct piece tidy_answer(const struct exercise *e, struct piece text)
{
    text = piece_unmark(text);
    if (text.len > 1 && (text.at[text.len - 1] == ',' || text.at[text.len - 1] == ';')) {
        text = piece_unmark((struct piece){text.at, text.len - 1});
    }
    return without_comment(e, without_word(text));
}

bool tidy_takes_list(const struct exercise *e)
{
    return kind_asks(e->kind, ASKS_CHOICE | ASKS_ORDER);
}
