/* What a name of the learner's code stood for last: "weights", "model.W_q.weight", "x.grad". The
 * library's own names, which stand in no code that a learner sees, are none. */
#include "heatmap/pick_name.h"

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
    struct buf own = {0};
    const char *dot = strchr(name, '.');
    buf_printf(&own, "self%s", dot != NULL ? dot : "");
    const struct tape_bind *b = dot != NULL ? bind_of(t, buf_text(&own)) : NULL;
    buf_free(&own);
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

int pick_name(const struct tape *t, const char *name)
{
    size_t len = strlen(name), tail = strlen(".grad");
    int event = value_of(t, name);
    if (event >= 0 || len <= tail || strcmp(name + len - tail, ".grad") != 0) {
        return event;
    }
    struct buf whose = {0};
    buf_put(&whose, name, len - tail);
    const struct tape_tensor *of = parameter_of(t, buf_text(&whose));
    const char *known = of != NULL ? parameter_name(t, of->serial) : buf_text(&whose);
    const struct tape_bind *b = bind_of(t, known);
    if (of != NULL || b != NULL) {
        const struct tensor *value = of != NULL ? &of->tensor : b->tensor;
        event = gradient_of(t, known, strlen(known));
        bool part =
            event >= 0 && tensor_numel(&t->event[event].output[0].tensor) != tensor_numel(value);
        event = part ? -1 : event; /* it comes in parts, by writes into views */
    }
    buf_free(&whose);
    return event;
}
