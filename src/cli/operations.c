/* qkv operations: the table of operations as Markdown; docs/operations.md is its output. */
#include "cli/command.h"

#include "torch/numpy.h"
#include "torch/op.h"

#include <stdio.h>
#include <string.h>

static const struct {
    unsigned bit;
    const char *said;
} places[] = {
    {IN_TORCH, "torch."}, {IN_METHOD, "x.f()"},  {IN_PLACE, "x.f_()"},
    {IN_PROPERTY, "x.f"}, {IN_FUNCTIONAL, "F."}, {IN_SPECIAL, "torch.linalg / special"},
};

/* A | inside a table's cell would end it. */
static void put_cell(const char *text)
{
    for (; *text != '\0'; text++) {
        fputs(*text == '|' ? "\\|" : (char[]){*text, '\0'}, stdout);
    }
}

static void put_rows(const struct op *table, bool numpy)
{
    puts(numpy ? "| operation | one cell of the result |\n| --- | --- |"
               : "| operation | called as | one cell of the result |\n| --- | --- | --- |");
    for (const struct op *row = table; row->name != NULL; row++) {
        if ((row->where & ~(unsigned)IN_INTERNAL) == 0) {
            continue;
        }
        printf("| `%s%s` |", row->name, row->signature);
        for (size_t k = 0, said = 0; !numpy && k < sizeof places / sizeof places[0]; k++) {
            if ((row->where & places[k].bit) != 0) {
                printf("%s%s", said++ > 0 ? ", " : " ", places[k].said);
            }
        }
        fputs(numpy ? " " : " | ", stdout);
        put_cell(row->formula);
        puts(" |");
    }
}

int command_operations(const struct options *o)
{
    (void)o;
    puts("# Operations\n\nMade by `qkv operations` from the tables `src/torch/ops.def` and "
         "`src/torch/numpy.def`.\nLayers and other composites (`torch.nn`, "
         "`F.scaled_dot_product_attention`, `einops`, ...) are in `assets/prelude`.\n\n## "
         "PyTorch\n");
    put_rows(ops, false);
    puts("\n## NumPy\n");
    put_rows(numpy_ops, true);
    return OUTCOME_DONE;
}
