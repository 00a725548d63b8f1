/* Signals. State that belongs to the process stands here, because the terminal does so too: what
 * handlers need is prepared before anything can go wrong. */
#define _XOPEN_SOURCE 700
#include "tui/terminal.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static void on_crash(int number);
static void on_leave(int number);

static const struct {
    int number;
    void (*handler)(int);
} handled[] = {{SIGSEGV, on_crash}, {SIGBUS, on_crash},  {SIGFPE, on_crash},
               {SIGILL, on_crash},  {SIGABRT, on_crash}, {SIGINT, on_leave},
               {SIGTERM, on_leave}, {SIGHUP, on_leave},  {SIGQUIT, on_leave}};
#define HANDLED (sizeof handled / sizeof handled[0])

static struct {
    struct termios before;
    char restore[256];
    size_t restore_len;
    struct sigaction old[HANDLED];
} kept;

static volatile sig_atomic_t asked;

static void on_crash(int number)
{
    ssize_t written = write(STDOUT_FILENO, kept.restore, kept.restore_len);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &kept.before);
    signal(number, SIG_DFL);
    kill(getpid(), number);
}

static void on_leave(int number)
{
    asked = number;
}

void terminal_guard(void)
{
    kept.restore_len = 0;
    tcgetattr(STDIN_FILENO, &kept.before);
    for (size_t k = 0; k < HANDLED; k++) {
        struct sigaction how;
        memset(&how, 0, sizeof how); /* no SA_RESTART: reading a key ends */
        how.sa_handler = handled[k].handler;
        sigemptyset(&how.sa_mask);
        sigaction(handled[k].number, &how, &kept.old[k]);
    }
}

void terminal_note(const char *bytes)
{
    size_t len = bytes == NULL || bytes == (const char *)-1 ? 0 : strlen(bytes);
    if (kept.restore_len + len < sizeof kept.restore) {
        memcpy(kept.restore + kept.restore_len, len > 0 ? bytes : "", len);
        kept.restore_len += len;
    }
}

void terminal_release(void)
{
    for (size_t k = 0; k < HANDLED; k++) {
        sigaction(handled[k].number, &kept.old[k], NULL);
    }
    if (asked != 0) { /* the terminal is as it was: now the signal does what it does */
        kill(getpid(), asked);
    }
}

int terminal_asked(void)
{
    return (int)asked;
}

void terminal_stop(void)
{
    kill(getpid(), SIGTSTP);
}
