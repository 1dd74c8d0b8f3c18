"""Checks that comments name their subject first: in sources, their tests and build files.

A comment must not begin with a word that hides its subject, such as "Whether" or "What". Run from the root of the
repository; prints file and line of each fault, and fails then.
"""

import ast
import io
import pathlib
import re
import subprocess
import sys
import tokenize

HIDING = r"(What|Whether|How|Of|Where|As|Those|Whose|The same|So many|Who|One that)\b"
HIDDEN = re.compile(HIDING)
CPP = re.compile(r"(?P<before>.*?)(?P<mark>/\*\*?|///?)<?\s*(?P<text>.*)")
SHELL = re.compile(r"(?P<before>.*?)(?:^|\s)#(?!!)\s*(?P<text>.*)")
XML = re.compile(r"(?P<before>.*?)<!--\s*(?P<text>.*)")
JAVADOC = re.compile(r"(?P<before>.*?)(?P<mark>/\*\*?\s*|//+|^\s*\*(?!/))\s*(?P<text>.*)")

KINDS = {".h": CPP, ".cc": CPP, ".c": CPP, ".java": JAVADOC, ".sh": SHELL, ".cmake": SHELL, ".xml": XML}


def sources():
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z", "--", *("*" + kind for kind in KINDS), "*.py",
         "*CMakeLists.txt", "bin", "bench", "demo", "itests", "packaging"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in sorted(set(listed.split("\0"))):
        path = pathlib.Path(name)
        if name and path.is_file():
            kind = path.suffix if path.suffix in KINDS or path.suffix == ".py" else other_kind(path)
            if kind:
                yield name, kind, path.read_text(encoding="utf-8")


def other_kind(path):
    """Kind of a build file by its name, and of a program without a suffix by its first line; None for other files."""
    if path.name == "CMakeLists.txt":
        return ".cmake"
    if path.suffix:
        return None
    with open(path, "rb") as file:
        first = file.readline(100)
    if not first.startswith(b"#!"):
        return None
    return ".py" if b"python" in first else ".sh" if b"sh" in first else None


def beginnings(text, mark):
    """Line and text of each comment that a pattern finds; a line that goes on from a comment is none."""
    in_comment = False
    for number, line in enumerate(text.split("\n"), 1):
        found = mark.match(line)
        alone = bool(found) and not found.group("before").strip()
        if found and not (alone and in_comment):
            yield number, found.group("text")
        # The text of a comment that opens with a line of its own is on the next one.
        in_comment = alone and bool(found.group("text"))


def python_beginnings(text):
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            alone = not token.line[: token.start[1]].strip()
            if not (alone and token.start[0] == last + 1):
                yield token.start[0], token.string.lstrip("#! ")
            if alone:
                last = token.start[0]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            doc = ast.get_docstring(node)
            if doc:
                yield node.body[0].lineno, doc


def comments(kind, text):
    if kind == ".py":
        return python_beginnings(text)
    return beginnings(text, KINDS[kind])


def main():
    faults = []
    count = 0
    for name, kind, text in sources():
        count += 1
        for line, comment in comments(kind, text):
            word = HIDDEN.match(comment)
            if word:
                faults.append(f"{name}:{line}: a comment begins with '{word.group()}'; name the thing first")
    for fault in faults:
        print("FAIL", fault)
    if not faults:
        print(f"ok   comments of {count} sources name their subject first")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
