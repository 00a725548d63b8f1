/* Prints the table of operations as Markdown (qkv operations); docs/operations.md is its output. */
#include "cli/command.h"

#include "numpy/numpy.h"
#include "torch/op/op.h"

#include <string.h>

static const struct {
    unsigned bit;
    const char *said;
} places[] = {
    {IN_TORCH, "torch."}, {IN_METHOD, "x.f()"},  {IN_PLACE, "x.f_()"},
    {IN_PROPERTY, "x.f"}, {IN_FUNCTIONAL, "F."}, {IN_SPECIAL, "torch.linalg / special"},
};

/* A | inside a table's cell would end it. */
static void put_cell(const char *text, struct buf *out)
{
    for (; *text != '\0'; text++) {
        buf_puts(out, *text == '|' ? "\\|" : (char[]){*text, '\0'});
    }
}

static void put_rows(const struct op *table, bool numpy, struct buf *out)
{
    buf_puts(out,
             numpy ? "| operation | one cell of the result |\n| --- | --- |\n"
                   : "| operation | called as | one cell of the result |\n| --- | --- | --- |\n");
    for (const struct op *row = table; row->name != NULL; row++) {
        if ((row->where & ~(unsigned)IN_INTERNAL) == 0) {
            continue;
        }
        buf_printf(out, "| `%s%s` |", row->name, row->signature);
        for (size_t k = 0, said = 0; !numpy && k < sizeof places / sizeof places[0]; k++) {
            if ((row->where & places[k].bit) != 0) {
                buf_printf(out, "%s%s", said++ > 0 ? ", " : " ", places[k].said);
            }
        }
        buf_puts(out, numpy ? " " : " | ");
        put_cell(row->formula, out);
        buf_puts(out, " |\n");
    }
}

int command_operations(const struct options *o)
{
    scoped_buf text = {0};
    buf_puts(&text,
             "# Operations\n\nMade by `qkv operations` from the tables `src/torch/op/ops.def` and "
             "`src/numpy/numpy.def`.\nLayers and other composites (`torch.nn`, "
             "`F.scaled_dot_product_attention`, `einops`, ...) are in `assets/prelude`.\n\n## "
             "PyTorch\n\n");
    put_rows(ops, false, &text);
    buf_puts(&text, "\n## NumPy\n\n");
    put_rows(numpy_ops, true, &text);
    output_text(buf_text(&text), text.len);
    return OUTCOME_DONE;
}
