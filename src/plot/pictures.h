/* Tells where the figures go that code draws: what a host gives a run (interp.h: `pictures`).
 * Without it figures are made and dropped. */
#pragma once

#include "lang/run/interp.h"
#include "plot/chart.h"

struct pictures {
    void *self;
    /* Cells are echoed as a notebook does it, and open figures are shown at a cell's end. */
    bool notebook;
    /* A figure was shown, or saved under a name. Takes the chart over: chart_read_free. */
    void (*show)(void *self, struct chart *chart, const char *name);
    /* Something was asked for that is not drawn; once for each name. */
    void (*lacking)(void *self, const char *name, const struct span *at);
};

/* Where figures go from here on (borrowed). A notebook's code has display() without an import, as
 * in Jupyter. False: raised. */
bool pictures_begin(struct interp *in, const struct pictures *to);
/* For a run whose figures nobody sees. */
const struct pictures *pictures_dropped(bool notebook);

/* The module _pictures. */
bool pictures_module(struct interp *in, struct module *module, bool *found);
/* At the end of a notebook's cell: open figures are shown. It runs code, as interp_echo does. */
enum outcome pictures_cell_end(struct interp *in);

/* Copies a record (chart.h) into an empty chart; false: raised. To be freed in any case. */
bool chart_read(struct interp *in, struct value record, struct chart *out);
void chart_read_free(struct chart *c);
