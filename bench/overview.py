"""Draws the charts of the table of docs/PERFORMANCE.md: python3 bench/overview.py [--check].

docs/figures/overview.svg has all of its rows, docs/figures/readme.svg some, those where CIF loses among them.
A bar a workload, on a logarithmic scale, from 1: to the right where CIF is ahead, to the left where it loses.
--check fails if a picture is not that of the table, or a ratio not that of the figures beside it.
"""

import math
import pathlib
import re
import sys
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/PERFORMANCE.md"
FIGURES = ROOT / "docs/figures"

README = (
    "Hive: filling a column added to 50 others",
    "Hive: the same, bytes written",
    "TPC-H in Hive, all 22 queries",
    "Hive: TPC-H's Q11",
    "size of the line items",
    "Java: a key that most maps of a crawl have",
    "opening 10,000 columns, reading three",
    "C++: all columns of the line items",
    "C++: annotations of web pages",
    "event index: a whole record, warm",
    "planning 10,000 small splits, for the first time",
)

ROW = 22
LEFT = 320
WIDTH = 900
UNIT = 95  # pixels for a factor of e


def rows(page):
    """Yields each workload: its name, CIF's figure, the peers' figures, and the ratio."""
    table = page.split("\n| workload |", 1)[1].split("\n\n", 1)[0]
    for line in table.split("\n")[2:]:
        name, ours, peers, ratio = [cell.strip() for cell in line.strip("|").split("|")][:4]
        yield name.replace("`", ""), number(ours), [number(peer) for peer in peers.split(", ")], number(ratio)


def number(text):
    return float(re.search(r"\d+(?:\.\d+)?", text.replace("*", "")).group())


def check_ratios(table):
    for name, ours, peers, ratio in table:
        # A rate is better where it is higher.
        is_rate = "rows/s" in name
        best = ours / max(peers) if is_rate else min(peers) / ours
        if abs(best - ratio) > 0.03 * ratio:
            yield f"{name}: {ratio} in the table, {best:.3f} by its figures"


def picture(table):
    height = 60 + ROW * len(table)
    zero = LEFT + 165
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        ' font-family="Helvetica, Arial, sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        '<text x="12" y="20" font-size="14" font-weight="bold" fill="#222">'
        "How many times as fast, or as small, as the best of its peers CIF is</text>",
    ]
    for mark in (0.5, 1, 2, 5, 10, 20):
        x = zero + math.log(mark) * UNIT
        out.append(
            f'<line x1="{x:.1f}" y1="44" x2="{x:.1f}" y2="{height - 8}" stroke="{"#666" if mark == 1 else "#ddd"}"/>'
            f'<text x="{x:.1f}" y="40" text-anchor="middle" fill="#666" font-size="11">{mark:g}x</text>'
        )
    for i, (name, _, _, ratio) in enumerate(table):
        y = 50 + ROW * i
        length = math.log(ratio) * UNIT
        x = zero + min(length, 0)
        colour = "#2f6fb0" if ratio >= 1 else "#d9722b"
        out.append(f'<text x="{LEFT - 8}" y="{y + 14}" text-anchor="end" fill="#222">{escape(name)}</text>')
        out.append(f'<rect x="{x:.1f}" y="{y + 3}" width="{max(abs(length), 1):.1f}" height="{ROW - 8}" fill="{colour}"/>')
        side, anchor = (x + length + 5, "start") if ratio >= 1 else (x - 5, "end")
        out.append(f'<text x="{side:.1f}" y="{y + 14}" text-anchor="{anchor}" fill="#444" font-size="11">{ratio:g}</text>')
    return "\n".join([*out, "</svg>", ""])


def main():
    table = list(rows(PAGE.read_text(encoding="utf-8")))
    wrong = list(check_ratios(table))
    by_name = {row[0]: row for row in table}
    drawn = {"overview.svg": picture(table), "readme.svg": picture([by_name[name] for name in README])}
    for name, text in drawn.items():
        if "--check" not in sys.argv[1:]:
            (FIGURES / name).write_text(text, encoding="utf-8")
        elif text != (FIGURES / name).read_text(encoding="utf-8"):
            wrong.append(f"docs/figures/{name} is not that of docs/PERFORMANCE.md: run bench/overview.py")
    for line in wrong:
        print("FAIL", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
