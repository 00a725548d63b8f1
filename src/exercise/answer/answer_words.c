/* Passes over the words that people put around an answer. Words that deny or change an answer
 * cannot all be listed; words that do neither can. An answer among words is read only when all of
 * them are of the latter. */
#include "exercise/answer/answer_words.h"

#include "exercise/form.h"

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
    "masked shape size sizes axis axes dimension dimensions byte bytes radian radians rad "
    "parameter parameters multiplication multiplications layer layers step steps "
    "die das der ist antwort ergebnis etwa rund und ";

#define SIGNS ",;:.!?()\\[\\]{}\"'*_~=>-" /* that stand around words */
/* A word, group 1, or what is none, group 2. */
FORM(token, "(?|([A-Za-z][A-Za-z'-]*?)()|()([^ \n" SIGNS "][^ \n]*?))(?=[" SIGNS "]*(?:[ \n]|$))");
FORM(alien, "[\\x80-\\xff!<>]");
FORM(denial, "n't|(?i)(?<![a-z0-9])(?:not|never|no|nor|neither|nobody|nothing|hardly|wrong|false|"
             "except|but|incorrect|instead|without|anything|fails|fail)(?![a-z])");

bool answer_harmless(const char *from, const char *end, const char *more, bool code)
{
    struct piece text = {from, (size_t)(end - from)}, one[FORM_GROUPS];
    for (size_t at = 0; form_find(&token, text, at, one);
         at = (size_t)(one->at - from) + one->len) {
        bool known = piece_among(one[1], harmless, true) || piece_among(one[1], more, true);
        if (one[1].len > 0 ? !known : !code || form_in(&alien, one[2])) {
            return false;
        }
    }
    return true;
}

bool answer_denies(const char *text, const char *end)
{
    size_t len = end != NULL ? (size_t)(end - text) : strlen(text);
    return form_in(&denial, (struct piece){text, len});
}

const char *answer_behind_is(const char *text, const char *more, bool code)
{
    const char *behind = NULL;
    for (const char *p = text; (p = strstr(p, " is ")) != NULL; p++) {
        behind = p + 4;
    }
    return behind != NULL && answer_harmless(text, behind, more, code) ? behind : NULL;
}
