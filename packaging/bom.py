"""Lists what a distribution holds of others (CycloneDX 1.6), and takes the licences of jars out of them.

Usage: bom.py --source TREE --stage FOLDER --version V --licences TABLE --out FILE

TREE is built: each module has a target/bom.json of the CycloneDX plugin. FOLDER is the distribution as it will be
packed; it gets licenses/java/, with a table of all jars and what these hold as licences and notices. Ends with 1 where
the licence of a jar is unknown, is none that an Apache-licensed product may ship, or asks for a text that is missing.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
import zipfile

# Categories A and B of the Apache Software Foundation's policy; what stands first is chosen first.
ALLOWED = [
    "Apache-2.0", "MIT", "BSD-3-Clause", "BSD-2-Clause", "ISC", "Zlib", "CC0-1.0", "Public-Domain",
    "EPL-2.0", "EPL-1.0", "MPL-2.0", "MPL-1.1", "CDDL-1.1", "CDDL-1.0",
]  # fmt: skip

# A distribution has the texts of these licences anyway, or they ask for none.
NEEDS_NO_TEXT = ["Apache-2.0", "CC0-1.0", "Public-Domain"]

# Packages of Debian: the package with the version, the name, the licence, and its file in licenses/.
NATIVE = [
    ("zlib1g-dev", "zlib", "Zlib", "zlib"),
    ("libsnappy-dev", "snappy", "BSD-3-Clause", "snappy"),
    ("liblz4-dev", "lz4", "BSD-2-Clause", "lz4"),
    ("libzstd-dev", "zstd", "BSD-3-Clause", "zstd"),
    ("libxxhash-dev", "xxhash", "BSD-2-Clause", "xxhash"),
    ("nlohmann-json3-dev", "nlohmann-json", "MIT", "json"),
    ("libcli11-dev", "cli11", "BSD-3-Clause", "cli11"),
]

TEXT = re.compile(
    r"(META-INF/)?(licen[cs]es?/)?[^/]*(licen[cs]e|notice|copying|copyright|about)[^/]*|META-INF/licen[cs]es?/[^/]+",
    re.IGNORECASE,
)
BINARY = (".class", ".jar", ".properties", ".xml", "/")


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def read_table(path):
    """Reads the table: licences by names that POMs use and by components, and components' copyright lines."""
    known, copyrights = {}, {}
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            what, licence, _, *holders = line.split("\t")
            known[what] = licence
            copyrights[what] = "".join(f"Copyright (c) {holder}\n" for holder in "".join(holders).split("; ") if holder)
    return known, copyrights


def told(component):
    """The licences that a POM names, as identifiers or as it writes them."""
    for entry in component.get("licenses", []):
        licence = entry.get("license", {})
        yield from filter(None, [licence.get("id"), licence.get("name")])
        if "expression" in entry:
            yield from entry["expression"].strip("()").split(" OR ")


def choose(component, known):
    """The licence that is taken of those that a component is under: POMs list what their users may choose of."""
    name = f"{component['group']}:{component['name']}"
    of_component = known.get(f"{name}:{component['version']}") or known.get(name)
    licences = [of_component] if of_component else [known.get(text, text) for text in told(component)]
    fit = [licence for licence in licences if licence in ALLOWED]
    return min(fit, key=ALLOWED.index) if fit else None


def maven_components(source):
    """All components that modules have, by the checksum of the jar; and each module's own list."""
    by_digest, by_module = {}, {}
    for file in sorted(source.glob("**/target/bom.json")):
        bom = json.loads(file.read_text())
        components = bom.get("components", [])
        by_module[file.parent.parent] = components
        for component in components:
            for entry in component.get("hashes", []):
                if entry["alg"] == "SHA-256":
                    by_digest[entry["content"]] = component
    return by_digest, by_module


def reference(file, component=None, **more):
    entry = {"type": "library"}
    if component:
        entry.update({key: component[key] for key in ("group", "name", "version", "purl")})
    entry.update(more)
    entry["bom-ref"] = entry["purl"]
    if file:
        entry["hashes"] = [{"alg": "SHA-256", "content": digest(file)}]
    return entry


def own(file, version):
    """A jar of the project, by its name: cif-hdfs-1.0.jar, cif-storage-handler-1.0-hive.jar."""
    name, classifier = re.fullmatch(rf"(.*)-{re.escape(version)}(?:-(.*))?\.jar", file.name).groups()
    purl = f"pkg:maven/dev.cif/{name}@{version}?" + (f"classifier={classifier}&" if classifier else "") + "type=jar"
    return reference(file, group="dev.cif", name=name, version=version, purl=purl, licenses=spdx("Apache-2.0"))


def spdx(licence):
    return [{"license": {"id": licence} if licence != "Public-Domain" else {"name": "Public Domain"}}]


def shaded(module, components):
    """Components that a module's jar for clusters holds: those of its dependencies that its pom includes."""
    space = {"m": "http://maven.apache.org/POM/4.0.0"}
    included = [
        node.text.split(":") for node in xml.parse(module / "pom.xml").findall(".//m:artifactSet/m:includes/m:include", space)
    ]
    for component in components:
        name = (component.get("group"), component["name"])
        if component.get("scope") == "required" and component.get("group") != "dev.cif":
            if any(all(want in ("*", have) for want, have in zip(pattern, name)) for pattern in included):
                yield component


def texts(jar):
    """Licences and notices in a jar, without copies of the Apache License."""
    with zipfile.ZipFile(jar) as content:
        for name in sorted(content.namelist()):
            if TEXT.fullmatch(name) and not name.endswith(BINARY):
                data = content.read(name)
                if not is_apache(data):
                    yield name.rpartition("/")[2], data


def is_apache(data):
    """True if a text is the Apache License and nothing else, however its lines are broken."""
    words = re.sub(rb"[^a-z0-9]+", b" ", data.lower())
    begin, end = words.find(b"apache license version 2 0 january 2004"), words.find(b"end of terms and conditions")
    return 0 <= begin < 200 and end > 0 and len(words) - end < 1300


def java(arguments, known, copyrights, problems):
    stage, source = arguments.stage, arguments.source
    by_digest, by_module = maven_components(source)
    folder = stage / "licenses" / "java"
    rows, components = [], []
    for jar in sorted((stage / "java").glob("*.jar")):
        if jar.name.startswith("cif-"):
            components.append(own(jar, arguments.version))
            continue
        component = by_digest.get(digest(jar))
        if component is None:
            problems.append(f"{jar.name}: no module's bom.json has it")
            continue
        licence = choose(component, known)
        name = f"{component['group']}:{component['name']}:{component['version']}"
        if licence is None:
            problems.append(f"{jar.name}: the licence of {name} is unknown or can't be shipped: {list(told(component))}")
            continue
        entry = reference(jar, component, licenses=spdx(licence))
        components.append(entry)
        rows.append((jar.name, name, licence))
        found = dict(texts(jar))
        if licence not in NEEDS_NO_TEXT and not any(re.search("notice", text, re.I) is None for text in found):
            terms = source / "packaging" / "texts" / licence
            holders = copyrights.get(name.rpartition(":")[0], "")
            if terms.exists() and (holders or licence.startswith("CDDL")):
                found["LICENSE"] = (holders + "\n" + terms.read_text()).lstrip().encode()
            else:
                problems.append(f"{jar.name}: its licence, {licence}, has to be shipped, with the copyright, and is not here")
        for text, data in found.items():
            target = folder / jar.name.removesuffix(".jar")
            target.mkdir(parents=True, exist_ok=True)
            (target / text).write_bytes(data)
    folder.mkdir(parents=True, exist_ok=True)
    table = [
        "# The sources of what is under CDDL, EPL or MPL are on Maven Central, under the component's name.",
        "jar\tcomponent\tlicence", *("\t".join(row) for row in rows),
    ]
    (folder / "LICENCES.tsv").write_text("\n".join(table) + "\n")
    for module, has in sorted(by_module.items()):
        for jar in sorted((stage / "jars").glob("*.jar")):
            if (module / "target" / jar.name).exists():
                entry = own(jar, arguments.version)
                inside = []
                for component in shaded(module, has):
                    licence = choose(component, known)
                    if licence is None:
                        problems.append(f"{jar.name}: holds {component['purl']}, whose licence is unknown")
                        continue
                    part = reference(None, component, licenses=spdx(licence))
                    part["bom-ref"] = f"{jar.name}/{part['purl']}"
                    inside.append(part)
                if inside:
                    entry["components"] = inside
                components.append(entry)
    return components


def native(arguments, problems):
    for package, name, licence, file in NATIVE:
        done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
        if done.returncode or not (arguments.stage / "licenses" / file).exists():
            problems.append(f"{name}: no version of {package}, or no licenses/{file}")
            continue
        version = re.sub(r"^\d+:|[-+].*$", "", done.stdout)
        purl = f"pkg:deb/debian/{package}@{done.stdout}"
        yield reference(None, name=name, version=version, purl=purl, licenses=spdx(licence))


def main():
    parser = argparse.ArgumentParser()
    for name in ("source", "stage", "licences", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    arguments = parser.parse_args()
    problems = []
    known, copyrights = read_table(arguments.licences)
    components = java(arguments, known, copyrights, problems) + list(native(arguments, problems))
    when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    purl = f"pkg:generic/cif@{arguments.version}"
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": when.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "name": "cif",
                "version": arguments.version,
                "purl": purl,
                "bom-ref": purl,
                "licenses": spdx("Apache-2.0"),
            },
        },
        "components": components,
        "dependencies": [{"ref": purl, "dependsOn": sorted(entry["bom-ref"] for entry in components)}],
    }
    if problems:
        sys.exit("\n".join(problems))
    arguments.out.write_text(json.dumps(bom, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
