/* Tells why a run ends early, and gives back what it had. The traceback around it is
 * traceback.c. */
#include "lang/run/ending.h"

#include "lang/object/bigint.h"
#include "lang/object/value_method.h"

#include <stdio.h>
#include <string.h>

/* SystemExit's code: None, a number, or what is told. */
static bool code_of(struct interp *in, struct value exception, struct value *code)
{
    bool found = false;
    return value_find(in, exception, "code", code, &found) && found;
}

bool ending_is_silent(struct interp *in, struct value exception)
{
    struct value code;
    return code_of(in, exception, &code) && (code.type == VALUE_NONE || bigint_is_integer(code));
}

bool ending_status(struct interp *in, int *status)
{
    struct value exception = in->exception, code = value_none();
    if (!raise_is(in, EXCEPTION_SystemExit)) {
        return false;
    }
    in->exception = value_none(); /* `code` may be a property */
    bool told = code_of(in, exception, &code);
    in->exception = exception;
    *status = !told || !bigint_is_integer(code) ? code.type != VALUE_NONE
              : code.type == VALUE_BOOL         ? code.b
              : code.type == VALUE_INT          ? (int)((uint64_t)code.i & 0xff)
                                                : 0xff;
    return true;
}

const char *ending_hint(struct interp *in, struct value exception)
{
    bool missing = value_isinstance(in, exception, in->classes[EXCEPTION_FileNotFoundError]);
    if (missing && in->bring != NULL) {
        snprintf(in->advice, sizeof in->advice, "no such file lies beside the program: %.60s",
                 in->bring);
        return in->advice;
    }
    if (missing && in->files == NULL) { /* a host with a door tells it itself */
        return "code that qkv runs sees the files that it wrote itself, and no others";
    }
    return in->missing ? in->advice : NULL;
}

/* Cut between characters: a name of a megabyte is no sentence. */
static void cut_text(struct buf *out, size_t start)
{
    const size_t most = 16384;
    if (out->failed || out->len - start <= most) {
        return;
    }
    size_t end = start + most;
    while (((unsigned char)out->data[end] & 0xc0) == 0x80) {
        end--;
    }
    buf_cut(out, end);
    buf_puts(out, " ...");
}

void ending_summary(struct interp *in, struct value exception, struct buf *out)
{
    size_t start = out->len;
    raise_summary(in, exception, out);
    cut_text(out, start);
}

void ending_tell(struct interp *in, struct buf *error, struct buf *hint)
{
    struct value exception = in->exception;
    char near[sizeof in->hint];
    if (in->ending != OUTCOME_DONE) {
        buf_puts(error, in->error.text);
        return;
    }
    if (exception.type != VALUE_OBJECT) {
        return;
    }
    in->exception = value_none();
    memcpy(near, in->hint, sizeof near); /* its __str__ may be code */
    const char *more = ending_hint(in, exception);
    ending_summary(in, exception, error);
    in->exception = exception;
    buf_puts(hint, near[0] != '\0' ? near + strlen(". ") : "");
    buf_printf(hint, "%s%s", hint->len > 0 && more != NULL ? " " : "", more != NULL ? more : "");
}
