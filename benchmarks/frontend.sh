#!/bin/bash
# Speed of the front end (parse + type check + lower) against `gcc -fsyntax-only`, same run, and its growth with size.
# The files are generated: preprocessed driver-like C (headers' declarations, structs, functions with loops and switches).
#
# usage: benchmarks/frontend.sh [LINES…]        environment: MAYMUST, CC, RUNS (default 5, of both in turn;
# the fastest counts, in processor time: user and system; the medians are compared besides)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
maymust=${MAYMUST:-$root/target/release/maymust}
cc=${CC:-gcc}
runs=${RUNS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

generate() { # lines
    printf '#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <errno.h>\n' | "$cc" -E -
    awk -v lines="$1" 'BEGIN {
        n = 0
        for (i = 0; n < lines - 900; i++) {
            printf "struct device_%d {\n    struct device_%d *next;\n    unsigned long flags;\n    int state, count;\n", i, i
            printf "    char name[32];\n    unsigned char buffer[64];\n    int (*open)(struct device_%d *, int);\n};\n", i
            printf "static struct device_%d device_table_%d[4];\n", i, i
            printf "enum state_%d { IDLE_%d, BUSY_%d = 4, DONE_%d, BROKEN_%d = -1 };\n", i, i, i, i, i
            printf "static int device_open_%d(struct device_%d *dev, int mode)\n{\n    int result = 0;\n", i, i
            printf "    if (!dev)\n        return -22;\n    if (dev->state != IDLE_%d && (mode & 1)) {\n", i
            printf "        dev->flags |= 1UL << (mode & 7);\n        dev->count++;\n        return -16;\n    }\n"
            printf "    for (int k = 0; k < 32; k++) {\n        if (dev->name[k] == 0)\n            break;\n"
            printf "        result = result * 31 + dev->name[k];\n    }\n    dev->state = BUSY_%d;\n", i
            printf "    switch (mode) {\n    case 0:\n        dev->buffer[0] = (unsigned char)result;\n        break;\n"
            printf "    case 1 ... 3:\n        memset(dev->buffer, mode, sizeof dev->buffer);\n        break;\n"
            printf "    default:\n        result = dev->open ? dev->open(dev, mode - 1) : -5;\n    }\n    return result;\n}\n"
            printf "int device_probe_%d(unsigned int slot)\n{\n    struct device_%d *dev;\n    int error;\n\n", i, i
            printf "    if (slot >= sizeof device_table_%d / sizeof *device_table_%d)\n        return -19;\n", i, i
            printf "    dev = &device_table_%d[slot];\n    dev->open = device_open_%d;\n", i, i
            printf "    error = device_open_%d(dev, (int)slot);\n    if (error < 0)\n        goto out;\n", i
            printf "    while (dev->count > 0 && dev->next != dev) {\n        dev->count--;\n"
            printf "        if (dev->flags & (1UL << 3))\n            dev->flags &= ~8UL;\n    }\nout:\n"
            printf "    return error < 0 ? error : (int)dev->flags;\n}\n\n"
            n += 54
        }
        print "int main(void) { return device_probe_0(0) == 0; }"
    }'
}

used() { # command…: its processor microseconds (user and system)
    { TIMEFORMAT='%3U %3S'; time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 1000000 }'
}

printf '| lines | maymust ms | gcc -fsyntax-only ms | ratio | ratio of medians | maymust ns/line |\n|---|---|---|---|---|---|\n'
for lines in ${*:-5000 25000 50000 100000 200000}; do
    generate "$lines" >"$work/p.i"
    real=$(wc -l <"$work/p.i")
    : >"$work/runs"
    for _ in $(seq "$runs"); do
        echo "$(used "$maymust" run -w --no-run "$work/p.i") $(used "$cc" -fsyntax-only -w "$work/p.i")" >>"$work/runs"
    done
    ours=$(cut -d' ' -f1 "$work/runs" | sort -n | tr '\n' ' ')
    theirs=$(cut -d' ' -f2 "$work/runs" | sort -n | tr '\n' ' ')
    awk -v l="$real" -v ours="$ours" -v theirs="$theirs" 'BEGIN {
        n = split(ours, o, " "); split(theirs, t, " "); m = int((n + 1) / 2)
        printf "| %d | %.1f | %.1f | %.2f | %.2f | %.0f |\n", l, o[1]/1000, t[1]/1000, o[1]/t[1], o[m]/t[m], o[1]*1000/l
    }'
done
