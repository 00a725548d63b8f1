/* Reading the command line by the table in options.def. */
#include "cli/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, NUMBER, SIZE, SECONDS, FLAG, LIST };

static const struct {
    const char *name, *argument;
    size_t at;
    enum kind kind;
    const char *help;
} table[] = {
#define OPTION(name, argument, member, kind, help)                                                 \
    {name, argument, offsetof(struct options, member), kind, help},
#include "cli/options.def"
#undef OPTION
    {"help", NULL, offsetof(struct options, help), FLAG, "this text"},
    {"version", NULL, offsetof(struct options, version), FLAG, "the version"},
};
#define COUNT (sizeof table / sizeof table[0])

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

/* How many letters two words share at their start: enough to guess what was meant. */
static size_t find(const char *name, size_t len)
{
    for (size_t k = 0; k < COUNT; k++) {
        if (strlen(table[k].name) == len && strncmp(table[k].name, name, len) == 0) {
            return k;
        }
    }
    return COUNT;
}

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
    return error_set(err, ERROR_INPUT, "there is no option %s; qkv --help lists them", word);
}

bool options_read(struct options *o, int argc, char **argv, struct error *err)
{
    bool words = false; /* after -- everything is a word */
    *o = (struct options){.max_steps = 100000000, .max_memory = (size_t)4 << 30};
    for (int k = 1; k < argc; k++) {
        const char *word = argv[k];
        if (!words && strcmp(word, "--") == 0) {
            words = true;
            continue;
        }
        if (!words && strcmp(word, "-h") == 0) {
            o->help = true;
            continue;
        }
        word = !words && strcmp(word, "-o") == 0 ? "--output" : word;
        if (words || word[0] != '-' || word[1] == '\0') {
            if (o->rest_count == OPTIONS_MAX) {
                return error_set(err, ERROR_INPUT, "more than %d arguments", OPTIONS_MAX);
            }
            o->rest[o->rest_count++] = word;
            continue;
        }
        const char *equals = strchr(word, '=');
        size_t len =
            word[1] == '-' ? (equals != NULL ? (size_t)(equals - word) : strlen(word)) - 2 : 0;
        size_t at = find(word + 2 - (word[1] != '-'), len);
        if (at == COUNT) {
            return refuse_option(word, err);
        }
        const char *value = equals != NULL ? equals + 1 : NULL;
        if (value == NULL && table[at].kind != FLAG) {
            if (k + 1 == argc) {
                return error_set(err, ERROR_INPUT, "--%s needs %s", table[at].name,
                                 table[at].argument);
            }
            value = argv[++k];
        }
        if (!set_option(o, at, value, err)) {
            return false;
        }
    }
    return true;
}

void options_help(struct buf *out)
{
    for (size_t k = 0; k < COUNT; k++) {
        struct buf left = {0};
        buf_printf(&left, "--%s%s%s", table[k].name, table[k].argument != NULL ? " " : "",
                   table[k].argument != NULL ? table[k].argument : "");
        buf_printf(out, "  %-20s %s\n", buf_text(&left), table[k].help);
        buf_free(&left);
    }
}
