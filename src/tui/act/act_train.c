/* Goes to a training step: the tape does not keep all of them, so the code is run again with a tape
 * that keeps the one asked for. */
#include "tui/act/act_train.h"

#include "tui/act.h"
#include "tui/act/act_guide.h"
#include "tui/act/act_step.h"
#include "tui/action.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void act_train_text(const struct viewer *v, int step, struct buf *out)
{
    const struct tape *t = v->where.at.tape;
    int number, size = train_size(t, step, &number);
    train_put_step(t, step, out);
    if (t->train.step[step + size - number - 1].updates > 0 &&
        t->train.step[step].updates != number) { /* not each one makes one */
        buf_printf(out, ", update %d", t->train.step[step].updates);
    }
    if (!isnan(t->train.step[step].loss)) {
        buf_printf(out, ", loss %.4g", t->train.step[step].loss);
    }
}

/* Whether an event is a part of zero_grad(): it empties what the turn before has left. */
static bool clears(const struct tape *t, int event)
{
    int k = t->event[event].call;
    while (k >= 0 && t->call[k].prelude && strstr(t->call[k].name, "zero_grad") == NULL) {
        k = t->call[k].parent;
    }
    return k >= 0 && t->call[k].prelude;
}

void act_train_stand(struct viewer *v, int step)
{
    const struct tape *t = v->where.at.tape;
    const struct train_step *s = &t->train.step[step];
    scoped_buf text = {0};
    int first = s->first;
    while (first + 1 < s->end && clears(t, first)) {
        first++;
    }
    act_train_text(v, step, &text);
    stepper_to_result(&v->where.at, first);
    act_moved(v, true, "");
    act_land(v);
    viewer_say(v, "The first operation of %s%s.", buf_text(&text),
               first > s->first ? ", behind zero_grad()" : "");
}

static unsigned go_to(struct viewer *v, long step)
{
    const struct train *r = &v->where.at.tape->train;
    if (r->count == 0) {
        viewer_say(v, "Nothing is trained here: no loop computes gradients and uses them.");
        return REACT_DRAW;
    }
    if (step < 0 || step >= r->count) {
        viewer_say(v, "There is no training step %ld; the last one is %d.", step, r->count - 1);
        return REACT_DRAW;
    }
    if (r->step[step].kept) {
        act_train_stand(v, (int)step);
        return REACT_LOOK | REACT_DRAW;
    }
    v->typed.wish = WISH_TRAIN;
    v->typed.train = (int)step;
    return REACT_AGAIN;
}

unsigned act_train_to(struct viewer *v, const char *number)
{
    char *end;
    long step = strtol(number, &end, 10);
    if (end == number || *end != '\0') {
        viewer_say(v, ":train takes the number of a training step, counted from 0, not %s.",
                   number);
        return REACT_DRAW;
    }
    return go_to(v, step);
}

/* The step behind the one that the walk stands in; before the training the first one. */
static int next_step(const struct viewer *v)
{
    const struct tape *t = v->where.at.tape;
    int event = v->where.at.row < 0 ? -1 : stepper_event(&v->where.at), next = 0;
    for (const struct train_step *s = t->train.step; next < t->train.count; next++) {
        int first = s[next].first;
        if (first > event || (first == event && !s[next].kept)) { /* it stands on a gap */
            break;
        }
    }
    return next;
}

ACT(act_train, go_to(v, count > 0 ? count : next_step(v)))
