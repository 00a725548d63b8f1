/* Takes away what people write around an answer: the word "answer", a remark behind it. */
#include "exercise/form.h"
#include "exercise/handin/handin_scan.h"

#include "exercise/answer/answer_words.h"
#include "exercise/kind.h"

#include <ctype.h>
#include <string.h>

FORM(three_letters, "[A-Za-z]{3}");
FORM(three_words, "^[^A-Za-z']*(?:[A-Za-z']+[^A-Za-z']*){0,3}");
FORM(unsure, "not sure");
/* Where a remark may begin. */
FORM(remark,
     "(?<=[ \t,;.])(?:#|//|<-|because|since|as |\\(|- |-- |\xe2\x80\x93|\xe2\x80\x94|\\[|which|"
     "so )(?s).");
FORM(answer_word, "(?i)^(?:answer|my answer|ans|a|result|solution|the answer)[:=](?s)(?=.)");

/* Whether words stand there, not a second answer. */
bool tidy_says_why(struct piece text)
{
    return form_in(&three_letters, text);
}

/* "(not that one)", "which is wrong": how a remark begins that takes back what stands before it. */
static bool takes_back(struct piece rest)
{
    struct piece words[FORM_GROUPS];
    return form_find(&three_words, rest, 0, words) && !form_in(&unsure, *words) &&
           answer_denies(words->at, words->at + words->len);
}

/* "0.25  # rounded", "b, because ...": what stands behind an answer is about it, if an answer
 * stands before it. */
static struct piece without_comment(const struct exercise *e, struct piece text)
{
    struct piece rest[FORM_GROUPS];
    if (text.len > LONG_LINE ||
        (kind_plausible(e, text) && (tidy_takes_list(e) || !tidy_says_why(text)))) {
        return text;
    }
    for (size_t k = 1; form_find(&remark, text, k, rest); k++) {
        k = (size_t)(rest->at - text.at);
        *rest = piece_behind(text, k);
        bool code = kind_asks(e->kind, ASKS_LINE) && strchr("-\xe2", *rest->at) != NULL &&
                    piece_has(*rest, " = "); /* "3 - total = ..." is the mended line */
        if (code || (strchr("#(", *rest->at) == NULL && !tidy_says_why(*rest))) {
            continue;
        }
        struct piece before = piece_unmark((struct piece){text.at, k});
        while (before.len > 0 && strchr(",;", before.at[before.len - 1]) != NULL) {
            before.len--;
        }
        bool why = strchr("#/b", *rest->at) != NULL || piece_begins(*rest, "since");
        if (!why && takes_back(*rest)) {
            return text;
        }
        bool plain =
            tidy_takes_list(e) || isalpha((unsigned char)*rest->at) || !tidy_says_why(before);
        if (plain && kind_plausible(e, before)) {
            return before;
        }
    }
    return text;
}

struct piece tidy_answer(const struct exercise *e, struct piece text)
{
    text = piece_unmark(text);
    if (text.len > 1 && (text.at[text.len - 1] == ',' || text.at[text.len - 1] == ';')) {
        text = piece_unmark((struct piece){text.at, text.len - 1});
    }
    struct piece behind = form_skip(&answer_word, text); /* "answer: 0.25" */
    return without_comment(e, behind.len < text.len ? piece_unmark(behind) : text);
}

bool tidy_takes_list(const struct exercise *e)
{
    return kind_asks(e->kind, ASKS_CHOICE | ASKS_ORDER);
}
