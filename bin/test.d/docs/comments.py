"""Checks that comments of C++, Python and shell sources name their subject first.

A comment must not begin with a word that hides its subject, such as "Whether" or "What". Checkstyle does the same for
Javadoc. Tests in C++ and Python are left out. Run from the root of the repository; prints file and line of each fault, and fails then.
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
TESTS = re.compile(r"(^|/)(test|tests|fuzz|differential)/|(^|/)test_|_test\.(cc|h|c)$")
CPP = re.compile(r"(?P<before>.*?)(?P<mark>/\*\*?|///?)<?\s*(?P<text>.*)")
SHELL = re.compile(r"(?P<before>.*?)(?:^|\s)#(?!!)\s*(?P<text>.*)")


def sources():
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z", "--", "*.h", "*.cc", "*.c", "*.py", "*.sh", "bin", "bench",
         "demo", "itests", "packaging"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in sorted(set(listed.split("\0"))):
        path = pathlib.Path(name)
        if name and path.is_file() and not TESTS.search(name):
            kind = path.suffix if path.suffix in (".h", ".cc", ".c", ".py", ".sh") else shebang(path)
            if kind:
                yield name, kind, path.read_text(encoding="utf-8")


def shebang(path):
    """Kind of a program without a suffix, by its first line; None for other files."""
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
        in_comment = alone


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
    return beginnings(text, SHELL if kind == ".sh" else CPP)


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
        print(f"ok   comments of {count} sources in C++, Python and shell name their subject first")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
