/* Finds the command, runs it or prints its help, and returns its exit status. That is 0: done,
 * 1: the code raised an exception, 2: wrong usage, unreadable input or output that cannot be
 * written, 3: the code uses something unsupported, 4: a limit was reached, 5: what lint or diff ran
 * raised an exception. */
#define _DEFAULT_SOURCE /* sbrk, madvise */
#include "cli/command.h"

#include <locale.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

#define STACK_LEAST (256 << 10)

static const struct {
    const char *name, *arguments, *help;
    bool runs;
    int (*run)(const struct options *o);
} commands[COMMAND_COUNT] = {
#define COMMAND(name, arguments, runs, help) {#name, arguments, help, runs, command_##name},
#include "cli/commands.def"
#undef COMMAND
};

static const char file_note[] =
    "\nFILE is a notebook (.ipynb), a lesson (.md), code (.py), or - for standard\n"
    "input; LESSON is the name or the number of a built-in one.\n";

static void print_options(const char *title, enum command c)
{
    scoped_buf options = {0};
    options_help(c, &options);
    if (options.len > 0) {
        output_printf("%s\n%s", title, buf_text(&options));
    }
}

static void print_help(void)
{
    output_printf("qkv: runs attention code in PyTorch notation and prints what PyTorch prints\n\n"
                  "usage: qkv COMMAND [OPTION ...] FILE\n\n");
    for (size_t k = 0; k < COMMAND_COUNT; k++) {
        output_printf("  %-10s %-13s %s\n", commands[k].name, commands[k].arguments,
                      commands[k].help);
    }
    print_options("\noptions of every run (qkv COMMAND --help: those of one command too)",
                  COMMAND_COUNT);
    output_printf("%s", file_note);
}

static void print_command_help(enum command c)
{
    bool runs = commands[c].runs;
    output_printf("qkv %s: %s\n\nusage: qkv %s%s%s\n", commands[c].name, commands[c].help,
                  commands[c].name, *commands[c].arguments != '\0' ? " [OPTION ...] " : "",
                  commands[c].arguments);
    print_options("\noptions", c);
    if (runs) {
        print_options("\noptions of every run", COMMAND_COUNT);
        output_printf("%s", file_note);
    }
}

static int refuse_command(const char *name)
{
    scoped_buf names = {0};
    for (size_t k = 0; k < COMMAND_COUNT; k++) {
        buf_printf(&names, "%s %s", k > 0 ? "," : "", commands[k].name);
    }
    output_say("there is no command %s; it knows%s", name, buf_text(&names));
    return EXIT_USAGE;
}

/* One evaluator thread does nearly all the allocating: a second arena, grown page by page, would
 * only cost system calls at the start. What tensors give back stays here for the next ones: the
 * system clears every page that it hands out anew. What comes first lies on huge pages where the
 * system has them: a page that is touched for the first time costs as much as its 4 KiB of work. */
static void tune_malloc(void)
{
#ifdef __GLIBC__
    struct rlimit most; /* of the address space: where it is small, so is the room */
    bool wide = getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur == RLIM_INFINITY &&
                getrlimit(RLIMIT_DATA, &most) == 0 && most.rlim_cur == RLIM_INFINITY;
    const uintptr_t huge = (uintptr_t)2 << 20, room = (wide ? 128 : 16) * huge, page = 4096;
    uintptr_t end = (uintptr_t)sbrk(0), pad = 2 * huge - end % huge;
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, (int)room);
    if (sbrk((intptr_t)(pad - page)) != (void *)-1) {
        void *volatile first = malloc(1); /* takes the room, and touches one page before it */
        free(first);
        (void)madvise((void *)(end + pad), room, MADV_HUGEPAGE); /* only a hint */
    }
    mallopt(M_TOP_PAD, 1 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, (int)(2 * room));
#endif
}

static int obey(int argc, char **argv)
{
    struct options o;
    struct error err = {0};
    if (!options_read(&o, argc, argv, &err)) {
        command_complain(err.text);
        return EXIT_USAGE;
    }
    if (o.version) {
        output_printf("qkv %s\n", QKV_VERSION);
        return OUTCOME_DONE;
    }
    if (o.rest_count == 0) {
        print_help();
        return o.help ? OUTCOME_DONE : EXIT_USAGE;
    }
    enum command c = command_of_name(o.rest[0]);
    if (c == COMMAND_COUNT) {
        return refuse_command(o.rest[0]);
    }
    if (o.help) {
        print_command_help(c);
        return OUTCOME_DONE;
    }
    return commands[c].run(&o);
}

/* The stack of the first thread; the evaluator's own is another one. */
static bool stack_is_small(void)
{
#ifdef __GLIBC__
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < (rlim_t)STACK_LEAST) {
        output_say("this shell allows a program %llu KiB of stack (ulimit -s); it needs %d",
                   (unsigned long long)(stack.rlim_cur >> 10), STACK_LEAST >> 10);
        return true;
    }
#endif
    return false;
}

int main(int argc, char **argv)
{
    output_begin();
    if (stack_is_small()) {
        return EXIT_USAGE;
    }
    tune_malloc();
    setlocale(LC_CTYPE, ""); /* and nothing else: numbers are written the same everywhere */
    return output_end(obey(argc, argv));
}
