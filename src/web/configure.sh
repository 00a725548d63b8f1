#!/bin/sh
# Writes what the libraries' own configure scripts would write for WebAssembly, into FOLDER/include and beside
# their sources.
#
#     configure.sh FOLDER
set -eu
web=$1
mkdir -p "$web/include"

cp "$web/pcre2/src/config.h.generic" "$web/pcre2/src/config.h"
cp "$web/pcre2/src/pcre2.h.generic" "$web/pcre2/src/pcre2.h"
cp "$web/pcre2/src/pcre2_chartables.c.dist" "$web/pcre2/src/pcre2_chartables.c"

cat >"$web/include/config.h" <<'EOF'
#include <stdbool.h>
#define HAVE_STDBOOL_H
#define HAVE___BUILTIN_EXPECT
#define CMARK_ATTRIBUTE(list) __attribute__(list)
#define CMARK_INLINE inline
EOF
printf '#define CMARK_EXPORT\n#define CMARK_NO_EXPORT\n' >"$web/include/cmark_export.h"
printf '#define CMARK_VERSION 0\n#define CMARK_VERSION_STRING ""\n' >"$web/include/cmark_version.h"

sed -e 's/@json_inline@/inline/' -e 's/@json_have_long_long@/1/' -e 's/@json_have_localeconv@/0/' \
    -e 's/@json_have_[a-z]*_builtins@/0/' "$web/jansson/src/jansson_config.h.in" >"$web/include/jansson_config.h"
cat >"$web/include/jansson_private_config.h" <<'EOF'
#define HAVE_STDINT_H 1
#define HAVE_STRTOLL 1
#define INITIAL_HASHTABLE_ORDER 3
EOF

# The names of SLEEF's functions, by its own little program.
${CC:-cc} -w -o "$web/mkrename" "$web/sleef/src/libm/mkrename.c"
"$web/mkrename" cinz_ 1 1 purec >"$web/include/renamepurec_scalar.h"
"$web/mkrename" finz_ 1 1 purecfma >"$web/include/renamepurecfma_scalar.h"
: >"$web/include/sleef-config.h"
{
    cat <<'EOF'
#include <stdint.h>
typedef struct { double x, y; } Sleef_double2;
typedef struct { float x, y; } Sleef_float2;
#define SLEEF_IMPORT
#define SLEEF_CONST
EOF
    "$web/mkrename" cinz_ 1 1 double float int32_t int32_t __STDC__ purec
    "$web/mkrename" finz_ 1 1 double float int32_t int32_t __STDC__ purecfma
} >"$web/include/sleef.h"
