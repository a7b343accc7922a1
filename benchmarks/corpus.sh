#!/bin/bash
# Real C through the front end: every .c file of some Debian source packages that gcc accepts is preprocessed, parsed,
# checked and lowered. Files that are not are listed with the reason. The sources are fetched with `apt-get source`
# into a temporary folder (deb-src entries are needed in apt's sources) or taken from CORPUS; nothing is kept.
#
# Headers that a package's build makes are made first, as far as the tools for it are here (sqlite3: tclsh; spin: yacc):
# how many files gcc accepts depends on them and on what is installed (tcl-dev, …), so what gcc misses is listed.
#
# usage: benchmarks/corpus.sh [PACKAGE…]      environment: MAYMUST, CC, CORPUS (a folder with unpacked packages)
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
maymust=${MAYMUST:-$root/target/release/maymust}
cc=${CC:-gcc}
[ -x "$maymust" ] || { echo "no $maymust: cargo build --release"; exit 66; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packages=(${*:-zlib bzip2 lua5.4 sqlite3 spin})
corpus=$(mkdir -p "${CORPUS:-$work/src}" && cd "${CORPUS:-$work/src}" && pwd)

# The headers that the build of a package makes.
prepare() {
    local package=$1 top=$2
    case $package in
    lua5.4) echo '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"' >"$top/src/lua5.4-deb-multiarch.h" ;;
    spin) (cd "$top/Src" && yacc -d spin.y && rm -f y.tab.c) ;;
    sqlite3) (cd "$top" && ./configure && make sqlite3.h parse.h opcodes.h keywordhash.h && rm -f parse.c lempar.c) ;;
    esac >/dev/null 2>&1
}

# What the first error of gcc was about.
reason() {
    grep -m 1 -oE '[^ ]+: No such file or directory|#error.*|error:.*' "$1" | sed 's/^error: //' | cut -c 1-60
}

printf '| package | files | lines | through | not accepted by gcc alone | refused by maymust |\n|---|---|---|---|---|---|\n'
total=0 bad=0
for package in "${packages[@]}"; do
    if ! ls -d "$corpus/$package"-*/ >/dev/null 2>&1; then
        (cd "$corpus" && apt-get source -qq "$package") >/dev/null 2>&1 || { echo "| $package | could not be fetched |"; continue; }
    fi
    top=$(find "$corpus" -maxdepth 1 -type d -name "$package-*" | sort | head -n 1)
    # The files of the package itself, before its build makes any.
    find "$top" -name '*.c' | sort >"$work/files"
    prepare "$package" "$top"
    files=0 lines=0 through=0 skipped=0 refused=0
    while read -r file; do
        dir=$(dirname "$file")
        flags=(-w -I"$dir" -I"$top" -I"$top/src" -I"$top/include" -I"$dir/.." -I/usr/include/tcl)
        if ! "$cc" "${flags[@]}" -E "$file" -o "$work/p.i" 2>"$work/said" || ! "$cc" -fsyntax-only -w "$work/p.i" 2>"$work/said"; then
            skipped=$((skipped + 1))
            echo "$package: $(reason "$work/said")" >>"$work/missing"
            continue
        fi
        files=$((files + 1))
        lines=$((lines + $(wc -l <"$file")))
        if timeout 120 "$maymust" run -w --no-run "$work/p.i" >/dev/null 2>"$work/said"; then
            through=$((through + 1))
        else
            refused=$((refused + 1))
            echo "refused: ${file#"$corpus"/}: $(head -n 1 "$work/said" | cut -c 1-200)" >>"$work/refused"
        fi
    done <"$work/files"
    total=$((total + files)) bad=$((bad + refused))
    echo "| $package | $files | $lines | $through | $skipped | $refused |"
done
if [ -f "$work/missing" ]; then
    echo "not accepted by gcc alone, by its first error:"
    sort "$work/missing" | uniq -c | sort -rn
fi
[ -f "$work/refused" ] && cat "$work/refused"
echo "$((total - bad)) passed, $bad failed"
[ "$total" -gt 0 ] && { [ "$bad" = 0 ] || [ $((bad * 100)) -lt "$total" ]; }
