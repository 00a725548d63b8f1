/* Runs the threads that share a tensor operation's work, and asks what this processor can do.
 *
 * The threads start with the first job that needs them, so a small run never pays for them. After a
 * job they look out for the next one for a moment, then sleep. Parts are handed out one at a time
 * to whoever is free. */
#define _POSIX_C_SOURCE 200809L
#include "tensor/compute/compute.h"

#include "tensor/compute/storage.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

enum {
    MAX_THREADS = 16,
    PATIENCE = 2000 /* looks before sleeping: as long as waking up takes, some fifty microseconds */
};

struct workers {
    int wanted;  /* threads besides the calling one */
    int started; /* of these; fewer than wanted when the system refuses more */
    bool tried;
    pthread_t thread[MAX_THREADS];

    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t work;  /* a job came, or stop */
    pthread_cond_t done;  /* the last part of the job has ended */
    bool stop;
    void (*task)(void *arg, int part);
    void *arg;
    int parts;
    int next; /* the next part to be taken */
    /* Changed with the lock held, looked at without. */
    atomic_int jobs;       /* how many came */
    atomic_int unfinished; /* parts not yet ended */
};

/* One look while waiting in a loop. */
static void pause_briefly(void)
{
#if defined(__SSE2__)
    _mm_pause();
#endif
}

/* What was written past the caches (kernel.h) is there for the other threads from here on. */
static void finish_writes(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/* Takes parts until none is left. Called, and returns, with the lock held. */
static void run_parts(struct workers *w)
{
    while (w->next < w->parts) {
        int part = w->next++;
        pthread_mutex_unlock(&w->lock);
        w->task(w->arg, part);
        finish_writes();
        pthread_mutex_lock(&w->lock);
        if (atomic_fetch_sub(&w->unfinished, 1) == 1) {
            pthread_cond_signal(&w->done);
        }
    }
}

static void *worker(void *arg)
{
    struct workers *w = arg;
    pthread_mutex_lock(&w->lock);
    while (!w->stop) {
        run_parts(w);
        int job = atomic_load(&w->jobs);
        pthread_mutex_unlock(&w->lock);
        for (int look = 0; look < PATIENCE && atomic_load(&w->jobs) == job; look++) {
            pause_briefly();
        }
        pthread_mutex_lock(&w->lock);
        if (atomic_load(&w->jobs) == job && !w->stop) {
            pthread_cond_wait(&w->work, &w->lock);
        }
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void start_threads(struct workers *w)
{
    w->tried = true;
    while (w->started < w->wanted && pthread_create(&w->thread[w->started], NULL, worker, w) == 0) {
        w->started++;
    }
}

static struct workers *workers_new(int threads)
{
    struct workers *w = calloc(1, sizeof *w);
    if (!w) {
        return NULL;
    }
    w->wanted = threads - 1;
    if (pthread_mutex_init(&w->lock, NULL) != 0) {
        goto no_lock;
    }
    if (pthread_cond_init(&w->work, NULL) != 0) {
        goto no_work;
    }
    if (pthread_cond_init(&w->done, NULL) != 0) {
        goto no_done;
    }
    return w;
no_done:
    pthread_cond_destroy(&w->work);
no_work:
    pthread_mutex_destroy(&w->lock);
no_lock:
    free(w);
    return NULL;
}

static void workers_free(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->work);
    pthread_mutex_unlock(&w->lock);
    for (int i = 0; i < w->started; i++) {
        pthread_join(w->thread[i], NULL);
    }
    pthread_cond_destroy(&w->done);
    pthread_cond_destroy(&w->work);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

void compute_init(struct compute *cx, struct error *err, struct budget *memory, int threads)
{
    memset(cx, 0, sizeof *cx);
    cx->err = err;
    cx->memory = memory;
    cx->simd = compute_best_simd();
    long wanted = threads > 0 ? threads : sysconf(_SC_NPROCESSORS_ONLN);
    if (wanted > 1) {
        cx->workers = workers_new(wanted < MAX_THREADS ? (int)wanted : MAX_THREADS);
    }
}

void compute_release(struct compute *cx)
{
    if (cx->workers) {
        workers_free(cx->workers);
    }
    cx->workers = NULL;
    storage_free_spare(cx);
}

enum simd compute_best_simd(void)
{
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("fma") || !__builtin_cpu_supports("avx2")) {
        return SIMD_BASELINE;
    }
    return __builtin_cpu_supports("avx512f") ? SIMD_AVX512 : SIMD_AVX2;
#else
    return SIMD_BASELINE;
#endif
}

int compute_threads(const struct compute *cx)
{
    return cx->workers ? cx->workers->wanted + 1 : 1;
}

void compute_parallel(struct compute *cx, int parts, void (*task)(void *arg, int part), void *arg)
{
    struct workers *w = cx->workers;
    if (w && parts > 1 && !w->tried) {
        start_threads(w);
    }
    if (!w || parts <= 1 || w->started == 0) {
        for (int part = 0; part < parts; part++) {
            task(arg, part);
        }
        return;
    }
    finish_writes();
    pthread_mutex_lock(&w->lock);
    w->task = task;
    w->arg = arg;
    w->next = 0;
    w->parts = parts;
    atomic_store(&w->unfinished, parts);
    atomic_fetch_add(&w->jobs, 1);
    pthread_cond_broadcast(&w->work);
    run_parts(w);
    pthread_mutex_unlock(&w->lock);
    for (int look = 0; look < PATIENCE && atomic_load(&w->unfinished) > 0; look++) {
        pause_briefly();
    }
    pthread_mutex_lock(&w->lock);
    while (atomic_load(&w->unfinished) > 0) {
        pthread_cond_wait(&w->done, &w->lock);
    }
    w->parts = 0;
    pthread_mutex_unlock(&w->lock);
}
