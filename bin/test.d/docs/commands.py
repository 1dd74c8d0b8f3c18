"""Checks the commands of the Markdown pages: that the file is there, and that something knows each option.

A command is a line of a code block, or code within a line, that begins with bin/ or bench/. Blocks of Python and
shell must be valid, too. Run from the root of the repository.
"""

import ast
import pathlib
import re
import subprocess
import sys
import textwrap

BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`((?:bin|bench)/[^`]+)`")
COMMAND = re.compile(r"(?:[A-Z_]+=\S+ )*((?:bin|bench)/\S+)(.*)")
OPTION = re.compile(r"(?<!\S)(--[a-z][\w-]*)")
OTHERS = {"--help"}

# Commands that a release has, and their source.
RELEASED = {"bin/cif-scan": "impala-scanner/tools/cif_scan.cc"}


def read(*patterns):
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "--", *patterns], check=True, capture_output=True, text=True
    ).stdout.split("\n")
    return {name: pathlib.Path(name).read_text(encoding="utf-8") for name in names if name and pathlib.Path(name).is_file()}


def commands(text):
    """Commands of a page; a line that ends with a backslash goes on."""
    for _, language, body in BLOCK.findall(text):
        if language in ("", "sh", "bash"):
            for line in re.sub(r"\\\n\s*", "", body).split("\n"):
                found = COMMAND.match(line.strip())
                if found:
                    yield found.group(1), re.sub(r"(^|\s)# .*|\s(&&|;|\|) .*", "", found.group(2))
    prose = BLOCK.sub("", text)
    for code in INLINE.findall(prose):
        found = COMMAND.match(" ".join(code.split()))
        # Without arguments it may be a file of another program, or one that a command will make.
        if found and not re.search(r"[*<|.]|/target/", found.group(1)):
            yield found.group(1), found.group(2)


def faults(pages):
    cli = "\n".join(read("cli/src/main/*.java").values())
    subcommands = set(re.findall(r"name = \"([\w-]+)\"", cli)) | {"generate-completion", "help"}
    bench = "\n".join(read("bench/*.java", "bench/*.py", "bench/*.sh", "bench/run", "bench/*/run", "bench/*/hive",
                           "bench/cache", "bench/*/update", "bench/*/planning", "bench/*/cache", "bench/wide",
                           "bench/optimize", "bench/*/*.py").values())
    known = {"bin/cif": cli, "bench": bench}
    count = 0
    for name, text in pages.items():
        for command, rest in commands(text):
            count += 1
            path = pathlib.Path(RELEASED.get(command, command.rstrip(".,:;")))
            if not path.exists():
                yield f"{name}: {command}: there is no such file"
                continue
            source = known.get(command, known["bench"] if command.startswith("bench/") else None)
            if source is None:
                source = path.read_text(encoding="utf-8") if path.is_file() else ""
            word = rest.split()[:1]
            if command == "bin/cif" and word and not word[0].startswith("-") and word[0] not in subcommands:
                yield f"{name}: bin/cif has no command {word[0]}"
            for option in OPTION.findall(rest):
                if option not in OTHERS and option not in source and option[2:] not in source:
                    yield f"{name}: {command} has no option {option}"
        for _, language, body in BLOCK.findall(text):
            body = textwrap.dedent(body)
            if language in ("python", "py"):
                try:
                    ast.parse(body)
                except SyntaxError as error:
                    yield f"{name}: Python: {error}"
            elif language in ("sh", "bash"):
                run = subprocess.run(["bash", "-n"], input=body, capture_output=True, text=True)
                if run.returncode:
                    yield f"{name}: shell: {run.stderr.strip()}"
    if count == 0:
        yield "no command was found in any page"


def main():
    pages = read("*.md")
    found = list(faults(pages))
    for fault in found:
        print("FAIL", fault)
    if not found:
        print(f"ok   commands of {len(pages)} pages are there, with their options")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
