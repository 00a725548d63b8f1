"""One figure of tests/bench_heatmap.sh, made the way one makes it in Python: by hand with matplotlib, or
with seaborn.

    bench_heatmap.py LIBRARY KIND VALUES.json OUT.png

VALUES.json is what `qkv trace --json --values` says of the run, so that the picture shows the same
values; `prepare VALUES.json OUT.npy` keeps the last tensor of it as an array, outside of what is timed."""
import sys


def last_tensor(path):
    import json

    import numpy as np

    with open(path, encoding="utf-8") as file:
        events = json.load(file)["events"]
    out = [o for e in events if e["stage"] == "softmax" for o in e["outputs"]][-1]
    return np.array(out["values"], dtype="float32").reshape(out["shape"])


def draw(library, kind, values, path):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    import numpy as np

    weights = np.load(values)[0]
    if library == "seaborn":
        import seaborn
    heads = weights if weights.ndim == 3 else weights[None]
    size = {"figsize": (13.333, 7.5), "dpi": 144}
    if len(heads) == 1:
        figure, one = plt.subplots(**size)
        axes = [one]
    else:
        figure, grid = plt.subplots(2, len(heads) // 2, **size)
        axes = list(grid.flat)
    figure.suptitle("softmax: w", fontsize=28)
    numbers = kind == "numbers"
    for k, (axis, head) in enumerate(zip(axes, heads)):
        if library == "seaborn":
            seaborn.heatmap(head, ax=axis, vmin=0, vmax=weights.max(), cmap="viridis", square=True,
                            annot=numbers, fmt=".3f", annot_kws={"fontsize": 22}, cbar=len(heads) == 1)
            image = axis.collections[0]
        else:
            image = axis.imshow(head, vmin=0, vmax=weights.max())
            for (row, column), value in np.ndenumerate(head) if numbers else ():
                axis.text(column, row, "%.3f" % value, ha="center", va="center", color="w", fontsize=22)
        if len(heads) > 1:
            axis.set_title("head %d" % k)
    if library != "seaborn" or len(heads) > 1:
        figure.colorbar(image, ax=axes)
    figure.savefig(path)


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        import numpy as np

        np.save(sys.argv[3], last_tensor(sys.argv[2]))
    else:
        draw(*sys.argv[1:])
