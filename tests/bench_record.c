/* Measures what recording costs: the same code with and without a tape, in turn, in fresh sessions,
 * in processor time. Prints the best of both and the median of the ratios of neighbours, which is
 * marked where it is more than MOST; what laying the tape out takes behind the run (tape_finish),
 * for each event and as a ratio of run and layout together; what the readers take that every
 * command asks (stages, axes, warnings); and the memory of both.
 *
 *     bench_record tests/large/layer.py */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "mistakes/warnings.h"
#include "session/session.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "trace/tape/tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 1.15 /* of the run's time, in the middle of all rounds */
#define EACH_MOST                                                                                  \
    0.15 /* us for an event: what recording may cost where an operation costs little */
#define ROUNDS_LEAST 15
#define ROUNDS_LARGE 3 /* of code that takes seconds */
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

struct times { /* milliseconds */
    double run, finish, read;
    int events;
    size_t peak; /* bytes, at most */
};

/* Runs `text` after `first`; only `text` is timed, and then what comes behind it. */
static struct times run(const char *first, const char *text, bool recorded)
{
    struct times spent = {0};
    struct warnings warnings = {0};
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
    spent.run = now_ms() - start;
    if (recorded) {
        start = now_ms();
        tape_finish(&tape);
        spent.finish = now_ms() - start;
        if (!stages_find(&tape) || !axes_find(&tape) || !warnings_find(&tape, &warnings)) {
            fputs("bench: the tape cannot be read\n", stderr);
            exit(1);
        }
        spent.read = now_ms() - start - spent.finish;
        spent.events = tape.event_count;
        warnings_free(&warnings);
        tape_free(&tape);
    }
    spent.peak = s->in.memory->peak;
    session_free(s);
    free(s);
    return spent;
}

/* `kept`: results that the code itself throws away stay on the tape, and the system clears memory
 * for each; that is told and not marked. */
static void compare(const char *name, const char *first, const char *text, size_t least, bool kept)
{
    double plain[ROUNDS_MOST], recorded[ROUNDS_MOST], ratio[ROUNDS_MOST], whole[ROUNDS_MOST];
    double finish[ROUNDS_MOST], reading[ROUNDS_MOST], spent = 0;
    size_t n = 0, peak = 0, plain_peak = 0;
    int events = 0;
    for (; n < ROUNDS_MOST && (n < least || (spent < ENOUGH && least > ROUNDS_LARGE)); n++) {
        bool turn = n % 2 == 1; /* who comes first takes turns too */
        struct times with = {0}, without;
        if (turn) {
            with = run(first, text, true);
        }
        without = run(first, text, false);
        if (!turn) {
            with = run(first, text, true);
        }
        events = with.events;
        peak = with.peak;
        plain_peak = without.peak;
        plain[n] = without.run;
        recorded[n] = with.run;
        finish[n] = with.finish;
        reading[n] = with.read;
        ratio[n] = with.run / without.run;
        whole[n] = (with.run + with.finish) / without.run;
        spent += with.run + without.run;
    }
    double *const all[] = {plain, recorded, ratio, whole, finish, reading};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        qsort(all[k], n, sizeof *all[k], by_size);
    }
    double each = 1e3 * (recorded[0] - plain[0]) / (events > 0 ? events : 1);
    bool late = !kept && ratio[n / 2] > MOST && each > EACH_MOST;
    printf("recording %s: %.2f ms, without %.2f; ratio %.2f of the best, %.2f in the middle of "
           "%zu; %.2f us for each event%s\n",
           name, recorded[0], plain[0], recorded[0] / plain[0], ratio[n / 2], n, each,
           late ? " (MORE THAN 1.15, AND THAN 0.15 us)" : "");
    printf("  laid out in %.2f ms, %.2f us for each of %d events: ratio with it %.2f; stages, axes "
           "and "
           "warnings in %.2f ms\n",
           finish[n / 2], 1e3 * finish[n / 2] / (events > 0 ? events : 1), events, whole[n / 2],
           reading[n / 2]);
    printf("  memory at most %.2f MB, without %.2f: ratio %.2f\n", (double)peak / 1e6,
           (double)plain_peak / 1e6, (double)peak / (double)plain_peak);
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
    static const char large[] = "torch.manual_seed(0)\n"
                                "x = torch.randn(12, 512, 64)\n"
                                "for layer in range(6):\n"
                                "    s = x @ x.transpose(1, 2) / 8\n"
                                "    m = torch.triu(torch.ones(512, 512), diagonal=1)\n"
                                "    s = s.masked_fill(m.bool(), float('-inf'))\n"
                                "    w = F.softmax(s, dim=-1)\n"
                                "    x = w @ x + x\n";
    static const char filled[] = "x = torch.zeros(400, 1024, 450)\n"
                                 "row = torch.ones(1024, 450)\n"
                                 "for i in range(400): x[i] = row\n";
    if (argc < 2 || !file_read(argv[1], (size_t)1 << 20, &layer, &err)) {
        fputs("usage: bench_record LAYER.py\n", stderr);
        return 2;
    }
    compare("a layer of GPT-2 small", imports, gpt2, ROUNDS_LEAST, false);
    compare("a small causal layer and its sums", imports, buf_text(&layer), ROUNDS_LEAST, false);
    compare("2,000 tiny operations", imports, small, ROUNDS_LEAST, false);
    compare("1,024 writes into (1024, 768)", imports, writes, ROUNDS_LEAST, false);
    compare("700 MB of results, thrown away", imports, large, ROUNDS_LARGE, true);
    compare("400 writes that fill 700 MB", imports, filled, ROUNDS_LARGE, true);
    buf_free(&layer);
    return 0;
}
