"""Draws the charts of the experiments: charts.py RESULTS_FOLDER. Needs matplotlib."""

import json
import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402


def bars(axes, chart):
    series = chart["series"]
    width = 0.8 / len(series)
    for i, (name, values) in enumerate(series.items()):
        places = [x + (i - (len(series) - 1) / 2) * width for x in range(len(chart["x"]))]
        shown = [(p, v) for p, v in zip(places, values) if v is not None]
        drawn = axes.bar([p for p, _ in shown], [v for _, v in shown], width, label=name)
        if len(series) <= 2:
            axes.bar_label(drawn, fmt=lambda v: f"{v:.3g}", fontsize=7)
    axes.set_xticks(range(len(chart["x"])), chart["x"], rotation=30, ha="right")


def lines(axes, chart):
    for name, values in chart["series"].items():
        axes.plot(chart["x"], values, marker="o", label=name)


def points(chart, title):
    """Panels of points (x, y) that have names, two a row; both axes begin at zero. What has one name before the comma has
    one colour."""
    panels = chart["series"]
    figure, grid = plt.subplots((len(panels) + 1) // 2, 2, squeeze=False, layout="constrained",
                                figsize=(12, 3.2 * ((len(panels) + 1) // 2)))
    places = [axes for row in grid for axes in row]
    colours = {}
    for axes, (name, named) in zip(places, panels.items()):
        for i, (label, (x, y)) in enumerate(named.items()):
            colour = colours.setdefault(label.split(",")[0], f"C{len(colours)}")
            axes.plot(x, y, marker="os^Dv<>Pp*"[i % 10], color=colour, linestyle="none", label=label)
        axes.set_xlim(0, 1.1 * max(x for x, _ in named.values()))
        axes.set_ylim(0, 1.1 * max(y for _, y in named.values()))
        axes.locator_params(axis="x", nbins=6)
        axes.set_xlabel(chart["x"], fontsize=8)
        axes.set_title(name, fontsize=9)
        axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
        finish(axes, chart)
    for axes in places[len(panels):]:
        axes.axis("off")
    figure.suptitle(title, fontsize=10)
    return figure


def one(chart, title):
    figure, axes = plt.subplots(figsize=(10, 5), layout="constrained")
    {"bars": bars, "lines": lines}[chart["kind"]](axes, chart)
    axes.set_title(title, fontsize=10)
    axes.legend(fontsize=8)
    finish(axes, chart)
    return figure


def finish(axes, chart):
    if chart["logarithmic"]:
        axes.set_yscale("log")
    axes.set_ylabel(chart["unit"])
    axes.grid(axis="y", alpha=0.3)


def draw(file):
    report = json.loads(file.read_text())
    for number, chart in enumerate(report["charts"]):
        title = f"{report['title']}\n{chart['heading']}"
        figure = points(chart, title) if chart["kind"] == "points" else one(chart, title)
        target = file.with_name(file.stem + (f"-{number + 1}" if number else "") + ".png")
        figure.savefig(target, dpi=120)
        plt.close(figure)
        print(target, file=sys.stderr)


def main():
    for file in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
        draw(file)


main()
