//! `willwrite hook` and its short forms: one call on stdin, the agent's answer by exit code.
//!
//! Exit 2 means block and nothing else: bad usage, bad settings and panics are 0 with a line on stderr, or a block
//! where the settings say `fail = "closed"`.

use std::io::{IsTerminal as _, Read, Write as _};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use super::machine;
use super::observe::Observer;
use crate::guard::policy::{self, Policy};
use crate::guard::protocol::{self, Reply};
use crate::guard::{self, INPUT_CAP, Request};

/// The exit code of a refused call.
const BLOCK: u8 = 2;

/// Agents of which some versions never close the hook's input (Kiro's editor below 1.0).
const OPEN_ENDED: &[&str] = &["kiro"];

/// How long their input is waited for.
const INPUT_DEADLINE: Duration = Duration::from_secs(5);

/// The first allocation for the input; most calls fit (bytes).
const INPUT_GUESS: usize = 4 << 10;

/// How agents call the hook.
pub const USAGE: &str = "\
reads one hook call on stdin and answers in the agent's protocol: exit 0 lets it pass, exit 2 blocks it

usage: willwrite hook [--agent AGENT] [--policy POLICY]... [--config FILE]
       willwrite POLICY [--agent AGENT] [--config FILE]

example: echo '{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"echo x > f\"},\"cwd\":\"/path/to/project\"}' | willwrite guard-main
";

/// The policies that a first argument names: none for `hook` itself, one for a short form; `None` if the argument is no
/// hook call at all.
pub fn policies_of(first: &str) -> Option<Vec<&'static Policy>> {
    if first == "hook" {
        return Some(Vec::new());
    }
    policy::find(first).map(|policy| vec![policy])
}

/// Runs the hook with the arguments behind its name.
pub fn run(policies: Vec<&'static Policy>, arguments: &[String]) -> ExitCode {
    // The one line that a panic is worth is written by the answer.
    std::panic::set_hook(Box::new(|_| {}));
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        let agents = protocol::AGENTS.iter().map(|agent| agent.id).collect::<Vec<_>>().join(", ");
        let text = format!("{USAGE}\nagents:   {agents}\npolicies: {}\n", policy::names());
        return send(&Reply { stdout: text, ..Reply::default() });
    }
    let mut request = Request { policies, recorder: Some(&Observer), ..Request::default() };
    send(&match read_options(&mut request, arguments) {
        Ok(()) => judge(&request),
        Err(reason) => {
            // An agent whose write breaks off may take the hook for dead.
            if !std::io::stdin().is_terminal() {
                let _ = input();
            }
            guard::usage_fault(&reason, &request)
        }
    })
}

fn judge(request: &Request<'_>) -> Reply {
    let open_ended = request.agent.is_some_and(|agent| OPEN_ENDED.contains(&agent.id));
    match if open_ended { input_in_time() } else { input() } {
        Ok(input) => guard::answer(request, &input, &machine::world(None)),
        Err(error) => guard::usage_fault(&format!("stdin can't be read: {error}"), request),
    }
}

/// Reads the options into the request; what was read before a fault stays.
fn read_options<'a>(request: &mut Request<'a>, arguments: &'a [String]) -> Result<(), String> {
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        let (name, attached) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (argument, None),
        };
        let mut value = || attached.or_else(|| rest.next()).ok_or_else(|| format!("`{name}` wants a value"));
        match name {
            "--agent" => {
                let agent = value()?;
                request.agent =
                    Some(protocol::find(agent).ok_or_else(|| format!("`{agent}` is no known agent"))?);
            }
            "--policy" => {
                let named = value()?;
                let found = policy::find(named).ok_or_else(|| format!("`{named}` is no policy"))?;
                if !request.policies.iter().any(|policy| policy.id == found.id) {
                    request.policies.push(found);
                }
            }
            "--config" => {
                request.config = Some(value()?);
            }
            other => return Err(format!("`{other}` is no option of the hook")),
        }
    }
    Ok(())
}

/// All of stdin, of which no more than the cap and one byte is kept; the rest is read so that the agent's write ends.
fn input() -> std::io::Result<Vec<u8>> {
    let mut stdin = std::io::stdin().lock();
    let mut bytes = Vec::with_capacity(INPUT_GUESS);
    let limit = INPUT_CAP as u64 + 1;
    (&mut stdin).take(limit).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == limit {
        std::io::copy(&mut stdin, &mut std::io::sink())?;
    }
    Ok(bytes)
}

/// All of stdin, if it ends in time. The thread that waits for the rest goes with the process.
fn input_in_time() -> std::io::Result<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(input()));
    receiver.recv_timeout(INPUT_DEADLINE).unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
}

/// A channel that is closed changes no verdict.
fn send(reply: &Reply) -> ExitCode {
    if !reply.stdout.is_empty() {
        let _ = std::io::stdout().write_all(reply.stdout.as_bytes());
    }
    if !reply.stderr.is_empty() {
        let _ = std::io::stderr().write_all(reply.stderr.as_bytes());
    }
    if reply.blocks { ExitCode::from(BLOCK) } else { ExitCode::SUCCESS }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn arguments(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn reads_its_options_in_both_spellings() {
        let line = arguments("--agent claude-code --policy=guard-main --policy guard-main --config /c.toml");
        let mut request = Request::default();
        read_options(&mut request, &line).unwrap();
        assert_eq!(request.agent.map(|agent| agent.id), Some("claude-code"));
        assert_eq!(request.policies.iter().map(|policy| policy.id).collect::<Vec<_>>(), ["guard-main"]);
        assert_eq!(request.config, Some("/c.toml"));
    }

    #[rstest]
    #[case("--polcy guard-main", "`--polcy` is no option of the hook")]
    #[case("--policy", "`--policy` wants a value")]
    #[case("--policy nothing", "`nothing` is no policy")]
    #[case("--agent nobody", "`nobody` is no known agent")]
    fn bad_usage_is_a_reason(#[case] line: &str, #[case] reason: &str) {
        assert_eq!(read_options(&mut Request::default(), &arguments(line)).err().unwrap(), reason);
    }

    #[test]
    fn short_forms_name_their_policy() {
        assert_eq!(policies_of("hook").map(|policies| policies.len()), Some(0));
        assert_eq!(policies_of("guard-main").map(|policies| policies.len()), Some(1));
        assert!(policies_of("analyze").is_none());
    }
}
