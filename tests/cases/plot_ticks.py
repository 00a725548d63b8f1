# Ticks by locators, formatters and texts of one's own; what set_* and get_* of texts give.
import matplotlib.pyplot as plt
import matplotlib.ticker as ticker
import numpy as np


def tell(axis):
    print(axis.get_ticklocs(), [t.get_text() for t in axis.get_ticklabels()])


fig, ax = plt.subplots(figsize=(10, 10))
image = ax.matshow(np.eye(6)[:, :4], cmap="bone")
fig.colorbar(image)
ax.set_xticklabels([""] + list("abcd"), rotation=90)
ax.set_yticklabels([""] + list("qwerty"))
ax.xaxis.set_major_locator(ticker.MultipleLocator(1))
ax.yaxis.set_major_locator(ticker.MultipleLocator(1))
tell(ax.xaxis)
tell(ax.yaxis)
print(ax.get_xticklabels()[1].get_rotation())

fig, ax = plt.subplots()
ax.plot(range(20))
ax.xaxis.set_major_locator(ticker.MaxNLocator(integer=True, nbins=5))
ax.yaxis.set_major_formatter(ticker.FuncFormatter(lambda v, p: f"{v:.1f}!"))
tell(ax.xaxis)
tell(ax.yaxis)
ax.yaxis.set_major_formatter(ticker.PercentFormatter(20))
tell(ax.yaxis)
ax.yaxis.set_major_formatter("{x:.1f} m")
tell(ax.yaxis)
ax.yaxis.set_major_formatter(ticker.FormatStrFormatter("%.3f"))
tell(ax.yaxis)
ax.xaxis.set_major_locator(ticker.FixedLocator([0, 5, 12]))
tell(ax.xaxis)
ax.xaxis.set_major_locator(ticker.NullLocator())
tell(ax.xaxis)

plt.figure()
plt.plot([1, 2, 3])
print(plt.xticks([0, 1, 2], ["a", "b", "c"], rotation=45)[1], plt.xticks()[1])
print(plt.xlabel("x"), plt.ylabel("y"), plt.title("t"), plt.suptitle("s"), plt.text(1, 2, "here"))
print(plt.annotate("n", (1, 2), xytext=(2, 3), arrowprops=dict(arrowstyle="->")), plt.gca().get_title(), plt.gca())
print(plt.xlim(), plt.ylim(0, 4), plt.axis(), plt.gcf(), repr(plt.gcf()))
plt.setp(plt.gca().get_xticklabels(), rotation=30, ha="right")
print([t.get_rotation() for t in plt.gca().get_xticklabels()], plt.gca().get_xticklabels()[0].get_ha())

for a, b in ((0, 1), (0, 7), (-3.3, 12.7), (1e-9, 3e-9), (99.5, 100.5), (0, 12345), (1e15, 2e15)):
    for count in (4, 9, 20):
        print(ticker.MaxNLocator(count).tick_values(a, b), end=" ")
    print(ticker.AutoLocator().tick_values(a, b), ticker.MultipleLocator(2.5).tick_values(a, min(b, a + 20)))
for a, b in ((1, 10), (0.5, 3000), (1e-12, 1e8), (3, 4)):
    print(ticker.LogLocator().tick_values(a, b), ticker.LogLocator(subs=[1, 2, 5]).tick_values(a, b)[:9])
print([ticker.EngFormatter()(v) for v in (0, 12, 1500, 2.5e6, 0.003, -7e4)])
print([ticker.StrMethodFormatter("{x:,.0f}")(v) for v in (0, 12, -1500, 2.5e6)])

fig, ax = plt.subplots()
lines = ax.plot(["q", "w", "e"], [3, 1, 2]) + ax.plot(["w", "z"], [0, 5])
tell(ax.xaxis)
print(ax.get_xlim(), lines[1].get_label())
ax.set_yticks([0, 5], labels=["low", "high"])
tell(ax.yaxis)
ax.locator_params(axis="x")
ax.tick_params(axis="x", rotation=60, labelsize=7)
print(ax.get_xticklabels()[0].get_rotation(), ax.get_xticklabels()[0].get_fontsize())
