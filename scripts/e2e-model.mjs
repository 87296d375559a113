// A model on loopback that says what a script says: the APIs of Anthropic (messages), OpenAI (responses) and Google
// (generateContent), as far as their command-line agents ask them. For scripts/e2e-agents.
//
// usage: node e2e-model.mjs SCRIPT.json LOG PORTFILE
//
// The script is a list of tool calls, {"name", "input"}; the n-th is answered once n results have come back, then the
// model is done. Every request leaves a line in the log: the number of results and the last one's text.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"

const [scriptFile, logFile, portFile] = process.argv.slice(2)
const script = JSON.parse(readFileSync(scriptFile, "utf8"))
let serial = 0

/** An array, whatever came. */
const list = (value) => (Array.isArray(value) ? value : [])

/** Each API: how its requests tell results, and how an answer is written. */
const apis = [
  {
    matches: (path) => path.includes("/v1/messages") && !path.includes("count_tokens"),
    results: (request) =>
      list(request.messages).flatMap((message) => list(message.content).filter((part) => part.type === "tool_result")),
    answer: anthropic,
  },
  {
    matches: (path) => path.includes("/responses"),
    results: (request) => list(request.input).filter((item) => /_call_output$/.test(item.type ?? "")),
    answer: openai,
  },
  {
    matches: (path) => /:(stream)?generateContent/i.test(path),
    results: (request) =>
      list(request.contents).flatMap((content) => list(content.parts).filter((part) => part.functionResponse)),
    answer: google,
  },
]

createServer((request, response) => {
  let text = ""
  request.on("data", (chunk) => (text += chunk))
  request.on("end", () => {
    let body = {}
    try {
      body = JSON.parse(text || "{}")
    } catch {
      // Not every probe is JSON.
    }
    const api = request.method === "POST" && apis.find((api) => api.matches(request.url))
    if (!api) {
      const probe = request.url.includes("ount") ? { input_tokens: 1, totalTokens: 1 } : { data: [], models: [] }
      return send(response, "application/json", JSON.stringify(probe))
    }
    const results = api.results(body)
    const offered = list(body.tools).flatMap((tool) => tool.name ?? list(tool.functionDeclarations).map((one) => one.name))
    if (results.length === 0) appendFileSync(logFile, `tools ${offered.join(" ")}\n`)
    appendFileSync(logFile, `${request.url.split("?")[0]} ${results.length} ${JSON.stringify(results.at(-1) ?? null)}\n`)
    const [type, answer] = api.answer(body, script[results.length], request.url)
    send(response, type, answer)
  })
}).listen(0, "127.0.0.1", function () {
  writeFileSync(portFile, `${this.address().port}\n`)
})

function send(response, type, text) {
  response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(text) })
  response.end(text)
}

function events(list) {
  return list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")
}

function anthropic(request, step) {
  const asksTools = list(request.tools).length > 0
  const block =
    step && asksTools
      ? { type: "tool_use", id: `toolu_${String(++serial).padStart(24, "0")}`, name: step.name, input: step.input }
      : { type: "text", text: "done" }
  const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  const stop_reason = block.type === "tool_use" ? "tool_use" : "end_turn"
  const message = {
    id: `msg_${++serial}`, type: "message", role: "assistant", model: request.model,
    content: [block], stop_reason, stop_sequence: null, usage,
  }
  if (!request.stream) return ["application/json", JSON.stringify(message)]
  const start = block.type === "tool_use" ? { ...block, input: {} } : { ...block, text: "" }
  const delta =
    block.type === "tool_use"
      ? { type: "input_json_delta", partial_json: JSON.stringify(block.input) }
      : { type: "text_delta", text: block.text }
  return ["text/event-stream", events([
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: start },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ])]
}

function openai(request, step) {
  const offered = list(request.tools).map((tool) => tool.name ?? tool.type)
  const item = step
    ? openaiCall(step, offered)
    : { type: "message", id: `msg_${++serial}`, role: "assistant", content: [{ type: "output_text", text: "done" }] }
  const id = `resp_${++serial}`
  const usage = {
    input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2,
  }
  return ["text/event-stream", events([
    { type: "response.created", response: { id } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: { id, usage } },
  ])]
}

/** A shell command goes to whichever shell tool the program offers. */
function openaiCall(step, offered) {
  const call_id = `call_${++serial}`
  if (step.name === "apply_patch") {
    return { type: "custom_tool_call", id: `ctc_${serial}`, call_id, name: "apply_patch", input: step.input, status: "completed" }
  }
  const name = ["exec_command", "shell_command"].find((name) => offered.includes(name)) ?? "shell"
  const spellings = {
    exec_command: { cmd: step.input },
    shell_command: { command: step.input },
    shell: { command: ["bash", "-lc", step.input] },
  }
  return { type: "function_call", id: `fc_${serial}`, call_id, name, arguments: JSON.stringify(spellings[name]) }
}

function google(request, step, path) {
  const offered = list(request.tools).flatMap((tool) => list(tool.functionDeclarations))
  let part = { text: "done" }
  if (offered.length === 0) {
    // The program asks who speaks next, which model is to answer, and so on.
    part = { text: JSON.stringify({ reasoning: "x", next_speaker: "user", complexity_reasoning: "x", complexity_score: 1, model_choice: "pro" }) }
  } else if (step) {
    part = { functionCall: { name: step.name, args: step.input, id: `call_${++serial}` } }
  }
  const answer = JSON.stringify({
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  })
  return path.toLowerCase().includes("stream") ? ["text/event-stream", `data: ${answer}\r\n\r\n`] : ["application/json", answer]
}
