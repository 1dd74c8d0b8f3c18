#!/usr/bin/env bash
# Compares all names `cif.*` that the sources have with those that the pages of settings explain, both ways.
# Values and defaults are ConfigurationTest's to check.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C

pages=(docs/CONFIGURATION.md docs/MAPREDUCE.md docs/HDFS.md docs/SPARK.md)
# Names by which our own jobs and programs tell each other things; not for a user to set.
internal='cif.mapreduce.derived.described cif.mapreduce.derived.tables cif.load.root cif.load.target cif.mapreduce.threads.mapper cif.terminal'

explained=$(sed -nE 's/^\| `(cif\.[^`]+)`.*/\1/p' "${pages[@]}" | sort -u)
files=$(git ls-files -co --exclude-standard -- '*/src/main/*.java' 'impala-scanner/*.cc' 'impala-scanner/*.h' \
  'impala-scanner/*.py' 'zones/*.cc' 'zones/*.h' | grep -vE '^bench/|/(test|tests|fuzz)/')
# shellcheck disable=SC2086 # one word a file
used=$(grep -hoE "[\"']cif\.[a-z][a-z0-9.]*" $files | tr -d "\"'" | sort -u)
fail=0

# Succeeds if a line is among others: is_among LINE LINES
is_among() { grep -qxF -- "$1" <<< "$2"; }

for name in $used; do
  case $name in
    *.) found=$(grep -cF -e "$name" -e "${name%.}" <<< "$explained" || true) ;;
    *)
      found=0
      # A property, a property of a column, or a name within a schema file, which is FORMAT.md's.
      if is_among "$name" "$explained" || is_among "${name%.*}" "$explained" || [[ " $internal " = *" $name "* ]] \
        || grep -qF -e "\"$name\"" -e "\`$name\`" docs/FORMAT.md; then
        found=1
      fi
      ;;
  esac
  if [ "$found" -eq 0 ]; then
    echo "FAIL $name is in the sources, and in no table of ${pages[*]}"
    fail=1
  fi
done
for name in $explained; do
  # cif.prefix.<table>.rest is made of two texts.
  if [[ $name = *'<'* ]]; then
    # shellcheck disable=SC2086
    is_among "${name%%<*}" "$used" && grep -qE "\"\.?${name##*>.}\"" $files && continue
  elif is_among "$name" "$used"; then
    continue
  fi
  echo "FAIL $name is in a table of settings, and nowhere in the sources"
  fail=1
done
[ "$fail" -ne 0 ] || echo "ok   $(wc -l <<< "$explained") settings are explained and used"
exit "$fail"
