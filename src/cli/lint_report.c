/* Writes what lint has found as lines, as JSON and as SARIF 2.1.0. */
#include "cli/lint_report.h"

#include "base/json_write.h"
#include "base/output.h"
#include "base/utf8.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"
#include "trace/tape/module_path.h"

#include <string.h>

#define SARIF_SCHEMA                                                                               \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/* --- text --- */

static void print_warning(const struct warning *w)
{
    struct location at = location_of(&w->at);
    scoped_buf text = {0}, line = {0};
    buf_printf(&text, "%s:", at.file);
    if (at.cell > 0) {
        buf_printf(&text, "%d:", at.cell);
    }
    buf_printf(&text, "%d:%d: warning: %s [%s]", at.line, at.column, w->text,
               mistake_table[w->kind].found.name);
    visible_put(buf_text(&text), text.len, VISIBLE_NONE, &line); /* one line, whatever it quotes */
    output_printf("%s\n", buf_text(&line));
}

/* --- JSON --- */

static const char *function_of(const struct tape *t, const struct warning *w)
{
    int call = t->event[w->event].user_call;
    return call >= 0 ? t->call[call].name : NULL;
}

static void put_json(const struct tape *t, const struct warning *w, struct buf *out)
{
    struct location at = location_of(&w->at);
    const struct event *e = &t->event[w->event];
    scoped_buf number = {0};
    event_number(e, &number);
    buf_printf(out, "{\"id\":\"%s\",\"message\":", mistake_table[w->kind].found.name);
    json_put_text(w->text, out);
    buf_puts(out, ",\"help\":");
    json_put_text(mistake_table[w->kind].found.help, out);
    buf_puts(out, ",\"file\":");
    json_put_text(at.file, out);
    buf_printf(out, ",\"cell\":%d,\"line\":%d,\"column\":%d,\"end_line\":%d,\"end_column\":%d",
               at.cell, at.line, at.column, at.line + w->at.end_line - w->at.line,
               w->at.end_column + 1);
    buf_puts(out, ",\"function\":");
    json_put_text(function_of(t, w), out);
    buf_puts(out, ",\"module\":");
    json_put_text(event_module(t, w->event), out);
    buf_printf(out, ",\"step\":%s%s%s}", e->setup ? "\"" : "", buf_text(&number),
               e->setup ? "\"" : "");
}

/* --- SARIF --- */

/* A path as a reference: what means something in a URI stands as %20 and the like. */
static void put_uri(const char *file, struct buf *out)
{
    buf_puts(out, *file == '/' ? "\"file://" : "\"");
    for (const char *p = file; *p != '\0'; p++) {
        bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                     (*p >= '0' && *p <= '9') || strchr("-._~/", *p) != NULL;
        if (plain) {
            buf_putc(out, *p);
        } else {
            buf_putc(out, '%');
            buf_hex(out, (uint8_t)*p);
        }
    }
    buf_putc(out, '"');
}

/* A column counted in characters, from 1, of one in bytes from 0. */
static int characters(const struct source *s, int line, int column)
{
    size_t len;
    const char *text = source_line(s, line, &len);
    int count = 1;
    for (size_t k = 0; text != NULL && k < len && k < (size_t)column; count++) {
        uint32_t c;
        k += utf8_decode(text + k, len - k, &c);
    }
    return count;
}

/* A line of a notebook's cell is none of its file. */
static void put_place(const struct warning *w, struct buf *out)
{
    struct location at = location_of(&w->at);
    const struct source *s = w->at.source;
    buf_puts(out, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    put_uri(at.file, out);
    buf_putc(out, '}');
    if (at.cell == 0) {
        buf_printf(
            out,
            ",\"region\":{\"startLine\":%d,\"startColumn\":%d,\"endLine\":%d,\"endColumn\":%d}",
            at.line, characters(s, w->at.line, w->at.column), at.line + w->at.end_line - w->at.line,
            characters(s, w->at.end_line, w->at.end_column));
    }
    buf_putc(out, '}');
}

static int rule_index(enum mistake_kind kind)
{
    int index = 0;
    for (int k = 0; k < (int)kind; k++) {
        index += mistake_table[k].found.name != NULL;
    }
    return index;
}

static void put_result(const struct tape *t, const struct warning *w, struct buf *out)
{
    struct location at = location_of(&w->at);
    const char *function = function_of(t, w), *module = event_module(t, w->event);
    scoped_buf text = {0};
    if (at.cell > 0) {
        buf_printf(&text, "cell %d, line %d: ", at.cell, at.line);
    }
    buf_puts(&text, w->text);
    buf_printf(out,
               "{\"ruleId\":\"%s\",\"ruleIndex\":%d,\"level\":\"warning\",\"message\":{\"text\":",
               mistake_table[w->kind].found.name, rule_index(w->kind));
    json_put_text(buf_text(&text), out);
    buf_puts(out, "},\"locations\":[{");
    put_place(w, out);
    if (at.cell > 0 || function != NULL) {
        buf_puts(out, ",\"logicalLocations\":[{");
        if (at.cell > 0) {
            buf_printf(out, "\"name\":\"cell %d\",\"kind\":\"module\"%s", at.cell,
                       function != NULL ? "},{" : "");
        }
        if (function != NULL) {
            buf_puts(out, "\"fullyQualifiedName\":");
            json_put_text(function, out);
            buf_puts(out, ",\"kind\":\"function\"");
        }
        buf_puts(out, "}]");
    }
    buf_puts(out, "}]");
    if (module != NULL && *module != '\0') {
        buf_puts(out, ",\"properties\":{\"module\":");
        json_put_text(module, out);
        buf_putc(out, '}');
    }
    buf_putc(out, '}');
}

/* "mask-polarity" in words. */
static void put_title(const char *name, struct buf *out)
{
    buf_putc(out, '"');
    for (; *name != '\0'; name++) {
        buf_putc(out, *name == '-' ? ' ' : *name);
    }
    buf_putc(out, '"');
}

static void put_rules(struct buf *out)
{
    const char *between = "";
    for (int k = 0; k < MISTAKE_COUNT; k++) {
        const struct mistake_found *f = &mistake_table[k].found;
        if (f->name == NULL) {
            continue;
        }
        buf_printf(out, "%s\n{\"id\":\"%s\",\"shortDescription\":{\"text\":", between, f->name);
        put_title(f->name, out);
        buf_puts(out, "},\"fullDescription\":{\"text\":");
        json_put_text(f->means, out);
        buf_puts(out, "},\"help\":{\"text\":");
        json_put_text(f->help, out);
        buf_puts(out, "},\"defaultConfiguration\":{\"level\":\"warning\"}}");
        between = ",";
    }
}

/* --- all of them --- */

void lint_report_open(struct lint_report *r, const char *file)
{
    r->any = false;
    if (r->form == LINT_JSON) {
        buf_printf(&r->out, "%s\n{\"file\":", r->out.len > 0 ? "," : "");
        json_put_text(file, &r->out);
        buf_puts(&r->out, ",\"warnings\":[");
    }
}

void lint_report_warning(struct lint_report *r, const struct tape *t, const struct warning *w)
{
    if (r->form == LINT_TEXT) {
        print_warning(w);
        return;
    }
    bool first = r->form == LINT_JSON ? !r->any : r->out.len == 0;
    buf_puts(&r->out, first ? "\n" : ",\n");
    (r->form == LINT_JSON ? put_json : put_result)(t, w, &r->out);
    r->any = true;
}

void lint_report_close(struct lint_report *r, const char *error)
{
    if (r->form == LINT_JSON) {
        buf_puts(&r->out, "],\"error\":");
        json_put_text(error, &r->out);
        buf_putc(&r->out, '}');
    } else if (r->form == LINT_SARIF && error != NULL) {
        buf_puts(&r->failed, r->failed.len > 0 ? ",\n" : "\n");
        buf_puts(&r->failed, "{\"level\":\"error\",\"message\":{\"text\":");
        json_put_text(error, &r->failed);
        buf_puts(&r->failed, "}}");
    }
}

bool lint_report_end(struct lint_report *r, int status)
{
    bool ok = !r->out.failed && !r->failed.failed;
    scoped_buf text = {0};
    if (ok && r->form == LINT_JSON) {
        buf_printf(&text, "{\"schema\":1,\"files\":[%s\n]}\n", buf_text(&r->out));
    } else if (ok && r->form == LINT_SARIF) {
        buf_printf(&text,
                   "{\"version\":\"2.1.0\",\"$schema\":\"" SARIF_SCHEMA "\",\"runs\":[{\n"
                   "\"tool\":{\"driver\":{\"name\":\"qkv\",\"version\":\"%s\",\"rules\":[",
                   QKV_VERSION);
        put_rules(&text);
        buf_printf(&text,
                   "]}},\n\"columnKind\":\"unicodeCodePoints\",\n"
                   "\"invocations\":[{\"executionSuccessful\":%s,\"exitCode\":%d,"
                   "\"toolExecutionNotifications\":[%s]}],\n\"results\":[%s]}]}\n",
                   status <= 1 ? "true" : "false", status, buf_text(&r->failed), buf_text(&r->out));
    }
    output_bytes(buf_text(&text), text.len);
    ok = ok && !text.failed;
    buf_free(&r->out);
    buf_free(&r->failed);
    return ok;
}
