/* Marks each hand-in in a process of its own: whatever a student's code does to it, nobody else's
 * marks are touched. Marks come through a pipe, as rows; an exercise during which the process ends
 * is ungraded, and another process goes on behind it.
 *
 * Marks depend on the engine's budget of steps and memory alone. The clock is only the backstop. */
#define _XOPEN_SOURCE 700
#include <signal.h> /* before lang/object/raise.h, which has another `raise` */

#include "base/file.h"
#include "base/output.h"
#include "base/visible.h"
#include "base/watched.h"
#include "cli/class/grade.h"
#include "cli/class/handins.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define CPU_SECONDS 10  /* for each exercise */
#define WALL_SECONDS 60 /* the same, for what waits */
/* The backstop of memory, as the clock is of steps: a hand-in has MARKING_MEMORY, and so has the
 * code that it is compared with. */
#define MEMORY_MOST (8 * MARKING_MEMORY)
#define JOBS_MOST 64

struct slot { /* a process under way */
    pid_t pid;
    int pipe;
    int work, first; /* whose; the exercise that it began with */
    struct buf text; /* what it has written so far */
};

struct farm {
    const struct marking *m;
    struct handins *h;
    struct marked *marked;
    struct slot slot[JOBS_MOST];
    int jobs, running;
    struct error *err;
};

/* --- in the process of a hand-in --- */

static void set_clock(void)
{
    const struct itimerval cpu = {.it_value = {.tv_sec = CPU_SECONDS}};
    const struct itimerval wall = {.it_value = {.tv_sec = WALL_SECONDS}};
    setitimer(ITIMER_PROF, &cpu, NULL);
    setitimer(ITIMER_REAL, &wall, NULL);
}

static void set_limits(void)
{
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#if !MEMORY_WATCHED /* the sanitizer's shadow is larger than any limit */
    const struct rlimit memory = {MEMORY_MOST, MEMORY_MOST};
    setrlimit(RLIMIT_AS, &memory);
#endif
    signal(SIGPROF, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
}

static void put_on_one_line(struct buf *text)
{
    struct buf line = {0};
    visible_line(buf_text(text), &line);
    line.failed = line.failed || text->failed;
    buf_free(text);
    *text = line;
}

static void add_sentences(struct buf *to, const char *text)
{
    buf_printf(to, "%s%s", to->len > 0 && *text != '\0' ? " " : "", text);
}

static void send_row(const struct farm *f, int work, int k, int to)
{
    scoped_buf row = {0};
    grade_table_row(f->m->exercises, &f->h->at[work], &f->marked[work], k, true, &row);
    if (!file_save_bytes(to, row.data, row.len)) {
        _exit(1);
    }
}

/* It is no fault of the student's: what went wrong is for the teacher. */
static void set_reason(struct mark *mark, const char *why)
{
    buf_clear(&mark->reason);
    buf_clear(&mark->aside);
    buf_puts(&mark->reason, "It could not be marked: your teacher will look at it.");
    buf_puts(&mark->aside, why);
}

/* What its files say, apart from answers: known already where another process was before. */
static void take_notes(const struct farm *f, int work, struct handin *in, struct buf *unread)
{
    struct work *w = &f->h->at[work];
    put_on_one_line(&in->note);
    put_on_one_line(unread);
    add_sentences(&w->note, buf_text(&in->note));
    add_sentences(&w->unread, buf_text(unread));
    f->marked[work].sheet = marking_fit(f->m, w->student, in);
}

static void mark_one(const struct farm *f, int work, const struct handin *in, struct mark *mark,
                     int k)
{
    struct error err = {0};
    set_clock();
    if (!marking_judge(f->m, f->h->at[work].student, in, k, mark, &err)) {
        mark->status = MARK_UNGRADED;
        set_reason(mark, err.text);
    }
    if (strstr(buf_text(&mark->reason), "the system has no memory left") != NULL) {
        buf_printf(&mark->reason, " An answer has %zu MiB.", MARKING_MEMORY >> 20);
    }
    put_on_one_line(&mark->reason);
    put_on_one_line(&mark->aside);
}

/* A row before an exercise tells of the notes, should the process end in it; one behind it has the
 * mark. */
static void mark_hand_in(const struct farm *f, int work, int first, int to)
{
    struct handin in;
    struct error err = {0};
    scoped_buf unread = {0};
    set_limits();
    set_clock();
    if (!handin_init(&in, f->m->exercises, &err) ||
        !work_read(&f->h->at[work], &in, &unread, &err)) {
        _exit(1);
    }
    if (first == 0) {
        take_notes(f, work, &in, &unread);
    }
    for (int k = first; k < f->m->exercises->count; k++) {
        struct mark *mark = &f->marked[work].mark[k];
        send_row(f, work, k, to);
        mark_one(f, work, &in, mark, k);
        send_row(f, work, k, to);
        mark_free(mark);
    }
    handin_free(&in);
}

/* --- in the one process that all come from --- */

static bool start(struct farm *f, struct slot *s, int work, int first)
{
    int ends[2];
    output_flush();
    if (pipe(ends) != 0) {
        return error_set(f->err, ERROR_INPUT, "no pipe can be made: %s", strerror(errno));
    }
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        for (int k = 0; k < f->jobs; k++) {
            if (f->slot[k].pid > 0) {
                close(f->slot[k].pipe);
            }
        }
        mark_hand_in(f, work, first, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return error_set(f->err, ERROR_INPUT, "no process can be made: %s", strerror(errno));
    }
    *s = (struct slot){.pid = pid, .pipe = ends[0], .work = work, .first = first};
    f->marked[work].rows = 0;
    f->running++;
    return true;
}

static void set_ungraded(struct farm *f, int work, int k, int status)
{
    struct mark *mark = &f->marked[work].mark[k];
    bool clock =
        WIFSIGNALED(status) && (WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGALRM);
    mark->status = MARK_UNGRADED;
    mark->maximum = f->m->exercises->at[k].points;
    if (clock) {
        buf_clear(&mark->reason);
        buf_printf(&mark->reason,
                   "It was stopped by the clock after %d s: not wrong, but not marked either.",
                   WTERMSIG(status) == SIGPROF ? CPU_SECONDS : WALL_SECONDS);
        return;
    }
    scoped_buf why = {0};
    buf_printf(&why, "The process that marked it ended early (%s %d).",
               WIFSIGNALED(status) ? "signal" : "status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    set_reason(mark, buf_text(&why));
}

/* Nothing was answered: what was found says why. A file that cannot be read may hold the answer. */
static void explain_missing(struct farm *f, int work)
{
    const struct work *w = &f->h->at[work];
    for (int k = 0; k < f->m->exercises->count; k++) {
        struct mark *mark = &f->marked[work].mark[k];
        if (mark->status != MARK_MISSING) {
            continue;
        }
        if (w->unread.len > 0) {
            mark->status = MARK_UNGRADED;
            buf_clear(&mark->reason);
            buf_printf(&mark->reason, "It waits for your teacher, for a file could not be read: %s",
                       buf_text(&w->unread));
        }
        add_sentences(&mark->reason, buf_text(&w->note));
    }
}

/* The process has ended. *more: another one goes on behind the exercise that it ended in. */
static bool finish(struct farm *f, struct slot *s, bool *more)
{
    int status = 0, count = f->m->exercises->count;
    while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR) {
    }
    close(s->pipe);
    grade_table_take(buf_text(&s->text), s->text.len, f->m->exercises, f->h, f->marked);
    int next = s->first + f->marked[s->work].rows / 2; /* two for each that is done */
    buf_free(&s->text);
    s->pid = 0;
    f->running--;
    *more = false;
    if (next < count) {
        set_ungraded(f, s->work, next, status);
        *more = next + 1 < count;
        if (*more) {
            return start(f, s, s->work, next + 1);
        }
    }
    explain_missing(f, s->work);
    f->marked[s->work].done = true;
    return true;
}

static bool wait_for_some(struct farm *f, bool (*ready)(void *self, int k), void *self)
{
    struct pollfd at[JOBS_MOST];
    char block[65536];
    for (int k = 0; k < f->jobs; k++) {
        at[k] = (struct pollfd){.fd = f->slot[k].pid > 0 ? f->slot[k].pipe : -1, .events = POLLIN};
    }
    if (poll(at, (nfds_t)f->jobs, -1) < 0) {
        return errno == EINTR;
    }
    for (int k = 0; k < f->jobs; k++) {
        struct slot *s = &f->slot[k];
        bool more;
        if (at[k].fd < 0 || at[k].revents == 0) {
            continue;
        }
        ssize_t n = read(s->pipe, block, sizeof block);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n > 0) {
            buf_put(&s->text, block, (size_t)n);
            continue;
        }
        int work = s->work;
        if (!finish(f, s, &more) || (!more && !ready(self, work))) {
            return false;
        }
    }
    return true;
}

static void end_all(struct farm *f)
{
    for (int k = 0; k < f->jobs; k++) {
        if (f->slot[k].pid > 0) {
            kill(f->slot[k].pid, SIGKILL);
            waitpid(f->slot[k].pid, NULL, 0);
            close(f->slot[k].pipe);
            buf_free(&f->slot[k].text);
        }
    }
}

/* Nothing that could be read: no process is needed to say so. */
static void mark_missing(struct farm *f, int work)
{
    for (int k = 0; k < f->m->exercises->count; k++) {
        struct mark *mark = &f->marked[work].mark[k];
        *mark = (struct mark){.status = MARK_MISSING, .maximum = f->m->exercises->at[k].points};
        buf_puts(&mark->reason, "Nothing was handed in.");
    }
    explain_missing(f, work);
    f->marked[work].done = true;
}

bool grade_processes(const struct marking *m, struct handins *h, struct marked *marked, int jobs,
                     bool (*ready)(void *self, int k), void *self, struct error *err)
{
    struct farm *f = calloc(1, sizeof *f);
    bool ok = f != NULL;
    if (f == NULL) {
        return error_memory(err);
    }
    *f = (struct farm){.m = m, .h = h, .marked = marked, .err = err};
    f->jobs = jobs < 1 ? 1 : jobs > JOBS_MOST ? JOBS_MOST : jobs;
    for (int k = 0; ok && (k < h->count || f->running > 0);) {
        int slot = 0;
        while (slot < f->jobs && f->slot[slot].pid > 0) {
            slot++;
        }
        if (k < h->count && (marked[k].done || h->at[k].count == 0)) {
            bool was = marked[k].done;
            if (!was) {
                mark_missing(f, k);
            }
            ok = was || ready(self, k);
            k++;
        } else if (k < h->count && slot < f->jobs) {
            ok = start(f, &f->slot[slot], k++, 0);
        } else {
            ok = wait_for_some(f, ready, self);
        }
    }
    end_all(f);
    free(f);
    return ok;
}
