# Autoscaling of more plots: log axes, cells, areas, given ticks.
import matplotlib.pyplot as plt
import matplotlib.ticker as ticker
import numpy as np
import torch


def tell(name, ax):
    print("==", name)
    print(ax.get_xlim(), ax.get_ylim())
    for axis in (ax.xaxis, ax.yaxis):
        print(axis.get_ticklocs(), [t.get_text() for t in axis.get_ticklabels()])
    plt.close("all")


fig, ax = plt.subplots()
ax.loglog(np.logspace(-9, 9, 20), np.logspace(-30, 20, 20))
tell("many decades", ax)

fig, ax = plt.subplots()
ax.plot([0, 1])
ax.set_xticks([-1, 0, 5])
print(ax.get_xlim())
ax.plot([0, 2])
tell("ticks beyond the data", ax)

fig, ax = plt.subplots()
ax.plot(range(5))
ax.set_xticklabels(list("abcdefg"))
tell("texts by position", ax)

fig, ax = plt.subplots()
ax.pcolormesh(np.arange(5), np.arange(4), np.ones((4, 5)))
tell("cells around points", ax)

fig, ax = plt.subplots()
ax.pcolormesh(*np.meshgrid(np.linspace(0, 1, 6), np.linspace(0, 2, 5)), np.ones((4, 5)))
tell("cells between lines", ax)

X, Y=np.meshgrid(np.arange(3), np.arange(4), indexing="ij")
fig, ax = plt.subplots()
ax.pcolor(X, Y, np.ones((3, 4)))
tell("cells by columns", ax)

fig, ax = plt.subplots()
ax.errorbar([1, 10, 100], [1, 10, 100], yerr=[0.5, 5, 50], capsize=2)
ax.set_yscale("log")
ax.set_xscale("log")
tell("errors, log", ax)

fig, ax = plt.subplots()
ax.boxplot(np.arange(12.).reshape(4, 3)**2, labels=["a", "b", "c"])
tell("boxes of columns", ax)

fig, ax = plt.subplots()
ax.hist2d([1, 2, 3, 3], [1, 1, 2, 5], bins=3)
tell("counts of cells", ax)

fig, ax = plt.subplots()
ax.vlines(2, 0, 1)
ax.margins(x=0.2, y=0)
tell("margins", ax)

fig, ax = plt.subplots()
ax.plot([1, 2, 3])
ax.autoscale(tight=True)
tell("tight", ax)

fig, ax = plt.subplots()
ax.plot([1, 2, 3], [1, 4, 9])
ax.axis("tight")
ax.axis([0, 4, 0, 10])
tell("axis()", ax)

fig, ax = plt.subplots()
ax.imshow(np.eye(3), extent=[0, 10, -5, 5], origin="lower")
tell("extent", ax)

fig, ax = plt.subplots()
ax.plot([1, 2, 3])
ax.yaxis.set_major_locator(ticker.MultipleLocator(0.5))
ax.xaxis.set_major_locator(ticker.LinearLocator(4))
ax.yaxis.set_major_formatter(ticker.PercentFormatter(1.0))
tell("locators", ax)

fig, ax = plt.subplots()
ax.plot(range(100))
ax.tick_params(labelsize=24)
tell("large ticks", ax)

plt.style.use("ggplot")
fig, ax = plt.subplots()
l, =ax.plot(range(10))
print(l.get_color(), ax.get_facecolor())
ax.bar([1], [2])
plt.rcdefaults()
tell("ggplot", ax)

fig, ax = plt.subplots()
ax.add_patch(plt.Circle((0, 0), 3))
ax.plot([0, 1])
tell("a circle", ax)

fig, ax = plt.subplots()
ax.step(range(5), [1, 3, 2, 4, 0], "r-o", where="post")
ax.fill_betweenx([0, 1], [0, 0], [5, 6])
tell("areas beside", ax)

fig, ax = plt.subplots()
ax.stackplot(range(3), [[1, 2, 3], [1, 1, 1]])
ax.legend(["a", "b"])
tell("stacked areas", ax)

fig = plt.figure(figsize=(5, 5))
ax = fig.add_axes([0.1, 0.1, 0.3, 0.8])
ax.plot([0, 123.4])
tell("axes by fractions", ax)

fig, ax = plt.subplots()
n, b, p = ax.hist(torch.arange(10.)/3, bins=3, weights=np.ones(10)/10, rwidth=0.8)
print(n, b, p[0].get_width())
tell("weights", ax)

fig, ax = plt.subplots()
ax.bar([0, 1], [5, 7], yerr=[[1, 1], [2, 2]])
ax.set_ylim(bottom=1)
tell("errors below and above", ax)
