/* Prints what a student is given with the question: tensors of the run, rounded to the digits that
 * are printed. They are rounded in the run, so that everything behind is computed from them. */

#include "exercise/form.h"
#include "exercise/kind.h"
#include "exercise/variant.h"
#include "exercise/variant_ask.h"
#include "tensor/print/print.h"

#include <stdlib.h>
#include <string.h>

/* Puts the rounded cells into the code's own tensor, by an operation like any other: the tape shows
 * it, views of the same memory see it, and names and axes stay what they are. */
static bool write_back(struct variant *v, const char *name, struct tensor *t, struct error *err)
{
    struct session *s = v->run.session;
    struct interp *in = &s->in;
    scoped_buf text = {0}, why = {0};
    struct str *word = str_intern(in, "rounded");
    struct value last, before;
    struct tensor own = tensor_ref(t);
    bool has_last, had = word != NULL && dict_get_str(in->main->dict, word, &before);
    bool grad = s->torch.grad_enabled;
    struct tensor_object *o = tensor_object_new(in, s->torch.types.tensor, &own);
    buf_printf(&text, "%s.copy_(rounded)\n", name);
    struct source *source = variant_ask_source(&v->arena, "<given>", buf_text(&text));
    bool ok = o != NULL && word != NULL && source != NULL && !text.failed &&
              dict_set_str(in, in->main->dict, word, value_object(o));
    if (ok) {
        s->torch.grad_enabled = false;
        ok = interp_run(in, source, &last, &has_last) == OUTCOME_DONE;
        s->torch.grad_enabled = grad;
    }
    if (word != NULL) {
        if (had) {
            dict_set_str(in, in->main->dict, word, before);
        } else {
            dict_delete_str(in->main->dict, word);
        }
    }
    if (!ok) {
        variant_raised(v, &why);
        variant_refuse(v, 0, err, ERROR_INPUT, "`%s` cannot be given rounded: %s", name,
                       buf_text(&why));
    }
    return ok;
}

static bool take_tensor(struct variant *v, struct sandbox *a, struct value value, void *out,
                        struct error *err)
{
    return tensor_object_is(a->in, value) &&
           (tensor_copy(&v->run.session->torch.compute, out, &tensor_object_of(value)->tensor) ||
            error_memory(err));
}

static bool give(struct variant *v, struct given *g, struct error *err)
{
    const struct asking q = {.key = "given",
                             .expression = g->name,
                             .take = take_tensor,
                             .otherwise = "that is no tensor"};
    if (!variant_asked(v, &q, &g->tensor, err)) {
        return false;
    }
    enum dtype d = g->tensor.dtype;
    if (dtype_category(d) == CATEGORY_BOOL || dtype_category(d) == CATEGORY_INT) {
        g->decimals = 0;
        return true;
    }
    if (d != DTYPE_FLOAT32 && d != DTYPE_FLOAT64) {
        return variant_refuse(v, 0, err, ERROR_INPUT,
                              "`given: %s`: a tensor of %s cannot hold the digits that are printed",
                              g->name, dtype_name(d));
    }
    for (int64_t k = 0; k < tensor_numel(&g->tensor); k++) {
        tensor_set_double(&g->tensor, k,
                          rounded_number(tensor_double_at(&g->tensor, k), g->decimals));
    }
    return write_back(v, g->name, &g->tensor, err);
}

FORM(between_commas, "[^ \t,](?:[^,]*[^ \t,])?");

bool variant_given_round(struct variant *v, struct error *err)
{
    const char *names = exercise_field(v->exercise, "given");
    struct piece all = piece_of(names != NULL ? names : ""), part[FORM_GROUPS];
    v->given = arena_alloc(&v->arena, (all.len + 1) * sizeof *v->given);
    if (v->given == NULL) {
        return error_memory(err);
    }
    for (size_t at = 0; form_find(&between_commas, all, at, part);) {
        struct given *g = &v->given[v->given_count];
        *g = (struct given){.name = arena_copy(&v->arena, part->at, part->len),
                            .decimals = question_decimals(v->exercise)};
        v->given_count++;
        if (g->name == NULL || !give(v, g, err)) {
            return g->name != NULL ? false : error_memory(err);
        }
        at = (size_t)(part->at - all.at) + part->len;
    }
    v->given_behind = v->run.tape->logged;
    return true;
}

void variant_given_text(const struct given *g, struct buf *out)
{
    struct print_options how = print_torch_default;
    how.precision = g->decimals;
    how.threshold = INT64_MAX;
    how.sci_mode = 0;
    scoped_buf text = {0};
    print_tensor(&g->tensor, &how, NULL, &text);
    buf_printf(out, "%s = ", g->name);
    for (const char *p = buf_text(&text); *p != '\0'; p++) {
        buf_putc(out, *p);
        if (*p == '\n') { /* the rows stand below one another behind the name, too */
            buf_printf(out, "%*s", (int)strlen(g->name) + 3, "");
        }
    }
    out->failed = out->failed || text.failed;
}
