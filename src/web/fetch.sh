#!/bin/sh
# Brings the libraries' sources for the engine of the page: each archive of sources.tsv that FOLDER/archives
# does not have yet, unpacked into FOLDER/LIBRARY. An archive that lies there already is taken as it is, if
# its checksum is right, so a machine without a network can be given them.
#
#     fetch.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
archives=$folder/archives
mkdir -p "$archives"

# The first mirror that this machine's apt installs from.
mirror() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | head -n 1
}

right() { echo "$2  $1" | sha256sum -c --quiet - >/dev/null 2>&1; }

grep -v '^#' "$here/sources.tsv" | while read -r library sum place; do
    archive=$archives/${place##*/}
    if [ -e "$folder/$library/.$sum" ]; then continue; fi
    if ! right "$archive" "$sum"; then
        site=$(mirror || true)
        if [ -z "$site" ] || ! /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file "$site/$place" "$archive" "SHA256:$sum" >/dev/null; then
            echo "the page's engine needs the source of $library: put ${place##*/} (Debian's $place, SHA-256 $sum) into $archives" >&2
            exit 1
        fi
    fi
    rm -rf "${folder:?}/$library"
    mkdir "$folder/$library"
    tar -xf "$archive" -C "$folder/$library" --strip-components=1
    touch "$folder/$library/.$sum"
done
