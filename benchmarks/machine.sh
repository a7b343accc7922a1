#!/bin/bash
# Speed of the concrete machine against CPython 3 on the same integer and array loops, same run, interleaved.
# usage: benchmarks/machine.sh        environment: MAYMUST, PYTHON, RUNS (default 3; the fastest run counts, in processor time)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
maymust=${MAYMUST:-$root/target/release/maymust}
python=${PYTHON:-python3}
runs=${RUNS:-3}
command -v "$python" >/dev/null || { echo "skipped: no $python"; exit 0; }
# The interpreter itself: what is found first may be a script that takes longer to find it than it takes to start.
python=$("$python" -c 'import sys; print(sys.executable)')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

seconds() { # processor microseconds
    { TIMEFORMAT='%3U %3S'; time "$@" >"$work/out"; } 2>&1 | awk '{ printf "%d", ($1 + $2) * 1000000 }'
}

printf '| loop | maymust ms | CPython ms | CPython/maymust |\n|---|---|---|---|\n'
for c in "$root"/benchmarks/machine/*.c; do
    name=$(basename "$c" .c)
    ours=0 theirs=0
    for _ in $(seq "$runs"); do
        a=$(seconds "$maymust" run -w "$c"); cp "$work/out" "$work/a"
        b=$(seconds "$python" "${c%.c}.py"); cmp -s "$work/out" "$work/a" || { echo "$name: outputs differ"; exit 1; }
        { [ $ours = 0 ] || [ "$a" -lt $ours ]; } && ours=$a
        { [ $theirs = 0 ] || [ "$b" -lt $theirs ]; } && theirs=$b
    done
    awk -v n="$name" -v o=$ours -v t=$theirs 'BEGIN { printf "| %s | %.0f | %.0f | %.1f |\n", n, o/1000, t/1000, t/o }'
done
