/* Visiting cells in row-major order or in the order of memory. Reads shapes only, never a number.
 */
#include "tensor/shape/walk.h"

static void start(struct walk *w, const struct tensor *t, const int *order)
{
    *w = (struct walk){.place = t->offset, .left = tensor_numel(t), .ndim = t->ndim};
    for (int i = 0; i < t->ndim; i++) {
        w->shape[i] = t->shape[order[i]];
        w->stride[i] = t->stride[order[i]];
    }
    if (t->ndim == 0) {
        w->ndim = 1;
        w->shape[0] = 1;
    }
}

void walk_rows(struct walk *w, const struct tensor *t)
{
    static const int rows[TENSOR_MAX_DIMS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    start(w, t, rows);
}

void walk_memory(struct walk *w, const struct tensor *t)
{
    int order[TENSOR_MAX_DIMS];
    walk_memory_order(t, order);
    start(w, t, order);
}

void walk_carry(struct walk *w)
{
    for (int i = w->ndim - 1; i > 0; i--) {
        if (w->at[i] < w->shape[i]) {
            return;
        }
        w->place += w->stride[i - 1] - w->stride[i] * w->shape[i];
        w->at[i] = 0;
        w->at[i - 1]++;
    }
}

/* > 0: axis a must be outside axis b; < 0: it stays inside; 0: no opinion. */
static int compare_axes(const struct tensor *t, int a, int b)
{
    if (t->stride[a] == 0 || t->stride[b] == 0) {
        return 0;
    }
    if (t->stride[a] != t->stride[b]) {
        return t->stride[a] < t->stride[b] ? -1 : 1;
    }
    return t->shape[a] > t->shape[b] ? 1 : 0;
}

void walk_memory_order(const struct tensor *t, int order[TENSOR_MAX_DIMS])
{
    int fast[TENSOR_MAX_DIMS]; /* fastest first, as the insertion sort of PyTorch keeps them */
    for (int i = 0; i < t->ndim; i++) {
        fast[i] = t->ndim - 1 - i;
    }
    for (int i = 1; i < t->ndim; i++) {
        int here = i;
        for (int j = i - 1; j >= 0; j--) {
            int c = compare_axes(t, fast[j], fast[here]);
            if (c < 0) {
                break;
            }
            if (c > 0) {
                int axis = fast[j];
                fast[j] = fast[here];
                fast[here] = axis;
                here = j;
            }
        }
    }
    for (int i = 0; i < t->ndim; i++) {
        order[i] = fast[t->ndim - 1 - i]; /* cppcheck-suppress uninitvar ; filled above */
    }
}
