# Tells the calendar side of time: made of datetime when it is asked for. The clocks are in C.

timezone = altzone = daylight = 0
tzname = ("UTC", "UTC")


def __getattr__(name):
    """struct_time, made when it is first needed: most programs only read a clock."""
    if name != "struct_time":
        raise AttributeError(name)
    from collections import Record

    class struct_time(Record):
        """The parts of a moment."""

        _fields = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday",
                   "tm_isdst")

        def __new__(cls, parts):
            return tuple.__new__(cls, parts)

        def __repr__(self):
            return "time." + super().__repr__()

    struct_time.__module__ = "time"
    globals()["struct_time"] = struct_time
    return struct_time


def _moment(parts):
    """A datetime of the parts, or of the clock."""
    from datetime import datetime
    return datetime.now() if parts is None else datetime(*parts[:6])


def gmtime(seconds=None):
    """The parts of a moment, in UTC."""
    from datetime import datetime
    moment = datetime.now() if seconds is None else datetime.fromtimestamp(int(seconds // 1))
    parts = moment.timetuple()
    return type(parts)(parts[:8] + (0,))


localtime = gmtime


def mktime(parts):
    """Seconds after 1 January 1970."""
    return _moment(parts).timestamp()


def strftime(format, t=None):
    """The parts of a moment, or the clock, by the letters of strftime."""
    return _moment(t).strftime(format)


def strptime(text, format="%a %b %d %H:%M:%S %Y"):
    """Reads a text by the letters of strftime."""
    from datetime import datetime
    return datetime.strptime(text, format).timetuple()


def asctime(t=None):
    """Thu Feb 29 00:00:00 2024"""
    return _moment(t).ctime()


def ctime(seconds=None):
    """Thu Feb 29 00:00:00 2024"""
    return asctime(gmtime(seconds))
