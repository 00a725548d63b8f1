/* Finds the values of number literals. Where a number ends, and whether it is well formed, the
 * lexer has decided already. */
#include "lang/parse/parse_number.h"

#include <stdlib.h>
#include <string.h>

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return (c | 0x20) - 'a' + 10;
}

/* False when it does not fit. */
static bool whole_number(const char *text, int64_t *value)
{
    int base = 10;
    if (text[0] == '0' && text[1] != '\0') {
        char c = (char)(text[1] | 0x20);
        base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
        text += base == 10 ? 0 : 2;
    }
    uint64_t sum = 0;
    for (; *text; text++) {
        uint64_t digit = (uint64_t)digit_value(*text);
        if (sum > ((uint64_t)INT64_MAX - digit) / (uint64_t)base) {
            return false;
        }
        sum = sum * (uint64_t)base + digit;
    }
    *value = (int64_t)sum;
    return true;
}

struct node *parse_number(struct parser *p)
{
    struct position from = parse_position(p);
    const char *text = p->source->text + p->token.start;
    size_t len = p->token.end - p->token.start;
    char room[48];
    bool fits = len < sizeof room && memchr(text, '_', len) == NULL;
    buf_clear(&p->text);
    for (size_t i = 0; i < len && !fits; i++) {
        if (text[i] != '_') {
            buf_putc(&p->text, text[i]);
        }
    }
    if (p->text.failed) {
        return parse_limit(p, "There is not enough memory to read the code.");
    }
    parse_advance(p);
    struct node *node = parse_node(p, NODE_INT, from);
    if (!node) {
        return NULL;
    }
    if (fits) {
        memcpy(room, text, len);
        room[len] = '\0';
    }
    const char *digits = fits ? room : buf_text(&p->text);
    size_t count = fits ? len : p->text.len;
    bool based = count > 1 && digits[0] == '0' && strchr("xXoObB", digits[1]);
    if (!based && (digits[count - 1] | 0x20) == 'j') {
        node->kind = NODE_IMAGINARY;
        node->real = strtod(digits, NULL);
    } else if (!based && strpbrk(digits, ".eE")) {
        node->kind = NODE_FLOAT;
        node->real = strtod(digits, NULL);
    } else if (!whole_number(digits, &node->integer)) {
        node->text_len = count;
        node->text = arena_copy(p->arena, digits, count);
        if (!node->text) {
            node = parse_limit(p, "There is not enough memory to read the code.");
        }
    }
    buf_clear(&p->text);
    return node;
}
