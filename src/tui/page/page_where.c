/* Shows the calls under way at a step, the outermost first, as a traceback does. */
#include "show/code.h"
#include "trace/tape/location.h"
#include "trace/tape/module_path.h"
#include "tui/page/page_write.h"
#include "tui/page/stack.h"

/* "Block.forward, line 12 of lib/attn.py, h.0.attn", and the code below it. */
static void put_frame(struct page_writer *w, int up)
{
    const struct viewer *v = w->v;
    const struct tape *t = v->where.at.tape;
    struct stack_frame f = stack_frame(v, up);
    bool chosen = up == stack_chosen(v);
    scoped_buf head = {0}, code = {0};
    buf_printf(&head, "%s, ", stack_name(v, &f));
    location_line(t, &f.at, &head);
    const char *path = f.call >= 0 ? call_module(t, f.call) : NULL;
    if (path != NULL && *path != '\0') {
        buf_printf(&head, ", %s", path);
    }
    code_fit(&head, w->width - 3);
    code_of_span(&f.at, &code);
    code_fit(&code, w->width - 5);
    w->here = chosen ? w->line : w->here;
    page_put(w, 0, STYLE_CURRENT, chosen ? ">" : " ");
    page_put(w, 2, chosen ? STYLE_CURRENT : STYLE_TITLE, buf_text(&head));
    w->line++;
    page_put(w, 4, chosen ? STYLE_CURRENT : STYLE_PLAIN, buf_text(&code));
    w->line++;
}

void page_where(struct page_writer *w)
{
    for (int up = stack_depth(w->v) - 1; up >= 0; up--) {
        put_frame(w, up);
    }
    if (w->line == 0) {
        page_line(w, STYLE_QUIET, "There is no step here.");
    }
}
