#!/bin/sh
# The licences of all that is compiled into the page, or into the page and the program, as one text:
#
#     licenses.sh FETCHED page|program       FETCHED holds the libraries' sources (src/web/fetch.sh)
#
# To add a library: a row in licenses.tsv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
fetched=$1
part=$2

title() { printf '\n%s\n%s\n\n' "$1" "$(echo "$1" | sed 's/./=/g')"; }

cat "$here/../LICENSE"
cat <<'END'

What follows are the licences of the libraries that are compiled in. libcsv is under the LGPL: qkv's own sources
build it with any other libcsv. From LLVM (Apache License 2.0) and GCC (GPL) come small functions that their
compilers add to every program, which the exceptions of these licences allow without a condition.
END
title "Colour maps"
for file in src/plot/colormap.def src/plot/colormap_code.def; do
    sed -n '/^\/\*/,/\*\//p' "$here/../$file"
done
grep -v '^#' "$here/licenses.tsv" | while IFS="$(printf '\t')" read -r name parts file; do
    case $part,$parts in
    page,program) continue ;;
    esac
    case $file in /*) ;; *) file=$fetched/$file ;; esac
    title "$name"
    if ! cat "$file" 2>/dev/null; then
        echo "The licence of $name is not here: $file" | tee /dev/stderr
    fi
done
