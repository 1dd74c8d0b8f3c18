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


def draw(file):
    report = json.loads(file.read_text())
    for number, chart in enumerate(report["charts"]):
        figure, axes = plt.subplots(figsize=(10, 5), layout="constrained")
        {"bars": bars, "lines": lines}[chart["kind"]](axes, chart)
        if chart["logarithmic"]:
            axes.set_yscale("log")
        axes.set_ylabel(chart["unit"])
        axes.set_title(f"{report['title']}\n{chart['heading']}", fontsize=10)
        axes.grid(axis="y", alpha=0.3)
        axes.legend(fontsize=8)
        target = file.with_name(file.stem + (f"-{number + 1}" if number else "") + ".png")
        figure.savefig(target, dpi=120)
        plt.close(figure)
        print(target, file=sys.stderr)


def main():
    for file in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
        draw(file)


main()
