//! Perl programs and what they write, by the top of what is made, changed or removed.
//! `@TMP` and `@HOME` stand for folders; a `?`: the answer is known to be open.

pub const ROWS: &[(&str, &str)] = &[
    ("open(my $f, '>', 'n.txt') or die; print $f 'x'; close $f", "n.txt"),
    ("open(F, '>>a.txt'); print F 'x'", "a.txt"),
    ("open my $f, '<', 'a.txt' or die; while (my $l = <$f>) { print $l if $l =~ /o;n/ }", ""),
    ("unlink 'a.txt', 'b.txt'", "a.txt b.txt"),
    (r#"unlink('a.txt') or die "no: $!""#, "a.txt"),
    ("rename 'a.txt', 'r.txt'", "a.txt r.txt"),
    ("mkdir 'd'; mkdir 'd/e'", "d"),
    (r#"my $d = 'docs'; my $n = "$d/n.md"; open(my $f, '>', $n)"#, "docs/n.md"),
    (r#"for my $n (qw(n m)) { open(my $f, '>', "$n.txt") }"#, "n.txt m.txt"),
    ("use File::Copy; copy('a.txt', 'c.txt'); move('b.txt', 'm.txt')", "c.txt b.txt m.txt"),
    ("use File::Path qw(make_path remove_tree); make_path('d/e'); remove_tree('docs')", "d docs"),
    ("system('touch n.txt')", "n.txt"),
    ("system('touch', 'n.txt', 'm.txt')", "n.txt m.txt"),
    ("my $x = `cat a.txt`; print $x", ""),
    ("chmod 0755, 'a.txt'", "a.txt"),
    ("open(my $f, '>', $ENV{HOME} . '/n.txt')", "@HOME/n.txt"),
    ("unlink glob('docs/a.md')", "docs/a.md"),
    (r#"print 'unlink "a.txt"'"#, ""),
    (
        r#"# unlink 'a.txt'
print 1 + 2, "\n""#,
        "",
    ),
    (r#"my %h = (unlink => 1); print join(',', map { "$_=$h{$_}" } sort keys %h)"#, ""),
    (r#"$_ = 'a b'; s/(\w)/uc($1)/ge; print"#, ""),
    ("open(my $f, '>', '/dev/null'); print $f 1", ""),
    ("open(my $f, '>', '@TMP/n.txt')", "@TMP/n.txt"),
    ("eval { die 'x' }; print $@ if $@", ""),
    (r#"eval 'unlink "a.txt"'"#, "?"),
    ("$_ = 'x'; s/x/unlink 'a.txt'/e", "?"),
    ("require './lib.pl'", "?"),
    (r#"print "@{[unlink 'a.txt']}""#, "?"),
    (r#"my @l = map { $_ * 2 } grep { $_ > 1 } (1, 2, 3); printf "%d\n", scalar @l"#, ""),
];
