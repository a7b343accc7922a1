# SPDX-License-Identifier: MIT OR Apache-2.0
"""How BenchExec starts maymust and reads its answers."""

import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2

# The word in brackets at a finding, and what BenchExec calls such a violation.
VIOLATIONS = {
    "error-call": result.RESULT_FALSE_REACH,
    "assert": result.RESULT_FALSE_REACH,
    "rule": result.RESULT_FALSE_REACH,
    "overflow": result.RESULT_FALSE_OVERFLOW,
    "null": result.RESULT_FALSE_DEREF,
    "invalid-pointer": result.RESULT_FALSE_DEREF,
    "bounds": result.RESULT_FALSE_DEREF,
    "use-after-free": result.RESULT_FALSE_DEREF,
    "invalid-call": result.RESULT_FALSE_DEREF,
    "double-free": result.RESULT_FALSE_FREE,
    "invalid-free": result.RESULT_FALSE_FREE,
    "leak": result.RESULT_FALSE_MEMTRACK,
    "data-race": result.RESULT_FALSE_DATARACE,
    "termination": result.RESULT_FALSE_TERMINATION,
}


class Tool(BaseTool2):
    """maymust: proofs and bugs for C programs."""

    REQUIRED_PATHS = ["maymust"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("maymust", subdir="target/release")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="maymust")

    def name(self):
        return "maymust"

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "--first", "--color", "never"]
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = (task.options or {}).get("data_model")
        if data_model:
            command += ["--data-model", {"ILP32": "ilp32", "LP64": "lp64"}[data_model]]
        seconds = rlimits.cputime or rlimits.walltime
        if seconds:
            # A little earlier than BenchExec, so that what is known is still printed.
            command += ["--cpu-timeout", f"{max(1, int(seconds * 0.95))}s"]
            command += ["--timeout", f"{int((rlimits.walltime or seconds * 2) * 0.95)}s"]
        if rlimits.memory:
            command += ["--memory", str(int(rlimits.memory * 0.9))]
        return command + list(options) + list(task.input_files_or_identifier)

    def determine_result(self, run):
        lines = [line for line in run.output if line.strip()]
        verdict = re.match(r"verdict: (\w+)", lines[-1]) if lines else None
        if verdict and verdict[1] == "proved" and run.exit_code.value == 0:
            return result.RESULT_TRUE_PROP
        if verdict and verdict[1] == "fails" and run.exit_code.value == 1:
            codes = [m[1] for line in lines if (m := re.search(r"error: .* \[([a-z0-9-]+)\]$", line))]
            if codes == ["leak"] and "not freed when the program ends" in run.output.text:
                return result.RESULT_FALSE_MEMCLEANUP
            return VIOLATIONS.get(codes[0], result.RESULT_FALSE_PROP) if codes else result.RESULT_FALSE_PROP
        if verdict:
            timed_out = any("time limit reached" in line for line in lines)
            return "TIMEOUT" if run.was_timeout or timed_out else result.RESULT_UNKNOWN
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        for line in output:
            if line.strip().startswith(f"{identifier} = "):
                return line.split("=", 1)[1].strip()
        return None
