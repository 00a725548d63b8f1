/* This is the one place that writes to standard output and standard error. What it has to remember,
 * whether standard output was lost, is the error mark of stdout itself. */
#define _POSIX_C_SOURCE 200809L
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A stream that the caller has closed must not become the next file that is opened: it becomes one
 * that cannot be used, which is then told. */
static void fill_gaps(void)
{
    static const int useless[] = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", useless[fd]) < 0) {
            return;
        }
    }
}

void output_begin(void)
{
    signal(SIGPIPE, SIG_DFL); /* whoever started us may have it ignored */
    signal(SIGXFSZ, SIG_IGN); /* where files have a limit (ulimit -f) the write fails instead */
    fill_gaps();
}

static bool unmade; /* there was no memory to make a text of it */

bool output_is_lost(void)
{
    return unmade || ferror(stdout) != 0;
}

bool output_is_terminal(void)
{
    return isatty(STDOUT_FILENO) == 1;
}

static bool lose(int reason)
{
    output_say("cannot write standard output: %s", strerror(reason));
    return false;
}

void output_error(const char *text, size_t len, const char *keep)
{
    scoped_buf clean = {0};
    if (ftrylockfile(stdout) == 0) { /* else somebody is stuck in writing */
        output_flush();
        funlockfile(stdout);
    }
    visible_put(text, len, keep, &clean);
    fwrite(buf_text(&clean), 1, clean.len, stderr); /* if that is lost, nobody can be told */
    if (clean.failed) {
        fputs("qkv: the system has no memory left\n", stderr);
    }
}

void output_say(const char *format, ...)
{
    scoped_buf text = {0};
    va_list args;
    buf_puts(&text, "qkv: ");
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    buf_putc(&text, '\n');
    if (text.failed) {
        fputs("qkv: the system has no memory left\n", stderr);
    }
    output_error(buf_text(&text), text.len, VISIBLE_LINES);
}

void output_progress(const char *format, ...)
{
    scoped_buf text = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    output_error(buf_text(&text), text.len, VISIBLE_SHEET);
}

bool output_bytes(const char *bytes, size_t len)
{
    return !output_is_lost() && (fwrite(bytes, 1, len, stdout) == len || lose(errno));
}

bool output_text(const char *text, size_t len)
{
    scoped_buf clean = {0};
    visible_put(text, len, VISIBLE_SHEET, &clean);
    bool ok = clean.failed ? lose(ENOMEM) : output_bytes(buf_text(&clean), clean.len);
    unmade = unmade || clean.failed;
    return ok;
}

bool output_printf(const char *format, ...)
{
    scoped_buf text = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    bool ok = text.failed ? lose(ENOMEM) : output_text(buf_text(&text), text.len);
    unmade = unmade || text.failed;
    return ok;
}

bool output_flush(void)
{
    return !output_is_lost() && (fflush(stdout) == 0 || lose(errno));
}

int output_end(int status)
{
    bool ok = output_flush() && (close(STDOUT_FILENO) == 0 || lose(errno));
    return ok && !unmade ? status : unmade && ferror(stdout) == 0 ? EXIT_LIMIT : EXIT_USAGE;
}
