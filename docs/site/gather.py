"""Gathers the Markdown pages of the repository for MkDocs: gather.py FOLDER.

Pages keep their paths, so that links between them stay. A link to what is no page, such as a source, becomes its text:
the site has pages only. Pictures are copied.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

FENCE = re.compile(r"^ *```")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
ITEM = re.compile(r"^ *([*-]|\d+\.) ")


def tracked():
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z", "--", "*.md", "docs/figures"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [name for name in listed.split("\0") if name and os.path.isfile(name)]


def without_dead_links(name, line):
    def keep(link):
        text, path, _ = link.groups()
        if re.match(r"[a-z]+:", path) or path.endswith(".md"):
            return link.group()
        target = os.path.normpath(os.path.join(os.path.dirname(name), path))
        return link.group() if target.startswith("docs/figures") else text

    return LINK.sub(keep, line)


def page(name, text):
    lines = []
    in_fence = False
    for line in text.split("\n"):
        if FENCE.match(line):
            in_fence = not in_fence
        elif not in_fence:
            line = without_dead_links(name, line)
            # Python's Markdown wants an empty line before a list; GitHub doesn't.
            before = lines[-1] if lines else ""
            if ITEM.match(line) and before.strip() and not ITEM.match(before):
                if not before.startswith(" ") or before.lstrip().startswith("|"):
                    lines.append("")
            # It wants four spaces for what belongs to an item; two are enough for GitHub.
            line = re.sub(r"^( {2,3})(?=\S)", lambda spaces: " " * 4, line)
        lines.append(line)
    return "\n".join(lines)


def main():
    folder = pathlib.Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    for name in tracked():
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            text = pathlib.Path(name).read_text(encoding="utf-8")
            to.write_text(page(name, text), encoding="utf-8")
        else:
            shutil.copyfile(name, to)
    shutil.copyfile("docs/site/extra.css", folder / "extra.css")


if __name__ == "__main__":
    main()
