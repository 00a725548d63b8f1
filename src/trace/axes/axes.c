/* Leads the names of axes from event to event, from those of the inputs to those of the results. */
#include "trace/axes/axes.h"

#include "trace/axes/axes_called.h"
#include "trace/axes/axes_words.h"
#include "trace/tape/gradient.h"

#include <stdlib.h>
#include <string.h>

static bool write_words(struct tape *t, struct tape_tensor *of, const struct axis_names *names)
{
    bool any = false;
    for (int k = 0; k < names->ndim; k++) {
        any |= names->at[k].word != NULL;
    }
    of->words = any ? arena_alloc(&t->arena, (size_t)names->ndim * sizeof *of->words) : NULL;
    for (int k = 0; of->words != NULL && k < names->ndim; k++) {
        of->words[k] = names->at[k].word;
    }
    return !any || of->words != NULL || error_memory(&t->session->in.error);
}

/* The names become text, as the code around the event would say them. */
static bool write_names(struct step *s, int input, struct tape_tensor *of,
                        const struct axis_names *names)
{
    struct tape *t = s->book->t;
    of->axes = arena_alloc(&t->arena, (size_t)names->ndim * sizeof *of->axes + 1);
    if (of->axes == NULL) {
        return error_memory(&t->session->in.error);
    }
    bool ok = true;
    for (int k = 0; k < names->ndim; k++) {
        of->axes[k] = book_text(s->book, names->at[k], of->tensor.shape[k], s->event, &ok);
    }
    return ok && axes_call(s->book, s->event, input, of) && write_words(t, of, names);
}

/* Whether a step on the way to a gradient has its axes from what it took. */
static bool is_on_the_way(const struct step *s, const struct event *e)
{
    const struct tape *t = s->book->t;
    bool named = s->event + 1 < t->event_count && gradient_same(e, e + 1);
    for (int k = 0; named && k < s->out[0].ndim; k++) {
        named = s->out[0].at[k].name != NULL;
    }
    return named;
}

/* A gradient has the axes of its tensor. What a backward() of the code's own computes on the way to
 * one has those that the code gives it. */
static void name_gradient(struct step *s, const struct event *e)
{
    if (is_on_the_way(s, e) || (e->own && e->gradient == NULL)) {
        return;
    }
    const struct event *of = &s->book->t->event[e->of];
    int input = gradient_input(s->book->t, s->event);
    bool result = e->of_argument < 0 && e->of_element >= 0 && e->of_element < of->output_count;
    const struct tape_tensor *whose = input >= 0                     ? &of->input[input].of
                                      : result && of->figure == NULL ? &of->output[e->of_element]
                                                                     : NULL;
    if (whose != NULL && tensor_same_shape(&whose->tensor, &e->output[0].tensor)) {
        book_names(s->book, whose, e->of, &s->out[0]);
    }
}

static bool name_event(struct step *s, struct event *e)
{
    for (int k = 0; k < e->input_count; k++) {
        book_names(s->book, &e->input[k].of, s->event, &s->in[k]);
    }
    for (int k = 0; k < e->output_count; k++) {
        s->out[k] = (struct axis_names){.ndim = e->output[k].tensor.ndim};
    }
    bool ok = e->figure != NULL || rules_apply(s);
    if (ok && e->of >= 0 && e->output_count > 0) {
        name_gradient(s, e);
    }
    for (int k = 0; e->figure != NULL && k < e->output_count; k++) {
        int from = e->figure->part[k].input;
        s->out[k] = from >= 0 ? s->in[from] : s->out[k];
    }
    for (int k = 0; ok && k < e->output_count; k++) {
        ok = (e->figure != NULL || book_learn(s->book, &e->output[k], s->event, &s->out[k])) &&
             write_names(s, -1, &e->output[k], &s->out[k]);
    }
    for (int k = 0; ok && k < e->input_count; k++) {
        ok = write_names(s, k, &e->input[k].of, &s->in[k]);
    }
    return ok;
}

/* A mask is made without a look at the words: its rows and columns have those of the weights that
 * it is for. */
static bool lend_words(struct tape *t, int event, int input, struct tape_tensor *of)
{
    const struct event *e = &t->event[event];
    int query, key, of_query, of_key, ndim = of->tensor.ndim;
    if (e->stage != STAGE_MASK || of->words != NULL ||
        !axes_is_map(t, event, input, &of->tensor, &query, &key)) {
        return true;
    }
    int softmax = t->pass[e->pass].softmax;
    const struct tape_tensor *weights = &t->event[softmax].output[0];
    if (weights->words == NULL ||
        !axes_is_map(t, softmax, -1, &weights->tensor, &of_query, &of_key)) {
        return true;
    }
    of->words = arena_alloc(&t->arena, (size_t)ndim * sizeof *of->words);
    for (int k = 0; of->words != NULL && k < ndim; k++) {
        of->words[k] = k == query ? weights->words[of_query]
                       : k == key ? weights->words[of_key]
                                  : NULL;
    }
    return of->words != NULL || error_memory(&t->session->in.error);
}

static bool lend_all(struct tape *t)
{
    bool ok = true;
    for (int k = 0; ok && k < t->event_count; k++) {
        struct event *e = &t->event[k];
        for (int j = 0; ok && e->stage == STAGE_MASK && j < e->input_count; j++) {
            ok = lend_words(t, k, j, &e->input[j].of);
        }
        for (int j = 0; ok && e->stage == STAGE_MASK && j < e->output_count; j++) {
            ok = lend_words(t, k, -1, &e->output[j]);
        }
    }
    return ok;
}

/* Room for the names of all inputs and outputs of the largest event. */
static struct axis_names *room(const struct tape *t, int *most_inputs)
{
    int inputs = 0, outputs = 0;
    for (int k = 0; k < t->event_count; k++) {
        inputs = t->event[k].input_count > inputs ? t->event[k].input_count : inputs;
        outputs = t->event[k].output_count > outputs ? t->event[k].output_count : outputs;
    }
    *most_inputs = inputs;
    return calloc((size_t)inputs + (size_t)outputs + 1, sizeof(struct axis_names));
}

bool axes_find(struct tape *t)
{
    struct book book = {0};
    struct words words = {0};
    int inputs;
    struct axis_names *names = room(t, &inputs);
    bool ok = names != NULL ? book_open(&book, t) : error_memory(&t->session->in.error);
    book.words = &words;
    for (int k = 0; ok && k < t->event_count; k++) {
        struct step s = {
            .book = &book, .event = k, .e = &t->event[k], .in = names, .out = names + inputs};
        ok = tape_in_time(t) && name_event(&s, &t->event[k]);
    }
    ok = ok && lend_all(t);
    if (ok && !words_lost(&words, t)) {
        ok = error_memory(&t->session->in.error);
    }
    free(names);
    words_close(&words);
    book_close(&book);
    return ok;
}

const char *axis_called(const struct tape_tensor *of, int axis)
{
    return of->called != NULL && axis >= 0 ? of->called[axis] : NULL;
}

const char *const *axis_words(const struct tape_tensor *of, int axis)
{
    return of->words != NULL && axis >= 0 ? of->words[axis] : NULL;
}

void axes_text(const struct tape_tensor *of, struct buf *out)
{
    int ndim = of->tensor.ndim;
    buf_putc(out, '(');
    for (int k = 0; k < ndim; k++) {
        buf_puts(out, k > 0 ? ", " : "");
        if (axis_called(of, k) != NULL) {
            buf_puts(out, axis_called(of, k));
        } else {
            buf_printf(out, "%lld", (long long)of->tensor.shape[k]);
        }
    }
    buf_puts(out, ndim == 1 ? ",)" : ")");
}
