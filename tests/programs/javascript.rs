//! JavaScript programs and what they write, by the top of what is made, changed or removed.
//! `@TMP` and `@HOME` stand for folders; a `?`: the answer is known to be open.

pub const ROWS: &[(&str, &str)] = &[
    // the calls of fs
    ("require('fs').writeFileSync('n.txt', 'x')", "n.txt"),
    ("const fs = require('fs'); fs.appendFileSync('a.txt', 'x')", "a.txt"),
    ("const { writeFileSync: put } = require('node:fs'); put('n.txt', 'x')", "n.txt"),
    ("fs.writeFileSync('n.txt', 'x')", "n.txt"),
    (
        "const fs = require('fs'); fs.mkdirSync('d/e/f', { recursive: true }); fs.writeFileSync('d/e/f/n.txt', '')",
        "d",
    ),
    ("require('fs').rmSync('docs', { recursive: true, force: true })", "docs"),
    ("require('fs').unlinkSync('a.txt')", "a.txt"),
    ("require('fs').renameSync('a.txt', 'r.txt')", "a.txt r.txt"),
    ("require('fs').copyFileSync('a.txt', 'c.txt')", "c.txt"),
    ("require('fs').cpSync('docs', 'copy', { recursive: true })", "copy"),
    ("require('fs').truncateSync('a.txt', 0)", "a.txt"),
    ("require('fs').symlinkSync('a.txt', 'l')", "l"),
    (
        "const fs = require('fs'); const fd = fs.openSync('n.txt', 'w'); fs.writeSync(fd, 'x'); fs.closeSync(fd)",
        "n.txt",
    ),
    (
        "const fs = require('fs'); const fd = fs.openSync('a.txt', 'a'); fs.writeSync(fd, 'x'); fs.closeSync(fd)",
        "a.txt",
    ),
    (
        "const fs = require('fs'); const fd = fs.openSync('a.txt', 'r'); console.log(fs.readSync(fd, Buffer.alloc(4)))",
        "",
    ),
    ("require('fs').chmodSync('a.txt', 0o755)", "a.txt"),
    ("const s = require('fs').createWriteStream('n.txt'); s.write('x'); s.end()", "n.txt"),
    ("const fs = require('fs'); fs.createReadStream('a.txt').pipe(fs.createWriteStream('c.txt'))", "c.txt"),
    (
        "require('fs').writeFile('n.txt', 'x', (e) => { if (e) throw e; require('fs').writeFileSync('m.txt', '') })",
        "n.txt m.txt",
    ),
    ("require('fs').writeFileSync('a.txt', 'x', { flag: 'a' })", "a.txt"),
    // reading alone
    ("console.log(require('fs').readFileSync('a.txt', 'utf8'))", ""),
    (r#"console.log('fs.writeFileSync("n.txt", 1)')"#, ""),
    ("// require('fs').writeFileSync('n.txt', '')\nconsole.log(1 > 0)", ""),
    ("/* fs.rmSync('docs') */ const x = `fs.unlinkSync('a.txt')`; console.log(x.length)", ""),
    ("console.log(require('./data.json').name)", ""),
    (
        "const fs = require('fs'); for (const f of fs.readdirSync('docs')) console.log(f, fs.statSync('docs/' + f).size)",
        "",
    ),
    ("console.log(process.version, process.argv.length, require('os').cpus().length)", ""),
    (
        "const a = [3, 1, 2]; a.sort((x, y) => x - y); console.log(a.map((x) => x * 2).filter((x) => x > 2).join(','))",
        "",
    ),
    (
        "class A { constructor(x) { this.x = x } get y() { return this.x } z() { return this.y + 1 } } console.log(new A(1).z())",
        "",
    ),
    ("require('fs').writeFileSync('/dev/null', 'x')", ""),
    ("require('fs').writeFileSync('@TMP/n.txt', 'x')", "@TMP/n.txt"),
    (
        "const m = new Map([['a', 1]]); for (const k of m.keys()) console.log(k, m.get(k)); console.log([...new Set([1, 1])].length)",
        "",
    ),
    (
        "const { a = 1, ...rest } = JSON.parse(require('fs').readFileSync('data.json')); console.log(a, Object.keys(rest))",
        "",
    ),
    (
        "const crypto = require('crypto'); console.log(crypto.createHash('sha256').update('x').digest('hex'))",
        "",
    ),
    // values
    ("const n = 'n'; require('fs').writeFileSync(`docs/${n}${1 + 1}.md`, '')", "docs/n2.md"),
    (
        "const path = require('path'); require('fs').writeFileSync(path.join('docs', '..', 'n.txt'), '')",
        "n.txt",
    ),
    (
        "const { resolve, dirname } = require('path'); require('fs').writeFileSync(resolve(dirname('docs/a.md'), 'n.md'), '')",
        "docs/n.md",
    ),
    ("for (const f of ['n', 'm']) require('fs').writeFileSync(f + '.txt', f)", "n.txt m.txt"),
    ("['n', 'm'].forEach((f, i) => require('fs').writeFileSync(`${f}${i}`, ''))", "n0 m1"),
    (
        r#"['n.js', 'm.js'].map((f) => f.replace(/\.js$/, '.ts')).forEach((f) => require('fs').writeFileSync(f, ''))"#,
        "n.ts m.ts",
    ),
    (
        "for (let i = 0; i < 3; i++) { if (i === 1) continue; require('fs').writeFileSync('n' + i, '') }",
        "n0 n2",
    ),
    ("let i = 0; while (true) { if (i >= 2) break; require('fs').writeFileSync('n' + i++, '') }", "n0 n1"),
    (
        "for (const [k, v] of Object.entries({ 'n.txt': 'a', 'm.txt': 'b' })) require('fs').writeFileSync(k, v)",
        "n.txt m.txt",
    ),
    ("const o = { out: 'n.txt' }; const { out } = o; require('fs').writeFileSync(out, '')", "n.txt"),
    (
        "function put(f, t = 'x') { require('fs').writeFileSync(f, t) } put('n.txt'); put('m.txt', 'y')",
        "n.txt m.txt",
    ),
    ("const put = (f) => require('fs').writeFileSync(f, ''); (() => { put('n.txt') })()", "n.txt"),
    ("if (1 > 2) require('fs').unlinkSync('a.txt'); else require('fs').writeFileSync('n.txt', '')", "n.txt"),
    ("if (require('fs').existsSync('a.txt')) require('fs').unlinkSync('a.txt')", "a.txt"),
    ("if (!require('fs').existsSync('a.txt')) require('fs').writeFileSync('a.txt', '')", ""),
    (
        "switch ('b') { case 'a': require('fs').unlinkSync('a.txt'); break; case 'b': require('fs').writeFileSync('n.txt', '') }",
        "n.txt",
    ),
    (
        "const d = JSON.parse(require('fs').readFileSync('data.json', 'utf8')); d.files.forEach((f) => require('fs').writeFileSync(f, ''))",
        "j1.txt j2.txt",
    ),
    ("require('fs').writeFileSync(process.env.HOME + '/n.txt', '')", "@HOME/n.txt"),
    (
        "require('fs').writeFileSync(require('path').join(require('os').homedir(), 'n.txt'), '')",
        "@HOME/n.txt",
    ),
    ("require('fs').writeFileSync(require('path').join(require('os').tmpdir(), 'n.txt'), '')", "@TMP/n.txt"),
    (
        "process.chdir('docs'); require('fs').writeFileSync('n.md', ''); require('fs').writeFileSync(process.cwd() + '/m.md', '')",
        "docs/n.md docs/m.md",
    ),
    (
        "require('fs').writeFileSync('a.txt', require('fs').readFileSync('a.txt', 'utf8').replace('one', '1'))",
        "a.txt",
    ),
    (
        "require('fs').writeFileSync('docs/' + 'A.MD'.toLowerCase().padStart(5, 'n').slice(0, 5), '')",
        "docs/na.md",
    ),
    (
        "class W { constructor(d) { this.d = d } put(f) { require('fs').writeFileSync(this.d + '/' + f, '') } } new W('docs').put('n.md')",
        "docs/n.md",
    ),
    // promises and exceptions
    (
        "require('fs').promises.writeFile('n.txt', 'x').then(() => require('fs').writeFileSync('m.txt', ''))",
        "n.txt m.txt",
    ),
    (
        "const fs = require('fs/promises'); (async () => { await fs.mkdir('d'); await fs.writeFile('d/n.txt', '') })()",
        "d",
    ),
    ("import('node:fs').then(({ writeFileSync }) => writeFileSync('n.txt', ''))", "n.txt"),
    (
        "(async () => { const { writeFile } = await import('fs/promises'); await Promise.all(['n', 'm'].map((f) => writeFile(f, ''))) })()",
        "n m",
    ),
    (
        "async function main() { require('fs').writeFileSync('n.txt', '') } main().catch((e) => { console.error(e); process.exit(1) })",
        "n.txt",
    ),
    (
        "try { require('fs').readFileSync('none') } catch { require('fs').writeFileSync('n.txt', '') }",
        "n.txt",
    ),
    ("process.exit(0); require('fs').writeFileSync('n.txt', '')", ""),
    ("throw new Error('x'); require('fs').writeFileSync('n.txt', '')", ""),
    ("require('fs').readFileSync('none'); require('fs').writeFileSync('n.txt', '')", ""),
    ("setTimeout(() => require('fs').writeFileSync('n.txt', ''), 1)", "n.txt"),
    (
        "new Promise((done) => setTimeout(done, 1)).then(() => require('fs').writeFileSync('n.txt', ''))",
        "n.txt",
    ),
    // child processes
    ("require('child_process').execSync('touch n.txt && rm a.txt')", "n.txt a.txt"),
    ("require('child_process').execSync('touch n.md', { cwd: 'docs' })", "docs/n.md"),
    ("require('child_process').spawnSync('touch', ['n.txt', 'm.txt'])", "n.txt m.txt"),
    (
        "const { execFileSync } = require('node:child_process'); execFileSync('cp', ['a.txt', 'c.txt'], { stdio: 'inherit' })",
        "c.txt",
    ),
    (
        "require('child_process').exec('cat a.txt', (e, out) => { require('fs').writeFileSync('n.txt', out) })",
        "n.txt",
    ),
    (r#"require('child_process').execSync('echo "touch n.txt"')"#, ""),
    ("require('child_process').spawnSync('sh', ['-c', 'echo x > n.txt'])", "n.txt"),
    ("require('child_process').execSync('echo $F > $F', { env: { ...process.env, F: 'n.txt' } })", "n.txt"),
    // what nobody knows
    ("require('fs').writeFileSync(process.env.NOT_THERE_X || 'n.txt', '')", "?"),
    ("const { helper } = require('./not-there'); helper()", "?"),
    ("eval('1 + 1')", "?"),
    (
        "require('fs').readdirSync('docs').forEach((f) => { require('fs').unlinkSync('docs/' + f) })",
        "docs/a.md docs/b.md",
    ),
    // what a list's method gives
    (
        "const f = ['docs/a.md', 'a.txt'].sort((x, y) => x < y ? -1 : 1)[0]; require('fs').unlinkSync(f)",
        "a.txt",
    ),
    (
        "const f = ['b.txt', 'a.txt'].sort((x, y) => x.localeCompare(y))[0]; require('fs').unlinkSync(f)",
        "a.txt",
    ),
    (
        "const fs = require('fs'); ['b.txt', 'a.txt'].sort((x, y) => fs.statSync(x).size - fs.statSync(y).size).forEach((f) => fs.unlinkSync(f))",
        "a.txt b.txt",
    ),
    ("for (const f of ['b.txt', 'a.txt'].sort()) require('fs').unlinkSync(f)", "a.txt b.txt"),
    ("require('fs').unlinkSync(['b.txt', 'a.txt'].toSorted((x, y) => x < y ? 1 : -1)[1])", "a.txt"),
    ("require('fs').writeFileSync([10, 9].sort()[0] + '.txt', '')", "10.txt"),
    ("require('fs').unlinkSync(['txt', '.', 'a'].reduceRight((x, y) => x + y))", "a.txt"),
    ("require('fs').unlinkSync(['a', '.', 'txt'].reduce((x, y) => x + y))", "a.txt"),
    ("for (const f of ['a.txt', 'b.txt'].toSpliced(0, 1)) require('fs').unlinkSync(f)", "b.txt"),
    ("for (const f of ['a.txt', 'b.txt'].slice(0, 1)) require('fs').unlinkSync(f)", "a.txt"),
    ("for (const f of new Set(['a.txt']).keys()) require('fs').unlinkSync(f)", "a.txt"),
    ("require('fs').unlinkSync([[['a.txt']]].flat(2)[0])", "a.txt"),
    ("require('fs').unlinkSync('a.txt:b.txt'.split(':', 1).pop())", "a.txt"),
    (
        "const fs = require('fs'); if (Array.isArray(fs.readdirSync('docs'))) fs.unlinkSync('a.txt'); else fs.unlinkSync('b.txt')",
        "a.txt",
    ),
    ("const fs = require('fs'); if (Array.isArray(new Set())) fs.unlinkSync('a.txt')", ""),
    // texts in another writing
    ("require('fs').unlinkSync(Buffer.from('YS50eHQ=', 'base64').toString())", "?"),
    ("require('fs').unlinkSync(Buffer.from('a.txt', 'utf8').toString())", "a.txt"),
    ("require('fs').unlinkSync(Buffer.concat([Buffer.from('a.'), Buffer.from('txt')]).toString())", "a.txt"),
    ("require('fs').unlinkSync(decodeURIComponent('a%2Etxt'))", "?"),
    ("require('fs').unlinkSync(decodeURIComponent('a.txt'))", "a.txt"),
];
