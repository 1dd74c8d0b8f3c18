"""Checks the links of the Markdown pages: to files, to headings, and from sources to pages.

Run from the root of the repository. Prints a line for each link that leads nowhere, and fails then.
"""

import os
import re
import subprocess
import sys

PAGE = re.compile(r"(?<![\w/.-])((?:[\w-]+/)*[\w-]+\.md)(?!\w)(?:, section \"([^\"]+)\")?")
LINK = re.compile(r"(!?)\[(?:[^\[\]]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.*?)(?: +#+)?$")
FENCE = re.compile(r"^ *(```|~~~)")


def tracked(*patterns):
    """Files of the repository, those that are not committed yet included."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z", "--", *patterns],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [name for name in listed.split("\0") if name and os.path.isfile(name)]


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def without_code(text):
    """The text of a page with its code blocks empty, so that lines keep their numbers."""
    lines = []
    fence = None
    for line in text.split("\n"):
        mark = FENCE.match(line)
        if fence is None and mark:
            fence = mark.group(1)
            line = ""
        elif fence is not None:
            if line.strip().startswith(fence):
                fence = None
            line = ""
        lines.append(line)
    return "\n".join(lines)


class Page:
    def __init__(self, name):
        self.name = name
        with open(name, encoding="utf-8") as file:
            self.text = without_code(file.read())
        self.headings = []
        self.anchors = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", self.text))
        times = {}
        for line in self.text.split("\n"):
            heading = HEADING.match(line)
            if heading:
                self.headings.append(heading.group(1))
                anchor = slug(heading.group(1))
                again = times.get(anchor, 0)
                times[anchor] = again + 1
                self.anchors.add(f"{anchor}-{again}" if again else anchor)

    def links(self):
        """Pairs of the number of a line and what is linked there."""
        text = CODE.sub(lambda code: re.sub(r"[^\n]", "x", code.group()), self.text)
        for link in LINK.finditer(text):
            yield text.count("\n", 0, link.start()) + 1, link.group(2)


def faults(pages, files):
    folders = {os.path.dirname(name) for name in files}
    for page in pages.values():
        for line, link in page.links():
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = link.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(page.name), path)) if path else page.name
            if to not in files and not any(f == to or f.startswith(to + "/") for f in folders):
                yield f"{page.name}:{line}: {link}: there is no such file"
            elif anchor and to in pages and anchor not in pages[to].anchors:
                yield f"{page.name}:{line}: {link}: there is no such heading"


def faults_of_sources(pages):
    """Pages that sources name by their path, with the heading if they name one."""
    for name in tracked("*.java", "*.py", "*.sh", "*.h", "*.cc", "*.sql", "bin", "bench/**/run", "bench/run"):
        # The test of this program names pages that are not there.
        if name.endswith(".md") or name == "bin/test.d/docs_test.sh":
            continue
        try:
            with open(name, encoding="utf-8") as file:
                text = file.read()
        except UnicodeDecodeError:
            continue
        # A comment may go on in the next line.
        text = re.sub(r"\n[ \t]*(?:\*|//|#|--) ", "\n", text)
        for named in PAGE.finditer(text):
            path, heading = named.groups()
            if not path.startswith(("docs/", "bench/results/")):
                continue
            line = text.count("\n", 0, named.start()) + 1
            if path not in pages:
                yield f"{name}:{line}: {path}: there is no such page"
            elif heading and re.sub(r"\s+", " ", heading) not in pages[path].headings:
                yield f"{name}:{line}: {path} has no section {heading!r}"


def main():
    files = set(tracked())
    pages = {name: Page(name) for name in sorted(files) if name.endswith(".md")}
    found = [*faults(pages, files), *faults_of_sources(pages)]
    for fault in found:
        print("FAIL", fault)
    if not found:
        count = sum(1 for page in pages.values() for _ in page.links())
        print(f"ok   {count} links of {len(pages)} pages lead to files and headings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
