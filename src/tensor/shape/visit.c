/* Visits cells in row-major order or in the order of memory. Reads shapes only, never a number.
 */
#include "tensor/shape/visit.h"

static void start(struct visit *it, const struct tensor *t, const int *order)
{
    *it = (struct visit){.place = t->offset, .left = tensor_numel(t), .ndim = t->ndim};
    for (int i = 0; i < t->ndim; i++) {
        it->shape[i] = t->shape[order[i]];
        it->stride[i] = t->stride[order[i]];
    }
    if (t->ndim == 0) {
        it->ndim = 1;
        it->shape[0] = 1;
    }
}

void visit_rows(struct visit *it, const struct tensor *t)
{
    static const int rows[TENSOR_MAX_DIMS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    start(it, t, rows);
}

void visit_memory(struct visit *it, const struct tensor *t)
{
    int order[TENSOR_MAX_DIMS];
    visit_memory_order(t, order);
    start(it, t, order);
}

void visit_carry(struct visit *it)
{
    for (int i = it->ndim - 1; i > 0; i--) {
        if (it->at[i] < it->shape[i]) {
            return;
        }
        it->place += it->stride[i - 1] - it->stride[i] * it->shape[i];
        it->at[i] = 0;
        it->at[i - 1]++;
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

void visit_memory_order(const struct tensor *t, int order[TENSOR_MAX_DIMS])
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
