# Makes legends: texts beside samples of what they tell of.

from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.cbook import number
from matplotlib.collections import Collection
from matplotlib.colors import ink
from matplotlib.container import ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.text import Text

PLACES = ["best", "upper right", "upper left", "lower left", "lower right", "right", "center left", "center right",
          "lower center", "upper center", "center"]


def labelled(all_axes):
    """(handle, text) of what has a label."""
    found = []
    for axes in all_axes:
        for handle in [one for one in axes._children if isinstance(one, (Line2D, Patch, Collection))] + axes.containers:
            text = handle.get_label()
            if text and not text.startswith("_"):
                found.append((handle, text))
    return found


def asked(args, handles, labels):
    """Handles and texts, which may be given by place: legend(texts), legend(handles, texts)."""
    return args if len(args) == 2 else (handles, *args) if args else (handles, labels)


class Legend(Artist):
    """Of one axes, or of a figure."""

    zorder = 5

    def __init__(self, parent, handles, labels, *, loc=None, ncol=1, ncols=1, fontsize=None, title=None,
                 title_fontsize=None, bbox_to_anchor=None, frameon=None, prop=None, facecolor=None, edgecolor=None,
                 framealpha=None, labelcolor=None, **style):
        super().__init__()
        loc = rcParams["legend.loc"] if loc is None else loc
        loc = PLACES[loc] if isinstance(loc, int) else loc
        if isinstance(loc, str) and loc not in PLACES:
            raise ValueError(f"{loc!r} is not a valid value for loc; supported values are "
                             + ", ".join([repr(place) for place in PLACES]))
        size = fontsize or (prop or {}).get("size") or rcParams["legend.fontsize"]
        self._parent, self._loc, self._columns, self._anchor = parent, loc, ncol if ncol != 1 else ncols, bbox_to_anchor
        self.legendHandles = self.legend_handles = list(handles)
        self.texts = [Text(0, 0, text, fontsize=size) for text in labels]
        self._title = Text(0, 0, title or "", fontsize=title_fontsize or size)
        face = rcParams["legend.facecolor"] if facecolor is None else facecolor
        self._frame = Rectangle((0, 0), 1, 1, facecolor=rcParams["axes.facecolor"] if face == "inherit" else face,
                                edgecolor=rcParams["legend.edgecolor"] if edgecolor is None else edgecolor,
                                alpha=rcParams["legend.framealpha"] if framealpha is None else framealpha,
                                visible=rcParams["legend.frameon"] if frameon is None else bool(frameon))
        if isinstance(labelcolor, str) and labelcolor not in ("linecolor", "markerfacecolor", "mfc", "markeredgecolor", "mec"):
            for text in self.texts:
                text.set_color(labelcolor)
        self._kept.update(texts=self.texts, title=self._title, frame=self._frame)

    def set_title(self, title, prop=None):
        """Another text above."""
        self._title.set_text(title)

    def record(self, places, marks):
        """Its entries: a text and the index of a mark. A sample that is in no axes becomes a mark without places."""
        entries = []
        for handle, text in zip(self.legendHandles, self.texts):
            parts = [one for one in handle.get_children()] if isinstance(handle, tuple) else [handle]
            found = [places[id(one)] for one in parts if id(one) in places]
            own = [] if found else [mark for one in parts for mark in one.marks()]
            if own:
                marks.append({name: [] if name in ("x", "y", "w", "h") else value
                              for name, value in own[0].items()})
                found = [len(marks) - 1]
            bars = [-1, -1]
            if isinstance(handle, ErrorbarContainer):
                line, _, errors = handle.lines
                sides = [1] * handle.has_xerr + [0] * handle.has_yerr
                for side, one in zip(sides, errors):
                    bars[side] = places.get(id(one), -1)
                found = found and [places.get(id(line), -1)]
            if found:
                entries.append({"text": text.get_text(), "mark": found[0], "bars": bars})
        if not entries:
            return None
        loc, anchor, of_all = self._loc, self._anchor, not hasattr(self._parent, "_spans")
        if not isinstance(loc, str):
            loc, anchor = "lower left", loc
        anchor = tuple([number(v) for v in anchor]) if anchor is not None else None
        if anchor is not None and len(anchor) == 4:
            (x, y), (w, h) = anchor[:2], anchor[2:]
            anchor = (x + (w if "right" in loc else 0 if "left" in loc else w / 2),
                      y + (h if "upper" in loc else 0 if "lower" in loc else h / 2))
        frame = self._frame.style() if self._frame.get_visible() else {"face": None, "edge": None, "alpha": 1.0}
        return {"loc": loc, "title": self._title.get_text() or None, "entries": entries, "columns": int(self._columns),
                "size": self.texts[0].get_fontsize(), "anchor": anchor, "of_all": of_all, "face": frame["face"],
                "edge": frame["edge"], "alpha": frame["alpha"], "color": ink(self.texts[0].get_color())[0]}
