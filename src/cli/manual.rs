//! `willwrite man`: one manual page with every subcommand and its options.

use clap::{Arg, Command};

use super::hook;

/// The page, in roff.
///
/// # Errors
/// The writer fails, which one in memory does not.
pub fn page(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let mut text = String::from(".SH \"COMMANDS IN FULL\"\n");
    section(&mut text, "willwrite hook", "Answer an agent's hook call");
    for line in hook::USAGE.lines().filter(|line| !line.is_empty()) {
        text.push_str(&format!("{}\n.br\n", escaped(line)));
    }
    for inner in command.get_subcommands() {
        subcommand(&mut text, "willwrite", inner);
    }
    page.extend(text.into_bytes());
    Ok(page)
}

fn subcommand(text: &mut String, above: &str, command: &Command) {
    let name = format!("{above} {}", command.get_name());
    if command.get_name() == "help" {
        return;
    }
    section(text, &name, &command.get_about().map(ToString::to_string).unwrap_or_default());
    if let Some(long) = command.get_long_about().map(ToString::to_string) {
        let more: Vec<&str> = long.lines().skip(1).filter(|line| !line.is_empty()).collect();
        if !more.is_empty() {
            text.push_str(&format!(".PP\n{}\n", escaped(&more.join(" "))));
        }
    }
    for argument in command.get_arguments().filter(|argument| argument.get_id() != "help") {
        text.push_str(&format!(".TP\n{}\n{}\n", label(argument), escaped(&help(argument))));
    }
    for inner in command.get_subcommands() {
        subcommand(text, &name, inner);
    }
}

fn section(text: &mut String, name: &str, about: &str) {
    text.push_str(&format!(".SS \"{}\"\n{}\n", escaped(name), escaped(about)));
}

/// The names of an option in bold, its value or the operand in italics.
fn label(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("-{short}"));
    let long = argument.get_long().map(|long| format!("--{long}"));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    let values: Vec<String> = argument
        .get_value_names()
        .filter(|_| argument.get_action().takes_values())
        .map(|names| names.iter().map(|name| format!("<{name}>")).collect())
        .unwrap_or_default();
    let (names, values) = (escaped(&names.join(", ")), escaped(&values.join(" ")));
    match (names.is_empty(), values.is_empty()) {
        (true, _) => format!("\\fI{values}\\fR"),
        (false, true) => format!("\\fB{names}\\fR"),
        (false, false) => format!("\\fB{names}\\fR \\fI{values}\\fR"),
    }
}

fn help(argument: &Arg) -> String {
    let text = argument.get_long_help().or_else(|| argument.get_help()).map(ToString::to_string);
    let choices: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|_| argument.get_action().takes_values())
        .map(|value| match value.get_help() {
            Some(help) => format!("{} ({help})", value.get_name()),
            None => value.get_name().to_owned(),
        })
        .collect();
    let choices = if choices.is_empty() { String::new() } else { format!(": {}", choices.join(", ")) };
    format!("{}{choices}", text.unwrap_or_default().replace('\n', " "))
}

/// A text that roff prints as it is.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('"', "\\(dq");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roff_prints_a_text_as_it_is() {
        assert_eq!(escaped(".a-b \\ \"c\""), "\\&.a\\-b \\e \\(dqc\\(dq");
    }
}
