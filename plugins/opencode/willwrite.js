// willwrite for OpenCode: asks the guard before each tool call and throws where it refuses.
//
// Put this file into `.opencode/plugins/` of a project or `~/.config/opencode/plugins/`, and the willwrite binary on
// PATH (or name it in WILLWRITE_BIN). A guard that can't be started lets the call pass and says so once.

import { spawn } from "node:child_process"

/** The guard; WILLWRITE_BIN in the environment names another binary. */
const COMMAND = ["willwrite", "hook", "--agent", "opencode"]

/** The guard has this long to answer (milliseconds). */
const TIMEOUT = 10_000

/** The exit code of a refused call. */
const REFUSED = 2

function ask(payload) {
  return new Promise((resolve) => {
    const [binary, ...options] = COMMAND
    const guard = spawn(process.env.WILLWRITE_BIN || binary, options, {
      stdio: ["pipe", "ignore", "pipe"],
      timeout: TIMEOUT,
      windowsHide: true,
    })
    let said = ""
    guard.stderr.setEncoding("utf8")
    guard.stderr.on("data", (text) => {
      said += text
    })
    guard.on("error", (error) => resolve({ refused: false, said: "", fault: error.message }))
    guard.on("close", (code) => resolve({ refused: code === REFUSED, said: said.trim() }))
    // The guard may answer before it has read all.
    guard.stdin.on("error", () => {})
    guard.stdin.end(JSON.stringify(payload))
  })
}

export const Willwrite = async ({ client, directory }) => {
  let told = false
  async function tell(level, message) {
    await client?.app?.log?.({ body: { service: "willwrite", level, message } })?.catch?.(() => {})
  }
  async function answered(payload) {
    const answer = await ask({ ...payload, directory })
    if (answer.fault && !told) {
      told = true
      await tell("warn", `the guard can't be started: ${answer.fault}; calls pass unjudged`)
    } else if (!answer.refused && answer.said) {
      await tell("info", answer.said)
    }
    return answer
  }
  return {
    "tool.execute.before": async (input, output) => {
      const answer = await answered({
        event: "tool.execute.before",
        input: { tool: input.tool, sessionID: input.sessionID, callID: input.callID },
        output: { args: output.args },
      })
      if (answer.refused) throw new Error(answer.said || "BLOCKED [willwrite]: the call is refused")
    },
    "tool.execute.after": async (input, output) => {
      const answer = await answered({
        event: "tool.execute.after",
        input: { tool: input.tool, sessionID: input.sessionID, callID: input.callID, args: input.args },
        output: { title: output?.title, output: output?.output, metadata: output?.metadata },
      })
      // What ran can't be taken back, but the model is told.
      if (answer.refused && typeof output?.output === "string") output.output += `\n${answer.said}`
    },
  }
}
