/* Finds which axis is that of heads: by its name, as people write it. */
#include "trace/axes/axes_heads.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 32 };

static bool is_one_of(const char *word, const char *const *list)
{
    while (*list != NULL && strcmp(*list, word) != 0) {
        list++;
    }
    return *list != NULL;
}

/* "num_heads" of "self.num_heads", in small letters. Of a quotient the first part: n_head // groups
 * are heads, C // n_head is the width of one. */
static bool copy_small(const char *name, size_t len, char out[LONGEST])
{
    const char *slash = memchr(name, '/', len);
    len = slash != NULL ? (size_t)(slash - name) : len;
    while (len > 0 && name[len - 1] == ' ') {
        len--;
    }
    for (size_t k = len; k > 0; k--) {
        if (name[k - 1] == '.') {
            name += k;
            len -= k;
            break;
        }
    }
    for (size_t k = 0; k < len && len < LONGEST; k++) {
        out[k] = (char)tolower((unsigned char)name[k]);
    }
    out[len < LONGEST ? len : 0] = '\0';
    return len > 0 && len < LONGEST;
}

/* The name behind the star that `name` leads to; NULL: it was the last factor. */
static const char *next_factor(const char *name, size_t *len)
{
    name = name != NULL && name[*len] == '*' ? name + *len + 1 : NULL;
    *len = name != NULL ? strcspn(name, "*") : 0;
    return name;
}

/* An image has rows called h and columns called w, which may be folded with another axis. */
static bool is_image(const struct tape_tensor *of)
{
    static const char *const across[] = {"w", "width", NULL};
    for (int k = 0; k < of->tensor.ndim; k++) {
        const char *name = of->axes[k];
        size_t len = name != NULL ? strcspn(name, "*") : 0;
        char word[LONGEST];
        for (; name != NULL; name = next_factor(name, &len)) {
            if (copy_small(name, len, word) && is_one_of(word, across)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether "head" or "heads" is a word of a name: of num_heads, nhead and kv_heads, of lookahead and
 * heading not. */
static bool says_heads(const char *word)
{
    static const char *const before[] = {"", "n", "num", "q", "k", "kv", "nq", "nkv", NULL};
    for (const char *at = word; (at = strstr(at, "head")) != NULL; at++) {
        const char *end = at + strlen("head"), *begin = at;
        char part[LONGEST] = "";
        while (begin > word && isalpha((unsigned char)begin[-1])) {
            begin--;
        }
        memcpy(part, begin, (size_t)(at - begin));
        if (is_one_of(part, before) && !isalpha((unsigned char)end[*end == 's'])) {
            return true;
        }
    }
    return false;
}

/* A name, or a factor of one. */
static bool names_heads(const struct tape_tensor *of, int axis, const char *name, size_t len)
{
    static const char *const letters[] = {"h", NULL};
    static const char *const brief[] = {"nh", "n_h", "num_h", NULL};
    static const char *const sizes[] = {"dim", "size", "per", "d_head", "dhead", "feat", NULL};
    char word[LONGEST];
    if (!copy_small(name, len, word)) {
        return false;
    }
    if (is_one_of(word, letters)) {
        return axis + 1 < of->tensor.ndim && !is_image(of);
    }
    bool size = false;
    for (int k = 0; sizes[k] != NULL; k++) {
        size |= strstr(word, sizes[k]) != NULL;
    }
    return is_one_of(word, brief) || (!size && says_heads(word));
}

static const char *name_of(const struct tape_tensor *of, int axis)
{
    return of->axes != NULL && axis >= 0 && axis < of->tensor.ndim ? of->axes[axis] : NULL;
}

bool axes_is_heads(const struct tape_tensor *of, int axis)
{
    const char *name = name_of(of, axis);
    return name != NULL && strchr(name, '*') == NULL && names_heads(of, axis, name, strlen(name));
}

bool axes_has_heads(const struct tape_tensor *of, int axis)
{
    const char *name = name_of(of, axis);
    size_t len = name != NULL ? strcspn(name, "*") : 0;
    for (; name != NULL; name = next_factor(name, &len)) {
        if (names_heads(of, axis, name, len)) {
            return true;
        }
    }
    return false;
}
