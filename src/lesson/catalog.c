/* Finds a lesson by what a person types. */
#include "lesson/catalog.h"

#include <stdlib.h>
#include <string.h>

const char *catalog_name(const struct lesson_file *lesson)
{
    const char *dash = strchr(lesson->name, '-');
    return dash != NULL ? dash + 1 : lesson->name;
}

int catalog_number(const struct lesson_file *lesson)
{
    return (int)strtol(lesson->name, NULL, 10);
}

bool catalog_is_before(const struct lesson_file *lesson, const char *name)
{
    const struct lesson_file *other = catalog_find(name);
    return lesson != NULL && other != NULL && lesson < other;
}

const struct lesson_file *catalog_find(const char *name)
{
    char *end;
    long number = strtol(name, &end, 10);
    for (int k = 0; k < lesson_count; k++) {
        const struct lesson_file *l = &lesson_files[k];
        if (strcmp(name, l->name) == 0 || strcmp(name, catalog_name(l)) == 0 ||
            (end != name && *end == '\0' && catalog_number(l) == number)) {
            return l;
        }
    }
    return NULL;
}
