# Limits, ticks and their texts, as autoscaling and the locators give them.
import matplotlib.pyplot as plt
import numpy as np


def tell(name, ax):
    fig = ax.figure
    fig.canvas.draw()
    print("==", name)
    print(ax.get_xlim(), ax.get_ylim())
    for axis in (ax.xaxis, ax.yaxis):
        print(axis.get_ticklocs(), [t.get_text() for t in axis.get_ticklabels()], axis.get_offset_text().get_text())


def made(**given):
    return plt.subplots(**given)[1]


ax = made()
x = np.linspace(0, 10, 50)
ax.plot(x, np.sin(x), "r--")
tell("sine", ax)
ax = made(figsize=(3, 2))
ax.plot([100000, 100001, 100002], [0.00001, 0.00002, 0.00003])
tell("offset", ax)
ax = made(figsize=(12, 5), nrows=2, ncols=3)[0, 1]
ax.plot([1e6, 2e6, 3e6], [1e-7, 2e-7, 3e-7])
tell("powers", ax)
ax = made()
ax.plot([0.001, 0.0015, 0.002], [1234567, 1234568, 1234569])
tell("long numbers", ax)
ax = made()
ax.semilogy([1, 2, 3, 4], [1, 10, 100, 12345])
tell("semilogy", ax)
ax = made()
ax.loglog([1, 2, 3, 400], [0.001, 10, 100, 12345], "o-")
tell("loglog", ax)
ax = made()
ax.plot([1, 2, 4, 8, 16], [1, 2, 3, 4, 5])
ax.set_xscale("log", base=2)
tell("base 2", ax)
ax = made()
ax.plot([])
tell("nothing", ax)
ax = made()
ax.plot([0, 1, 2], [0, 1, 4])
print(ax.set_xlim(0, 5), ax.set_ylim(bottom=-1))
ax.plot([10], [10], "x")
tell("given", ax)
ax = made()
ax.plot([1, 2, 3])
ax.invert_xaxis()
ax.set_ylim(5, 0)
tell("inverted", ax)
ax = made()
ax.plot([1, 2, 3], [3, 1, 2])
ax.margins(0)
tell("no margins", ax)
ax = made()
ax.axhline(2)
ax.axvspan(3, 4)
ax.vlines([1, 2], 0, [5, 6])
tell("across", ax)
axes = made(ncols=2, sharey=True)
axes[0].plot([1, 2])
axes[1].plot([5, 6])
tell("shared", axes[1])
ax = made()
ax.plot([1, 2, 3])
other = ax.twinx()
other.plot([100, 200, 50])
tell("twin", other)
ax = made()
ax.add_patch(plt.Rectangle((2, 2), 3, 3))
print(ax.get_xlim())
ax.autoscale()
tell("patch", ax)
ax = made(ncols=2, figsize=(6, 2), gridspec_kw={"width_ratios": [3, 1]})[1]
ax.plot([1, 200])
tell("narrow", ax)
