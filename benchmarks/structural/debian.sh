#!/bin/bash
# Real C for the structural engine: configures and builds some Debian source packages (for the headers that are made on the way), makes a
# suite of the .c files that gcc accepts on their own, with every function an entry and every dereference and index a condition (CALYSTO's
# experiment), and runs it.
#
# usage: benchmarks/structural/debian.sh [PACKAGE…] [-- FLAGS for maymust bench]
# environment: MAYMUST, CC, CORPUS (a folder with unpacked packages, else they are fetched with `apt-get source`, which needs
# deb-src entries), MAX_FILES (of a package), LIST=1 (only make the suite)
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
maymust=${MAYMUST:-$root/target/release/maymust}
cc=${CC:-gcc}
packages=() flags=()
while [ $# -gt 0 ]; do
    if [ "$1" = -- ]; then shift; flags=("$@"); break; fi
    packages+=("$1"); shift
done
[ ${#packages[@]} -gt 0 ] || packages=(spin bzip2 gzip zlib lua5.4 dash less mawk)
[ ${#flags[@]} -gt 0 ] || flags=(--refine eager,calysto --timeout 300s)
work=$root/target/bench/debian
corpus=${CORPUS:-$work/sources}
suite=$work/suite
mkdir -p "$corpus" && rm -rf "$suite" && mkdir -p "$suite"

# Builds a package as far as it goes, once.
build() {
    [ ! -e "$1/.maymust-built" ] || return 0
    local auto=(ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=:)
    (
        cd "$1" || return
        # Debian's rules make this one.
        [ ! -e src/luaconf.h ] || echo '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"' >src/lua5.4-deb-multiarch.h
        [ ! -x configure ] || ./configure
        if [ -e Makefile ] || [ -e makefile ]; then make -k "${auto[@]}"; fi
        touch .maymust-built
    ) >/dev/null 2>&1 </dev/null
}

for package in "${packages[@]}"; do
    if ! ls -d "$corpus/"*"$package"*/ >/dev/null 2>&1; then
        (cd "$corpus" && apt-get source -qq "$package") >/dev/null 2>&1 || { echo "$package: could not be fetched"; continue; }
    fi
    for top in "$corpus/"*"$package"*/; do build "$top"; done
    files=0 lines=0 skipped=0
    mkdir -p "$suite/$package"
    while read -r file; do
        [ "$files" -lt "${MAX_FILES:-1000000}" ] || break
        dir=$(dirname "$file")
        top=$(echo "$file" | sed "s,^\($corpus/[^/]*\)/.*,\1,")
        include=(-DHAVE_CONFIG_H -D_GNU_SOURCE)
        for folder in "$dir" "$top" "$top/src" "$top/include" "$top/lib" "$dir/.."; do
            [ ! -d "$folder" ] || include+=(-I"$folder")
        done
        if ! "$cc" -w "${include[@]}" -fsyntax-only "$file" 2>/dev/null; then
            skipped=$((skipped + 1))
            continue
        fi
        files=$((files + 1))
        lines=$((lines + $(wc -l <"$file")))
        name=$(echo "${file#"$top"/}" | tr '/' '_')
        {
            echo "format_version: '2.0'"
            echo "input_files: '$file'"
            echo "properties:"
            echo "  - name: dereferences"
            echo "    arguments: ['--each-function', '--check', 'null,bounds']"
            echo "options:"
            echo "  language: C"
            echo "  data_model: LP64"
            echo "  category: $package"
            echo "  cpp_flags: [$(printf "'%s', " "${include[@]}" | sed 's/, $//')]"
        } >"$suite/$package/${name%.c}.yml"
    done < <(find "$corpus/"*"$package"*/ -name '*.c' | sort)
    echo "$package: $files files, $lines lines; $skipped are not accepted by $cc on their own"
done
[ -z "${LIST:-}" ] || exit 0
exec "$maymust" bench "$suite" "${flags[@]}" --out "$work/results"
