/* Changing recorder and limits while a piece of code runs, and putting them back. */
#include "trace/tape/sandbox.h"
#include "trace/tape/snapshot.h"

#include <stdlib.h>
#include <string.h>

static void keep_print(void *self, const char *text, size_t len, bool is_error)
{
    struct sandbox *a = self;
    (void)is_error;
    buf_put(&a->printed, text, len);
}

/* Tensors that the tape holds stay as they are. */
static bool refuse_write(void *observer, const struct tensor *region)
{
    struct sandbox *a = observer;
    const struct tape *t = a->tape;
    /* while the run pauses, the recorder watches them; behind it, they hang on the tape */
    bool held = region->storage->watched || map_get(&t->storages, region->storage->id, -2) != -2;
    if (!held) {
        return true;
    }
    return error_set(t->session->torch.compute.err, ERROR_RUNTIME,
                     "a question may not change a tensor of the run; clone() it first");
}

void sandbox_begin(struct sandbox *a, struct tape *t)
{
    struct interp *in = &t->session->in;
    struct compute *cx = &t->session->torch.compute;
    *a = (struct sandbox){.tape = t,
                          .in = in,
                          .quiet = {.self = t, .mark = t->recorder.mark},
                          .recorder = in->recorder,
                          .limits = in->limits,
                          .write = in->write,
                          .write_self = in->write_self,
                          .before_write = cx->before_write,
                          .observer = cx->observer,
                          .steps = in->steps};
    in->write = keep_print;
    in->write_self = a;
    in->recorder = &a->quiet; /* what the tape keeps is not garbage */
    in->limits.steps = SANDBOX_STEPS;
    in->limits.seconds = 0;
    in->look_at = 0;
    cx->before_write = refuse_write;
    cx->observer = a;
}

bool sandbox_run(struct sandbox *a, const char *text, struct value *last)
{
    bool has_last;
    struct source *kept = arena_alloc(&a->tape->arena, sizeof *kept); /* values may point to it */
    char *copy = arena_copy(&a->tape->arena, text, strlen(text));
    if (kept == NULL || copy == NULL) {
        return false;
    }
    *kept =
        (struct source){.file = "<question>", .first_line = 1, .text = copy, .len = strlen(text)};
    error_clear(&a->in->error);
    a->in->steps = 0;
    bool done = interp_run(a->in, kept, last, &has_last) == OUTCOME_DONE;
    a->gives = done && has_last;
    return done;
}

/* --- the tensors of a moment --- */

/* The last write of a storage that was there then, and was written since. */
static bool is_last_since(const struct tape *t, const struct tape_write *w, int event)
{
    return w->later < 0 && w->event > event &&
           map_get(&t->owners, w->region.storage->id, -1) <= event;
}

static void exchange(struct rewound *r)
{
    void *data = r->of->data;
    r->of->data = r->then.storage->data;
    r->then.storage->data = data;
}

static void give_back(struct sandbox *a, bool exchanged)
{
    for (int k = 0; k < a->rewound_count; k++) {
        if (exchanged) {
            exchange(&a->rewound[k]);
        }
        tensor_release(&a->rewound[k].then);
    }
    free(a->rewound);
    a->rewound = NULL;
    a->rewound_count = 0;
}

bool sandbox_rewind(struct sandbox *a, int event)
{
    struct tape *t = a->tape;
    int count = 0;
    for (int k = 0; k < t->write_count; k++) {
        count += is_last_since(t, &t->write[k], event);
    }
    a->rewound = calloc((size_t)count + 1, sizeof *a->rewound);
    for (int k = 0; a->rewound != NULL && k < t->write_count; k++) {
        struct storage *s = t->write[k].region.storage;
        struct tape_tensor whole = {.tensor = {.storage = s,
                                               .dtype = DTYPE_UINT8,
                                               .ndim = 1,
                                               .shape = {(int64_t)s->bytes},
                                               .stride = {1}}};
        struct rewound *r = &a->rewound[a->rewound_count];
        if (!is_last_since(t, &t->write[k], event)) {
            continue;
        }
        if (!tape_after(t, &whole, event, &r->then)) {
            give_back(a, false);
            return false;
        }
        r->of = s;
        a->rewound_count++;
    }
    for (int k = 0; k < a->rewound_count; k++) { /* the tape read the storages until here */
        exchange(&a->rewound[k]);
    }
    return a->rewound != NULL;
}

void sandbox_end(struct sandbox *a)
{
    give_back(a, true);
    struct compute *cx = &a->tape->session->torch.compute;
    cx->before_write = a->before_write;
    cx->observer = a->observer;
    a->in->write = a->write;
    a->in->write_self = a->write_self;
    a->in->recorder = a->recorder;
    a->in->limits = a->limits;
    a->in->steps = a->steps;
    a->in->look_at = 0;
    error_clear(&a->in->error);
    buf_free(&a->printed);
}
