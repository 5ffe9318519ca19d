# What run and test share: packages and build folders. To be sourced from the repository's root.

# Packages of tools/packages that dpkg does not know as installed.
missing_packages() {
    local package
    grep -v '^#' tools/packages | while read -r package; do
        # Node may have come from elsewhere.
        case $package in
        nodejs) command -v node > /dev/null && continue ;;
        npm) command -v npm > /dev/null && continue ;;
        esac
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Asks dpkg first, so that a second run costs nothing and needs no network.
install_missing() {
    local missing
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    echo "installing:" $missing
    as_root apt-get update -qq
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        $missing > /dev/null
}

# Another checkout of the same files has nothing to compile again; where a debugger looks for sources is all that differs.
export CCACHE_NOHASHDIR=1

# build FOLDER [MESON OPTIONS]: configured once, compiled; quiet unless it fails.
build() {
    local folder=$1 log
    shift
    log=$(mktemp)
    if ! { [ -f "$folder/build.ninja" ] || meson setup "$folder" "$@"; } > "$log" 2>&1 \
        || ! ninja -C "$folder" >> "$log" 2>&1; then
        cat "$log"
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# What drives the browser, by the lock file beside it. Without it those tests are skipped.
install_browser_driver() {
    [ ! -d tests/web/node_modules/playwright-core ] || return 0
    (cd tests/web && npm ci --ignore-scripts --no-audit --no-fund > /dev/null 2>&1) \
        || echo "playwright-core could not be installed: the browser tests are skipped"
}
