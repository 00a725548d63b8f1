/* Words the TypeError of a call that fits no overload, from the lists in refusal.def.
 *
 * PyTorch looks for the overloads that could take so many arguments. If there is exactly one, it
 * says what is wrong with the first argument that does not fit; if not, it lists them all. */
#include "torch/call/refusal.h"

#include "torch/call/signature_argument.h"
#include "torch/torch.h"

#include <string.h>

enum where { FUNCTION = 1, METHOD = 2, BOTH = 3 };
enum listing { LISTED, PARTLY_LISTED, ALONE };

static const struct refusal {
    unsigned where;
    enum listing listing;
    const char *names;
    const char *forms;
} refusals[] = {
#define REFUSAL(where, listing, names, forms) {where, listing, names, forms},
#include "torch/call/refusal.def"
#undef REFUSAL
};

#define MOST_PARAMETERS 16
#define MOST_FORMS 8

struct text { /* part of a longer one */
    const char *at;
    int len;
};

struct slot {
    struct text type, name;
    bool optional, nullable, one_will_do, keyword_only;
};

struct form { /* one overload */
    struct slot at[MOST_PARAMETERS];
    int count;
    int positional; /* how many of them */
    int least;      /* arguments */
};

struct question { /* the call, without the tensor of a method */
    struct interp *in;
    const char *name;
    const struct value *at;
    int count;
    const struct args *args;
    const struct tensor_object *self; /* of a method, or NULL */
};

static bool text_is(struct text t, const char *want)
{
    return strlen(want) == (size_t)t.len && strncmp(t.at, want, (size_t)t.len) == 0;
}

/* --- reading refusal.def --- */

static void read_parameter(const char *at, const char *end, struct slot *p)
{
    const char *space = end;
    p->optional = end[-1] == '=';
    end -= p->optional;
    while (space > at && *--space != ' ') {
    }
    p->name = (struct text){space + 1, (int)(end - space - 1)};
    p->nullable = space[-1] == '?';
    space -= p->nullable;
    p->one_will_do = space[-1] == ']';
    space -= p->one_will_do ? strlen("[1]") : 0;
    p->type = (struct text){at, (int)(space - at)};
}

/* Reads the overload at *next and moves behind it. */
static void read_form(const char **next, bool drop_self, struct form *f)
{
    const char *at = *next + 1, *close = strchr(at, ')');
    bool keyword_only = false, dropped = !drop_self;
    *f = (struct form){0};
    while (at < close) {
        const char *end = at;
        while (*end != ',' && *end != ')') {
            end++;
        }
        if (*at == '*') {
            keyword_only = true;
            dropped = true;
        } else if (!dropped) {
            dropped = true;
        } else if (f->count < MOST_PARAMETERS) {
            struct slot *p = &f->at[f->count];
            read_parameter(at, end, p);
            p->keyword_only = keyword_only;
            if (!drop_self || !text_is(p->name, "out")) {
                f->count++;
                f->positional += !keyword_only;
                f->least += !p->optional;
            }
        }
        at = *end == ',' ? end + 2 : end;
    }
    *next = close + 1;
}

/* Whether the list of names, with spaces between them, has this one. */
static bool names_have(const char *names, const char *name, size_t len)
{
    for (const char *p = names; *p != '\0'; p += *p == ' ') {
        size_t here = strcspn(p, " ");
        if (here == len && strncmp(p, name, len) == 0) {
            return true;
        }
        p += here;
    }
    return false;
}

static const struct refusal *find(const char *name, size_t len, unsigned where)
{
    for (size_t k = 0; k < sizeof refusals / sizeof refusals[0]; k++) {
        if ((refusals[k].where & where) != 0 && names_have(refusals[k].names, name, len)) {
            return &refusals[k];
        }
    }
    return NULL;
}

/* --- whether an argument fits --- */

static bool is_zero_dim(struct interp *in, struct value v)
{
    return tensor_object_is(in, v) && tensor_object_of(v)->tensor.ndim == 0 &&
           !tensor_object_of(v)->requires_grad;
}

static bool is_number(struct interp *in, struct value v)
{
    return value_is_number(v) || is_zero_dim(in, v) ||
           value_isinstance(in, v, torch_of(in)->types.numpy_number);
}

static bool is_int(struct interp *in, struct value v)
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

static bool is_name(struct value v)
{
    return v.type == VALUE_NONE || str_is(v);
}

/* A list is judged by its first item, as PyTorch does; the others are looked at by check_items. */
static bool is_list_of(struct interp *in, struct value v, bool names)
{
    if (!list_is(v) && !tuple_is(v)) {
        return false;
    }
    const struct list *l = (const struct list *)v.o;
    return l->count == 0 || (names ? is_name(l->at[0]) : is_int(in, l->at[0]));
}

static bool is_ints(struct text type)
{
    return text_is(type, "tuple of ints") || text_is(type, "tuple of SymInts");
}

static bool fits(struct interp *in, const struct slot *p, struct value v)
{
    enum dtype unused;
    bool ok = true;
    if (v.type == VALUE_NONE && p->nullable) {
        return true;
    }
    if (text_is(p->type, "Tensor")) {
        return tensor_object_is(in, v);
    }
    if (text_is(p->type, "Other")) {
        return tensor_object_is(in, v) || value_is_number(v);
    }
    if (text_is(p->type, "Number") || text_is(p->type, "float")) {
        return is_number(in, v);
    }
    if (text_is(p->type, "int")) {
        return is_int(in, v);
    }
    if (text_is(p->type, "bool")) {
        return v.type == VALUE_BOOL;
    }
    if (text_is(p->type, "str")) {
        return str_is(v);
    }
    if (text_is(p->type, "name")) {
        return is_name(v);
    }
    if (text_is(p->type, "tuple of names")) {
        return is_list_of(in, v, true) || (p->one_will_do && str_is(v));
    }
    if (is_ints(p->type)) {
        return is_list_of(in, v, false) || (p->one_will_do && is_int(in, v));
    }
    if (text_is(p->type, "tuple of Tensors")) {
        return list_is(v) || tuple_is(v);
    }
    if (text_is(p->type, "torch.dtype")) {
        return dtype_of_value(in, v, &unused, &ok) && ok;
    }
    static const char *const kinds[] = {"torch.layout", "torch.memory_format", "torch.Generator"};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        if (text_is(p->type, kinds[k])) {
            return argument_is_kind(in, kinds[k], v);
        }
    }
    return true; /* device */
}

/* --- whether a call fits an overload --- */

struct misfit {
    enum { FIT, EXTRA, MISSING, WRONG, UNKNOWN, TWICE } what;
    int at; /* parameter */
    bool by_keyword;
    struct value got;
    const char *keyword;
};

static int keyword_of(const struct question *q, const struct slot *p)
{
    static const char *const twins[][2] = {
        {"dim", "axis"}, {"keepdim", "keepdims"}, {"input", "x"}, {"other", "x2"}};
    for (int k = 0; k < q->args->keyword_count; k++) {
        const char *given = q->args->names[k]->text;
        if (text_is(p->name, given)) {
            return k;
        }
        for (size_t j = 0; j < sizeof twins / sizeof twins[0]; j++) {
            if (text_is(p->name, twins[j][0]) && strcmp(given, twins[j][1]) == 0) {
                return k;
            }
        }
    }
    return -1;
}

/* x.view(2, 3) for x.view((2, 3)) */
static bool spread(const struct form *f)
{
    return f->positional == 1 && is_ints(f->at[0].type);
}

static struct misfit unknown_keyword(const struct question *q, const struct form *f)
{
    for (int k = 0; k < q->args->keyword_count; k++) {
        const char *given = q->args->names[k]->text;
        int at = -1;
        for (int j = 0; j < f->count; j++) {
            at = text_is(f->at[j].name, given) ? j : at;
        }
        if (at < 0 || at < q->count) {
            return (struct misfit){.what = at < 0 ? UNKNOWN : TWICE, .keyword = given};
        }
    }
    return (struct misfit){.what = FIT};
}

static struct misfit match(const struct question *q, const struct form *f)
{
    int used = 0, keywords = q->args->keyword_count;
    if (q->count > f->positional && !spread(f)) {
        return (struct misfit){.what = EXTRA};
    }
    for (int k = 0; k < f->count; k++) {
        const struct slot *p = &f->at[k];
        int keyword = used < q->count ? -1 : keyword_of(q, p);
        if (used < q->count && p->keyword_only) {
            return (struct misfit){.what = EXTRA};
        }
        if (used >= q->count && keyword < 0) {
            if (!p->optional) {
                return (struct misfit){.what = MISSING, .at = k};
            }
            continue;
        }
        struct value v = keyword < 0 ? q->at[used] : q->args->values[keyword];
        if (keyword < 0 && used == 0 && spread(f) && is_int(q->in, v)) {
            used = q->count;
            continue;
        }
        if (!fits(q->in, p, v)) {
            return (struct misfit){.what = WRONG, .at = k, .by_keyword = keyword >= 0, .got = v};
        }
        used += keyword < 0;
        keywords -= keyword >= 0;
    }
    return keywords > 0 ? unknown_keyword(q, f) : (struct misfit){.what = FIT};
}

/* --- a call that fits an overload, but for what stands inside an argument --- */

static bool raise_item(const struct question *q, const struct slot *p, int64_t count,
                       const struct value *at)
{
    for (int64_t k = 0; k < count; k++) {
        if (!is_int(q->in, at[k]) && at[k].type != VALUE_BOOL) {
            raise_exception(
                q->in, EXCEPTION_TypeError,
                "%s(): argument '%.*s' must be %.*s, but found element of type %s at pos %lld",
                q->name, p->name.len, p->name.at, p->type.len, p->type.at, value_type_name(at[k]),
                (long long)k + 1);
            return true;
        }
    }
    return false;
}

static bool raise_element(const struct question *q, int argument, const struct list *l)
{
    for (int64_t k = 0; k < l->count; k++) {
        if (!tensor_object_is(q->in, l->at[k])) {
            raise_exception(q->in, EXCEPTION_TypeError,
                            "expected Tensor as element %lld in argument %d, but got %s",
                            (long long)k, argument, value_type_name(l->at[k]));
            return true;
        }
    }
    return false;
}

/* Tensors here have no names for their axes. */
static bool raise_name(const struct question *q, struct value v)
{
    const struct tensor_object *t = q->self;
    const struct list *l = list_is(v) || tuple_is(v) ? (const struct list *)v.o : NULL;
    scoped_buf axes = {.budget = q->in->memory};
    if (l != NULL && l->count > 0) {
        v = l->at[0];
    }
    if (t == NULL && q->count > 0) {
        struct value first = q->at[0];
        if ((list_is(first) || tuple_is(first)) && ((const struct list *)first.o)->count > 0) {
            first = ((const struct list *)first.o)->at[0];
        }
        t = tensor_object_is(q->in, first) ? tensor_object_of(first) : NULL;
    }
    if (!str_is(v) || t == NULL) {
        return false;
    }
    for (int k = 0; k < t->tensor.ndim; k++) {
        buf_printf(&axes, "%sNone", k > 0 ? ", " : "");
    }
    raise_exception(q->in, EXCEPTION_RuntimeError, "Name '%s' not found in Tensor[%s].",
                    str_text(v), buf_text(&axes));
    return true;
}

static bool raise_inside(const struct question *q, const struct form *f)
{
    if (spread(f) && q->count > 0 && is_int(q->in, q->at[0])) {
        return raise_item(q, &f->at[0], q->count, q->at);
    }
    for (int k = 0; k < f->count; k++) {
        const struct slot *p = &f->at[k];
        int keyword = k < q->count ? -1 : keyword_of(q, p);
        if (k >= q->count && keyword < 0) {
            continue;
        }
        struct value v = k < q->count ? q->at[k] : q->args->values[keyword];
        bool many = list_is(v) || tuple_is(v), raised = false;
        const struct list *l = many ? (const struct list *)v.o : NULL;
        if (many && text_is(p->type, "tuple of Tensors")) {
            raised = raise_element(q, k, l);
        } else if (many && is_ints(p->type)) {
            raised = raise_item(q, p, l->count, l->at);
        } else if (text_is(p->type, "name") || text_is(p->type, "tuple of names")) {
            raised = raise_name(q, v);
        }
        if (raised) {
            return true;
        }
    }
    return false;
}

/* --- one overload could have taken the call --- */

static void raise_missing(const struct question *q, const struct form *f, int from)
{
    scoped_buf names = {.budget = q->in->memory};
    int missing = 0;
    for (int k = from; k < f->count; k++) {
        const struct slot *p = &f->at[k];
        if (!p->optional) {
            buf_printf(&names, "%s\"%.*s\"", missing > 0 ? ", " : "", p->name.len, p->name.at);
            missing++;
        }
    }
    raise_exception(q->in, EXCEPTION_TypeError,
                    "%s() missing %d required positional argument%s: %s", q->name, missing,
                    missing == 1 ? "s" : "", buf_text(&names)); /* the s is PyTorch's */
}

static void raise_extra(const struct question *q, const struct form *f)
{
    int most = f->positional;
    if (f->least != most) {
        raise_exception(q->in, EXCEPTION_TypeError,
                        "%s() takes from %d to %d positional arguments but %d were given", q->name,
                        f->least, most, q->count);
        return;
    }
    raise_exception(q->in, EXCEPTION_TypeError,
                    "%s() takes %d positional argument%s but %d %s given", q->name, most,
                    most > 1 ? "s" : "", q->count, q->count > 1 ? "were" : "was");
}

static bool raise_misfit(const struct question *q, const struct form *f, const struct misfit *m)
{
    const struct slot *p = &f->at[m->at];
    const char *type = text_is(p->type, "Other") ? "Tensor" : p->type.at;
    int len = text_is(p->type, "Other") ? (int)strlen(type) : p->type.len;
    switch (m->what) {
    case FIT:
        return false;
    case EXTRA:
        raise_extra(q, f);
        return true;
    case MISSING:
        raise_missing(q, f, m->at);
        return true;
    case UNKNOWN:
        raise_exception(q->in, EXCEPTION_TypeError, "%s() got an unexpected keyword argument '%s'",
                        q->name, m->keyword);
        return true;
    case TWICE:
        raise_exception(q->in, EXCEPTION_TypeError, "%s() got multiple values for argument '%s'",
                        q->name, m->keyword);
        return true;
    default:
        break;
    }
    if (m->by_keyword) {
        raise_exception(q->in, EXCEPTION_TypeError, "%s(): argument '%.*s' must be %.*s, not %s",
                        q->name, p->name.len, p->name.at, len, type, value_type_name(m->got));
    } else {
        raise_exception(q->in, EXCEPTION_TypeError,
                        "%s(): argument '%.*s' (position %d) must be %.*s, not %s", q->name,
                        p->name.len, p->name.at, m->at + 1, len, type, value_type_name(m->got));
    }
    return true;
}

/* --- the whole list --- */

static void put_form(const struct form *f, struct buf *out)
{
    const char *comma = "";
    bool star = false;
    buf_putc(out, '(');
    for (int k = 0; k < f->count; k++) {
        const struct slot *p = &f->at[k];
        if (p->keyword_only && !star) {
            buf_printf(out, "%s*", comma);
            comma = ", ";
            star = true;
        }
        bool other = text_is(p->type, "Other");
        buf_printf(out, "%s%.*s %.*s", comma, other ? 6 : p->type.len,
                   other ? "Tensor" : p->type.at, p->name.len, p->name.at);
        comma = ", ";
    }
    buf_putc(out, ')');
}

/* What was given: names of types; keywords come last to first, and leave a comma behind when they
 * are alone. */
static void put_given(const struct question *q, struct buf *out)
{
    const char *comma = "";
    for (int k = 0; k < q->count; k++) {
        buf_printf(out, "%s%s", comma, value_type_name(q->at[k]));
        comma = ", ";
    }
    for (int k = q->args->keyword_count; k-- > 0;) {
        buf_printf(out, "%s%s=%s", comma, q->args->names[k]->text,
                   value_type_name(q->args->values[k]));
        comma = ", ";
    }
    if (q->count == 0 && q->args->keyword_count > 0) {
        buf_puts(out, ", ");
    }
}

/* The pieces of an overload as printed, in which a lone * counts: PyTorch compares by these. */
static int pieces(const struct form *f)
{
    return f->count + (f->positional < f->count) + (f->count == 0);
}

/* The parameter that is piece k; NULL is the star, or the empty piece of (). */
static const struct slot *piece(const struct form *f, int k)
{
    if (k == f->positional) {
        return NULL;
    }
    return &f->at[k < f->positional ? k : k - 1];
}

static bool says_type(const struct slot *p, struct value v)
{
    const char *type = value_type_name(v);
    if (p == NULL) {
        return false;
    }
    if (text_is(p->type, "float")) {
        return strcmp(type, "float") == 0 || strcmp(type, "int") == 0;
    }
    return text_is(p->type, type) || (text_is(p->type, "Other") && strcmp(type, "Tensor") == 0);
}

/* The keywords, if any, that no piece at the end of the overload is named as. */
static bool put_wrong_keywords(const struct question *q, const struct form *f, struct buf *out)
{
    const char *comma = "";
    bool wrong = false;
    for (int k = q->args->keyword_count; k-- > 0;) {
        bool found = false;
        for (int j = q->count; j < pieces(f); j++) {
            const struct slot *p = piece(f, j);
            found |= p != NULL && text_is(p->name, q->args->names[k]->text);
        }
        if (!found) {
            buf_printf(out, "%s%s", comma, q->args->names[k]->text);
            comma = ", ";
            wrong = true;
        }
    }
    return wrong;
}

static void put_marked(const struct question *q, const struct form *f, struct buf *out)
{
    int total = q->count + q->args->keyword_count;
    buf_putc(out, '(');
    for (int k = 0; k < total; k++) {
        const struct slot *p = piece(f, k);
        int keyword = k < q->count || p == NULL ? -1 : keyword_of(q, p);
        if (k >= q->count && keyword < 0) {
            continue;
        }
        struct value v = keyword < 0 ? q->at[k] : q->args->values[keyword];
        const char *mark = says_type(p, v) ? "" : "!";
        buf_printf(out, "%s%s", k > 0 ? ", " : "", mark);
        if (keyword >= 0) {
            buf_printf(out, "%.*s=", p->name.len, p->name.at);
        }
        buf_printf(out, "%s%s", value_type_name(v), mark);
    }
    buf_putc(out, ')');
}

static void put_listed(const struct question *q, const struct form *f, struct buf *out)
{
    scoped_buf wrong = {.budget = q->in->memory};
    buf_puts(out, " * ");
    put_form(f, out);
    buf_putc(out, '\n');
    if (q->count + q->args->keyword_count == pieces(f)) {
        buf_puts(out, "      didn't match because some of the ");
        if (put_wrong_keywords(q, f, &wrong)) {
            buf_printf(out, "keywords were incorrect: %s", buf_text(&wrong));
        } else {
            buf_puts(out, "arguments have invalid types: ");
            put_marked(q, f, out);
        }
        buf_putc(out, '\n');
    }
}

static void raise_list(const struct question *q, const struct form *forms, int count)
{
    scoped_buf text = {.budget = q->in->memory}, wrong = {.budget = q->in->memory};
    bool alone = count == 1;
    buf_printf(&text, "%s() received an invalid combination of arguments - ", q->name);
    if (alone && q->count + q->args->keyword_count == pieces(forms)) {
        if (put_wrong_keywords(q, forms, &wrong)) {
            buf_printf(&text, "got unrecognized keyword arguments: %s", buf_text(&wrong));
        } else {
            buf_puts(&text, "got ");
            put_marked(q, forms, &text);
        }
    } else {
        buf_puts(&text, "got (");
        put_given(q, &text);
        buf_putc(&text, ')');
    }
    buf_puts(&text, alone ? ", but expected " : ", but expected one of:\n");
    for (int k = 0; k < count; k++) {
        if (alone) {
            put_form(&forms[k], &text);
        } else {
            put_listed(q, &forms[k], &text);
        }
    }
    raise_exception(q->in, EXCEPTION_TypeError, "%s", buf_text(&text));
}

/* --- */

static bool answer(const struct question *q, const struct form *forms, int count,
                   enum listing listing)
{
    int total = q->count + q->args->keyword_count, plausible = 0, only = 0;
    for (int k = 0; k < count; k++) {
        if (match(q, &forms[k]).what == FIT) {
            return raise_inside(q, &forms[k]);
        }
        if (total >= forms[k].least && total <= forms[k].count) {
            plausible++;
            only = k;
        }
    }
    if (plausible == 1 || listing == ALONE) {
        struct misfit m = match(q, &forms[only]);
        return raise_misfit(q, &forms[only], &m);
    }
    raise_list(q, forms, count);
    return true;
}

bool refusal_raise(struct interp *in, const char *name, bool method, const struct args *args)
{
    struct form forms[MOST_FORMS];
    int count = 0;
    size_t len = strlen(name);
    unsigned where = method ? METHOD : FUNCTION;
    const struct refusal *r = find(name, len, where);
    if (r == NULL && method && len > 0 && name[len - 1] == '_') {
        r = find(name, len - 1, where);
    }
    if (r == NULL || (method && (args->count == 0 || !tensor_object_is(in, args->at[0])))) {
        return false;
    }
    for (const char *p = r->forms; *p != '\0' && count < MOST_FORMS; count++) {
        read_form(&p, method && r->where == BOTH, &forms[count]);
    }
    const struct question q = {.in = in,
                               .name = name,
                               .at = args->at + method,
                               .count = args->count - method,
                               .args = args,
                               .self = method ? tensor_object_of(args->at[0]) : NULL};
    return answer(&q, forms, count, r->listing);
}
