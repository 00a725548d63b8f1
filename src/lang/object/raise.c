/* Raises exceptions: their classes, raising from C, catching, and the one-line summary. The
 * traceback's text is traceback.c. */
#define _POSIX_C_SOURCE 200809L
#include "lang/parse/parser.h"
#include "lang/run/native.h"

#include <stdio.h>
#include <stdlib.h>

/* An exception is an object with attributes; its arguments stand under "args". While it is caught
 * it holds the places it has passed: the traceback, should it go on. */
struct raised {
    struct object object;
    struct trace_entry *trace;
    int trace_count, trace_cap;
    const struct node *here; /* what failed in the frame that caught it */
    const char *title;       /* of that frame */
    int line;                /* where it was caught, for code that asks; 0: never */
    char *hint;              /* or NULL */
};

static void raised_free(struct interp *in, struct object *self)
{
    struct raised *r = (struct raised *)self;
    free(r->trace);
    free(r->hint);
}

static struct list *arguments_of(struct interp *in, struct value exception)
{
    struct value args;
    struct str *name = str_intern(in, "args");
    if (name == NULL || exception.type != VALUE_OBJECT || exception.o->attributes == NULL ||
        !dict_get_str(exception.o->attributes, name, &args) || !tuple_is(args)) {
        return NULL;
    }
    return (struct list *)args.o;
}

static bool set_own(struct interp *in, struct object *o, const char *name, struct value v)
{
    struct str *key = str_intern(in, name);
    if (o->attributes == NULL) {
        o->attributes = dict_new(in);
    }
    return key != NULL && o->attributes != NULL && dict_set_str(in, o->attributes, key, v);
}

/* What may be given by name: ImportError("...", name="x"). */
static bool take_named(struct interp *in, struct object *o, const struct args *args)
{
    static const struct {
        enum exception kind;
        const char *name;
    } known[] = {{EXCEPTION_ImportError, "name"},
                 {EXCEPTION_ImportError, "path"},
                 {EXCEPTION_NameError, "name"},
                 {EXCEPTION_AttributeError, "name"},
                 {EXCEPTION_AttributeError, "obj"}};
    for (int k = 0; k < args->keyword_count; k++) {
        for (size_t j = 0; j < sizeof known / sizeof known[0]; j++) {
            bool taken = class_is_subclass(o->class, in->classes[known[j].kind]) &&
                         strcmp(args->names[k]->text, known[j].name) == 0;
            if (taken && !set_own(in, o, known[j].name, args->values[k])) {
                return false;
            }
        }
    }
    return true;
}

/* OSError(number, text): the class by number, as the system's own errors are told. */
static struct class *os_error(struct interp *in, struct class *class, const struct args *args)
{
    static const struct {
        int64_t number;
        enum exception kind;
    } known[] = {{1, EXCEPTION_PermissionError},         {2, EXCEPTION_FileNotFoundError},
                 {3, EXCEPTION_ProcessLookupError},      {4, EXCEPTION_InterruptedError},
                 {10, EXCEPTION_ChildProcessError},      {11, EXCEPTION_BlockingIOError},
                 {13, EXCEPTION_PermissionError},        {17, EXCEPTION_FileExistsError},
                 {20, EXCEPTION_NotADirectoryError},     {21, EXCEPTION_IsADirectoryError},
                 {32, EXCEPTION_BrokenPipeError},        {103, EXCEPTION_ConnectionAbortedError},
                 {104, EXCEPTION_ConnectionResetError},  {110, EXCEPTION_TimeoutError},
                 {111, EXCEPTION_ConnectionRefusedError}};
    bool numbered = class == in->classes[EXCEPTION_OSError] && args->count >= 2 &&
                    args->at[0].type == VALUE_INT;
    for (size_t k = 0; numbered && k < sizeof known / sizeof known[0]; k++) {
        if (known[k].number == args->at[0].i) {
            return in->classes[known[k].kind];
        }
    }
    return class;
}

static bool exception_create(struct interp *in, struct class *class, const struct args *args,
                             struct value *out)
{
    bool system = class_is_subclass(class, in->classes[EXCEPTION_OSError]) && args->count >= 2 &&
                  args->count <= 5;
    struct object *o = object_new(in, system ? os_error(in, class, args) : class);
    int count = system ? 2 : args->count;
    struct list *t = o != NULL ? tuple_new(in, count, args->at) : NULL;
    *out = value_object(o);
    return t != NULL && set_own(in, o, "args", value_object(t)) && take_named(in, o, args) &&
           (!system ||
            (set_own(in, o, "errno", args->at[0]) && set_own(in, o, "strerror", args->at[1]) &&
             (args->count < 3 || set_own(in, o, "filename", args->at[2]))));
}

static bool own_attribute(struct interp *in, struct value self, const char *name, struct value *out)
{
    struct str *key = str_intern(in, name);
    return key != NULL && self.o->attributes != NULL && dict_get_str(self.o->attributes, key, out);
}

static bool exception_str(struct interp *in, struct value self, struct buf *out)
{
    struct list *args = arguments_of(in, self);
    if (args == NULL || args->count == 0) {
        return true;
    }
    bool encodes = class_is_subclass(self.o->class, in->classes[EXCEPTION_UnicodeEncodeError]);
    if (encodes || class_is_subclass(self.o->class, in->classes[EXCEPTION_UnicodeDecodeError])) {
        return codec_describe(in, args, encodes, out);
    }
    struct value file, line;
    if (own_attribute(in, self, "filename", &file) && own_attribute(in, self, "lineno", &line) &&
        class_is_subclass(self.o->class, in->classes[EXCEPTION_SyntaxError]) && str_is(file)) {
        bool ok = value_str(in, args->at[0], out);
        buf_printf(out, " (%s, line %lld)", str_text(file), (long long)line.i);
        return ok;
    }
    struct value number;
    if (args->count == 2 && own_attribute(in, self, "errno", &number)) {
        buf_puts(out, "[Errno ");
        bool ok = value_str(in, number, out);
        buf_puts(out, "] ");
        ok = ok && value_str(in, args->at[1], out);
        if (ok && own_attribute(in, self, "filename", &file) && file.type != VALUE_NONE) {
            buf_puts(out, ": ");
            ok = value_repr(in, file, out);
        }
        return ok;
    }
    if (args->count == 1) {
        bool key = class_is_subclass(self.o->class, in->classes[EXCEPTION_KeyError]);
        return key ? value_repr(in, args->at[0], out) : value_str(in, args->at[0], out);
    }
    return value_repr(in, value_object(args), out);
}

static bool exception_repr(struct interp *in, struct value self, struct buf *out)
{
    struct list *args = arguments_of(in, self);
    buf_puts(out, self.o->class->name->text);
    if (args == NULL || args->count == 0) {
        buf_puts(out, "()");
        return true;
    }
    if (args->count > 1) {
        return value_repr(in, value_object(args), out);
    }
    buf_putc(out, '(');
    if (!value_repr(in, args->at[0], out)) {
        return false;
    }
    buf_putc(out, ')');
    return true;
}

/* As much of a traceback as code asks for: that it is there, and its line. */
static bool traceback_of(struct interp *in, struct value exception, struct value *out)
{
    const struct raised *r = (const struct raised *)exception.o;
    *out = value_none();
    if (r->line == 0) {
        return true;
    }
    struct object *o = object_new(in, in->types.traceback);
    return value_made(out, o) && set_own(in, o, "tb_lineno", value_int(r->line)) &&
           set_own(in, o, "_raised", exception) && set_own(in, o, "tb_next", value_none());
}

/* What Python gives without anybody having set it: None, or one of the arguments. */
static const struct {
    const char *name;
    enum exception kind;
    int argument; /* -1: None */
} unset[] = {
    {"__cause__", EXCEPTION_BaseException, -1}, {"__context__", EXCEPTION_BaseException, -1},
    {"errno", EXCEPTION_OSError, -1},           {"strerror", EXCEPTION_OSError, -1},
    {"filename", EXCEPTION_OSError, -1},        {"name", EXCEPTION_ImportError, -1},
    {"path", EXCEPTION_ImportError, -1},        {"name", EXCEPTION_NameError, -1},
    {"name", EXCEPTION_AttributeError, -1},     {"obj", EXCEPTION_AttributeError, -1},
    {"lineno", EXCEPTION_SyntaxError, -1},      {"offset", EXCEPTION_SyntaxError, -1},
    {"text", EXCEPTION_SyntaxError, -1},        {"filename", EXCEPTION_SyntaxError, -1},
    {"msg", EXCEPTION_SyntaxError, 0},          {"msg", EXCEPTION_ImportError, 0},
    {"value", EXCEPTION_StopIteration, 0},      {"code", EXCEPTION_SystemExit, 0},
    {"encoding", EXCEPTION_UnicodeError, 0},    {"object", EXCEPTION_UnicodeError, 1},
    {"start", EXCEPTION_UnicodeError, 2},       {"end", EXCEPTION_UnicodeError, 3},
    {"reason", EXCEPTION_UnicodeError, 4},
};

static bool exception_get(struct interp *in, struct value self, struct str *name, struct value *out,
                          bool *found)
{
    const struct list *args = arguments_of(in, self);
    const int64_t count = args != NULL ? args->count : 0;
    for (size_t k = 0; k < NATIVE_COUNT(unset) && !*found; k++) {
        *found = strcmp(name->text, unset[k].name) == 0 &&
                 class_is_subclass(self.o->class, in->classes[unset[k].kind]) &&
                 (unset[k].kind != EXCEPTION_UnicodeError || count == 5);
        bool has = *found && unset[k].argument >= 0 && unset[k].argument < count;
        *out = has ? args->at[unset[k].argument] : value_none();
        if (has && unset[k].kind == EXCEPTION_SystemExit && count > 1) {
            *out = value_object((void *)(uintptr_t)args);
        }
    }
    if (strcmp(name->text, "__traceback__") == 0) {
        *found = true;
        return traceback_of(in, self, out);
    }
    if (strcmp(name->text, "__suppress_context__") == 0) {
        *found = true;
        *out = value_bool(false);
    }
    return true;
}

static const struct slots traceback_slots = {.size = sizeof(struct object), .has_attributes = true};

const struct slots exception_slots = {
    .size = sizeof(struct raised),
    .has_attributes = true,
    .free = raised_free,
    .create = exception_create,
    .repr = exception_repr,
    .str = exception_str,
    .get = exception_get,
};

/* super().__init__(message) */
static bool exception_init(struct interp *in, const struct args *args, struct value *out)
{
    struct list *t = tuple_new(in, args->count - 1, args->at + 1);
    return t != NULL && set_own(in, args->at[0].o, "args", value_object(t));
}

NATIVE_IS(exception_same, value_give(out, args->at[0]))

static bool exception_add_note(struct interp *in, const struct args *args, struct value *out)
{
    struct value notes;
    if (!str_is(args->at[1])) {
        return raise_type_error(in, "note must be a str, not '%s'", value_type_name(args->at[1]));
    }
    if (!own_attribute(in, args->at[0], "__notes__", &notes) || !list_is(notes)) {
        notes = value_object(list_new(in, 1));
        if (notes.type != VALUE_OBJECT || !set_own(in, args->at[0].o, "__notes__", notes)) {
            return false;
        }
    }
    return list_append(in, (struct list *)notes.o, args->at[1]);
}

bool raise_notes(struct interp *in, struct value exception, struct buf *out)
{
    struct value notes;
    bool ok = true;
    if (own_attribute(in, exception, "__notes__", &notes) && list_is(notes)) {
        const struct list *l = (const struct list *)notes.o;
        for (int64_t k = 0; ok && k < l->count; k++) {
            ok = value_str(in, l->at[k], out);
            buf_putc(out, '\n');
        }
    }
    return ok;
}

bool raise_named(struct interp *in, const char *attribute, struct value v)
{
    if (in->exception.type == VALUE_OBJECT) {
        set_own(in, in->exception.o, attribute, v);
    }
    return false;
}

bool raise_init(struct interp *in)
{
#define EXCEPTION_object (-1)
    static const struct {
        const char *name;
        int base;
    } rows[] = {
#define X(name, base) {#name, EXCEPTION_##base},
        EXCEPTIONS(X)
#undef X
    };
    for (int k = 0; k < EXCEPTION_COUNT; k++) {
        struct class *base = rows[k].base < 0 ? in->types.object : in->classes[rows[k].base];
        struct class *c = interp_class(in, rows[k].name, "builtins", base, &exception_slots);
        in->classes[k] = c;
        if (c == NULL || !interp_set(in, in->builtins, rows[k].name, value_object(c))) {
            return false;
        }
    }
    static const struct native_row methods[] = {{"__init__", exception_init, NULL, "0*k"},
                                                {"add_note", exception_add_note, NULL, "11"},
                                                {"with_traceback", exception_same, NULL, "11"}};
    struct value os_error_class = value_object(in->classes[EXCEPTION_OSError]);
    in->types.traceback = interp_class(in, "traceback", "builtins", NULL, &traceback_slots);
    return in->types.traceback != NULL && interp_set(in, in->builtins, "IOError", os_error_class) &&
           interp_set(in, in->builtins, "EnvironmentError", os_error_class) &&
           native_methods(in, in->classes[0], methods, NATIVE_COUNT(methods));
}

/* --- raising --- */

static void forget_trace(struct interp *in)
{
    in->trace_count = 0;
    in->hint[0] = '\0';
    in->missing = false;
}

bool raise_hint(struct interp *in, const struct str *near)
{
    if (near != NULL && in->exception.type == VALUE_OBJECT) {
        snprintf(in->hint, sizeof in->hint, ". Did you mean: '%.80s'?", near->text);
    }
    return false;
}

struct value raise_handled(const struct interp *in)
{
    for (const struct frame *f = in->frame; f != NULL; f = f->outer) {
        if (f->handling.type == VALUE_OBJECT) {
            return f->handling;
        }
    }
    return value_none();
}

/* Takes back what a caught exception kept; it goes on from the frame that caught it. */
static void resume(struct interp *in, struct raised *r)
{
    forget_trace(in);
    if (r->trace != NULL) {
        free(in->trace);
        in->trace = r->trace;
        in->trace_count = r->trace_count;
        in->trace_cap = r->trace_cap;
        r->trace = NULL;
    }
    if (r->hint != NULL) {
        snprintf(in->hint, sizeof in->hint, "%s", r->hint);
    }
}

bool raise_again(struct interp *in, struct value exception)
{
    if (in->ending != OUTCOME_DONE) {
        return false;
    }
    struct raised *r = (struct raised *)exception.o;
    resume(in, r);
    if (in->frame != NULL && r->here != NULL) {
        in->frame->here = r->here;
    }
    r->here = NULL;
    in->exception = exception;
    return false;
}

/* Python's __context__: what was being handled. A chain that came back to the new exception is cut
 * there. */
static void set_context(struct interp *in, struct object *o, struct value handled)
{
    struct str *name = str_intern(in, "__context__");
    struct value next;
    if (name == NULL || handled.type != VALUE_OBJECT || handled.o == o) {
        return;
    }
    for (struct object *at = handled.o;
         at->attributes != NULL && dict_get_str(at->attributes, name, &next) &&
         next.type == VALUE_OBJECT;
         at = next.o) {
        if (next.o == o) {
            dict_delete_str(at->attributes, name);
            break;
        }
    }
    set_own(in, o, "__context__", handled);
}

void raise_recall(struct interp *in, struct value exception)
{
    struct raised *r = (struct raised *)exception.o;
    resume(in, r);
    if (r->here != NULL) {
        interp_note(in, &r->here->span, r->title);
        r->here = NULL;
    }
}

void raise_keep(struct interp *in, struct value exception)
{
    struct raised *r = (struct raised *)exception.o;
    raised_free(in, exception.o);
    r->trace = in->trace;
    r->trace_count = in->trace_count;
    r->trace_cap = in->trace_cap;
    r->hint = in->hint[0] != '\0' ? strdup(in->hint) : NULL;
    in->trace = NULL;
    in->trace_count = in->trace_cap = 0;
}

bool raise_value(struct interp *in, struct value exception)
{
    if (in->ending != OUTCOME_DONE) {
        return false; /* the run is over already: nothing may replace that */
    }
    if (in->memory->refused.kind != ERROR_NONE) {
        return raise_memory(in); /* it may be about a text that was cut short */
    }
    raise_recall(in, exception); /* raised a second time: the first way is part of the story */
    set_context(in, exception.o, raise_handled(in));
    in->exception = exception;
    return false;
}

static bool raise_made(struct interp *in, struct class *class, int count, const struct value *at)
{
    const struct args args = {.at = at, .count = count};
    struct value made;
    return exception_create(in, class, &args, &made) && raise_value(in, made);
}

bool raise_exception(struct interp *in, enum exception kind, const char *format, ...)
{
    scoped_buf text = {.budget = in->memory};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    const struct value arg = value_object(str_new(in, buf_text(&text), strlen(buf_text(&text))));
    return arg.type == VALUE_OBJECT && raise_made(in, in->classes[kind], 1, &arg);
}

bool raise_key(struct interp *in, struct value key)
{
    return raise_made(in, in->classes[EXCEPTION_KeyError], 1, &key);
}

bool raise_stop(struct interp *in, struct value returned)
{
    return raise_made(in, in->classes[EXCEPTION_StopIteration], returned.type != VALUE_NONE,
                      &returned);
}

static bool end_run(struct interp *in, enum outcome ending, const char *format, va_list args)
{
    if (in->ending == OUTCOME_DONE) {
        in->ending = ending;
        error_clear(&in->error);
        error_setv(&in->error, ending == OUTCOME_LIMIT ? ERROR_LIMIT : ERROR_UNSUPPORTED, format,
                   args);
        in->exception = value_none();
        forget_trace(in);
    }
    return false;
}

bool raise_unsupported(struct interp *in, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    end_run(in, OUTCOME_UNSUPPORTED, format, args);
    va_end(args);
    return false;
}

bool raise_limit(struct interp *in, const char *format, ...)
{
    va_list args;
    if (in->ending == OUTCOME_DONE && in->memory->refused.kind != ERROR_NONE) { /* met before */
        error_clear(&in->error);
        error_set(&in->error, ERROR_LIMIT, "%s", in->memory->refused.text);
        error_clear(&in->memory->refused);
        return raise_error(in);
    }
    va_start(args, format);
    end_run(in, OUTCOME_LIMIT, format, args);
    va_end(args);
    return false;
}

bool raise_memory(struct interp *in)
{
    return raise_limit(in, "the system has no memory left");
}

bool raise_error(struct interp *in)
{
    static const enum exception kinds[] = {
        [ERROR_RUNTIME] = EXCEPTION_RuntimeError,
        [ERROR_TYPE] = EXCEPTION_TypeError,
        [ERROR_VALUE] = EXCEPTION_ValueError,
        [ERROR_INDEX] = EXCEPTION_IndexError,
        [ERROR_NOT_IMPLEMENTED] = EXCEPTION_NotImplementedError,
        [ERROR_ZERO_DIVISION] = EXCEPTION_ZeroDivisionError,
        [ERROR_OVERFLOW] = EXCEPTION_OverflowError,
        [ERROR_MEMORY] = EXCEPTION_MemoryError,
    };
    struct error error = in->error;
    if (in->ending != OUTCOME_DONE) {
        return false;
    }
    error_clear(&in->error);
    switch (error.kind) {
    case ERROR_NONE:
        return in->exception.type == VALUE_OBJECT
                   ? false
                   : raise_exception(in, EXCEPTION_RuntimeError,
                                     "an operation failed without saying why");
    case ERROR_UNSUPPORTED:
        return raise_unsupported(in, "%s", error.text);
    case ERROR_LIMIT:
    case ERROR_MEMORY:
    case ERROR_INPUT:
        return raise_limit(in, "%s", error.text);
    default:
        return raise_exception(in, kinds[error.kind], "%s", error.text);
    }
}

bool raise_syntax(struct interp *in, const struct parse_error *error, const char *file)
{
    struct str *text = str_new(in, error->text, strlen(error->text));
    const struct value arg = value_object(text);
    const struct args args = {.at = &arg, .count = 1};
    enum exception kind = EXCEPTION_SyntaxError;
    struct value made;
    if (strcmp(error->type, "IndentationError") == 0) {
        kind = EXCEPTION_IndentationError;
    } else if (strcmp(error->type, "TabError") == 0) {
        kind = EXCEPTION_TabError;
    }
    if (text == NULL || !class_call(in, in->classes[kind], &args, &made)) {
        return false;
    }
    struct str *name = file != NULL ? str_intern(in, file) : NULL;
    bool told = name == NULL || (set_own(in, made.o, "filename", value_object(name)) &&
                                 set_own(in, made.o, "lineno", value_int(error->span.line)));
    return told && set_own(in, made.o, "msg", arg) && raise_value(in, made);
}

/* --- catching --- */

struct value raise_catch(struct interp *in)
{
    struct value exception = in->exception;
    in->exception = value_none();
    if (exception.type == VALUE_OBJECT) {
        struct raised *r = (struct raised *)exception.o;
        raise_keep(in, exception);
        r->here = in->frame != NULL ? in->frame->here : NULL;
        r->title = in->frame != NULL ? in->frame->title : NULL;
        r->line = r->here != NULL ? r->here->span.line : 0;
    }
    forget_trace(in);
    heap_hold(in, exception);
    return exception;
}

bool raise_is(struct interp *in, enum exception kind)
{
    return in->ending == OUTCOME_DONE && in->exception.type == VALUE_OBJECT &&
           class_is_subclass(in->exception.o->class, in->classes[kind]);
}

#define MOST_SAID                                                                                  \
    ((size_t)1 << 20) /* bytes of an exception's text that a traceback shows, or more              \
                       * than that: a traceback cuts it (ending.c) */

bool raise_summary(struct interp *in, struct value exception, struct buf *out)
{
    const struct class *c = exception.o->class;
    bool builtin = c->module == NULL || strcmp(c->module, "builtins") == 0 ||
                   strcmp(c->module, "__main__") == 0;
    struct value said;
    bool syntax = class_is_subclass(c, in->classes[EXCEPTION_SyntaxError]) &&
                  own_attribute(in, exception, "msg", &said);
    struct budget page = {.limit = MOST_SAID};
    scoped_buf text = {.budget = &page};
    buf_fill(&text, ' ', MOST_SAID / 2); /* room for the beginning of what is longer */
    buf_clear(&text);
    bool ok = value_str(in, syntax ? said : exception, &text);
    buf_printf(out, "%s%s%s", builtin ? "" : c->module, builtin ? "" : ".", class_qualname(in, c));
    if (!ok && in->ending == OUTCOME_DONE) {
        raise_catch(in);
        buf_puts(out, ": <exception str() failed>");
    }
    if (ok && text.len > 0) {
        buf_puts(out, ": ");
        buf_put(out, text.data, text.len);
    }
    return ok;
}
