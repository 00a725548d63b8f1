/* The help: the keys, group by group, and behind them the signs on the screen. */
#include "tui/keys.h"
#include "tui/page.h"
#include "tui/page_write.h"

#include <string.h>

static const struct {
    const char *sign, *ascii, *meaning;
} signs[] = {
#define SIGN(sign, ascii, meaning) {sign, ascii, meaning},
#include "tui/signs.def"
#undef SIGN
};
#define SIGNS (sizeof signs / sizeof signs[0])

static const char signs_group[] = "Signs";

const char *page_help_group(int nth)
{
    return key_group(nth) != NULL                   ? key_group(nth)
           : nth == 0 || key_group(nth - 1) != NULL ? signs_group
                                                    : NULL;
}

/* How many lines a group of keys takes. */
static int group_height(const char *group)
{
    int lines = 1;
    for (int k = 0; k < ACTION_COUNT; k++) {
        lines += strcmp(key_row((enum action)k)->group, group) == 0;
    }
    lines += group == signs_group ? (int)SIGNS : 0;
    return lines + (group == key_group(0)); /* and what counts do */
}

static void put_group(struct page_writer *w, const char *group)
{
    page_line(w, STYLE_TITLE, group);
    for (int k = 0; k < ACTION_COUNT; k++) {
        const struct key_row *row = key_row((enum action)k);
        if (strcmp(row->group, group) == 0) {
            page_put(w, 1, STYLE_KEY, row->keys);
            page_put(w, 20, STYLE_QUIET, ":");
            page_put(w, 21, STYLE_QUIET, row->command);
            page_put(w, 33, STYLE_PLAIN, row->help);
            w->line++;
        }
    }
    for (size_t k = 0; group == signs_group && k < SIGNS; k++) {
        page_put(w, 1, STYLE_KEY, w->v->chosen.ascii ? signs[k].ascii : signs[k].sign);
        page_put(w, 15, STYLE_PLAIN, signs[k].meaning);
        w->line++;
    }
    if (group == key_group(0)) {
        page_line(w, STYLE_PLAIN,
                  " A number before a key repeats it (5n), or says which one (12g, 3): head 3).");
    }
}

int page_help_end(const struct viewer *v)
{
    int nth = v->where.help, lines = 0, room = v->height - PAGE_AROUND;
    while (page_help_group(nth) != NULL && (nth == v->where.help || v->height == 0 ||
                                            lines + group_height(page_help_group(nth)) <= room)) {
        lines += group_height(page_help_group(nth++));
    }
    return nth;
}

/* As many groups as there is room for, from the one on that belongs to the pane. */
void page_help(struct page_writer *w)
{
    for (int nth = w->v->where.help, end = page_help_end(w->v); nth < end; nth++) {
        put_group(w, page_help_group(nth));
    }
}
