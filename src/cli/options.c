/* Reads the command line by the table in options.def. */
#include "cli/options.h"

#include "base/named.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, NUMBER, SIZE, SECONDS, FLAG, LIST };

static const struct {
    const char *name;
    bool runs; /* a file */
} commands[COMMAND_COUNT] = {
#define COMMAND(name, arguments, runs, help) {#name, runs},
#include "cli/commands.def"
#undef COMMAND
};

static const struct {
    enum command command;
    const char *option, *others;
} excludes[] = {
#define EXCLUDES(command, option, others) {COMMAND_##command, #option, others},
#include "cli/excludes.def"
#undef EXCLUDES
};

#define EVERY_RUN 0u
#define ON(command) (1u << COMMAND_##command)

static const struct {
    const char *name, *argument;
    size_t at;
    enum kind kind;
    unsigned commands;
    const char *help;
} table[] = {
#define OPTION(name, argument, member, kind, commands, help)                                       \
    {name, argument, offsetof(struct options, member), kind, commands, help},
#include "cli/options.def"
#undef OPTION
    {"help", NULL, offsetof(struct options, help), FLAG, EVERY_RUN,
     "this text; of one command: its options"},
    {"version", NULL, offsetof(struct options, version), FLAG, EVERY_RUN, "the version"},
};
#define COUNT (sizeof table / sizeof table[0])

enum command command_of_name(const char *name)
{
    int c = NAMED(commands, name);
    return c >= 0 ? (enum command)c : COMMAND_COUNT;
}

static bool refuse_value(size_t k, const char *value, const char *wanted, struct error *err)
{
    return error_set(err, ERROR_INPUT, "--%s %s: give %s", table[k].name, value, wanted);
}

static bool read_number(size_t k, const char *value, uint64_t *out, struct error *err)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || *end != '\0' || errno != 0) {
        return refuse_value(k, value, "a whole number", err);
    }
    *out = n;
    return true;
}

/* 4096, 64M, 2G, 2GiB */
static bool read_size(size_t k, const char *value, size_t *out, struct error *err)
{
    static const char units[] = "KMGT";
    char *end;
    double n = strtod(value, &end);
    const char *unit = *end != '\0' ? strchr(units, *end >= 'a' ? *end - 32 : *end) : NULL;
    double bytes = n;
    for (const char *u = units; unit != NULL && u <= unit; u++) {
        bytes *= 1024;
    }
    end += unit != NULL;
    bool tail = *end == '\0' || strcmp(end, "B") == 0 || strcmp(end, "iB") == 0;
    if (*value < '0' || *value > '9' || !tail || bytes < 1 || bytes > 1e15) {
        return refuse_value(k, value, "a size such as 512M or 4G", err);
    }
    *out = (size_t)bytes;
    return true;
}

static bool set_option(struct options *o, size_t k, const char *value, struct error *err)
{
    void *at = (char *)o + table[k].at;
    char *end;
    switch (table[k].kind) {
    case TEXT:
        *(const char **)at = value;
        return true;
    case NUMBER:
        return read_number(k, value, at, err);
    case SIZE:
        return read_size(k, value, at, err);
    case SECONDS:
        *(double *)at = strtod(value, &end);
        return (*end == '\0' && end != value && *(double *)at > 0) ||
               refuse_value(k, value, "a number of seconds", err);
    case FLAG:
        *(bool *)at = true;
        return true;
    case LIST:
        if (o->set_count == OPTIONS_MAX) {
            return error_set(err, ERROR_INPUT, "more than %d --%s", OPTIONS_MAX, table[k].name);
        }
        o->set[o->set_count++] = value;
        return true;
    }
    return true;
}

static size_t find(const char *name, size_t len)
{
    for (size_t k = 0; k < COUNT; k++) {
        if (strlen(table[k].name) == len && strncmp(table[k].name, name, len) == 0) {
            return k;
        }
    }
    return COUNT;
}

/* What was meant is guessed by how many letters two words share at their start. */
static bool refuse_option(const char *word, struct error *err)
{
    size_t best = COUNT, most = 2;
    for (size_t k = 0; k < COUNT; k++) {
        size_t same = 0;
        while (table[k].name[same] != '\0' && table[k].name[same] == word[2 + same]) {
            same++;
        }
        if (same > most) {
            most = same;
            best = k;
        }
    }
    if (best < COUNT) {
        return error_set(err, ERROR_INPUT, "there is no option %s; did you mean --%s?", word,
                         table[best].name);
    }
    return error_set(err, ERROR_INPUT, "there is no option %s; qkv COMMAND --help lists them",
                     word);
}

/* An option may have several rows, each for other commands. */
static bool takes(enum command c, const char *option)
{
    for (size_t k = 0; k < COUNT; k++) {
        bool here =
            table[k].commands == EVERY_RUN ? commands[c].runs : (table[k].commands >> c & 1) != 0;
        if (here && strcmp(table[k].name, option) == 0) {
            return true;
        }
    }
    return false;
}

static bool refuse_for(enum command c, const char *option, struct error *err)
{
    scoped_buf names = {0};
    for (int k = 0; k < COMMAND_COUNT; k++) {
        if (takes((enum command)k, option)) {
            buf_printf(&names, "%sqkv %s", names.len > 0 ? ", " : "", commands[k].name);
        }
    }
    error_set(err, ERROR_INPUT, "qkv %s does not take --%s; what takes it: %s", commands[c].name,
              option, buf_text(&names));
    return false;
}

/* given: by row of the table. */
static bool check_together(enum command c, const bool *given, struct error *err)
{
    for (size_t k = 0; k < sizeof excludes / sizeof excludes[0]; k++) {
        const char *option = excludes[k].option;
        bool here = excludes[k].command == c && given[find(option, strlen(option))];
        for (const char *p = excludes[k].others; here && *p != '\0'; p += *p == ' ') {
            size_t len = strcspn(p, " ");
            if (given[find(p, len)]) {
                return error_set(err, ERROR_INPUT, "--%s and --%.*s exclude each other", option,
                                 (int)len, p);
            }
            p += len;
        }
    }
    return true;
}

static bool read_rest(struct options *o, const char *word, struct error *err)
{
    if (o->rest_count == OPTIONS_MAX) {
        return error_set(err, ERROR_INPUT, "more than %d arguments", OPTIONS_MAX);
    }
    o->rest[o->rest_count++] = word;
    return true;
}

/* --name, --name=value, or --name and the next word; *at is its row. */
static bool read_option(struct options *o, const char *word, const char *next, size_t *at,
                        bool *took_next, struct error *err)
{
    const char *equals = strchr(word, '=');
    size_t len = equals != NULL ? (size_t)(equals - word) : strlen(word);
    *at = word[1] == '-' ? find(word + 2, len - 2) : COUNT;
    if (*at == COUNT) {
        return refuse_option(word, err);
    }
    *took_next = equals == NULL && table[*at].kind != FLAG;
    if (*took_next && next == NULL) {
        return error_set(err, ERROR_INPUT, "--%s needs %s", table[*at].name, table[*at].argument);
    }
    return set_option(o, *at, equals != NULL ? equals + 1 : next, err);
}

bool options_read(struct options *o, int argc, char **argv, struct error *err)
{
    bool words = false;              /* after -- everything is a word */
    bool given[COUNT + 1] = {false}; /* one more for a name that is none */
    *o = (struct options){.max_steps = 100000000, .max_memory = (size_t)4 << 30};
    for (int k = 1; k < argc; k++) {
        const char *word = argv[k];
        bool took_next = false;
        size_t at;
        if (words || word[0] != '-' || word[1] == '\0') {
            if (!read_rest(o, word, err)) {
                return false;
            }
            continue;
        }
        if (strcmp(word, "--") == 0) {
            enum command runs = o->rest_count > 1 ? command_of_name(o->rest[0]) : COMMAND_COUNT;
            if (runs != COMMAND_COUNT && commands[runs].runs) { /* behind a file: of the program */
                o->arguments = (const char *const *)argv + k + 1;
                o->argument_count = argc - k - 1;
                break;
            }
            words = true;
            continue;
        }
        word = strcmp(word, "-o") == 0 ? "--output" : strcmp(word, "-h") == 0 ? "--help" : word;
        if (!read_option(o, word, k + 1 < argc ? argv[k + 1] : NULL, &at, &took_next, err)) {
            return false;
        }
        given[at] = true;
        k += took_next;
    }
    enum command c = o->rest_count > 0 ? command_of_name(o->rest[0]) : COMMAND_COUNT;
    for (size_t k = 0; k < COUNT && c != COMMAND_COUNT && !o->help && !o->version; k++) {
        if (given[k] && !takes(c, table[k].name)) {
            return refuse_for(c, table[k].name, err);
        }
    }
    return o->help || o->version || check_together(c, given, err);
}

void options_help(enum command c, struct buf *out)
{
    unsigned of = c == COMMAND_COUNT ? EVERY_RUN : 1u << c;
    for (size_t k = 0; k < COUNT; k++) {
        scoped_buf left = {0};
        if (table[k].commands != of && (table[k].commands & of) == 0) {
            continue;
        }
        buf_printf(&left, "--%s%s%s", table[k].name, table[k].argument != NULL ? " " : "",
                   table[k].argument != NULL ? table[k].argument : "");
        buf_printf(out, "  %-20s %s\n", buf_text(&left), table[k].help);
    }
}
