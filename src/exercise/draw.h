/* Draws the numbers of one student: everything that is drawn comes from 32 bytes, and these from
 * the class's secret, the student, the exercise and the lesson's version, by a keyed hash (BLAKE2b
 * of libsodium). The same bytes give the same numbers on every machine; nobody gets from them to
 * the secret. */
#pragma once

#include "exercise/exercise.h"

#define SEED_BYTES 32
#define CODE_SIZE 10 /* "K7QM-2FXD" */

struct seed {
    unsigned char bytes[SEED_BYTES];
    bool as_written; /* the numbers of the lesson's file, unless the exercise requires others */
};

/* `secret`: any bytes, at least 8 (ERROR_INPUT); it is not kept. exercise "": of the sheet. */
bool seed_of_student(struct seed *s, const void *secret, size_t len, const char *student,
                     const char *lesson, const char *exercise, const char *version,
                     struct error *err);
/* Without a secret: from a number (practice, tests, `lesson check`); the other names as above. */
void seed_of_number(struct seed *s, uint64_t number, const char *exercise);
/* A short code for people, which a sheet carries and a hand-in repeats: eight letters and digits
 * that are not taken for one another, and a hyphen. */
void seed_code(const struct seed *s, char out[CODE_SIZE]);

/* A stream of numbers; `stream` keeps uses apart (0: the lesson's numbers, 1: the order of options,
 * ...), so that a new use changes no old numbers. */
struct draws {
    unsigned char key[SEED_BYTES];
    uint64_t stream, count;
};
void draws_begin(struct draws *d, const struct seed *s, uint64_t stream);
uint64_t draws_next(struct draws *d);                    /* 64 bits */
uint64_t draws_below(struct draws *d, uint64_t limit);   /* 0 ... limit - 1, each as likely */
void draws_shuffle(struct draws *d, int *at, int count); /* at[k] = k first, then shuffled */
