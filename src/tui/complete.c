/* Finds the words that may follow what was typed. Nothing is run for them. */
#include "tui/complete.h"

#include "lesson/knobs.h"
#include "tui/action.h"
#include "tui/keys.h"
#include "tui/page/glossary.h"
#include "tui/page/known.h"

#include <ctype.h>
#include <string.h>

struct offers {
    char stem[TYPED_MOST + 1]; /* as they all begin */
    int want, count;
    char found[TYPED_MOST + 1]; /* the one that is wanted */
};

/* One more, if it begins so; each is offered once, since all tables have each word once. */
static void offer(struct offers *o, const char *word)
{
    size_t len = strlen(word);
    if (strncmp(word, o->stem, strlen(o->stem)) == 0 && len <= TYPED_MOST &&
        o->count++ == o->want) {
        memcpy(o->found, word, len + 1);
    }
}

static void offer_commands(struct offers *o)
{
    for (int k = 0; k < ACTION_COUNT; k++) {
        offer(o, key_row((enum action)k)->command);
    }
    for (int k = 0; action_text_word(k) != NULL; k++) {
        if (key_command(action_text_word(k)) == ACTION_COUNT) {
            offer(o, action_text_word(k));
        }
    }
}

/* Where one stands; an inner one hides those of the same name further out. */
static void offer_names(struct offers *o, const struct viewer *v)
{
    struct known k;
    if (!known_find(&k, v)) {
        return;
    }
    for (int j = 0; j < k.count; j++) {
        bool met = false;
        for (int i = 0; i < j && !met; i++) {
            met = strcmp(k.at[i].bind->name, k.at[j].bind->name) == 0;
        }
        if (!met) {
            offer(o, k.at[j].bind->name);
        }
    }
    known_free(&k);
}

static void offer_knobs(struct offers *o, const struct viewer *v)
{
    struct knobs k;
    struct error none = {0};
    if (v->lesson == NULL || !knobs_find(&k, v->lesson, &none)) {
        return;
    }
    for (int j = 0; j < k.count; j++) {
        bool met = false;
        for (int i = 0; i < j && !met; i++) {
            met = strcmp(k.at[i].name, k.at[j].name) == 0;
        }
        if (!met) {
            offer(o, k.at[j].name);
        }
    }
    knobs_free(&k);
}

/* Where the word begins that is finished, and what may stand there. */
static size_t offer_all(struct offers *o, const struct viewer *v, const char *text)
{
    size_t word = strcspn(text, " "), from = 0;
    bool command = text[word] == '\0', what = strncmp(text, "what ", 5) == 0;
    bool expression = strncmp(text, "p ", 2) == 0 || strncmp(text, "break ", 6) == 0 ||
                      strncmp(text, "watch ", 6) == 0;
    bool set = strncmp(text, "set ", 4) == 0;
    o->count = 0;
    if (!command) {
        from = word + strspn(text + word, " ");
    }
    for (size_t at = strlen(text); expression && from < at;) { /* the last name of it */
        at--;
        if (!isalnum((unsigned char)text[at]) && strchr("_.", text[at]) == NULL) {
            from = at + 1;
        }
    }
    strcpy(o->stem, text + from);
    if (command) {
        offer_commands(o);
    } else if (expression) {
        offer_names(o, v);
    } else if (set) {
        offer_knobs(o, v);
    }
    for (int k = 0; what && glossary_term(k) != NULL; k++) {
        offer(o, glossary_term(k)->name);
    }
    return from;
}

void complete_anew(struct viewer *v)
{
    v->typed.stem = -1;
    v->typed.offers = 0;
}

void complete_typed(struct viewer *v)
{
    struct offers o = {.want = -1};
    char *text = v->typed.text;
    if (v->typed.stem < 0) {
        v->typed.stem = (int)strlen(text);
        v->typed.turn = -1;
    }
    text[v->typed.stem] = '\0';
    size_t from = offer_all(&o, v, text);
    v->typed.offers = o.count;
    if (o.count == 0) {
        return;
    }
    v->typed.turn = o.want = (v->typed.turn + 1) % o.count;
    offer_all(&o, v, text);
    size_t len = strlen(o.found);
    if (from + len <= TYPED_MOST) {
        memcpy(text + from, o.found, len + 1);
    }
}
