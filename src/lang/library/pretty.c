/* Writes the echo of a notebook: a value in the form of IPython's pretty printer, which is
 * assets/prelude/_pretty.py. */
#include "lang/run/native.h"

bool interp_pretty(struct interp *in, struct value v, struct buf *out)
{
    struct module *printer = interp_import(in, "_pretty");
    struct value text;
    if (printer == NULL || !value_call_method(in, value_object(printer), "pretty", 1, &v, &text)) {
        struct trace_entry *last = in->trace + in->trace_count;
        while (in->trace_count > 0 && (--last)->span.source->prelude) {
            in->trace_count--; /* nobody called it by name */
        }
        return false;
    }
    buf_put(out, str_text(text), str_of(text)->len);
    return true;
}

/* It can run code (__repr__) and fail like any other. */
enum outcome interp_echo(struct interp *in, struct value v)
{
    scoped_buf text = {.budget = in->memory};
    enum outcome outcome = OUTCOME_DONE;
    if (v.type == VALUE_NONE) {
        return outcome;
    }
    if (!interp_pretty(in, v, &text)) {
        outcome = in->ending != OUTCOME_DONE ? in->ending : OUTCOME_EXCEPTION;
    } else if (!interp_print(in, buf_text(&text), text.len) || !interp_print(in, "\n", 1)) {
        outcome = OUTCOME_LIMIT;
    }
    return outcome;
}
