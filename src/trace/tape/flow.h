/* Holds the dataflow of a tape: which events' results each event takes, and who takes its own.
 * Private to src/trace. Event k takes from `in[first_in[k] .. first_in[k + 1])`, in the order of
 * its inputs. */
#pragma once

#include "trace/tape/tape.h"

struct flow_edge {
    int from, to; /* events */
    int input;    /* of `to` */
};

struct flow {
    const struct tape *tape;
    struct flow_edge *in;
    int *first_in;
    const struct flow_edge **out; /* the same edges by where they come from */
    int *first_out;
    int edge_count;
};

/* `backward`: events that compute gradients take part. False: memory. */
bool flow_find(struct flow *f, const struct tape *t, bool backward, struct error *err);
void flow_free(struct flow *f);
