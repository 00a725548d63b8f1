/* In which batch and head a mask hides something: in others it cannot be seen at work. */
#include "tui/bite.h"

#define CELLS_MOST 100000 /* that are looked at */

/* Whether a mask, or a comparison, does something to the cells of a slice. */
static bool bites(const struct viewer *v, const struct shown *before, int64_t batch, int64_t head)
{
    const struct shown *out = &v->fetched.out;
    struct slice2d p = slice2d_of(out->of, batch, head);
    bool differs = false;
    for (int64_t k = 0; k < p.rows * p.columns && !differs; k++) {
        int64_t cell = slice2d_cell(&p, k / p.columns, k % p.columns);
        double was = 0, is = tensor_double_at(&out->then, tensor_place(&out->then, cell));
        if (before != NULL) {
            was = tensor_double_at(&before->then, tensor_place(&before->then, cell));
        }
        differs = is != was;
    }
    return differs;
}

bool bite_turn(struct viewer *v)
{
    const struct shown *out = &v->fetched.out, *before = NULL;
    int64_t cells = v->fetched.any_out ? tensor_numel(&out->then) : 0;
    bool truths = cells > 0 && out->then.dtype == DTYPE_BOOL;
    bool mask = stepper_stage(&v->where.at) == STAGE_MASK && !stepper_folded(&v->where.at);
    if (v->where.chose || cells == 0 || cells > CELLS_MOST) {
        return false;
    }
    for (int k = 0; k < v->fetched.in_count && before == NULL && !truths; k++) {
        const struct shown *in = &v->fetched.in[k];
        bool same = tensor_same_shape(&in->then, &out->then) && in->then.dtype == out->then.dtype;
        before = same ? in : NULL;
    }
    if ((!truths && (!mask || before == NULL)) ||
        bites(v, before, out->slice.batch, out->slice.head)) {
        return false;
    }
    for (int64_t k = 0; k < out->slice.batches * out->slice.heads; k++) {
        int64_t batch = k / out->slice.heads, head = k % out->slice.heads;
        if (bites(v, before, batch, head)) {
            v->where.batch = batch;
            v->where.head = head;
            return true;
        }
    }
    return false;
}
