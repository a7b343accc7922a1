#!/bin/bash
# Differential test: N random programs of csmith, compiled with gcc -O0 and run by `maymust run`, must print the
# same and end with the same status. A program whose binary takes more than 5 s of processor time is skipped and counted, as is
# one that makes more objects than 32-bit pointers can number; `maymust run` has 60 s.
#
# usage: benchmarks/csmith.sh N [FIRST_SEED]
# environment: MAYMUST (default target/release/maymust), CC (default gcc), CSMITH_INCLUDE (headers: package libcsmith-dev), JOBS (default: all cores),
#              KEEP (a folder for the programs that differ), MODEL (lp64 or ilp32: then gcc has -m32; default lp64)
set -u
count=${1:?usage: csmith.sh N [FIRST_SEED]}
first=${2:-1}
root=$(cd "$(dirname "$0")/.." && pwd)
maymust=${MAYMUST:-$root/target/release/maymust}
cc=${CC:-gcc}
include=${CSMITH_INCLUDE:-/usr/include/csmith}
jobs=${JOBS:-$(nproc)}
keep=${KEEP:-}
model=${MODEL:-lp64}
width=-m64
[ "$model" = ilp32 ] && width=-m32
command -v csmith >/dev/null || { echo "csmith is not installed"; exit 77; }
[ -x "$maymust" ] || { echo "no $maymust: cargo build --release"; exit 66; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Rotates with the seed, so that every feature meets every other one.
options=(
    "--bitfields --packed-struct --unions --volatiles"
    "--no-bitfields --no-packed-struct --no-unions"
    "--float --int8 --uint8"
    "--bitfields --no-packed-struct --no-volatiles --longlong"
    "--float --packed-struct --bitfields --unions --max-struct-fields 6"
    "--no-longlong --int8 --uint8 --jumps --embedded-assigns"
    "--max-pointer-depth 4 --max-array-dim 3 --pointers --consts"
    "--inline-function --volatile-pointers --comma-operators"
    "--max-funcs 4 --max-block-depth 3 --quiet --unions --bitfields"
    "--math64 --float --no-volatiles --union-read-type-sensitive"
)

one() {
    local seed=$1 dir=$work/$1 opts status expected
    opts=${options[$((seed % ${#options[@]}))]}
    mkdir -p "$dir"
    # It writes a file of its own into the current folder.
    # shellcheck disable=SC2086
    (ulimit -t 20; cd "$dir" && csmith --seed "$seed" $opts -o p.c) >/dev/null 2>&1 || { echo "skipped $seed (csmith)"; return; }
    "$cc" $width -O0 -w -I"$include" "$dir/p.c" -o "$dir/p" -lm 2>/dev/null || { echo "skipped $seed (does not compile)"; return; }
    (ulimit -t 5; exec "$dir/p") >"$dir/want" 2>/dev/null </dev/null
    expected=$?
    if [ $expected = 137 ] || [ $expected = 152 ]; then # SIGKILL, SIGXCPU
        echo "skipped $seed (time)"
    else
        (ulimit -t 60; exec "$maymust" run -w --data-model "$model" -I "$include" "$dir/p.c") >"$dir/got" 2>"$dir/said" </dev/null
        status=$?
        if [ $status = $expected ] && cmp -s "$dir/want" "$dir/got"; then
            echo "passed $seed"
        elif [ $status = 2 ] && grep -q 'not supported: more than [0-9]* objects' "$dir/said"; then
            echo "skipped $seed (objects)" # more than 32-bit pointers can number
        else
            echo "failed $seed: csmith --seed $seed $opts: status $status, not $expected: $(head -c 300 "$dir/said" | tr '\n' ' ')"
            [ -n "$keep" ] && mkdir -p "$keep" && cp "$dir/p.c" "$keep/$seed.c"
        fi
    fi
    rm -rf "$dir"
}

running=0
for ((seed = first; seed < first + count; seed++)); do
    one "$seed" >"$work/result.$seed" &
    running=$((running + 1))
    if [ $running -ge "$jobs" ]; then
        wait -n
        running=$((running - 1))
    fi
done
wait
for ((seed = first; seed < first + count; seed++)); do cat "$work/result.$seed"; done >"$work/results"
grep -v '^passed' "$work/results"
passed=$(grep -c '^passed' "$work/results")
failed=$(grep -c '^failed' "$work/results")
skipped=$(grep -c '^skipped' "$work/results")
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
