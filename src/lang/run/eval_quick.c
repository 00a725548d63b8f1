/* Evaluates expressions that call nothing, change nothing and make no object: items of lists,
 * attributes of instances and numbers. The innermost loops of lessons are made of them. */
#include "lang/object/item_quick.h"
#include "lang/object/number_quick.h"
#include "lang/run/names.h"

/* a[i][k] * b[k][j] has three. What is deeper would be tried too often where it does not fit. */
#define DEEPEST 4

static bool quick(const struct interp *in, const struct node *n, int depth, struct value *out);

static inline bool quick_part(const struct interp *in, const struct node *n, int depth,
                              struct value *out)
{
    return eval_at_hand(in, n, out) || (depth > 0 && quick(in, n, depth - 1, out));
}

static inline bool quick_pair(const struct interp *in, const struct node *n, int depth,
                              struct value *left, struct value *right)
{
    return quick_part(in, n->left, depth, left) && quick_part(in, n->right, depth, right);
}

/* Of what is not at hand. */
static bool quick(const struct interp *in, const struct node *n, int depth, struct value *out)
{
    struct value left, right;
    const struct value *found = NULL;
    const struct dict_entry *e = NULL;
    if (n->kind == NODE_SUBSCRIPT) {
        found = quick_pair(in, n, depth, &left, &right) ? item_quick(in, left, right) : NULL;
    } else if (n->kind == NODE_BINARY) {
        return quick_pair(in, n, depth, &left, &right) && number_quick(n->op, left, right, out);
    } else if (n->kind == NODE_ATTRIBUTE) {
        e = quick_part(in, n->left, depth, &left) ? names_own(in, left, n) : NULL;
    } else if (n->kind == NODE_NAME) {
        e = names_near(in, n);
    } else if (n->kind == NODE_FLOAT) {
        return value_give(out, value_float(n->real));
    }
    found = e != NULL ? &e->value : found;
    if (found != NULL) {
        value_copy(out, found);
    }
    return found != NULL;
}

bool eval_quick(const struct interp *in, const struct node *n, struct value *out)
{
    return !in->frame->logs && quick_part(in, n, DEEPEST, out);
}
