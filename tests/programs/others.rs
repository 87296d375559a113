//! JavaScript, Perl and Ruby that is cut, endless or too deep: the reading ends, without a panic and within its bounds.

use super::total::read;

#[test]
fn cut_programs_end() {
    for (interpreter, rows) in
        [("node -e", super::javascript::ROWS), ("perl -e", super::perl::ROWS), ("ruby -e", super::ruby::ROWS)]
    {
        for (program, _) in rows {
            for (at, _) in program.char_indices().step_by(7) {
                read(interpreter, &program[..at]);
            }
        }
    }
}

#[test]
fn programs_without_end_are_told_as_not_followed() {
    for program in [
        "function f() { f() } f()",
        "const f = (n) => f(n + 1) + f(n - 1); f(1)",
        "let x = 'a'; while (true) x += x",
        "const x = [1]; for (const y of x) x.push(y)",
        "const f = (g) => g(g); f(f)",
        "let x = {}; while (true) x = { x, y: x }",
        "class A extends A {} new A()",
        "const o = {}; o.o = o; console.log(JSON.stringify(o), `${[o]}`); const l = []; l.push(l); console.log(l + '')",
        "for (let i = 0; ; i++) require('fs').writeFileSync('n' + i, '')",
        "const p = new Promise((r) => r()).then(function g() { return p.then(g) }); p.then(() => p)",
        "x = 'x'.repeat(1e9); y = 'x'.padEnd(1e9, 'ab'); z = Array(1e9).fill(0); w = Array.from({ length: 1e9 })",
        "require('child_process').execSync('node -e \"require(\\\"child_process\\\").execSync(1)\"')",
    ] {
        read("node -e", program);
    }
}

#[test]
fn deep_programs_are_refused_and_long_ones_are_read() {
    for (front, back) in [
        ("(", ")"),
        ("[", "]"),
        ("f(", ")"),
        ("!", ""),
        ("-", ""),
        ("a => ", ""),
        ("x ? y : ", ""),
        ("{x:", "}"),
        ("typeof ", ""),
        ("new ", ""),
        ("async () => ", ""),
        ("`${", "}`"),
        ("x = ", ""),
        ("...[", "]"),
    ] {
        let program = format!("x = {}1{}", front.repeat(20_000), back.repeat(20_000));
        assert!(!read("node -e", &program).complete, "{front}");
    }
    for opening in
        ["if (x) ", "for (;;) ", "{", "if (x) {} else ", "while (x) ", "do ", "label: ", "function f() {"]
    {
        read("node -e", &opening.repeat(20_000));
    }
    for chain in
        [".a", "()", ".then(x)", "[0]", "?.a", " + 1", " && 1", " || 1", ", 1", " ** 2", " ?? 1", "`x`"]
    {
        read("node -e", &format!("x{}", chain.repeat(5_000)));
    }
    for front in ["(", "[", "{", "\"@{[", "s/x/", "qw(", "if (", "$x{", "${", "sub {", "unlink(", "'a' . "] {
        read("perl -e", &front.repeat(5_000));
    }
    for front in ["(", "[", "{", "\"#{", "%w(", "if ", "def x;", "File.write(", "'a' + ", "|x|"] {
        read("ruby -e", &front.repeat(5_000));
    }
    for (interpreter, call) in
        [("perl -e", "unlink "), ("perl -e", "mkdir "), ("ruby -e", "open "), ("ruby -e", "File.delete ")]
    {
        assert!(!read(interpreter, &call.repeat(990)).complete, "{interpreter} {call}");
        read(interpreter, &call.repeat(3_900));
    }
    let long = "console.log('text');\n".repeat(3_000);
    assert!(read("node -e", &long).complete);
}

#[test]
fn what_only_computes_is_complete_and_writes_nothing() {
    for (interpreter, program) in [
        ("node -e", "console.log([1, 2].map((x) => x + 1))"),
        ("tsx -e", "const x: number = 1; console.log(x as unknown)"),
        ("perl -e", "print 1 if $ARGV[0] =~ /x/"),
        ("perl -n -e", "print if /x/"),
        ("ruby -e", "puts 1"),
    ] {
        let answer = read(interpreter, program);
        assert!(
            answer.complete && answer.intents.is_empty(),
            "{interpreter} {program}: {:?}",
            answer.unknown
        );
    }
}
