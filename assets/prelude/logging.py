# Makes loggers, handlers and formats. Messages go to standard error; there are no files.
import sys
import time
from torch._C import _unsupported

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
_names = {50: "CRITICAL", 40: "ERROR", 30: "WARNING", 20: "INFO", 10: "DEBUG", 0: "NOTSET"}
_state = {"disabled": 0}
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"


def addLevelName(level, name):
    """A name for a number."""
    _names[level] = name


def getLevelName(level):
    """The name of a number, or the number of a name."""
    for number, name in _names.items():
        if level == name:
            return number
    return _names.get(level, f"Level {level}")


def _level(level):
    """A level as a number."""
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError(f"Level not an integer or a valid string: {level!r}")
    if level not in _names.values():
        raise ValueError(f"Unknown level: {level!r}")
    return getLevelName(level)


class LogRecord:
    """One message."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None):
        self.name, self.levelno, self.levelname = name, level, getLevelName(level)
        self.pathname, self.lineno, self.funcName = pathname, lineno, func
        self.filename = pathname.rpartition("/")[2]
        self.module = self.filename.partition(".")[0]
        self.msg, self.args, self.exc_info, self.exc_text = msg, args, exc_info, None
        if len(args) == 1 and isinstance(args[0], dict) and args[0]:
            self.args = args[0]
        self.created = time.time()
        self.msecs = self.created % 1 * 1000
        self.relativeCreated = 0.0
        self.process, self.processName = 1, "MainProcess"
        self.thread, self.threadName = 1, "MainThread"

    def getMessage(self):
        """The text with its arguments filled in."""
        return str(self.msg) % self.args if self.args else str(self.msg)


class Formatter:
    """How a message is written."""

    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style == "$":
            _unsupported("logging with style='$'")
        if style not in ("%", "{"):
            raise ValueError("Style must be one of: %,{,$")
        plain = {"%": "%(message)s", "{": "{message}"}
        self._fmt, self.datefmt, self._style = fmt or plain[style], datefmt, style

    def formatTime(self, record, datefmt=None):
        """The time of a message."""
        parts = time.gmtime(record.created)
        if datefmt:
            return time.strftime(datefmt, parts)
        return self.default_msec_format % (time.strftime("%Y-%m-%d %H:%M:%S", parts), record.msecs)

    def formatException(self, error):
        """The last line of a traceback."""
        return f"{type(error).__name__}: {error}"

    def format(self, record):
        """The whole text of a message."""
        record.message = record.getMessage()
        if "asctime" in self._fmt:
            record.asctime = self.formatTime(record, self.datefmt)
        values = record.__dict__
        text = self._fmt % values if self._style == "%" else self._fmt.format(**values)
        if isinstance(record.exc_info, BaseException):
            text += "\n" + self.formatException(record.exc_info)
        return text


class _Filtered:
    """What handlers and loggers have in common: a level and filters."""

    def setLevel(self, level):
        """Only messages of this level and worse."""
        self.level = _level(level)

    def addFilter(self, filter):
        """A function, or an object with filter(record), that says yes or no."""
        self.filters.append(filter)

    def removeFilter(self, filter):
        """No longer asked."""
        self.filters.remove(filter)

    def filter(self, record):
        """Whether all filters say yes."""
        return all([one.filter(record) if hasattr(one, "filter") else one(record) for one in self.filters])


class Handler(_Filtered):
    """Where messages go."""

    def __init__(self, level=NOTSET):
        self.level, self.filters, self.formatter = _level(level), [], None

    def setFormatter(self, fmt):
        """How messages are written."""
        self.formatter = fmt

    def format(self, record):
        """The text of a message."""
        return (self.formatter or Formatter()).format(record)

    def handle(self, record):
        """Emit it, if the filters agree."""
        agreed = self.filter(record)
        if agreed:
            self.emit(record)
        return agreed

    def emit(self, record):
        """Subclasses say."""
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def flush(self):
        """Nothing waits."""

    close = flush

    def __repr__(self):
        return f"<{type(self).__name__} ({getLevelName(self.level)})>"


class StreamHandler(Handler):
    """To a stream; standard error if none is named."""

    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def emit(self, record):
        self.stream.write(self.format(record) + self.terminator)


class NullHandler(Handler):
    """To nowhere."""

    def emit(self, record):
        """Nothing."""


def FileHandler(filename, mode="a", encoding=None, delay=False, errors=None):
    """There are no files: what should go into one goes nowhere."""
    return NullHandler()


class Logger(_Filtered):
    """A named source of messages; those of a.b go to the handlers of a too."""

    def __init__(self, name, level=NOTSET):
        self.name, self.level, self.parent = name, _level(level), None
        self.handlers, self.filters = [], []
        self.propagate, self.disabled = True, False

    def addHandler(self, hdlr):
        """Messages go there too."""
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        """No longer there."""
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        """Whether anyone listens, here or above."""
        return bool(self.handlers) or (self.propagate and self.parent is not None and self.parent.hasHandlers())

    def getEffectiveLevel(self):
        """Its own level, or that of the nearest one above that has any."""
        logger = self
        while logger.level == NOTSET and logger.parent is not None:
            logger = logger.parent
        return logger.level

    def isEnabledFor(self, level):
        """Whether a message of this level would be told."""
        return not self.disabled and level > _state["disabled"] and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        """The logger below."""
        return getLogger(suffix if self is root else self.name + "." + suffix)

    def handle(self, record):
        """Give a message to all handlers, here and above."""
        if self.disabled or not self.filter(record):
            return
        found, logger = False, self
        while logger is not None:
            for handler in logger.handlers:
                found = True
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and record.levelno >= WARNING:
            sys.stderr.write(record.getMessage() + "\n")

    def log(self, level, msg, *args, exc_info=None, stack_info=False, stacklevel=1, extra=None):
        """A message of any level."""
        if not isinstance(level, int):
            raise TypeError("level must be an integer")
        if not self.isEnabledFor(level):
            return
        if exc_info and not isinstance(exc_info, BaseException):
            exc_info = _handled()
        file, line = _here()
        record = LogRecord(self.name, level, file, line, msg, args, exc_info, "<module>")
        for name, value in (extra or {}).items():
            setattr(record, name, value)
        self.handle(record)

    def debug(self, msg, *args, **options):
        """For finding faults."""
        self.log(DEBUG, msg, *args, **options)

    def info(self, msg, *args, **options):
        """What happens."""
        self.log(INFO, msg, *args, **options)

    def warning(self, msg, *args, **options):
        """What may be wrong."""
        self.log(WARNING, msg, *args, **options)

    warn = warning

    def error(self, msg, *args, **options):
        """What is wrong."""
        self.log(ERROR, msg, *args, **options)

    def exception(self, msg, *args, **options):
        """What is wrong, with the exception at hand."""
        self.log(ERROR, msg, *args, **{"exc_info": True, **options})

    def critical(self, msg, *args, **options):
        """What ends everything."""
        self.log(CRITICAL, msg, *args, **options)

    fatal = critical

    def __repr__(self):
        return f"<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"


class RootLogger(Logger):
    """The one above all others."""


root = Logger.root = RootLogger("root", WARNING)
_loggers = {}


def getLogger(name=None):
    """The logger of that name, always the same one."""
    if not name or name == "root":
        return root
    if name not in _loggers:
        made = _loggers[name] = Logger(name)
        for other in _loggers.values():
            above, logger = other.name, root
            while "." in above and logger is root:
                above = above.rpartition(".")[0]
                logger = _loggers.get(above, root)
            other.parent = logger
    return _loggers[name]


def basicConfig(*, level=None, format=None, datefmt=None, style="%", stream=None, handlers=None,
                force=False, filename=None, filemode="a", encoding=None, errors=None):
    """Give the root logger a handler, unless it has one."""
    if force:
        root.handlers.clear()
    if root.handlers:
        return
    if handlers is None:
        handlers = [StreamHandler(stream) if filename is None else NullHandler()]
    plain = {"%": BASIC_FORMAT, "{": "{levelname}:{name}:{message}"}
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(Formatter(format or plain.get(style), datefmt, style))
        root.addHandler(handler)
    if level is not None:
        root.setLevel(level)


def disable(level=CRITICAL):
    """No message of this level or below, from anyone."""
    _state["disabled"] = _level(level)


def captureWarnings(capture):
    """Warnings go their own way."""


def shutdown(handlerList=None):
    """Nothing waits."""


def getLoggerClass():
    """The class of loggers."""
    return Logger


def _of_root(name):
    """A method of the root logger, which gets a handler first."""
    def function(*args, **options):
        if not root.handlers:
            basicConfig()
        getattr(root, name)(*args, **options)
    return function


debug = _of_root("debug")
info = _of_root("info")
warning = warn = _of_root("warning")
error = _of_root("error")
exception = _of_root("exception")
critical = fatal = _of_root("critical")
log = _of_root("log")
