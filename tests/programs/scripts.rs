//! Commands that make and start scripts, and what they write, by the top of what is made, changed or removed.
//! `@TMP` and `@HOME` stand for folders; a `?`: the answer is known to be open.

pub const ROWS: &[(&str, &str)] = &[
    (r#"printf 'touch n.txt\n' > s.sh && sh s.sh"#, "s.sh n.txt"),
    (r#"printf '#!/bin/sh\ntouch "$1"\n' > s && chmod +x s && ./s n.txt"#, "s n.txt"),
    (r#"printf '#!/usr/bin/env python3\nopen("n.txt", "w")\n' > s && chmod +x s && ./s n.txt"#, "s n.txt"),
    (
        r#"printf '#!/usr/bin/env node\nrequire("fs").writeFileSync(process.argv[2], "")\n' > s && chmod +x s && ./s n.txt"#,
        "s n.txt",
    ),
    (r#"printf '#!/usr/bin/perl\nopen(F, ">n.txt");\n' > s && chmod +x s && ./s"#, "s n.txt"),
    (
        "cat > s.js <<'EOF'\nconst fs = require('fs')\nfs.writeFileSync(__dirname + '/docs/n.md', '')\nEOF\nnode s.js",
        "s.js docs/n.md",
    ),
    ("cat > s.py <<'EOF'\nopen('n.txt', 'w')\nEOF\npython3 s.py", "s.py n.txt"),
    (r#"echo "unlink 'a.txt'" > s.pl; perl s.pl"#, "s.pl a.txt"),
    ("node <<'EOF'\nrequire('fs').writeFileSync('n.txt', '')\nEOF", "n.txt"),
    ("node - x.txt <<'EOF'\nrequire('fs').writeFileSync(process.argv[2], '')\nEOF", "x.txt"),
    (r#"echo "require('fs').unlinkSync('a.txt')" | node"#, "a.txt"),
    ("echo 'X=1; touch n.txt' > s.sh; . ./s.sh; touch m$X", "s.sh n.txt m1"),
    (r#"printf 'cat a.txt\n' > s.sh; bash s.sh"#, "s.sh"),
    (r#"printf 'console.log(1)\n' > s.js; node s.js"#, "s.js"),
    (
        r#"echo '{"scripts": {"b": "touch n.txt", "preb": "touch m.txt"}}' > package.json; npm run b"#,
        "package.json n.txt m.txt",
    ),
    (r#"echo '{"scripts": {"b": "touch"}}' > package.json; npm run b -- n.txt"#, "package.json n.txt"),
    (r#"mkdir p; echo '{"scripts": {"b": "touch n.txt"}}' > p/package.json; npm --prefix p run b"#, "p"),
    (r#"echo '{"scripts": {"b": "cat a.txt"}}' > package.json; npm run b"#, "package.json"),
    (
        r#"printf 'N = n.txt\nall: m.txt\n\ttouch $(N)\nm.txt:\n\t@touch $@\n' > Makefile; make"#,
        "Makefile n.txt m.txt",
    ),
    (
        r#"printf '.PHONY: docs\ndocs:\n\tcd docs && touch n.md\n\ttouch n.txt\n' > Makefile; make docs"#,
        "Makefile docs/n.md n.txt",
    ),
    (r#"printf 'docs:\n\ttouch n.txt\n' > Makefile; make docs"#, "Makefile"),
    (r#"printf 'x:\n\t-rm none\n\ttouch $(F)\n' > m.mk; make -f m.mk x F=n.txt"#, "m.mk n.txt"),
    (r#"printf 'x:\n\tfalse\n\ttouch n.txt\n' > Makefile; make"#, "Makefile"),
    (r#"printf 'x:\n\techo touch n.txt\n' > Makefile; make -n"#, "Makefile"),
    (r#"mkdir p; printf 'x:\n\ttouch n.txt\n' > p/Makefile; make -C p"#, "p"),
    (r#"printf 'ifdef X\nendif\nx:\n\ttouch n.txt\n' > Makefile; make"#, "?"),
    // what is left of the arguments of a program
    ("perl -e 'my $x = shift; my $y = shift; unlink $y' a.txt b.txt", "b.txt"),
    ("perl -e 'my $x = shift; unlink @ARGV' a.txt b.txt", "b.txt"),
    ("perl -e 'my $x = shift; unlink $ARGV[0]' a.txt b.txt", "b.txt"),
    ("perl -e 'unlink @ARGV' a.txt b.txt", "a.txt b.txt"),
    ("perl -e 'unlink $ARGV[1]' a.txt b.txt", "b.txt"),
    ("perl -e 'sub f { my $x = shift; unlink $x } f(q(b.txt))' a.txt", "?"),
    ("perl -e '@ARGV = (q(b.txt)); unlink @ARGV' a.txt", "?"),
    ("perl -e 'my $x = shift if @ARGV > 1; unlink @ARGV' a.txt", "?"),
    ("echo a.txt | perl -nle unlink", "?"),
    ("ruby -e 'ARGV.shift; File.delete(ARGV[0])' a.txt b.txt", "?"),
    ("ruby -e 'File.delete(ARGV[1])' a.txt b.txt", "b.txt"),
];
