/* Writes PyTorch's sentences about the arguments of a call that fits no overload. */
#include "torch/call/refusal_words.h"

#include "torch/op/ops.h"

#include <string.h>

/* --- a call that fits an overload, but for what stands inside an argument --- */

static bool raise_item(const struct question *q, const struct spec *s, int64_t count,
                       const struct value *at)
{
    for (int64_t k = 0; k < count; k++) {
        if (!form_is_int(q->in, at[k]) && at[k].type != VALUE_BOOL) {
            raise_exception(q->in, EXCEPTION_TypeError,
                            "%s(): argument '%s' must be %s, but found element of type %s at pos "
                            "%lld",
                            q->name, s->name, s->said, value_type_name(at[k]), (long long)k + 1);
            return true;
        }
    }
    return false;
}

bool words_raise_element(const struct question *q, int argument, int64_t count,
                         const struct value *at)
{
    for (int64_t k = 0; k < count; k++) {
        if (!tensor_object_is(q->in, at[k])) {
            raise_exception(q->in, EXCEPTION_TypeError,
                            "expected Tensor as element %lld in argument %d, but got %s",
                            (long long)k, argument, value_type_name(at[k]));
            return true;
        }
    }
    return false;
}

/* The first item of a list; anything else as it is. */
static struct value first_of(struct interp *in, struct value v)
{
    const struct list *l = form_is_list(in, v) ? (const struct list *)v.o : NULL;
    return l != NULL && l->count > 0 ? l->at[0] : v;
}

/* Tensors here have no names for their axes. */
static bool raise_name(const struct question *q, struct value v)
{
    const struct tensor_object *t = q->self;
    scoped_buf axes = {.budget = q->in->memory};
    v = first_of(q->in, v);
    if (t == NULL && q->count > 0) {
        struct value first = first_of(q->in, q->at[0]);
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

bool words_raise_inside(const struct question *q, const struct form *f)
{
    if (form_spreads(f) && q->count > 0 && form_is_int(q->in, q->at[0])) {
        return raise_item(q, &f->at[0], q->count, q->at);
    }
    bool raised = false;
    for (int k = 0; k < f->count && !raised; k++) {
        const struct spec *s = &f->at[k];
        int keyword = k < q->count ? -1 : form_keyword(q, s);
        if (k >= q->count && keyword < 0) {
            continue;
        }
        struct value v = k < q->count ? q->at[k] : q->args->values[keyword];
        const struct list *l = form_is_list(q->in, v) ? (const struct list *)v.o : NULL;
        if (l != NULL && strcmp(s->said, "tuple of Tensors") == 0) {
            raised = words_raise_element(q, k, l->count, l->at);
        } else if (l != NULL && form_takes_ints(s)) {
            raised = raise_item(q, s, l->count, l->at);
        } else if (strstr(s->said, "name") != NULL) {
            raised = raise_name(q, v);
        }
    }
    return raised;
}

/* --- one overload could have taken the call --- */

/* The type as PyTorch says it. */
static const char *said(const struct spec *s)
{
    return strcmp(s->said, "Other") == 0 ? "Tensor" : s->said;
}

/* Functions of NumPy that are written in C have words of their own. */
static bool raise_numpy_missing(const struct question *q, int at, const char *names)
{
    if (strcmp(q->name, "arange") == 0) {
        return raise_exception(q->in, EXCEPTION_TypeError,
                               "arange() requires stop to be specified.");
    }
    return raise_exception(q->in, EXCEPTION_TypeError, "%s() missing required argument %s (pos %d)",
                           q->name, names, at);
}

/* Python leaves out what keywords have given. */
static bool raise_missing(const struct question *q, const struct form *f, int from)
{
    scoped_buf names = {.budget = q->in->memory};
    const char *quote = q->python ? "'" : "\"", *comma = q->python ? " and " : ", ";
    int missing = 0;
    for (int k = from; k < f->count; k++) {
        const struct spec *s = &f->at[k];
        bool left = !q->python || (!s->keyword_only && form_keyword(q, s) < 0);
        if (left && !s->has_default) {
            buf_printf(&names, "%s%s%s%s", missing++ > 0 ? comma : "", quote, s->name, quote);
        }
    }
    if (q->where == IN_NUMPY &&
        op_name_is(q->name, " arange array asarray asanyarray empty zeros")) {
        return raise_numpy_missing(q, from, buf_text(&names));
    }
    return raise_exception(q->in, EXCEPTION_TypeError,
                           "%s() missing %d required positional argument%s: %s", q->name, missing,
                           (missing == 1) == q->python ? "" : "s", /* the s is PyTorch's */
                           buf_text(&names));
}

static bool raise_extra(const struct question *q, const struct form *f)
{
    int most = f->positional;
    if (f->least != most) {
        return raise_exception(q->in, EXCEPTION_TypeError,
                               "%s() takes from %d to %d positional arguments but %d were given",
                               q->name, f->least, most, q->count);
    }
    bool none = most == 0 && q->python; /* Python: 0 arguments */
    return raise_exception(q->in, EXCEPTION_TypeError,
                           "%s() takes %d positional argument%s but %d %s given", q->name, most,
                           most > 1 || none ? "s" : "", q->count, q->count > 1 ? "were" : "was");
}

bool words_raise_misfit(const struct question *q, const struct form *f, const struct misfit *m)
{
    switch (m->what) {
    case FIT:
        return false;
    case TOO_MANY:
        return raise_extra(q, f);
    case MISSING:
        return raise_missing(q, f, m->at);
    case UNKNOWN_KEYWORD:
        return raise_exception(q->in, EXCEPTION_TypeError,
                               "%s() got an unexpected keyword argument '%s'", q->name, m->keyword);
    case TWICE:
        return raise_exception(q->in, EXCEPTION_TypeError,
                               "%s() got multiple values for argument '%s'", q->name, m->keyword);
    case WRONG_TYPE:
        break;
    }
    const struct spec *s = &f->at[m->at]; /* elsewhere `at` may lie outside of them */
    if (s->keyword_only || m->by_keyword) {
        return raise_exception(q->in, EXCEPTION_TypeError, "%s(): argument '%s' must be %s, not %s",
                               q->name, s->name, said(s), value_type_name(m->got));
    }
    return raise_exception(q->in, EXCEPTION_TypeError,
                           "%s(): argument '%s' (position %d) must be %s, not %s", q->name, s->name,
                           m->at + 1, said(s), value_type_name(m->got));
}

/* --- the whole list --- */

static void put_form(const struct form *f, struct buf *out)
{
    const char *comma = "";
    buf_putc(out, '(');
    for (int k = 0; k < f->count; k++) {
        const struct spec *s = &f->at[k];
        bool star = s->keyword_only && k == f->positional;
        buf_printf(out, "%s%s%s %s", comma, star ? "*, " : "", said(s), s->name);
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
static const struct spec *piece(const struct form *f, int k)
{
    if (k == f->positional) {
        return NULL;
    }
    return &f->at[k < f->positional ? k : k - 1];
}

static bool says_type(const struct spec *s, struct value v)
{
    const char *type = value_type_name(v);
    return s != NULL && (strcmp(said(s), type) == 0 ||
                         (strcmp(s->said, "float") == 0 && strcmp(type, "int") == 0));
}

/* The keywords, if any, that no piece at the end of the overload is named as. */
static bool put_wrong_keywords(const struct question *q, const struct form *f, struct buf *out)
{
    const char *comma = "";
    bool wrong = false;
    for (int k = q->args->keyword_count; k-- > 0;) {
        bool found = false;
        for (int j = q->count; j < pieces(f); j++) {
            const struct spec *s = piece(f, j);
            found |= s != NULL && strcmp(s->name, q->args->names[k]->text) == 0;
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
        const struct spec *s = piece(f, k);
        int keyword = k < q->count || s == NULL ? -1 : form_keyword(q, s);
        if (k >= q->count && keyword < 0) {
            continue;
        }
        struct value v = keyword < 0 ? q->at[k] : q->args->values[keyword];
        const char *mark = says_type(s, v) ? "" : "!";
        buf_printf(out, "%s%s%s%s%s%s", k > 0 ? ", " : "", mark, keyword >= 0 ? s->name : "",
                   keyword >= 0 ? "=" : "", value_type_name(v), mark);
    }
    buf_putc(out, ')');
}

static void put_listed(const struct question *q, const struct form *f, bool why, struct buf *out)
{
    scoped_buf wrong = {.budget = q->in->memory};
    buf_puts(out, " * ");
    put_form(f, out);
    buf_putc(out, '\n');
    if (why && q->count + q->args->keyword_count == pieces(f)) {
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

bool words_raise_list(const struct question *q, const struct form *forms, int count, bool why)
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
            put_listed(q, &forms[k], why, &text);
        }
    }
    return raise_exception(q->in, EXCEPTION_TypeError, "%s", buf_text(&text));
}
