//! One self-contained HTML page of a session or a day: no script, no font, nothing from the network.
//!
//! Owns the page's parts and their wording. Every text of the history is escaped on its way in.

mod markup;

use std::collections::BTreeMap;

use super::error::HistoryError;
use super::observation::{Outcome, Touch};
use super::store::{Entry, Filter, History, Said};
use super::time;
use markup::{escape, list, tag};

/// Calls on one page; the rest is counted.
const CALLS: usize = 2000;

/// Characters of an output that the page shows.
const OUTPUT_CHARACTERS: usize = 4000;

/// Files named in one call's row.
const FILES_OF_CALL: usize = 12;

const STYLE: &str = include_str!("page.css");

/// The page of the wanted observations.
///
/// # Errors
/// As [`History::each`].
pub fn page(history: &History, filter: &Filter, title: &str) -> Result<String, HistoryError> {
    let mut calls: Vec<Entry> = Vec::new();
    let mut dropped = 0_usize;
    history.each(filter, &mut |entry| {
        if calls.len() < CALLS {
            calls.push(entry);
        } else {
            dropped += 1;
        }
        true
    })?;
    let said = history.said(filter)?;
    Ok(document(title, &body(title, &calls, dropped, &said)))
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{} – willwrite</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title)
    )
}

fn body(title: &str, calls: &[Entry], dropped: usize, said: &[Said]) -> String {
    let parts = [
        tag("h1", "", &escape(title)),
        range(calls),
        figures(calls, dropped, said),
        section("Blocks and warnings", said_list(said)),
        section("Failures", failures(calls)),
        section("Files written", files(calls)),
        section("Timeline", timeline(calls, said)),
        more(dropped),
        tag("footer", "", "Recorded by willwrite; secrets are masked. Times are UTC."),
    ];
    parts.concat()
}

fn range(calls: &[Entry]) -> String {
    let (Some(first), Some(last)) = (calls.first(), calls.last()) else {
        return tag("p", "", "Nothing was recorded.");
    };
    let agents: Vec<&str> = distinct(calls.iter().map(|call| call.agent.as_str()));
    let text = format!("{} – {} · {}", time::text(first.at), time::text(last.at), agents.join(", "));
    tag("p", "head", &escape(&text))
}

fn figures(calls: &[Entry], dropped: usize, said: &[Said]) -> String {
    let failed = calls.iter().filter(|call| is_failure(call)).count();
    let blocks = said.iter().filter(|said| said.verdict == "block").count();
    let written = distinct(writes(calls).map(|(_, touch)| touch.path.as_str())).len();
    let masked: i64 = calls.iter().map(|call| call.masked).sum();
    let sessions = distinct(calls.iter().map(|call| call.session.as_str())).len();
    let figure = |number: String, name: &str| format!("<b>{number}</b>{name}");
    list(
        "figures",
        [
            ("", figure((calls.len() + dropped).to_string(), "calls")),
            ("", figure(sessions.to_string(), "sessions")),
            ("", figure(failed.to_string(), "failures")),
            ("", figure(blocks.to_string(), "blocks")),
            ("", figure(written.to_string(), "files written")),
            ("", figure(masked.to_string(), "secrets masked")),
        ],
    )
}

fn section(title: &str, content: String) -> String {
    if content.is_empty() {
        content
    } else {
        format!("<section>{}{content}</section>\n", tag("h2", "", title))
    }
}

/// By repository and branch, in the order in which they first spoke.
fn said_list(said: &[Said]) -> String {
    let place = |said: &Said| {
        place_title(
            said.repository.as_deref().unwrap_or_default(),
            said.branch.as_deref().unwrap_or_default(),
        )
    };
    let mut places: Vec<(String, Vec<&Said>)> = Vec::new();
    for one in said {
        let title = place(one);
        match places.iter_mut().find(|(known, _)| *known == title) {
            Some((_, list)) => list.push(one),
            None => places.push((title, vec![one])),
        }
    }
    let part = |(title, said): (String, Vec<&Said>)| {
        format!("{}{}", tag("h3", "", &escape(&title)), said_rows(&said))
    };
    places.into_iter().map(part).collect()
}

fn place_title(repository: &str, branch: &str) -> String {
    match (repository, branch) {
        ("", _) => "Outside any repository".to_owned(),
        (repository, "") => format!("{repository}, no branch"),
        (repository, branch) => format!("{repository} on {branch}"),
    }
}

fn said_rows(said: &[&Said]) -> String {
    let row = |said: &&Said| {
        let class = colour_of(&said.verdict);
        let head = [
            tag("span", "", &escape(&clock(said.at))),
            tag("span", class, &escape(&said.verdict)),
            tag("span", "tool", &escape(&said.tool)),
            tag("span", "", &escape(&said.policy)),
        ];
        (class_of(&said.verdict), format!("{}{}", tag("div", "head", &head.concat()), code(&said.message)))
    };
    list("calls", said.iter().map(row))
}

fn colour_of(verdict: &str) -> &'static str {
    if verdict == "block" { "bad" } else { "warned" }
}

fn class_of(verdict: &str) -> &'static str {
    match verdict {
        "block" => "block",
        "ask" => "ask",
        _ => "warn",
    }
}

fn failures(calls: &[Entry]) -> String {
    let failed = calls.iter().filter(|call| is_failure(call));
    list(
        "calls",
        failed.map(|call| {
            (call.outcome.word(), format!("{}{}{}", head(call), code(call.subject()), error(call)))
        }),
    )
}

fn error(call: &Entry) -> String {
    call.error.as_deref().map(|text| tag("pre", "", &escape(&shortened(text)))).unwrap_or_default()
}

/// Paths with how often they were written, and how.
type Files<'call> = BTreeMap<&'call str, (usize, Vec<&'call str>)>;

/// Files by repository and branch, the most written first.
fn files(calls: &[Entry]) -> String {
    let mut places: BTreeMap<(&str, &str), Files<'_>> = BTreeMap::new();
    for (_, touch) in writes(calls) {
        let place =
            (touch.repository.as_deref().unwrap_or_default(), touch.branch.as_deref().unwrap_or_default());
        let (count, effects) = places.entry(place).or_default().entry(touch.path.as_str()).or_default();
        *count += 1;
        if !effects.contains(&touch.effect.as_str()) {
            effects.push(touch.effect.as_str());
        }
    }
    let place = |((repository, branch), files): ((&str, &str), Files<'_>)| {
        let title = place_title(repository, branch);
        let mut rows: Vec<_> = files.into_iter().collect();
        rows.sort_by(|one, other| other.1.0.cmp(&one.1.0).then(one.0.cmp(other.0)));
        let row = |(path, (count, effects)): (&str, (usize, Vec<&str>))| {
            let shown = path.strip_prefix(repository).map_or(path, |rest| rest.trim_start_matches('/'));
            let shown = if shown.is_empty() { path } else { shown };
            let number = tag("span", "count", &escape(&format!("{} ×{count}", effects.join(", "))));
            ("", format!("{number}{}", code(shown)))
        };
        format!("{}{}", tag("h3", "", &escape(&title)), list("rows", rows.into_iter().map(row)))
    };
    places.into_iter().map(place).collect()
}

/// All calls, by session and prompt, with what guards said at their time.
fn timeline(calls: &[Entry], said: &[Said]) -> String {
    let mut out = String::new();
    for session in distinct(
        calls.iter().map(|call| call.session.as_str()).chain(said.iter().map(|said| said.session.as_str())),
    ) {
        out.push_str(&tag("h3", "", &escape(&format!("Session {session}"))));
        let own = calls.iter().filter(|call| call.session == session).map(|call| (call.at, call_row(call)));
        let spoken = said.iter().filter(|said| said.session == session).map(|said| {
            let text = format!("{}: {}", said.policy, said.message);
            let head = format!(
                "{}{}",
                tag("span", "", &escape(&clock(said.at))),
                tag("span", colour_of(&said.verdict), &escape(&said.verdict))
            );
            (said.at, (class_of(&said.verdict), format!("{}{}", tag("div", "head", &head), code(&text))))
        });
        let mut rows: Vec<_> = own.chain(spoken).collect();
        rows.sort_by_key(|(at, _)| *at);
        out.push_str(&list("calls", rows.into_iter().map(|(_, row)| row)));
    }
    out
}

fn call_row(call: &Entry) -> (&'static str, String) {
    let output = match call.error.as_deref().unwrap_or(&call.output) {
        "" => String::new(),
        text => format!(
            "<details><summary>output</summary>{}</details>",
            tag("pre", "", &escape(&shortened(text)))
        ),
    };
    (
        call.outcome.word(),
        format!("{}{}{}{output}", head(call), code(&shortened(call.subject())), touched(call)),
    )
}

fn head(call: &Entry) -> String {
    let mut parts = vec![
        tag("span", "", &escape(&clock(call.at))),
        tag("span", "tool", &escape(&call.tool)),
        tag("span", "", &format!("#{}.{}", call.prompt_index, call.tool_index)),
    ];
    if is_failure(call) {
        let code = call.details.exit_code.map(|code| format!(" ({code})")).unwrap_or_default();
        parts.push(tag("span", "bad", &format!("{}{code}", call.outcome.word())));
    }
    parts.extend(call.duration.map(|duration| tag("span", "", &time::span(duration))));
    parts.extend(call.subagent.as_deref().map(|agent| tag("span", "", &escape(agent))));
    tag("div", "head", &parts.concat())
}

fn touched(call: &Entry) -> String {
    let written: Vec<&Touch> = call.touches.iter().filter(|touch| touch.effect != Touch::READ).collect();
    let row = |touch: &&Touch| {
        let branch = touch.branch.as_deref().map(|branch| format!(" on {branch}")).unwrap_or_default();
        let unsure = if touch.certain { "" } else { " (perhaps)" };
        ("", escape(&format!("{} {}{branch}{unsure}", touch.effect, touch.path)))
    };
    let rest = written.len().saturating_sub(FILES_OF_CALL);
    let more = (rest > 0).then(|| ("", format!("and {rest} more")));
    list("files", written.iter().take(FILES_OF_CALL).map(row).chain(more))
}

fn more(dropped: usize) -> String {
    if dropped == 0 { String::new() } else { tag("p", "", &format!("{dropped} later calls are not shown.")) }
}

fn writes(calls: &[Entry]) -> impl Iterator<Item = (&Entry, &Touch)> {
    calls
        .iter()
        .flat_map(|call| call.touches.iter().map(move |touch| (call, touch)))
        .filter(|(_, touch)| touch.is_write())
}

fn is_failure(call: &Entry) -> bool {
    matches!(call.outcome, Outcome::Failed | Outcome::Interrupted)
}

fn clock(at: i64) -> String {
    time::text(at).chars().skip(11).take(8).collect()
}

fn code(text: &str) -> String {
    tag("code", "", &escape(&shortened(text)))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(OUTPUT_CHARACTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn distinct<'text>(texts: impl Iterator<Item = &'text str>) -> Vec<&'text str> {
    let mut seen = std::collections::BTreeSet::new();
    texts.filter(|text| seen.insert(*text)).collect()
}
