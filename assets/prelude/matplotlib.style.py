# Finds styles by name: the settings of matplotlib's own that change a picture here.

import matplotlib
from cycler import cycler
from matplotlib import rcParams, rcParamsDefault

_DEEP = "4C72B0 55A868 C44E52 8172B2 CCB974 64B5CD"
_SEABORN = {"axes.edgecolor": "white", "axes.facecolor": "#EAEAF2", "axes.grid": True, "axes.labelcolor": ".15",
            "axes.linewidth": 0, "figure.facecolor": "white", "grid.color": "white", "grid.linestyle": "-",
            "text.color": ".15", "xtick.color": ".15", "ytick.color": ".15", "xtick.major.size": 0, "ytick.major.size": 0,
            "legend.frameon": False}
_WHITE = {**_SEABORN, "axes.edgecolor": ".15", "axes.facecolor": "white", "axes.grid": False, "axes.linewidth": 1.25}


def _cycle(text):
    return {"axes.prop_cycle": cycler("color", [one if one[0].isalpha() and one.islower() and len(one) < 6 else "#" + one
                                                for one in text.split()])}


_STYLES = {
    "default": None, "classic": {}, "fast": {}, "_classic_test_patch": {},
    "ggplot": {**_cycle("E24A33 348ABD 988ED5 777777 FBC15E 8EBA42 FFB5B8"), "patch.linewidth": 0.5, "patch.facecolor": "#348ABD",
               "patch.edgecolor": "#EEEEEE", "font.size": 10.0, "axes.facecolor": "#E5E5E5", "axes.edgecolor": "white",
               "axes.linewidth": 1, "axes.grid": True, "axes.titlesize": "x-large", "axes.labelsize": "large",
               "axes.labelcolor": "#555555", "axes.axisbelow": True, "xtick.color": "#555555", "ytick.color": "#555555",
               "grid.color": "white", "grid.linestyle": "-", "figure.facecolor": "white"},
    "dark_background": {**_cycle("8dd3c7 feffb3 bfbbd9 fa8174 81b1d2 fdb462 b3de69 bc82bd ccebc4 ffed6f"), "lines.color": "white",
                        "patch.edgecolor": "white", "text.color": "white", "axes.facecolor": "black", "axes.edgecolor": "white",
                        "axes.labelcolor": "white", "xtick.color": "white", "ytick.color": "white", "grid.color": "white",
                        "figure.facecolor": "black", "figure.edgecolor": "black"},
    "fivethirtyeight": {**_cycle("008fd5 fc4f30 e5ae38 6d904f 8b8b8b 810f7c"), "lines.linewidth": 4, "axes.labelsize": "large",
                        "axes.axisbelow": True, "axes.facecolor": "#f0f0f0", "axes.edgecolor": "#f0f0f0", "axes.linewidth": 3.0,
                        "axes.titlesize": "x-large", "patch.edgecolor": "#f0f0f0", "patch.linewidth": 0.5, "grid.linestyle": "-",
                        "axes.grid": True, "grid.linewidth": 1.0, "grid.color": "#cbcbcb", "xtick.major.size": 0, "font.size": 14.0,
                        "ytick.major.size": 0, "figure.subplot.left": 0.08, "figure.subplot.right": 0.95,
                        "figure.subplot.bottom": 0.07, "figure.facecolor": "#f0f0f0"},
    "bmh": {**_cycle("348ABD A60628 7A68A6 467821 D55E00 CC79A7 56B4E9 009E73 F0E442 0072B2"), "lines.linewidth": 2.0,
            "patch.linewidth": 0.5, "patch.facecolor": "#348ABD", "patch.edgecolor": "#eeeeee", "axes.facecolor": "#eeeeee",
            "axes.edgecolor": "#bcbcbc", "axes.grid": True, "axes.titlesize": "x-large", "axes.labelsize": "large",
            "grid.color": "#b2b2b2", "grid.linestyle": "--", "grid.linewidth": 0.5},
    "grayscale": {"axes.prop_cycle": cycler("color", ["0.00", "0.40", "0.60", "0.70"]), "image.cmap": "gray",
                  "figure.facecolor": "0.75", "lines.color": "black"},
    "tableau-colorblind10": _cycle("006BA4 FF800E ABABAB 595959 5F9ED1 C85200 898989 A2C8EC FFBC79 CFCFCF"),
    "Solarize_Light2": {**_cycle("268BD2 2AA198 859900 B58900 CB4B16 DC322F D33682 6C71C4"), "lines.linewidth": 2.0,
                        "axes.facecolor": "#eee8d5", "axes.grid": True, "grid.color": "#fdf6e3", "figure.facecolor": "#FDF6E3"},
    "seaborn-v0_8": {**_SEABORN, **_cycle(_DEEP)},
    "seaborn-v0_8-darkgrid": _SEABORN,
    "seaborn-v0_8-dark": {**_SEABORN, "axes.grid": False},
    "seaborn-v0_8-white": _WHITE,
    "seaborn-v0_8-ticks": {**_WHITE, "xtick.major.size": 6, "ytick.major.size": 6},
    "seaborn-v0_8-whitegrid": {**_SEABORN, "axes.edgecolor": ".8", "axes.facecolor": "white", "axes.linewidth": 1, "grid.color": ".8"},
    "seaborn-v0_8-deep": _cycle(_DEEP),
    "seaborn-v0_8-muted": _cycle("4878CF 6ACC65 D65F5F B47CC7 C4AD66 77BEDB"),
    "seaborn-v0_8-pastel": _cycle("92C6FF 97F0AA FF9F9A D0BBFF FFFEA3 B0E0E6"),
    "seaborn-v0_8-bright": _cycle("003FFF 03ED3A E8000B 8A2BE2 FFC400 00D7FF"),
    "seaborn-v0_8-dark-palette": _cycle("001C7F 017517 8C0900 7600A1 B8860B 006374"),
    "seaborn-v0_8-colorblind": _cycle("0072B2 009E73 D55E00 CC79A7 F0E442 56B4E9"),
    "seaborn-v0_8-paper": {"figure.figsize": [6.4, 4.4], "axes.labelsize": 8.8, "axes.titlesize": 9.6, "legend.fontsize": 8,
                           "xtick.labelsize": 8, "ytick.labelsize": 8, "lines.linewidth": 1.4},
    "seaborn-v0_8-notebook": {"figure.figsize": [8.0, 5.5], "axes.labelsize": 11, "axes.titlesize": 12, "legend.fontsize": 10,
                              "xtick.labelsize": 10, "ytick.labelsize": 10, "lines.linewidth": 1.75},
    "seaborn-v0_8-talk": {"figure.figsize": [10.4, 7.15], "axes.labelsize": 14.3, "axes.titlesize": 15.6, "legend.fontsize": 13,
                          "xtick.labelsize": 13, "ytick.labelsize": 13, "lines.linewidth": 2.275},
    "seaborn-v0_8-poster": {"figure.figsize": [12.8, 8.8], "axes.labelsize": 17.6, "axes.titlesize": 19.2, "legend.fontsize": 16,
                            "xtick.labelsize": 16, "ytick.labelsize": 16, "lines.linewidth": 2.8},
}
available = sorted([name for name in _STYLES if name[0] != "_" and name != "default"])
library = _STYLES


def use(style):
    """A style by its name, settings, or several of them."""
    for one in style if isinstance(style, (list, tuple)) else [style]:
        if not isinstance(one, str):
            rcParams.update(one)
            continue
        name = one.replace("seaborn", "seaborn-v0_8") if one.startswith("seaborn") and "v0_8" not in one else one
        if name not in _STYLES:
            raise OSError(f"{one!r} not found in the style library and input is not a valid URL or path; see `style.available` "
                          "for list of available styles")
        if name == "default":
            rcParams.update(rcParamsDefault)
        else:
            rcParams.update(_STYLES[name])


class context(matplotlib.rc_context):
    """with plt.style.context("ggplot"): a style for a while."""

    def __init__(self, style, after_reset=False):
        super().__init__()
        use(style)
