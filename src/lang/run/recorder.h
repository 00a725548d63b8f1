/* Declares what a run reports while it runs, for those who tell its story (qkv trace).
 *
 * Every member may be NULL, and the interpreter's `recorder` itself may be NULL: then nothing is
 * reported and nothing is paid. Values and pointers are borrowed for the length of the call. */
#pragma once

#include "lang/object/value.h"

struct operation; /* torch/op/operation.h: one tensor operation, known to the language only by name
                   */
struct tensor;
struct loop; /* interp.h */
struct tensor_object;
struct chart; /* plot/chart.h: a figure, known to the language only by name */

/* What a training does, with the two values that `training` is told. */
enum recorder_training {
    TRAINS_BACKWARD, /* backward() begins: the loss */
    TRAINS_GRADIENT, /* a leaf is about to be given a gradient: the leaf */
    TRAINS_GIVEN,    /* it has its gradient: the leaf */
    TRAINS_STEP,   /* an optimiser begins a step: itself, one of its parameters; for each of them */
    TRAINS_STEPPED /* all parameters of the step were told: the optimiser */
};

struct recorder {
    void *self;
    /* A cell begins to run. */
    void (*begin)(void *self, const struct source *source);
    /* A function of the language begins and ends; `site` is the call, `returned` what it gives
     * (None where it raises). What returns a bool ends the run with false, an exception raised
     * (memory).
     */
    bool (*enter)(void *self, const struct function *function, const struct span *site);
    void (*leave)(void *self, const struct function *function, struct value returned);
    /* `name = value` was carried out (also parameters, loop targets, attributes "self.x"). The name
     * is interned: its text lives as long as the interpreter. An integer still carries the label
     * that it came with, not yet this name. */
    bool (*bind)(void *self, const char *name, struct value value, const struct span *at);
    /* A tensor operation was carried out; `site` is the expression that asked for it. */
    bool (*operation)(void *self, const struct operation *operation, const struct span *site);
    /* What follows computes the gradient of an argument of operation `event`, as the recorder has
     * numbered it (grad/node.h); argument -1: of its result `item`; -2 - k: what has come for
     * argument k, a leaf, is added up. item: which tensor of the argument, if that is a list; else
     * -1; -2: a backward() of the code's own computes those of all arguments. event 0: no more. */
    void (*gradient)(void *self, int event, int argument, int item);
    /* A backward() of the code's own gave a gradient: of argument `argument` of the function whose
     * last operation is `event`. It is that of a result of operation `to`, or of a leaf.
     * False: raised. */
    bool (*given)(void *self, int event, int argument, const struct tensor_object *leaf, int to,
                  int result, const struct tensor_object *grad);
    /* False: raised. */
    bool (*training)(void *self, enum recorder_training what, struct value of, struct value with);
    /* A backward pass that began at `loss` has ended: each leaf has its gradient (NULL: none). */
    void (*backward)(void *self, const struct tensor_object *loss, int count,
                     struct tensor_object *const *leaf, struct tensor_object *const *grad);
    /* A loop of the learner's code begins another turn, or it is left. False: raised (memory). */
    bool (*turn)(void *self, struct loop *loop, bool left);
    /* Cells are about to be overwritten. False with `err` set stops the run (memory). */
    bool (*before_write)(void *self, const struct tensor *region);
    /* The code printed. */
    void (*print)(void *self, const char *text, size_t len);
    /* Code plots a value. What it holds now (of a table: column `column`; -1: all) is known under a
     * number from 1; 0: it is no tensor. */
    bool (*look)(void *self, struct value value, int64_t column, int *number);
    /* A figure was shown, or saved under a name (NULL). Takes the chart over. */
    bool (*figure)(void *self, struct chart *chart, const char *name);
    /* heap_mark what the recorder keeps. */
    void (*mark)(void *self, struct interp *in);
};
