/* Writes the help: the keys, group by group, and behind them the signs on the screen. */
#include "tui/keys.h"
#include "tui/page/page.h"
#include "tui/page/page_write.h"
#include "tui/pane/signs.h"
#include "tui/scene.h"

#include <limits.h>
#include <string.h>

#define HELP_WIDTH 78 /* with the commands */

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
    lines += group == signs_group ? SIGN_COUNT : 0;
    return lines + (group == key_group(0)); /* and what counts do */
}

static void put_group(struct page_writer *w, const char *group)
{
    page_line(w, STYLE_TITLE, group);
    for (int k = 0; k < ACTION_COUNT; k++) {
        const struct key_row *row = key_row((enum action)k);
        scoped_buf keys = {0};
        key_names((enum action)k, w->v->keyless, &keys);
        if (strcmp(row->group, group) == 0 && keys.len > 0) {
            bool narrow = w->width < HELP_WIDTH;
            page_put(w, 1, STYLE_KEY, buf_text(&keys));
            if (!narrow) {
                page_put(w, 20, STYLE_QUIET, ":");
                page_put(w, 21, STYLE_QUIET, row->command);
            }
            page_text(w, STYLE_PLAIN, narrow ? 20 : 33, row->help);
        }
    }
    for (int k = 0; group == signs_group && k < SIGN_COUNT; k++) {
        page_put(w, 1, STYLE_KEY, w->v->chosen.ascii ? sign_row(k)->ascii : sign_row(k)->sign);
        page_text(w, STYLE_PLAIN, 15, sign_row(k)->meaning);
    }
    if (group == key_group(0)) {
        page_text(w, STYLE_PLAIN, 1,
                  "A number before a key repeats it (5n), or says which one (12g, 3): head 3).");
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

/* As many groups as there is room for, from the one on that belongs to the pane; on a small screen
 * all of them, to be scrolled. A page in a browser draws what the signs would say. */
void page_help(struct page_writer *w)
{
    bool small = scene_is_small(w->v);
    int end = small ? INT_MAX : page_help_end(w->v);
    const char *group;
    for (int nth = small ? 0 : w->v->where.help;
         nth < end && (group = page_help_group(nth)) != NULL &&
         !(w->v->keyless && group == signs_group);
         nth++) {
        w->here = nth == w->v->where.help ? w->line : w->here;
        put_group(w, group);
    }
}
