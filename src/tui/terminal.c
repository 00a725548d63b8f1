/* Puts the terminal back when a signal comes. The state here is static, because the terminal and
 * signals belong to the process. What handlers need is prepared before anything can go wrong. */
#define _XOPEN_SOURCE 700
#include "tui/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define SIGNALS 65 /* those of Linux; a number that is none is refused by sigaction */

static struct {
    struct termios before;
    char restore[256];
    size_t restore_len;
    struct sigaction old[SIGNALS];
    bool taken[SIGNALS];
    int bell[2]; /* a pipe: whoever waits for a key hears of signals, on whatever thread they come
                  */
} kept;

static volatile sig_atomic_t asked, stopping, continued;

static void ring(void)
{
    int number = errno;
    ssize_t written = write(kept.bell[1], "", 1);
    (void)written;
    errno = number;
}

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
    ring();
}

static void on_stop(int number)
{
    stopping = 1;
    ring();
}

static void on_continue(int number)
{
    continued = 1;
    ring();
}

/* NULL: it ends nothing, or nobody can take it, or (SIGWINCH) curses does. What is not named here
 * would end the program: it asks it to leave. */
static void (*handler_of(int number))(int)
{
    switch (number) {
    case SIGKILL:
    case SIGSTOP:
    case SIGCHLD:
    case SIGURG:
    case SIGWINCH:
    case SIGTTIN:
    case SIGTTOU:
        return NULL;
    case SIGCONT:
        return on_continue;
    case SIGTSTP:
        return on_stop;
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGABRT:
    case SIGTRAP:
    case SIGSYS:
    case SIGXCPU:
    case SIGXFSZ:
        return on_crash;
    default:
        return on_leave;
    }
}

static void take(int number)
{
    struct sigaction how;
    memset(&how, 0, sizeof how); /* no SA_RESTART: waiting for a key ends */
    how.sa_handler = handler_of(number);
    sigemptyset(&how.sa_mask);
    kept.taken[number] =
        how.sa_handler != NULL && sigaction(number, NULL, &kept.old[number]) == 0 &&
        kept.old[number].sa_handler != SIG_IGN && sigaction(number, &how, &kept.old[number]) == 0;
}

void terminal_guard(void)
{
    kept.restore_len = 0;
    tcgetattr(STDIN_FILENO, &kept.before);
    if (pipe(kept.bell) != 0) {
        kept.bell[0] = kept.bell[1] = -1; /* a signal is noticed with the next key */
    }
    for (int k = 0; k < 2 && kept.bell[k] >= 0; k++) {
        fcntl(kept.bell[k], F_SETFD, FD_CLOEXEC);
        fcntl(kept.bell[k], F_SETFL, O_NONBLOCK);
    }
    for (int k = 1; k < SIGNALS; k++) {
        take(k);
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
    for (int k = 1; k < SIGNALS; k++) {
        if (kept.taken[k]) {
            sigaction(k, &kept.old[k], NULL);
        }
    }
    for (int k = 0; k < 2 && kept.bell[k] >= 0; k++) {
        close(kept.bell[k]);
    }
    if (asked != 0) { /* the terminal is as it was: now the signal does what it does */
        kill(getpid(), asked);
    }
}

bool terminal_wait(int milliseconds)
{
    struct pollfd from[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = kept.bell[0], .events = POLLIN}};
    char rung[64];
    int ready = asked != 0 ? 0 : poll(from, 2, milliseconds);
    while (ready > 0 && (from[1].revents & POLLIN) != 0 &&
           read(kept.bell[0], rung, sizeof rung) > 0) {
    }
    return ready > 0 && from[0].revents != 0;
}

int terminal_asked(void)
{
    return (int)asked;
}

static bool once(volatile sig_atomic_t *flag)
{
    bool set = *flag != 0;
    *flag = 0;
    return set;
}

bool terminal_stop_asked(void)
{
    return once(&stopping);
}

bool terminal_continued(void)
{
    return once(&continued);
}

void terminal_stop(void)
{
    struct sigaction plain, ours;
    memset(&plain, 0, sizeof plain);
    plain.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &plain, &ours);
    kill(0, SIGTSTP); /* as the terminal would: whoever waits for this program stops with it */
    sigaction(SIGTSTP, &ours, NULL);
    continued = 0;
}
