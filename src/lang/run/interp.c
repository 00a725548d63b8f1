/* Takes a run from its beginning to its end: setting up, running a source, limits, tracebacks. */
#define _DEFAULT_SOURCE /* mmap */
#include "lang/run/interp.h"

#include "base/grow.h"
#include "lang/object/builtin.h"
#include "lang/parse/parser.h"
#include "lang/run/coroutine.h"
#include "lang/run/ending.h"
#include "lang/run/native.h"
#include "lang/run/scope.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#define STACK_GUARD ((size_t)64 << 10) /* whole pages, also of a large size */
/* Of the only stack, where no thread can have one: the linker's 16 MiB (src/web/build.mk). */
#ifdef __wasm__
#define STACK_WITHOUT_THREADS ((size_t)12 << 20)
#else
#define STACK_WITHOUT_THREADS 0
#endif

bool interp_init(struct interp *in, struct budget *memory)
{
    memset(in, 0, sizeof *in);
    in->memory = in->arena.budget = memory;
    in->stack_low = UINTPTR_MAX;
    in->heap.threshold = heap_threshold(memory, 0);
    clock_gettime(CLOCK_MONOTONIC, &in->started);
    if (!class_bootstrap(in)) {
        return false;
    }
    in->builtins = dict_new(in);
    in->modules = dict_new(in);
    in->labels = list_new(in, 16);
    if (in->builtins == NULL || in->modules == NULL || in->labels == NULL || !raise_init(in) ||
        !descriptor_init(in) || !number_init(in) || !bigint_init(in) || !complex_init(in) ||
        !str_init(in) || !bytes_init(in) || !list_init(in) || !dict_init(in) || !set_init(in) ||
        !range_init(in) || !coroutine_init(in)) {
        return false;
    }
    struct module *m = object_new(in, in->types.module);
    in->main = m;
    if (m == NULL || (m->name = str_intern(in, "__main__")) == NULL ||
        (m->dict = dict_new(in)) == NULL ||
        !interp_set(in, m->dict, "__name__", value_object(m->name)) ||
        !interp_set(in, m->dict, "__package__", value_none()) ||
        !interp_set(in, in->modules, "__main__", value_object(m))) {
        return false;
    }
    in->main_changes = 1;
    m->dict->watch = &in->main_changes;
    heap_statement(in, 0);
    return true;
}

static void stack_give(struct interp *in)
{
    if (in->stack != NULL) {
        munmap(in->stack - STACK_GUARD, in->stack_room + STACK_GUARD);
    }
    in->stack = NULL;
}

void interp_free(struct interp *in)
{
    heap_free(in);
    arena_free(&in->arena);
    free(in->trace);
    stack_give(in);
}

/* --- limits --- */

bool interp_look(struct interp *in, uint64_t before)
{
    if (in->memory->refused.kind != ERROR_NONE) {
        return raise_memory(in);
    }
    if (in->limits.steps > 0 && in->steps > in->limits.steps) {
        return raise_limit(
            in, "the run took more than %llu steps; %s", (unsigned long long)in->limits.steps,
            in->limits.fixed ? "a page takes no more" : "--max-steps raises the limit");
    }
    if (in->limits.seconds > 0 && before >> 10 != in->steps >> 10) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        double spent = (double)(now.tv_sec - in->started.tv_sec) +
                       (double)(now.tv_nsec - in->started.tv_nsec) * 1e-9;
        if (spent > in->limits.seconds) {
            return raise_limit(in, "the run took more than %g seconds; --timeout raises the limit",
                               in->limits.seconds);
        }
    }
    uint64_t next = in->limits.seconds > 0 ? (in->steps | 1023) + 1 : UINT64_MAX;
    bool sooner = in->limits.steps > 0 && in->limits.steps < next;
    in->look_at = sooner ? in->limits.steps + 1 : next;
    return true;
}

#define HOST_STACK ((size_t)2 << 20) /* what a host's own thread surely has to spare */

bool interp_stack_look(struct interp *in)
{
    char here;
    const char *now = (const char *)(uintptr_t)&here;
    if (in->stack_base == NULL) { /* code that the host runs outside of a run: a __repr__ */
        in->stack_base = now;
        in->stack_limit = HOST_STACK;
        in->stack_low = (uintptr_t)now - HOST_STACK;
        return true;
    }
    size_t used = (size_t)(in->stack_base > now ? in->stack_base - now : now - in->stack_base);
    if (used > in->stack_limit) {
        return raise_exception(in, EXCEPTION_RecursionError, "maximum recursion depth exceeded");
    }
    return true;
}

bool interp_enter(struct interp *in, const char *doing)
{
    if (in->limits.depth > 0 && in->depth >= in->limits.depth) {
        return raise_exception(in, EXCEPTION_RecursionError, "maximum recursion depth exceeded %s",
                               doing);
    }
    /* A step each: what holds itself twice, a hundred times over, has more insides than time. */
    if (!interp_stack(in) || !interp_step(in, 1)) {
        return false;
    }
    in->depth++;
    return true;
}

void interp_leave(struct interp *in)
{
    in->depth--;
}

bool interp_print(struct interp *in, const char *text, size_t len)
{
    in->printed += len;
    if (in->limits.output > 0 && in->printed > in->limits.output) {
        return raise_limit(in, "the code printed more than %zu bytes", in->limits.output);
    }
    if (in->write != NULL) {
        in->write(in->write_self, text, len, false);
    }
    if (in->recorder != NULL && in->recorder->print != NULL) {
        in->recorder->print(in->recorder->self, text, len);
    }
    return true;
}

const struct frame *interp_user_frame(const struct interp *in)
{
    const struct frame *f = in->frame;
    while (f != NULL && f->here->span.source->prelude) {
        f = f->outer;
    }
    return f;
}

static bool is_own(const struct frame *f)
{
    bool generates = f->coroutine != NULL && f->coroutine->node->kind == NODE_GENERATOR;
    return f->function != NULL && !generates && !f->here->span.source->prelude;
}

const struct frame *interp_user_frame_above(const struct interp *in, int up)
{
    const struct frame *f = interp_user_frame(in);
    if (f == NULL) {
        return NULL;
    }
    while (up > 0 && f->outer != NULL) {
        up -= is_own(f);
        f = f->outer;
        while (f->outer != NULL && !is_own(f)) {
            f = f->outer;
        }
    }
    return f;
}

const struct span *interp_here(const struct interp *in, bool outside)
{
    const struct frame *f = outside ? interp_user_frame(in) : in->frame;
    return f != NULL ? &f->here->span : NULL;
}

/* --- running --- */

struct run { /* what crosses over to the thread with the large stack */
    struct interp *in;
    const struct source *source;
    struct value *last;
    bool *has_last;
    size_t stack;
    enum outcome outcome;
};

#define MOST_PLACES 20000 /* in a traceback: an exception raised again and again collects them */

bool interp_note(struct interp *in, const struct span *span, const char *title)
{
    if (in->trace_count >= MOST_PLACES) {
        return false;
    }
    if (!grow(&in->trace, in->trace_count, &in->trace_cap, sizeof *in->trace)) {
        return false; /* a shorter traceback */
    }
    in->trace[in->trace_count++] = (struct trace_entry){.span = *span, .title = title};
    return true;
}

void interp_passed(struct interp *in)
{
    interp_note(in, &in->frame->here->span, in->frame->title);
}

/* All statements; the value of the last one, when it is an expression. */
static bool run_statements(struct interp *in, const struct nodes *body, struct value *last,
                           bool *has_last)
{
    for (int k = 0; k < body->count; k++) {
        const struct node *n = body->at[k];
        bool shown = k == body->count - 1 && n->kind == NODE_EXPRESSION && n->flag == 0;
        if (!shown) {
            if (exec_statement(in, n) == FLOW_ERROR) {
                return false;
            }
            continue;
        }
        in->frame->here = n;
        if (!interp_step(in, 1) || !eval(in, n->left, last)) {
            return false;
        }
        *has_last = true;
    }
    return true;
}

/* sys.exit() and sys.exit(0) end a program in peace. */
static bool leaves_quietly(struct interp *in)
{
    int status;
    if (!ending_status(in, &status) || status != 0) {
        return false;
    }
    raise_catch(in);
    in->left = true;
    return true;
}

/* The docstring of a program: the text that it begins with. */
static bool take_doc(struct interp *in, const struct nodes *body)
{
    const struct node *first = body->count > 0 ? body->at[0] : NULL;
    struct str *name = str_intern(in, "__doc__");
    struct value doc = value_none(), known;
    if (name == NULL || dict_get_str(in->main->dict, name, &known)) {
        return name != NULL;
    }
    if (first != NULL && first->kind == NODE_EXPRESSION && first->left->kind == NODE_STRING) {
        doc = value_object(str_new(in, first->left->text, first->left->text_len));
    }
    return (doc.type == VALUE_NONE || doc.o != NULL) && dict_set_str(in, in->main->dict, name, doc);
}

static enum outcome run_source(struct interp *in, const struct source *source, struct value *last,
                               bool *has_last)
{
    struct nodes body;
    struct parse_error error;
    in->exception = value_none();
    in->ending = OUTCOME_DONE;
    in->trace_count = 0;
    in->look_at = 0;
    in->syntax_error = false;
    error_clear(&in->error);
    error_clear(&in->memory->refused);
    heap_statement(in, 0);
    switch (parse(source, &in->arena, &body, &error)) {
    case PARSE_OK:
        break;
    case PARSE_SYNTAX_ERROR:
        raise_syntax(in, &error, NULL);
        in->syntax_error = true;
        interp_note(in, &error.span, NULL);
        return in->ending != OUTCOME_DONE ? in->ending : OUTCOME_EXCEPTION;
    case PARSE_UNSUPPORTED:
        raise_unsupported(in, "%s", error.text);
        interp_note(in, &error.span, NULL);
        return OUTCOME_UNSUPPORTED;
    case PARSE_LIMIT:
        raise_limit(in, "%s", error.text);
        interp_note(in, &error.span, NULL);
        return OUTCOME_LIMIT;
    }
    if (!take_doc(in, &body)) {
        return in->ending;
    }
    if (body.count == 0) {
        return OUTCOME_DONE;
    }
    struct frame frame = {.module = in->main, .here = body.at[0], .title = "<module>"};
    in->frame = &frame;
    in->depth = 0;
    bool ok = run_statements(in, &body, last, has_last);
    if (!ok) {
        interp_passed(in);
    }
    in->frame = NULL;
    if ((ok || leaves_quietly(in)) && interp_step(in, 0)) {
        return OUTCOME_DONE;
    }
    if (in->ending != OUTCOME_DONE) {
        return in->ending;
    }
    return in->missing ? OUTCOME_UNSUPPORTED : OUTCOME_EXCEPTION;
}

static void *run_thread(void *arg)
{
    struct run *r = arg;
    char base;
    r->in->stack_base = &base;
    r->in->stack_limit = r->stack - r->stack / 8;
    r->in->stack_low = (uintptr_t)&base - r->in->stack_limit;
    r->outcome = run_source(r->in, r->source, r->last, r->has_last);
    r->in->stack_base = NULL;
    r->in->stack_low = UINTPTR_MAX;
    return NULL;
}

/* The stack of the thread stays for the next source: its pages need not be cleared again. Below it
 * lies a page that nobody may touch. */
static bool stack_take(struct interp *in, size_t *bytes)
{
    if (in->stack != NULL) {
        *bytes = in->stack_room;
        return true;
    }
    char *at = mmap(NULL, *bytes + STACK_GUARD, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (at == MAP_FAILED) {
        return false;
    }
    mprotect(at, STACK_GUARD, PROT_NONE);
    in->stack = at + STACK_GUARD;
    in->stack_room = *bytes;
    return true;
}

enum outcome interp_run(struct interp *in, const struct source *source, struct value *last,
                        bool *has_last)
{
    struct run run = {.in = in, .source = source, .last = last, .has_last = has_last};
    *last = value_none();
    *has_last = false;
    if (in->recorder != NULL && in->recorder->begin != NULL) {
        in->recorder->begin(in->recorder->self, source);
    }
    run.stack = in->stack_own > 0 ? in->stack_own : STACK_WITHOUT_THREADS;
    if (run.stack > 0) {
        run_thread(&run);
        return run.outcome;
    }
    /* A thousand nested calls need more C stack than a main thread surely has. The memory is only
     * taken when it is used; where the system refuses so much, a smaller stack does. */
    for (run.stack = (size_t)256 << 20; run.stack >= (size_t)4 << 20; run.stack /= 4) {
        pthread_attr_t attributes;
        pthread_t thread;
        pthread_attr_init(&attributes);
        int failed =
            !stack_take(in, &run.stack) || pthread_attr_setstack(&attributes, in->stack, run.stack);
        failed = failed || pthread_create(&thread, &attributes, run_thread, &run);
        pthread_attr_destroy(&attributes);
        if (!failed) {
            pthread_join(thread, NULL);
            return run.outcome;
        }
        stack_give(in);
    }
    run.stack = (size_t)1 << 20;
    run_thread(&run);
    return run.outcome;
}
