/* Finds, reads and writes the file with the bookmarks, and reads the other one. */
#define _XOPEN_SOURCE 700
#include "cli/walk/state.h"

#include "base/file.h"
#include "base/output.h"
#include "cli/folder.h"
#include "lesson/catalog.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STATE_MOST ((size_t)1 << 20)
#define PATH_ROOM 4200

void state_read(struct state *s, bool off)
{
    char path[PATH_ROOM];
    scoped_buf text = {0};
    struct error err = {0};
    *s = (struct state){0};
    if (off || !folder_find(path, sizeof path)) {
        return;
    }
    strcat(path, "/bookmarks");
    if (access(path, F_OK) != 0) {
        return;
    }
    if (!file_read(path, STATE_MOST, &text, &err) ||
        !bookmarks_read(&s->bookmarks, buf_text(&text), text.len)) {
        snprintf(s->note, sizeof s->note,
                 "Where you were is not known, for this file is broken: %.110s", path);
        s->strange = true;
    }
}

void state_free(struct state *s)
{
    bookmarks_free(&s->bookmarks);
}

bool state_progress(struct progress *p, bool off)
{
    char path[PATH_ROOM];
    scoped_buf text = {0};
    struct error none = {0};
    if (off || !folder_find(path, sizeof path)) {
        return true;
    }
    strcat(path, "/practice");
    return access(path, F_OK) != 0 || (file_read(path, STATE_MOST, &text, &none) &&
                                       progress_read(p, buf_text(&text), text.len));
}

void state_signs(struct signs *s, bool off)
{
    char path[PATH_ROOM];
    scoped_buf text = {0};
    struct error none = {0};
    if (!off && folder_find(path, sizeof path) &&
        file_read(strcat(path, "/signs"), STATE_MOST, &text, &none)) {
        signs_read(s, buf_text(&text));
    }
}

void state_keep_signs(const struct signs *s, bool off)
{
    char path[PATH_ROOM];
    scoped_buf text = {0};
    struct error none = {0};
    signs_write(s, &text);
    if (!off && text.len > 0 && folder_find(path, sizeof path) && folder_make(path)) {
        file_save(strcat(path, "/signs"), &text, &none);
    }
}

char *state_name(const char *name)
{
    const struct lesson_file *lesson = catalog_find(name);
    return lesson != NULL && access(name, F_OK) != 0 ? strdup(catalog_name(lesson))
                                                     : realpath(name, NULL);
}

void state_return(const char *name, bool off, struct viewer *v)
{
    struct state s;
    char *known = state_name(name);
    state_read(&s, off);
    const struct bookmark *mark = known != NULL ? bookmarks_find(&s.bookmarks, known) : NULL;
    if (mark != NULL) {
        bookmark_return(mark, v);
    } else if (s.note[0] != '\0') {
        viewer_say(v, "%.150s", s.note);
    }
    state_free(&s);
    free(known);
}

static bool save(const struct bookmarks *b, bool strange, struct error *err)
{
    char path[PATH_ROOM], beside[PATH_ROOM];
    scoped_buf text = {0};
    if (!folder_find(path, sizeof path)) {
        return error_set(err, ERROR_INPUT, "neither XDG_STATE_HOME nor HOME says where");
    }
    if (!folder_make(path)) {
        return error_set(err, ERROR_INPUT, "%.400s cannot be made: %s", path, strerror(errno));
    }
    strcat(path, "/bookmarks");
    if (strange && !folder_set_aside(path, beside, sizeof beside, err)) {
        return false;
    }
    if (strange) {
        output_say("%s is no list of places that this qkv understands; it is kept as %s", path,
                   beside);
    }
    bookmarks_write(b, &text);
    return file_save(path, &text, err);
}

void state_keep(const char *name, bool off, const struct viewer *v, int all)
{
    struct state s;
    struct error err = {0};
    struct bookmark mark;
    char *known = off ? NULL : state_name(name);
    if (known == NULL) {
        return;
    }
    state_read(&s, false);
    if (bookmark_take(v, known, all, &mark)) {
        bookmarks_set(&s.bookmarks, &mark);
    } else {
        bookmarks_touch(&s.bookmarks, known);
    }
    if (!save(&s.bookmarks, s.strange, &err)) {
        output_say("where you were is not kept: %s", err.text);
    }
    state_free(&s);
    free(known);
}
