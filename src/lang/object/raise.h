/* Raises exceptions from C, and tells about the one that was raised.
 *
 * While in->exception is set, the run unwinds: functions return false until a handler of the code
 * takes it. ERROR_UNSUPPORTED and ERROR_LIMIT cannot be caught by code. */
#pragma once

#include "lang/object/value.h"

/* "To add an exception: one row: name, its base." In order: a base stands before its children. */
/* clang-format off */
#define EXCEPTIONS(X)                                                                              \
    X(BaseException, object) X(SystemExit, BaseException) X(KeyboardInterrupt, BaseException)      \
    X(Exception, BaseException) X(StopIteration, Exception) X(StopAsyncIteration, Exception)       \
    X(ArithmeticError, Exception) X(FloatingPointError, ArithmeticError)                           \
    X(OverflowError, ArithmeticError) X(ZeroDivisionError, ArithmeticError)                        \
    X(AssertionError, Exception) X(AttributeError, Exception) X(BufferError, Exception)            \
    X(EOFError, Exception) X(ImportError, Exception) X(ModuleNotFoundError, ImportError)           \
    X(LookupError, Exception) X(IndexError, LookupError) X(KeyError, LookupError)                  \
    X(MemoryError, Exception) X(NameError, Exception) X(UnboundLocalError, NameError)              \
    X(OSError, Exception) X(FileNotFoundError, OSError) X(FileExistsError, OSError)                \
    X(PermissionError, OSError) X(IsADirectoryError, OSError) X(NotADirectoryError, OSError)       \
    X(InterruptedError, OSError) X(BlockingIOError, OSError) X(ChildProcessError, OSError)         \
    X(ProcessLookupError, OSError) X(TimeoutError, OSError) X(ConnectionError, OSError)            \
    X(BrokenPipeError, ConnectionError) X(ConnectionAbortedError, ConnectionError)                 \
    X(ConnectionRefusedError, ConnectionError) X(ConnectionResetError, ConnectionError)            \
    X(ReferenceError, Exception) X(RuntimeError, Exception) X(NotImplementedError, RuntimeError)   \
    X(RecursionError, RuntimeError) X(SyntaxError, Exception) X(IndentationError, SyntaxError)     \
    X(TabError, IndentationError) X(SystemError, Exception) X(TypeError, Exception)                \
    X(ValueError, Exception) X(UnicodeError, ValueError) X(UnicodeEncodeError, UnicodeError)       \
    X(UnicodeDecodeError, UnicodeError) X(UnicodeTranslateError, UnicodeError)                     \
    X(Warning, Exception) X(UserWarning, Warning) X(DeprecationWarning, Warning)                   \
    X(PendingDeprecationWarning, Warning) X(SyntaxWarning, Warning) X(RuntimeWarning, Warning)     \
    X(FutureWarning, Warning) X(ImportWarning, Warning) X(UnicodeWarning, Warning)                 \
    X(BytesWarning, Warning) X(ResourceWarning, Warning) X(EncodingWarning, Warning)               \
    X(GeneratorExit, BaseException)
/* clang-format on */

enum exception {
#define X(name, base) EXCEPTION_##name,
    EXCEPTIONS(X)
#undef X
        EXCEPTION_COUNT
};

/* The C library has a raise of its own, for signals: to the linker ours has another name. */

/* All return false. */
bool raise_exception(struct interp *in, enum exception kind, const char *format, ...)
    QKV_PRINTF(3, 4);
#define raise_type_error(in, ...) raise_exception(in, EXCEPTION_TypeError, __VA_ARGS__)
#define raise_value_error(in, ...) raise_exception(in, EXCEPTION_ValueError, __VA_ARGS__)
bool raise_value(struct interp *in, struct value exception); /* an instance, as `raise x` */
bool raise_key(struct interp *in, struct value key);         /* KeyError(key) */
bool raise_stop(struct interp *in, struct value returned);   /* StopIteration, with that value */
/* Turns in->error, as left by a tensor function, into an exception (or an uncatchable end). */
bool raise_error(struct interp *in);
/* Ends the run: something qkv does not have (exit status 3) or a limit (4). */
bool raise_unsupported(struct interp *in, const char *format, ...) QKV_PRINTF(2, 3);
bool raise_limit(struct interp *in, const char *format, ...) QKV_PRINTF(2, 3);
bool raise_memory(struct interp *in);
/* What the traceback adds to the exception just raised, as Python does: ". Did you mean: 'x'?".
 * near may be NULL. Always false. */
bool raise_hint(struct interp *in, const struct str *near);

/* The exception under way was caught: clears it and gives it to the handler. It keeps to itself
 * where it has passed. */
struct value raise_catch(struct interp *in);
/* A caught exception goes on as if it had not been caught. Always false. */
bool raise_again(struct interp *in, struct value exception);
/* Puts the places that a caught exception has passed back into in->trace and in->hint. */
void raise_recall(struct interp *in, struct value exception);
/* Keeps in a caught exception the places of in->trace and the text of in->hint. */
void raise_keep(struct interp *in, struct value exception);
/* The exception that the running code handles (sys.exc_info), None if there is none. */
struct value raise_handled(const struct interp *in);
bool raise_is(struct interp *in, enum exception kind); /* the one under way is of this class */

/* Sets an attribute of the exception just raised: NameError.name. Always false. */
bool raise_named(struct interp *in, const char *attribute, struct value v);
/* What add_note() has added, a line each. */
bool raise_notes(struct interp *in, struct value exception, struct buf *out);

/* "RuntimeError: text" or only "KeyboardInterrupt" of an exception. */
bool raise_summary(struct interp *in, struct value exception, struct buf *out);
