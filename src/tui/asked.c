/* Decides what a key is while a question is looked at: an answer, its beginning, or a command. */
#include "tui/asked.h"

#include <string.h>

/* The commands that are characters: no answer begins with these. */
static const char never[] = " ?:]";
/* With these few do: "p" goes back, "q" leaves, where none can. */
static const char seldom[] = "pq";

enum asked asked_for(const struct viewer *v)
{
    const struct guide_stop *stop = viewer_stop(v);
    const struct practice *p = v->practice;
    if (stop == NULL || p == NULL || !p->open || v->where.page != PAGE_NONE || v->where.between ||
        !(stop->kind == GUIDE_EXERCISE || (stop->kind == GUIDE_MORE && v->where.asking))) {
        return ASKED_NOTHING;
    }
    bool one = kind_asks(p->question.kind, ASKS_CHOICE) && question_rights(&p->question) == 1;
    return one ? ASKED_LETTER : ASKED_LINE;
}

static bool is_in(const char *characters, uint32_t key)
{
    return key < 128 && strchr(characters, (int)key) != NULL;
}

static bool line_begins(const char *code, uint32_t key)
{
    bool found = false;
    while (code != NULL && *code != '\0' && !found) {
        code += strspn(code, " \t\n");
        found = (uint32_t)(unsigned char)*code == key;
        code += strcspn(code, "\n");
    }
    return found;
}

/* Whether a name of the answer may begin so: of an axis, in a line of code. */
static bool may_begin(const struct question *q, uint32_t key)
{
    bool found = kind_asks(q->kind, ASKS_WHOLE) || line_begins(q->code, key) ||
                 line_begins(q->reference, key);
    for (int k = 0; k < q->known_count; k++) {
        found = found || (uint32_t)(unsigned char)q->known[k].name[0] == key;
    }
    for (int k = 0; k < q->ndim && k < TENSOR_MAX_DIMS; k++) {
        found = found || (q->axes[k] != NULL && (uint32_t)(unsigned char)q->axes[k][0] == key);
    }
    return found;
}

enum asked_key asked_key(const struct viewer *v, uint32_t key)
{
    enum asked asked = asked_for(v);
    bool text = v->width == 0; /* as text every line is one; a page has a field for what is more */
    bool line = text && !(v->keyless && asked == ASKED_LETTER);
    if (asked == ASKED_NOTHING || line || key < ' ' || key == PRESSED_BACKSPACE ||
        key >= PRESSED_SPECIAL) {
        return ASKED_COMMAND;
    }
    const struct question *q = &v->practice->question;
    bool option = key >= 'a' && key < 'a' + (uint32_t)q->option_count;
    if (asked == ASKED_LETTER) {
        uint32_t small = !text && key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
        option = small >= 'a' && small < 'a' + (uint32_t)q->option_count;
        bool command = text || is_in(never, key) || is_in(seldom, key) ||
                       (key == 's' && viewer_step_follows(v));
        bool hint = !text && key == 'h'; /* the word of a line: Enter gives it */
        return option ? ASKED_OPTION : command ? ASKED_COMMAND : hint ? ASKED_BEGINS : ASKED_IDLE;
    }
    bool command = is_in(never, key) || (is_in(seldom, key) && !option && !may_begin(q, key));
    return command ? ASKED_COMMAND : ASKED_BEGINS;
}
