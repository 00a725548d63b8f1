/* A storage is memory for numbers: aligned blocks with a counted reference, large ones on huge
 * pages and kept for reuse. Only tensor.c and compute.c call this, and the tape, which holds
 * storages alone; everyone else holds tensors. */
#pragma once

#include "tensor/compute/compute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct storage {
    size_t references; /* counted by tensor_ref / tensor_release; not atomic: kernels never count */
    void *data;        /* 64-byte aligned; the largest on huge pages */
    void *block;       /* which data stands in: what is given back */
    size_t bytes;
    bool watched;          /* somebody asks what writes to it destroy: for cx->before_write */
    uint32_t since, until; /* notes of theirs: of what they hold it for */
    uint32_t version;      /* counts writes in place that gradients must know of */
    uint64_t id;          /* 1, 2, ... in order of allocation within one compute: names a storage */
    struct compute *home; /* whose budget the bytes are given back to */
    struct storage *next; /* on cx->spare, while nobody uses it */
};

/* A block of undefined bytes with one reference. NULL with cx->err set: ERROR_LIMIT over the
 * budget, ERROR_MEMORY when the system has none. */
struct storage *storage_new(struct compute *cx, uint64_t bytes);
void storage_release(struct storage *s); /* drops one reference */

/* Gives the blocks on cx->spare back to the system: compute_release calls it last. Spare blocks do
 * not count as used; used and the large spare ones together never exceed the limit. */
void storage_free_spare(struct compute *cx);
