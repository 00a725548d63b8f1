/* Reads what people write as an answer: a number, a shape, letters of options, a line. The same
 * answer in another form is the same answer; what could mean two things is never guessed: then
 * `why` says how to write it. */
#pragma once

#include "base/buf.h"
#include "tensor/shape/tensor.h"

struct known_size { /* a name that the run knows for a number: num_heads */
    const char *name;
    int64_t size;
};

/* 0.25, 0,25, -.5, 1/4, 1e-3, 25 %, -inf, nan, "scores[0, 1] = 0.25", "There are 24 cells." */
bool answer_number(const char *text, double *out, struct buf *why);
bool answer_percent(const char *text); /* whether it speaks of percent */
/* No further apart than that; of what is not finite only the same is near. */
bool answer_near(double a, double b, double width);
#define OPTIONS_MOST 26 /* letters */
/* "line 7", "7". */
bool answer_line(const char *text, int *line, struct buf *why);

/* The number of the one line of `code` that reads like this; 0: none, or several do. */
int answer_line_of(const char *code, const char *text);

/* What a person means to write: signs of other alphabets as ASCII has them, no blanks around, no
 * backticks. */
void answer_plain(const char *text, struct buf *out);
bool answer_blank(const char *text); /* NULL too */
/* The ASCII sign that a wide one at `p` stands for, of three bytes; '\0': none. */
char answer_narrow(const char *p, size_t len);

/* What it refuses it tells in words about the sizes of axes.
 * (2, 4, 5, 5), 2x4x5x5, [2,4,5,5], 2 4 5 5, torch.Size([2, 4]), (b, 4, T, T), (b, T, 2*d). */
bool answer_shape(const char *text, const struct known_size *known, int known_count, int *ndim,
                  int64_t shape[TENSOR_MAX_DIMS], struct buf *why);

/* "b a d c", "b, a, d, c", "bdac", "b > a": or the options' texts between commas, >, lines. picked
 * has room for `count`; each at most once. */
bool answer_options(const char *text, const char *const *option, int count, int *picked,
                    int *picked_count, struct buf *why);
/* Whether two texts of options are the same to a reader: blanks and backticks do not count. */
bool answer_options_same(const char *a, const char *b);
