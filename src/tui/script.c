/* Presses the keys that a text names. */
#include "tui/script.h"

#include "base/utf8.h"
#include "tui/action.h"

#include <string.h>

static bool press(struct viewer *v, uint32_t key, unsigned *reaction)
{
    *reaction = action_key(v, key);
    return (*reaction & REACT_LOOK) == 0 || viewer_look(v);
}

static bool press_word(struct viewer *v, const char *word, size_t len, unsigned *reaction)
{
    char name[16];
    const char *at = name;
    uint32_t key = 0;
    if (len < sizeof name) {
        memcpy(name, word, len);
        name[len] = '\0';
        if (key_read(&at, &key) && key != 0) {
            return press(v, key, reaction);
        }
    }
    for (size_t k = 0; k < len && (*reaction & REACT_ENDS) == 0;) {
        k += utf8_decode(word + k, len - k, &key);
        if (!press(v, key, reaction)) {
            return false;
        }
    }
    return true;
}

bool script_run(struct viewer *v, const char **text, unsigned *reaction)
{
    *reaction = REACT_NONE;
    if (!viewer_look(v)) {
        return false;
    }
    while (**text != '\0' && (*reaction & REACT_ENDS) == 0) {
        *text += strspn(*text, " \t\r\n");
        size_t len = strcspn(*text, **text == '#' ? "\n" : " \t\r\n");
        const char *word = *text;
        *text += len;
        if (*word != '#' && len > 0 && !press_word(v, word, len, reaction)) {
            return false;
        }
    }
    return true;
}
