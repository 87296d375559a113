//! Commands composed from a grammar: redirections, targets, changes of directory, wrappers, control structures, traps,
//! here-documents, pipelines and git. The tables stand in `grammar.rs`.

use crate::grammar::{CHANGES, DIRECTORIES, GIT, LOOPS, TARGETS, TESTS, WRAPPERS, WRITES};

/// A small source of numbers with a fixed sequence for each seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn pick<'one>(&mut self, all: &[&'one str]) -> &'one str {
        all[self.below(all.len())]
    }
}

/// A command: a form with a command for each of its holes.
#[derive(Clone, Debug)]
pub struct Node {
    form: String,
    inner: Vec<Node>,
}

impl Node {
    fn text(&self) -> String {
        let mut text = String::new();
        let mut rest = self.form.as_str();
        for inner in &self.inner {
            let plain = rest.find("{C}").unwrap_or(rest.len());
            let quoted = rest.find("{'C}").unwrap_or(rest.len());
            text.push_str(&rest[..plain.min(quoted)]);
            if quoted < plain {
                text.push_str(&format!("'{}'", inner.text().replace('\'', "'\\''")));
                rest = &rest[quoted + "{'C}".len()..];
            } else {
                text.push_str(&inner.text());
                rest = &rest[plain + "{C}".len()..];
            }
        }
        text + rest
    }

    fn leaf(form: String) -> Self {
        Self { form, inner: Vec::new() }
    }

    fn around(form: &str, inner: Node) -> Self {
        Self { form: form.to_owned(), inner: vec![inner] }
    }
}

/// The statements of the command of a seed.
pub fn command(seed: u64) -> Vec<Node> {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let count = 2 + numbers.below(4);
    let mut statements = vec![Node::leaf("V=v1; D=docs; A=(a.txt b.txt)".to_owned())];
    for _ in 0..count {
        let statement = statement(&mut numbers, 2);
        statements.push(statement);
    }
    statements
}

/// The text of statements.
pub fn text(statements: &[Node]) -> String {
    let lines: Vec<String> = statements.iter().map(Node::text).collect();
    lines.join("\n")
}

fn statement(numbers: &mut Numbers, depth: usize) -> Node {
    if depth == 0 {
        return simple(numbers);
    }
    let inner = |numbers: &mut Numbers| statement(numbers, depth - 1);
    match numbers.below(17) {
        0 => Node::around(&format!("{} && {{ {{C}}\n}}", test(numbers)), inner(numbers)),
        1 => Node::around(&format!("{} || {{ {{C}}\n}}", test(numbers)), inner(numbers)),
        2 => {
            let form = format!("if {}; then {{C}}\nelse {{C}}\nfi", test(numbers));
            Node { form, inner: vec![inner(numbers), inner(numbers)] }
        }
        3 => Node {
            form: "case $V in x) {C}\n;; v*) {C}\n;; esac".to_owned(),
            inner: vec![simple(numbers), inner(numbers)],
        },
        4 | 5 => Node::around(numbers.pick(LOOPS), inner(numbers)),
        6..=9 => {
            let wrapper = numbers.pick(WRAPPERS);
            let inner = inner(numbers);
            // The same delimiter can't be used inside itself.
            if wrapper.contains("'X'") && inner.text().contains("'X'") {
                inner
            } else {
                Node::around(wrapper, inner)
            }
        }
        10 => Node::leaf(format!("cd {}", numbers.pick(DIRECTORIES))),
        11 => Node::leaf(numbers.pick(CHANGES).to_owned()),
        _ => simple(numbers),
    }
}

fn test(numbers: &mut Numbers) -> String {
    let test = numbers.pick(TESTS);
    test.replace('@', numbers.pick(TARGETS))
}

fn simple(numbers: &mut Numbers) -> Node {
    let form = if numbers.below(8) == 0 { numbers.pick(GIT) } else { numbers.pick(WRITES) };
    Node::leaf(form.replace('@', numbers.pick(TARGETS)))
}

/// A smaller command that still fails: statements are dropped, and forms replaced by what they hold.
pub fn shrink(mut statements: Vec<Node>, fails: impl Fn(&[Node]) -> bool) -> Vec<Node> {
    let mut place = 0;
    while place < statements.len() {
        let mut fewer = statements.clone();
        let node = fewer.remove(place);
        if !fewer.is_empty() && fails(&fewer) {
            statements = fewer;
            continue;
        }
        let smaller = node.inner.iter().find_map(|inner| {
            let mut with = statements.clone();
            with[place] = inner.clone();
            fails(&with).then_some(with)
        });
        match smaller {
            Some(with) => statements = with,
            None => place += 1,
        }
    }
    statements
}
