#!/bin/bash
# Real C through the front end: every .c file of some Debian source packages that gcc accepts is preprocessed, parsed,
# checked and lowered. Files that are not are listed with the reason. The sources are fetched with `apt-get source`
# into a temporary folder (deb-src entries are needed in apt's sources) or taken from CORPUS; nothing is kept.
#
# usage: benchmarks/corpus.sh [PACKAGE…]      environment: MAYMUST, CC, CORPUS (a folder with unpacked packages)
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
maymust=${MAYMUST:-$root/target/release/maymust}
cc=${CC:-gcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packages=(${*:-zlib bzip2 lua5.4 sqlite3 spin})
corpus=${CORPUS:-$work/src}
mkdir -p "$corpus"

printf '| package | files | lines | through | not accepted by gcc alone | refused by maymust |\n|---|---|---|---|---|---|\n'
total=0 bad=0
for package in "${packages[@]}"; do
    if ! ls -d "$corpus/$package"*/ >/dev/null 2>&1; then
        (cd "$corpus" && apt-get source -qq "$package") >/dev/null 2>&1 || { echo "| $package | could not be fetched |"; continue; }
    fi
    files=0 lines=0 through=0 skipped=0 refused=0
    while read -r file; do
        dir=$(dirname "$file")
        top=$(echo "$file" | sed "s,^\($corpus/[^/]*\)/.*,\1,")
        flags=(-w -I"$dir" -I"$top" -I"$top/src" -I"$top/include" -I"$dir/..")
        if ! "$cc" "${flags[@]}" -E "$file" -o "$work/p.i" 2>/dev/null || ! "$cc" -fsyntax-only -w "$work/p.i" 2>/dev/null; then
            skipped=$((skipped + 1))
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
    done < <(find "$corpus/$package"*/ -name '*.c' | sort)
    total=$((total + files)) bad=$((bad + refused))
    echo "| $package | $files | $lines | $through | $skipped | $refused |"
done
[ -f "$work/refused" ] && cat "$work/refused"
echo "$((total - bad)) passed, $bad failed"
[ "$bad" = 0 ] || [ $((bad * 100)) -lt "$total" ]
