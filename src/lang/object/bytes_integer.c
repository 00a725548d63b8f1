/* Carries out int.to_bytes and int.from_bytes. */
#include "lang/object/bigint.h"
#include "lang/object/bytes.h"

#include <string.h>

static bool is_little(struct interp *in, struct value order, bool *little)
{
    *little = str_is(order) && strcmp(str_text(order), "little") == 0;
    if (!str_is(order)) {
        return raise_type_error(in, "to_bytes() argument 'byteorder' must be str, not %s",
                                value_type_name(order));
    }
    return *little || strcmp(str_text(order), "big") == 0 ||
           raise_value_error(in, "byteorder must be either 'little' or 'big'");
}

static bool is_signed(struct interp *in, struct value v, bool *out)
{
    *out = false;
    return !given(v) || value_truth(in, v, out);
}

static bool to_bytes(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    struct buf b = {.budget = in->memory};
    struct value v = args->count > 0 ? args->at[0] : value_none(), plain;
    uint32_t stores[2][2];
    int64_t length = 1;
    bool little = false, with_sign;
    const struct args rest = arguments_rest(args);
    if (!arguments_take(in, &rest, "to_bytes(length=1, byteorder='big', *, signed=False)", at) ||
        (given(at[0]) && !value_to_int(in, at[0], &length)) ||
        (given(at[1]) && !is_little(in, at[1], &little)) || !is_signed(in, at[2], &with_sign)) {
        return false;
    }
    if (!bigint_is_integer(v)) {
        return raise_type_error(in, "descriptor 'to_bytes' requires an 'int' object");
    }
    const struct bignum n = bigint_number(v, stores[0]);
    if (length < 0) {
        return raise_value_error(in, "length argument must be non-negative");
    }
    if (n.negative && !with_sign) {
        return raise_exception(in, EXCEPTION_OverflowError,
                               "can't convert negative int to unsigned");
    }
    /* -2^k needs no more bits than 2^k - 1, and the sign one more */
    if (!bigint_binary(in, OP_SUB, value_int(n.negative ? -1 : 0), v, &plain)) {
        return false;
    }
    plain = n.negative ? plain : v;
    const struct bignum size = bigint_number(plain, stores[1]);
    if ((int64_t)bignum_bits(&size) + with_sign > length * 8 && (length > 0 || size.count > 0)) {
        return raise_exception(in, EXCEPTION_OverflowError, "int too big to convert");
    }
    for (int64_t k = 0; k < length && !b.failed; k++) {
        size_t place = (size_t)(little ? k : length - 1 - k);
        uint32_t digit = place / 4 < size.count ? size.digit[place / 4] : 0;
        uint8_t byte = (uint8_t)(digit >> place % 4 * 8);
        buf_putc(&b, (char)(n.negative ? ~byte : byte)); /* -x is ~(x - 1) */
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
    scoped_buf digits = {.budget = in->memory};
    buf_putc(&digits, '0');
    for (size_t k = 0; k < b->len && !digits.failed; k++) {
        buf_hex(&digits, b->at[little ? b->len - 1 - k : k]);
    }
    bool ok = digits.failed ? raise_memory(in)
                            : bigint_parse(in, buf_text(&digits), digits.len, 16, false, out);
    struct value whole;
    return ok && (!minus || (bigint_binary(in, OP_LSHIFT, value_int(1),
                                           value_int((int64_t)b->len * 8), &whole) &&
                             value_binary(in, OP_SUB, *out, whole, out)));
}

bool bytes_integer_init(struct interp *in)
{
    return interp_method(in, in->types.integer, "to_bytes", to_bytes, NULL) &&
           native_static(in, in->types.integer, "from_bytes", from_bytes);
}
