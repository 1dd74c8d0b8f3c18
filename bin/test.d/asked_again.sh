#!/usr/bin/env bash
# Prints each test that Surefire asked again, and what failed the first time.
# Usage: bin/test.d/asked_again.sh FOLDER MARK   of the reports below FOLDER that are newer than MARK
set -euo pipefail
reports=$(find "$1" -path '*/target/surefire-reports/TEST-*.xml' -newer "$2" | sort)
[ -n "$reports" ] || exit 0
# A report has each of these elements on a line of its own; what tests printed is further behind.
# shellcheck disable=SC2086 # one word a report
awk '
  function attribute(name,   at, rest) {
    at = match($0, " " name "=\"[^\"]*\"")
    if (!at) return ""
    rest = substr($0, at + length(name) + 3)
    return substr(rest, 1, index(rest, "\"") - 1)
  }
  /^ *<testcase / { test = attribute("classname") "." attribute("name"); last = "" }
  /^ *<(flaky|rerun)(Failure|Error) / {
    if (last != test) again[++count] = test ($0 ~ /<flaky/ ? ": passed then" : ": failed again")
    last = test
    why[count] = why[count] "\n    " attribute("type") ": " substr(attribute("message"), 1, 300)
  }
  /^ *<\/testcase>/ { test = "" }
  END {
    if (count) print count " cluster test" (count > 1 ? "s were" : " was") " asked again:"
    for (i = 1; i <= count; i++) print "  " again[i] why[i]
  }
' $reports
