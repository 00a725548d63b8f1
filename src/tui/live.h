/* Runs the code again while it is walked: with lines off, with other numbers, as edited. The viewer
 * goes on in the new run; the old one is kept to compare with. If the new code fails, the viewer
 * stays in the last good run, and the error is shown.
 *
 * What a viewer wishes for is in viewer.wish; it asks with REACT_AGAIN or REACT_EDIT (action.h). */
#pragma once

#include "exercise/answer/held.h"
#include "tui/viewer.h"

#define SETTINGS_MOST 32

struct recipe {          /* what makes the code that is run */
    struct lesson *base; /* the text, ... */
    bool edited;
    char setting[SETTINGS_MOST][TYPED_MOST + 1]; /* ... numbers that are turned ("T=8") ... */
    int setting_count;
    struct off off; /* ... and lines that are off */
};

struct live {
    struct run_terms terms;
    const char *title;
    struct lesson *opened; /* as it was: an edit that leads back to it is none */
    struct recipe recipe;
    struct run now, before;            /* before.tape == NULL: there is none */
    struct earlier earlier;            /* what the viewer sees of `before` */
    struct buf changed;                /* the recipe in words */
    bool tells;                        /* the lesson's text, with ... */
    const struct exercises *exercises; /* ... these between, or NULL */
    struct guide guide;
    struct held held; /* what is not warned of, in none of the runs */
    int failed_line;  /* of the text that failed last, 0: none did */
};

/* A viewer over a run that somebody else made, which is handed over; both are given back by
 * live_free. False with err: memory. */
bool live_open(struct live *l, const struct run *first, const struct run_terms *terms,
               const char *title, struct viewer *v, struct error *err);
void live_free(struct live *l, struct viewer *v);
/* Before anything is looked at: this is not warned of. */
void live_hold(struct live *l, struct viewer *v, const struct held *held);

/* The lesson is told stop by stop, from its title on (guide.h); x is borrowed. */
void live_tell(struct live *l, struct viewer *v, const struct exercises *x);

/* Does what v->wish asks for; `text` is for WISH_EDIT, else NULL. Then *v stands in another run, at
 * the step that is the same; or it says why not. False with err: memory. */
bool live_again(struct live *l, struct viewer *v, const char *text, size_t len, struct error *err);

/* The code as it is now, to be edited; *line: where the viewer stands in it. */
void live_text(const struct live *l, const struct viewer *v, struct buf *out, int *line);

/* Puts the run of another program beside this one, stage by stage; it is handed over. False with
 * err: memory. */
bool live_compare(struct live *l, struct viewer *v, const struct run *other, const char *title,
                  struct error *err);
