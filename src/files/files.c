/* Makes the module _disk: bytes and cells out of files, and back. assets/prelude/_files.py alone
 * calls it, so arguments are of the right kind; what files say of themselves is checked. */
#include "files/door.h"
#include "files/packed.h"
#include "lang/object/bytes.h"
#include "lang/run/native.h"
#include "tensor/shape/view_part.h"
#include "torch/torch.h"

/* --- the door --- */

/* For what only an open door does. NULL: raised. */
static const struct files_door *door_of(struct interp *in)
{
    if (in->files == NULL) {
        raise_exception(in, EXCEPTION_PermissionError, "this run sees no files");
    }
    return in->files;
}

/* What the door refuses, code can catch: as CPython raises it where the system said no. */
static bool refused(struct interp *in, const char *name, const struct error *err)
{
    int number = in->files->reason;
    struct value at[3] = {value_int(number)}, made;
    const struct args args = {.at = at, .count = 3};
    if (err->kind == ERROR_LIMIT) {
        return raise_limit(in, "%s", err->text);
    }
    if (number == 0) {
        return raise_exception(in, EXCEPTION_PermissionError, "%s", err->text);
    }
    const char *why = strerror(number);
    return str_value(in, why, strlen(why), &at[1]) && str_value(in, name, strlen(name), &at[2]) &&
           value_call(in, value_object(in->classes[EXCEPTION_OSError]), &args, &made) &&
           raise_value(in, made);
}

static bool text_or_none(struct interp *in, const char *text, struct value *out)
{
    *out = value_none();
    return text == NULL || str_value(in, text, strlen(text), out);
}

/* A name for the system: no NUL in it. */
static const char *name_of(struct interp *in, struct value v)
{
    if (!str_is(v)) {
        raise_exception(in, EXCEPTION_TypeError, "a name must be str, not %s", value_type_name(v));
        return NULL;
    }
    if (strlen(str_text(v)) != str_of(v)->len) {
        raise_exception(in, EXCEPTION_ValueError, "embedded null byte");
        return NULL;
    }
    return str_text(v);
}

/* opens() -> (the folder of --files or None, that of --write or None) */
static bool opens(struct interp *in, const struct args *args, struct value *out)
{
    const struct files_door *door = in->files;
    struct value reads, writes;
    return arguments_count(in, args, "opens", 0, 0) &&
           text_or_none(in, door != NULL ? door->reads : NULL, &reads) &&
           text_or_none(in, door != NULL ? door->writes : NULL, &writes) &&
           pair_new(in, reads, writes, out);
}

/* look(name, own) -> bytes of a file, -1 for a folder, -2 for a link, -3 for anything else, None */
static bool look(struct interp *in, const struct args *args, struct value *out)
{
    const struct files_door *door = door_of(in);
    struct value at[2];
    struct files_found found = {0};
    struct error err = {0};
    const char *name;
    bool own;
    if (door == NULL || !arguments_take(in, args, "look(name, own)", at) ||
        (name = name_of(in, at[0])) == NULL || !value_truth(in, at[1], &own)) {
        return false;
    }
    if (!door->look(door->self, own, name, &found, &err)) {
        return refused(in, name, &err);
    }
    *out = found.kind == FILES_NONE   ? value_none()
           : found.kind == FILES_FILE ? value_int((int64_t)found.size)
                                      : value_int(FILES_FILE - (int)found.kind);
    return true;
}

struct found_names {
    struct interp *in;
    struct list *list;
};

static bool add_name(void *to, const char *name)
{
    struct found_names *n = to;
    struct value v;
    return str_value(n->in, name, strlen(name), &v) && list_append(n->in, n->list, v);
}

/* names(name, own) -> what is in a folder */
static bool names(struct interp *in, const struct args *args, struct value *out)
{
    const struct files_door *door = door_of(in);
    struct value at[2];
    struct error err = {0};
    struct found_names n = {.in = in, .list = list_new(in, 8)};
    const char *name;
    bool own;
    if (door == NULL || n.list == NULL || !arguments_take(in, args, "names(name, own)", at) ||
        (name = name_of(in, at[0])) == NULL || !value_truth(in, at[1], &own)) {
        return false;
    }
    *out = value_object(n.list);
    return door->list(door->self, own, name, add_name, &n, &err) ||
           (err.kind != ERROR_NONE && refused(in, name, &err));
}

/* --- reading --- */

/* Where bytes come from: a file, or bytes of the language. */
struct origin {
    const struct bytes *bytes; /* or NULL */
    const char *name;
    bool own;
    uint64_t at;
    size_t len;
};

static bool take_origin(struct interp *in, const struct value at[4], int64_t bytes,
                        struct origin *out)
{
    int64_t start;
    *out = (struct origin){.bytes = bytes_is(at[0]) ? bytes_of(at[0]) : NULL};
    if (!value_to_int(in, at[2], &start) || !value_truth(in, at[1], &out->own) ||
        (out->bytes == NULL && (out->name = name_of(in, at[0])) == NULL)) {
        return false;
    }
    size_t have = out->bytes != NULL ? out->bytes->len : SIZE_MAX;
    if (start < 0 || bytes < 0 || (uint64_t)start > have ||
        (uint64_t)bytes > have - (size_t)start) {
        return raise_exception(in, EXCEPTION_EOFError, "it ends before its time");
    }
    out->at = (uint64_t)start;
    out->len = (size_t)bytes;
    return true;
}

static bool read_into(struct interp *in, const struct origin *from, void *to)
{
    struct error err = {0};
    if (from->bytes != NULL) {
        memcpy(to, from->bytes->at + from->at, from->len);
        return true;
    }
    const struct files_door *door = door_of(in);
    if (door == NULL) {
        return false;
    }
    return door->read(door->self, from->own, from->name, from->at, to, from->len, &err) ||
           refused(in, from->name, &err);
}

/* read(origin, own, at, size) -> bytes */
static bool read_bytes(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[4];
    struct origin from;
    int64_t size;
    if (!arguments_take(in, args, "read(origin, own, at, size)", at) ||
        !value_to_int(in, at[3], &size) || !take_origin(in, at, size, &from)) {
        return false;
    }
    return bytes_blank(in, from.len, out) && read_into(in, &from, bytes_of(*out)->at);
}

static bool dtype_named(struct interp *in, struct value v, enum dtype *out)
{
    for (int d = 0; str_is(v) && d < DTYPE_COUNT; d++) {
        if (strcmp(dtype_name((enum dtype)d), str_text(v)) == 0) {
            *out = (enum dtype)d;
            return true;
        }
    }
    return raise_unsupported(in, "cells of type %s are not supported",
                             str_is(v) ? str_text(v) : value_type_name(v));
}

/* A bool has a byte of 0 or 1, whatever a file says. */
static void mend_bools(const struct tensor *t)
{
    uint8_t *cell = tensor_data(t);
    for (int64_t k = 0; t->dtype == DTYPE_BOOL && k < tensor_numel(t); k++) {
        cell[k] = cell[k] != 0;
    }
}

/* cells(origin, own, at, count, dtype, array) -> a tensor or an array with one axis */
static bool cells(struct interp *in, const struct args *args, struct value *out)
{
    struct torch *torch = torch_of(in);
    struct value at[6];
    struct origin from;
    struct tensor t;
    enum dtype dtype = DTYPE_FLOAT32;
    int64_t count;
    bool array;
    if (!arguments_take(in, args, "cells(origin, own, at, count, dtype, array)", at) ||
        !dtype_named(in, at[4], &dtype) || !value_to_int(in, at[3], &count) ||
        !value_truth(in, at[5], &array)) {
        return false;
    }
    int64_t most = INT64_MAX / (int64_t)dtype_size(dtype);
    if (!take_origin(in, at, count > most ? -1 : count * (int64_t)dtype_size(dtype), &from)) {
        return false;
    }
    if (!tensor_new(&torch->compute, &t, dtype, 1, &count)) {
        return raise_error(in);
    }
    if (from.len > 0 && !read_into(in, &from, tensor_data(&t))) {
        tensor_release(&t);
        return false;
    }
    mend_bools(&t);
    *out =
        value_object(tensor_object_new(in, array ? torch->types.ndarray : torch->types.tensor, &t));
    return out->o != NULL;
}

static bool take_sizes(struct interp *in, struct value v, int *count, int64_t *out)
{
    struct list *l = list_of(in, v);
    *count = l == NULL || l->count > TENSOR_MAX_DIMS ? -1 : (int)l->count;
    for (int k = 0; k < *count; k++) {
        if (!value_to_int(in, l->at[k], &out[k]) || out[k] < 0) {
            return raise_exception(in, EXCEPTION_ValueError, "a size is no size");
        }
    }
    return *count >= 0 ||
           (l != NULL &&
            raise_exception(in, EXCEPTION_ValueError, "it has more than %d axes", TENSOR_MAX_DIMS));
}

static bool is_cells(struct interp *in, struct value v)
{
    return tensor_object_is(in, v) || ndarray_is(in, v);
}

/* view(cells, offset, size, stride): another tensor over the same memory, and no view of it */
static bool view(struct interp *in, const struct args *args, struct value *out)
{
    struct torch *torch = torch_of(in);
    struct value at[4];
    struct tensor t;
    int ndim, strides;
    int64_t offset, size[TENSOR_MAX_DIMS], stride[TENSOR_MAX_DIMS];
    if (!arguments_take(in, args, "view(cells, offset, size, stride)", at) ||
        !value_to_int(in, at[1], &offset) || !take_sizes(in, at[2], &ndim, size) ||
        !take_sizes(in, at[3], &strides, stride)) {
        return false;
    }
    if (!is_cells(in, at[0])) {
        return raise_exception(in, EXCEPTION_TypeError, "%s has no cells", value_type_name(at[0]));
    }
    if (ndim != strides) {
        return raise_exception(in, EXCEPTION_ValueError, "%d axes have %d strides", ndim, strides);
    }
    if (!view_as_strided(&torch->compute, &t, &tensor_object_of(at[0])->tensor, ndim, size, stride,
                         offset)) {
        return raise_error(in);
    }
    *out = value_object(tensor_object_new(in, value_class(in, at[0]), &t));
    return out->o != NULL;
}

/* --- writing --- */

/* The bytes of bytes, or of a dense tensor's cells. */
static bool take_data(struct interp *in, struct value v, const void **data, size_t *len)
{
    bool tensor = is_cells(in, v);
    if (!tensor && !bytes_is(v)) {
        return raise_exception(in, EXCEPTION_TypeError, "a bytes-like object is required, not %s",
                               value_type_name(v));
    }
    const struct tensor *t = tensor ? &tensor_object_of(v)->tensor : NULL;
    if (tensor && !tensor_is_contiguous(t)) {
        return raise_exception(in, EXCEPTION_ValueError, "its cells are not in order");
    }
    *data = tensor ? tensor_data(t) : bytes_of(v)->at;
    *len = tensor ? (size_t)tensor_numel(t) * dtype_size(t->dtype) : bytes_of(v)->len;
    return str_copy(in, *len);
}

/* write(name, fresh, data) */
static bool write_data(struct interp *in, const struct args *args, struct value *out)
{
    const struct files_door *door = door_of(in);
    struct value at[3];
    struct error err = {0};
    const char *name;
    const void *data;
    size_t len;
    bool fresh;
    *out = value_none();
    return door != NULL && arguments_take(in, args, "write(name, fresh, data)", at) &&
           (name = name_of(in, at[0])) != NULL && value_truth(in, at[1], &fresh) &&
           take_data(in, at[2], &data, &len) &&
           (door->write(door->self, name, fresh, data, len, &err) || refused(in, name, &err));
}

/* raw(data) -> bytes */
static bool raw(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    const void *data;
    size_t len;
    return arguments_take(in, args, "raw(data)", &v) && take_data(in, v, &data, &len) &&
           bytes_value(in, data, len, out);
}

/* crc(data) */
static bool crc(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    const void *data;
    size_t len;
    int64_t before;
    if (!arguments_take(in, args, "crc(data, before)", at) || !take_data(in, at[0], &data, &len) ||
        !value_to_int(in, at[1], &before)) {
        return false;
    }
    *out = value_int(packed_sum((uint32_t)before, data, len));
    return true;
}

/* dense(cells): the same, or a copy in order */
static bool dense(struct interp *in, const struct args *args, struct value *out)
{
    struct torch *torch = torch_of(in);
    struct value v;
    struct tensor t;
    if (!arguments_take(in, args, "dense(cells)", &v)) {
        return false;
    }
    if (!is_cells(in, v) && !value_isinstance(in, v, torch->types.numpy_number)) {
        return raise_exception(in, EXCEPTION_TypeError, "%s has no cells", value_type_name(v));
    }
    if (!tensor_contiguous(&torch->compute, &t, &tensor_object_of(v)->tensor)) {
        return raise_error(in);
    }
    bool tensor = tensor_object_is(in, v);
    *out = value_object(
        tensor_object_new(in, tensor ? torch->types.tensor : torch->types.ndarray, &t));
    return out->o != NULL;
}

/* real(8 bytes) -> float */
static bool real(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    double number;
    if (!arguments_take(in, args, "real(data)", &v)) {
        return false;
    }
    if (!bytes_is(v) || bytes_of(v)->len != sizeof number) {
        return raise_exception(in, EXCEPTION_ValueError, "a float has 8 bytes");
    }
    memcpy(&number, bytes_of(v)->at, sizeof number);
    *out = value_float(number);
    return true;
}

/* real_bytes(float) -> 8 bytes */
static bool real_bytes(struct interp *in, const struct args *args, struct value *out)
{
    struct value v;
    double number;
    return arguments_take(in, args, "real_bytes(x)", &v) && value_to_double(in, v, &number) &&
           bytes_value(in, &number, sizeof number, out);
}

/* unpack(data, size, wrap): what was deflated; size: at most, and exactly for a zip (wrap "zip") */
static bool unpack(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    scoped_buf made = {.budget = in->memory};
    struct error err = {0};
    int64_t size;
    const void *data;
    size_t len;
    if (!arguments_take(in, args, "unpack(data, size, wrap)", at) || name_of(in, at[2]) == NULL ||
        !value_to_int(in, at[1], &size) || !take_data(in, at[0], &data, &len)) {
        return false;
    }
    if (!packed_open(data, len, str_text(at[2]), size, &made, &err)) {
        buf_free(&made);
        return made.failed ? raise_memory(in)
                           : raise_exception(in, EXCEPTION_ValueError, "%s", err.text);
    }
    return bytes_take(in, &made, out);
}

/* pack(data, wrap): deflated */
static bool pack(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    struct buf made = {.budget = in->memory};
    const void *data;
    size_t len;
    if (!arguments_take(in, args, "pack(data, wrap)", at) || name_of(in, at[1]) == NULL ||
        !take_data(in, at[0], &data, &len)) {
        return false;
    }
    packed_make(data, len, str_text(at[1]), &made);
    return bytes_take(in, &made, out);
}

/* folder(name), remove(name) */
static bool one_name(struct interp *in, const struct args *args, struct value *out)
{
    const struct files_door *door = door_of(in);
    struct error err = {0};
    const char *name;
    *out = value_none();
    if (door == NULL || !arguments_count(in, args, in->calling->name, 1, 1) ||
        (name = name_of(in, args->at[0])) == NULL) {
        return false;
    }
    bool made = in->calling->name[0] == 'f' ? door->folder(door->self, name, &err)
                                            : door->remove(door->self, name, &err);
    return made || refused(in, name, &err);
}

/* rename(from, to) */
static bool rename_file(struct interp *in, const struct args *args, struct value *out)
{
    const struct files_door *door = door_of(in);
    struct error err = {0};
    struct value at[2];
    const char *from, *to;
    *out = value_none();
    return door != NULL && arguments_take(in, args, "rename(from, to)", at) &&
           (from = name_of(in, at[0])) != NULL && (to = name_of(in, at[1])) != NULL &&
           (door->rename(door->self, from, to, &err) || refused(in, from, &err));
}

/* say(sentence) */
static bool say(struct interp *in, const struct args *args, struct value *out)
{
    const struct files_door *door = in->files;
    struct value v;
    *out = value_none();
    if (!arguments_take(in, args, "say(sentence)", &v)) {
        return false;
    }
    if (door != NULL && door->say != NULL && str_is(v)) {
        door->say(door->self, str_text(v));
    }
    return true;
}

bool files_module(struct interp *in, struct module *module, bool *found)
{
    static const struct native_row rows[] = {
        {"opens", opens, NULL, NULL},     {"look", look, NULL, NULL},
        {"names", names, NULL, NULL},     {"read", read_bytes, NULL, NULL},
        {"cells", cells, NULL, NULL},     {"view", view, NULL, NULL},
        {"raw", raw, NULL, NULL},         {"write", write_data, NULL, NULL},
        {"crc", crc, NULL, NULL},         {"unpack", unpack, NULL, NULL},
        {"pack", pack, NULL, NULL},       {"folder", one_name, NULL, NULL},
        {"remove", one_name, NULL, NULL}, {"rename", rename_file, NULL, NULL},
        {"say", say, NULL, NULL},         {"dense", dense, NULL, NULL},
        {"real", real, NULL, NULL},       {"real_bytes", real_bytes, NULL, NULL},
    };
    *found = strcmp(module->name->text, "_disk") == 0;
    return !*found || native_functions(in, module->dict, "_disk", rows, NATIVE_COUNT(rows));
}
