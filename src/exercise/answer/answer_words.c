/* Passes over the words that people put around an answer. Words that deny or change an answer
 * cannot all be listed; words that do neither can. An answer among words is read only when all of
 * them are of the latter. */
#include "exercise/answer/answer_words.h"

#include "exercise/answer/answer.h"

#include <ctype.h>
#include <string.h>

static const char harmless[] =
    " a an the this that these it it's its is are was be been being there here so thus hence "
    "therefore then and of for in on at to with as by from i i'm i'd im we we'd my our you your me "
    "think believe guess suppose reckon say said would should will can could have has had got get "
    "gets give gives gave come comes out take takes go going choose chose pick picked equal equals "
    "make makes answer answers result results solution value values number numbers final "
    "sure probably maybe perhaps likely surely definitely certainly clearly exactly precisely just "
    "only "
    "simply about approximately approx roughly around circa ca close rounded rounding decimal "
    "decimals place places digit digits two three points "
    "score scores share shares weight weights attention probability sum total product "
    "dot dot-product cell cells entry entries element elements row rows column columns query "
    "queries key keys token tokens word words head heads sentence sentences position index matrix "
    "table tensor vector mean average maximum max minimum min largest smallest hidden visible "
    "masked shape size sizes axis axes dimension dimensions "
    "die das der ist antwort ergebnis etwa rund und ";

static bool is_in(const char *words, const char *text, size_t len)
{
    char word[20] = " ";
    if (len > sizeof word - 3) {
        return false;
    }
    for (size_t k = 0; k < len; k++) {
        word[k + 1] = (char)tolower((unsigned char)text[k]);
    }
    memcpy(word + 1 + len, " ", 2);
    return strstr(words, word) != NULL;
}

bool answer_harmless(const char *from, const char *end, const char *more, bool code)
{
    while (from < end) {
        size_t len = 0, letters = 0;
        if (strchr(" \n,;:.!?()[]{}\"'*_~=>-", *from) != NULL) {
            from++;
            continue;
        }
        while (from + len < end && strchr(" \n", from[len]) == NULL) {
            len++;
        }
        const char *next = from + len;
        while (len > 0 && strchr(",;:.!?()[]{}\"'*_~=>-", from[len - 1]) != NULL) {
            len--;
        }
        while (letters < len &&
               (isalpha((unsigned char)from[letters]) || strchr("'-", from[letters]) != NULL)) {
            letters++;
        }
        bool word = letters == len, alien = false;
        for (size_t k = 0; k < len; k++) {
            alien = alien || (unsigned char)from[k] >= 0x80 || strchr("!<>", from[k]) != NULL;
        }
        if (word ? !is_in(harmless, from, len) && !is_in(more, from, len) : !code || alien) {
            return false;
        }
        from = next;
    }
    return true;
}

bool answer_denies(const char *text, const char *end)
{
    static const char words[] =
        " not never no nor neither nobody nothing hardly wrong false except "
        "but incorrect instead without anything fails fail ";
    end = end != NULL ? end : text + strlen(text);
    for (const char *p = text; p < end; p++) {
        size_t len = 0;
        while (p + len < end && isalpha((unsigned char)p[len])) {
            len++;
        }
        if (strncmp(p, "n't", 3) == 0 ||
            (len > 0 && (p == text || !isalnum((unsigned char)p[-1])) && is_in(words, p, len))) {
            return true;
        }
    }
    return false;
}

const char *answer_behind_is(const char *text, const char *more, bool code)
{
    const char *behind = NULL;
    for (const char *p = text; (p = strstr(p, " is ")) != NULL; p++) {
        behind = p + 4;
    }
    return behind != NULL && answer_harmless(text, behind, more, code) ? behind : NULL;
}
