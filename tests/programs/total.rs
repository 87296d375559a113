//! Programs that are cut, mixed or too much: the reading ends, without a panic and within its bounds.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use willwrite::analysis::{Options, Shell, analyze};
use willwrite::intent::Analysis;
use willwrite::world::memory::Memory;

/// No program may take longer than this, unoptimised and on a busy machine.
const LIMIT: Duration = Duration::from_secs(30);

/// What is told of a program that stands behind the words of its interpreter (`perl -e`), within the time.
pub fn read(interpreter: &str, program: &str) -> Analysis {
    let world = Memory::new().directory("/w/docs").file("/w/a.txt", "one\ntwo\n");
    let options = Options { cwd: Some("/w".to_owned()), shell: Shell::Bash, follow_scripts: true };
    let quoted = program.replace('\'', "'\\''");
    let start = Instant::now();
    let answer = analyze(&format!("{interpreter} '{quoted}'"), &options, &world);
    assert!(start.elapsed() < LIMIT, "{:?} for {program:.200}", start.elapsed());
    answer
}

#[test]
fn cut_programs_end() {
    for (program, _) in super::python::ROWS {
        for (at, _) in program.char_indices().step_by(5) {
            read("python3 -c", &program[..at]);
        }
    }
}

#[test]
fn programs_without_end_are_told_as_not_followed() {
    for program in [
        "def f():\n    f()\nf()\n",
        "def f(n):\n    return f(n + 1) + f(n - 1)\nprint(f(1))\n",
        "x = 'a'\nwhile True:\n    x += x\n",
        "x = [1]\nfor y in x:\n    x.append(y)\n",
        "f = lambda g: g(g)\nf(f)\n",
        "x = {}\nwhile True:\n    x = {'x': x, 'y': x}\n",
        "import os\nos.system('python3 -c \"import os; os.system(1)\"')\n",
        "x = []\nx.append(x)\nprint(x)\n",
        "class A:\n    pass\nA.b = A\nA().b.b.b()\n",
        "class A(A):\n    pass\n",
        "x = 9 ** 9 ** 9\ny = 1 << 99999\nz = 'x' * 10 ** 12\nw = [0] * 10 ** 12\n",
        "print('%99999999999d' % 1, f'{1:99999999999}', '{:>99999999999}'.format(1))\n",
    ] {
        read("python3 -c", program);
    }
}

#[test]
fn deep_programs_are_refused_and_long_ones_are_read() {
    for (front, back) in [
        ("(", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("not ", ""),
        ("-", ""),
        ("x.y().", "z"),
        ("1 + ", "1"),
        ("lambda: ", "1"),
        ("x if y else ", "z"),
        ("{1: ", "}"),
    ] {
        let program = format!("x = {}1{}", front.repeat(3_000), back.repeat(3_000));
        assert!(!read("python3 -c", &program).complete, "{front}");
    }
    let nested: String = (0..200).map(|depth| format!("{}if x:\n", " ".repeat(depth))).collect();
    assert!(!read("python3 -c", &format!("{nested}{}pass\n", " ".repeat(200))).complete);
    let long = "x = 'text'\n".repeat(3_000);
    assert!(read("python3 -c", &long).complete);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn mixed_programs_end(
        first in 0..super::python::ROWS.len(),
        second in 0..super::python::ROWS.len(),
        cut in 0..200usize,
        from in 0..200usize,
        between in prop::sample::select(vec!["", "\n", " ", "(", ")", "'", "\"", ":", "\n    ", "f'{", "\\", "…", "\0", "lambda: ", " if x else "]),
    ) {
        let (first, second) = (super::python::ROWS[first].0, super::python::ROWS[second].0);
        let head: String = first.chars().take(cut).collect();
        let tail: String = second.chars().skip(from).collect();
        read("python3 -c", &format!("{head}{between}{tail}"));
    }
}
