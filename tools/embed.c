/* Turns text files into a C table: the prelude and the lessons become part of the program.
 *
 *     embed HEADER TYPE ARRAY COUNT [name=path ...]
 *
 * writes `const struct TYPE ARRAY[] = {{"name", text, len}, ...}; const int COUNT = n;` to standard
 * output. Bytes are written as numbers, so no string limit of a compiler is met. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int put_file(int index, const char *path)
{
    FILE *f = fopen(path, "rb");
    int c, column = 0;
    long n = 0;
    if (f == NULL) {
        fprintf(stderr, "embed: cannot read %s\n", path);
        return -1;
    }
    printf("static const char text_%d[] = {\n", index);
    while ((c = getc(f)) != EOF) {
        /* as signed numbers: char is signed here and unsigned there */
        printf("%d,%s", c < 128 ? c : c - 256, ++column % 24 == 0 ? "\n" : "");
        n++;
    }
    printf("0};\nenum { len_%d = %ld };\n", index, n);
    fclose(f);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: embed HEADER TYPE ARRAY COUNT [name=path ...]\n");
        return 2;
    }
    printf("/* made by tools/embed.c */\n#include \"%s\"\n\n", argv[1]);
    for (int k = 5; k < argc; k++) {
        const char *path = strchr(argv[k], '=');
        if (path == NULL || put_file(k - 5, path + 1) != 0) {
            return 1;
        }
    }
    printf("const struct %s %s[] = {\n", argv[2], argv[3]);
    for (int k = 5; k < argc; k++) {
        int name = (int)(strchr(argv[k], '=') - argv[k]);
        printf("    {\"%.*s\", text_%d, len_%d},\n", name, argv[k], k - 5, k - 5);
    }
    printf("};\nconst int %s = %d;\n", argv[4], argc - 5);
    return 0;
}
