/* Writes tensors in NumPy's own format: a line of text with type and shape, then the numbers. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "cli/trace_dump.h"

#include "base/file.h"
#include "tensor/shape/tensor.h"
#include "trace/tape/event.h"
#include "trace/tape/module_path.h"
#include "trace/tape/snapshot.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define ALIGNED 64 /* bytes: where the numbers begin, as numpy.save has it */

/* As NumPy writes a type; what it has no type for becomes *as. */
static const char *descr_of(enum dtype dtype, enum dtype *as)
{
    static const char *const descr[DTYPE_COUNT] = {
        [DTYPE_BOOL] = "|b1",     [DTYPE_UINT8] = "|u1",   [DTYPE_INT8] = "|i1",
        [DTYPE_INT16] = "<i2",    [DTYPE_INT32] = "<i4",   [DTYPE_INT64] = "<i8",
        [DTYPE_FLOAT16] = "<f2",  [DTYPE_FLOAT32] = "<f4", [DTYPE_FLOAT64] = "<f8",
        [DTYPE_COMPLEX64] = "<c8"};
    *as = descr[dtype] != NULL ? dtype : DTYPE_FLOAT32;
    return descr[*as];
}

static void put_header(const struct tensor *t, const char *descr, struct buf *out)
{
    scoped_buf text = {0};
    buf_printf(&text, "{'descr': '%s', 'fortran_order': False, 'shape': ", descr);
    tensor_tuple_text(t, &text);
    buf_puts(&text, ", }");
    while ((10 + text.len + 1) % ALIGNED != 0) {
        buf_putc(&text, ' ');
    }
    buf_putc(&text, '\n');
    buf_put(out, "\x93NUMPY\x01\x00", 8);
    buf_putc(out, (char)(text.len & 0xff));
    buf_putc(out, (char)(text.len >> 8));
    buf_put(out, buf_text(&text), text.len);
}

/* Letters, digits, _ and . stay; anything else, as what code calls an expression, becomes one _. */
static void put_plain(const char *text, struct buf *out)
{
    bool gap = false;
    for (const char *p = text; *p != '\0'; p++) {
        bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                     (*p >= '0' && *p <= '9') || *p == '_' || *p == '.';
        if (plain || !gap) {
            buf_putc(out, plain ? *p : '_');
        }
        gap = !plain;
    }
}

static void put_name(const struct tape *t, int event, int output, int width, struct buf *out)
{
    const struct event *e = &t->event[event];
    const char *module = event_module(t, event), *name = tape_result_name(t, event, output);
    buf_printf(out, "%s%0*d-", e->setup ? "s" : "", width, e->number);
    if (module != NULL && *module != '\0') {
        put_plain(module, out);
        buf_putc(out, '.');
    }
    name = name != NULL && strncmp(name, "self.", 5) == 0 ? name + 5 : name;
    put_plain(name != NULL && strlen(name) < 80 ? name : e->op->name, out);
    if (e->output_count > 1) {
        buf_printf(out, ".%d", output);
    }
    buf_puts(out, ".npy");
}

static bool put_numbers(struct tape *t, int event, int output, struct buf *out)
{
    struct compute *cx = &t->session->torch.compute;
    scoped_tensor then = {0}, cast = {0}, dense = {0};
    enum dtype as;
    if (!tape_after(t, &t->event[event].output[output], event, &then)) {
        return false;
    }
    const char *descr = descr_of(then.dtype, &as);
    if (!tensor_cast(cx, &cast, &then, as) || !tensor_copy(cx, &dense, &cast)) {
        return false;
    }
    put_header(&dense, descr, out);
    size_t size = dtype_size(as), bytes = (size_t)tensor_numel(&dense) * size;
    buf_put(out, (const char *)dense.storage->data + (size_t)dense.offset * size, bytes);
    return true;
}

static bool write_result(struct tape *t, int event, int output, int width, const struct options *o,
                         int *count)
{
    struct error *err = &t->session->in.error;
    scoped_buf path = {0}, file = {0};
    buf_printf(&path, "%s/", o->dump);
    put_name(t, event, output, width, &path);
    if (!put_numbers(t, event, output, &file)) {
        return false;
    }
    if (path.failed || file.failed) {
        return error_memory(err);
    }
    ++*count;
    return (o->force ? file_save : file_save_new)(buf_text(&path), &file, err);
}

bool trace_dump(struct tape *t, const struct choice *c, const struct options *o, int *count)
{
    struct error *err = &t->session->in.error;
    int width = 1;
    *count = 0;
    for (int most = t->step_count; most > 9; most /= 10) {
        width++;
    }
    if (mkdir(o->dump, 0777) != 0 && errno != EEXIST) {
        return error_set(err, ERROR_INPUT, "--dump %s: %s", o->dump, strerror(errno));
    }
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        bool chosen = choice_takes(c, t, k) && e->figure == NULL && (o->all || !e->setup);
        for (int j = 0; chosen && j < e->output_count; j++) {
            if (!write_result(t, k, j, width, o, count)) {
                return false;
            }
        }
    }
    return true;
}
