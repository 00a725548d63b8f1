/* Prints the list of built-in lessons: this is `qkv lessons`. */
#include "cli/command.h"

#include "lesson/catalog.h"

int command_lessons(const struct options *o)
{
    for (int k = 0; k < lesson_count; k++) {
        struct lesson l;
        struct error err = {0};
        const struct lesson_file *f = &lesson_files[k];
        if (!lesson_read(&l, f->name, LESSON_MARKDOWN, f->text, f->len, &err)) {
            command_complain(err.text);
            return EXIT_USAGE;
        }
        output_printf("%2d  %-21s %s\n", catalog_number(f), catalog_name(f),
                      l.title != NULL ? l.title : "");
        lesson_free(&l);
    }
    return OUTCOME_DONE;
}
