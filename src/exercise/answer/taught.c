/* Tells whether a mistake can be named in words that a course has had. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/answer/diagnose.h"
#include "exercise/form.h"
#include "lang/parse/identifier.h"
#include "lesson/catalog.h"
#include "torch/op/ops.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Words to be learned that no operation is called, by what their forms have in common. */
static const char learned[] = "bias|diagonal|head|infinity|mask|projection|transpos";

/* What must have occurred: a word without its ending; empty: everybody knows it. */
static struct piece to_learn(struct piece word)
{
    char name[32];
    size_t stem = piece_word(word, learned, true);
    if (stem > 0 || word.len >= sizeof name) {
        return (struct piece){word.at, stem};
    }
    memcpy(name, word.at, word.len);
    name[word.len] = '\0';
    return (struct piece){word.at, op_find(name, IN_TORCH | IN_METHOD) != NULL ? word.len : 0};
}

FORM(of_letters, "[A-Za-z]+");

/* Whether a word of the text begins so, and is no longer name such as head_dim. */
static bool occurs(const char *text, struct piece stem)
{
    bool inside = false; /* of a word */
    for (const char *p = text; *p != '\0'; p++) {
        if (!inside && strncasecmp(p, stem.at, stem.len) == 0) {
            const char *end = p + stem.len;
            while (isalpha((unsigned char)*end)) {
                end++;
            }
            if (!identifier_plain(*end)) {
                return true;
            }
        }
        inside = identifier_plain(*p);
    }
    return false;
}

static bool had(const struct lesson_file *until, struct piece stem)
{
    for (const struct lesson_file *l = until; l >= lesson_files; l--) {
        if (occurs(l->text, stem)) {
            return true;
        }
    }
    return false;
}

bool taught(const char *lesson, enum mistake_kind kind)
{
    const struct lesson_file *until = lesson != NULL ? catalog_find(lesson) : NULL;
    const char *reason = mistake_table[kind].made.reason;
    struct piece all = piece_of(reason != NULL ? reason : ""), word[FORM_GROUPS];
    for (size_t at = 0; until != NULL && form_find(&of_letters, all, at, word);) {
        struct piece stem = to_learn(*word);
        if (stem.len > 0 && !had(until, stem)) {
            return false;
        }
        at = (size_t)(word->at - all.at) + word->len;
    }
    return true;
}
