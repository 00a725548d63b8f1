/* Takes the first axis of three apart, by the number of heads that the code has. */
#include "heatmap/pick/pick_fold.h"

#include "trace/axes/axes_heads.h"

#include <string.h>

/* Behind the last star of the first axis's name: "n_head"; NULL: it is no product. */
static const char *factor_of(const struct tape_tensor *of)
{
    const char *name = of->axes != NULL ? of->axes[0] : NULL;
    const char *star = name != NULL ? strrchr(name, '*') : NULL;
    return star != NULL && star[1] != '\0' ? star + 1 : NULL;
}

/* "n_head", or "self.n_head" */
static bool is_named(const char *bound, const char *name)
{
    size_t len = strlen(name), all = strlen(bound);
    return all >= len && strcmp(bound + all - len, name) == 0 &&
           (all == len || bound[all - len - 1] == '.');
}

/* What the function that the event stands in calls num_heads, else what the code calls as the axis
 * is called. */
static int64_t number_of(const struct tape *t, const struct event *e, const char *factor)
{
    int64_t found = 0;
    for (int k = 0; k < t->bind_count; k++) {
        const struct tape_bind *b = &t->bind[k];
        if (b->is_integer && e->call >= 0 && b->call == e->call &&
            strcmp(b->name, "num_heads") == 0) {
            return b->integer;
        }
        found = b->is_integer && factor != NULL && is_named(b->name, factor) ? b->integer : found;
    }
    return found;
}

int64_t pick_fold_heads(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    if (e->pass < 0 || e->output_count == 0 || e->output[0].tensor.ndim != 3) {
        return 0;
    }
    const struct tensor *of = &e->output[0].tensor;
    const struct tensor *weights = &t->event[t->pass[e->pass].softmax].output[0].tensor;
    const char *factor = factor_of(&e->output[0]);
    bool map = tensor_same_shape(of, weights);
    bool folds = weights->ndim == 3 && of->shape[0] == weights->shape[0] && factor != NULL &&
                 (map || e->stage == STAGE_CONTEXT);
    int64_t heads = folds && axes_has_heads(&e->output[0], 0) ? number_of(t, e, factor) : 0;
    return heads > 0 && of->shape[0] % heads == 0 ? heads : 0;
}

void pick_fold_split(const struct tensor *of, int64_t heads, struct tensor *out)
{
    *out = *of;
    out->ndim = of->ndim + 1;
    for (int k = of->ndim; k > 0; k--) {
        out->shape[k] = of->shape[k - 1];
        out->stride[k] = of->stride[k - 1];
    }
    out->shape[0] = of->shape[0] / heads;
    out->stride[0] = of->stride[0] * heads;
    out->shape[1] = heads;
}

/* All names, the first one taken apart at its last star. NULL: memory. */
static const char **split_names(const char *const *of, int ndim, struct arena *arena)
{
    const char **out = arena_alloc(arena, ((size_t)ndim + 1) * sizeof *out);
    const char *star = of[0] != NULL ? strrchr(of[0], '*') : NULL;
    for (int k = 1; out != NULL && k < ndim; k++) {
        out[k + 1] = of[k];
    }
    if (out != NULL) {
        out[0] = star != NULL ? arena_copy(arena, of[0], (size_t)(star - of[0])) : NULL;
        out[1] = star != NULL ? star + 1 : of[0];
    }
    return out != NULL && (star == NULL || out[0] != NULL) ? out : NULL;
}

bool pick_fold_names(const struct tape_tensor *of, int64_t heads, struct arena *arena,
                     struct tape_tensor *out)
{
    int ndim = of->tensor.ndim;
    *out = *of;
    pick_fold_split(&of->tensor, heads, &out->tensor);
    if (of->axes != NULL) {
        out->axes = split_names(of->axes, ndim, arena);
    }
    if (of->called != NULL) {
        out->called = split_names(of->called, ndim, arena);
    }
    if (of->words != NULL) {
        const char *const **words = arena_alloc(arena, ((size_t)ndim + 1) * sizeof *words);
        for (int k = 0; words != NULL && k <= ndim; k++) {
            words[k] = k < 2 ? NULL : of->words[k - 1];
        }
        out->words = words;
    }
    return (of->axes == NULL || out->axes != NULL) && (of->called == NULL || out->called != NULL) &&
           (of->words == NULL || out->words != NULL);
}
