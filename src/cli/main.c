/* The program: finds the command, runs it, returns its exit status:
 * 0 done, 1 the code raised an exception, 2 wrong usage or unreadable input, 3 the code uses
 * something unsupported, 4 a limit was reached. */
#include "cli/command.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static const struct {
    const char *name, *arguments, *help;
    int (*run)(const struct options *o);
} commands[] = {
#define COMMAND(name, arguments, help) {#name, arguments, help, command_##name},
#include "cli/commands.def"
#undef COMMAND
};
#define COUNT (sizeof commands / sizeof commands[0])

static void print_help(void)
{
    struct buf options = {0};
    puts("qkv: runs attention code in PyTorch notation and prints what PyTorch prints\n\n"
         "usage: qkv COMMAND [OPTION ...] FILE\n");
    for (size_t k = 0; k < COUNT; k++) {
        printf("  %-10s %-15s %s\n", commands[k].name, commands[k].arguments, commands[k].help);
    }
    options_help(&options);
    printf("\noptions\n%s\nFILE is a notebook (.ipynb), a lesson (.md), code (.py), the name of a "
           "built-in lesson, or -\nfor standard input.\n",
           buf_text(&options));
    buf_free(&options);
}

static int refuse_command(const char *name)
{
    fprintf(stderr, "qkv: there is no command %s; it knows", name);
    for (size_t k = 0; k < COUNT; k++) {
        fprintf(stderr, "%s %s", k > 0 ? "," : "", commands[k].name);
    }
    fprintf(stderr, "\n");
    return EXIT_USAGE;
}

/* One evaluator thread does nearly all the allocating: a second arena, grown page by page, would
 * only cost system calls at the start. */
static void tune_malloc(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

int main(int argc, char **argv)
{
    struct options o;
    struct error err = {0};
    tune_malloc();
    setlocale(LC_CTYPE, ""); /* and nothing else: numbers are written the same everywhere */
    if (!options_read(&o, argc, argv, &err)) {
        command_complain(err.text);
        return EXIT_USAGE;
    }
    if (o.version) {
        puts("qkv " QKV_VERSION);
        return OUTCOME_DONE;
    }
    if (o.help || o.rest_count == 0) {
        print_help();
        return o.help ? OUTCOME_DONE : EXIT_USAGE;
    }
    for (size_t k = 0; k < COUNT; k++) {
        if (strcmp(o.rest[0], commands[k].name) == 0) {
            return commands[k].run(&o);
        }
    }
    return refuse_command(o.rest[0]);
}
