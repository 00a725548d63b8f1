/* Draws the charts of a run: --stage training and --stage figure. */
#include "cli/heatmap/heatmap_chart.h"

#include "cli/heatmap/heatmap_write.h"
#include "heatmap/chart/chart_draw.h"
#include "heatmap/chart/losses.h"
#include "show/figure_text.h"
#include "trace/tape/figure_event.h"

#include "base/output.h"

/* Takes the words over. */
static bool write_chart(const struct heatmap *how, const struct chart *chart, double dpi,
                        const char *title, struct buf *words, const char *path, struct fonts *fonts,
                        struct error *err)
{
    scoped_drawing s = {0};
    scoped_notes notes = {.count = 0};
    heatmap_print_words(how, words);
    heatmap_notes(how, title, words, &notes);
    bool ok =
        chart_draw(chart, dpi, fonts, &s, err) && heatmap_write(how, fonts, &s, &notes, path, err);
    if (ok) {
        heatmap_print_path(how, path);
    }
    return ok;
}

bool heatmap_chart_losses(const struct heatmap *how, const struct tape *t, const char *file,
                          struct fonts *fonts, struct error *err)
{
    struct figure look = how->look;
    struct chart chart = {0};
    struct buf words = {0};
    scoped_buf own = {0};
    const char *path = heatmap_path(how, file, "training", &own, err);
    look.title = heatmap_text(how->options->title, "loss over the training");
    look.subtitle = heatmap_text(how->options->subtitle, NULL);
    bool ok = path != NULL && losses_chart(t, &look, &chart, err);
    if (ok) {
        losses_describe(t, &words);
        ok = write_chart(how, &chart, losses_dpi(&look), look.title, &words, path, fonts, err);
    }
    arena_free(&chart.arena);
    return ok;
}

/* Which of several it is. */
static void print_others(const struct heatmap *how, const struct tape *t, int event)
{
    scoped_buf others = {0};
    for (int k = 0, n = 0; how->choice.step == 0 && k < t->event_count && n < 12; k++) {
        const struct event *e = &t->event[k];
        if (k != event && e->stage == STAGE_FIGURE) {
            buf_printf(&others, "%s%d", n++ > 0 ? ", " : "", e->number);
        }
    }
    if (others.len > 0) {
        output_say("this is the first figure; --step N shows another one: %s", buf_text(&others));
    }
}

bool heatmap_chart_figure(const struct heatmap *how, struct tape *t, int event, const char *file,
                          struct fonts *fonts, struct error *err)
{
    struct chart chart = {0};
    struct buf words = {0};
    scoped_buf own = {0};
    const char *path = heatmap_path(how, file, "figure", &own, err);
    if (path != NULL && !figure_chart(t, event, &chart)) {
        path = NULL;
        error_memory(err);
        error_clear(&t->session->in.error);
    }
    bool ok = path != NULL;
    if (ok) {
        double by_w = how->look.width / chart.width, by_h = how->look.height / chart.height;
        const char *title = figure_title(&t->event[event]);
        figure_text(t, event, &words);
        ok = write_chart(how, &chart, by_w < by_h ? by_w : by_h, title != NULL ? title : "figure",
                         &words, path, fonts, err);
    }
    if (ok) {
        print_others(how, t, event);
    }
    figure_chart_free(&chart);
    return ok;
}
