/* Finds the sentence about a step: captions.def. A sentence is only used where its condition holds
 * at this very step. */
#pragma once

#include "trace/tape/tape.h"

enum caption {
#define CAPTION(id, stage, condition, sentence) CAPTION_##id,
#define OPERATION(id, names, sentence) CAPTION_##id,
#define DOES(id, traits, names, sentence) CAPTION_##id,
#include "trace/report/captions.def"
#undef CAPTION
#undef OPERATION
#undef DOES
    CAPTION_COUNT
};

/* The row that speaks of event `event`, after stages_find; its sentence goes to `out`, which may be
 * NULL. CAPTION_COUNT: it has no result; the test holds that every other has a row. */
enum caption caption_of(struct tape *t, int event, struct buf *out);
