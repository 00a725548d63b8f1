/* Draws the loss of every training step as a chart: one line for each training of the run. */
#pragma once

#include "heatmap/table/figure.h"
#include "plot/chart.h"
#include "trace/tape/tape.h"

/* As large as `look` says, with its theme, title and subtitle. Everything lies in out->arena, which
 * is to be freed in any case. False: no loop of the run trains (ERROR_INPUT), memory. */
bool losses_chart(const struct tape *t, const struct figure *look, struct chart *out,
                  struct error *err);
/* The dots of an inch with which it has the size of `look`. */
double losses_dpi(const struct figure *look);
/* The same in words. */
void losses_describe(const struct tape *t, struct buf *out);
