/* Finds tensors that another program wrote into files again in a run: .npy, .npz, .safetensors and
 * PyTorch's .pt, .pth and .bin. They are read by code of the prelude, under the same limits as any
 * other: a pickle that calls something is refused. */
#pragma once

#include "diff/twins.h"
#include "trace/report/run.h"

struct dumped {
    const char *name; /* of the file, or of the tensor in it: "h.0.attn.c_attn.weight" */
    int held;         /* of dump.d */
    int of;           /* of dump.p: it is that one; or nearest to it, where it is not found; -1 */
    int weight_event, weight_input; /* it is this weight, by its path; -1 */
    int slice;                      /* it is this place of its first axis; -1: the whole */
    bool found, turned;
    double factor; /* 1: none */
    double far;    /* the largest difference, where it is not found */
};

struct dump {
    struct run run; /* of the code that reads the files */
    struct holdings d, p;
    char *names;
    struct dumped *at; /* in the order of the files' names */
    int count, missed;
};

/* terms->files is the door to the folder. False with err: a file cannot be read, memory, time. */
bool dump_make(struct dump *u, const struct run *program, const struct run_terms *terms,
               const struct tolerance *by, struct error *err);
void dump_free(struct dump *u);
