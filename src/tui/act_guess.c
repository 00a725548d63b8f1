/* Predict, then see: results that are hidden until their shape is guessed. */
#include "tui/act.h"

#include <stdlib.h>
#include <string.h>

/* Off, on; and while a result is hidden: the question. */
unsigned act_guess(struct viewer *v, int count)
{
    (void)count;
    if (v->hidden) {
        return act_type(v, PROMPT_GUESS);
    }
    v->guessing = !v->guessing;
    v->guessed = v->at.row;
    viewer_say(v, v->guessing ? "From the next step on, results are hidden until you guess."
                              : "Results are shown at once again.");
    return REACT_DRAW;
}

/* Sizes as typed: "2 2 6 6", "(2, 2, 6, 6)". Returns how many, -1: that is no shape. */
static int read_sizes(const char *text, int64_t size[TENSOR_MAX_DIMS])
{
    int count = 0;
    for (text += strspn(text, " (),[]x"); *text != '\0'; text += strspn(text, " (),[]x")) {
        char *rest;
        long value = strtol(text, &rest, 10);
        if (rest == text || value < 0 || count == TENSOR_MAX_DIMS) {
            return -1;
        }
        size[count++] = value;
        text = rest;
    }
    return count;
}

unsigned act_judge_guess(struct viewer *v)
{
    const struct tape_tensor *of = v->any_out ? v->out.of : NULL;
    int64_t size[TENSOR_MAX_DIMS];
    int count = read_sizes(v->typed, size), wrong = 0;
    if (v->typed[0] == '\0' || of == NULL) {
        v->hidden = false;
        return REACT_DRAW;
    }
    if (count < 0) {
        viewer_say(v, "Type its sizes, as in 2 6 3.");
        return REACT_DRAW;
    }
    if (count != of->tensor.ndim) {
        viewer_say(v, "Not yet: it has %s axes than %d.",
                   of->tensor.ndim > count ? "more" : "fewer", count);
        return REACT_DRAW;
    }
    while (wrong < count && size[wrong] == of->tensor.shape[wrong]) {
        wrong++;
    }
    if (wrong < count) {
        const char *axis = of->axes != NULL ? of->axes[wrong] : NULL;
        viewer_say(v, "Not yet: axis %d%s%s is not %lld.", wrong, axis != NULL ? ", " : "",
                   axis != NULL ? axis : "", (long long)size[wrong]);
        return REACT_DRAW;
    }
    v->hidden = false;
    viewer_say(v, "Right.");
    return REACT_DRAW;
}

/* At a step that was not shown before, the result waits for a guess. */
unsigned act_hide(struct viewer *v, unsigned reaction)
{
    if (v->at.row != v->guessed) {
        v->guessed = v->at.row;
        v->hidden = v->guessing && !stepper_folded(&v->at);
    }
    return reaction;
}
