/* Runs code of text: eval, exec, compile, __import__. The text is parsed once and its tree kept
 * as long as the run, as every tree is; the same text costs nothing the next time. Its places in
 * the source are nobody's own: whatever goes wrong or is recorded belongs to the line that called.
 */
#include "lang/run/native.h"

#include "lang/parse/parser.h"

struct code {
    struct object object;
    struct str *text;
    struct nodes body;
    struct node *expression; /* of eval; NULL: statements */
};

static void code_mark(struct interp *in, struct object *self)
{
    heap_mark_object(in, ((struct code *)self)->text);
}

static bool code_repr(struct interp *in, struct value self, struct buf *out)
{
    buf_printf(out, "<code object <module> at 0x%012llx, file \"<string>\", line 1>",
               (unsigned long long)(uintptr_t)self.o & 0xffffffffffffull);
    return true;
}

const struct slots code_slots = {.size = sizeof(struct code), .mark = code_mark, .repr = code_repr};

/* --- text to tree --- */

static struct source *source_of(struct interp *in, const struct str *text)
{
    struct source *source = arena_alloc(&in->arena, sizeof *source);
    char *copy = arena_copy(&in->arena, text->text, text->len);
    if (source == NULL || copy == NULL) {
        raise_memory(in);
        return NULL;
    }
    *source = (struct source){
        .file = "<string>", .first_line = 1, .prelude = true, .text = copy, .len = text->len};
    return source;
}

static bool read_text(struct interp *in, struct code *c, bool expression)
{
    struct parse_error error;
    size_t before = in->arena.total; /* the tree is never given back */
    const struct source *source = source_of(in, c->text);
    if (source == NULL) {
        return false;
    }
    enum parse_status status = expression
                                   ? parse_expression(source, &in->arena, &c->expression, &error)
                                   : parse(source, &in->arena, &c->body, &error);
    heap_charge(in, in->arena.total - before);
    switch (status) {
    case PARSE_OK:
        return true;
    case PARSE_SYNTAX_ERROR:
        return raise_syntax(in, &error, "<string>");
    case PARSE_UNSUPPORTED:
        return raise_unsupported(in, "%s", error.text);
    default:
        return raise_limit(in, "%s", error.text);
    }
}

static struct code *code_of(struct interp *in, const struct str *text, bool expression)
{
    struct buf b = {.budget = in->memory};
    const char *from = text->text + (expression ? strspn(text->text, " \t") : 0);
    struct value key, known;
    bool found;
    buf_putc(&b, expression ? 'e' : 'x');
    buf_put(&b, from, text->len - (size_t)(from - text->text));
    if (!str_take(in, &b, &key) || !dict_get(in, in->texts, key, &known, &found)) {
        return NULL;
    }
    if (found) {
        return (struct code *)known.o;
    }
    struct code *c = object_new(in, in->types.code);
    if (c == NULL || (c->text = str_new(in, str_text(key) + 1, str_of(key)->len - 1)) == NULL ||
        !read_text(in, c, expression) || !dict_set(in, in->texts, key, value_object(c))) {
        return NULL;
    }
    return c;
}

static bool is_code(const struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class == in->types.code;
}

static struct code *code_argument(struct interp *in, struct value v, const char *name)
{
    if (is_code(in, v)) {
        return (struct code *)v.o;
    }
    if (!str_is(v)) {
        raise_type_error(in, "%s() arg 1 must be a string, bytes or code object", name);
        return NULL;
    }
    return code_of(in, str_of(v), strcmp(name, "eval") == 0);
}

/* --- running it --- */

/* The module whose names are those of a dictionary. */
static struct module *module_of(struct interp *in, struct dict *names)
{
    struct str *key = str_intern(in, "__name__"), *builtins = str_intern(in, "__builtins__");
    struct value name, known;
    if (names == in->frame->module->dict) {
        return in->frame->module;
    }
    if (names == in->main->dict) {
        return in->main;
    }
    struct module *m = object_new(in, in->types.module);
    if (key == NULL || builtins == NULL || m == NULL) {
        return NULL;
    }
    m->dict = names;
    bool named = dict_get_str(names, key, &name) && str_is(name);
    m->name = named ? str_of(name) : str_intern(in, "builtins");
    bool ok = m->name != NULL && (dict_get_str(names, builtins, &known) ||
                                  dict_set_str(in, names, builtins, value_object(in->builtins)));
    return ok ? m : NULL;
}

/* Where the code's own names go, beside a copy of those of the function that it stands in: as in
 * the body of a class, functions inside do not see them. NULL: an error was raised, or there is
 * none. */
static struct scope *scope_of(struct interp *in, struct value locals, bool given_globals)
{
    struct scope *around = given_globals ? NULL : in->frame->scope;
    if (dict_is(locals)) {
        return scope_of_dict(in, NULL, NULL, dict_of(locals));
    }
    if (around != NULL && !around->is_class) {
        struct dict *names = dict_new(in);
        bool ok = names != NULL && scope_names_into(in, around, names);
        return ok ? scope_of_dict(in, NULL, around, names) : NULL;
    }
    return around;
}

static bool run(struct interp *in, const struct code *c, struct value *out)
{
    *out = value_none();
    if (c->expression != NULL) {
        return interp_step(in, 1) && eval(in, c->expression, out);
    }
    return exec_block(in, &c->body) != FLOW_ERROR;
}

static bool evaluate(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    bool expression = strcmp(name, "eval") == 0;
    struct value at[3];
    if (!arguments_take(in, args,
                        expression ? "eval(source, globals=None, locals=None, /)"
                                   : "exec(source, globals=None, locals=None, /)",
                        at)) {
        return false;
    }
    if (given_some(at[1]) && !dict_is(at[1])) {
        return expression ? raise_type_error(in, "globals must be a dict")
                          : raise_type_error(in, "exec() globals must be a dict, not %s",
                                             value_type_name(at[1]));
    }
    if (given_some(at[2]) && !dict_is(at[2])) {
        return raise_type_error(in, "locals must be a mapping%s%s",
                                expression ? "" : " or None, not ",
                                expression ? "" : value_type_name(at[2]));
    }
    const struct code *c = code_argument(in, at[0], name);
    bool own = given_some(at[1]);
    struct value locals = given_some(at[2]) ? at[2] : value_none();
    if (c == NULL || !interp_enter(in, "in code made of text")) {
        return false;
    }
    struct frame frame = {.outer = in->frame, .title = "<module>"};
    frame.module = own ? module_of(in, dict_of(at[1])) : in->frame->module;
    frame.scope = scope_of(in, locals, own);
    frame.here = frame.statement = in->frame->here;
    bool wants_scope = dict_is(locals) || (!own && in->frame->scope != NULL);
    bool ok = frame.module != NULL && (frame.scope != NULL || !wants_scope);
    if (ok) {
        bool lazy = in->lazy_annotations;
        in->lazy_annotations = lazy && !in->frame->here->span.source->prelude;
        in->frame = &frame;
        ok = run(in, c, out);
        if (!ok) {
            interp_passed(in);
        }
        in->frame = frame.outer;
        in->lazy_annotations = lazy;
    }
    interp_leave(in);
    *out = ok && expression ? *out : value_none();
    return ok;
}

static bool compile_text(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[6];
    if (!arguments_take(in, args,
                        "compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)",
                        at)) {
        return false;
    }
    if (!str_is(at[0]) || !str_is(at[2])) {
        return raise_type_error(in, "compile() arg 1 must be a string, bytes or AST object");
    }
    const char *mode = str_text(at[2]);
    if (strcmp(mode, "exec") != 0 && strcmp(mode, "eval") != 0 && strcmp(mode, "single") != 0) {
        return raise_value_error(in, "compile() mode must be 'exec', 'eval' or 'single'");
    }
    return value_made(out, code_of(in, str_of(at[0]), strcmp(mode, "eval") == 0));
}

/* __import__("a.b") is a. */
static bool import_text(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[5];
    if (!arguments_take(in, args,
                        "__import__(name, globals=None, locals=None, fromlist=(), level=0)", at)) {
        return false;
    }
    if (!str_is(at[0])) {
        return raise_type_error(in, "__import__() argument 1 must be str, not %s",
                                value_type_name(at[0]));
    }
    struct module *m = interp_import(in, str_text(at[0]));
    const char *dot = strchr(str_text(at[0]), '.');
    bool part = false;
    if (m != NULL && given(at[3]) && !value_truth(in, at[3], &part)) {
        return false;
    }
    if (m != NULL && dot != NULL && !part) {
        struct str *top = str_new(in, str_text(at[0]), (size_t)(dot - str_text(at[0])));
        m = top != NULL ? interp_import(in, top->text) : NULL;
    }
    return value_made(out, m);
}

bool builtins_code_init(struct interp *in)
{
    static const struct native_row rows[] = {{"eval", evaluate, NULL, NULL},
                                             {"exec", evaluate, NULL, NULL},
                                             {"compile", compile_text, NULL, NULL},
                                             {"__import__", import_text, NULL, NULL}};
    in->texts = dict_new(in);
    return in->texts != NULL && native_functions(in, in->builtins, NULL, rows, NATIVE_COUNT(rows));
}
