# Autoscaling of many plots: limits, ticks, texts.
import matplotlib.pyplot as plt
import matplotlib.ticker as ticker
import numpy as np


def tell(name, ax):
    print("==", name)
    print(ax.get_xlim(), ax.get_ylim())
    for axis in (ax.xaxis, ax.yaxis):
        print(axis.get_ticklocs(), [t.get_text() for t in axis.get_ticklabels()])
    plt.close("all")


fig, ax = plt.subplots()
ax.scatter([1, 10, 1000], [0.01, 0.1, 5])
ax.set_xscale("log")
ax.set_yscale("log")
tell("scatter, both log", ax)

fig, ax = plt.subplots()
ax.imshow(np.eye(4))
ax.plot([0, 6], [0, 3])
tell("a line over an image", ax)

fig, ax = plt.subplots()
ax.bar([1, 2, 3], [1, 100, 1000])
ax.set_yscale("log")
tell("bars, log", ax)

fig, ax = plt.subplots()
ax.hist([1, 1, 1, 2, 5], log=True)
tell("hist, log", ax)

fig, ax = plt.subplots()
ax.axhline(3)
tell("one line across", ax)

fig, ax = plt.subplots()
ax.axhline(0.5)
ax.axvline(-2)
tell("two lines across", ax)

fig, axs = plt.subplots(2, 2, sharex="col", sharey="row")
axs[0, 0].plot([1, 5])
axs[1, 1].plot([0, 30], [9, 8])
tell("shared by row and column", axs[1, 0])

fig, ax = plt.subplots()
ax.plot([1, 2, 3])
ax.set_xlim(1, None)
ax.plot([5, 9])
tell("one limit given", ax)

fig, ax = plt.subplots(figsize=(4, 8))
im = ax.imshow(np.ones((3, 30)))
fig.canvas.draw()
tell("a wide image in a high figure", ax)

fig, ax = plt.subplots(figsize=(8, 3))
im = ax.imshow(np.ones((30, 30)))
cb=fig.colorbar(im)
fig.canvas.draw()
print(len(cb.get_ticks()))
tell("an image with a colorbar", ax)

fig, ax = plt.subplots()
ax.plot([1e-12, 3e-12], [1e9, 5e12])
tell("tiny and huge", ax)

fig, ax = plt.subplots()
ax.plot([3, 3, 3])
tell("all equal", ax)

fig, ax = plt.subplots()
ax.plot([0, 0, 0])
tell("all nought", ax)

fig, ax = plt.subplots()
ax.plot([1], [1], "o")
tell("one point", ax)

fig, ax = plt.subplots()
ax.plot([1, float("nan"), float("inf"), 4])
tell("nan and inf", ax)

fig, ax = plt.subplots()
t = ax.twiny()
ax.plot([1, 2])
t.plot([10, 30], [0, 9])
tell("twiny", ax)

fig, ax = plt.subplots()
ax.plot([1, 2])
ax.set_ylim(0, 1e-7)
tell("a small limit", ax)

fig, ax = plt.subplots()
ax.barh(["a", "b"], [-1, 2])
tell("negative bars", ax)

fig, ax = plt.subplots()
ax.bar(range(3), [1, 2, 3], align="edge", width=-0.4)
tell("bars by their edge", ax)

fig, ax = plt.subplots()
ax.fill([0, 1, 1], [0, 0, 1])
tell("a filled triangle", ax)

fig, ax = plt.subplots()
ax.semilogx([1, 2, 3], [1, 2, 3])
tell("a short log axis", ax)

fig, ax = plt.subplots()
ax.semilogx([0.3, 900], [1, 2])
ax.xaxis.set_major_formatter(ticker.ScalarFormatter())
tell("scalars on a log axis", ax)
