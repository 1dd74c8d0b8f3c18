"""Checks the pages that MkDocs has made: rendered.py FOLDER.

Each link within the site leads to a file and to an element of it; pictures are there; no Markdown is left as text.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids = set()
        self.links = []
        self.text = []
        self.tables = 0
        self.silent = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.add(attributes["id"])
        for name in ("href", "src"):
            if attributes.get(name):
                self.links.append(attributes[name])
        self.tables += tag == "table"
        self.silent += tag in ("code", "pre", "script", "style")

    def handle_endtag(self, tag):
        self.silent -= tag in ("code", "pre", "script", "style")

    def handle_data(self, data):
        if not self.silent:
            self.text.append(data)


def faults(folder):
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    if len(pages) < 40:
        yield f"{folder} has only {len(pages)} pages"
    for path, page in pages.items():
        name = path.relative_to(folder)
        # Addresses of the page for a missing page are those of a server's root.
        for link in page.links if path.name != "404.html" else ():
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc:
                continue
            to = (path.parent / urllib.parse.unquote(address.path)).resolve() if address.path else path
            if to.is_dir():
                to = to / "index.html"
            if not to.is_file():
                yield f"{name}: {link}: there is no such file"
            elif address.fragment and to in pages and urllib.parse.unquote(address.fragment) not in pages[to].ids:
                yield f"{name}: {link}: there is no such element"
        text = "".join(page.text)
        for left in re.findall(r"\]\([^)\s]+\)|^\|.*\|$|\*\*[^*\n]+\*\*|^#+ .*$|^ *[*-] .*$", text, re.MULTILINE):
            yield f"{name}: Markdown is left: {left[:80]}"
    if sum(page.tables for page in pages.values()) < 100:
        yield "tables are missing"


def main():
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    for fault in found:
        print("FAIL", fault)
    if not found:
        print("ok   links of the rendered pages lead to files and elements, and no Markdown is left")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
