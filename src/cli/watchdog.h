/* The watchdog is the last resort of --timeout. The evaluator looks at the clock between its steps;
 * one operation can be a single step of hours (the sum of an expanded tensor of 10**12 cells). */
#pragma once

#include <pthread.h>
#include <stdbool.h>

struct watchdog {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t bell;
    double seconds;
    bool running, stopped;
};

/* From now on a process that is still not stopped two seconds after its time prints what is to be
 * printed, one sentence, and ends with the status of a limit. 0 seconds: nothing is watched, as is
 * when the system has no thread to give. */
void watchdog_start(struct watchdog *w, double seconds);
void watchdog_stop(struct watchdog *w);
