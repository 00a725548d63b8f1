#!/bin/sh
# Tests the page in browsers that `make check-all` does not need: those of firefox-esr, webkit2gtk-driver with
# xvfb, and Chromium once more for comparison. Says which ones there are, and what each of them did.
#
#     page_others.sh QKV [BROWSER ...]
set -u
. "$(dirname "$0")/tally.sh"
tests=$(cd "$(dirname "$0")" && pwd)
enter "$1"
shift
export QKV_PAGE="${QKV_PAGE:-$tests/../build/web/page.html}"
"$qkv" page --course -o course >said 2>&1 || { cat said && exit 1; }
driver() {
    case $1 in firefox) echo firefox-esr ;; webkit) echo WebKitWebDriver ;; *) echo chromedriver ;; esac
}
for browser in ${*:-chromium firefox webkit}; do
    needs "$(driver "$browser")" "the page in $browser" || continue
    screen=""
    [ "$browser" != webkit ] || screen="xvfb-run -a"
    # shellcheck disable=SC2086
    $screen node "$tests/page_others.mjs" "$browser" "$scratch" >said 2>&1
    grep '^#\|^FAIL' said
    passed=$((passed + $(grep -c '^ok' said)))
    failed=$((failed + $(grep -c '^FAIL' said)))
    grep -q '^ok' said || { cat said && failed=$((failed + 1)); }
done
tally "page in other browsers"
