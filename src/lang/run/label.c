/* Keeps the labels of axes. in->labels holds a dictionary (text to number) first, then the text of
 * each label at its number. Their count is bounded, and so is the length of a label made of others:
 * a run that computes forever with named integers does not fill the memory with names. */
#include "lang/run/label.h"

#include "lang/run/native.h"

#include <stdio.h>

#define MOST_LABELS 4096
#define LONGEST_PRODUCT 24
#define LARGEST_FACTOR 16

uint32_t label_of(struct interp *in, const char *name)
{
    struct value number;
    struct str *key = str_intern(in, name);
    if (key == NULL) {
        return 0;
    }
    struct list *l = in->labels;
    if (l->count == 0) {
        struct dict *made = dict_new(in);
        if (made == NULL || !list_append(in, l, value_object(made))) {
            return 0;
        }
    }
    struct dict *numbers = dict_of(l->at[0]);
    if (dict_get_str(numbers, key, &number)) {
        return (uint32_t)number.i;
    }
    if (l->count >= MOST_LABELS) {
        return 0;
    }
    int64_t next = l->count;
    if (!list_append(in, l, value_object(key)) ||
        !dict_set_str(in, numbers, key, value_int(next))) {
        return 0;
    }
    return (uint32_t)next;
}

const char *label_text(const struct interp *in, uint32_t label)
{
    if (label == 0 || in->labels == NULL || (int64_t)label >= in->labels->count) {
        return "";
    }
    return str_text(in->labels->at[label]);
}

#define SIZE_LABEL 0x80000000u
#define AXIS_BITS 4 /* TENSOR_MAX_DIMS axes */

uint32_t label_of_size(uint64_t serial, int axis)
{
    bool fits =
        serial > 0 && serial < SIZE_LABEL >> AXIS_BITS && axis >= 0 && axis < 1 << AXIS_BITS;
    return fits ? SIZE_LABEL | (uint32_t)serial << AXIS_BITS | (uint32_t)axis : 0;
}

bool label_is_size(uint32_t label, uint64_t *serial, int *axis)
{
    *serial = (label & ~SIZE_LABEL) >> AXIS_BITS;
    *axis = (int)(label & ((1u << AXIS_BITS) - 1));
    return (label & SIZE_LABEL) != 0;
}

void label_bind(struct interp *in, struct value *v, const char *name, const struct span *at)
{
    bool kept = v->label != 0 && at->source->prelude &&
                ((v->label & SIZE_LABEL) == 0 || strstr(at->source->file, "_gradients") != NULL);
    if (in->recorder != NULL && v->type == VALUE_INT && !kept) {
        bool own = at->source->prelude && name[0] == '_'; /* that nobody else knows */
        v->label = label_of(in, own ? "" : name);
    }
}

static bool is_factor(const char *text) /* needs no brackets in a product */
{
    return strpbrk(text, "+-/%") == NULL;
}

/* "A*B" // "B" is "A"; NULL-free: copies into out and tells whether it fits so. */
static bool divide(const char *product, const char *by, char *out, size_t size)
{
    size_t len = strlen(product), cut = strlen(by);
    if (!is_factor(product) || !is_factor(by) || len <= cut + 1 || len >= size) {
        return false;
    }
    if (product[len - cut - 1] == '*' && strcmp(product + len - cut, by) == 0) {
        memcpy(out, product, len - cut - 1);
        out[len - cut - 1] = '\0';
        return true;
    }
    if (product[cut] == '*' && strncmp(product, by, cut) == 0) {
        memcpy(out, product + cut + 1, len - cut); /* with its NUL */
        return true;
    }
    return false;
}

uint32_t label_between(struct interp *in, uint32_t start, uint32_t stop)
{
    char rest[LONGEST_PRODUCT + 1];
    const char *from = label_text(in, start), *to = label_text(in, stop);
    size_t cut = strlen(from), len = strlen(to);
    if (len > 0 && cut > len + 1 && from[len] == '-' && strncmp(from, to, len) == 0 &&
        is_factor(from + len + 1)) { /* from S-T to S */
        return label_of(in, from + len + 1);
    }
    if (cut == 0 || len <= cut + 1 || len > LONGEST_PRODUCT) {
        return 0;
    }
    if (to[cut] == '+' && strncmp(to, from, cut) == 0) { /* i+rows */
        memcpy(rest, to + cut + 1, len - cut);           /* with its NUL */
        return label_of(in, rest);
    }
    if (to[len - cut - 1] == '+' && strcmp(to + len - cut, from) == 0) { /* rows+i */
        memcpy(rest, to, len - cut - 1);
        rest[len - cut - 1] = '\0';
        return label_of(in, rest);
    }
    return 0;
}

static uint32_t neutral(enum operator_ op, struct value a, struct value b)
{
    bool a_one = a.type == VALUE_INT && a.label == 0 && a.i == 1;
    bool b_one = b.type == VALUE_INT && b.label == 0 && b.i == 1;
    if (op == OP_MUL && a_one) {
        return b.label;
    }
    return (op == OP_MUL || op == OP_FLOOR_DIV) && b_one ? a.label : 0;
}

/* A small number takes part as it is written: "4*n_embd", "head_size//2". */
static const char *factor_text(const struct interp *in, struct value v, char number[8])
{
    if (v.label != 0) {
        return label_text(in, v.label);
    }
    snprintf(number, 8, "%d", (int)v.i);
    return number;
}

static bool is_small(struct value v)
{
    return v.label != 0 || (v.i >= 2 && v.i <= LARGEST_FACTOR);
}

/* A size without a name, or a number that such a size went into. */
static bool is_nameless(const struct interp *in, struct value v)
{
    return v.label != 0 && ((v.label & SIZE_LABEL) != 0 || *label_text(in, v.label) == '\0');
}

uint32_t label_combine(struct interp *in, enum operator_ op, struct value a, struct value b)
{
    if (a.type != VALUE_INT || b.type != VALUE_INT || (a.label == 0 && b.label == 0)) {
        return 0;
    }
    if (in->recorder == NULL) { /* nobody listens: a plain run does not pay for names */
        return 0;
    }
    if (op == OP_MUL && b.label == 0) { /* head_size * 2 is "2*head_size", however it is written */
        struct value number = b;
        b = a;
        a = number;
    }
    bool scaled = a.label == 0 || b.label == 0;
    if (scaled && !((op == OP_MUL && is_small(a) && is_small(b)) ||
                    (op == OP_FLOOR_DIV && b.label == 0 && is_small(b)))) {
        return neutral(op, a, b);
    }
    if (is_nameless(in, a) || is_nameless(in, b)) { /* not 12 of 3 * P: the 3 was a size, too */
        return label_of(in, "");
    }
    char a_number[8], b_number[8];
    const char *left = factor_text(in, a, a_number), *right = factor_text(in, b, b_number);
    char shorter[LONGEST_PRODUCT + 8];
    switch (op) {
    case OP_FLOOR_DIV:
        if (divide(left, right, shorter, sizeof shorter)) {
            return label_of(in, shorter);
        }
        break;
    case OP_MUL:
    case OP_ADD:
    case OP_SUB:
        break;
    default:
        return 0;
    }
    if (strlen(left) + strlen(right) + 6 > LONGEST_PRODUCT) {
        return 0;
    }
    bool brackets = op == OP_MUL || op == OP_FLOOR_DIV;
    bool open_left = brackets && !is_factor(left), open_right = brackets && !is_factor(right);
    scoped_buf text = {.budget = in->memory};
    buf_printf(&text, "%s%s%s%s%s%s%s", open_left ? "(" : "", left, open_left ? ")" : "",
               operator_text(op), open_right ? "(" : "", right, open_right ? ")" : "");
    uint32_t label = text.failed ? 0 : label_of(in, text.data);
    return label;
}

bool label_attribute(struct interp *in, const struct node *object, const char *attribute,
                     struct value v, const struct span *at)
{
    struct recorder *r = in->recorder;
    if (r == NULL || r->bind == NULL) {
        return true;
    }
    scoped_buf text = {.budget = in->memory};
    if (object->kind == NODE_NAME) {
        buf_puts(&text, object->text); /* no format: it is asked for often */
        buf_puts(&text, ".");
    }
    buf_puts(&text, attribute);
    const struct str *name = str_intern(in, buf_text(&text));
    return name != NULL && r->bind(r->self, name->text, v, at);
}

bool label_filed(struct interp *in, const struct str *name, struct value v)
{
    const struct frame *f = in->recorder != NULL ? interp_user_frame(in) : NULL;
    const struct node *call = f != NULL && f->here->kind == NODE_CALL ? f->here : NULL;
    const struct node *object = NULL;
    if (call != NULL && in->frame == f && call->left->kind == NODE_NAME && call->list.count == 3) {
        object = strcmp(call->left->text, "setattr") == 0 ? call->list.at[0] : NULL;
    } else if (call != NULL && in->frame->outer == f && call->left->kind == NODE_ATTRIBUTE) {
        object = call->left->left;
    }
    return object == NULL || object->kind != NODE_NAME ||
           label_attribute(in, object, name->text, v, &call->span);
}
