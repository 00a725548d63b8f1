/* Holds the names of the operators, as they are written. */
#include "lang/parse/ast.h"

const char *operator_text(enum operator_ op)
{
    static const char *const texts[OP_COUNT] = {
        [OP_ADD] = "+",         [OP_SUB] = "-",    [OP_MUL] = "*",         [OP_DIV] = "/",
        [OP_FLOOR_DIV] = "//",  [OP_MOD] = "%",    [OP_POW] = "**",        [OP_MATMUL] = "@",
        [OP_AND] = "&",         [OP_OR] = "|",     [OP_XOR] = "^",         [OP_LSHIFT] = "<<",
        [OP_RSHIFT] = ">>",     [OP_EQ] = "==",    [OP_NE] = "!=",         [OP_LT] = "<",
        [OP_LE] = "<=",         [OP_GT] = ">",     [OP_GE] = ">=",         [OP_IS] = "is",
        [OP_IS_NOT] = "is not", [OP_IN] = "in",    [OP_NOT_IN] = "not in", [OP_NEG] = "-",
        [OP_POS] = "+",         [OP_INVERT] = "~", [OP_NOT] = "not"};
    return texts[op];
}
