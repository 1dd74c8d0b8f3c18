#!/usr/bin/env bash
# The documentation as pages: bin/site builds them without a warning; their links lead somewhere.
set -euo pipefail
cd "$(dirname "$0")/../.."

bin/site
python3 bin/test.d/docs/rendered.py target/site/pages

# A link to a heading that is not there must fail.
echo '[nowhere](README.md#nowhere)' >> target/site/source/docs/faq.md
if NO_MKDOCS_2_WARNING=1 target/site/venv/bin/mkdocs build --strict -f mkdocs.yml -d target/site/broken > target/site/log 2>&1; then
  echo "FAIL a broken link was not found"
  exit 1
fi
grep -q 'nowhere' target/site/log
rm -rf target/site/broken
echo "ok   a broken link is found"
