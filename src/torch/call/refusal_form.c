/* Reads PyTorch's lists of overloads, and holds calls against them. */
#include "torch/call/refusal_form.h"

#include "torch/torch.h"

#include <stdio.h>
#include <string.h>

/* --- types --- */

static bool is_zero_dim(struct interp *in, struct value v)
{
    return tensor_object_is(in, v) && tensor_object_of(v)->tensor.ndim == 0 &&
           !tensor_asks(tensor_object_of(v));
}

static bool is_number(struct interp *in, struct value v)
{
    return value_is_number(v) || is_zero_dim(in, v) ||
           value_isinstance(in, v, torch_of(in)->types.numpy_number);
}

static bool is_other(struct interp *in, struct value v)
{
    return tensor_object_is(in, v) || value_is_number(v);
}

bool form_is_int(struct interp *in, struct value v)
{
    if (v.type != VALUE_OBJECT) {
        return v.type == VALUE_INT;
    }
    if (!is_zero_dim(in, v) && !value_isinstance(in, v, torch_of(in)->types.numpy_number)) {
        return false;
    }
    enum dtype d = tensor_object_of(v)->tensor.dtype;
    return !dtype_is_float(d) && d != DTYPE_BOOL;
}

static bool is_bool(struct interp *in, struct value v)
{
    return v.type == VALUE_BOOL;
}

static bool is_text(struct interp *in, struct value v)
{
    return str_is(v);
}

static bool is_name(struct interp *in, struct value v)
{
    return v.type == VALUE_NONE || is_text(in, v);
}

bool form_is_list(struct interp *in, struct value v)
{
    return list_is(v) || tuple_is(v);
}

static bool is_dtype(struct interp *in, struct value v)
{
    enum dtype unused;
    bool ok = true;
    return dtype_of_value(in, v, &unused, &ok) && ok;
}

/* Each with what a value of it is; of a list, its first item alone is judged, as PyTorch does, and
 * words_raise_inside() looks at the others. Without a function it is a kind (signature_argument.h).
 */
static const struct type_name {
    const char *name;
    bool (*is)(struct interp *in, struct value v);
    bool (*item)(struct interp *in, struct value v);
} type_names[] = {
    {"Tensor", tensor_object_is, NULL},
    {"Other", is_other, NULL}, /* printed as Tensor */
    {"Number", is_number, NULL},
    {"float", is_number, NULL},
    {"int", form_is_int, NULL},
    {"bool", is_bool, NULL},
    {"str", is_text, NULL},
    {"name", is_name, NULL},
    {"tuple of names", form_is_list, is_name},
    {"tuple of ints", form_is_list, form_is_int},
    {"tuple of SymInts", form_is_list, form_is_int},
    {"tuple of Tensors", form_is_list, NULL},
    {"torch.dtype", is_dtype, NULL},
    {"torch.layout", NULL, NULL},
    {"torch.memory_format", NULL, NULL},
    {"torch.Generator", NULL, NULL},
    {"torch.device", NULL, NULL},
};
#define TYPE_NAMES (sizeof type_names / sizeof type_names[0])

bool form_takes_ints(const struct spec *s)
{
    return strcmp(s->said, "tuple of ints") == 0 || strcmp(s->said, "tuple of SymInts") == 0;
}

static bool fits(struct interp *in, const struct spec *s, struct value v)
{
    const struct type_name *t = type_names;
    while (strcmp(t->name, s->said) != 0) {
        t++;
    }
    if (v.type == VALUE_NONE && s->optional) {
        return true;
    }
    if (t->is == NULL) {
        return strcmp(t->name, "torch.device") == 0 || argument_is_kind(in, t->name, v);
    }
    if (t->item != NULL && s->one_will_do && v.type != VALUE_NONE && t->item(in, v)) {
        return true;
    }
    const struct list *l = form_is_list(in, v) ? (const struct list *)v.o : NULL;
    return t->is(in, v) && (t->item == NULL || l->count == 0 || t->item(in, l->at[0]));
}

/* --- reading overloads --- */

/* With types that are parted by `|`, as the first or the second of them. */
static void read_parameter(const char *at, const char *end, bool second, struct spec *s)
{
    const char *space = end;
    *s = (struct spec){.has_default = end[-1] == '='};
    end -= s->has_default;
    while (space > at && *--space != ' ') {
    }
    snprintf(s->name, sizeof s->name, "%.*s", (int)(end - space - 1), space + 1);
    const char *bar = memchr(at, '|', (size_t)(space - at));
    if (bar != NULL) {
        at = second ? bar + 1 : at;
        space = second ? space : bar;
        s->has_default = s->has_default && !second;
    }
    s->optional = space[-1] == '?';
    space -= s->optional;
    s->one_will_do = space[-1] == ']';
    space -= s->one_will_do ? strlen("[1]") : 0;
    for (size_t k = 0; k < TYPE_NAMES; k++) {
        size_t len = strlen(type_names[k].name);
        if (len == (size_t)(space - at) && strncmp(at, type_names[k].name, len) == 0) {
            s->said = type_names[k].name;
        }
    }
}

static void add_parameter(struct form *f, const struct spec *s)
{
    f->at[f->count++] = *s;
    f->positional += !s->keyword_only;
    f->least += !s->has_default;
}

/* Reads one overload, text .. close. */
static void read_one(const char *text, const char *close, bool drop_self, bool second,
                     struct form *f)
{
    const char *at = text + 1;
    bool keyword_only = false, dropped = !drop_self;
    *f = (struct form){0};
    while (at < close) {
        const char *end = at + strcspn(at, ",)");
        if (*at == '*') {
            keyword_only = dropped = true;
        } else if (!dropped) {
            dropped = true;
        } else if (f->count < (int)(sizeof f->at / sizeof f->at[0])) {
            struct spec s;
            read_parameter(at, end, second, &s);
            s.keyword_only = keyword_only;
            if (!drop_self || strcmp(s.name, "out") != 0) {
                add_parameter(f, &s);
            }
        }
        at = *end == ',' ? end + 2 : end;
    }
}

int form_read(const char *text, bool drop_self, struct form *forms)
{
    int count = 0;
    for (const char *close; *text != '\0' && count < FORMS_MOST; text = close + 1) {
        close = strchr(text, ')');
        read_one(text, close, drop_self, false, &forms[count++]);
        if (memchr(text, '|', (size_t)(close - text)) != NULL && count < FORMS_MOST) {
            read_one(text, close, drop_self, true, &forms[count++]);
        }
    }
    return count;
}

void form_of_row(const struct op *row, bool drop_self, struct form *f)
{
    struct spec specs[OP_MAX_ARGUMENTS];
    int count = signature_read(row->signature, specs);
    *f = (struct form){0};
    for (int k = drop_self; k < count; k++) {
        add_parameter(f, &specs[k]);
    }
}

/* --- whether a call fits an overload --- */

int form_keyword(const struct question *q, const struct spec *s)
{
    int k = 0;
    while (k < q->args->keyword_count && !signature_same_name(s, q->args->names[k]->text)) {
        k++;
    }
    return k < q->args->keyword_count ? k : -1;
}

bool form_spreads(const struct form *f)
{
    return f->positional == 1 && form_takes_ints(&f->at[0]);
}

static struct misfit unknown_keyword(const struct question *q, const struct form *f)
{
    for (int k = 0; k < q->args->keyword_count; k++) {
        const char *given = q->args->names[k]->text;
        int at = -1;
        for (int j = 0; j < f->count; j++) {
            at = strcmp(f->at[j].name, given) == 0 ? j : at;
        }
        if (at < q->count) {
            return (struct misfit){.what = at < 0 ? UNKNOWN_KEYWORD : TWICE, .keyword = given};
        }
    }
    return (struct misfit){.what = FIT};
}

struct misfit form_match(const struct question *q, const struct form *f)
{
    int used = 0, keywords = q->args->keyword_count;
    if (q->count > f->positional && !form_spreads(f)) {
        return (struct misfit){.what = TOO_MANY};
    }
    for (int k = 0; k < f->count; k++) {
        const struct spec *s = &f->at[k];
        int keyword = used < q->count ? -1 : form_keyword(q, s);
        if (used < q->count && s->keyword_only) {
            return (struct misfit){.what = TOO_MANY};
        }
        if (used >= q->count && keyword < 0) {
            if (!s->has_default) {
                return (struct misfit){.what = MISSING, .at = k};
            }
            continue;
        }
        struct value v = keyword < 0 ? q->at[used] : q->args->values[keyword];
        if (keyword < 0 && used == 0 && form_spreads(f) && form_is_int(q->in, v)) {
            used = q->count;
            continue;
        }
        if (!fits(q->in, s, v)) {
            return (struct misfit){
                .what = WRONG_TYPE, .at = k, .by_keyword = keyword >= 0, .got = v};
        }
        used += keyword < 0;
        keywords -= keyword >= 0;
    }
    return keywords > 0 ? unknown_keyword(q, f) : (struct misfit){.what = FIT};
}
