#!/bin/bash
# Whole programs of Debian source packages for the structural engine, CALYSTO's experiment: builds each package while the compiler's command
# lines are written down, takes of every package the program that is linked from most files, preprocesses its files with the flags that they
# are compiled with, and asks for every dereference and index of some of its functions, with everything that these call.
#
# usage: benchmarks/structural/programs.sh [PACKAGE…] [-- FLAGS for maymust bench]
# environment: MAYMUST, CORPUS (a folder with unpacked packages, else they are fetched with `apt-get source`, which needs deb-src entries),
# FUNCTIONS (how many of a program, evenly spread; all by default), CHECK_TIME (the limit of a condition, 300s as in the paper by default),
# UNROLL (how often loops are unrolled at most; the paper's tool does so a fixed number of times, here what needs more is unknown),
# LIST=1 (only make the suite)
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
maymust=${MAYMUST:-$root/target/release/maymust}
packages=() flags=()
while [ $# -gt 0 ]; do
    if [ "$1" = -- ]; then shift; flags=("$@"); break; fi
    packages+=("$1"); shift
done
[ ${#packages[@]} -gt 0 ] || packages=(spin bzip2 gzip zlib lua5.4 dash less mawk)
[ ${#flags[@]} -gt 0 ] || flags=(--refine eager,calysto,default --timeout 24h)
work=$root/target/bench/debian
corpus=${CORPUS:-$work/sources}
suite=$work/programs
mkdir -p "$corpus" "$work/recorder" && rm -rf "$suite" && mkdir -p "$suite"

# A compiler that writes down what it is told: the folder, then one argument a line, then an empty line.
for name in gcc cc; do
    {
        echo '#!/bin/bash'
        # shellcheck disable=SC2016
        echo '{ echo "$PWD"; printf "%s\n" "$@"; echo; } >>"$MAYMUST_RECORD"'
        echo "exec $(command -v gcc) \"\$@\""
    } >"$work/recorder/$name"
    chmod +x "$work/recorder/$name"
done

# Builds a package from the start, once.
build() {
    [ ! -s "$1/.maymust-commands" ] || return 0
    local auto=(ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=:)
    (
        cd "$1" || return
        export PATH=$work/recorder:$PATH MAYMUST_RECORD=$PWD/.maymust-commands
        # Debian's rules make this one.
        [ ! -e src/luaconf.h ] || echo '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"' >src/lua5.4-deb-multiarch.h
        [ ! -x configure ] || [ -e config.status ] || ./configure
        make clean
        : >.maymust-commands
        make -k "${auto[@]}"
        # Debian's makefile of Lua wants libtool.
        [ ! -e src/lua.c ] || (cd src && gcc -DLUA_COMPAT_5_3 -DLUA_USE_POSIX -o lua $(ls ./*.c | grep -v luac.c) -lm)
    ) >/dev/null 2>&1 </dev/null
}

# The sources of the program that is linked from most of them, with the flags of each: a line `FOLDER<tab>FILE<tab>FLAGS`.
sources() {
    awk '
        function path(file) { return file ~ /^\// ? file : dir "/" file }
        function object_of(file) { sub(/.*\//, "", file); sub(/\.c$/, ".o", file); return file }
        function quoted(text) { return "\047" text "\047" }
        function archive(file,   object) { while ((("ar t " file " 2>/dev/null") | getline object) > 0) list[++n] = object }
        function note(object, file) { if (!(object in line)) line[object] = dir "\t" path(file) "\t" flags }
        function end(   i, a, out, compiles, where, sources) {
            compiles = 0; flags = ""; out = ""; n = 0; sources = 0; where = "."
            for (i = 1; i <= count; i++) {
                a = arg[i]
                if (a == "-c") compiles = 1
                else if (a == "-o") out = arg[++i]
                else if (a ~ /^-[IDU]$/ || a == "-include") flags = flags " " a " " quoted(arg[++i])
                else if (a ~ /^-[IDU]/) flags = flags " " quoted(a)
                else if (a ~ /^-L/) where = substr(a, 3)
                else if (a ~ /\.c$/) source[++sources] = a
                else if (a ~ /\.o$/) list[++n] = object_of(a)
                else if (a ~ /\.a$/) archive(path(a))
                else if (a ~ /^-l/) archive(path(where) "/lib" substr(a, 3) ".a")
            }
            for (i = 1; i <= sources; i++) {
                a = compiles && out != "" ? object_of(out) : object_of(source[i])
                note(a, source[i])
                if (!compiles) list[++n] = a
            }
            if (!compiles && n > most) { most = n; for (i = 1; i <= n; i++) best[i] = list[i] }
        }
        $0 == "" { if (dir != "") end(); dir = ""; count = 0; next }
        dir == "" { dir = $0; next }
        { arg[++count] = $0 }
        END { for (i = 1; i <= most; i++) if ((best[i] in line) && !seen[best[i]]++) print line[best[i]] }
    ' "$1/.maymust-commands"
}

# The functions that a file defines: all, or with `T` those that other files see.
functions_of() {
    local object=$work/object.o
    gcc -w -c -o "$object" "$1" 2>/dev/null || return 0
    nm --defined-only "$object" | awk -v kinds="${2:-Tt}" '$2 ~ "^[" kinds "]$" && $3 !~ /\./ { print $3 }'
}

# FUNCTIONS of the functions that some files define, evenly spread.
some_functions() {
    local file
    for file in "$@"; do
        functions_of "$file"
    done | awk -v most="$FUNCTIONS" '
        !seen[$0]++ { name[++n] = $0 }
        END { if (n < most) most = n; for (i = 0; i < most; i++) printf "%s%s", i ? "," : "", name[1 + int(i * n / most)] }'
}

for package in "${packages[@]}"; do
    if ! ls -d "$corpus/$package"*/ >/dev/null 2>&1; then
        (cd "$corpus" && apt-get source -qq "$package") >/dev/null 2>&1 || { echo "$package: could not be fetched"; continue; }
    fi
    top=$(ls -d "$corpus/$package"*/ | head -1)
    build "${top%/}"
    folder=$suite/$package
    mkdir -p "$folder"
    files=() lines=0
    unset defined
    declare -A defined
    while IFS=$'\t' read -r dir file options; do
        out=$(printf '%03d-%s.i' "${#files[@]}" "$(basename "$file" .c)")
        # shellcheck disable=SC2086
        (cd "$dir" && eval "gcc -E -w $options '$file'") >"$folder/$out" 2>/dev/null || { rm -f "$folder/$out"; continue; }
        # A member of an archive that defines what is defined already would not be linked.
        names=$(functions_of "$folder/$out" T)
        for name in $names; do
            [ -z "${defined[$name]:-}" ] || { rm -f "$folder/$out"; continue 2; }
        done
        for name in $names; do defined[$name]=1; done
        files+=("$out")
        lines=$((lines + $(wc -l <"$file")))
    done < <(sources "${top%/}")
    functions=--each-function
    if [ -n "${FUNCTIONS:-}" ]; then
        functions=--each-function=$(cd "$folder" && some_functions "${files[@]}")
    fi
    {
        echo "format_version: '2.0'"
        echo "input_files: [$(printf "'%s', " "${files[@]}" | sed 's/, $//')]"
        echo "properties:"
        echo "  - name: dereferences"
        echo "    arguments: ['$functions', '--check', 'null,bounds', '--check-timeout', '${CHECK_TIME:-300s}', '--unroll', '${UNROLL:-3}']"
        echo "options:"
        echo "  language: C"
        echo "  data_model: LP64"
        echo "  category: $package"
    } >"$folder/$package.yml"
    echo "$package: ${#files[@]} files, $lines lines"
done
[ -z "${LIST:-}" ] || exit 0
exec "$maymust" bench "$suite" "${flags[@]}" --out "$work/results"
