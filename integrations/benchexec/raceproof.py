"""Tool info of raceproof for BenchExec.

A benchmark definition names it as <benchmark tool=".raceproof">, with this folder on PYTHONPATH;
`python3 -m benchexec.test_tool_info .raceproof` shows its command lines.
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    """raceproof proves C programs free of data races, or shows the race."""

    ANSWERS = {
        "true": result.RESULT_TRUE_PROP,
        "false(no-data-race)": result.RESULT_FALSE_DATARACE,
        "unknown": result.RESULT_UNKNOWN,
    }

    def executable(self, tool_locator):
        return tool_locator.find_executable("raceproof")

    def name(self):
        return "raceproof"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="raceproof")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "--quiet", *options]
        model = get_data_model_from_task(task, {ILP32: "ilp32", LP64: "lp64"})
        if model:
            command += ["--data-model", model]
        if task.property_file:
            command += ["--property", task.property_file]
        # What has been found is printed before the limits of the run end it.
        if rlimits.cputime:
            command += ["--time-limit", f"{rlimits.cputime * 9 // 10}s"]
        if rlimits.memory:
            command += ["--memory-limit", f"{rlimits.memory * 9 // 10 // 2**20}M"]
        return [*command, *task.input_files]

    def determine_result(self, run):
        for line in reversed(run.output):
            if line.startswith("result: "):
                return self.ANSWERS.get(line.removeprefix("result: ").strip(), result.RESULT_ERROR)
        return result.RESULT_ERROR
