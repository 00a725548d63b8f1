/* Evaluates expressions: one small function per kind of node, found in a table. Displays and
 * comprehensions are eval_display.c, calls eval_call.c; what an operator does is value_operator.c,
 * statements are exec.c. Knows no tensors. */
#include "lang/object/bytes.h"
#include "lang/object/complex.h"
#include "lang/object/number_quick.h"
#include "lang/run/coroutine.h"
#include "lang/run/expression.h"
#include "lang/run/names.h"

/* --- constants and names --- */

/* An integer beyond 64 bits. */
static bool eval_large(struct interp *in, const struct node *n, struct value *out)
{
    bool ok;
    return number_parse_int(in, n->text, n->text_len, 0, out, &ok);
}

static bool eval_constant(struct interp *in, const struct node *n, struct value *out)
{
    switch (n->kind) {
    case NODE_TRUE:
    case NODE_FALSE:
        *out = value_bool(n->kind == NODE_TRUE);
        break;
    case NODE_ELLIPSIS:
        *out = (struct value){.type = VALUE_ELLIPSIS};
        break;
    case NODE_INT:
        *out = value_int(n->integer);
        return n->text == NULL || eval_large(in, n, out);
    case NODE_FLOAT:
        *out = value_float(n->real);
        break;
    case NODE_IMAGINARY:
        return complex_new(in, 0, n->real, out);
    default:
        *out = value_none();
    }
    return true;
}

/* A short one is made once, as a name is. */
static bool eval_string(struct interp *in, const struct node *n, struct value *out)
{
    if (n->text_len > 64 || strlen(n->text) != n->text_len) {
        return value_made(out, str_new(in, n->text, n->text_len));
    }
    if (n->name_object == NULL || n->joined != in->joined) {
        struct node *cache = (struct node *)(uintptr_t)n;
        cache->name_object = str_intern(in, n->text);
        cache->joined = in->joined;
    }
    return value_made(out, n->name_object);
}

static bool eval_bytes(struct interp *in, const struct node *n, struct value *out)
{
    return bytes_value(in, n->text, n->text_len, out);
}

/* --- f-strings --- */

/* A spec that is written out, as nearly all are: ":.4f". NULL: it has to be worked out. */
static const char *written_spec(const struct node *spec)
{
    if (spec == NULL) {
        return "";
    }
    if (spec->kind == NODE_FSTRING && spec->list.count == 1) {
        spec = spec->list.at[0];
    }
    return spec->kind == NODE_STRING ? spec->text : NULL;
}

/* {v!s}, {v!r}, {v!a} */
static bool convert(struct interp *in, int conversion, struct value *v)
{
    scoped_buf text = {.budget = in->memory}, plain = {.budget = in->memory};
    bool ok = conversion == 's' ? value_str(in, *v, &text) : value_repr(in, *v, &text);
    if (conversion == 'a') {
        format_ascii(buf_text(&text), text.len, &plain);
    }
    return ok && str_take(in, conversion == 'a' ? &plain : &text, v);
}

static bool put_field(struct interp *in, const struct node *n, struct buf *b)
{
    struct value v, text;
    if (n->text != NULL) { /* f"{x = }" */
        buf_put(b, n->text, n->text_len);
    }
    if (!eval(in, n->left, &v)) {
        return false;
    }
    eval_here(in, n);
    int conversion = n->flag;
    if (n->text != NULL && conversion == 0 && n->right == NULL) {
        conversion = 'r';
    }
    if (conversion != 0 && !convert(in, conversion, &v)) {
        return false;
    }
    const char *spec = written_spec(n->right);
    if (spec == NULL) {
        if (!eval(in, n->right, &text)) {
            return false;
        }
        spec = str_text(text);
        eval_here(in, n);
    }
    return value_format(in, v, spec, b);
}

static bool eval_fstring(struct interp *in, const struct node *n, struct value *out)
{
    scoped_buf b = {.budget = in->memory};
    for (int k = 0; k < n->list.count; k++) {
        const struct node *part = n->list.at[k];
        if (part->kind == NODE_STRING) {
            buf_put(&b, part->text, part->text_len);
        } else if (!put_field(in, part, &b)) {
            return false;
        }
    }
    return str_take(in, &b, out) && heap_hold(in, *out);
}

/* --- attributes and items --- */

static bool attribute(struct interp *in, const struct node *n, struct value *out)
{
    struct value v;
    if (!eval(in, n->left, &v)) {
        return false;
    }
    eval_here(in, n);
    return attribute_at(in, v, n, out);
}

static bool eval_attribute(struct interp *in, const struct node *n, struct value *out)
{
    struct value v;
    if (eval_at_hand(in, n->left, &v)) {
        const struct dict_entry *e = names_own(in, v, n);
        if (e != NULL) {
            eval_here(in, n);
            value_copy(out, &e->value);
            return heap_hold(in, *out);
        }
    }
    return attribute(in, n, out);
}

static bool eval_slice(struct interp *in, const struct node *n, struct value *out)
{
    struct slice *s = object_new(in, in->types.slice);
    *out = value_object(s);
    if (s == NULL) {
        return false;
    }
    s->start = s->stop = s->step = value_none();
    return (n->left == NULL || eval(in, n->left, &s->start)) &&
           (n->right == NULL || eval(in, n->right, &s->stop)) &&
           (n->third == NULL || eval(in, n->third, &s->step));
}

static bool eval_subscript(struct interp *in, const struct node *n, struct value *out)
{
    struct value v, key;
    if (eval_quick(in, n, out)) {
        eval_here(in, n);
        return heap_hold(in, *out);
    }
    if (!eval(in, n->left, &v) || !eval(in, n->right, &key)) {
        return false;
    }
    eval_here(in, n);
    return value_get_item(in, v, key, out);
}

/* --- operators --- */

static bool eval_unary(struct interp *in, const struct node *n, struct value *out)
{
    struct value v;
    if (!eval(in, n->left, &v)) {
        return false;
    }
    eval_here(in, n);
    return value_unary(in, n->op, v, out);
}

static bool binary(struct interp *in, const struct node *n, struct value *out)
{
    struct value a, b;
    if (!eval(in, n->left, &a) || !eval(in, n->right, &b)) {
        return false;
    }
    eval_here(in, n);
    return number_quick(n->op, a, b, out) || value_binary(in, n->op, a, b, out);
}

static bool eval_binary(struct interp *in, const struct node *n, struct value *out)
{
    if (eval_quick(in, n, out)) {
        eval_here(in, n);
        return true;
    }
    return binary(in, n, out);
}

static bool eval_logic(struct interp *in, const struct node *n, struct value *out)
{
    for (int k = 0; k < n->list.count; k++) {
        bool truth;
        if (!eval(in, n->list.at[k], out)) {
            return false;
        }
        if (k == n->list.count - 1) {
            return true;
        }
        eval_here(in, n);
        if (!truth_of(in, *out, &truth)) {
            return false;
        }
        if (truth == (n->kind == NODE_OR)) {
            return true;
        }
    }
    return true;
}

static bool eval_compare(struct interp *in, const struct node *n, struct value *out)
{
    struct value left, right;
    bool truth = true;
    if (!eval(in, n->left, &left)) {
        return false;
    }
    for (int k = 0;; left = right) {
        if (!eval(in, n->list.at[k], &right)) {
            return false;
        }
        eval_here(in, n);
        if (number_quick_compare(n->ops[k], left, right, &truth)) {
            *out = value_bool(truth);
        } else if (!value_compare(in, n->ops[k], left, right, out)) {
            return false;
        }
        if (++k == n->list.count) {
            return true;
        }
        bool ok = value_truth(in, *out, &truth);
        if (!ok || !truth) {
            return ok;
        }
    }
}

/* The truth of what n is worth to `whose`. One comparison of numbers, as most are, makes no value.
 */
static inline bool eval_truth(struct interp *in, const struct node *n, const struct node *whose,
                              bool *truth)
{
    struct value v, left, right;
    if (n->kind != NODE_COMPARE || n->list.count != 1 || in->frame->logs) {
        if (!eval(in, n, &v)) {
            return false;
        }
    } else {
        if (eval_quick(in, n->left, &left) && eval_quick(in, n->list.at[0], &right) &&
            number_quick_compare(n->ops[0], left, right, truth)) {
            eval_here(in, whose);
            return true;
        }
        if (!eval(in, n->left, &left) || !eval(in, n->list.at[0], &right)) {
            return false;
        }
        eval_here(in, n);
        if (number_quick_compare(n->ops[0], left, right, truth)) {
            eval_here(in, whose);
            return true;
        }
        if (!value_compare(in, n->ops[0], left, right, &v)) {
            return false;
        }
    }
    eval_here(in, whose);
    return truth_of(in, v, truth);
}

bool eval_condition(struct interp *in, const struct node *n, bool *truth)
{
    return eval_truth(in, n, n, truth);
}

static bool eval_conditional(struct interp *in, const struct node *n, struct value *out)
{
    bool truth;
    return eval_truth(in, n->left, n, &truth) && eval(in, truth ? n->right : n->third, out);
}

static bool eval_named(struct interp *in, const struct node *n, struct value *out)
{
    return eval(in, n->right, out) && assign(in, n->left, *out);
}

static bool eval_lambda(struct interp *in, const struct node *n, struct value *out)
{
    return function_make(in, n, out);
}

static bool eval_starred(struct interp *in, const struct node *n, struct value *out)
{
    eval_here(in, n);
    return raise_exception(in, EXCEPTION_SyntaxError, "can't use starred expression here");
}

/* --- the table --- */

static evaluator *const evaluators[] = {
    [NODE_NONE] = eval_constant,
    [NODE_TRUE] = eval_constant,
    [NODE_FALSE] = eval_constant,
    [NODE_ELLIPSIS] = eval_constant,
    [NODE_INT] = eval_constant,
    [NODE_FLOAT] = eval_constant,
    [NODE_IMAGINARY] = eval_constant,
    [NODE_BYTES] = eval_bytes,
    [NODE_STRING] = eval_string,
    [NODE_FSTRING] = eval_fstring,
    [NODE_NAME] = name_load,
    [NODE_TUPLE] = eval_sequence,
    [NODE_LIST] = eval_sequence,
    [NODE_SET] = eval_sequence,
    [NODE_DICT] = eval_dict,
    [NODE_LIST_COMP] = eval_comprehension,
    [NODE_SET_COMP] = eval_comprehension,
    [NODE_GENERATOR] = eval_comprehension,
    [NODE_DICT_COMP] = eval_comprehension,
    [NODE_ATTRIBUTE] = eval_attribute,
    [NODE_SUBSCRIPT] = eval_subscript,
    [NODE_SLICE] = eval_slice,
    [NODE_CALL] = eval_call,
    [NODE_UNARY] = eval_unary,
    [NODE_BINARY] = eval_binary,
    [NODE_AND] = eval_logic,
    [NODE_OR] = eval_logic,
    [NODE_COMPARE] = eval_compare,
    [NODE_CONDITIONAL] = eval_conditional,
    [NODE_LAMBDA] = eval_lambda,
    [NODE_STARRED] = eval_starred,
    [NODE_NAMED] = eval_named,
    [NODE_YIELD] = eval_yield,
    [NODE_YIELD_FROM] = eval_yield_from,
};

static bool eval_deep(struct interp *in, const struct node *n, struct value *out)
{
    return interp_stack_look(in) && evaluators[n->kind](in, n, out);
}

bool eval_now(struct interp *in, const struct node *n, struct value *out)
{
    return interp_stack_near(in) ? evaluators[n->kind](in, n, out) : eval_deep(in, n, out);
}

bool eval_any(struct interp *in, const struct node *n, struct value *out)
{
    struct frame *f = in->frame;
    if (f->logs) {
        return pause_logged(in, n, out);
    }
    if (n->kind != NODE_NAME) {
        return eval_now(in, n, out);
    }
    const struct dict_entry *near = names_near(in, n);
    if (near == NULL && (near = names_builtin(in, n)) == NULL) {
        return eval_now(in, n, out);
    }
    f->here = n;
    value_copy(out, &near->value);
    return heap_hold(in, *out);
}
