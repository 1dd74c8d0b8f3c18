#!/usr/bin/env bash
# Tests asked_again.sh against reports as Surefire 3 writes them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
reports=$folder/m/target/surefire-reports
mkdir -p "$reports"
failures=0

expect() {
  if [ "$2" = "$3" ]; then
    echo "ok   $1"
  else
    echo "FAIL $1: expected '$2', got '$3'"
    failures=$((failures + 1))
  fi
}

cat > "$reports/TEST-old.xml" <<'XML'
  <testcase name="old()" classname="a.OldTest" time="1">
    <flakyFailure message="of an earlier run" type="x.Error">
XML
touch -d '1 hour ago' "$reports/TEST-old.xml"
touch -d '1 minute ago' "$folder/mark"
expect nothingAskedAgain_nothingIsPrinted "" "$(bash "$here/asked_again.sh" "$folder" "$folder/mark")"

cat > "$reports/TEST-a.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="a.ATest">
  <testcase name="good()" classname="a.ATest" time="1"/>
  <testcase name="flaky()" classname="a.ATest" time="1">
    <flakyFailure message="apart: &lt;2&gt;" type="x.AssertionFailedError">
      <stackTrace><![CDATA[x.AssertionFailedError]]></stackTrace>
    </flakyFailure>
  </testcase>
  <testcase name="bad()" classname="a.ATest" time="1">
    <failure message="late" type="x.TimeoutException">x</failure>
    <rerunFailure message="late" type="x.TimeoutException">
    </rerunFailure>
    <rerunError message="gone" type="x.IOException">
    </rerunError>
  </testcase>
</testsuite>
XML
expected="2 cluster tests were asked again:
  a.ATest.flaky(): passed then
    x.AssertionFailedError: apart: &lt;2&gt;
  a.ATest.bad(): failed again
    x.TimeoutException: late
    x.IOException: gone"
expect testsAskedAgain_arePrintedWithTheirFaults "$expected" \
  "$(bash "$here/asked_again.sh" "$folder" "$folder/mark")"
exit "$failures"
