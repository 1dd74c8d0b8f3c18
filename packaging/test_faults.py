"""Tests of faults.py, with bills of materials that are made here: python3 packaging/test_faults.py"""

import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import faults  # noqa: E402


def bom(*names):
    components = []
    for name in names:
        group, artifact, version = name.split(":")
        components.append({"group": group, "name": artifact, "version": version})
    return {"components": components}


class FaultsTest(unittest.TestCase):
    def test_olderVersion_isFound(self):
        found = list(faults.problems(bom("g:a:1.9"), [("g:a", "1.10", "CVE-1", "")]))
        self.assertEqual(found, ["g:a:1.9 has the fault CVE-1; 1.10 mends it"])

    def test_mendedVersionAndNewer_areNot(self):
        rows = [("g:a", "1.10", "CVE-1", "")]
        self.assertEqual(list(faults.problems(bom("g:a:1.10", "g:a:1.10.1", "g:a:2", "g:b:1"), rows)), [])

    def test_pattern_isOfAllOfAGroup(self):
        found = list(faults.problems(bom("g:a:1", "g:b:1", "h:a:1"), [("g:*", "2", "CVE-1", "")]))
        self.assertEqual(len(found), 2)

    def test_libraryWithinAJar_isFound(self):
        outer = {"group": "dev.cif", "name": "cif", "version": "1", **bom("g:a:1")}
        self.assertEqual(len(list(faults.problems({"components": [outer]}, [("g:a", "2", "CVE-1", "")]))), 1)

    def test_noVersionThatMends_isFound(self):
        found = list(faults.problems(bom("g:a:99"), [("g:a", "none", "CVE-1", "")]))
        self.assertIn("no version mends it", found[0])

    def test_reason_excuses(self):
        self.assertEqual(list(faults.problems(bom("g:a:1"), [("g:a", "2", "CVE-1", "is not called")])), [])

    def test_reasonForWhatIsMended_isFound(self):
        self.assertIn("is to go", next(faults.problems(bom("g:a:2"), [("g:a", "2", "CVE-1", "is not called")])))

    def test_versions_compareByNumbers(self):
        for less, more in [
            ("1.9", "1.10"),
            ("1.0-rc1", "1.0"),
            ("1.0.0-SNAPSHOT", "1.0.0"),
            ("9.4.51.v20230217", "9.4.57"),
            ("27.0-jre", "32.0.1-jre"),
            ("4.1.89.Final", "4.1.118"),
        ]:
            self.assertTrue(faults.older(less, more), f"{less} < {more}")
            self.assertFalse(faults.older(more, less), f"{more} > {less}")
        for same in [("1.0", "1"), ("9.4.57.v20241219", "9.4.57"), ("3.28.0-GA", "3.28.0")]:
            self.assertFalse(faults.older(*same) or faults.older(*same[::-1]), f"{same}")

    def test_table_canBeRead(self):
        rows = list(faults.read_table(HERE / "fixed-versions.tsv"))
        self.assertGreater(len(rows), 20)
        for pattern, fixed, advisory, _ in rows:
            self.assertRegex(pattern, r"^[\w.-]+:[\w.*-]+$")
            self.assertRegex(fixed, r"^(none|\d[\w.-]*)$")
            self.assertRegex(advisory, r"^(CVE|GHSA)-")


if __name__ == "__main__":
    unittest.main()
