# Holds what code sets before it plots. Artists, axes and figures only keep what they are told;
# matplotlib.figure makes a record of it, and the picture engine (_pictures) draws that.

from _pictures import lacking  # tells once that a name is not drawn
from cycler import cycler

__version__ = "3.6.3"
__version_info__ = (3, 6, 3)


class RcParams(dict):
    """Settings by name."""

    def __setitem__(self, key, value):
        if key == "figure.figsize":
            value = [float(v) for v in value]
        elif isinstance(value, int) and isinstance(self.get(key), float):
            value = float(value)
        dict.__setitem__(self, key, value)

    def update(self, *others, **named):
        """Take over settings."""
        for key, value in dict(*others, **named).items():
            self[key] = value

    def copy(self):
        """Another one with the same settings."""
        return RcParams(self)


_CYCLE = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f",
          "#bcbd22", "#17becf"]

rcParamsDefault = RcParams({
    "axes.axisbelow": "line", "axes.edgecolor": "black", "axes.facecolor": "white",
    "axes.formatter.limits": [-5, 6], "axes.formatter.min_exponent": 0,
    "axes.formatter.offset_threshold": 4, "axes.formatter.use_locale": False,
    "axes.formatter.use_mathtext": False, "axes.formatter.useoffset": True, "axes.grid": False,
    "axes.grid.axis": "both", "axes.grid.which": "major", "axes.labelcolor": "black",
    "axes.labelpad": 4.0, "axes.labelsize": "medium", "axes.labelweight": "normal",
    "axes.linewidth": 0.8, "axes.prop_cycle": cycler("color", _CYCLE), "axes.spines.bottom": True,
    "axes.spines.left": True, "axes.spines.right": True, "axes.spines.top": True,
    "axes.titlecolor": "auto", "axes.titlelocation": "center", "axes.titlepad": 6.0,
    "axes.titlesize": "large", "axes.titleweight": "normal", "axes.unicode_minus": True,
    "axes.xmargin": 0.05, "axes.ymargin": 0.05, "errorbar.capsize": 0.0, "figure.autolayout": False,
    "figure.constrained_layout.use": False, "figure.dpi": 100.0, "figure.edgecolor": "white",
    "figure.facecolor": "white", "figure.figsize": [6.4, 4.8], "figure.max_open_warning": 20,
    "figure.subplot.bottom": 0.11, "figure.subplot.hspace": 0.2, "figure.subplot.left": 0.125,
    "figure.subplot.right": 0.9, "figure.subplot.top": 0.88, "figure.subplot.wspace": 0.2,
    "figure.titlesize": "large", "figure.titleweight": "normal", "font.family": ["sans-serif"],
    "font.monospace": ["DejaVu Sans Mono", "monospace"], "font.sans-serif": ["DejaVu Sans", "sans-serif"],
    "font.serif": ["DejaVu Serif", "serif"], "font.size": 10.0, "font.style": "normal",
    "font.weight": "normal", "grid.alpha": 1.0, "grid.color": "#b0b0b0", "grid.linestyle": "-",
    "grid.linewidth": 0.8, "hatch.color": "black", "hist.bins": 10, "image.aspect": "equal",
    "image.cmap": "viridis", "image.interpolation": "antialiased", "image.lut": 256,
    "image.origin": "upper", "interactive": False, "legend.edgecolor": "0.8",
    "legend.facecolor": "inherit", "legend.fancybox": True, "legend.fontsize": "medium",
    "legend.framealpha": 0.8, "legend.frameon": True, "legend.loc": "best", "legend.shadow": False,
    "legend.title_fontsize": None, "lines.color": "C0", "lines.linestyle": "-", "lines.linewidth": 1.5,
    "lines.marker": "None", "lines.markeredgewidth": 1.0, "lines.markersize": 6.0,
    "mathtext.default": "it", "mathtext.fontset": "dejavusans", "patch.edgecolor": "black",
    "patch.facecolor": "C0", "patch.force_edgecolor": False, "patch.linewidth": 1.0,
    "pdf.fonttype": 3, "ps.fonttype": 3, "savefig.bbox": None, "savefig.dpi": "figure",
    "savefig.facecolor": "auto", "savefig.format": "png", "savefig.pad_inches": 0.1,
    "savefig.transparent": False, "scatter.edgecolors": "face", "scatter.marker": "o",
    "svg.fonttype": "path", "text.color": "black", "text.usetex": False, "xtick.bottom": True,
    "xtick.color": "black", "xtick.direction": "out", "xtick.labelbottom": True,
    "xtick.labelsize": "medium", "xtick.labeltop": False, "xtick.major.pad": 3.5,
    "xtick.major.size": 3.5, "xtick.major.width": 0.8, "xtick.minor.visible": False, "xtick.top": False,
    "ytick.color": "black", "ytick.direction": "out", "ytick.labelleft": True,
    "ytick.labelright": False, "ytick.labelsize": "medium", "ytick.left": True, "ytick.major.pad": 3.5,
    "ytick.major.size": 3.5, "ytick.major.width": 0.8, "ytick.minor.visible": False,
    "ytick.right": False, "animation.html": "none", "animation.embed_limit": 20.0,
})
rcParams = rcParamsDefault.copy()
_backend = ["agg"]


def use(backend, *, force=True):
    """There is one backend: the picture engine."""
    _backend[0] = backend


def get_backend():
    """The name that was given to use()."""
    return _backend[0]


def rc(group, **settings):
    """Settings of a group, or of several."""
    from matplotlib.artist import SHORT
    for one in (group,) if isinstance(group, str) else group:
        for name, value in settings.items():
            name = SHORT.get(name, name) if one != "font" else name
            rcParams[f"{one}.{name}"] = value


def rcdefaults():
    """All settings as they were."""
    rcParams.clear()
    rcParams.update(rcParamsDefault)


rc_file_defaults = rcdefaults


class rc_context:
    """with plt.rc_context({...}): settings for a while."""

    def __init__(self, rc=None, fname=None):
        self._before = dict(rcParams)
        rcParams.update(rc or {})

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        rcParams.clear()
        rcParams.update(self._before)
        return False


def interactive(b):
    """Figures are shown by show()."""


def set_loglevel(level):
    """Nothing is logged."""


class Anything:
    """What is not drawn: it takes all that it is told."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __setattr__(self, name, value):
        pass

    def __call__(self, *given, **named):
        return self

    def __getitem__(self, place):
        return self

    def __setitem__(self, place, value):
        pass

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


def stand_in(path):
    """One that is not drawn, named as matplotlib's own: "matplotlib.table.Table"."""
    module, name = path.rsplit(".", 1)
    return type(name, (Anything,), {"__module__": module})()


def __getattr__(name):
    if name == "colormaps":
        from matplotlib.cm import colormaps
        return colormaps
    raise AttributeError(f"module 'matplotlib' has no attribute {name!r}")
