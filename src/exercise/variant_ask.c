/* Asks a run that pauses: expressions, and texts with {{EXPRESSIONS}} in them. */
#include "exercise/variant_ask.h"
#include "exercise/form.h"

#include <string.h>

struct source *variant_ask_source(struct arena *arena, const char *file, const char *text)
{
    struct source *source = arena_alloc(arena, sizeof *source);
    const char *copy = arena_copy(arena, text, strlen(text));
    if (source == NULL || copy == NULL) {
        return NULL;
    }
    *source = (struct source){.file = file, .first_line = 1, .text = copy, .len = strlen(copy)};
    return source;
}

/* One expression, aside (trace/tape/sandbox.h; `a` has begun); no random number of the run is used
 * up. False: `why` holds the last line of the traceback. */
static bool variant_evaluate(struct variant *v, struct sandbox *a, const char *expression,
                             struct value *out, struct buf *why)
{
    struct torch *torch = &v->run.session->torch;
    struct random random = torch->random;
    struct numpy_random numpy = torch->numpy_random;
    bool drew = torch->drew, numpy_drew = torch->numpy_drew;
    scoped_buf text = {0};
    v->asked = true;
    buf_printf(&text, "(\n%s\n)\n", expression); /* an expression: no statement */
    bool ok = !text.failed && sandbox_run(a, buf_text(&text), out);
    torch->random = random;
    torch->numpy_random = numpy;
    torch->drew = drew;
    torch->numpy_drew = numpy_drew;
    if (!ok) {
        variant_raised(v, why);
    }
    return ok;
}

bool variant_asked(struct variant *v, const struct asking *q, void *out, struct error *err)
{
    struct sandbox a;
    struct value value;
    scoped_buf why = {0};
    sandbox_begin(&a, v->run.tape);
    bool known = variant_evaluate(v, &a, q->expression, &value, &why);
    bool taken = known && q->take(v, &a, value, out, err);
    if (known && !taken && q->otherwise == NULL) {
        variant_raised(v, &why);
    }
    sandbox_end(&a);
    if (!taken) {
        variant_refuse(v, q->line, err, ERROR_INPUT, "`%s%s%s`: %s", q->key != NULL ? q->key : "",
                       q->key != NULL ? ": " : "", q->expression,
                       why.len > 0 || q->otherwise == NULL ? buf_text(&why) : q->otherwise);
    }
    return taken;
}

static bool take_number(struct variant *v, struct sandbox *a, struct value value, void *out,
                        struct error *err)
{
    bool tensor = tensor_object_is(a->in, value) && tensor_object_of(value)->tensor.ndim == 0;
    (void)v, (void)err;
    if (tensor) {
        const struct tensor *t = &tensor_object_of(value)->tensor;
        *(double *)out = tensor_double_at(t, t->offset);
    } else if (value_is_number(value)) {
        *(double *)out = value_number(value);
    }
    return tensor || value_is_number(value);
}

bool variant_number(struct variant *v, const char *expression, double *out, struct error *err)
{
    const struct asking q = {
        .expression = expression, .take = take_number, .otherwise = "that is no number"};
    return variant_asked(v, &q, out, err);
}

struct sizes {
    int *ndim;
    int64_t *shape;
};

/* A tuple (torch.Size too) or list of integers; one integer is a shape of one axis, as `(6)` is. */
static bool take_shape(struct variant *v, struct sandbox *a, struct value value, void *out,
                       struct error *err)
{
    struct sizes *to = out;
    bool list = tuple_is(value) || list_is(value);
    const struct list *l = list ? (const struct list *)value.o : NULL;
    const struct value *at = list ? l->at : &value;
    int64_t count = list ? l->count : 1;
    (void)v, (void)a, (void)err;
    if (count > TENSOR_MAX_DIMS) {
        return false;
    }
    *to->ndim = (int)count;
    for (int64_t k = 0; k < count; k++) {
        if (at[k].type != VALUE_INT) {
            return false;
        }
        to->shape[k] = at[k].i;
    }
    return true;
}

bool variant_shape(struct variant *v, const char *expression, int *ndim,
                   int64_t shape[TENSOR_MAX_DIMS], struct error *err)
{
    struct sizes to = {ndim, shape};
    const struct asking q = {.expression = expression,
                             .take = take_shape,
                             .otherwise = "that is no tuple of whole numbers"};
    return variant_asked(v, &q, &to, err);
}

/* Up to the }} that closes a {{, behind brackets and strings of the expression. */
#define STRING "\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'"
FORM(closed,
     "(?s)^((?:" STRING "|([(\\[{](?:" STRING "|(?2)|[^][(){}\"'])*+[])}])|(?!\\}\\}).)*+)\\}\\}");

/* The line of the file on which the exercise's text has that piece. */
static int line_of(const struct variant *v, const char *piece, size_t len)
{
    const char *p = v->of->lesson->whole;
    int line = 1, first = v->exercise->line;
    for (; p != NULL && *p != '\0' && line < first; p++) {
        line += *p == '\n';
    }
    for (; p != NULL && *p != '\0' && strncmp(p, piece, len) != 0; p++) {
        line += *p == '\n';
    }
    return p != NULL && *p != '\0' ? line : first;
}

static bool fill_one(struct variant *v, const char *piece, const char *expression, size_t len,
                     struct buf *out, struct error *err)
{
    struct sandbox a;
    struct value value;
    scoped_buf why = {0}, text = {0}, shown = {0};
    buf_put(&text, expression, len);
    sandbox_begin(&a, v->run.tape);
    shown.budget = a.in->memory;
    bool ok = variant_evaluate(v, &a, buf_text(&text), &value, &why);
    if (ok && !value_str(a.in, value, &shown)) {
        variant_raised(v, &why);
        ok = false;
    }
    sandbox_end(&a);
    if (ok) {
        buf_put(out, buf_text(&shown), shown.len);
    } else {
        variant_refuse(v, line_of(v, piece, len + 4), err, ERROR_INPUT, "{{%s}}: %s",
                       buf_text(&text), buf_text(&why));
    }
    return ok;
}

bool variant_fill(struct variant *v, const char *markdown, struct buf *out, struct error *err)
{
    for (const char *p = markdown;;) {
        const char *open = strstr(p, "{{");
        if (open == NULL) {
            buf_puts(out, p);
            return true;
        }
        struct piece part[FORM_GROUPS];
        buf_put(out, p, (size_t)(open - p));
        if (!form_find(&closed, piece_of(open + 2), 0, part)) {
            return variant_refuse(v, line_of(v, open, strcspn(open, "\n")), err, ERROR_INPUT,
                                  "{{ has no }}");
        }
        if (!fill_one(v, open, open + 2, part[1].len, out, err)) {
            return false;
        }
        p = open + 2 + part->len;
    }
}
