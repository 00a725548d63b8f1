#!/bin/sh
# Tells what the engine for a browser is built with and is not on this machine: a word each, nothing where all
# is there. `./bootstrap page` knows the packages; only without apt must the libraries' archives lie in
# FOLDER/archives.
#
#     toolchain.sh FOLDER
clang=${WEB_CC:-clang}
have() { command -v "$1" >/dev/null 2>&1 || echo "${2:-$1}"; }
have "$clang" clang
echo 'int main(void) { return 0; }' | "$clang" --target=wasm32-wasi -x c - -o /dev/null 2>/dev/null || echo wasm
have node
have bzip2
[ -e "$1/archives" ] || [ -x /usr/lib/apt/apt-helper ] || echo apt
