/* Holds a program against a reference, and says where they part and why: this is `qkv diff`. */
#include "cli/command.h"

#include "diff/told.h"
#include "files/shelf.h"
#include "trace/report/run.h"

#include <stdlib.h>
#include <string.h>

enum { DIFFERENT = 1, RAISED = 5 };

/* --atol and --rtol. */
static bool read_tolerance(const char *name, const char *text, double *out, struct error *err)
{
    char *end;
    if (text == NULL) {
        return true;
    }
    *out = strtod(text, &end);
    return (end != text && *end == '\0' && *out >= 0) ||
           error_set(err, ERROR_INPUT, "--%s %s: give a number from 0, such as 1e-5", name, text);
}

static void print_failure(const struct run *r)
{
    output_error(buf_text(&r->failure), r->failure.len, VISIBLE_LINES);
}

static struct run_terms terms_of(const struct options *o, const struct files_door *door)
{
    return (struct run_terms){
        .memory = o->max_memory,
        .threads = o->threads > 1024 ? 1024 : (int)o->threads,
        .baseline = o->simd != NULL && strcmp(o->simd, "baseline") == 0,
        .seeded = o->seed != NULL,
        .seed = o->seed != NULL ? strtoull(o->seed, NULL, 10) : 0,
        .files = door,
        .limits = {
            .steps = o->max_steps, .output = MAX_OUTPUT, .depth = 1000, .seconds = o->timeout}};
}

static bool make(const struct options *o, const char *file, const struct files_door *door,
                 struct run *r, int *status)
{
    struct options one = *o;
    struct error err = {0};
    struct lesson *lesson = calloc(1, sizeof *lesson);
    struct run_terms terms = terms_of(o, door);
    if (o->train_steps != NULL && !train_window_read(o->train_steps, &terms.train, &err)) {
        command_complain(err.text);
        *status = EXIT_USAGE;
        free(lesson);
        return false;
    }
    one.rest[1] = file;
    one.rest_count = 2;
    *status = lesson != NULL ? command_open(&one, lesson) : OUTCOME_LIMIT;
    if (*status != OUTCOME_DONE) {
        free(lesson);
        return false;
    }
    if (!run_make(r, lesson, &terms, true, &err)) {
        command_complain(err.text);
        *status = command_status(&err);
        return false;
    }
    return true;
}

static int compare(const struct options *o, const struct run *reference, const struct run *run,
                   const struct tolerance *by)
{
    struct error err = {0};
    struct diff d;
    scoped_buf text = {0};
    if (!diff_make(&d, run, reference, by, &err)) {
        command_complain(err.text);
        return command_status(&err);
    }
    if (o->json) {
        told_json(&d, &text);
    } else {
        told_text(&d, o->all, &text);
    }
    output_bytes(buf_text(&text), text.len);
    int status = d.same ? OUTCOME_DONE : DIFFERENT;
    diff_free(&d);
    int worst = run->outcome > reference->outcome ? (int)run->outcome : (int)reference->outcome;
    return worst == OUTCOME_EXCEPTION ? RAISED : worst != OUTCOME_DONE ? worst : status;
}

/* The tensors of a folder. */
static int find_dumped(const struct options *o, const struct run *program,
                       const struct tolerance *by)
{
    struct shelf shelf = {.reads = -1, .writes = -1};
    struct error err = {0};
    struct dump u;
    scoped_buf text = {0};
    struct run_terms terms = terms_of(o, &shelf.door);
    bool ok = shelf_open(&shelf, o->dump, NULL, &err) && dump_make(&u, program, &terms, by, &err);
    shelf_close(&shelf);
    static const char files[] = "--files";
    if (!ok && strncmp(err.text, files, sizeof files - 1) == 0) { /* the door's own word for it */
        output_say("--dump%s", err.text + sizeof files - 1);
        return command_status(&err);
    }
    if (!ok) {
        command_complain(err.text);
        return command_status(&err);
    }
    if (u.count == 0) { /* of an export that wrote nothing nothing is right */
        output_say("--dump %s: there are no tensors in it; .npy, .npz, .safetensors, .pt are read",
                   o->dump);
        dump_free(&u);
        return EXIT_USAGE;
    }
    told_dump(&u, &text);
    output_bytes(buf_text(&text), text.len);
    int status = u.missed > 0 ? DIFFERENT : OUTCOME_DONE;
    dump_free(&u);
    return program->outcome == OUTCOME_EXCEPTION ? RAISED : status;
}

int command_diff(const struct options *o)
{
    struct tolerance by = {.absolute = 1e-5, .relative = 1e-5, .given = o->atol != NULL};
    struct shelf shelf = {.reads = -1, .writes = -1};
    struct run reference = {0}, run = {0};
    struct error err = {0};
    int status;
    if (o->rest_count != (o->dump != NULL ? 2 : 3)) {
        command_complain("give two files: qkv diff REFERENCE FILE; or one and --dump FOLDER");
        return EXIT_USAGE;
    }
    if (!read_tolerance("atol", o->atol, &by.absolute, &err) ||
        !read_tolerance("rtol", o->rtol, &by.relative, &err) ||
        !shelf_open(&shelf, o->files, NULL, &err)) {
        command_complain(err.text);
        return EXIT_USAGE;
    }
    if (make(o, o->rest[1], &shelf.door, &reference, &status) && o->dump != NULL) {
        print_failure(&reference);
        status = find_dumped(o, &reference, &by);
    } else if (reference.session != NULL && make(o, o->rest[2], &shelf.door, &run, &status)) {
        print_failure(&reference);
        print_failure(&run);
        status = compare(o, &reference, &run, &by);
    }
    run_free(&run);
    run_free(&reference);
    shelf_close(&shelf);
    return status;
}
