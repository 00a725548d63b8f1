# Limits that arrows ask for, and where their corners lie.
import matplotlib.patches as patches
import matplotlib.pyplot as plt
import numpy as np


def tell(name, made, after=None):
    plt.close("all")
    ax = plt.subplots()[1]
    arrow = made(ax)
    if after:
        after(ax)
    print(name, type(arrow).__name__, ax.get_xlim(), ax.get_ylim())


for name, given in [("plain", {}), ("head", dict(head_width=0.1)), ("both", dict(head_width=0.1, head_length=0.3)),
                    ("inside", dict(head_width=0.1, head_length=0.3, length_includes_head=True)),
                    ("wide", dict(width=0.2)), ("left", dict(width=0.2, shape="left")),
                    ("right", dict(width=0.2, shape="right")), ("overhang", dict(width=0.2, overhang=0.5)),
                    ("at zero", dict(width=0.2, head_starts_at_zero=True)),
                    ("styled", dict(color="r", lw=2, alpha=0.5, ls="--")), ("two colors", dict(fc="r", ec="k", head_width=0.05))]:
    for x, y, dx, dy in [(0, 0, 1, 0.5), (1, 2, -3, 0), (1, 2, 0, 4), (0.5, 0.5, -1, -0.25), (1, 2, 0, 0)]:
        tell(f"{name} {dx} {dy}", lambda ax: ax.arrow(x, y, dx, dy, **given))
tell("equal", lambda ax: ax.arrow(0, 0, 1, 1, head_width=0.1), lambda ax: ax.axis("equal"))
tell("beside a line", lambda ax: ax.arrow(2, 0.5, 1, 0.2, head_width=0.1), lambda ax: ax.plot([0, 1], [0, 1]))
tell("given limits", lambda ax: ax.arrow(0, 0, 5, 5), lambda ax: (ax.set_xlim(0, 2), ax.set_ylim(0, 2)))
tell("nothing", lambda ax: ax.arrow(1, 2, 0, 0, head_width=0.3, length_includes_head=True))
plot = lambda ax: ax.plot([0, 0.1], [0, 0.1])
tell("Arrow", lambda ax: ax.add_patch(patches.Arrow(0, 0, 1, 2, width=0.3)), plot)
tell("FancyArrow", lambda ax: ax.add_patch(patches.FancyArrow(0, 0, 1, 2, width=0.1)), plot)
tell("annotate", lambda ax: ax.annotate("hi", xy=(3, 4), xytext=(1, 1), arrowprops=dict(arrowstyle="->")), plot)
tell("quiver", lambda ax: ax.quiver([0, 1], [0, 2], [10, 1], [10, -1]))
tell("quiver in data", lambda ax: ax.quiver([0, 0], [0, 0], [1, 2], [2, 1], angles="xy", scale_units="xy", scale=1))
tell("quiver of a grid", lambda ax: ax.quiver([[1, 2, 3], [3, 4, 5]], [[1, 2, 1], [3, 4, 1]]))
tell("quiver of one", lambda ax: ax.quiver(0, 0, 1, 2))
tell("quiver beside numbers", lambda ax: ax.quiver([0, 1, 2], [0, 5], np.ones((2, 3)), np.ones((2, 3))))
print(patches.FancyArrow(0, 0, 1, 0, width=0.1, head_width=0.3, head_length=0.2).get_xy())
try:
    patches.FancyArrow(0, 0, 1, 0, shape="half")
except ValueError as error:
    print(error)
