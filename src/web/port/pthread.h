/* Stands in for threads where there is one only: none can be made, and a lock is always free. */
#ifndef QKV_WEB_PORT_PTHREAD_H
#define QKV_WEB_PORT_PTHREAD_H

#include <errno.h>
#include <sys/types.h>
#include <time.h>

#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    {                                                                                              \
        0                                                                                          \
    }
#define PTHREAD_COND_INITIALIZER                                                                   \
    {                                                                                              \
        0                                                                                          \
    }

/* What is asked of a lock, a bell or a description of a thread is done by doing nothing. */
#define PORT_NOTHING(name, ...)                                                                    \
    static inline int pthread_##name(__VA_ARGS__)                                                  \
    {                                                                                              \
        return 0;                                                                                  \
    }
PORT_NOTHING(mutex_init, pthread_mutex_t *m, const pthread_mutexattr_t *a)
PORT_NOTHING(mutex_lock, pthread_mutex_t *m)
PORT_NOTHING(mutex_unlock, pthread_mutex_t *m)
PORT_NOTHING(mutex_destroy, pthread_mutex_t *m)
PORT_NOTHING(cond_init, pthread_cond_t *c, const pthread_condattr_t *a)
PORT_NOTHING(cond_signal, pthread_cond_t *c)
PORT_NOTHING(cond_broadcast, pthread_cond_t *c)
PORT_NOTHING(cond_destroy, pthread_cond_t *c)
PORT_NOTHING(attr_init, pthread_attr_t *a)
PORT_NOTHING(attr_destroy, pthread_attr_t *a)
PORT_NOTHING(attr_setstack, pthread_attr_t *a, void *at, size_t size)
PORT_NOTHING(attr_setstacksize, pthread_attr_t *a, size_t size)
#undef PORT_NOTHING

/* EAGAIN: no thread was made. Nobody has one to wait for, so these are never reached. */
static inline int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *),
                                 void *arg)
{
    return EAGAIN;
}

static inline int pthread_join(pthread_t t, void **result)
{
    return EINVAL;
}

static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return EINVAL;
}

static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m,
                                         const struct timespec *until)
{
    return EINVAL;
}

#endif
