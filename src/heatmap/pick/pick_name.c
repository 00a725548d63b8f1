/* Finds what a name of the learner's code stood for last: "weights", "model.W_q.weight", "x.grad".
 * The library's own names, which stand in no code that a learner sees, are none. */
#include "heatmap/pick/pick_name.h"

#include "trace/tape/gradient.h"
#include "trace/tape/parameter.h"

#include <string.h>

/* The last bind of the code's own with that name; NULL: there is none. */
static const struct tape_bind *bind_of(const struct tape *t, const char *name)
{
    for (int k = t->bind_count - 1; k >= 0; k--) {
        const struct tape_bind *b = &t->bind[k];
        if (b->tensor != NULL && !b->at.source->prelude && strcmp(b->name, name) == 0) {
            return b;
        }
    }
    return NULL;
}

/* Behind the name of a model: "W_q.weight" of "model.W_q.weight"; NULL: it begins with none. */
static const char *behind_model(const struct tape *t, const char *name)
{
    const char *dot = strchr(name, '.');
    size_t len = dot != NULL ? (size_t)(dot - name) : 0;
    for (int k = 0; dot != NULL && k < t->bind_count; k++) {
        const char *bound = t->bind[k].name;
        bool own = !t->bind[k].at.source->prelude && t->bind[k].tensor == NULL;
        if (own && strncmp(bound, name, len) == 0 && bound[len] == '\0') {
            return dot + 1;
        }
    }
    return NULL;
}

/* A parameter, with its model in front or without; NULL: none has that name. */
static const struct tape_tensor *parameter_of(const struct tape *t, const char *name)
{
    const char *rest = behind_model(t, name);
    for (int k = t->event_count - 1; k >= 0; k--) {
        const struct event *e = &t->event[k];
        for (int j = 0; j < e->input_count; j++) {
            const char *is = parameter_name(t, e->input[j].of.serial);
            if (is != NULL && (strcmp(is, name) == 0 || (rest != NULL && strcmp(is, rest) == 0))) {
                return &e->input[j].of;
            }
        }
    }
    return NULL;
}

/* The last step that gave or changed the tensor; -1: there is none. */
static int giver_of(const struct tape *t, uint64_t serial)
{
    int e = t->event_count - 1;
    while (e >= 0 && (t->event[e].output_count == 0 || t->event[e].figure != NULL ||
                      t->event[e].output[0].serial != serial)) {
        e--;
    }
    return e;
}

/* The last step that gave a gradient of that name whole, without ".grad"; -1: there is none. */
static int gradient_of(const struct tape *t, const char *name, size_t len)
{
    int e = t->event_count - 1;
    while (e >= 0 && (t->event[e].gradient == NULL || t->event[e].output_count == 0 ||
                      strncmp(t->event[e].gradient, name, len) != 0 ||
                      strcmp(t->event[e].gradient + len, ".grad") != 0)) {
        e--;
    }
    return e;
}

/* "self.mask" of "model.mask". */
static const struct tape_bind *attribute_of(const struct tape *t, const char *name)
{
    scoped_buf own = {0};
    const char *dot = strchr(name, '.');
    buf_printf(&own, "self%s", dot != NULL ? dot : "");
    const struct tape_bind *b = dot != NULL ? bind_of(t, buf_text(&own)) : NULL;
    return b;
}

/* -1: no tensor has that name. */
static int value_of(const struct tape *t, const char *name)
{
    const struct tape_bind *b = bind_of(t, name);
    const struct tape_tensor *of = b == NULL ? parameter_of(t, name) : NULL;
    b = b == NULL && of == NULL ? attribute_of(t, name) : b;
    if (b == NULL && of == NULL) {
        return -1;
    }
    int event = giver_of(t, b != NULL ? b->serial : of->serial);
    const struct tensor *held = b != NULL ? b->tensor : &of->tensor;
    return event >= 0 ? event : (int)map_get(&t->owners, held->storage->id, -1);
}

/* It comes in parts, by writes into views: it has not the sizes of its tensor. */
static bool is_part(const struct tape *t, int event)
{
    const struct event *e = &t->event[event], *of = &t->event[e->of];
    int input = gradient_input(t, event), result = e->of_element > 0 ? e->of_element : 0;
    const struct tape_tensor *whose = input >= 0 ? &of->input[input].of
                                      : result < of->output_count && of->figure == NULL
                                          ? &of->output[result]
                                          : NULL;
    return whose != NULL && tensor_numel(&whose->tensor) != tensor_numel(&e->output[0].tensor);
}

int pick_name(const struct tape *t, const char *name)
{
    size_t len = strlen(name), tail = strlen(".grad");
    int event = value_of(t, name);
    if (event >= 0 || len <= tail || strcmp(name + len - tail, ".grad") != 0) {
        return event;
    }
    scoped_buf whose = {0};
    buf_put(&whose, name, len - tail);
    const struct tape_tensor *of = parameter_of(t, buf_text(&whose));
    const char *known = of != NULL ? parameter_name(t, of->serial) : buf_text(&whose);
    const struct tape_bind *b = bind_of(t, known);
    if (of != NULL || b != NULL) {
        event = gradient_of(t, known, strlen(known));
        event = event >= 0 && is_part(t, event) ? -1 : event;
    }
    return event;
}

/* --- what is trained --- */

/* Who gave a tensor that event `end` reads, or filled its cells last under another name of theirs.
 */
static int giver_before(const struct tape *t, const struct tape_tensor *of, int end)
{
    int owner = tape_owner(t, of), k = end - 1;
    for (; k >= 0; k--) {
        const struct event *e = &t->event[k];
        if (e->output_count == 0 || e->figure != NULL) {
            continue;
        }
        bool same = e->output[0].serial == of->serial;
        bool fills = e->output[0].tensor.storage->id == of->tensor.storage->id &&
                     (k == owner || e->effect == STORAGE_IN_PLACE);
        if (same || (fills && tensor_same_shape(&e->output[0].tensor, &of->tensor))) {
            break;
        }
    }
    return k;
}

struct wanted {
    const char *name, *rest; /* rest: behind the model, or NULL */
    struct map bound;        /* serials of what the code gave the name to */
};

static bool is_wanted(const struct tape *t, const struct wanted *w, uint64_t serial)
{
    const char *is = parameter_name(t, serial);
    return map_get(&w->bound, serial, 0) != 0 ||
           (is != NULL &&
            (strcmp(is, w->name) == 0 || (w->rest != NULL && strcmp(is, w->rest) == 0)));
}

/* The tensor whose gradient event `e` computes, if it is wanted; *event as above. */
static const struct tape_tensor *whose(const struct tape *t, const struct wanted *w,
                                       const struct event *e, int *event)
{
    const struct event *of = &t->event[e->of];
    if (e->of_argument < 0) {
        *event = e->of;
        return of->output_count > 0 && is_wanted(t, w, of->output[0].serial) ? of->output : NULL;
    }
    for (int k = 0; k < of->input_count; k++) {
        const struct tape_tensor *in = &of->input[k].of;
        if (of->input[k].argument == e->of_argument && is_wanted(t, w, in->serial)) {
            *event = giver_before(t, in, e->of);
            return *event >= 0 ? in : NULL;
        }
    }
    return NULL;
}

int pick_name_trained(const struct tape *t, const char *name, int *event)
{
    struct wanted w = {.name = name, .rest = behind_model(t, name)};
    int found = -1;
    for (int k = 0; k < t->bind_count; k++) {
        const struct tape_bind *b = &t->bind[k];
        if (b->tensor != NULL && !b->at.source->prelude && strcmp(b->name, name) == 0) {
            (void)map_set(&w.bound, b->serial, 1); /* without memory it is not found */
        }
    }
    for (int k = t->event_count - 1; k >= 0 && found < 0; k--) {
        const struct event *e = &t->event[k];
        if (e->of >= 0 && e->gradient != NULL && e->output_count > 0) {
            const struct tape_tensor *of = whose(t, &w, e, event);
            bool whole = of != NULL && tensor_same_shape(&e->output[0].tensor, &of->tensor);
            found = whole ? k : -1;
        }
    }
    map_free(&w.bound);
    return found;
}
