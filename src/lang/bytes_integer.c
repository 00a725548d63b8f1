/* int.to_bytes and int.from_bytes. */
#include "lang/bytes.h"

#include <string.h>

static bool is_little(struct interp *in, struct value order, bool *little)
{
    *little = str_is(order) && strcmp(str_text(order), "little") == 0;
    if (!str_is(order)) {
        return raise(in, EXCEPTION_TypeError, "to_bytes() argument 'byteorder' must be str, not %s",
                     value_type_name(order));
    }
    return *little || strcmp(str_text(order), "big") == 0 ||
           raise(in, EXCEPTION_ValueError, "byteorder must be either 'little' or 'big'");
}

static bool is_signed(struct interp *in, struct value v, bool *out)
{
    *out = false;
    return !given(v) || value_truth(in, v, out);
}

static bool to_bytes(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    struct buf b = {0};
    int64_t v, length = 1;
    bool little = false, with_sign;
    const struct args rest = arguments_rest(args);
    if (!arguments_take(in, &rest, "to_bytes(length=1, byteorder='big', *, signed=False)", at) ||
        !value_to_int(in, args->at[0], &v) || (given(at[0]) && !value_to_int(in, at[0], &length)) ||
        (given(at[1]) && !is_little(in, at[1], &little)) || !is_signed(in, at[2], &with_sign)) {
        return false;
    }
    if (length < 0) {
        return raise(in, EXCEPTION_ValueError, "length argument must be non-negative");
    }
    if (v < 0 && !with_sign) {
        return raise(in, EXCEPTION_OverflowError, "can't convert negative int to unsigned");
    }
    int bits = (int)(length < 8 ? length * 8 : 64) - with_sign;
    bool fits = bits >= 63 || (bits < 0 ? v == 0 : (v >> bits) == (v < 0 ? -1 : 0));
    if (!fits) {
        return raise(in, EXCEPTION_OverflowError, "int too big to convert");
    }
    for (int64_t k = 0; k < length && !b.failed; k++) {
        int64_t place = little ? k : length - 1 - k;
        buf_putc(&b, (char)(v >> (place < 8 ? place * 8 : 63)));
    }
    return bytes_take(in, &b, out);
}

/* Called on the class: from_bytes(bytes, byteorder='big', *, signed=False). */
static bool from_bytes(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3], made;
    bool little = false, with_sign;
    if (!arguments_take(in, args, "from_bytes(bytes, byteorder='big', *, signed=False)", at) ||
        (given(at[1]) && !is_little(in, at[1], &little)) || !is_signed(in, at[2], &with_sign)) {
        return false;
    }
    const struct args source = {.at = at, .count = 1};
    if (!class_call(in, in->types.bytes, &source, &made)) {
        return false;
    }
    const struct bytes *b = bytes_of(made);
    bool minus = with_sign && b->len > 0 && b->at[little ? b->len - 1 : 0] >= 0x80;
    uint64_t v = minus ? UINT64_MAX : 0;
    bool fits = true;
    for (size_t k = 0; k < b->len; k++) {
        fits = fits && v >> 56 == (minus ? 0xff : 0);
        v = v << 8 | b->at[little ? b->len - 1 - k : k];
    }
    if (!fits || (v > INT64_MAX) != minus) {
        return raise(in, EXCEPTION_OverflowError, "integer result does not fit in 64 bits");
    }
    *out = value_int((int64_t)v);
    return true;
}

bool bytes_integer_init(struct interp *in)
{
    struct class *c = in->types.integer;
    struct str *name = str_intern(in, "from_bytes");
    struct wrapper *w = object_new(in, in->types.static_method);
    return name != NULL && w != NULL && interp_method(in, c, "to_bytes", to_bytes, NULL) &&
           interp_function(in, c->dict, "from_bytes", from_bytes, NULL, "int") &&
           dict_get_str(c->dict, name, &w->function) &&
           dict_set_str(in, c->dict, name, value_object(w));
}
