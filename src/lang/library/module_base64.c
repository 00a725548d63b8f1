/* base64: four letters for three bytes, and back. What the code calls is in
 * assets/prelude/base64.py.
 */
#include "lang/object/bytes.h"

#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* What the letters are made from takes time in line with its length. */
static bool take(struct interp *in, const struct args *args, const char *name, struct buf *out)
{
    *out = (struct buf){.budget = in->memory};
    return arguments_count(in, args, name, 1, 1) &&
           (bytes_is(args->at[0]) ? str_walk(in, bytes_of(args->at[0])->len)
                                  : raise_type_error(in, "a bytes-like object is required"));
}

static bool encode(struct interp *in, const struct args *args, struct value *out)
{
    struct buf made;
    if (!take(in, args, "_encode", &made)) {
        return false;
    }
    const struct bytes *b = bytes_of(args->at[0]);
    for (size_t k = 0; k < b->len; k += 3) {
        size_t left = b->len - k;
        unsigned number = (unsigned)b->at[k] << 16 | (left > 1 ? (unsigned)b->at[k + 1] << 8 : 0) |
                          (left > 2 ? b->at[k + 2] : 0);
        const char four[] = {letters[number >> 18], letters[number >> 12 & 63],
                             left > 1 ? letters[number >> 6 & 63] : '=',
                             left > 2 ? letters[number & 63] : '='};
        buf_put(&made, four, sizeof four);
    }
    return bytes_take(in, &made, out);
}

/* The bytes; the count of letters where they are not those of any bytes. Other characters than the
 * 64 and `=` are passed over, as Python does. */
static bool decode(struct interp *in, const struct args *args, struct value *out)
{
    struct buf made;
    if (!take(in, args, "_decode", &made)) {
        return false;
    }
    const struct bytes *b = bytes_of(args->at[0]);
    unsigned number = 0;
    int64_t count = 0;
    int padding = 0;
    bool ended = false;
    for (size_t k = 0; k < b->len && !ended; k++) {
        const char *letter = b->at[k] != 0 ? strchr(letters, b->at[k]) : NULL;
        if (letter != NULL) {
            number = (number << 6 | (unsigned)(letter - letters)) & 0xffff;
            padding = 0;
            if (++count % 4 != 1) {
                char byte = (char)(number >> ((4 - count % 4) % 4 * 2));
                buf_put(&made, &byte, 1);
            }
        } else if (b->at[k] == '=') {
            padding++;
            ended = count % 4 >= 2 && count % 4 + padding >= 4;
        }
    }
    if (count % 4 != 0 && !ended) {
        buf_free(&made);
        *out = value_int(count);
        return true;
    }
    return bytes_take(in, &made, out);
}

bool module_base64(struct interp *in, struct module *module, bool *found)
{
    static const struct native_row rows[] = {{"_encode", encode, NULL}, {"_decode", decode, NULL}};
    *found = strcmp(module->name->text, "base64") == 0;
    return !*found || native_functions(in, module->dict, "base64", rows, NATIVE_COUNT(rows));
}
