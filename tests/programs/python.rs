//! Python programs and what they write, by the top of what is made, changed or removed.
//!
//! `@TMP` stands for the folder for temporary files, `@HOME` for the home directory. A `?` behind the writes: the answer
//! is known to be open.

pub const ROWS: &[(&str, &str)] = &[
    // open and its modes
    (r#"open("n.txt", "w").write("x")"#, "n.txt"),
    (r#"open("a.txt", "a").write("x")"#, "a.txt"),
    (r#"open("n.txt", mode="x").write("x")"#, "n.txt"),
    (r#"f = open("a.txt", "r+"); f.write("ZZZ"); f.close()"#, "a.txt"),
    (r#"open(file="n.bin", mode="wb").write(b"\x00")"#, "n.bin"),
    (r#"print(open("a.txt").read())"#, ""),
    (r#"print(open("a.txt", "rb").read(), open("b.txt", mode="r").readlines())"#, ""),
    (r#"print('open("n.txt", "w")')"#, ""),
    (r#"# open("n.txt", "w")"#, ""),
    ("'''\nopen(\"n.txt\", \"w\")\n'''\nx = 1\n", ""),
    (r#"open("/dev/null", "w").write("x")"#, ""),
    (r#"open("@TMP/n.txt", "w").write("x")"#, "@TMP/n.txt"),
    (
        "with open('n.txt', 'w') as f:\n    f.write('x')\nwith open('a.txt') as f, open('m.txt', 'w') as g:\n    g.write(f.read())\n",
        "n.txt m.txt",
    ),
    ("import io\nio.open('n.txt', 'w', encoding='utf-8').write('x')\n", "n.txt"),
    ("import codecs\ncodecs.open('n.txt', 'w', 'utf-8').write('x')\n", "n.txt"),
    // values
    (r#"name = "n"; open(name + ".txt", "w")"#, "n.txt"),
    (r#"d = "docs"; open(f"{d}/n{1 + 1:03d}.md", "w")"#, "docs/n002.md"),
    (r#"open("%s/%s.md" % ("docs", "n"), "w")"#, "docs/n.md"),
    (r#"open("{}/{name}.md".format("docs", name="n"), "w")"#, "docs/n.md"),
    (r#"open("/".join(["docs", "n.md"]), "w")"#, "docs/n.md"),
    (r#"open("N.TXT".lower(), "w")"#, "n.txt"),
    (r#"open("docs/a.md".replace("a.md", "n.md"), "w")"#, "docs/n.md"),
    (r#"open("docs/a.md".split("/")[0] + ".txt", "w")"#, "docs.txt"),
    (r#"open("n.txt.bak"[:-4], "w")"#, "n.txt"),
    ("names = {'one': 'n.txt', 'two': 'm.txt'}\nopen(names['two'], 'w')\n", "m.txt"),
    ("for name in ['n', 'm']:\n    open(name + '.txt', 'w')\n", "n.txt m.txt"),
    ("for i, (a, b) in enumerate(zip('xy', [1, 2])):\n    open(f'{i}{a}{b}', 'w')\n", "0x1 1y2"),
    ("[open(f'n{i}.txt', 'w') for i in range(3) if i != 1]\n", "n0.txt n2.txt"),
    (
        "for name, text in {'n.txt': 'a', 'm.txt': 'b'}.items():\n    open(name, 'w').write(text)\n",
        "n.txt m.txt",
    ),
    ("i = 0\nwhile i < 2:\n    open(f'n{i}', 'w')\n    i += 1\n", "n0 n1"),
    (
        "files = []\nfor i in range(2):\n    files.append(f'n{i}')\nfor f in files:\n    open(f, 'w')\n",
        "n0 n1",
    ),
    ("a, *rest = ['n.txt', 'm.txt', 'o.txt']\nfor f in rest:\n    open(f, 'w')\n", "m.txt o.txt"),
    ("for line in open('list.txt'):\n    open(line.strip(), 'w')\n", "x.txt y.txt"),
    ("for name in open('list.txt').read().split():\n    open(name, 'w')\n", "x.txt y.txt"),
    // control
    ("if 1 > 2:\n    open('n.txt', 'w')\nelse:\n    open('m.txt', 'w')\n", "m.txt"),
    ("import os\nif not os.path.exists('a.txt'):\n    open('a.txt', 'w')\n", ""),
    ("import os\nif not os.path.exists('n.txt'):\n    open('n.txt', 'w')\n", "n.txt"),
    (
        "try:\n    s = open('missing.txt').read()\nexcept FileNotFoundError:\n    open('n.txt', 'w')\n",
        "n.txt",
    ),
    ("import sys\nsys.exit(0)\nopen('n.txt', 'w')\n", ""),
    ("raise SystemExit\nopen('n.txt', 'w')\n", ""),
    (
        "def f(name, text='x'):\n    with open(name, 'w') as out:\n        out.write(text)\nf('n.txt')\nf(text='y', name='m.txt')\n",
        "n.txt m.txt",
    ),
    ("def f():\n    open('n.txt', 'w')\n", ""),
    ("def main():\n    open('n.txt', 'w')\nif __name__ == '__main__':\n    main()\n", "n.txt"),
    (
        "class Writer:\n    def __init__(self, name):\n        self.name = name\n    def write(self):\n        open(self.name, 'w')\nWriter('n.txt').write()\n",
        "n.txt",
    ),
    ("f = lambda name: open(name, 'w')\nlist(map(f, ['n.txt', 'm.txt']))\n", "n.txt m.txt"),
    ("def pick(x):\n    if x:\n        return 'n.txt'\n    return 'm.txt'\nopen(pick(0), 'w')\n", "m.txt"),
    ("for name in ['n', 'm', 'o']:\n    if name == 'm':\n        continue\n    open(name, 'w')\n", "n o"),
    ("for name in ['n', 'm', 'o']:\n    if name == 'm':\n        break\n    open(name, 'w')\n", "n"),
    (
        "s = open('a.txt').read()\nassert 'one' in s\nopen('a.txt', 'w').write(s.replace('one', '1'))\n",
        "a.txt",
    ),
    // pathlib
    ("from pathlib import Path\nPath('n.txt').write_text('x')\n", "n.txt"),
    ("from pathlib import Path\n(Path('docs') / 'n.md').write_bytes(b'x')\n", "docs/n.md"),
    ("import pathlib\np = pathlib.Path('docs/a.md')\np.write_text(p.read_text().upper())\n", "docs/a.md"),
    (
        "from pathlib import Path\nPath('m/n').mkdir(parents=True, exist_ok=True)\n(Path('m') / 'n' / 'x').touch()\n",
        "m",
    ),
    ("from pathlib import Path\nPath('docs').mkdir(exist_ok=True)\nprint(Path('a.txt').read_text())\n", ""),
    (
        "from pathlib import Path\nPath('a.txt').rename('n.txt')\nPath('b.txt').unlink()\n",
        "a.txt n.txt b.txt",
    ),
    (
        "from pathlib import Path\nPath('docs/a.md').with_suffix('.txt').write_text('')\nPath('docs/a.md').with_name('n').touch()\n",
        "docs/a.txt docs/n",
    ),
    // A name that only begins alike does not lie below: that is an exception.
    (
        "from pathlib import Path\np = Path('/docs/b/n').relative_to('/docs/b')\np.touch()\nPath('/docs').relative_to('/docs').joinpath('o').touch()\n",
        "n o",
    ),
    ("from pathlib import Path\nPath('/docs/bc').relative_to('/docs/b').touch()\n", "?"),
    (
        "from pathlib import Path\nfor p in sorted(Path('docs').glob('*.md')):\n    p.write_text('x')\n",
        "docs/a.md docs/b.md",
    ),
    (
        "from pathlib import Path\nprint([p.name for p in Path('.').rglob('*.md')], Path.cwd(), Path('x').exists())\n",
        "",
    ),
    (
        "from pathlib import Path\nPath('docs/a.md').open('a').write('x')\nPath('n').symlink_to('a.txt')\n",
        "docs/a.md n",
    ),
    ("from pathlib import Path\n(Path.cwd().parent / 'w' / 'n').touch()\n", "n"),
    ("from pathlib import Path\n(Path.home() / 'n').touch()\n", "@HOME/n"),
    // os, shutil
    ("import os\nos.remove('a.txt')\nos.rename('b.txt', 'n.txt')\n", "a.txt b.txt n.txt"),
    ("import os\nos.makedirs('m/n')\nopen(os.path.join('m', 'n', 'x'), 'w')\n", "m"),
    ("import os\nprint(os.listdir('.'), os.path.getsize('a.txt'), os.getcwd(), os.stat('a.txt'))\n", ""),
    ("import os\nos.chdir('docs')\nopen('n.md', 'w')\nos.remove('a.md')\n", "docs/n.md docs/a.md"),
    (
        "import os\nos.symlink('a.txt', 'n')\nos.chmod('a.txt', 0o600)\nos.truncate('b.txt', 1)\n",
        "n a.txt b.txt",
    ),
    (
        "import os\nopen(os.path.expanduser('~/n'), 'w')\nopen(os.environ['HOME'] + '/m', 'w')\n",
        "@HOME/n @HOME/m",
    ),
    ("import os\nfd = os.open('n', os.O_WRONLY | os.O_CREAT)\nos.write(fd, b'x')\n", "n"),
    ("import os\nfd = os.open('a.txt', os.O_RDONLY)\nprint(os.read(fd, 3))\n", ""),
    ("import os\nfor root, dirs, files in os.walk('.'):\n    print(root, len(files))\n", ""),
    (
        "import shutil\nshutil.copy('a.txt', 'docs')\nshutil.copyfile('a.txt', 'n.txt')\nshutil.move('b.txt', 'm.txt')\n",
        "docs/a.txt n.txt b.txt m.txt",
    ),
    ("import shutil\nshutil.rmtree('src')\nshutil.copytree('docs', 'd2')\n", "src d2"),
    ("import shutil\nprint(shutil.which('sh'), shutil.disk_usage('.'))\n", ""),
    // children
    ("import os\nos.system('touch n.txt && echo x > m.txt')\n", "n.txt m.txt"),
    (
        "import subprocess\nsubprocess.run(['touch', 'n.txt'], check=True)\nsubprocess.call('echo x > m.txt', shell=True)\n",
        "n.txt m.txt",
    ),
    ("import subprocess\nsubprocess.run(['touch', 'n.txt'], cwd='docs')\n", "docs/n.txt"),
    ("import subprocess\nprint(subprocess.check_output(['cat', 'a.txt'], text=True))\n", ""),
    ("import subprocess\nsubprocess.Popen(['touch', 'n.txt']).wait()\n", "n.txt"),
    ("import subprocess\nsubprocess.run('cat > n.txt', shell=True, input='x', text=True)\n", "n.txt"),
    // other modules
    ("import json\njson.dump({'a': 1}, open('n.json', 'w'))\n", "n.json"),
    (
        "import json\nd = json.load(open('data.json'))\nd['x'] = 1\nwith open('data.json', 'w') as f:\n    json.dump(d, f, indent=2)\n",
        "data.json",
    ),
    ("import json\nprint(json.dumps(json.load(open('data.json')), indent=2))\n", ""),
    (
        "import csv\nwith open('n.csv', 'w', newline='') as f:\n    w = csv.writer(f)\n    w.writerow([1, 2])\n",
        "n.csv",
    ),
    (
        "import fileinput\nfor line in fileinput.input('a.txt', inplace=True):\n    print(line.upper(), end='')\n",
        "a.txt",
    ),
    ("import fileinput\nfor line in fileinput.input(['a.txt']):\n    print(line)\n", ""),
    ("import pickle\npickle.dump([1], open('n.pkl', 'wb'))\n", "n.pkl"),
    ("import zipfile\nwith zipfile.ZipFile('n.zip', 'w') as z:\n    z.write('a.txt')\n", "n.zip"),
    ("import tarfile\nwith tarfile.open('n.tar.gz', 'w:gz') as t:\n    t.add('a.txt')\n", "n.tar.gz"),
    ("import gzip\ngzip.open('n.gz', 'wt').write('x')\n", "n.gz"),
    ("import sqlite3\nc = sqlite3.connect('n.db')\nc.execute('create table t (a)')\nc.commit()\n", "n.db"),
    ("import sqlite3\nc = sqlite3.connect(':memory:')\nc.execute('create table t (a)')\n", ""),
    ("import logging\nlogging.basicConfig(filename='n.log')\nlogging.warning('x')\n", "n.log"),
    (
        "import re, pathlib\np = pathlib.Path('a.txt')\np.write_text(re.sub('one', 'ONE', p.read_text()))\n",
        "a.txt",
    ),
    (
        "import contextlib, os\nwith contextlib.suppress(FileNotFoundError):\n    os.remove('missing')\nopen('n', 'w')\n",
        "n",
    ),
    ("import tempfile\nwith tempfile.TemporaryDirectory() as d:\n    open(d + '/x', 'w')\n", ""),
    ("import xml.etree.ElementTree as ET\nET.ElementTree(ET.Element('a')).write('n.xml')\n", "n.xml"),
    (
        "import glob\nfor name in glob.glob('docs/*.md'):\n    open(name, 'a').write('x')\n",
        "docs/a.md docs/b.md",
    ),
    ("import ast, sys\ntree = ast.parse(open('src/m.py').read())\nprint(ast.dump(tree), sys.version)\n", ""),
    (
        "import threading\nt = threading.Thread(target=lambda n: open(n, 'w'), args=('n',))\nt.start()\nt.join()\n",
        "n",
    ),
    (
        "from concurrent.futures import ThreadPoolExecutor\nprint(sum(x for x in range(10)), [l for l in open('a.txt')])\n",
        "",
    ),
    // what a library's call gives
    ("import shutil; p = shutil.copy('a.txt', 'docs'); open(p, 'a').write('x')", "docs/a.txt"),
    ("import shutil; p = shutil.copy('a.txt', 'c.txt'); open(p, 'a').write('x')", "c.txt"),
    ("import shutil; open(shutil.move('a.txt', 'docs') + 'x', 'w')", "a.txt docs/a.txt docs/a.txtx"),
    ("import os; d = {'n.txt': 1, 'm.txt': 2}; d.update({'n.txt': 3}); open(list(d)[0], 'w')", "n.txt"),
    ("import os; os.execl('/usr/bin/touch', 'any', 'n.txt')", "n.txt"),
    ("open('é'.encode('utf-8').decode('latin-1'), 'w')", "?"),
    ("open('n.txt'.encode('utf-8').decode('ascii'), 'w')", "n.txt"),
];
