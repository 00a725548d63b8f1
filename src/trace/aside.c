/* Turning the recorder and the limits over to a piece of code, and back. */
#include "trace/aside.h"

#include <string.h>

static void keep_print(void *self, const char *text, size_t len, bool is_error)
{
    struct aside *a = self;
    (void)is_error;
    buf_put(&a->printed, text, len);
}

/* Tensors that the tape holds stay as they are. */
static bool refuse_write(void *observer, const struct tensor *region)
{
    struct aside *a = observer;
    const struct tape *t = a->tape;
    /* while the run pauses, the recorder watches them; behind it, they hang on the tape */
    bool held = region->storage->watched || map_get(&t->storages, region->storage->id, -2) != -2;
    if (!held) {
        return true;
    }
    return error_set(t->session->torch.compute.err, ERROR_RUNTIME,
                     "a question may not change a tensor of the run; clone() it first");
}

void aside_begin(struct aside *a, struct tape *t)
{
    struct interp *in = &t->session->in;
    struct compute *cx = &t->session->torch.compute;
    *a = (struct aside){.tape = t,
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
    in->limits.steps = ASIDE_STEPS;
    in->limits.seconds = 0;
    cx->before_write = refuse_write;
    cx->observer = a;
}

bool aside_run(struct aside *a, const char *text, struct value *last)
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
    return interp_run(a->in, kept, last, &has_last) == OUTCOME_DONE;
}

void aside_end(struct aside *a)
{
    struct compute *cx = &a->tape->session->torch.compute;
    cx->before_write = a->before_write;
    cx->observer = a->observer;
    a->in->write = a->write;
    a->in->write_self = a->write_self;
    a->in->recorder = a->recorder;
    a->in->limits = a->limits;
    a->in->steps = a->steps;
    error_clear(&a->in->error);
    buf_free(&a->printed);
}
