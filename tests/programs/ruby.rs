//! Ruby programs and what they write, by the top of what is made, changed or removed.
//! `@TMP` and `@HOME` stand for folders; a `?`: the answer is known to be open.

pub const ROWS: &[(&str, &str)] = &[
    ("File.write('n.txt', 'x')", "n.txt"),
    ("File.open('n.txt', 'w') { |f| f.puts 'x' }", "n.txt"),
    ("File.open('a.txt', 'a') do |f|\n  f.write('x')\nend", "a.txt"),
    ("puts File.read('a.txt')", ""),
    ("File.open('a.txt') { |f| puts f.read }", ""),
    ("File.delete('a.txt', 'b.txt')", "a.txt b.txt"),
    ("File.rename('a.txt', 'r.txt')", "a.txt r.txt"),
    ("require 'fileutils'; FileUtils.mkdir_p('d/e'); FileUtils.touch('d/e/n.txt')", "d"),
    ("require 'fileutils'; FileUtils.rm_rf('docs')", "docs"),
    (
        "require 'fileutils'\nFileUtils.mv 'a.txt', 'r.txt'\nFileUtils.cp 'b.txt', 'c.txt'",
        "a.txt r.txt c.txt",
    ),
    (r##"%w[n m].each { |f| File.write("#{f}.txt", f) }"##, "n.txt m.txt"),
    ("d = 'docs'; File.write(File.join(d, 'n.md'), '')", "docs/n.md"),
    ("system('touch n.txt')", "n.txt"),
    ("puts `cat a.txt`", ""),
    (r#"puts 'File.write("n.txt", 1)'"#, ""),
    ("# File.delete('a.txt')\nputs 1 + 2", ""),
    ("File.write('@TMP/n.txt', 'x')", "@TMP/n.txt"),
    ("puts [3, 1].sort.map { |x| x * 2 }.join(',')", ""),
    ("File.write('n.txt', 'x', mode: 'a')", "n.txt"),
    ("eval('1')", "?"),
    ("require './lib'", "?"),
    (r##"puts "#{File.delete('a.txt')}""##, "?"),
];
