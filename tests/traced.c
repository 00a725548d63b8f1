/* Runs a text while a tape listens, and finds its events by the names of operations. */
#include "traced.h"

#include "trace/axes/axes.h"
#include "trace/stage/stages.h"

#include <check.h>
#include <string.h>

static const char preparation[] = "import torch, math, copy\n"
                                  "import numpy as np\n"
                                  "import torch.nn as nn\n"
                                  "import torch.nn.functional as F\n";

void traced_open_any(struct traced *t, const char *text)
{
    program_open(&t->program, 0, NULL);
    ck_assert_int_eq(program_run(&t->program, preparation, 0), OUTCOME_DONE);
    ck_assert(tape_start(&t->tape, t->program.session));
    program_run(&t->program, text, 0);
    tape_finish(&t->tape);
    ck_assert(stages_find(&t->tape));
    ck_assert(axes_find(&t->tape));
}

void traced_open(struct traced *t, const char *text)
{
    traced_open_any(t, text);
    ck_assert_msg(t->program.outcome == OUTCOME_DONE, "%s\n%s", text,
                  buf_text(&t->program.traceback));
}

void traced_close(struct traced *t)
{
    tape_free(&t->tape);
    program_close(&t->program);
}

int traced_find(const struct traced *t, const char *name)
{
    for (int k = t->tape.event_count - 1; k >= 0; k--) {
        if (strcmp(t->tape.event[k].name, name) == 0) {
            return k;
        }
    }
    return -1;
}
