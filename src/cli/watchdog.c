/* Starts a thread that waits until a run is over or far beyond its time. It knows nothing of the
 * run, and touches nothing of it but the standard output. */
#define _POSIX_C_SOURCE 200809L
#include "cli/watchdog.h"

#include "base/output.h"
#include "lang/run/interp.h"

#include <errno.h>
#include <unistd.h>

#define GRACE 2.0           /* seconds: the evaluator's own sentence names the line */
#define LONGEST 100000000.0 /* seconds: three years */

static void give_up(double seconds)
{
    output_say("one operation took the run far beyond %g seconds; --timeout raises the limit",
               seconds);
    _exit(OUTCOME_LIMIT);
}

static void *watch(void *arg)
{
    struct watchdog *w = arg;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    double wait = (w->seconds < LONGEST ? w->seconds : LONGEST) + GRACE;
    double nano = (double)until.tv_nsec + (wait - (double)(time_t)wait) * 1e9;
    until.tv_sec += (time_t)wait + (nano >= 1e9 ? 1 : 0);
    until.tv_nsec = (long)(nano >= 1e9 ? nano - 1e9 : nano);
    pthread_mutex_lock(&w->lock);
    int late = 0;
    while (!w->stopped && late != ETIMEDOUT) {
        late = pthread_cond_timedwait(&w->bell, &w->lock, &until);
    }
    bool stopped = w->stopped;
    pthread_mutex_unlock(&w->lock);
    if (!stopped) {
        give_up(w->seconds);
    }
    return NULL;
}

void watchdog_start(struct watchdog *w, double seconds)
{
    *w = (struct watchdog){.seconds = seconds};
    if (seconds <= 0) {
        return;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->bell, NULL);
    w->running = pthread_create(&w->thread, NULL, watch, w) == 0;
}

void watchdog_stop(struct watchdog *w)
{
    if (!w->running) {
        return;
    }
    pthread_mutex_lock(&w->lock);
    w->stopped = true;
    pthread_cond_signal(&w->bell);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->bell);
    w->running = false;
}
