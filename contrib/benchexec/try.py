# SPDX-License-Identifier: MIT OR Apache-2.0
"""Asks three verdicts of maymust through the tool-info module, with BenchExec's own classes; exits with 1 if one is not as expected."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from benchexec.tools.template import BaseTool2  # noqa: E402
from benchexec.util import ProcessExitCode  # noqa: E402

import maymust  # noqa: E402

PROPERTIES = {
    "reach": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
    "overflow": "CHECK( init(main()), LTL(G ! overflow) )",
}
HEAD = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
TASKS = [
    ("proved", "reach", "int main(void) { int x = __VERIFIER_nondet_int(); if (x % 2 == 2) reach_error(); return 0; }", "true"),
    ("reached", "reach", "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 77) reach_error(); return 0; }", "false(unreach-call)"),
    ("overflow", "overflow", "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1; }", "false(no-overflow)"),
]


def main():
    executable, bad = os.path.abspath(sys.argv[1]), 0
    tool = maymust.Tool()
    print("version:", tool.version(executable))
    with tempfile.TemporaryDirectory() as folder:
        for name, prop, text, expected in TASKS:
            program, property_file = os.path.join(folder, name + ".c"), os.path.join(folder, prop + ".prp")
            for path, content in [(program, HEAD + text), (property_file, PROPERTIES[prop])]:
                with open(path, "w") as file:
                    file.write(content + "\n")
            task = BaseTool2.Task.with_files([program], property_file=property_file, options={"data_model": "LP64"})
            limits = BaseTool2.ResourceLimits(cputime=20)
            command = tool.cmdline(executable, [], task, limits)
            ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            exit_code = ProcessExitCode.create(value=ran.returncode)
            output = BaseTool2.RunOutput(ran.stdout.splitlines(keepends=True))
            got = tool.determine_result(BaseTool2.Run(command, exit_code, output, None))
            print(f"{name}: {got}")
            bad += got != expected
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
