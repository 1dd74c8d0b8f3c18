#!/usr/bin/env bash
# The documentation, without building anything: links, commands and their options, error messages, long cells of tables,
# beginnings of comments, names of tests, the chart, and that each of these checks finds what is wrong.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/bin/test.d/docs

python3 "$here/links.py"
python3 "$here/commands.py"
python3 "$here/messages.py"
python3 "$here/cells.py"
python3 "$here/comments.py"
python3 "$here/test_names.py"
python3 bench/overview.py --check
[ "$(wc -c < docs/PERFORMANCE.md)" -le 10240 ] || { echo "FAIL docs/PERFORMANCE.md is over 10 KiB"; exit 1; }

# Each of these must fail.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
git init -q .
mkdir docs bin
expect() {
  if python3 "$here/$1" > said || ! grep -qF "$2" said; then
    echo "FAIL $1 should have said: $2"
    cat said
    exit 1
  fi
}
echo '# A page' > docs/there.md
echo '[a](there.md#b) [c](gone.md)' > docs/page.md
expect links.py 'docs/page.md:1: there.md#b: there is no such heading'
expect links.py 'docs/page.md:1: gone.md: there is no such file'
echo '`bin/gone --option`' > docs/page.md
expect commands.py 'bin/gone: there is no such file'
echo '| `a message that …` | why |' > docs/troubleshooting.md
expect messages.py "no source has 'a message that'"
printf '| %s |\n' "$(printf 'word %.0s' {1..41})" > docs/page.md
expect cells.py 'docs/page.md:1: a cell of 41 words, 40 are the most: word'
rm docs/page.md
mkdir source
printf '/// Values.\n/// Whether they\nint a;  // What b is.\n' > source/a.h
expect comments.py "source/a.h:3: a comment begins with 'What'; name the thing first"
printf '#!/bin/bash\n# Prints.\n\n# So many.\n' > bin/tool
expect comments.py "bin/tool:4: a comment begins with 'So many'; name the thing first"
printf 'def f():\n    """Whether it is."""\n' > source/a.py
expect comments.py "source/a.py:2: a comment begins with 'Whether'; name the thing first"
printf '/**\n * Those of it.\n */\nclass A {} // Who.\n' > source/A.java
expect comments.py "source/A.java:2: a comment begins with 'Those'; name the thing first"
printf '<project>\n  <!-- How it is. -->\n</project>\n' > pom.xml
expect comments.py "pom.xml:2: a comment begins with 'How'; name the thing first"
[ "$(grep -c '^FAIL' said)" -eq 6 ] || { echo "FAIL comments.py finds too much:"; cat said; exit 1; }
echo 'void a_scan_reads() {' > source/ATest.java
expect test_names.py 'source/ATest.java:1: a_scan_reads has underscores between words'
echo "ok   pages and comments that are wrong are found out"
