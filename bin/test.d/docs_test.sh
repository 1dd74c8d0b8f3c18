#!/usr/bin/env bash
# The documentation, without building anything: links, commands and their options, error messages, the chart, and
# that a page which is wrong is found out.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/bin/test.d/docs

python3 "$here/links.py"
python3 "$here/commands.py"
python3 "$here/messages.py"
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
echo "ok   pages that are wrong are found out"
