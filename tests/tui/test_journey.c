/* Tests journeys: every key of the table, one after the other, at several steps; after each key the
 * lines of the screen that it changed, or an earlier screen that it leads back to. UPDATE=1 writes
 * tests/scenes/journey_*.txt anew, for review. */
#include "walked.h"

#include "tui/keys.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_journey(void);

static const char heads[] = "import torch\n"
                            "torch.manual_seed(3)\n"
                            "x = torch.randn(2, 3, 4)\n"
                            "def split(t):\n"
                            "    return t.view(2, 3, 2, 2).transpose(1, 2)\n"
                            "q, k, v = split(x), split(x + 1), split(x * 2)\n"
                            "s = q @ k.mT\n"
                            "for i in range(2):\n"
                            "    s[:, i] = s[:, i] * 0.5\n"
                            "mask = torch.ones(3, 3).tril() == 0\n"
                            "s = s.masked_fill(mask, -torch.inf)\n"
                            "w = s.softmax(-1)\n"
                            "out = (w @ v).transpose(1, 2).reshape(2, 3, 4)\n"
                            "print(out.shape)\n";

static const struct {
    const char *name, *text;
    int width, height;
    const char *from; /* the steps where all keys are pressed */
} journeys[] = {
    {"lesson", "weight-splits", 80, 24, "11g 16g"},
    {"heads", heads, 100, 30, "6g"},
    {"wide", "grouped-queries", 132, 40, "9g"},
};

/* The lines of `now` that `before` does not have there. */
static void put_changes(const char *before, const char *now, struct buf *out)
{
    for (int line = 1; *now != '\0'; line++) {
        size_t len = strcspn(now, "\n"), was = strcspn(before, "\n");
        if (len != was || strncmp(now, before, len) != 0) {
            buf_printf(out, "%3d %.*s\n", line, (int)len, now);
        }
        now += len + (now[len] == '\n');
        before += was + (before[was] == '\n');
    }
}

#define SCREENS_MOST 512

struct journey {
    struct walked w;
    int number; /* of journeys */
    struct buf out;
    char *screen[SCREENS_MOST];  /* all that were there, the empty one first */
    char keys[SCREENS_MOST][24]; /* that led to it first */
    int count, at;
};

/* Presses `key`, and writes what it changes. A screen that was there is only named, by the keys
 * that led to it first: the step, the key behind it, perhaps Esc. */
static void press(struct journey *j, const char *key, const char *step, const char *before)
{
    walked_press(&j->w, key);
    char *now = walked_screen(&j->w, journeys[j->number].width, journeys[j->number].height, false);
    int k = 0;
    while (k < j->count && strcmp(j->screen[k], now) != 0) {
        k++;
    }
    if (k < j->count) {
        buf_printf(&j->out, "%s: as behind %s\n", key, j->keys[k]);
        free(now);
    } else {
        ck_assert_int_lt(j->count, SCREENS_MOST);
        buf_printf(&j->out, "%s\n", key);
        put_changes(j->screen[j->at], now, &j->out);
        snprintf(j->keys[k], sizeof j->keys[k], "%s%s%s", step, before, key);
        j->screen[j->count++] = now;
    }
    j->at = k;
}

START_TEST(every_key_changes_what_it_did)
{
    struct journey *j = calloc(1, sizeof *j);
    char from[64], path[96];
    snprintf(from, sizeof from, "%s", journeys[_i].from);
    j->number = _i;
    j->screen[j->count++] = calloc(1, 1);
    walked_open(&j->w, journeys[_i].text);
    for (char *step = strtok(from, " "); step != NULL; step = strtok(NULL, " ")) {
        press(j, step, "", "");
        for (enum action a = 0; a < ACTION_COUNT; a++) {
            char key[12], before[16];
            key_first_name(a, key);
            if (a != ACTION_quit && a != ACTION_suspend) {
                snprintf(before, sizeof before, " %s ", key);
                press(j, key, step, " ");
                press(j, "Esc", step, before);
            }
        }
    }
    snprintf(path, sizeof path, "tests/scenes/journey_%s.txt", journeys[_i].name);
    walked_golden(path, buf_text(&j->out));
    while (j->count > 0) {
        free(j->screen[--j->count]);
    }
    buf_free(&j->out);
    walked_close(&j->w);
    free(j);
}
END_TEST

Suite *suite_journey(void)
{
    Suite *s = suite_create("journey");
    TCase *t = tcase_create("journey");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, every_key_changes_what_it_did, 0,
                        (int)(sizeof journeys / sizeof journeys[0]));
    suite_add_tcase(s, t);
    return s;
}
