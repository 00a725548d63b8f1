#!/bin/sh
# Tests that what people download is whole. tools/dist.sh makes it twice, and the bytes are the same; then each file is used as
# somebody would who has nothing else: the sources, the Debian package without a compiler, the page, the course
# from a static host in Chromium.
#
#     dist.sh QKV
set -u
. "$(dirname "$0")/tally.sh"
tests=$(cd "$(dirname "$0")" && pwd)
if ! git -C "$tests" rev-parse HEAD >/dev/null 2>&1; then
    skip "what people download: no git repository here"
    tally dist
    exit
fi
needs dpkg-deb "what people download" || { tally dist && exit; }
built page dist
enter "$1"
export LC_ALL=C
unset QKV_PAGE
version=$("$qkv" --version | cut -d' ' -f2)
name=qkv-$version
# is WHAT COMMAND...: that the command says yes
is() {
    what=$1
    shift
    if "$@" >said 2>&1; then pass; else
        failed=$((failed + 1))
        echo "FAIL $what"
        head -n 6 said
    fi
}
make_it() { (cd "$tests/.." && sh tools/dist.sh "$version" build "$scratch/$1"); }
make_it first >said 2>&1 || { is "make dist" false && tally dist && exit 1; }
(umask 077 && TZ=Asia/Tokyo make_it second >/dev/null 2>&1)
is "the same bytes twice" diff -r first second
deb=$(echo first/qkv_"$version"_*.deb)

# --- checksums and licences ---
(cd first && sha256sum -c SHA256SUMS) >sums 2>&1
is "the checksums are right" test "$(grep -c ': OK$' sums)" = "$(ls first | grep -vc SHA256SUMS)"
dpkg-deb -x "$deb" root
tar -xJf "first/$name.tar.xz"
tar -xJf "first/$name-site.tar.xz"
about=root/usr/share/doc/qkv
for file in first/LICENSES "$about/LICENSES" "$name-site/LICENSES.txt" "first/$name-page.html"; do
    for library in cmark jansson libcsv libsodium PCRE2 zlib 'GNU LESSER GENERAL PUBLIC LICENSE'; do
        is "$file names $library" grep -q "^[[:space:]]*$library\$" "$file"
    done
done
is "the program's licences name FreeType" grep -q '^FreeType$' "$about/LICENSES"
is "the sources have a licence" grep -q 'MIT License' "$name/LICENSE"
is "the package says whose it is" grep -q '^Copyright: [0-9]* The qkv authors$' "$about/copyright"
is "  and under which licence" grep -q '^ Permission is hereby granted' "$about/copyright"

# --- the sources: all of them, and they build ---
(cd "$tests/.." && git -c core.quotePath=no ls-tree -r --name-only HEAD) | sort >tracked
(cd "$name" && find . -type f | sed 's,^\./,,') | sort >unpacked
is "the sources are all there" diff tracked unpacked
is "the sources can be built" make -s -C "$name" -n all

# --- the package: what it needs, and that it works without a compiler ---
is "the package's version" test "$(dpkg-deb -f "$deb" Version)" = "$version"
is "its architecture" test "$(dpkg-deb -f "$deb" Architecture)" = "$(dpkg --print-architecture)"
is "its sums" sh -c 'dpkg-deb -e "$1" control && cd root && md5sum --quiet -c ../control/md5sums' - "$deb"
is "nobody else's folder is in it" test "$(dpkg-deb -c "$deb" | awk '$2 != "root/root" || $1 !~ /^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--)$/' | wc -l)" = 0
if needs dpkg-shlibdeps "the libraries that a package needs"; then
    mkdir -p debian && printf 'Source: qkv\n\nPackage: qkv\nArchitecture: any\n' >debian/control
    dpkg-shlibdeps -O root/usr/bin/qkv 2>/dev/null | sed 's/^shlibs:Depends=//' >asked
    dpkg-deb -f "$deb" Depends >given
    for file in asked given; do tr ',' '\n' <$file | sed 's/^ *\([^ ]*\).*/\1/' | sort >$file.names; done
    is "the package needs what it is linked with" diff asked.names given.names
fi
(PATH=/nowhere && root/usr/bin/qkv page masks -o packaged.html) >/dev/null 2>&1
"$qkv" page masks -o here.html 2>/dev/null
is "an installed qkv writes a page without a compiler" cmp packaged.html here.html
root/usr/bin/qkv run masks >packaged 2>&1
"$qkv" run masks >here 2>&1
is "an installed qkv runs a lesson" cmp packaged here

# --- the page and the course ---
cp "first/$name-page.html" root/usr/bin
rm root/usr/share/qkv/page.html
root/usr/bin/qkv page masks --force -o packaged.html >/dev/null 2>&1
is "the page that is downloaded serves the program beside it" cmp packaged.html here.html
is "a page is less than 3 MB" test "$(wc -c <"first/$name-page.html")" -lt 3000000
if needs chromedriver "the course from a static host"; then
    node "$tests/dist_browser.mjs" "$name-site" >shown 2>&1
    grep '^FAIL' shown
    passed=$((passed + $(grep -c '^ok' shown)))
    failed=$((failed + $(grep -c '^FAIL' shown)))
    is "the course is opened" grep -q '^ok' shown
fi
tally dist
