/* Tells what is wrong with lessons and worth looking at (qkv lesson check FILE ...), and writes a
 * lesson to begin with (qkv lesson new NAME). */
#define _POSIX_C_SOURCE 200809L
#include "cli/command.h"

#include "base/file.h"
#include "exercise/review/review.h"
#include "lesson/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VARIANTS_MOST 100000

static void print_summary(const struct exercises *x, const struct complaints *c,
                          const struct review *r)
{
    int notes = c->count - c->errors;
    output_printf("%s: %d exercise%s", x->lesson->file, x->written, x->written == 1 ? "" : "s");
    if (r->variants > 0) {
        output_printf(", %d variant%s of each", r->variants, r->variants == 1 ? "" : "s");
    }
    output_printf("; %d error%s, %d note%s\n", c->errors, c->errors == 1 ? "" : "s", notes,
                  notes == 1 ? "" : "s");
}

struct waiting {
    const char *file;
    const char *what;         /* is counted */
    struct timespec from, at; /* it began, it was shown last */
};

static double seconds(const struct timespec *from, const struct timespec *to)
{
    return (double)(to->tv_sec - from->tv_sec) + 1e-9 * (double)(to->tv_nsec - from->tv_nsec);
}

/* One line, written over again and again, with the time that is left. */
static void show_progress(void *self, const char *what, int done, int of)
{
    struct waiting *w = self;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (w->what == NULL || strcmp(w->what, what) != 0) {
        *w = (struct waiting){.file = w->file, .what = what, .from = now, .at = now};
    }
    if (done > 0 && seconds(&w->at, &now) > 0.2) {
        double left = seconds(&w->from, &now) / done * (of - done);
        output_progress("\r%s: %d of %d %s, %.0f s left   ", w->file, done, of, what, left + 0.5);
        w->at = now;
    }
}

static void clear_progress(const struct waiting *w)
{
    if (w->what != NULL) {
        output_progress("\r%*s\r", (int)strlen(w->file) + 60, "");
    }
}

/* One lesson; returns the exit status. */
static int check(const struct options *o, const char *file)
{
    struct lesson l;
    struct exercises x;
    struct complaints c = {0};
    struct review r = {.most = o->variants < VARIANTS_MOST ? (int)o->variants : VARIANTS_MOST};
    struct waiting w = {.file = file};
    const struct run_terms terms = {.threads = 1}; /* the budget of a student's code */
    struct error err = {0};
    scoped_buf out = {0};
    if (!command_load(file, &l, &err)) {
        command_complain(err.text);
        return EXIT_USAGE;
    }
    bool ok = exercises_read(&x, &l, &c, &err);
    if (ok) {
        if (isatty(STDERR_FILENO)) {
            r.progress = show_progress;
            r.self = &w;
        }
        ok = review_make(&r, &x, &terms, &c, &err);
        clear_progress(&w);
        complaints_write(&c, l.file, l.whole != NULL ? l.whole : "", &out);
        output_text(buf_text(&out), out.len);
        print_summary(&x, &c, &r);
        exercises_free(&x);
    }
    if (!ok) {
        command_complain(err.text);
    }
    int status = !ok ? OUTCOME_LIMIT : c.errors > 0 ? 1 : OUTCOME_DONE;
    complaints_free(&c);
    lesson_free(&l);
    return status;
}

static int check_all(const struct options *o)
{
    int status = OUTCOME_DONE;
    if (o->rest_count < 3) {
        command_complain("which lesson? qkv lesson check FILE");
        return EXIT_USAGE;
    }
    for (int k = 2; k < o->rest_count; k++) {
        int of_this = check(o, o->rest[k]);
        status = of_this > status ? of_this : status;
    }
    return status;
}

/* "masks.md" and "masks" are the same lesson; its file's name without folders is its title. */
static void put_title(const char *name, struct buf *out)
{
    const char *slash = strrchr(name, '/');
    const char *own = slash != NULL ? slash + 1 : name;
    for (size_t k = 0; own[k] != '\0'; k++) {
        char c = own[k] == '-' || own[k] == '_' ? ' ' : own[k];
        buf_putc(out, k == 0 && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c);
    }
}

/* The skeleton with its own name in it. */
static void put_skeleton(const char *name, struct buf *out)
{
    const char *text = skeleton_files[0].text, *at;
    bool title = true;
    while ((at = strstr(text, "NAME")) != NULL) {
        buf_put(out, text, (size_t)(at - text));
        if (title) {
            put_title(name, out);
        } else {
            buf_puts(out, name);
        }
        title = false;
        text = at + strlen("NAME");
    }
    buf_puts(out, text);
}

static int write_skeleton(const struct options *o)
{
    if (o->rest_count != 3) {
        command_complain("what is the lesson called? qkv lesson new NAME writes NAME.md");
        return EXIT_USAGE;
    }
    scoped_buf name = {0}, path = {0}, text = {0};
    const char *given = o->rest[2];
    size_t len = strlen(given);
    len -= len > 3 && strcmp(given + len - 3, ".md") == 0 ? 3 : 0;
    buf_put(&name, given, len);
    buf_printf(&path, "%s.md", buf_text(&name));
    put_skeleton(buf_text(&name), &text);
    struct error err = {0};
    bool ok = !text.failed && !path.failed && file_save_new(buf_text(&path), &text, &err);
    if (!ok) {
        command_complain(err.kind != ERROR_NONE ? err.text : "there is no memory left");
    }
    if (ok) {
        output_printf("%s: a lesson with an exercise of each kind; change it, then "
                      "qkv lesson check %s\n",
                      path.data, path.data);
    }
    return ok ? OUTCOME_DONE : EXIT_USAGE;
}

int command_lesson(const struct options *o)
{
    const char *what = o->rest_count > 1 ? o->rest[1] : "";
    if (strcmp(what, "check") == 0) {
        return check_all(o);
    }
    if (strcmp(what, "new") == 0) {
        return write_skeleton(o);
    }
    command_complain(*what == '\0' ? "qkv lesson check FILE, or qkv lesson new NAME"
                                   : "qkv lesson knows two things: check FILE, and new NAME");
    return EXIT_USAGE;
}
