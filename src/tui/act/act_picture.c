/* Key w makes a picture of the table. This file asks for its name, and before a file is
 * overwritten; the command line draws and writes it (REACT_PICTURE). */
#include "tui/act/act_picture.h"

#include "tui/act.h"

#include "trace/stage/stages.h"
#include "tui/action.h"
#include "tui/viewer_figure.h"

#include <string.h>

/* "weight-splits-softmax.png" */
static void put_default(struct viewer *v)
{
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    const char *what = e->stage == STAGE_OTHER ? e->name : stage_name(e->stage);
    const char *dot = strrchr(v->title, '.');
    size_t len = dot != NULL && dot > v->title ? (size_t)(dot - v->title) : strlen(v->title);
    scoped_buf name = {0};
    buf_put(&name, v->title, len < 60 ? len : 60);
    buf_printf(&name, "-%.40s", what);
    if (e->figure != NULL) {
        buf_printf(&name, "-%d", e->figure->number);
    }
    buf_puts(&name, ".png");
    for (size_t k = 0; k < name.len; k++) {
        name.data[k] = name.data[k] == ' ' ? '-' : name.data[k];
    }
    memcpy(v->typed.text, buf_text(&name), name.len + 1);
}

static bool is_there(struct viewer *v)
{
    if ((v->fetched.any_out && !v->chosen.hidden) || viewer_figure(v) != NULL) {
        return true;
    }
    viewer_say(v, v->chosen.hidden ? "First guess: r." : "There is no tensor here.");
    return false;
}

unsigned act_picture(struct viewer *v, int count)
{
    if (!is_there(v)) {
        return REACT_DRAW;
    }
    act_type(v, PROMPT_PICTURE);
    v->typed.display = false;
    put_default(v);
    return REACT_DRAW;
}

/* The name is in v->typed.text. */
unsigned act_write(struct viewer *v, bool over)
{
    v->typed.over = over;
    return v->typed.text[0] != '\0' ? REACT_PICTURE | REACT_DRAW : REACT_DRAW;
}

/* ":write scores.svg" */
unsigned act_write_to(struct viewer *v, const char *name)
{
    if (!is_there(v)) {
        return REACT_DRAW;
    }
    memmove(v->typed.text, name, strlen(name) + 1); /* it was typed, so it fits */
    v->typed.display = false;
    return act_write(v, false);
}

/* ":save-display screen.txt": the screen as text, then what its pieces are and how hot. */
unsigned act_save_display(struct viewer *v, const char *name)
{
    memmove(v->typed.text, name, strlen(name) + 1);
    v->typed.display = true;
    return act_write(v, false);
}

/* The answer to "write over it?" */
unsigned act_write_over(struct viewer *v, uint32_t key)
{
    if (key == 'y' || key == 'Y') {
        return act_write(v, true);
    }
    viewer_say(v, "Nothing was written.");
    return REACT_DRAW;
}
