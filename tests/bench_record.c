/* What recording costs: the same code with and without a tape, in turn, in fresh sessions, in
 * processor time. Prints the best of both, the median of the ratios of neighbours, and what laying
 * the tape out takes when the run is over.
 *
 *     bench_record tests/large/layer.py */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "torch/session.h"
#include "trace/tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS_LEAST 15
#define ROUNDS_MOST 201
#define ENOUGH 2000.0 /* milliseconds */

/* Of processor time: what others do on the machine does not count. */
static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Runs `text` after `first`; only `text` is timed, and then tape_finish. Milliseconds. */
static double run(const char *first, const char *text, bool recorded, double *finish)
{
    struct session *s = calloc(1, sizeof *s);
    struct tape tape = {0};
    struct value last;
    bool has_last;
    if (s == NULL || !session_init(s, 0, 2)) {
        fputs("bench: no memory\n", stderr);
        exit(1);
    }
    const struct source before = {
        .file = "before", .first_line = 1, .text = first, .len = strlen(first)};
    const struct source source = {
        .file = "bench", .first_line = 1, .text = text, .len = strlen(text)};
    interp_run(&s->in, &before, &last, &has_last);
    if (recorded && !tape_start(&tape, s)) {
        exit(1);
    }
    double start = now_ms();
    if (interp_run(&s->in, &source, &last, &has_last) != OUTCOME_DONE) {
        fputs("bench: the code failed\n", stderr);
        exit(1);
    }
    double taken = now_ms() - start;
    if (recorded) {
        start = now_ms();
        tape_finish(&tape);
        *finish = now_ms() - start;
        tape_free(&tape);
    }
    session_free(s);
    free(s);
    return taken;
}

static void compare(const char *name, const char *first, const char *text)
{
    double plain[ROUNDS_MOST], recorded[ROUNDS_MOST], ratio[ROUNDS_MOST], finish[ROUNDS_MOST];
    double spent = 0;
    size_t n = 0;
    for (; n < ROUNDS_MOST && (n < ROUNDS_LEAST || spent < ENOUGH); n++) {
        bool turn = n % 2 == 1; /* who comes first takes turns too */
        if (turn) {
            recorded[n] = run(first, text, true, &finish[n]);
        }
        plain[n] = run(first, text, false, NULL);
        if (!turn) {
            recorded[n] = run(first, text, true, &finish[n]);
        }
        ratio[n] = recorded[n] / plain[n];
        spent += recorded[n] + plain[n];
    }
    qsort(plain, n, sizeof *plain, by_size);
    qsort(recorded, n, sizeof *recorded, by_size);
    qsort(ratio, n, sizeof *ratio, by_size);
    qsort(finish, n, sizeof *finish, by_size);
    printf(
        "recording %s: %.2f ms, without %.2f; ratio %.2f of the best, %.2f in the middle of %zu; "
        "laid out in %.2f\n",
        name, recorded[0], plain[0], recorded[0] / plain[0], ratio[n / 2], n, finish[n / 2]);
}

int main(int argc, char **argv)
{
    struct buf layer = {0};
    struct error err = {0};
    static const char imports[] =
        "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n";
    static const char small[] = "torch.manual_seed(0)\n"
                                "for step in range(200):\n"
                                "    x = torch.randn(2, 6, 4)\n"
                                "    q = x @ torch.randn(4, 4)\n"
                                "    w = torch.softmax(q @ q.transpose(1, 2) / 2, dim=-1)\n"
                                "    y = (w @ x).view(2, 6, 2, 2).transpose(1, 2)\n";
    static const char gpt2[] =
        "torch.manual_seed(0)\n"
        "B, T, C, H = 1, 1024, 768, 12\n"
        "x = torch.randn(B, T, C)\n"
        "qkv, out = nn.Linear(C, 3 * C), nn.Linear(C, C)\n"
        "mask = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)\n"
        "q, k, v = qkv(x).chunk(3, dim=-1)\n"
        "q, k, v = [t.view(B, T, H, C // H).transpose(1, 2) for t in (q, k, v)]\n"
        "scores = q @ k.transpose(-2, -1) / (C // H) ** 0.5\n"
        "weights = F.softmax(scores.masked_fill(mask, float('-inf')), dim=-1)\n"
        "y = out((weights @ v).transpose(1, 2).reshape(B, T, C))\n";
    static const char writes[] = "x = torch.zeros(1024, 768)\n"
                                 "row = torch.ones(768)\n"
                                 "for i in range(1024): x[i] = row * i\n";
    if (argc < 2 || !file_read(argv[1], (size_t)1 << 20, &layer, &err)) {
        fputs("usage: bench_record LAYER.py\n", stderr);
        return 2;
    }
    compare("a layer of GPT-2 small", imports, gpt2);
    compare("a small causal layer and its sums", imports, buf_text(&layer));
    compare("2,000 tiny operations", imports, small);
    compare("1,024 writes into (1024, 768)", imports, writes);
    buf_free(&layer);
    return 0;
}
