/* Tells what could be an answer to an exercise of some kind, and what could be code. */
#include "exercise/handin/handin_plausible.h"

#include "exercise/answer/answer.h"
#include "exercise/answer/answer_options.h"
#include "exercise/answer/answer_shape.h"

#include <ctype.h>
#include <string.h>

static void copy(struct piece p, struct buf *out)
{
    buf_put(out, p.at, p.len);
}

static bool plausible_options(const struct exercise *e, const char *text)
{
    const char *option[OPTIONS_MOST];
    int picked[OPTIONS_MOST], picked_count, count = 0;
    struct buf why = {0};
    for (int k = 0; k < e->field_count && count < OPTIONS_MOST; k++) {
        const char *key = e->field[k].key;
        if (strcmp(key, "option") == 0 || strcmp(key, "right") == 0 || strcmp(key, "step") == 0) {
            option[count++] = e->field[k].value;
        }
    }
    bool ok = count > 0 && answer_options(text, option, count, picked, &picked_count, &why);
    buf_free(&why);
    return ok;
}

static bool plausible_number(const char *text)
{
    struct buf why = {0};
    double number;
    bool ok = answer_number(text, &number, &why);
    buf_free(&why);
    return ok;
}

static bool plausible_line(const char *text)
{
    struct buf why = {0};
    int line;
    bool ok = answer_line(text, &line, &why);
    buf_free(&why);
    return ok;
}

/* "(b, T)": the names are known to its run alone. */
static bool in_brackets(const char *text)
{
    int depth = 0;
    size_t k = 0;
    do {
        depth += text[k] != '\0' && strchr("([{", text[k]) != NULL;
        depth -= text[k] != '\0' && strchr(")]}", text[k]) != NULL;
        k += text[k] != '\0';
    } while (depth > 0 && text[k] != '\0');
    return k > 2 && k < 100 && depth == 0 && text[k + strspn(text + k, " .")] == '\0';
}

static bool plausible_shape(const char *text)
{
    struct buf why = {0};
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim;
    bool ok = answer_shape(text, NULL, 0, &ndim, shape, &why);
    buf_free(&why);
    return ok || in_brackets(text);
}

/* "optimizer.zero_grad()": the call of a method, alone on its line. */
static bool has_call(struct piece text)
{
    while (text.len > 0) {
        const char *stop = memchr(text.at, '\n', text.len);
        size_t len = stop != NULL ? (size_t)(stop - text.at) : text.len, name = 0;
        struct piece line = piece_trim((struct piece){text.at, len});
        while (name < line.len &&
               (isalnum((unsigned char)line.at[name]) || strchr("_.", line.at[name]) != NULL)) {
            name++;
        }
        if (name > 0 && name < line.len && line.at[name] == '(' && line.at[line.len - 1] == ')' &&
            memchr(line.at, '.', name) != NULL) {
            return true;
        }
        len += stop != NULL;
        text = (struct piece){text.at + len, text.len - len};
    }
    return false;
}

bool handin_codelike(struct piece text)
{
    static const char *const words[] = {"def ",   "return", "import ", "lambda", "print(",
                                        "torch.", "class ", "pass",    "np.",    "for ",
                                        "while ", "with ",  "="};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if (piece_has(text, words[k])) {
            return true;
        }
    }
    return has_call(text);
}

bool handin_plausible(const struct exercise *e, struct piece text)
{
    struct buf copied = {0};
    bool ok = false;
    copy(text, &copied);
    const char *whole = buf_text(&copied);
    switch (e->kind) {
    case EXERCISE_cell:
        ok = plausible_number(whole);
        break;
    case EXERCISE_shape:
        ok = plausible_shape(whole);
        break;
    case EXERCISE_choice:
    case EXERCISE_order:
        ok = plausible_options(e, whole);
        break;
    case EXERCISE_bug:
        ok = plausible_line(whole) || answer_line_of(e->code, whole) > 0;
        break;
    case EXERCISE_code:
        ok = handin_codelike(text);
        break;
    case EXERCISE_KINDS:
        break;
    }
    buf_free(&copied);
    return ok && text.len > 0;
}
