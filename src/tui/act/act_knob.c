/* Sets the numbers and words of the code while walking, which runs it again. */
#include "tui/act/act_knob.h"

#include "tui/act.h"

#include "lesson/knobs.h"
#include "tui/action.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "There are T, d_out": what can be set in the file. */
static void list_knobs(const struct knobs *k, struct buf *out)
{
    for (int j = 0; j < k->count; j++) {
        bool met = false;
        for (int i = 0; i < j && !met; i++) {
            met = strcmp(k->at[i].name, k->at[j].name) == 0;
        }
        if (!met) {
            buf_printf(out, "%s%s", out->len > 0 ? ", " : "", k->at[j].name);
        }
    }
}

/* "T=8": checked here, as far as it can be without running. */
unsigned act_set_knob(struct viewer *v, const char *setting)
{
    struct knobs k;
    struct error err = {0};
    scoped_buf all = {0};
    bool mouse = strcmp(setting, "mouse") == 0;
    if (mouse || strcmp(setting, "nomouse") == 0) {
        v->chosen.mouse = mouse;
        viewer_say(v, mouse ? "The mouse scrolls and chooses; :set nomouse gives it back."
                            : "The mouse is the terminal's now; :set mouse takes it.");
        return REACT_DRAW;
    }
    size_t name = strcspn(setting, "=@ ");
    const char *value = strchr(setting, '=');
    bool known = false;
    if (v->lesson == NULL || !knobs_find(&k, v->lesson, &err)) {
        viewer_say(v, "This code cannot be run again from here.");
        return REACT_DRAW;
    }
    for (int j = 0; j < k.count; j++) {
        known |= strlen(k.at[j].name) == name && strncmp(k.at[j].name, setting, name) == 0;
    }
    bool words = known && !knobs_number(&k, setting, name);
    list_knobs(&k, &all);
    knobs_free(&k);
    if (!known || value == NULL || value[1] == '\0' ||
        (!words && strspn(value + 1, "-+.0123456789e") != strlen(value + 1))) {
        viewer_say(v, "Write :set NAME=%s. There are %s.", words ? "WORDS" : "NUMBER",
                   all.len > 0 ? buf_text(&all) : "none");
        return REACT_DRAW;
    }
    if (setting != v->typed.knob) {
        memmove(v->typed.knob, setting, strlen(setting) + 1);
    }
    v->typed.wish = WISH_NUMBER;
    return REACT_AGAIN;
}

static unsigned change_knob(struct viewer *v, int by)
{
    char next[TYPED_MOST + 1];
    char *value = strchr(v->typed.knob, '=');
    if (value == NULL) {
        return act_set_knob(v, "");
    }
    char *end;
    long now = strtol(value + 1, &end, 10);
    if (end == value + 1) {
        viewer_say(v, "%.*s holds words; :set changes them.", (int)(value - v->typed.knob),
                   v->typed.knob);
        return REACT_DRAW;
    }
    int len = (int)(value - v->typed.knob);
    snprintf(next, sizeof next, "%.*s=%ld", len < 100 ? len : 100, v->typed.knob, now + by);
    return act_set_knob(v, next);
}

ACT(act_more, change_knob(v, act_times(count)))
ACT(act_less, change_knob(v, -act_times(count)))
