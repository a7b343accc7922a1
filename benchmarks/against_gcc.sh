#!/bin/bash
# Any folder of C programs, each a file of its own: what `maymust run` prints and how it ends against gcc -O0. Programs that gcc does not
# compile are left out. Differences are listed with what maymust said: undefined behaviour and what is not supported are to be expected.
#
# usage: benchmarks/against_gcc.sh FOLDER        environment: MAYMUST, CC
set -u
folder=${1:?usage: against_gcc.sh FOLDER}
root=$(cd "$(dirname "$0")/.." && pwd)
maymust=${MAYMUST:-$root/target/release/maymust}
cc=${CC:-gcc}
[ -x "$maymust" ] || { echo "no $maymust: cargo build --release"; exit 66; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
same=0 different=0 stopped=0
while read -r file; do
    "$cc" -O0 -w -std=gnu11 "$file" -o "$work/p" -lm 2>/dev/null || continue
    (ulimit -t 5; exec "$work/p") >"$work/want" 2>/dev/null </dev/null
    expected=$?
    (ulimit -t 20; exec "$maymust" run -w "$file") >"$work/got" 2>"$work/said" </dev/null
    status=$?
    if [ $status = $expected ] && cmp -s "$work/want" "$work/got"; then
        same=$((same + 1))
        continue
    fi
    echo "$file: status $status, not $expected: $(head -n 1 "$work/said" | cut -c 1-160)"
    # A report, and not another output.
    if [ -s "$work/said" ]; then stopped=$((stopped + 1)); else different=$((different + 1)); fi
done < <(find "$folder" -name '*.c' | sort) 2>/dev/null
echo "$same as gcc, $stopped stopped with a reason, $different different"
[ "$different" = 0 ]
