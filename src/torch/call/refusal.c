/* Decides whether the TypeError of a call that fits no overload tells one argument or lists all
 * overloads.
 *
 * PyTorch looks for the overloads that could take so many arguments. If there is exactly one, it
 * says what is wrong with the first argument that does not fit; if not, it lists them all. */
#include "torch/call/refusal.h"

#include "torch/call/refusal_form.h"
#include "torch/call/refusal_words.h"
#include "torch/call/signature.h"
#include "torch/op/ops.h"
#include "torch/torch.h"

#include <string.h>

/* --- by a list --- */

/* The list for a call of that place. *drops_self: it is that of the function. NULL: there is none.
 */
static const char *list_of_rows(const struct op *rows, unsigned where, enum op_listing *listing,
                                bool *drops_self)
{
    *drops_self = false;
    for (const struct op *r = rows; r->name != NULL && strcmp(r->name, rows->name) == 0; r++) {
        *listing = r->listing;
        if ((where & IN_PLACE) != 0 && r->listed_place != NULL) {
            return r->listed_place;
        }
        if ((r->where & where) != 0 && where != IN_TORCH && r->listed_method != NULL) {
            return r->listed_method[0] != '\0' ? r->listed_method : NULL;
        }
        if ((r->where & where) != 0 && r->listed != NULL) {
            *drops_self = where != IN_TORCH;
            return r->listed;
        }
    }
    return NULL;
}

/* A keyword of the call that no row takes: an overload that PyTorch has, and that is not here. */
static const char *keyword_of_none(const struct question *q, const struct op *rows)
{
    for (int k = 0; k < q->args->keyword_count; k++) {
        const char *keyword = q->args->names[k]->text;
        bool taken = false;
        for (const struct op *r = rows; r->name != NULL && strcmp(r->name, rows->name) == 0; r++) {
            struct spec specs[OP_MAX_ARGUMENTS];
            int count = (r->where & q->where) != 0 ? signature_read(r->signature, specs) : 0;
            for (int j = 0; j < count; j++) {
                taken = taken || signature_same_name(&specs[j], keyword);
            }
        }
        if (!taken) {
            return keyword;
        }
    }
    return NULL;
}

/* False: there is nothing to say. */
static bool raise_listed(const struct question *q, const struct op *rows)
{
    struct form forms[FORMS_MOST];
    enum op_listing listing;
    bool drops_self;
    const char *list = list_of_rows(rows, q->where, &listing, &drops_self);
    if (list == NULL) {
        return false;
    }
    int count = form_read(list, drops_self, forms);
    int total = q->count + q->args->keyword_count, plausible = 0, only = 0;
    for (int k = 0; k < count; k++) {
        if (form_match(q, &forms[k]).what == FIT) {
            const char *keyword = keyword_of_none(q, rows);
            return keyword != NULL
                       ? !raise_unsupported(q->in, "%s(%s=) is not supported: qkv does not have it",
                                            q->name, keyword)
                       : words_raise_inside(q, &forms[k]);
        }
        if (total >= forms[k].least && total <= forms[k].count) {
            plausible++;
            only = k;
        }
    }
    if (plausible == 1 || listing == ALONE) {
        struct misfit m = form_match(q, &forms[only]);
        words_raise_misfit(q, &forms[only], &m);
        return m.what != FIT;
    }
    words_raise_list(q, forms, count, true);
    return true;
}

/* --- by the rows --- */

/* Where F.name hands its arguments on to a function with another name or order, and that function
 * tells what is wrong. */
static const struct {
    const char *name, *parameter, *said_name, *said_parameter;
    int position;
} handed_on[] = {
    {"embedding", "input", "embedding", "indices", 2},
    {"embedding", "weight", "embedding", "weight", 1},
    {"logsigmoid", "input", "log_sigmoid", "input", 1},
    {"nll_loss", "input", "nll_loss_nd", "input", 1},
    {"nll_loss", "target", "nll_loss_nd", "target", 2},
    {"nll_loss", "weight", "nll_loss_nd", "weight", 3},
};

static bool raise_handed_on(const struct question *q, const struct spec *s, struct value got)
{
    for (size_t k = 0; q->where == IN_FUNCTIONAL && k < sizeof handed_on / sizeof handed_on[0];
         k++) {
        if (strcmp(handed_on[k].name, q->name) == 0 &&
            strcmp(handed_on[k].parameter, s->name) == 0) {
            raise_exception(q->in, EXCEPTION_TypeError,
                            "%s(): argument '%s' (position %d) must be %s, not %s",
                            handed_on[k].said_name, handed_on[k].said_parameter,
                            handed_on[k].position, s->said, value_type_name(got));
            return true;
        }
    }
    return false;
}

/* Functions that PyTorch writes in Python and that ask their input for a method at once. */
static bool raise_asked(const struct question *q, struct value got)
{
    bool norm = q->where == IN_TORCH && op_name_is(q->name, OP_norm);
    bool softmax = q->where == IN_FUNCTIONAL && op_name_is(q->name, OP_softmax OP_log_softmax);
    bool other = q->where == IN_FUNCTIONAL && op_name_is(q->name, OP_sigmoid OP_tanh);
    /* softmax without dim looks for how many there are */
    bool guesses = softmax && q->count + q->args->keyword_count < 2;
    if (norm || softmax || other) {
        raise_exception(q->in, EXCEPTION_AttributeError, "'%s' object has no attribute '%s'",
                        value_type_name(got), norm || guesses ? "dim" : q->name);
    }
    return norm || softmax || other;
}

/* A list of tensors with something else in it. False: there is no such thing. */
static bool raise_in_list(const struct question *q, const struct spec *s, int at, struct value got)
{
    bool varied = s->type == TYPE_VARTENSORS;
    bool spread_out = varied && at < q->count && tensor_object_is(q->in, q->at[at]);
    const struct list *l =
        !spread_out && form_is_list(q->in, got) ? (const struct list *)got.o : NULL;
    if (l != NULL && (varied || s->type == TYPE_TENSORS)) {
        return words_raise_element(q, at, l->count, l->at);
    }
    return varied && words_raise_element(q, at, q->count - at, q->at + at);
}

/* A function cell by cell of NumPy, which is told by where= and its like. */
static bool is_ufunc(const struct op *row)
{
    return (row->where & IN_NUMPY) != 0 && strstr(row->signature, " casting=") != NULL;
}

/* A keyword that NumPy's function has and this one has not: a TypeError would not be true. */
static bool is_lacking(const struct op *row, const char *keyword)
{
    return (row->lacks != NULL && op_name_is(keyword, row->lacks)) ||
           (is_ufunc(row) && op_name_is(keyword, " signature sig extobj"));
}

/* What is wrong with a call of a function that has only this row. */
static bool raise_only(const struct question *q, const struct op *row, const struct form *f,
                       const struct misfit *m)
{
    bool alone = q->self != NULL && f->count == 0;
    if (m->what == UNKNOWN_KEYWORD && is_lacking(row, m->keyword)) {
        return raise_unsupported(q->in, "NumPy's %s(%s=) is not supported", q->name, m->keyword);
    }
    bool nearly = q->where == IN_NUMPY && op_name_is(q->name, OP_matmul);
    if (m->what == MISSING && (is_ufunc(row) || nearly)) {
        return raise_exception(q->in, EXCEPTION_TypeError,
                               "%s() takes from %d to %d positional arguments but %d were given",
                               q->name, f->least, f->least + 1, q->count);
    }
    if (alone && m->what == TOO_MANY) {
        return raise_exception(q->in, EXCEPTION_TypeError,
                               "_TensorBase.%s() takes no arguments (%d given)", q->name, q->count);
    }
    if (alone && m->what == UNKNOWN_KEYWORD) {
        return raise_exception(q->in, EXCEPTION_TypeError,
                               "_TensorBase.%s() takes no keyword arguments", q->name);
    }
    if (m->what == WRONG_TYPE && m->at >= 0 &&
        (raise_in_list(q, &f->at[m->at], m->at, m->got) ||
         (m->at == 0 && q->self == NULL && raise_asked(q, m->got)) ||
         raise_handed_on(q, &f->at[m->at], m->got))) {
        return false;
    }
    return words_raise_misfit(q, f, m);
}

/* The row from `row` on that is an overload of name for that place; NULL behind the last. */
static const struct op *overload(const struct op *row, const char *name, unsigned where)
{
    while (row->name != NULL && strcmp(row->name, name) == 0) {
        if ((row->where & where) != 0) {
            return row;
        }
        row++;
    }
    return NULL;
}

static bool raise_by_rows(const struct question *q, const struct op *rows, unsigned where)
{
    struct form forms[FORMS_MOST];
    bool method = q->self != NULL;
    int count = 0;
    const struct op *first = overload(rows, rows->name, where);
    for (const struct op *row = first; row != NULL && count < FORMS_MOST;
         row = overload(row + 1, rows->name, where)) {
        form_of_row(row, method, &forms[count++]);
    }
    if (count > 1) {
        return words_raise_list(q, forms, count, false);
    }
    struct spec specs[OP_MAX_ARGUMENTS];
    struct misfit misfit;
    struct call call = {.in = q->in};
    call.arg_count = signature_read(first->signature, specs);
    bool ok = signature_try(q->in, specs, call.arg_count, where, q->args, &call, &misfit);
    signature_release(&call);
    misfit.at -= method;
    return ok && raise_only(q, first, &forms[0], &misfit);
}

/* Whether the function is written in Python: then Python words what is missing. */
static bool is_python(const struct op *rows, unsigned where)
{
    const struct op *row = overload(rows, rows->name, where);
    bool functional = (row->where & IN_FUNCTIONAL) != 0;
    return where == IN_NUMPY ||
           ((row->traits & PYTHON) != 0 && where == (functional ? IN_FUNCTIONAL : IN_TORCH));
}

bool refusal_raise(struct interp *in, const struct op *rows, const char *name, unsigned where,
                   const struct args *args)
{
    bool method = (where & (IN_METHOD | IN_PLACE | IN_PROPERTY)) != 0;
    bool of_tensor = method && args->count > 0 && tensor_object_is(in, args->at[0]);
    const struct question q = {.in = in,
                               .name = name,
                               .at = args->at + method,
                               .count = args->count - method,
                               .args = args,
                               .self = method ? tensor_object_of(args->at[0]) : NULL,
                               .where = where,
                               .python = is_python(rows, where)};
    bool lists = where == IN_TORCH || (where != IN_PROPERTY && of_tensor);
    if (lists && raise_listed(&q, rows)) {
        return false;
    }
    return raise_by_rows(&q, rows, where);
}
