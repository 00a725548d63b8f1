/* Chooses the copy's name, runs the editor, reads the copy again. */
#define _XOPEN_SOURCE 700
#include "cli/walk/editor.h"

#include "base/file.h"
#include "base/output.h"
#include "cli/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COPIES_MOST 1000
#define TEXT_MOST ((size_t)64 << 20)
/* --- the copy --- */

/* The folder of the state, or where temporary files are. */
static void find_folder(char *out, size_t size)
{
    const char *tmp = getenv("TMPDIR");
    if (!folder_find(out, size) || !folder_make(out) || access(out, W_OK) != 0) {
        snprintf(out, size, "%s", tmp != NULL && *tmp == '/' && strlen(tmp) < 200 ? tmp : "/tmp");
    }
}

/* A file that was not there: -1 when none can be made. */
static int make_copy(struct editor *e, const char *name, const char *ending)
{
    char folder[300], stem[100];
    const char *slash = strrchr(name, '/');
    snprintf(stem, sizeof stem, "%.90s",
             strcmp(name, "-") == 0 ? "stdin"
             : slash != NULL        ? slash + 1
                                    : name);
    char *dot = strrchr(stem, '.');
    if (dot != NULL && dot != stem) {
        *dot = '\0';
    }
    find_folder(folder, sizeof folder);
    for (int k = 1; k <= COPIES_MOST; k++) {
        char number[16] = "";
        if (k > 1) {
            snprintf(number, sizeof number, "-%d", k);
        }
        snprintf(e->path, sizeof e->path, "%s/%s%s%s", folder, stem, number, ending);
        int fd = open(e->path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (fd >= 0 || errno != EEXIST) {
            return fd;
        }
    }
    return -1;
}

static bool write_all(int fd, const struct buf *text)
{
    size_t done = 0;
    while (done < text->len) {
        ssize_t now = write(fd, text->data + done, text->len - done);
        if (now < 0 && errno != EINTR) {
            return false;
        }
        done += now > 0 ? (size_t)now : 0;
    }
    return true;
}

static bool write_copy(struct editor *e, const char *name, const char *ending,
                       const struct buf *text, struct error *err)
{
    int fd = e->path[0] == '\0' ? make_copy(e, name, ending) : open(e->path, O_WRONLY | O_TRUNC);
    bool ok = fd >= 0 && write_all(fd, text);
    if (!ok) {
        error_set(err, ERROR_INPUT, "the copy %s cannot be written: %s", e->path, strerror(errno));
    }
    if (fd >= 0) {
        close(fd);
    } else {
        e->path[0] = '\0';
    }
    return ok;
}

void editor_forget(struct editor *e)
{
    if (e->path[0] != '\0') {
        unlink(e->path);
        e->path[0] = '\0';
    }
}

/* --- the editor --- */

#define AS_VI "Esc :wq Enter saves and leaves it, Esc :q! Enter leaves all as it was."
#define AS_NANO "^X leaves it, and asks whether to save."

/* Those to which "+12" means a line, and how to leave them; "": not told here. */
static const struct {
    const char *name, *leave;
} editors[] = {{"vi", AS_VI},
               {"vim", AS_VI},
               {"nvim", AS_VI},
               {"view", AS_VI},
               {"vis", AS_VI},
               {"kak", AS_VI},
               {"nano", AS_NANO},
               {"pico", AS_NANO},
               {"emacs", "^X ^C leaves it, and asks to save."},
               {"micro", "^Q leaves it, and asks to save."},
               {"joe", "^K X saves and leaves it, ^C leaves it."},
               {"jed", "^X ^C leaves it, and asks to save."},
               {"mcedit", "F10 leaves it, and asks to save."},
               {"ne", ""}};
#define EDITORS (sizeof editors / sizeof editors[0])

/* Where the name of a command's program begins, and how long it is. */
static const char *program_of(const char *command, size_t *len)
{
    size_t end = strcspn(command, " ");
    const char *name = command + end;
    while (name > command && name[-1] != '/') {
        name--;
    }
    *len = end - (size_t)(name - command);
    return name;
}

/* Its row of the table; EDITORS: it has none. */
static size_t row_of(const char *command)
{
    size_t len, k = 0;
    const char *name = program_of(command, &len);
    while (k < EDITORS &&
           (strlen(editors[k].name) != len || strncmp(editors[k].name, name, len) != 0)) {
        k++;
    }
    return k;
}

static bool is_installed(const char *name)
{
    const char *at = getenv("PATH");
    bool found = false;
    while (at != NULL && *at != '\0' && !found) {
        char path[1024];
        size_t len = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)(len < 900 ? len : 900), at, name);
        found = access(path, X_OK) == 0;
        at += len + (at[len] == ':');
    }
    return found;
}

static const char *chosen(void)
{
    const char *visual = getenv("VISUAL"), *editor = getenv("EDITOR");
    return visual != NULL && *visual != '\0'   ? visual
           : editor != NULL && *editor != '\0' ? editor
           : is_installed("nano")              ? "nano"
                                               : "vi";
}

void editor_told(char out[EDITOR_TOLD])
{
    const char *command = chosen();
    size_t len, row = row_of(command);
    const char *name = program_of(command, &len);
    snprintf(out, EDITOR_TOLD, "%.*s: %s", len < 20 ? (int)len : 20, name,
             row < EDITORS && *editors[row].leave != '\0' ? editors[row].leave
                                                          : "save there, and leave it.");
}

static void become_editor(const char *path, int line)
{
    const char *command = chosen();
    char at[24], script[1100];
    snprintf(at, sizeof at, "+%d", line);
    snprintf(script, sizeof script, "%.1000s \"$@\"", command);
    if (row_of(command) < EDITORS) {
        execl("/bin/sh", "sh", "-c", script, "sh", at, path, (char *)NULL);
    } else {
        execl("/bin/sh", "sh", "-c", script, "sh", path, (char *)NULL);
    }
    _exit(127);
}

/* Keys that end the editor are not for us while it runs. */
static bool run_editor(const char *path, int line, struct error *err)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, old_int, old_quit;
    int status = 0;
    output_flush();
    sigaction(SIGINT, &ignore, &old_int);
    sigaction(SIGQUIT, &ignore, &old_quit);
    pid_t child = fork();
    if (child == 0) {
        sigaction(SIGINT, &old_int, NULL);
        sigaction(SIGQUIT, &old_quit, NULL);
        become_editor(path, line);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGQUIT, &old_quit, NULL);
    if (child < 0) {
        return error_set(err, ERROR_INPUT, "the editor cannot be started: %s", strerror(errno));
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
        return error_set(err, ERROR_INPUT, "there is no editor %s; set EDITOR to one", chosen());
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return error_set(err, ERROR_INPUT, "the editor gave up; nothing was run again");
    }
    return true;
}

bool editor_run(struct editor *e, const char *name, const char *ending, const struct buf *text,
                bool keep, int line, struct buf *edited, struct error *err)
{
    bool written = keep && e->path[0] != '\0';
    if (!e->scripted && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))) {
        return error_set(err, ERROR_INPUT, "an editor needs a terminal");
    }
    return (written || write_copy(e, name, ending, text, err)) && run_editor(e->path, line, err) &&
           file_read(e->path, TEXT_MOST, edited, err);
}
