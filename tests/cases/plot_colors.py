# Colors, maps, scales, and settings.
import matplotlib
import matplotlib.cm as cm
import matplotlib.colors as colors
import matplotlib.pyplot as plt
import numpy as np

print(colors.to_hex("tab:blue"), colors.to_rgba("C1"), colors.to_rgba("0.5"), colors.to_rgba("#abc"))
print(colors.to_rgb("steelblue"), colors.to_rgba("red", 0.5), colors.to_hex((0.1, 0.2, 0.3)), colors.to_hex("k", keep_alpha=True))
print(colors.is_color_like("blurple"), colors.to_rgba_array(["r", "g"]), colors.CSS4_COLORS["navy"])
for bad in ("blurple", (2, 0, 0)):
    try:
        print(colors.to_rgba(bad))
    except ValueError as e:
        print(e)
for name in ("Blues", "Reds", "RdBu", "RdBu_r", "gray", "jet", "hot", "rainbow", "hsv", "tab10", "Set2", "Spectral", "YlGnBu", "bwr"):
    cmap = plt.get_cmap(name)
    print(name, cmap.name, cmap.N, [colors.to_hex(cmap(v)) for v in (0, 0.1, 0.25, 0.5, 0.777, 1.0)], colors.to_hex(cmap(3)))
print(cm.Blues(np.array([[0.1, 0.5], [0.9, 1.0]])), cm.Reds(0.3))
print([colors.to_hex(color) for color in plt.cm.tab10(np.arange(3))], [colors.to_hex(color) for color in plt.cm.Set1.colors])
print(colors.Normalize(0, 10)(5), colors.Normalize(0, 10)([0, 5, 20]), colors.LogNorm(1, 100)(10))
print(colors.TwoSlopeNorm(0, -1, 4)([-1, -0.5, 0, 2, 4]), colors.PowerNorm(2, 0, 10)([0, 5, 10]))
three = colors.ListedColormap(["r", "g", "b"])
print(three.N, three(0), three(1), three(0.99), three.name)
mixed = colors.LinearSegmentedColormap.from_list("mixed", ["white", "red"])
print(mixed(0.5), mixed.N, mixed.name)
mixed = colors.LinearSegmentedColormap.from_list("mixed", [(0, "white"), (0.3, "blue"), (1, "red")], N=10)
print([colors.to_hex(mixed(i)) for i in range(10)], colors.to_hex(mixed.reversed()(0.05)))
parts = colors.BoundaryNorm([0, 1, 2, 3], 3)
print(parts(1.5), parts([0, 1, 2.5]))
try:
    plt.get_cmap("foo")
except ValueError as e:
    print(str(e)[:60])
print(plt.rcParams["figure.figsize"], plt.rcParams["font.size"], plt.rcParams["axes.prop_cycle"])
plt.rcParams.update({"font.size": 12, "figure.figsize": (8, 4)})
print(plt.rcParams["figure.figsize"], plt.figure())
plt.rc("lines", lw=3)
print(plt.plot([1, 2])[0].get_linewidth(), plt.title("t").get_fontsize(), plt.xlabel("x", fontsize="small").get_fontsize())
matplotlib.rcdefaults()
with plt.style.context("ggplot"):
    print(plt.rcParams["axes.grid"], plt.plot([1, 2])[0].get_color())
print(plt.rcParams["axes.grid"])
try:
    plt.style.use("nope")
except OSError as e:
    print(e)
print(colors.rgb_to_hsv([1, 0.5, 0]), colors.hsv_to_rgb([0.3, 1, 1]))
for given in ("r--o", "k^", "C3:", "green", "-.", "x"):
    (line,) = plt.plot([1, 2], given)
    print(line.get_color(), line.get_linestyle(), line.get_marker())
print([line.get_color() for line in plt.plot([[1, 2], [3, 4]])], plt.bar([1], [2])[0].get_facecolor())
