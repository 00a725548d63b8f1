/* Tests golden screens: a lesson, keys, and what is then on the screen, with styles and heat as
 * further layers. UPDATE=1 writes tests/scenes anew, for review. Most rows are here because they
 * alone noticed a break, when the code that draws was broken in 2,700 places, that behind the keys
 * in 1,700; a second size of a screen is none if it notices nothing more. What holds at every size
 * is asked of all sizes. Every number on a screen is also read back and compared with the tape. */
#include "expect.h"
#include "walked.h"

#include "lesson/catalog.h"
#include "trace/tape/event.h"
#include "tui/keys.h"
#include "tui/pane/table.h"
#include "tui/scene.h"

#include <check.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_scene(void);

static const char fails[] = "import torch\n"
                            "x = torch.ones(2, 3)\n"
                            "y = x.transpose(0, 1)\n"
                            "z = y.view(6)\n";

static const char odd[] =
    "import torch\n"
    "# tokens: \xe6\x97\xa5\xe6\x9c\xac \xc4\xa0the caf\xc3\xa9 \xf0\x9f\x98\x80\n"
    "q = torch.tensor([[1e9, -1e-7], [float('nan'), 2.5], [3., 4.], [-1e38, 0.]])\n"
    "scores = q @ q.T\n"
    "w = torch.softmax(scores, dim=-1)\n"
    "out = w @ q\n"
    "mask = scores > 0\n";

static const char learns[] = "import torch\n"
                             "torch.manual_seed(0)\n"
                             "x = torch.randn(3, 4)\n"
                             "W_query = torch.randn(4, 2, requires_grad=True)\n"
                             "W_key = torch.randn(4, 2, requires_grad=True)\n"
                             "queries = x @ W_query\n"
                             "keys = x @ W_key\n"
                             "scores = queries @ keys.T\n"
                             "weights = torch.softmax(scores / 2**0.5, dim=-1)\n"
                             "loss = weights[:, 0].log().mean()\n"
                             "loss.backward()\n";
static const char clears[] = "import torch\n"
                             "layer = torch.nn.Linear(3, 2)\n"
                             "opt = torch.optim.SGD(layer.parameters(), lr=0.1)\n"
                             "for step in range(40):\n"
                             "    opt.zero_grad()\n"
                             "    x = torch.randn(4, 3)\n"
                             "    (layer(x) - x[:, :2]).pow(2).mean().backward()\n"
                             "    opt.step()\n";
static const char trains[] = "import torch\n"
                             "torch.manual_seed(0)\n"
                             "x = torch.randn(3, 4)\n"
                             "W = torch.randn(4, 4, requires_grad=True)\n"
                             "for step in range(30):\n"
                             "    weights = torch.softmax(x @ W @ x.T, dim=-1)\n"
                             "    loss = -weights.diagonal().log().mean()\n"
                             "    W.grad = None\n"
                             "    loss.backward()\n"
                             "    W.data -= 0.5 * W.grad\n";
static const char gqa[] = "import torch\n"
                          "b, num_tokens, num_heads, head_dim = 1, 3, 4, 2\n"
                          "q = torch.arange(24.).reshape(b, num_heads, num_tokens, head_dim)\n"
                          "k = torch.arange(12.).reshape(b, 2, num_tokens, head_dim) / 4\n"
                          "v = k + 1\n"
                          "k = k.repeat_interleave(2, dim=1)\n"
                          "v = v.repeat_interleave(2, dim=1)\n"
                          "w = torch.softmax(q @ k.transpose(2, 3) / head_dim ** 0.5, dim=-1)\n"
                          "out = w @ v\n";

/* It goes wrong at its splitting, its softmax and its joining. */
static const char wrong[] = "import torch\n"
                            "# tokens: the cat sat\n"
                            "b, T, H, D = 1, 3, 2, 2\n"
                            "x = torch.arange(12.).reshape(b, T, H * D) / 8\n"
                            "wq, wk, wv = torch.eye(4) + 1, torch.eye(4), torch.eye(4) * 2\n"
                            "q = (x @ wq).view(b, H, T, D)\n"
                            "k = (x @ wk).view(b, T, H, D).transpose(1, 2)\n"
                            "v = (x @ wv).view(b, T, H, D).transpose(1, 2)\n"
                            "w = torch.softmax(q @ k.transpose(2, 3), dim=-2)\n"
                            "out = (w @ v).reshape(b, T, H * D)\n";

static const char drawn[] = "import torch\n"
                            "import matplotlib.pyplot as plt\n"
                            "words = ['the', 'cat', 'sat']\n"
                            "q = torch.tensor([[1., 0.], [0., 2.], [1., 1.]])\n"
                            "w = torch.softmax(q @ q.T / 2 ** 0.5, dim=-1)\n"
                            "c = w @ q\n"
                            "plt.imshow(w, cmap='viridis')\n"
                            "plt.xticks(range(3), words)\n"
                            "plt.yticks(range(3), words)\n"
                            "plt.xlabel('key')\n"
                            "plt.ylabel('query')\n"
                            "plt.title('attention')\n"
                            "plt.show()\n"
                            "losses = [2 ** -(n / 4) for n in range(20)]\n"
                            "plt.plot(losses, label='loss')\n"
                            "plt.plot(torch.arange(20) / 19, label='rate')\n"
                            "plt.xlabel('round')\n"
                            "plt.title('training')\n"
                            "plt.legend()\n"
                            "plt.show()\n";

#define EDITED(mask, dim)                                                                          \
    "import torch\n"                                                                               \
    "# tokens: the cat sat\n"                                                                      \
    "q = torch.tensor([[1., 0.], [0., 2.], [1., 1.]])\n"                                           \
    "s = q @ q.T\n" mask "w = torch.softmax(s, dim=" dim ")\n"                                     \
    "c = w @ q\n"

static const char before_edit[] =
    EDITED("s = s.masked_fill(torch.ones(3, 3).triu(1).bool(), -torch.inf)\n", "-1");
static const char after_edit[] = EDITED("# nothing is hidden\n\n", "-2");

static const struct screen {
    const char *name, *lesson, *keys;
    int width, height;
} screens[] = {
    {"first", "by-hand", "", 80, 24},
    {"figure-60x15", drawn, "6g", 60, 15},
    {"figure-80x23", drawn, "6g", 80, 23},
    {"figure", drawn, "6g F4 2j l", 80, 24},
    {"figure-cells-60x15", drawn, "6g F4 2j l", 60, 15},
    {"figure-maker", drawn, "6g F4 2j l Enter", 80, 24},
    {"figure-back", drawn, "6g F4 2j l Enter ' '", 80, 24},
    {"figure-name", drawn, "6g w", 80, 24},
    {"curve-60x15", drawn, "G", 60, 15},
    {"curve", drawn, "G F4 5l", 80, 24},
    {"curve-wide", drawn, "G Y F4 5l", 120, 40},
    {"curve-own", drawn, "G F4 5l Enter", 80, 24},
    {"curve-steps", drawn, "G L", 80, 24},
    {"curve-ticks", "+swiglu", "9n", 80, 23},
    {"project", "weight-splits", "1g", 80, 24},
    {"view", "weight-splits", "4g", 80, 24},
    {"transpose", "weight-splits", "7g Tab j", 80, 24},
    {"scores", "weight-splits", "11g Tab j j l", 80, 24},
    {"second-input", "weight-splits", "11g y", 80, 24},
    {"mask", "weight-splits", "14g Tab j j l l l", 80, 24},
    {"softmax", "weight-splits", "16g Tab j j l l )", 80, 24},
    {"context", "weight-splits", "18g }", 80, 24},
    {"setup", "weight-splits", "p", 80, 24},
    {"cell", "weight-splits", "16g i", 80, 24},
    {"help", "weight-splits", "?", 80, 24},
    {"names", "weight-splits", "13g V", 80, 24},
    {"steps", "weight-splits", "16g L", 80, 24},
    {"output", "weight-splits", "G o", 80, 24},
    {"storage", "weight-splits", "7g P", 80, 24},
    {"words", "weight-splits", "11g ? ?", 80, 24},
    {"words-wide", "single-head", "/ masked Enter W", 200, 60},
    {"word", "weight-splits", ": what Space strides Enter", 80, 24},
    {"word-none", "weight-splits", ": what Space nonsense Enter", 80, 24},
    {"warnings", "weight-splits", "!", 80, 24},
    {"answer", "weight-splits", "7g : p Space keys[0,:,:2].T,self.num_heads Enter", 80, 24},
    {"answer-refused", "weight-splits", "7g : p Space keys.mul_(2) Enter", 80, 24},
    {"guide-title", "+by-hand", "", 80, 24},
    {"guide-text", "+by-hand", "n", 80, 24},
    {"guide-exercise", "+by-hand", "3n", 80, 24},
    {"guide-answered", "+by-hand", "3n a", 80, 24},
    {"guide-step", "+by-hand", "5n", 80, 24},
    {"guide-output", "+by-hand", "6n", 80, 24},
    {"guide-more", "+by-hand", "G 2p", 80, 24},
    {"guide-typing", "+by-hand", "G 2p Enter 3", 80, 24},
    {"guide-end", "+by-hand", "G", 80, 24},
    {"guide-inside", "+by-hand", "5n s", 80, 24},
    {"guide-recall", "+weight-splits", "n", 80, 24},
    {"guide-step-wide", "+weight-splits", "] 2n", 160, 50},
    {"guide-steps", "+weight-splits", "] L", 80, 24},
    {"guide-filtered", "+weight-splits", "L / s o f t m a x Enter", 80, 24},
    {"code-cut-left", "is-or-are", "37g", 80, 24},
    {"guide-untold", "+by-hand", "5n T", 80, 24},
    {"breakpoint", "weight-splits", "11g b", 80, 24},
    {"watch", "weight-splits",
     "11g : w a t c h Space k e y s . s h a p e Enter : w a t c h Space x Enter n", 80, 24},
    {"small-watch", "weight-splits", "11g : w a t c h Space k e y s . s h a p e Enter y", 60, 15},
    {"points", "weight-splits",
     "11g b : b r e a k Space f o r w a r d Enter : w a t c h Space x Enter *", 80, 24},
    {"where", "weight-splits", "11g @ k", 80, 24},
    {"small-where", "weight-splits", "11g @", 60, 15},
    {"hidden", "weight-splits", "10g r n", 80, 24},
    {"guessed", "weight-splits", "10g r n r 2 Space 2 Space 6 Space 6 Enter", 80, 24},
    {"typing", "weight-splits", "/ mask", 80, 24},
    {"found", "weight-splits", "/ mask Enter", 80, 24},
    {"two-passes", "wrapper", "] ] ] ]", 80, 24},
    {"module-path", "wrapper", "] ] ] ]", 120, 24},
    {"blocks", "d-model-64", "z z", 80, 24},
    {"failure", fails, "G n", 80, 24},
    {"before-failure", fails, "G", 80, 24},
    {"odd-numbers", odd, "2g", 80, 24},
    {"odd-weights", odd, "3g", 80, 24},
    {"wide", "weight-splits", "16g", 120, 40},
    {"very-wide", "weight-splits", "11g", 200, 60},
    {"medium", "weight-splits", "20g", 100, 30},
    {"line-off", "weight-splits", "14g x", 80, 24},
    {"line-off-differs", "single-head", "/ masked Enter x", 80, 24},
    {"line-off-medium", "single-head", "/ masked Enter x n", 100, 30},
    {"lines-off-code", "weight-splits", "14g x F3 2k", 80, 24},
    {"number-set", "weight-splits", "16g : set Space d_out=4 Enter", 80, 24},
    {"number-set-shape", "weight-splits", "4g : set Space d_out=4 Enter", 80, 24},
    {"instead-view", "weight-splits", "7g I", 80, 24},
    {"instead-join", "weight-splits", "21g I", 80, 24},
    {"instead-axis", "weight-splits", "16g I", 80, 24},
    {"instead-scale", "weight-splits", ": set Space d_out=4 Enter 16g I I", 80, 24},
    {"instead-mask", "single-head", "/ softmax Enter 3I I I", 80, 24},
    {"instead-gqa", gqa, "/ repeat Enter I", 80, 24},
    {"instead-gqa-wide", gqa, "/ repeat Enter I", 100, 30},
    {"right-split", wrong, "/ view Enter g / view Enter I", 80, 24},
    {"right-axis", wrong, "/ softmax Enter I", 80, 24},
    {"right-join-wide", wrong, "G", 120, 40},
    {"right-mask", "weight-splits", "16g I", 80, 24},
    {"copy-wide", "weight-splits", "20g", 120, 40},
    {"change", "weight-splits", "16g v", 80, 24},
    {"gradient", learns, "4g B", 80, 24},
    {"gradient-wide", learns, "4g B n", 120, 40},
    {"gradient-inside", learns, "4g B s n", 80, 24},
    {"gradient-both", "chain-rule", "44g", 80, 24},
    {"gradient-cut", "chain-rule", "41g S", 80, 24},
    {"gradient-stacked", "scale-by-gradients", "4g", 80, 24},
    {"coarse-apart", "induction-head", "50g", 80, 24},
    {"stage-order", "a-head-learns-to-copy", "59g", 80, 24},
    {"figure-legend", "scale-by-gradients", "91g", 80, 24},
    {"gradient-nudged", learns, "4g B s n H", 80, 24},
    {"gradient-source", learns, "4g B <", 80, 24},
    {"training", trains, "R", 80, 24},
    {"training-cleared", clears, "R", 80, 24},
    {"training-word", trains, ":train Space x Enter", 80, 24},
    {"training-wide", trains, ":train Space 17 Enter n n", 120, 40},
    {"training-gap", trains, "/ training Enter", 80, 24},
    {"change-mask-wide", "single-head", "/ masked Enter v", 120, 40},
    {"map-diverging", "weight-splits", "16g v 5m", 80, 24},
    {"compared", "weight-splits|wrapper", "16g )", 80, 24},
    {"compared-back", "wrapper|weight-splits", "] ] ] 18n", 80, 24},
    {"compared-wide", "two-heads|weight-splits", "/ softmax Enter Esc", 120, 40},
    {"instead-hidden", "weight-splits", "15g : set Space d_out=4 Enter r n", 120, 40},
    {"edited", before_edit, "/ softmax Enter e Enter", 80, 24},
    {"edited-fails", before_edit, "/ softmax Enter e Enter", 80, 24},
    {"parts-maximum", "weight-splits", "16g Tab 2j l s", 80, 24},
    {"parts-sum", "single-head", "/ softmax Enter Tab k l s 3n", 80, 24},
    {"parts-divide", "d-model-64", "/ softmax Enter s 4n", 100, 30},
    {"parts-other-axis",
     "import torch\nx = torch.arange(12.).reshape(3, 4) % 5\nz = torch.softmax(x, dim=0)\n",
     "G Tab j l l s 4n", 80, 24},
    {"parts-long", "d-model-64", "/ softmax Enter s 3n j", 80, 24},
    {"parts-wide", "d-model-64", "/ softmax Enter s 4n", 200, 60},
    {"picture", "weight-splits", "16g w", 80, 24},
    {"picture-written", "weight-splits", "16g : write Space a.svg Enter", 80, 24},
    {"maximized", "weight-splits", "16g O", 80, 24},
    {"maximized-steps", "weight-splits", "16g O", 200, 60},
    {"focus-names", "weight-splits", "16g Tab Tab Tab 3j", 150, 40},
    {"focus-output", "weight-splits", "G BackTab 2k", 150, 40},
    {"too-small", "weight-splits", "", 60, 10},
    {"small-scores", "single-head", "9g", 60, 15},
    {"small-softmax", "weight-splits", "16g", 60, 15},
    {"small-warned", "weight-splits", "14g", 60, 15},
    {"small-set", "weight-splits", "14g : set Space b=3 Enter", 60, 15},
    {"small-help", "weight-splits", "?", 60, 15},
    {"small-text", "+by-hand", "n", 60, 15},
    {"small-more", "+by-hand", "G p", 60, 15},
    {"completing", "weight-splits", ": u Tab Tab", 80, 24},
    {"keys-stages", "weight-splits", "] f f ] F [", 80, 24},
    {"keys-groups", "weight-splits", "p s u 3n U", 80, 24},
    {"keys-stops", "weight-splits", "11g b g c 3n C", 80, 24},
    {"zeros-left-out", "dropout", "13g", 80, 23},
    {"code-line-whole", "positions", "F3 6j", 80, 23},
    {"code-word-below", "positions", "F3 6j 99l", 80, 23},
    {"keys-here", "weight-splits", "11g F3 4j t", 80, 24},
    {"keys-ends", "weight-splits", "End Home", 80, 24},
    {"keys-cells", "weight-splits", "11g F4 3 Down 2 Right l l Left h Up 2j k", 80, 24},
    {"keys-result", "import torch\nx = torch.arange(8.).reshape(2, 4) % 3\nv, i = x.topk(2)\n",
     "G Y", 80, 24},
    {"keys-lines", "weight-splits", "14g x X", 80, 24},
    {"keys-differs", "single-head", "/ masked Enter x J J K", 80, 24},
    {"keys-knob", "weight-splits", "16g : set Space d_out=4 Enter 2+ -", 80, 24},
    {"keys-search", "weight-splits", "/ mask Enter . . ,", 80, 24},
    {"keys-marks", "weight-splits", "11g M a g ' a", 80, 24},
    {"grouped-queries-wide", "=grouped-queries", "/ softmax Enter Esc", 120, 40},
    {"positions-wide", "=positions", "/ softmax Enter Esc", 120, 40},
    {"sqrt-wide", "=sqrt", "/ softmax Enter Esc", 120, 40},
    {"stop-a-head-learns-to-copy-24-60x15", "+a-head-learns-to-copy", "23n", 60, 15},
    {"stop-classes-9-60x15", "+classes", "8n", 60, 15},
    {"stop-cross-attention-2-60x15", "+cross-attention", "1n", 60, 15},
    {"stop-shapes-and-strides-17-120x40", "+shapes-and-strides", "16n", 120, 40},
    {"stop-shapes-and-strides-17-60x15", "+shapes-and-strides", "16n", 60, 15},
    {"stop-words-to-vectors-12-200x60", "+words-to-vectors", "11n", 200, 60},
    {"stop-words-to-vectors-12-60x15", "+words-to-vectors", "11n", 60, 15},
    {"stop-words-to-vectors-12-80x23", "+words-to-vectors", "11n", 80, 23},
    {"stop-words-to-vectors-4-60x15", "+words-to-vectors", "3n", 60, 15},
    {"stop-wrapper-13-60x15", "+wrapper", "12n", 60, 15},
    {"two-heads-wide", "=two-heads", "/ softmax Enter Esc", 120, 40},
    {"words-to-vectors-wide", "=words-to-vectors", "/ softmax Enter Esc", 120, 40},
    {"stop-words-to-vectors-2-60x15", "+words-to-vectors", "1n", 60, 15},
};

/* What e makes of the code. */
static const struct {
    const char *screen, *edited;
} edits[] = {
    {"edited", after_edit},
    {"edited-fails", fails},
};

/* --- at the other sizes --- */

/* Words that may be gone on a larger screen: hints at what did not fit, and what the head of a
 * tensor leaves out where one more stands beside it. */
static const char *const gives_way[] = {
    "rows",  "columns", "their",  "more", "lines", "place",    "storage", "copy",      "strides",
    "right", "color",   "differ", "self", "left",  "products", "shows",   "arithmetic"};

static size_t word_at(const char *text)
{
    size_t len = 0;
    while (isalpha((unsigned char)text[len])) {
        len++;
    }
    return len;
}

static bool may_go(const char *word, size_t len)
{
    bool found = len < 4;
    for (size_t k = 0; k < sizeof gives_way / sizeof gives_way[0]; k++) {
        found = found || (strlen(gives_way[k]) == len && strncmp(gives_way[k], word, len) == 0);
    }
    return found;
}

static bool has_word(const char *text, const char *word, size_t len)
{
    while (*text != '\0' && strncmp(text, word, len) != 0) {
        text++;
    }
    return *text != '\0';
}

static void says_no_less(const char *large, const char *small, const char *where)
{
    for (const char *at = small; *at != '\0';) {
        size_t len = word_at(at);
        ck_assert_msg(may_go(at, len) || has_word(large, at, len), "%s: no %.*s on\n%.3000s", where,
                      (int)len, at, large);
        at += len > 0 ? len : 1;
    }
}

/* No line is wider than the screen, and the last one names the key that leads out. */
static void fits(const char *screen, const char *own, int width, const char *where)
{
    static const char out[] = "q quit\n";
    char line[2048];
    int lines = 0;
    for (const char *at = screen; *at != '\0'; lines++) {
        size_t len = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)len, at);
        ck_assert_msg(grid_width(line) <= width, "%s: too wide: %s", where, line);
        at += len + 1;
    }
    ck_assert_msg(strstr(own, out) == NULL || strstr(screen, out) != NULL, "%s: no way out of\n%s",
                  where, screen);
}

/* The golden screens are of a few sizes: what is on them is on the larger ones, too. */
static void look_at_sizes(struct walked *w, const struct screen *s)
{
    static const int sizes[][2] = {{60, 15}, {80, 23}, {80, 24}, {100, 30}, {120, 40}, {200, 60}};
    char *own = walked_screen(w, s->width, s->height, false);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0] && s->height >= 15; k++) {
        char where[128], *other = walked_screen(w, sizes[k][0], sizes[k][1], false);
        snprintf(where, sizeof where, "%s, %dx%d", s->name, sizes[k][0], sizes[k][1]);
        fits(other, own, sizes[k][0], where);
        if (sizes[k][0] >= s->width && sizes[k][1] >= s->height) {
            says_no_less(other, own, where);
        }
        free(other);
    }
    free(own);
}

START_TEST(as_before)
{
    const struct screen *s = &screens[_i];
    struct walked w;
    char path[128];
    walked_open(&w, s->lesson);
    for (size_t k = 0; k < sizeof edits / sizeof edits[0]; k++) {
        w.edited = strcmp(edits[k].screen, s->name) == 0 ? edits[k].edited : w.edited;
    }
    w.viewer.width = s->width;
    w.viewer.height = s->height;
    ck_assert(!walked_press(&w, s->keys));
    char *screen = walked_screen(&w, s->width, s->height, true);
    snprintf(path, sizeof path, "tests/scenes/%s.txt", s->name);
    walked_golden(path, screen);
    look_at_sizes(&w, s);
    free(screen);
    walked_close(&w);
}
END_TEST

/* --- numbers are read back --- */

static void read_cell(const struct table *t, const struct grid *g, int x, int y, int64_t row,
                      int64_t column)
{
    char text[40] = {0};
    double value =
        tensor_double_at(&t->s->then, plane_offset(&t->s->slice, &t->s->then, row, column));
    for (int k = 0; k < t->cell && k < 39; k++) {
        text[k] = (char)g->at[y * g->width + x + k].c;
    }
    for (char *star = strchr(text, '*'); star != NULL; star = NULL) { /* it was changed */
        *star = ' ';
    }
    if (t->s->then.dtype == DTYPE_BOOL) {
        EXPECT((strchr(text, 'T') != NULL) == (value != 0), "%s for %g", text, value);
        return;
    }
    double shown = strtod(text, NULL);
    double most =
        t->decimals < 0 || fabs(value) >= 1e5 ? fabs(value) * 0.5 : 0.50001 * pow(10, -t->decimals);
    bool same = isnan(value)   ? isnan(shown)
                : isinf(value) ? shown == value
                               : fabs(shown - value) <= most;
    EXPECT(same, "'%s' for %.9g with %d decimals", text, value, t->decimals);
}

static void read_table(struct viewer *v, const struct shown *s)
{
    struct table t;
    struct grid g;
    for (int width = 40; width <= 160; width += 60) {
        v->chosen.tier = TIER_NUMBERS;
        table_plan(&t, v, s, false, TABLE_FINEST, width, 20);
        ck_assert(grid_init(&g, width + 2, 20));
        table_draw(&t, &g, 0, 0);
        for (int row = 0; row < t.rows; row++) {
            for (int k = 0; k < t.columns; k++) {
                read_cell(&t, &g, 2 + k * (t.cell + 1), row + 1, t.row + row, t.column + k);
            }
        }
        grid_free(&g);
    }
}

START_TEST(numbers_are_those_of_the_tape)
{
    struct walked w;
    walked_open(&w, _i < lesson_count ? lesson_files[_i].name : odd);
    do {
        for (int k = 0; k < w.viewer.fetched.in_count; k++) {
            read_table(&w.viewer, &w.viewer.fetched.in[k]);
        }
        if (w.viewer.fetched.any_out) {
            read_table(&w.viewer, &w.viewer.fetched.out);
        }
    } while (stepper_next(&w.viewer.where.at, 1) && viewer_look(&w.viewer));
    walked_close(&w);
}
END_TEST

/* --- every stop of every lesson, at every size: nothing is drawn outside, nothing leaks --- */

START_TEST(every_stop_has_a_screen)
{
    static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {200, 60}, {60, 15}, {10, 3}};
    struct walked w;
    walked_open(&w, _i < lesson_count ? lesson_files[_i].name : odd);
    stepper_to_number(&w.viewer.where.at, 1, true);
    do {
        ck_assert(viewer_look(&w.viewer));
        for (int k = 0; k < 6; k++) {
            char *screen = walked_screen(&w, sizes[k][0], sizes[k][1], false);
            EXPECT(strlen(screen) > 12, "an empty screen at %dx%d", sizes[k][0], sizes[k][1]);
            free(screen);
        }
    } while (stepper_next(&w.viewer.where.at, 1));
    walked_close(&w);
}
END_TEST

/* The screen says where colors begin and end. */
START_TEST(colors_have_a_scale)
{
    static const struct {
        const char *keys, *says;
        double low, high;
        bool around_zero;
    } cases[] = {
        {"16g", "color 0 to 1", 0, 1, false},                    /* shares */
        {"11g", "color -0.87 to 0.87", -0.87, 0.87, true},       /* signed, of all heads */
        {"16g m", "color 0 to 1", 0, 1, false},                  /* in a chosen map, too */
        {"16g v", "color -0.20 to 0.20", -0.2033, 0.2033, true}, /* a difference */
    };
    struct walked w;
    walked_open(&w, "weight-splits");
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct table_scale scale;
        walked_press(&w, cases[k].keys);
        const struct shown *s =
            w.viewer.fetched.any_difference ? &w.viewer.fetched.difference : &w.viewer.fetched.out;
        ck_assert(table_scale(&w.viewer, s, false, &scale));
        ck_assert(scale.around_zero == cases[k].around_zero);
        char *screen = walked_screen(&w, 80, 24, false);
        ck_assert_msg(fabs(scale.low - cases[k].low) < 0.005 &&
                          fabs(scale.high - cases[k].high) < 0.005 &&
                          strstr(screen, cases[k].says) != NULL,
                      "%s: %g to %g\n%.1500s", cases[k].keys, scale.low, scale.high, screen);
        free(screen);
    }
    walked_close(&w);
}
END_TEST

/* The path of stages does not tell what is wrong further on: it may be asked for. */
START_TEST(the_line_of_stages_tells_no_future)
{
    struct walked w;
    walked_open(&w, "weight-splits");
    walked_press(&w, "11g");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_null(strstr(screen, "mask!"));
    ck_assert_ptr_null(strstr(screen, "softmax!"));
    free(screen);
    walked_press(&w, "16g");
    screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "mask!"));
    free(screen);
    walked_close(&w);
}
END_TEST

START_TEST(powers_and_zeros)
{
    static const struct {
        double value;
        int decimals;
        bool zero;
        int width;
        const char *text;
    } cases[] = {
        {0.1625, 4, true, 6, "0.1625"},    {0.1627, 3, false, 4, ".163"},
        {-0.25, 2, false, 4, "-.25"},      {-INFINITY, 2, false, 4, "-inf"},
        {NAN, 2, false, 4, "nan"},         {-1e9, 2, false, 5, "-1e9"},
        {2.34e-6, -1, true, 7, "2.34e-6"}, {12.345, 2, true, 4, "12.3"},
        {1e38, 4, true, 6, "1.0e38"},      {0, 3, false, 4, ".000"},
        {-0.3, 0, false, 2, "0"},          {-0.01, 2, false, 4, "-.01"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        char text[32];
        table_number(cases[k].value, cases[k].decimals, cases[k].zero, cases[k].width, text);
        ck_assert_str_eq(text, cases[k].text);
    }
}
END_TEST

/* Before the lesson on them nothing is said of strides and storages, at no step, of no size, with
 * the arithmetic of a cell open or not; it is if it is asked for. From that lesson on it is. */
START_TEST(places_are_told_in_their_lesson)
{
    static const char *const words[] = {"stride", "storage", "contiguous", " at place ",
                                        "view of #"};
    static const struct {
        int width, height;
    } sizes[] = {{60, 15}, {80, 24}, {120, 40}, {200, 60}};
    struct walked w;
    bool before = catalog_is_before(&lesson_files[_i], VIEWER_PLACES);
    int told = 0;
    walked_open(&w, lesson_files[_i].name);
    ck_assert_int_eq(w.viewer.placeless, before);
    do {
        ck_assert(viewer_look(&w.viewer));
        for (size_t k = 0; k < 2 * sizeof sizes / sizeof sizes[0]; k++) {
            w.viewer.where.page = k % 2 == 0 ? PAGE_NONE : PAGE_cell;
            char *screen = walked_screen(&w, sizes[k / 2].width, sizes[k / 2].height, false);
            char *code = strstr(screen, "^^^"); /* below the code; it says what it likes */
            for (size_t j = 0; code != NULL && j < sizeof words / sizeof words[0]; j++) {
                bool there = strstr(code, words[j]) != NULL;
                ck_assert_msg(!before || !there, "%s: %s in\n%s", lesson_files[_i].name, words[j],
                              screen);
                told += there;
            }
            free(screen);
        }
        w.viewer.where.page = PAGE_NONE;
    } while ((before || told <= 50) && stepper_next(&w.viewer.where.at, 1));
    ck_assert(before || told > 50);
    walked_press(&w, "g P");
    char *screen = walked_screen(&w, 80, 24, false);
    ck_assert_ptr_nonnull(strstr(screen, "place        value"));
    free(screen);
    walked_close(&w);
}
END_TEST

/* Where only ASCII can be drawn, a figure is numbers and letters. */
START_TEST(figures_in_letters)
{
    static const int sizes[][2] = {{60, 15}, {80, 23}, {80, 24}, {120, 40}, {200, 60}};
    struct walked w;
    walked_open(&w, drawn);
    w.viewer.chosen.ascii = true;
    for (int k = 0; k < 10; k++) {
        walked_press(&w, k < 5 ? "6g" : "8g");
        char *screen = walked_screen(&w, sizes[k % 5][0], sizes[k % 5][1], false);
        for (const char *c = screen; *c != '\0'; c++) {
            ck_assert_msg((unsigned char)*c < 128, "size %d:\n%s", k % 5, screen);
        }
        ck_assert_ptr_nonnull(strstr(screen, k < 5 ? "IMAGE  #4 w" : "a loss  b rate"));
        ck_assert_ptr_nonnull(strstr(screen, k < 5 ? "0.1978 0.4011" : "bbb"));
        free(screen);
    }
    walked_close(&w);
}
END_TEST

/* How many tables of a screen say that they show some of so many columns, and the last of them. */
static int cut_tables(const char *screen, long columns, long *last)
{
    int count = 0;
    for (const char *p = screen; (p = strpbrk(p, "sx")) != NULL;
         p++) { /* "columns 0-2/6", "x 0-2/6" */
        long from, to, of;
        bool names = p > screen && (p[-1] == 'n' || p[-1] == ' ');
        if (names && sscanf(p + 1, " %ld-%ld/%ld", &from, &to, &of) == 3 && of == columns) {
            *last = count > 0 && *last != to ? -1 : to;
            count++;
        }
    }
    return count;
}

/* Where the second factor of a product lacks columns the result lacks the same ones. */
START_TEST(products_are_cut_alike)
{
    struct walked w;
    walked_open(&w, lesson_files[_i].name);
    for (int step = 0; step < w.tape.step_count && step < 150; step++) {
        const struct viewer *v = &w.viewer;
        const struct event *e = &w.tape.event[stepper_event(&v->where.at)];
        char *screen = walked_screen(&w, 80, 23, false);
        long to = 0, columns = v->fetched.any_out ? (long)v->fetched.out.slice.columns : 0;
        int cut = cut_tables(screen, columns, &to);
        bool product = !stepper_folded(&v->where.at) && event_does(e, MATMUL) &&
                       v->fetched.in_count == 2 && e->of < 0 && columns < TABLE_BLOCKS;
        bool own = product && v->fetched.in[0].slice.columns != columns;
        ck_assert_msg(!own || v->fetched.in[1].slice.columns != columns || cut == 0 ||
                          (cut == 2 && to >= 0),
                      "%s: step %d\n%s", lesson_files[_i].name, e->number, screen);
        free(screen);
        walked_press(&w, "n");
    }
    walked_close(&w);
}
END_TEST

Suite *suite_scene(void)
{
    Suite *s = suite_create("scene");
    TCase *t = tcase_create("scene");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, as_before, 0, (int)(sizeof screens / sizeof screens[0]));
    tcase_add_loop_test(t, numbers_are_those_of_the_tape, 0, lesson_count + 1);
    tcase_add_loop_test(t, products_are_cut_alike, 0, lesson_count);
    tcase_add_test(t, colors_have_a_scale);
    tcase_add_test(t, the_line_of_stages_tells_no_future);
    tcase_add_test(t, powers_and_zeros);
    tcase_add_test(t, figures_in_letters);
    tcase_add_loop_test(t, places_are_told_in_their_lesson, 0, lesson_count);
    suite_add_tcase(s, t);
    t = tcase_create("scene, all");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, every_stop_has_a_screen, 0, lesson_count + 1);
    suite_add_tcase(s, t);
    return s;
}
