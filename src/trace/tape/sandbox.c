/* Changes recorder and limits while a piece of code runs, and puts them back. */
#include "trace/tape/sandbox.h"

#include "lang/run/native.h"

#include <stdlib.h>

static void keep_print(void *self, const char *text, size_t len, bool is_error)
{
    struct sandbox *a = self;
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
                          .printed = {.budget = in->memory},
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

/* `way`: eval or exec. */
static bool run_here(struct sandbox *a, const char *way, const char *text, int up,
                     struct value *last)
{
    struct interp *in = a->in;
    struct frame *was = in->frame,
                 *user = (struct frame *)(uintptr_t)interp_user_frame_above(in, up);
    struct str *name = str_intern(in, way);
    struct value function, args[2];
    in->steps = 0;
    in->exception = value_none();
    in->trace_count = 0;
    in->frame = user == NULL ? was : user; /* there is none at a cell's end: the top level */
    args[1] = value_object(&in->main->dict->object);
    bool ok =
        str_value(in, text, strlen(text), &args[0]) && name != NULL &&
        dict_get_str(in->builtins, name, &function) &&
        value_call(in, function, &(struct args){.at = args, .count = user == NULL ? 2 : 1}, last);
    in->frame = was;
    return ok;
}

bool sandbox_value_here(struct sandbox *a, const char *text, struct value *last)
{
    return a->gives = run_here(a, "eval", text, 0, last);
}

bool sandbox_run_here(struct sandbox *a, const char *text, int up, struct value *last)
{
    bool ok = a->gives = run_here(a, "eval", text, up, last);
    if (!ok && raise_is(a->in, EXCEPTION_SyntaxError)) { /* a statement */
        raise_catch(a->in);
        ok = run_here(a, "exec", text, up, last);
    }
    return ok;
}

void sandbox_end(struct sandbox *a)
{
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
