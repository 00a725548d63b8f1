/* Runs a text for the suites of the language. See program.h. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include <check.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take_text(void *self, const char *text, size_t len, bool is_error)
{
    struct program *p = self;
    buf_put(is_error ? &p->notes : &p->out, text, len);
}

struct library trees;

void program_open(struct program *p, size_t memory, const struct limits *limits)
{
    *p = (struct program){0};
    p->session = calloc(1, sizeof *p->session);
    ck_assert_ptr_nonnull(p->session);
    ck_assert(session_init(p->session, memory, 1));
    p->session->in.limits = limits != NULL ? *limits : (struct limits){.depth = 1000};
    p->session->in.write = take_text;
    p->session->in.write_self = p;
    p->session->in.stack_own = own_stack;
    if (memory == 0) {
        library_join(&trees, &p->session->in);
    }
}

enum outcome program_run(struct program *p, const char *text, int cell)
{
    struct interp *in = &p->session->in;
    struct source *source = arena_alloc(&in->arena, sizeof *source);
    ck_assert_ptr_nonnull(source);
    *source = (struct source){
        .file = "test.py", .cell = cell, .first_line = 1, .text = text, .len = strlen(text)};
    p->outcome = interp_run(in, source, &p->last, &p->has_last);
    buf_clear(&p->traceback);
    if (p->outcome != OUTCOME_DONE) {
        interp_traceback(in, &p->traceback);
    }
    return p->outcome;
}

void program_close(struct program *p)
{
    session_free(p->session);
    free(p->session);
    buf_free(&p->out);
    buf_free(&p->notes);
    buf_free(&p->traceback);
    *p = (struct program){0};
}

/* What was printed, then the last line of the traceback; a note of qkv's own behind the exception
 * is left out. */
static char *whole_text(const char *text, bool collecting)
{
    struct program p;
    program_open(&p, 0, NULL);
    p.session->in.heap.always = collecting;
    if (program_run(&p, text, 0) != OUTCOME_DONE) {
        const char *told = buf_text(&p.traceback), *line = told;
        for (const char *at = told; *at != '\0'; at++) {
            bool note = strncmp(at + 1, "qkv: ", 5) == 0 && p.outcome == OUTCOME_UNSUPPORTED &&
                        p.session->in.exception.type == VALUE_OBJECT;
            if (note) {
                p.traceback.data[at + 1 - told] = '\0';
            } else if (*at == '\n' && at[1] != '\0') {
                line = at + 1;
            }
        }
        buf_puts(&p.out, line);
    }
    char *result = strdup(buf_text(&p.out));
    ck_assert_ptr_nonnull(result);
    program_close(&p);
    return result;
}

char *program_text(const char *text)
{
    return whole_text(text, false);
}

char *program_text_collecting(const char *text)
{
    return whole_text(text, true);
}

void program_expect(const char *text, const char *expected)
{
    char *got = program_text(text);
    ck_assert_msg(strcmp(got, expected) == 0, "%s\n--- expected\n%s--- got\n%s", text, expected,
                  got);
    free(got);
}

void program_expect_both(const struct program_case *c)
{
    program_expect(c->text, c->expected);
    char *collected = program_text_collecting(c->text);
    ck_assert_str_eq(collected, c->expected);
    free(collected);
}

size_t own_stack;

static void *run_all(void *runner)
{
    srunner_run_all(runner, CK_ENV);
    return NULL;
}

int run_suites(SRunner *runner)
{
    const size_t stack = (size_t)256 << 20;
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    own_stack = stack - stack / 16;
    if (pthread_create(&thread, &attributes, run_all, runner) == 0) {
        pthread_join(thread, NULL);
    } else {
        own_stack = 0;
        run_all(runner);
    }
    bool tags = getenv("CK_EXCLUDE_TAGS") != NULL || getenv("CK_INCLUDE_TAGS") != NULL;
    if (srunner_ntests_run(runner) == 0 && !tags) {
        fprintf(stderr, "there is no such suite\n");
        return 1;
    }
    pthread_attr_destroy(&attributes);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    library_free(&trees);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
