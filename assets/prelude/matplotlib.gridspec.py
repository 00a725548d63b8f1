# Divides figures into grids: which cells of a figure axes take.


class GridSpec:
    """Rows and columns over a figure, or over cells of another grid."""

    def __init__(self, nrows, ncols, figure=None, left=None, bottom=None, right=None, top=None, wspace=None, hspace=None,
                 width_ratios=None, height_ratios=None, subplot_spec=None):
        if int(nrows) != nrows or nrows <= 0:
            raise ValueError(f"Number of rows must be a positive integer, not {nrows!r}")
        if int(ncols) != ncols or ncols <= 0:
            raise ValueError(f"Number of columns must be a positive integer, not {ncols!r}")
        self.nrows, self.ncols, self.figure, self._parent = int(nrows), int(ncols), figure, subplot_spec
        self.width_ratios, self.height_ratios = width_ratios, height_ratios
        self._given = {"left": left, "bottom": bottom, "right": right, "top": top, "wspace": wspace, "hspace": hspace}
        for given, count, word, axis in ((width_ratios, ncols, "width", "columns"), (height_ratios, nrows, "height", "rows")):
            if given is not None and len(given) != count:
                raise ValueError(f"Expected the given number of {word} ratios to match the number of {axis} of the grid")

    def update(self, **given):
        """Other sides or gaps."""
        self._given.update(given)

    def tight_layout(self, figure, **given):
        """The picture engine finds room."""

    def __getitem__(self, key):
        if isinstance(key, tuple):
            row, column = key
        elif self.nrows > 1 and self.ncols > 1 or isinstance(key, slice):
            if isinstance(key, slice):
                places = list(range(self.nrows * self.ncols))[key]
                first, last = places[0], places[-1]
            else:
                first = last = self._place(key, self.nrows * self.ncols)
            return SubplotSpec(self, first // self.ncols, last // self.ncols + 1, first % self.ncols, last % self.ncols + 1)
        else:
            row, column = (key, 0) if self.ncols == 1 else (0, key)
        row0, row1 = self._cells(row, self.nrows)
        column0, column1 = self._cells(column, self.ncols)
        return SubplotSpec(self, row0, row1, column0, column1)

    def _cells(self, key, count):
        if isinstance(key, slice):
            places = list(range(count))[key]
            if not places:
                raise IndexError("GridSpec slice would result in no space allocated for subplot")
            return places[0], places[-1] + 1
        place = self._place(key, count)
        return place, place + 1

    def _place(self, key, count):
        place = key + count if key < 0 else key
        if not 0 <= place < count:
            raise IndexError(f"index {key} is out of bounds for axis 0 with size {count}")
        return place

    def lines(self, figure):
        """Left and right of each column, top and bottom of each row."""
        given = {name: value if value is not None else figure._margins[name] for name, value in self._given.items()}
        if self._parent is not None:
            x, y, w, h = self._parent.box(figure)
        else:
            x, y = given["left"], given["bottom"]
            w, h = given["right"] - x, given["top"] - y
        made = []
        for count, size, gap, ratios in ((self.ncols, w, given["wspace"], self.width_ratios), (self.nrows, h, given["hspace"], self.height_ratios)):
            cell = size / (count + gap * (count - 1))
            ratios = [1.0] * count if ratios is None else [float(v) for v in ratios]
            sizes, at, lines = [v * cell * count / sum(ratios) for v in ratios], 0.0, []
            for one in sizes:
                lines.append((at, at + one))
                at += one + gap * cell
            made.append(lines)
        return [(x + a, x + b) for a, b in made[0]], [(y + h - a, y + h - b) for a, b in made[1]]

    def subplots(self, *, sharex=False, sharey=False, squeeze=True, subplot_kw=None):
        """Axes in all cells."""
        return self.figure._grid_of_axes(self, sharex, sharey, squeeze, subplot_kw or {})


class GridSpecFromSubplotSpec(GridSpec):
    """A grid over cells of another one."""

    def __init__(self, nrows, ncols, subplot_spec, wspace=None, hspace=None, height_ratios=None, width_ratios=None):
        super().__init__(nrows, ncols, subplot_spec.gridspec.figure, wspace=wspace, hspace=hspace, width_ratios=width_ratios,
                         height_ratios=height_ratios, subplot_spec=subplot_spec)


class SubplotSpec:
    """Cells of a grid."""

    def __init__(self, gridspec, row0, row1, column0, column1):
        self.gridspec, self._rows, self._columns = gridspec, (row0, row1), (column0, column1)
        self.rowspan, self.colspan = range(row0, row1), range(column0, column1)

    def place(self):
        """For a record."""
        return (self.gridspec.nrows, self.gridspec.ncols, *self._rows, *self._columns)

    def flat(self):
        """Whether the grid is over the whole figure."""
        return self.gridspec._parent is None and all([self.gridspec._given[side] is None for side in ("left", "right", "top", "bottom")])

    def box(self, figure):
        """Left, bottom, width and height."""
        columns, rows = self.gridspec.lines(figure)
        left, right = columns[self._columns[0]][0], columns[self._columns[1] - 1][1]
        top, bottom = rows[self._rows[0]][0], rows[self._rows[1] - 1][1]
        return left, bottom, right - left, top - bottom

    def subgridspec(self, nrows, ncols, **given):
        """A grid over these cells."""
        return GridSpecFromSubplotSpec(nrows, ncols, self, **given)
