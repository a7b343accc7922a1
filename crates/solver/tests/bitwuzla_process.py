#!/usr/bin/env python3
"""Bitwuzla as a process, by its Python module: commands from standard input, one per line.

The module's parser cannot pop what an earlier text pushed. So frames are kept here, and after a pop another parser
is told what is left."""
import re
import sys

import bitwuzla


def new_parser():
    options = bitwuzla.Options()
    for option in (bitwuzla.Option.PRODUCE_MODELS, bitwuzla.Option.PRODUCE_UNSAT_ASSUMPTIONS):
        options.set(option, True)
    return bitwuzla.Parser(bitwuzla.TermManager(), options)


parser = new_parser()
# How many assertions the parser has; none at all, if it does not have the declarations yet.
declarations, frames, told = [], [[]], None
line = ""
for part in sys.stdin:
    line += part
    if line.count("|") % 2 == 1:
        continue
    command = re.match(r"\(([a-z-]+)", line).group(1)
    if command in ("push", "pop"):
        for _ in range(int(line.rstrip(")\n").split()[1])):
            if command == "push":
                frames.append([])
            else:
                frames.pop()
        if command == "pop":
            parser, told = new_parser(), None
    elif command == "assert":
        frames[-1].append(line)
    elif command.startswith(("set-", "declare-")):
        declarations.append(line)
        if told is not None:
            parser.parse(line, False, False)
    else:
        everything = [a for frame in frames for a in frame]
        new = declarations + everything if told is None else everything[told:]
        parser.parse("".join(new) + line, False, False)
        told = len(everything)
    sys.stdout.flush()
    line = ""
