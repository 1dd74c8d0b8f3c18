"""Tests of what bom.py refuses, on jars made here: python3 packaging/test_bom.py"""

import argparse
import hashlib
import json
import pathlib
import sys
import tempfile
import unittest
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import bom  # noqa: E402

APACHE = (HERE.parent / "LICENSE").read_bytes()


class Distribution:
    """A built tree and a staged distribution of one jar."""

    def __init__(self, folder, licences, content, name="part"):
        self.source, self.stage = folder / "source", folder / "stage"
        module = self.source / "module" / "target"
        module.mkdir(parents=True)
        (self.stage / "java").mkdir(parents=True)
        (self.stage / "jars").mkdir()
        (self.source / "packaging").mkdir()
        (self.source / "packaging" / "texts").symlink_to(HERE / "texts")
        (self.source / "module" / "pom.xml").write_text("<project/>")
        jar = self.stage / "java" / f"{name}-1.jar"
        with zipfile.ZipFile(jar, "w") as out:
            for file, data in content.items():
                out.writestr(file, data)
        component = {
            "group": "org.example",
            "name": name,
            "version": "1",
            "purl": f"pkg:maven/org.example/{name}@1?type=jar",
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(jar.read_bytes()).hexdigest()}],
            "licenses": licences,
        }
        (module / "bom.json").write_text(json.dumps({"components": [component]}))

    def problems(self, known=None, copyrights=None):
        found = []
        arguments = argparse.Namespace(source=self.source, stage=self.stage, version="1")
        bom.java(arguments, known or {}, copyrights or {}, found)
        return found

    def texts(self):
        folder = self.stage / "licenses" / "java" / "part-1"
        return {file.name: file.read_text() for file in folder.iterdir()} if folder.exists() else {}


class BomTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def made(self, *licences, content=None):
        return Distribution(self.folder, list(licences), content or {"a": "b"})

    def test_apache_isListedWithItsNoticeAlone(self):
        content = {"META-INF/LICENSE.txt": APACHE, "META-INF/NOTICE": "Ours"}
        made = self.made({"license": {"id": "Apache-2.0"}}, content=content)
        self.assertEqual(made.problems(), [])
        self.assertEqual(made.texts(), {"NOTICE": "Ours"})
        self.assertIn("part-1.jar\torg.example:part:1\tApache-2.0", (made.stage / "licenses/java/LICENCES.tsv").read_text())

    def test_unknownLicence_isRefused(self):
        self.assertIn("part-1.jar", self.made({"license": {"name": "Our own"}}).problems()[0])

    def test_noLicence_isRefused(self):
        self.assertEqual(len(self.made().problems()), 1)

    def test_lgplAlone_isRefused(self):
        self.assertEqual(len(self.made({"license": {"id": "LGPL-2.1-or-later"}}).problems()), 1)

    def test_choiceOfTwo_isTheOneThatFits(self):
        made = self.made({"expression": "(LGPL-2.1-or-later OR Apache-2.0)"})
        self.assertEqual(made.problems(), [])

    def test_mitWithoutItsText_isRefused(self):
        self.assertIn("MIT", self.made({"license": {"id": "MIT"}}).problems()[0])

    def test_mitWithACopyrightLineOfTheTable_getsItsText(self):
        made = self.made({"license": {"id": "MIT"}})
        self.assertEqual(made.problems(copyrights={"org.example:part": "Copyright (c) 2001 Somebody\n"}), [])
        self.assertTrue(made.texts()["LICENSE"].startswith("Copyright (c) 2001 Somebody\n\nPermission is hereby granted"))

    def test_licenceOfTheTable_goesBeforeThePom(self):
        made = self.made({"license": {"id": "BSD-4-Clause"}}, content={"META-INF/LICENSE": "Redistribution"})
        self.assertEqual(made.problems(known={"org.example:part": "BSD-3-Clause"}), [])

    def test_jarThatNoModuleHas_isRefused(self):
        made = self.made({"license": {"id": "Apache-2.0"}})
        (made.stage / "java" / "other-1.jar").write_bytes(b"")
        self.assertIn("other-1.jar", made.problems()[0])


if __name__ == "__main__":
    unittest.main()
