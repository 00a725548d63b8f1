/* Feeding keys. */
#include "tui/script.h"

#include "base/utf8.h"
#include "tui/action.h"

#include <string.h>

static bool press(struct viewer *v, uint32_t key, bool *quit)
{
    unsigned reaction = action_key(v, key);
    *quit |= (reaction & REACT_QUIT) != 0;
    return (reaction & REACT_LOOK) == 0 || viewer_look(v);
}

static bool press_word(struct viewer *v, const char *word, size_t len, bool *quit)
{
    char name[16];
    const char *at = name;
    uint32_t key = 0;
    if (len < sizeof name) {
        memcpy(name, word, len);
        name[len] = '\0';
        if (key_read(&at, &key) && key != 0) {
            return press(v, key, quit);
        }
    }
    for (size_t k = 0; k < len && !*quit;) {
        k += utf8_decode(word + k, len - k, &key);
        if (!press(v, key, quit)) {
            return false;
        }
    }
    return true;
}

bool script_run(struct viewer *v, const char *text, bool *quit)
{
    *quit = false;
    if (!viewer_look(v)) {
        return false;
    }
    while (*text != '\0' && !*quit) {
        text += strspn(text, " \t\r\n");
        size_t len = strcspn(text, *text == '#' ? "\n" : " \t\r\n");
        if (*text != '#' && len > 0 && !press_word(v, text, len, quit)) {
            return false;
        }
        text += len;
    }
    return true;
}
