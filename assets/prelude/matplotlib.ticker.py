# Tells where ticks are, and what they say.

import math

from matplotlib import lacking, rcParams
from matplotlib.cbook import flat, nonsingular, plain
import numpy as np

_NICE = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]


class TickHelper:
    """It knows its axis: limits, room, least positive value."""

    axis = None

    def set_axis(self, axis):
        """The axis that asks."""
        self.axis = axis


# --- where ---


class Locator(TickHelper):
    """tick_values(low, high) gives places, some beyond the limits."""

    def __call__(self):
        return self.tick_values(*self.axis.get_view_interval())

    def nonsingular(self, v0, v1):
        """Limits apart."""
        return nonsingular(v0, v1, 0.05, 1e-15)

    def view_limits(self, vmin, vmax):
        """Limits that autoscaling chooses."""
        return nonsingular(vmin, vmax, 0.001, 1e-15)

    def set_params(self, **params):
        """No other setting."""


class NullLocator(Locator):
    """No ticks."""

    def __call__(self):
        return []


class FixedLocator(Locator):
    """The given places."""

    def __init__(self, locs, nbins=None):
        self.locs, self.nbins = np.asarray(plain(locs)), nbins

    def tick_values(self, vmin, vmax):
        """All, or every so manieth, the one nearest to nought among them."""
        if self.nbins is None:
            return self.locs
        step = max(math.ceil(len(self.locs) / self.nbins), 1)
        start = min(range(step), key=lambda k: np.abs(self.locs[k::step]).min())
        return self.locs[start::step]


class LinearLocator(Locator):
    """So many, evenly spread over the limits."""

    def __init__(self, numticks=None, presets=None):
        self.numticks = 11 if numticks is None else numticks

    def tick_values(self, vmin, vmax):
        """From one limit to the other."""
        return np.linspace(vmin, vmax, self.numticks)


def _closeto(step, offset, ms, edge):
    tolerance = 1e-10
    if offset > 0:
        tolerance = min(0.4999, max(1e-10, 10 ** (math.log10(offset / step) - 12)))
    return abs(ms - edge) < tolerance


def _below(x, step, offset):
    d, m = divmod(x, step)
    return d + 1 if _closeto(step, offset, m / step, 1) else d


def _above(x, step, offset):
    d, m = divmod(x, step)
    return d if _closeto(step, offset, m / step, 0) else d + 1


class MultipleLocator(Locator):
    """At multiples of a number."""

    def __init__(self, base=1.0):
        self._step = base

    def set_params(self, base=None):
        """Another number."""
        self._step = self._step if base is None else base

    def tick_values(self, vmin, vmax):
        """One beyond each limit."""
        vmin, vmax = min(vmin, vmax), max(vmin, vmax)
        step = self._step
        vmin = _above(vmin, step, 0) * step
        count = int((vmax - vmin + 0.001 * step) // step)
        return np.array([vmin - step + k * step for k in range(count + 3)])


class MaxNLocator(Locator):
    """At most so many intervals, of nice lengths."""

    def __init__(self, nbins=None, **params):
        self._nbins, self._integer, self._symmetric, self._prune, self._min = 10, False, False, None, 2
        self._steps = _NICE
        self.set_params(**{"nbins": 10 if nbins is None else nbins, **params})

    def set_params(self, nbins=None, steps=None, integer=None, symmetric=None, prune=None, min_n_ticks=None):
        """Other settings."""
        if nbins is not None:
            self._nbins = nbins if nbins == "auto" else int(nbins)
        if steps is not None:
            steps = plain(steps)
            if min([b - a for a, b in zip(steps[:-1], steps[1:])] + [1]) <= 0 or steps[-1] > 10 or steps[0] < 1:
                raise ValueError("steps argument must be an increasing sequence of numbers between 1 and 10 inclusive")
            self._steps = ([] if steps[0] == 1 else [1]) + steps + ([] if steps[-1] == 10 else [10])
        self._integer = self._integer if integer is None else integer
        self._symmetric = self._symmetric if symmetric is None else symmetric
        self._prune = self._prune if prune is None else prune
        self._min = self._min if min_n_ticks is None else max(1, min_n_ticks)

    def _count(self):
        if self._nbins != "auto":
            return self._nbins
        return 9 if self.axis is None else min(max(self.axis.get_tick_space(), max(1, self._min - 1)), 9)

    def _raw(self, vmin, vmax):
        nbins = self._count()
        length, middle = abs(vmax - vmin), (vmax + vmin) / 2
        offset = 0 if abs(middle) / length < 100 else math.copysign(10 ** (math.log10(abs(middle)) // 1), middle)
        scale = 10 ** (math.log10(length / nbins) // 1)
        vmin, vmax = vmin - offset, vmax - offset
        steps = [step * scale for step in [0.1 * s for s in self._steps[:-1]] + self._steps + [10 * self._steps[1]]]
        if self._integer:
            steps = [step for step in steps if step < 1 or abs(step - round(step)) < 0.001]
        least = (vmax - vmin) / nbins
        places = [k for k, step in enumerate(steps) if step >= least]
        for k in range(places[0], -1, -1):
            step = steps[k]
            if self._integer and math.floor(vmax) - math.ceil(vmin) >= self._min - 1:
                step = max(1, step)
            base = vmin // step * step
            low, high = _below(vmin - base, step, abs(offset)), _above(vmax - base, step, abs(offset))
            ticks = [(low + i) * step + base for i in range(int(high - low) + 1)]
            if sum([vmin <= tick <= vmax for tick in ticks]) >= self._min:
                break
        return [tick + offset for tick in ticks]

    def tick_values(self, vmin, vmax):
        """One beyond each limit."""
        if self._symmetric:
            vmax = max(abs(vmin), abs(vmax))
            vmin = -vmax
        ticks = self._raw(*nonsingular(vmin, vmax, 1e-13, 1e-14))
        return np.array(ticks[self._prune in ("lower", "both"):len(ticks) - (self._prune in ("upper", "both"))])

    def view_limits(self, dmin, dmax):
        """The limits, apart."""
        if self._symmetric:
            dmax = max(abs(dmin), abs(dmax))
            dmin = -dmax
        return nonsingular(dmin, dmax, 1e-12, 1e-13)


class AutoLocator(MaxNLocator):
    """At most nine intervals, as many as the axis has room for."""

    def __init__(self):
        super().__init__(nbins="auto", steps=[1, 2, 2.5, 5, 10])


class LogLocator(Locator):
    """At powers of a base, or at multiples of them."""

    def __init__(self, base=10.0, subs=(1.0,), numdecs=4, numticks=None):
        self._base, self._subs, self.numticks = float(base), subs, numticks

    def tick_values(self, vmin, vmax):
        """Some beyond each limit."""
        count = self.numticks or (9 if self.axis is None else min(max(self.axis.get_tick_space(), 2), 9))
        b = self._base
        if vmin <= 0:
            vmin = self.axis.get_minpos() if self.axis is not None else vmin
            if vmin <= 0 or not math.isfinite(vmin):
                raise ValueError("Data has no positive values, and therefore can not be log-scaled.")
        vmin, vmax = min(vmin, vmax), max(vmin, vmax)
        low, high = math.log(vmin) / math.log(b), math.log(vmax) / math.log(b)
        decades = math.floor(high) - math.ceil(low)
        stride = (decades + 1) // count + 1
        stride = max(1, decades - 1) if stride >= decades else stride
        subs = [1.0] if self._subs is None or isinstance(self._subs, str) else flat(self._subs)
        powers = [b ** k for k in range(math.floor(low) - stride, math.ceil(high) + 2 * stride, stride)]
        if subs == [1.0]:
            return np.array(powers)
        ticks = [sub * power for power in powers for sub in subs] if stride == 1 else []
        if len(subs) > 1 and stride == 1 and sum([vmin <= tick <= vmax for tick in ticks]) <= 1:
            return AutoLocator().tick_values(vmin, vmax)
        return np.array(ticks)

    def nonsingular(self, vmin, vmax):
        """Positive limits, apart."""
        vmin, vmax = min(vmin, vmax), max(vmin, vmax)
        if not math.isfinite(vmin) or not math.isfinite(vmax) or vmax <= 0:
            return 1, 10
        least = self.axis.get_minpos()
        vmin = vmin if vmin > 0 else least if math.isfinite(least) else 1e-300
        if vmin == vmax:
            exponent = math.log(vmin) / math.log(self._base)
            down, up = self._base ** math.floor(exponent), self._base ** math.ceil(exponent)
            return (down / self._base if down == vmin else down), (up * self._base if up == vmax else up)
        return vmin, vmax

    def view_limits(self, vmin, vmax):
        """The limits."""
        return self.nonsingular(vmin, vmax)


class AutoMinorLocator(Locator):
    """Parts of the larger intervals; minor ticks are not drawn."""

    def __init__(self, n=None):
        self.ndivs = n

    def __call__(self):
        return np.array([])


# --- what ---


def _minus(text):
    return text.replace("-", "\u2212") if rcParams["axes.unicode_minus"] else text


class Formatter(TickHelper):
    """formatter(value, position) gives a text."""

    locs = []

    def set_locs(self, locs):
        """All ticks, before the texts are asked for."""
        self.locs = locs

    def format_ticks(self, values):
        """All texts."""
        self.set_locs(values)
        return [self(value, k) for k, value in enumerate(values)]

    def get_offset(self):
        """What stands at the end of the axis."""
        return ""


class NullFormatter(Formatter):
    """No texts."""

    def __call__(self, x, pos=None):
        return ""


class FixedFormatter(Formatter):
    """The given texts, in their order."""

    def __init__(self, seq):
        self.seq = seq

    def __call__(self, x, pos=None):
        return "" if pos is None or pos >= len(self.seq) else self.seq[pos]


class FuncFormatter(Formatter):
    """A function of the value and the position."""

    def __init__(self, func):
        self.func = func

    def __call__(self, x, pos=None):
        return self.func(x, pos)


class FormatStrFormatter(Formatter):
    """"%.2f" and its like."""

    def __init__(self, fmt):
        self.fmt = fmt

    def __call__(self, x, pos=None):
        return self.fmt % x


class StrMethodFormatter(Formatter):
    """"{x:.2f}" and its like."""

    def __init__(self, fmt):
        self.fmt = fmt

    def __call__(self, x, pos=None):
        return self.fmt.format(x=x, pos=pos)


class ScalarFormatter(Formatter):
    """As many digits as the ticks need, and what they share at the end of the axis."""

    def __init__(self, useOffset=None, **given):
        self.offset, self.orderOfMagnitude, self.format, self.locs = 0, 0, "", []
        self._useOffset = rcParams["axes.formatter.useoffset"] if useOffset is None else useOffset
        self._limits = rcParams["axes.formatter.limits"]

    def __call__(self, x, pos=None):
        if len(self.locs) == 0:
            return ""
        part = (x - self.offset) / 10.0 ** self.orderOfMagnitude
        return _minus(self.format % (0 if abs(part) < 1e-8 else part))

    def set_locs(self, locs):
        """Find offset, power of ten and digits."""
        self.locs = locs = flat(locs)
        if not locs:
            return
        low, high = sorted(self.axis.get_view_interval())
        seen = [v for v in locs if low <= v <= high]
        if self._useOffset:
            self.offset = self._shared(seen)
        self.orderOfMagnitude = self._power(seen, low, high)
        self._digits(locs, low, high)

    def _shared(self, seen):
        if not seen or min(seen) == max(seen) or min(seen) <= 0 <= max(seen):
            return 0
        least, most = sorted([abs(min(seen)), abs(max(seen))])
        power = start = math.ceil(math.log10(most))
        while least // 10.0 ** power == most // 10.0 ** power:
            power -= 1
        power += 1
        if (most - least) / 10.0 ** power <= 1e-2:
            power = start
            while not most // 10.0 ** power - least // 10.0 ** power > 1:
                power -= 1
            power += 1
        shared = most // 10.0 ** power
        if shared < 10 ** (rcParams["axes.formatter.offset_threshold"] - 1):
            return 0
        return math.copysign(1, min(seen)) * shared * 10.0 ** power

    def _power(self, seen, low, high):
        if self._limits[0] == self._limits[1] != 0:
            return self._limits[0]
        if not seen:
            return 0
        most = high - low if self.offset else max([abs(v) for v in seen])
        power = math.floor(math.log10(most)) if most else 0
        return power if power <= self._limits[0] or power >= self._limits[1] else 0

    def _digits(self, locs, low, high):
        shown = [(v - self.offset) / 10.0 ** self.orderOfMagnitude
                 for v in (locs if len(locs) > 1 else [*locs, low, high])]
        span = (max(shown) - min(shown)) or max([abs(v) for v in shown]) or 1
        shown = shown[:len(locs)]
        power = math.floor(math.log10(span))
        digits = max(0, 3 - power)
        while digits >= 0 and max([abs(v - round(v, digits)) for v in shown]) < 1e-3 * 10.0 ** power:
            digits -= 1
        self.format = "%1." + str(digits + 1) + "f"

    def format_data(self, value):
        """A text for one value."""
        power = math.floor(math.log10(abs(value)))
        part = round(value / 10 ** power, 10)
        text = _minus(("%d" if part % 1 == 0 else "%1.10g") % part)
        if power == 0:
            return text
        return f"{text}e{_minus(str(power))}"

    def get_offset(self):
        """What stands at the end of the axis."""
        if not self.locs or not (self.orderOfMagnitude or self.offset):
            return ""
        offset = "" if not self.offset else ("+" if self.offset > 0 else "") + self.format_data(self.offset)
        power = "" if not self.orderOfMagnitude else "1e%d" % self.orderOfMagnitude
        return _minus(power + offset)


for _name in ("set_useOffset", "set_scientific", "set_powerlimits", "set_useMathText", "set_useLocale"):
    setattr(ScalarFormatter, _name, lambda self, *given, name=_name: lacking(f"ScalarFormatter.{name}"))


class LogFormatterSciNotation(Formatter):
    """Powers of the base as formulas."""

    def __init__(self, base=10.0, labelOnlyBase=False, minor_thresholds=None, linthresh=None):
        self._base, self._only, self._parts, self._linear = float(base), labelOnlyBase, None, linthresh

    def set_locs(self, locs):
        """Find which multiples get a text."""
        low, high = sorted(self.axis.get_view_interval())
        if self._linear is not None or low <= 0:
            self._parts = [1]
            return
        decades = abs(math.log(high) - math.log(low)) / math.log(self._base)
        whole = range(1, int(self._base) + 1)
        count = int(self._base) // 2
        self._parts = [1] if decades > 1 else [*whole] if decades <= 0.4 \
            else [round(self._base ** (k / count)) for k in range(count + 1)]

    def __call__(self, x, pos=None):
        if x == 0:
            return r"$\mathdefault{0}$"
        sign, x = "-" if x < 0 else "", abs(x)
        power = math.log(x) / math.log(self._base)
        whole = math.isclose(power, round(power))
        power = round(power) if whole else power
        part = self._base ** (power - math.floor(power))
        if not whole and self._only or self._parts is not None and round(part) not in self._parts:
            return ""
        base = "%d" % self._base if self._base % 1 == 0 else str(self._base)
        if abs(power) < rcParams["axes.formatter.min_exponent"]:
            return r"$\mathdefault{%s%g}$" % (sign, x)
        if whole:
            return r"$\mathdefault{%s%s^{%d}}$" % (sign, base, power)
        part = round(part) if math.isclose(part, round(part)) else part
        return r"$\mathdefault{%s%g\times%s^{%d}}$" % (sign, part, base, math.floor(power))


class EngFormatter(Formatter):
    """1 k, 2 M, 3 m ..."""

    _letters = {-12: "p", -9: "n", -6: "\u00b5", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T"}

    def __init__(self, unit="", places=None, sep=" ", **given):
        self.unit, self.places, self.sep = unit, places, sep

    def __call__(self, x, pos=None):
        text = self.format_eng(x) + self.unit
        return _minus(text[:-len(self.sep)] if self.sep and text.endswith(self.sep) else text)

    def format_eng(self, num):
        """With a letter for the power of ten."""
        power = min(max(math.floor(math.log10(abs(num)) / 3) * 3, -12), 12) if num else 0
        part = num / 10.0 ** power
        shown = f"{part:g}" if self.places is None else f"{part:.{self.places}f}"
        if abs(float(shown)) >= 1000 and power < 12:
            power += 3
            shown = f"{part / 1000:g}" if self.places is None else f"{part / 1000:.{self.places}f}"
        return shown + self.sep + self._letters[power]


class PercentFormatter(Formatter):
    """Parts of xmax in percent."""

    def __init__(self, xmax=100, decimals=None, symbol="%", is_latex=False):
        self.xmax, self.decimals, self.symbol = xmax + 0.0, decimals, symbol or ""

    def __call__(self, x, pos=None):
        digits = self.decimals
        if digits is None:
            low, high = self.axis.get_view_interval()
            span = 100.0 * abs(high - low) / self.xmax
            digits = min(max(math.ceil(2.0 - math.log10(2.0 * span)), 0), 5) if span > 0 else 0
        return _minus(f"{100.0 * x / self.xmax:0.{int(digits)}f}{self.symbol}")
