# Computes with dates, times and differences between them. The clock is read by time.time(); time zones are
# fixed offsets: local time is UTC.
import time as _time
from functools import total_ordering

MINYEAR, MAXYEAR = 1, 9999
_MONTHS = ("January February March April May June July August September October November "
           "December").split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def _leap(year):
    """Whether the year has a 29th of February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _length(year, month):
    """How many days the month has."""
    return 28 + _leap(year) if month == 2 else 30 + (month + month // 8) % 2


def _days_before(year, month=1):
    """Days from 1 January of year 1 to the first of the month."""
    years = year - 1
    months = sum([_length(year, earlier) for earlier in range(1, month)])
    return years * 365 + years // 4 - years // 100 + years // 400 + months


def _of_ordinal(ordinal):
    """(year, month, day) of a day counted from 1 January of year 1, which is 1."""
    if not 1 <= ordinal <= 3652059:
        raise OverflowError("date value out of range")
    year = min((ordinal - 1) * 400 // 146097 + 1, MAXYEAR)
    while _days_before(year) >= ordinal:
        year -= 1
    while year < MAXYEAR and _days_before(year + 1) < ordinal:
        year += 1
    left, month = ordinal - _days_before(year), 1
    while left > _length(year, month):
        left -= _length(year, month)
        month += 1
    return year, month, left


def _two(number):
    """At least two digits."""
    return f"{number:02d}"


def _clock(hour, minute, second, microsecond, timespec="auto"):
    """HH:MM:SS, with .ffffff where there are any."""
    text = f"{hour:02d}:{minute:02d}:{second:02d}"
    if timespec == "hours":
        return text[:2]
    if timespec == "minutes":
        return text[:5]
    if timespec == "milliseconds":
        return f"{text}.{microsecond // 1000:03d}"
    if timespec == "microseconds" or timespec == "auto" and microsecond:
        return f"{text}.{microsecond:06d}"
    return text


def _check_date(year, month, day):
    """Refuses a day that there is not."""
    for value in (year, month, day):
        if not isinstance(value, int):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _length(year, month):
        raise ValueError("day is out of range for month")


def _check_time(hour, minute, second, microsecond):
    """Refuses a time that there is not."""
    for value, limit, what in ((hour, 23, "hour"), (minute, 59, "minute"), (second, 59, "second"),
                               (microsecond, 999999, "microsecond")):
        if not 0 <= value <= limit:
            raise ValueError(f"{what} must be in 0..{limit}")


def _nearest(number, by):
    """number / by, rounded to an int, ties to even."""
    down, left = divmod(number, by)
    return down + (left * 2 > by or left * 2 == by and down % 2 == 1) if by > 0 else _nearest(-number, -by)


@total_ordering
class timedelta:
    """A difference between two moments: days, seconds and microseconds."""

    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        days = days + weeks * 7
        seconds = seconds + minutes * 60 + hours * 3600
        whole = int(days // 1)
        seconds = seconds + (days - whole) * 86400
        second = int(seconds // 1)
        micro = round(microseconds + milliseconds * 1000 + (seconds - second) * 1000000)
        carry, self.microseconds = divmod(micro, 1000000)
        carry, self.seconds = divmod(second + carry, 86400)
        self.days = whole + carry
        if abs(self.days) > 999999999:
            raise OverflowError(f"days={self.days}; must have magnitude <= 999999999")

    def _all(self):
        """In microseconds."""
        return (self.days * 86400 + self.seconds) * 1000000 + self.microseconds

    def total_seconds(self):
        """As a float."""
        return self._all() / 1000000

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return timedelta(microseconds=self._all() + other._all())

    __radd__ = __add__

    def __sub__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return timedelta(microseconds=self._all() - other._all())

    def __mul__(self, times):
        if not isinstance(times, (int, float)):
            return NotImplemented
        return timedelta(microseconds=round(self._all() * times))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._all() / other._all()
        if isinstance(other, int):
            return timedelta(microseconds=_nearest(self._all(), other))
        return timedelta(microseconds=round(self._all() / other))

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._all() // other._all()
        return timedelta(microseconds=self._all() // other)

    def __mod__(self, other):
        return timedelta(microseconds=self._all() % other._all())

    def __divmod__(self, other):
        return self // other, self % other

    def __neg__(self):
        return timedelta(microseconds=-self._all())

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self.days < 0 else self

    def __bool__(self):
        return self._all() != 0

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._all() == other._all()

    def __lt__(self, other):
        return self._all() < other._all() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((self.days, self.seconds, self.microseconds))

    def __repr__(self):
        parts = [f"{name}={value}" for name, value in (
            ("days", self.days), ("seconds", self.seconds), ("microseconds", self.microseconds)) if value]
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, second = divmod(self.seconds, 60)
        hour, minute = divmod(minutes, 60)
        days = f"{self.days} day{'' if abs(self.days) == 1 else 's'}, " if self.days else ""
        micro = f".{self.microseconds:06d}" if self.microseconds else ""
        return f"{days}{hour}:{minute:02d}:{second:02d}{micro}"


timedelta.resolution = timedelta(microseconds=1)


def _strftime(format, d, t):
    """A date and a time by the letters of strftime."""
    day = d.toordinal() - _days_before(d.year)
    weekday = d.weekday()
    letters = {
        "Y": str(d.year), "m": _two(d.month), "d": _two(d.day), "y": _two(d.year % 100),
        "B": _MONTHS[d.month - 1], "b": _MONTHS[d.month - 1][:3], "h": _MONTHS[d.month - 1][:3],
        "A": _DAYS[weekday], "a": _DAYS[weekday][:3], "w": str((weekday + 1) % 7), "u": str(weekday + 1),
        "j": f"{day:03d}", "e": f"{d.day:2d}", "C": _two(d.year // 100), "n": "\n", "t": "\t", "%": "%",
        "H": _two(t.hour), "I": _two((t.hour + 11) % 12 + 1), "M": _two(t.minute), "S": _two(t.second),
        "p": "AM" if t.hour < 12 else "PM", "f": f"{t.microsecond:06d}",
        "U": _two((day + 6 - (weekday + 1) % 7) // 7), "W": _two((day + 6 - weekday) // 7),
        "G": str(d.isocalendar()[0]), "V": _two(d.isocalendar()[1]),
        "z": "", "Z": "",
    }
    short = {"c": "%a %b %e %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S", "D": "%m/%d/%y",
             "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "r": "%I:%M:%S %p"}
    made, at = [], 0
    while at < len(format):
        mark = format[at]
        if mark == "%" and at + 1 < len(format):
            at += 1
            letter = format[at]
            if letter == "-" and at + 1 < len(format):
                at += 1
                made.append(letters.get(format[at], "").lstrip("0 ") or "0")
            elif letter in short:
                made.append(_strftime(short[letter], d, t))
            else:
                made.append(letters.get(letter, "%" + letter))
        else:
            made.append(mark)
        at += 1
    return "".join(made)


@total_ordering
class date:
    """A day."""

    def __init__(self, year, month, day):
        _check_date(year, month, day)
        self.year, self.month, self.day = year, month, day

    @classmethod
    def today(cls):
        """The day of the clock."""
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, seconds):
        """The day so many seconds after 1 January 1970."""
        return cls.fromordinal(719163 + int(seconds // 86400))

    @classmethod
    def fromordinal(cls, ordinal):
        """The day by its number; 1 January of year 1 is 1."""
        return cls(*_of_ordinal(ordinal))

    @classmethod
    def fromisoformat(cls, text):
        """2024-02-29"""
        try:
            year, month, day = text.split("-")
            if len(year) != 4 or len(month) != 2 or len(day) != 2:
                raise ValueError
            return cls(int(year), int(month), int(day))
        except ValueError as error:
            if "must be" in str(error) or "out of range" in str(error):
                raise
            raise ValueError(f"Invalid isoformat string: {text!r}") from None

    def toordinal(self):
        """The number of the day."""
        return _days_before(self.year, self.month) + self.day

    def weekday(self):
        """0 for Monday."""
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        """1 for Monday."""
        return self.weekday() + 1

    def isocalendar(self):
        """(year, week, weekday)"""
        thursday = self.toordinal() - self.weekday() + 3
        year = _of_ordinal(thursday)[0]
        return year, (thursday - _days_before(year) - 1) // 7 + 1, self.isoweekday()

    def isoformat(self):
        """2024-02-29"""
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    def strftime(self, format):
        """By the letters of strftime."""
        return _strftime(format, self, time())

    def ctime(self):
        """Thu Feb 29 00:00:00 2024"""
        return self.strftime("%a %b %e %H:%M:%S %Y")

    def timetuple(self):
        """As time.gmtime gives it."""
        return _time.struct_time((self.year, self.month, self.day, 0, 0, 0, self.weekday(),
                                  self.toordinal() - _days_before(self.year), -1))

    def replace(self, year=None, month=None, day=None):
        """Another day with some parts changed."""
        return type(self)(self.year if year is None else year, self.month if month is None else month,
                          self.day if day is None else day)

    def _key(self):
        """For comparing."""
        return (self.year, self.month, self.day)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return type(self).fromordinal(self.toordinal() + other.days)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def __eq__(self, other):
        return type(self) is type(other) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key() if type(self) is type(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __format__(self, format):
        return self.strftime(format) if format else str(self)

    def __repr__(self):
        return f"datetime.date({self.year}, {self.month}, {self.day})"

    def __str__(self):
        return self.isoformat()


class time:
    """A time of day."""

    def __init__(self, hour=0, minute=0, second=0, microsecond=0):
        _check_time(hour, minute, second, microsecond)
        self.hour, self.minute, self.second, self.microsecond = hour, minute, second, microsecond

    def isoformat(self, timespec="auto"):
        """14:03:09"""
        return _clock(self.hour, self.minute, self.second, self.microsecond, timespec)

    def strftime(self, format):
        """By the letters of strftime."""
        return _strftime(format, date(1900, 1, 1), self)

    def replace(self, **changes):
        """Another time with some parts changed."""
        parts = {"hour": self.hour, "minute": self.minute, "second": self.second,
                 "microsecond": self.microsecond}
        return time(**{**parts, **changes})

    def _key(self):
        """For comparing."""
        return (self.hour, self.minute, self.second, self.microsecond)

    __eq__ = date.__eq__
    __lt__ = date.__lt__
    __le__ = date.__le__
    __gt__ = date.__gt__
    __ge__ = date.__ge__
    __hash__ = date.__hash__
    __format__ = date.__format__
    __str__ = isoformat

    def __repr__(self):
        parts = [self.hour, self.minute] + ([self.second] if self.second or self.microsecond else [])
        parts += [self.microsecond] if self.microsecond else []
        return f"datetime.time({', '.join(map(str, parts))})"


class tzinfo:
    """What a time zone is."""


class timezone(tzinfo):
    """A time zone so far from UTC."""

    def __init__(self, offset, name=None):
        self._offset, self._name = offset, name

    def utcoffset(self, dt):
        """How far it is from UTC."""
        return self._offset

    def tzname(self, dt):
        """UTC+01:00, or the name it was given."""
        return self._name or "UTC" + (_from_utc(self._offset) if self._offset else "")

    def dst(self, dt):
        """Summer time: none."""
        return None

    def __eq__(self, other):
        return isinstance(other, timezone) and self._offset == other._offset

    def __hash__(self):
        return hash(self._offset)

    def __str__(self):
        return self.tzname(None)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        return f"datetime.timezone({self._offset!r}{', ' + repr(self._name) if self._name else ''})"


def _from_utc(offset, colon=":"):
    """+01:00"""
    seconds = round(offset.total_seconds())
    hours, minutes = divmod(abs(seconds) // 60, 60)
    return f"{'-' if seconds < 0 else '+'}{hours:02d}{colon}{minutes:02d}"


timezone.utc = UTC = timezone(timedelta(0))


class datetime(date):
    """A day and a time of day, and maybe a time zone."""

    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        super().__init__(year, month, day)
        _check_time(hour, minute, second, microsecond)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo = hour, minute, second, microsecond, tzinfo

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """So many seconds after 1 January 1970."""
        moment = cls(1970, 1, 1) + timedelta(seconds=timestamp)
        return moment if tz is None else moment.replace(tzinfo=UTC).astimezone(tz)

    @classmethod
    def now(cls, tz=None):
        """The moment of the clock."""
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcfromtimestamp(cls, timestamp):
        """The same without a zone."""
        return cls.fromtimestamp(timestamp)

    @classmethod
    def today(cls):
        """The moment of the clock, without a zone."""
        return cls.now()

    utcnow = today

    def utcoffset(self):
        """How far its zone is from UTC; None without one."""
        return None if self.tzinfo is None else self.tzinfo.utcoffset(self)

    def tzname(self):
        """The name of its zone; None without one."""
        return None if self.tzinfo is None else self.tzinfo.tzname(self)

    def astimezone(self, tz=None):
        """The same moment in another zone; without one it is taken for UTC."""
        tz = UTC if tz is None else tz
        moved = self - (self.utcoffset() or timedelta(0)) + tz.utcoffset(self)
        return moved.replace(tzinfo=tz)

    @classmethod
    def combine(cls, day, clock):
        """A day and a time of day."""
        return cls(day.year, day.month, day.day, clock.hour, clock.minute, clock.second,
                   clock.microsecond)

    @classmethod
    def fromordinal(cls, ordinal):
        """Midnight of the day of that number."""
        return cls(*_of_ordinal(ordinal))

    @classmethod
    def fromisoformat(cls, text):
        """2024-02-29, 2024-02-29T14:03, 2024-02-29 14:03:09.5"""
        import re
        found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:.(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,6})\d*)?)?)?"
                             r"(Z|[-+]\d\d:\d\d)?)?", text)
        if found is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        *parts, micro, zone = found.groups("0")
        sign = -1 if zone[0] == "-" else 1
        tz = None if zone == "0" else UTC if zone == "Z" else timezone(
            sign * timedelta(hours=int(zone[1:3]), minutes=int(zone[4:])))
        tz = UTC if tz == UTC else tz
        return cls(*[int(part) for part in parts], int(micro.ljust(6, "0")), tz)

    @classmethod
    def strptime(cls, text, format):
        """Reads a text by the letters of strftime."""
        return _strptime(cls, text, format)

    def date(self):
        """The day."""
        return date(self.year, self.month, self.day)

    def time(self):
        """The time of day."""
        return time(self.hour, self.minute, self.second, self.microsecond)

    def timestamp(self):
        """Seconds after 1 January 1970."""
        return (self._since() - (self.utcoffset() or timedelta(0))._all()) / 1000000 - 62135596800

    def isoformat(self, sep="T", timespec="auto"):
        """2024-02-29T14:03:09"""
        return (super().isoformat() + sep +
                _clock(self.hour, self.minute, self.second, self.microsecond, timespec) +
                ("" if self.tzinfo is None else _from_utc(self.utcoffset())))

    def strftime(self, format):
        """By the letters of strftime."""
        if "%z" in format or "%Z" in format:
            zone = ("", "") if self.tzinfo is None else (_from_utc(self.utcoffset(), ""), self.tzname())
            format = format.replace("%z", zone[0]).replace("%Z", zone[1])
        return _strftime(format, self, self)

    def timetuple(self):
        """As time.gmtime gives it."""
        return _time.struct_time((self.year, self.month, self.day, self.hour, self.minute, self.second,
                                  self.weekday(), self.toordinal() - _days_before(self.year), -1))

    def replace(self, **changes):
        """Another moment with some parts changed."""
        parts = {name: getattr(self, name) for name in
                 ("year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo")}
        return type(self)(**{**parts, **changes})

    def _since(self):
        """Microseconds since year 1."""
        seconds = ((self.toordinal() - 1) * 24 + self.hour) * 3600 + self.minute * 60 + self.second
        return seconds * 1000000 + self.microsecond

    def _key(self):
        """For comparing."""
        return self._since() - (self.utcoffset() or timedelta(0))._all()

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        days, micro = divmod(self._since() + other._all(), 86400000000)
        second, micro = divmod(micro, 1000000)
        return type(self)(*_of_ordinal(days + 1), second // 3600, second // 60 % 60, second % 60, micro,
                          self.tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta(microseconds=self._key() - other._key())

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        parts += [self.second] if self.second or self.microsecond else []
        parts += [self.microsecond] if self.microsecond else []
        parts += [] if self.tzinfo is None else [f"tzinfo={self.tzinfo!r}"]
        return f"datetime.datetime({', '.join(map(str, parts))})"

    def __str__(self):
        return self.isoformat(" ")


date.min, date.max = date(1, 1, 1), date(9999, 12, 31)
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
time.min, time.max = time(), time(23, 59, 59, 999999)


def _strptime(cls, text, format):
    """Turns the format into a pattern, and what it finds into a moment."""
    import re
    parts = {"Y": r"\d{4}", "m": r"1[0-2]|0?[1-9]", "d": r"3[01]|[12]\d|0?[1-9]", "H": r"2[0-3]|[01]?\d",
             "I": r"1[0-2]|0?[1-9]", "M": r"[0-5]?\d", "S": r"6[01]|[0-5]?\d", "f": r"\d{1,6}",
             "y": r"\d\d", "j": r"\d{1,3}", "p": "AM|PM",
             "B": "|".join(_MONTHS), "b": "|".join([name[:3] for name in _MONTHS]),
             "A": "|".join(_DAYS), "a": "|".join([name[:3] for name in _DAYS])}
    pattern = re.sub(r"\\? ", r"\\s+", re.sub(r"([^\w\s%])", r"\\\1", format))
    pattern = re.sub(r"%([a-zA-Z])", lambda m: f"(?P<{m[1]}>{parts[m[1]]})", pattern).replace("%%", "%")
    found = re.match(pattern, text, re.IGNORECASE)
    if found is None:
        raise ValueError(f"time data {text!r} does not match format {format!r}")
    if found.end() != len(text):
        raise ValueError(f"unconverted data remains: {text[found.end():]}")
    got = found.groupdict()
    month = int(got.get("m", 1))
    for letter in ("B", "b"):
        if letter in got:
            month = [name[:3].lower() for name in _MONTHS].index(got[letter][:3].lower()) + 1
    year = int(got.get("Y", 1900))
    if "y" in got:
        year = int(got["y"]) + (2000 if int(got["y"]) < 69 else 1900)
    hour = int(got.get("H", 0))
    if "I" in got:
        hour = int(got["I"]) % 12 + (12 if got.get("p", "").upper() == "PM" else 0)
    made = cls(year, month, int(got.get("d", 1)), hour, int(got.get("M", 0)), int(got.get("S", 0)),
               int(got.get("f", "0").ljust(6, "0")))
    if "j" in got:
        made = made.replace(month=1, day=1) + timedelta(int(got["j"]) - 1)
    return made
