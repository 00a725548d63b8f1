/* Makes sys and time, as far as they do not reach outside the run. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "lang/run/native.h"

static bool set_text(struct interp *in, struct dict *into, const char *name, const char *text)
{
    struct value v;
    return str_value(in, text, strlen(text), &v) && interp_set(in, into, name, v);
}

struct stream {
    struct object object;
    bool is_error;
};

static bool stream_write(struct interp *in, const struct args *args, struct value *out)
{
    if (!str_is(args->at[1])) {
        return raise_type_error(in, "write() argument must be str, not %s",
                                value_type_name(args->at[1]));
    }
    const struct str *s = str_of(args->at[1]);
    *out = value_int((int64_t)s->count);
    if (!((struct stream *)args->at[0].o)->is_error) {
        return interp_print(in, s->text, s->len);
    }
    if (in->write != NULL) {
        in->write(in->write_self, s->text, s->len, true);
    }
    return true;
}

NATIVE_IS(stream_flush, value_give(out, strcmp(in->calling->name, "isatty") == 0 ? value_bool(false)
                                                                                 : value_none()))

static bool streams(struct interp *in, struct dict *into)
{
    static const struct slots slots = {.size = sizeof(struct stream)};
    static const struct native_row rows[] = {{"write", stream_write, NULL, "11"},
                                             {"flush", stream_flush, NULL, "00"},
                                             {"isatty", stream_flush, NULL, "00"}};
    struct class *c = interp_class(in, "TextIOWrapper", "_io", NULL, &slots);
    if (c == NULL || !native_methods(in, c, rows, NATIVE_COUNT(rows))) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        struct stream *s = object_new(in, c);
        if (s == NULL || !interp_set(in, into, k == 0 ? "stdout" : "stderr", value_object(s))) {
            return false;
        }
        s->is_error = k == 1;
    }
    return true;
}

bool system_exit(struct interp *in, const struct args *args, struct value *out)
{
    struct value made;
    return class_call(in, in->classes[EXCEPTION_SystemExit], args, &made) && raise_value(in, made);
}

static bool recursion_limit(struct interp *in, const struct args *args, struct value *out)
{
    *out =
        args->count == 0 ? value_int(in->limits.depth > 0 ? in->limits.depth : 1000) : value_none();
    return true;
}

/* The exception that the running code handles; its traceback is not given. */
static bool exc_info(struct interp *in, const struct args *args, struct value *out)
{
    struct value v = raise_handled(in);
    struct value at[3] = {value_none(), v, value_none()};
    struct str *name = str_intern(in, "__traceback__");
    if (v.type == VALUE_OBJECT) {
        at[0] = value_object(value_class(in, v));
        if (name == NULL || !value_get_attribute(in, v, name, &at[2])) {
            return false;
        }
    }
    return value_made(out, tuple_new(in, 3, at));
}

/* The text of an exception's traceback, or with one argument more its places: for the module
 * traceback. */
static bool told(struct interp *in, const struct args *args, struct value *out)
{
    struct buf b = {.budget = in->memory};
    struct list *places = args->count > 1 ? list_new(in, 4) : NULL;
    if (!value_isinstance(in, args->at[0], in->classes[EXCEPTION_BaseException])) {
        return raise_type_error(in, "an exception is needed");
    }
    bool ok = interp_told(in, args->at[0], &b, places);
    *out = value_object(places);
    return ok && (places != NULL || str_take(in, &b, out));
}

NATIVE_IS(encoding, str_value(in, "utf-8", 5, out))

static bool version_info(struct interp *in, struct dict *into)
{
    struct class *c = interp_class(in, "version_info", "sys", in->types.tuple, NULL);
    struct value level, v;
    if (c == NULL || !str_value(in, "final", 5, &level)) {
        return false;
    }
    const struct value at[5] = {value_int(3), value_int(11), value_int(2), level, value_int(0)};
    const char *const names[5] = {"major", "minor", "micro", "releaselevel", "serial"};
    struct value items = value_object(tuple_new(in, 5, at));
    const struct args args = {.at = &items, .count = 1};
    if (items.type != VALUE_OBJECT || !c->slots->create(in, c, &args, &v)) {
        return false;
    }
    for (int k = 0; k < 5; k++) {
        if (!interp_set(in, c->dict, names[k], at[k])) {
            return false;
        }
    }
    return interp_set(in, into, "version_info", v);
}

NATIVE_IS(refuse,
          raise_unsupported(in, "sys.%s() is not supported: it would tell about Python's memory",
                            in->calling->name))

static bool append_text(struct interp *in, struct list *to, const char *text)
{
    struct value v;
    text = text != NULL ? text : "";
    return str_value(in, text, strlen(text), &v) && list_append(in, to, v);
}

bool module_system(struct interp *in, struct dict *d)
{
    static const struct native_row rows[] = {
        {"exc_info", exc_info, NULL, "00"},
        {"_told", told, NULL, "12"},
        {"getdefaultencoding", encoding, NULL, "00"},
        {"getfilesystemencoding", encoding, NULL, "00"},
        {"exit", system_exit, NULL, "01"},
        {"getrecursionlimit", recursion_limit, NULL, NULL},
        {"setrecursionlimit", recursion_limit, NULL, NULL},
        {"getsizeof", refuse, NULL, NULL},
        {"getrefcount", refuse, NULL, NULL},
        {"_getframe", refuse, NULL, NULL},
    };
    struct list *argv = list_new(in, 1), *path = list_new(in, 0);
    if (argv == NULL || path == NULL || !append_text(in, argv, in->program)) {
        return false;
    }
    for (int k = 0; k < in->argument_count; k++) {
        if (!append_text(in, argv, in->arguments[k])) {
            return false;
        }
    }
    return streams(in, d) && version_info(in, d) && set_text(in, d, "version", "3.11.2 (qkv)") &&
           set_text(in, d, "platform", "linux") && set_text(in, d, "byteorder", "little") &&
           set_text(in, d, "executable", "") &&
           interp_set(in, d, "maxsize", value_int(INT64_MAX)) &&
           interp_set(in, d, "maxunicode", value_int(0x10ffff)) &&
           interp_set(in, d, "hexversion", value_int(0x030b02f0)) &&
           interp_set(in, d, "argv", value_object(argv)) &&
           interp_set(in, d, "path", value_object(path)) &&
           interp_set(in, d, "modules", value_object(in->modules)) &&
           native_functions(in, d, "sys", rows, NATIVE_COUNT(rows));
}

static bool now(struct interp *in, const struct args *args, struct value *out)
{
    const char *name = in->calling->name;
    struct timespec t;
    clock_gettime(strncmp(name, "time", 4) == 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, &t);
    size_t len = strlen(name);
    if (len > 3 && strcmp(name + len - 3, "_ns") == 0) {
        *out = value_int((int64_t)t.tv_sec * 1000000000 + t.tv_nsec);
    } else {
        *out = value_float((double)t.tv_sec + (double)t.tv_nsec * 1e-9);
    }
    return true;
}

/* Nobody waits: the pause would only slow the reader down. */
static bool sleep_not(struct interp *in, const struct args *args, struct value *out)
{
    double seconds;
    return value_to_double(in, args->at[0], &seconds) &&
           (seconds >= 0 || raise_value_error(in, "sleep length must be non-negative"));
}

bool module_system_time(struct interp *in, struct dict *d)
{
    static const struct native_row rows[] = {
        {"time", now, NULL, "00"},        {"perf_counter", now, NULL, "00"},
        {"monotonic", now, NULL, "00"},   {"process_time", now, NULL, "00"},
        {"time_ns", now, NULL, "00"},     {"perf_counter_ns", now, NULL, "00"},
        {"sleep", sleep_not, NULL, "11"}, {"monotonic_ns", now, NULL, "00"},
        {"thread_time", now, NULL, "00"}, {"process_time_ns", now, NULL, "00"},
    };
    return native_functions(in, d, "time", rows, NATIVE_COUNT(rows));
}
