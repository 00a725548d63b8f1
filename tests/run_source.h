/* Runs a text for suites that look at the language from outside, and gives what it printed, with
 * the last line of the traceback behind it when it failed. */
#pragma once

#include "lang/object/builtin.h"
#include "torch/prelude.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct printed_case {
    const char *source, *printed;
};

static void run_source_write(void *self, const char *text, size_t len, bool is_error)
{
    if (!is_error) {
        buf_put(self, text, len);
    }
}

static const char *run_source_prelude(void *self, const char *dotted_name, size_t *len)
{
    (void)self;
    for (int k = 0; k < prelude_count; k++) {
        if (strcmp(prelude_files[k].name, dotted_name) == 0) {
            *len = prelude_files[k].len;
            return prelude_files[k].text;
        }
    }
    return NULL;
}

static void run_source(const char *text, struct buf *out)
{
    struct interp *in = malloc(sizeof *in);
    struct budget memory = {.limit = (size_t)1 << 30};
    const struct source source = {
        .file = "test.py", .first_line = 1, .text = text, .len = strlen(text)};
    struct value last;
    bool has_last;
    ck_assert_ptr_nonnull(in);
    ck_assert(interp_init(in, &memory) && builtins_init(in));
    in->native_module = modules_native;
    in->prelude = run_source_prelude;
    in->write = run_source_write;
    in->write_self = out;
    enum outcome outcome = interp_run(in, &source, &last, &has_last);
    if (outcome == OUTCOME_EXCEPTION) {
        raise_summary(in, in->exception, out);
    } else if (outcome != OUTCOME_DONE) {
        buf_puts(out, in->error.text);
    } else if (has_last && last.type != VALUE_NONE) {
        interp_pretty(in, last, out);
    }
    heap_collect(in); /* finds objects that forget to mark what they hold */
    interp_free(in);
    ck_assert_uint_eq(memory.used, 0);
    free(in);
}

static void expect_printed(const struct printed_case *c)
{
    struct buf out = {0};
    run_source(c->source, &out);
    ck_assert_msg(strcmp(buf_text(&out), c->printed) == 0,
                  "%s\n--- printed ---\n%s\n--- instead of ---\n%s", c->source, buf_text(&out),
                  c->printed);
    buf_free(&out);
}
