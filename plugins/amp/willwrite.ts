// @i-know-the-amp-plugin-api-is-wip-and-very-experimental-right-now
//
// willwrite for Amp: asks the guard before each tool call and rejects what it refuses.
//
// Put this file into `.amp/plugins/` of a project or `~/.config/amp/plugins/`, and the willwrite binary on PATH (or name
// it in WILLWRITE_BIN). A guard that can't be started lets the call pass. It is plain JavaScript in a file whose name Amp
// wants to end in `.ts`.

import { spawn } from "node:child_process"

/** The guard; WILLWRITE_BIN in the environment names another binary. */
const COMMAND = ["willwrite", "hook", "--agent", "amp"]

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
    guard.on("error", () => resolve({ refused: false, said: "" }))
    guard.on("close", (code) => resolve({ refused: code === REFUSED, said: said.trim() }))
    // The guard may answer before it has read all.
    guard.stdin.on("error", () => {})
    guard.stdin.end(JSON.stringify(payload))
  })
}

export default function willwrite(amp) {
  amp.on("tool.call", async (event) => {
    const answer = await ask({
      event: "tool.call",
      tool: event.tool,
      input: event.input,
      toolUseID: event.toolUseID,
      directory: process.cwd(),
    })
    if (!answer.refused) return { action: "allow" }
    return { action: "reject-and-continue", message: answer.said || "BLOCKED [willwrite]: the call is refused" }
  })
}
