/* Reads the words of a command line: options by table, the rest in order. */
#pragma once

#include "base/buf.h"

#include <stdint.h>

#define OPTIONS_MAX 64

enum command {
#define COMMAND(name, arguments, runs, help) COMMAND_##name,
#include "cli/commands.def"
#undef COMMAND
    COMMAND_COUNT
};

struct options {
    const char *set[OPTIONS_MAX]; /* --set, in order */
    int set_count;
    const char *seed;  /* NULL: not given */
    const char *cells; /* NULL: all */
    uint64_t max_steps;
    size_t max_memory;
    double timeout;
    uint64_t threads;
    const char *simd;
    const char *pictures;      /* run: the folder for figures; NULL: they are not drawn */
    const char *files, *write; /* what code may read and write below; NULL: nothing */
    const char *stage, *step;  /* what of a tape is shown; NULL: all of it */
    const char *train_steps;   /* that the tape keeps; NULL: as it finds right */
    const char *cell;          /* of that step: explained; NULL: none */
    const char *module;        /* trace: paths of modules */
    bool all, values, storage, json, jsonl, summary, nudge, backward;
    /* heatmap: what and how */
    const char *name, *head, *batch, *layer, *output, *size, *scale, *theme, *cmap, *vmin, *vmax,
        *center, *annot, *decimals, *labels, *label_every, *mask, *highlight, *title, *subtitle,
        *dpi, *font, *meta, *diff, *moments;
    const char *line; /* where a walk begins, beside stage and step; trace: the line alone */
    const char *atol, *rtol, *dump; /* diff */
    bool sarif;                     /* lint */
    const char *select, *ignore, *baseline, *new_baseline;
    bool hidden;
    const char *script;          /* walk without a terminal; `size` of its screen */
    const char *compare;         /* walk: beside this */
    const char *color;           /* walk: how many; and theme */
    bool ascii, plain, no_state; /* walk */
    bool transparent, robust, per_head_scale, no_colorbar, optimize, describe, story, steps,
        over_training, gradient;
    uint64_t variants;                               /* lesson check; 0: not given */
    const char *secret, *class, *student, *feedback; /* exercises */
    uint64_t jobs, versions;
    bool force, key, html, md;
    bool solutions;           /* read */
    bool course, flat, sheet; /* page; --static */
    bool help, version;
    const char *const *arguments; /* behind --, of the program: part of argv */
    int argument_count;
    const char *rest[OPTIONS_MAX]; /* what is no option: command first */
    int rest_count;
};

/* COMMAND_COUNT: there is no such command. */
enum command command_of_name(const char *name);

/* ERROR_INPUT with one sentence for an unknown option (and the nearest known one), one that the
 * command does not take (and those that do), a missing or malformed argument. */
bool options_read(struct options *o, int argc, char **argv, struct error *err);
/* As help text: the options of this command alone; COMMAND_COUNT: those of everything that runs a
 * file. */
void options_help(enum command c, struct buf *out);
