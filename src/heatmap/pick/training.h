/* Draws one table of a run that trains, a parameter, or the gradient of either, at several moments
 * of the training. A step of training is one of trace/tape/train.h, else one call of backward();
 * after k steps is where step k, counted from 0, has its forward pass. */
#pragma once

#include "heatmap/pick/pick.h"

enum { MOMENTS_MAX = 8 };

struct training {
    struct picked *moment[MOMENTS_MAX]; /* each with its tables; the first one is shown */
    struct panel panel[MOMENTS_MAX];
    char heading[MOMENTS_MAX][24]; /* "after 20 steps" */
    struct buf updates;            /* "updated 0, 10, 100 times"; empty: once in each step */
    int step[MOMENTS_MAX];
    int count;
    double *loss; /* that backward() was called on; NaN: not one number */
    int steps;
    int first, end;  /* the steps [first, end) are those of the training that is shown */
    double *curve;   /* the losses of those steps, and ... */
    int curve_count; /* ... one more where the code computes it behind the last one too */
    int number, of;  /* it is training `number` of so many, from 1 */
};

/* `at`: "0,20,200" in growing order, NULL: the first, the last and two between. Of several
 * trainings it is the one that `at` lies in, else the one of the step that `c` names; else the
 * first that computes a table of the stage again and again, as does the first such table. False: no
 * training, a moment that is not on the tape or not there, moments of two trainings, as pick_event
 * and pick_panels, memory. To be freed in any case, before the tape. */
bool training_pick(struct tape *t, const struct choice *c, const char *at, struct training *out,
                   struct error *err);
/* Reads `at`. False with ERROR_INPUT. */
bool training_moments(const char *at, int step[MOMENTS_MAX], int *count, struct error *err);
void training_free(struct training *training);
