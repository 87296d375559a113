//! Commands composed from a grammar: redirections, targets, changes of directory, wrappers and control structures.

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

const TARGETS: &[&str] = &[
    "n.txt",
    "a.txt",
    "src/n.rs",
    "src/../up.txt",
    "docs/guide.md",
    "alink",
    "dlink/n.md",
    "dangling",
    "out/n.txt",
    "$PWD/p.txt",
    "~/h.txt",
    "missing/n.txt",
    "src",
    "\"$V\"",
    "$V.x",
    "${V:-d}.y",
    "\"with space.txt\"",
    "empty/e",
    "./k.txt",
    "../other/o.txt",
    "$(echo s.txt)",
    "`echo t.txt`",
    "{b,c}.txt",
    "src/*.rs",
    "z$((1+1))",
    "$'q\\t1'",
];

const DIRECTORIES: &[&str] = &[
    "src",
    "docs",
    "..",
    "dlink",
    "out",
    "missing",
    "src/deep",
    "\"$OLDPWD\"",
    "-",
    "~",
    "empty",
    "a.txt",
    "$D",
    "../w",
];

const WRITES: &[&str] = &[
    "echo x > T",
    "echo x >> T",
    ": > T",
    "echo x >| T",
    "echo x &> T",
    "cat <> T",
    "touch T",
    "rm -f T",
    "rm -rf T",
    "mkdir -p T",
    "mkdir T",
    "cp a.txt T",
    "mv b.txt T",
    "ln -sf a.txt T",
    "tee T </dev/null",
    "cat > T <<E\nhi $V\nE",
    "cp -r src T",
    "sed -i s/one/two/ T",
    "truncate -s 1 T",
    "echo x 2>&1 > T",
    "printf '%s\\n' x > T",
    "rmdir T",
    "exec 3> T; echo x >&3; exec 3>&-",
    "echo x | tee -a T",
    "cat < T > copy.txt",
    "ls missing 2> T",
];

const TESTS: &[&str] = &[
    "true",
    "false",
    "[ -f a.txt ]",
    "[ -d src ]",
    "[ -e missing ]",
    "[[ -f n.txt ]]",
    "[ -n \"$V\" ]",
    "[[ $V == v* ]]",
    "(( 1 > 2 ))",
    "(( 2 > 1 ))",
    "test -L alink",
    "! true",
    "! [ -e missing ]",
    "[ \"$V\" = v1 ]",
    "cd src",
    "cd missing",
];

const WRAPPERS: &[&str] = &[
    "( C )",
    "{ C\n}",
    "bash -c 'C'",
    "env X=1 bash -c 'C'",
    "eval 'C'",
    "f() { C\n}; f",
    "C | cat",
    "true | { C\n}",
    "C &\nwait",
    "time C",
    "x=$(C)",
];

/// The statements of the command of a seed.
pub fn command(seed: u64) -> Vec<String> {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let count = 2 + numbers.below(4);
    let mut statements = vec!["V=v1; D=docs".to_owned()];
    for _ in 0..count {
        let statement = statement(&mut numbers, 2);
        statements.push(statement);
    }
    statements
}

fn statement(numbers: &mut Numbers, depth: usize) -> String {
    if depth == 0 {
        return simple(numbers);
    }
    let inner = |numbers: &mut Numbers| statement(numbers, depth - 1);
    match numbers.below(13) {
        0 => format!("{} && {{ {}\n}}", numbers.pick(TESTS), inner(numbers)),
        1 => format!("{} || {{ {}\n}}", numbers.pick(TESTS), inner(numbers)),
        2 => {
            let test = numbers.pick(TESTS);
            let then = inner(numbers);
            format!("if {test}; then {then}\nelse {}\nfi", inner(numbers))
        }
        3 => {
            let body = inner(numbers).replace("\"$V\"", "\"$V$i\"");
            format!("for i in 1 2; do {body}\ndone")
        }
        4 => {
            let body = inner(numbers);
            format!("case $V in x) {};; v*) {body}\n;; esac", simple(numbers))
        }
        5 | 6 => {
            let wrapper = numbers.pick(WRAPPERS);
            let inner = inner(numbers);
            if wrapper.contains('\'') && inner.contains('\'') {
                return inner;
            }
            // A here-document can't be followed by anything on its last line.
            let inner = if inner.contains("<<") { format!("{inner}\n") } else { inner };
            if inner.contains('\n') && matches!(wrapper, "C | cat" | "C &\nwait" | "time C") {
                return wrapper.replace('C', &format!("{{ {inner}\n}}"));
            }
            wrapper.replace('C', &inner)
        }
        7 => format!("cd {}", numbers.pick(DIRECTORIES)),
        8 => {
            format!("V={}", numbers.pick(&["v1", "v2", "src/v3", "'v 4'", "$(basename \"$PWD\")", "${V%1}"]))
        }
        9 => format!("while read -r V; do {}\ndone < names", inner(numbers)),
        _ => simple(numbers),
    }
}

fn simple(numbers: &mut Numbers) -> String {
    let write = numbers.pick(WRITES);
    let target = numbers.pick(TARGETS);
    write.replace('T', target)
}

/// The smallest part of a command's statements that still fails.
pub fn shrink(mut statements: Vec<String>, fails: impl Fn(&[String]) -> bool) -> Vec<String> {
    let mut place = 0;
    while place < statements.len() {
        let mut fewer = statements.clone();
        fewer.remove(place);
        if !fewer.is_empty() && fails(&fewer) {
            statements = fewer;
        } else {
            place += 1;
        }
    }
    statements
}
