/* Hides results until they are guessed: results that are hidden until they are guessed: their
 * shape, one cell, or that the line is refused. */
#include "tui/act/act_guess.h"

#include "tui/act.h"

#include "trace/axes/axes.h"
#include "tui/act/act_page.h"
#include "tui/action.h"
#include "tui/viewer_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Off, on; and while a result is hidden: the question. */
unsigned act_guess(struct viewer *v, int count)
{
    if (v->chosen.hidden && !viewer_reads(v)) {
        return act_type(v, PROMPT_GUESS);
    }
    v->chosen.guessing = !v->chosen.guessing;
    v->chosen.guessed = v->where.at.row;
    viewer_say(v, v->chosen.guessing ? "From the next step on, results are hidden until you guess."
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

static unsigned show(struct viewer *v)
{
    v->chosen.hidden = false;
    return REACT_DRAW;
}

static unsigned judge_shape(struct viewer *v, const struct tape_tensor *of)
{
    int64_t size[TENSOR_MAX_DIMS];
    int count = read_sizes(v->typed.text, size), wrong = 0;
    if (count < 0) {
        viewer_say(v, "Type its sizes, as in 2 6 3; or =0.25 for the cell; or refused.");
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
        const char *axis = axis_called(of, wrong);
        viewer_say(v, "Not yet: axis %d%s%s is not %lld.", wrong, axis != NULL ? ", " : "",
                   axis != NULL ? axis : "", (long long)size[wrong]);
        return REACT_DRAW;
    }
    viewer_say(v, "Right.");
    return show(v);
}

/* "=0.18": as exact as it was typed. */
static unsigned judge_cell(struct viewer *v, const char *typed)
{
    const struct plane *p = &v->fetched.out.slice;
    const char *number = typed + strspn(typed, " "), *dot = strchr(number, '.');
    char *rest;
    double guess = strtod(number, &rest);
    int decimals = dot != NULL ? (int)(rest - dot) - 1 : 0;
    if (rest == number || *rest != '\0' || p->rows == 0 || p->columns == 0) {
        viewer_say(v, "Type = and a number, as in =0.25.");
        return REACT_DRAW;
    }
    double value = tensor_double_at(
        &v->fetched.out.then,
        plane_offset(p, &v->fetched.out.then, v->fetched.cell_row, v->fetched.cell_column));
    double near = 0.5 * pow(10, -decimals) * (1 + 1e-9);
    if (guess == value || fabs(guess - value) <= near) {
        viewer_say(v, "Right.");
        return show(v);
    }
    viewer_say(v, isfinite(value) && isfinite(guess)
                      ? (guess > value ? "Not yet: it is less." : "Not yet: it is more.")
                      : "Not yet.");
    return REACT_DRAW;
}

static bool says_refused(const char *typed)
{
    return strcmp(typed, "refused") == 0 || strcmp(typed, "refuse") == 0 ||
           strcmp(typed, "no") == 0;
}

/* Behind the last step: the line that fails. */
static unsigned judge_end(struct viewer *v)
{
    viewer_say(v, "%s",
               v->typed.text[0] == '\0'      ? ""
               : says_refused(v->typed.text) ? "Right: it is refused, and the text says why."
                                             : "It has no shape: the line is refused.");
    v->chosen.doubted = true;
    v->typed.prompt = PROMPT_NONE;
    return act_open(v, PAGE_failure);
}

unsigned act_judge_guess(struct viewer *v)
{
    const struct tape_tensor *of = v->fetched.any_out ? v->fetched.out.of : NULL;
    if (!v->chosen.hidden) {
        return judge_end(v);
    }
    if (v->typed.text[0] == '\0' || of == NULL) {
        return show(v);
    }
    if (says_refused(v->typed.text)) {
        viewer_say(v, "No: this line is allowed, and gives a tensor. What shape?");
        return REACT_DRAW;
    }
    return v->typed.text[0] == '=' ? judge_cell(v, v->typed.text + 1) : judge_shape(v, of);
}

/* While guessing, the line that fails is asked about as any other. */
bool act_doubt(struct viewer *v)
{
    bool asks = v->chosen.guessing && !v->chosen.doubted && v->failure != NULL;
    if (asks) {
        act_type(v, PROMPT_GUESS);
    }
    return asks;
}

/* At a step that was not shown before, the result waits for a guess. */
unsigned act_hide(struct viewer *v, unsigned reaction)
{
    if (v->where.at.row != v->chosen.guessed) {
        v->chosen.guessed = v->where.at.row;
        v->chosen.hidden = v->chosen.guessing && !stepper_folded(&v->where.at) &&
                           viewer_figure(v) == NULL; /* a picture is nothing to guess */
    }
    return reaction;
}
