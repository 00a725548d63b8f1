#!/bin/sh
# What people download, into FOLDER: the sources, a Debian package, the page, the course as a folder that any
# static host takes, the licences of all that is compiled in, and everybody's checksum. The same commit on the same
# system gives the same bytes.
#
#     dist.sh VERSION BUILD FOLDER       `make dist` builds the program and the page first
set -eu
umask 022
export LC_ALL=C
version=$1
build=$2
name=qkv-$version
for program in git xz objdump dpkg-deb; do
    command -v "$program" >/dev/null || { echo "make dist needs $program" >&2 && exit 1; }
done
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) || exit 1
export SOURCE_DATE_EPOCH
git diff --quiet HEAD || echo "make dist: the sources are those of the last commit, without what changed since" >&2
rm -rf "$3"
mkdir -p "$3"
out=$(cd "$3" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sh tools/licenses.sh "$build/web" program >"$out/LICENSES" 2>"$scratch/lacking"
if [ -s "$scratch/lacking" ]; then cat "$scratch/lacking" >&2 && exit 1; fi

# --- the sources ---
git archive --prefix="$name/" HEAD | xz -9 -T1 >"$out/$name.tar.xz"

# --- the page, and the course ---
site=$scratch/$name-site
"$build/qkv" page --course -o "$site" 2>/dev/null
cp "$site/index.html" "$out/$name-page.html"
cp "$build/web/LICENSES" "$site/LICENSES.txt"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C "$scratch" -cf - "$name-site" |
    xz -9 -T1 >"$out/$name-site.tar.xz"

# --- the Debian package ---

# The packages of the libraries that are looked for when it starts: each at least as new as here, of the C library
# what its symbols ask for.
depends() {
    symbols=$(objdump -T "$1" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -V | tail -n 1)
    objdump -p "$1" | sed -n 's/^ *NEEDED *//p' | while read -r library; do
        package=$(dpkg-query -S "*/$(${CC:-cc} -print-multiarch)/$library" | sed 's/:.*//')
        case $package in
        libc6) echo "libc6 (>= $symbols)" ;;
        *) dpkg-query -W -f '${Package} (>= ${source:Upstream-Version})\n' "$package" ;;
        esac
    done | sort -u | paste -sd, | sed 's/,/, /g'
}

root=$scratch/deb
about=$root/usr/share/doc/qkv
make -s install DESTDIR="$root" PREFIX=/usr
strip -R .note.gnu.build-id "$root/usr/bin/qkv" # it tells in which folder it was built
install -m 644 "$out/LICENSES" "$about/LICENSES"
{
    cat <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: qkv
Source: $name.tar.xz of the same release
Comment: The licences of the libraries that are compiled in stand in LICENSES, beside this file.

Files: *
END
    sed -n 's/^Copyright (c)/Copyright:/p' LICENSE
    echo "License: Expat"
    sed -e '1,/^Copyright/d' LICENSE | sed -e 1d -e 's/^$/./' -e 's/^/ /'
} >"$about/copyright"
rm "$about/LICENSE"
chmod -R u=rwX,go=rX "$root"
mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: qkv
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: ${MAINTAINER:-The qkv authors}
Section: education
Priority: optional
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f1)
Depends: $(depends "$root/usr/bin/qkv")
Recommends: fonts-dejavu-core
Description: step debugger for attention, the heart of language models
 It runs the code that people learn attention from (a notebook, a lesson, a
 .py file in PyTorch notation) one tensor operation at a time, and walks
 through it, forward and back, down to the arithmetic behind every number.
 A course of lessons is built in; qkv page writes them as pages that any
 browser opens without a network.
END
(cd "$root" && find usr -type f | sort | xargs md5sum) >"$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Zxz -z9 --build "$root" "$out" >/dev/null

cd "$out"
sha256sum -- * >"$scratch/sums"
mv "$scratch/sums" SHA256SUMS
chmod 644 ./*
cut -c67- SHA256SUMS
