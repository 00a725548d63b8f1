# Reads the options of a program. Without words behind `--` parse_args() gives the defaults, and
# parse_args([...]) reads a list of words.

import sys

SUPPRESS = "==SUPPRESS=="
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE = "?", "*", "+"
REMAINDER = "..."


class ArgumentError(Exception):
    """A word that does not fit its option."""

    def __init__(self, argument, message):
        self.argument_name = argument
        self.message = message

    def __str__(self):
        return self.message if self.argument_name is None else (
            f"argument {self.argument_name}: {self.message}")


class ArgumentTypeError(Exception):
    """What a type function raises about a word."""


class Namespace:
    """The values by name."""

    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def __repr__(self):
        plain = [f"{name}={value!r}" for name, value in vars(self).items() if name.isidentifier()]
        odd = {name: value for name, value in vars(self).items() if not name.isidentifier()}
        return f"{type(self).__name__}({', '.join(plain + ([f'**{odd!r}'] if odd else []))})"

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, name):
        return name in vars(self)


class HelpFormatter:
    """Stands for the choice of a help form; no help is written."""


ArgumentDefaultsHelpFormatter = RawTextHelpFormatter = RawDescriptionHelpFormatter = HelpFormatter
MetavarTypeHelpFormatter = HelpFormatter


class BooleanOptionalAction:
    """An option with a --no- twin."""


class _Argument:
    """One option, or one word at its place."""

    def __init__(self, names, action="store", nargs=None, const=None, default=None, type=None,
                 choices=None, required=False, help=None, metavar=None, dest=None, version=None):
        self.option_strings = list(names) if names[0][0] == "-" else []
        twins = action is BooleanOptionalAction
        if twins:
            self.option_strings += ["--no-" + name[2:] for name in names if name[:2] == "--"]
        known = ("store", "store_const", "store_true", "store_false", "append", "append_const",
                 "count", "extend", "help", "version")
        if not twins and action not in known:
            raise ValueError(f'unknown action "{action}"')
        if type is not None and not callable(type):
            raise ValueError(f"{type!r} is not callable")
        self.action = "twins" if twins else action
        self.nargs = nargs
        self.const = {"store_true": True, "store_false": False}.get(action, const)
        self.default = default
        if default is None and action in ("store_true", "store_false"):
            self.default = action == "store_false"
        self.type = type
        self.choices = choices
        self.help = help
        self.metavar = metavar
        self.dest = dest if dest is not None else self._name(names)
        self.required = required if self.option_strings else (
            nargs not in ("?", "*") or nargs == "*" and default is None)

    def _name(self, names):
        """The name of the value: that of the first long option, or of the word."""
        if not self.option_strings:
            return names[0]
        long = [name for name in names if name[:2] == "--"]
        return (long[0] if long else names[0]).lstrip("-").replace("-", "_")

    def takes(self):
        """Does a word follow?"""
        return self.action in ("store", "append", "extend")

    def shown(self):
        """How messages name it."""
        return "/".join(self.option_strings) if self.option_strings else self.metavar or self.dest

    def convert(self, word):
        """One word as a value."""
        value = word
        if self.type is not None:
            try:
                value = self.type(word)
            except ArgumentTypeError as error:
                raise ArgumentError(self.shown(), str(error))
            except (TypeError, ValueError):
                name = getattr(self.type, "__name__", repr(self.type))
                raise ArgumentError(self.shown(), f"invalid {name} value: {word!r}")
        if self.choices is not None and value not in self.choices:
            raise ArgumentError(self.shown(), f"invalid choice: {value!r} (choose from "
                                + ", ".join([repr(choice) for choice in self.choices]) + ")")
        return value


class _Group:
    """Arguments that belong together: they are the parser's."""

    def __init__(self, parser, title=None, **how):
        self.title = title
        self._parser = parser

    def add_argument(self, *names, **how):
        """One more option or word."""
        return self._parser.add_argument(*names, **how)


class ArgumentParser:
    """Knows the options, reads the words."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(),
                 formatter_class=HelpFormatter, prefix_chars="-", fromfile_prefix_chars=None,
                 argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True,
                 exit_on_error=True):
        self.prog = prog or sys.argv[0].rsplit("/", 1)[-1] or "qkv"
        self.description = description
        self.epilog = epilog
        self._arguments = []
        self._defaults = {}
        self._groups = []
        for parent in parents:
            self._arguments.extend(parent._arguments)
            self._defaults.update(parent._defaults)

    def add_argument(self, *names, **how):
        """One more option (--name, -n) or word."""
        if not names:
            names = (how.pop("dest"),)
        argument = _Argument(names, **how)
        for other in self._arguments:
            both = [name for name in argument.option_strings if name in other.option_strings]
            if both:
                raise ArgumentError("/".join(argument.option_strings),
                                    f"conflicting option string{'s' if len(both) > 1 else ''}: "
                                    + ", ".join(both))
        self._arguments.append(argument)
        return argument

    def add_argument_group(self, title=None, description=None):
        """A part of the help."""
        return _Group(self, title)

    def add_mutually_exclusive_group(self, required=False):
        """Options of which one can be given."""
        return _Group(self)

    def set_defaults(self, **values):
        """Other defaults, also of names that are no options."""
        self._defaults.update(values)
        for argument in self._arguments:
            if argument.dest in values:
                argument.default = values[argument.dest]

    def get_default(self, dest):
        """The default of a name."""
        for argument in self._arguments:
            if argument.dest == dest and argument.default is not None:
                return argument.default
        return self._defaults.get(dest)

    def error(self, message):
        """Tell what is wrong and end the program."""
        sys.stderr.write(f"usage: {self.prog}\n{self.prog}: error: {message}\n")
        sys.exit(2)

    def exit(self, status=0, message=None):
        """End the program."""
        if message:
            sys.stderr.write(message)
        sys.exit(status)

    def parse_args(self, args=None, namespace=None):
        """The values of all options; unknown words are an error."""
        values, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return values

    def parse_known_args(self, args=None, namespace=None):
        """The values of all options, and the unknown words."""
        values = Namespace() if namespace is None else namespace
        words = list(sys.argv[1:] if args is None else args)
        for argument in self._arguments:
            if argument.dest != SUPPRESS and argument.default != SUPPRESS:
                if not hasattr(values, argument.dest):
                    setattr(values, argument.dest, argument.default)
        for name, value in self._defaults.items():
            if not hasattr(values, name):
                setattr(values, name, value)
        try:
            rest = self._read(words, values)
        except ArgumentError as error:
            self.error(str(error))
        return values, rest

    def _option(self, word):
        """The option that a word names, also shortened, and the value behind =."""
        name, equals, value = word.partition("=")
        value = value if equals else None
        for argument in self._arguments:
            if name in argument.option_strings:
                return argument, name, value
        if word[:2] != "--":
            for argument in self._arguments:
                if word[:2] in argument.option_strings and argument.takes():
                    return argument, word[:2], word[2:]
            return None, name, value
        close = [(argument, option) for argument in self._arguments
                 for option in argument.option_strings if option.startswith(name)]
        if len(close) > 1:
            options = ", ".join([option for _, option in close])
            raise ArgumentError(None, f"ambiguous option: {name} could match {options}")
        return (close[0][0], close[0][1], value) if close else (None, name, value)

    def _bundled(self, word):
        """Several short options without values in one word: -vv, -xf."""
        return len(word) > 2 and word[1] != "-" and any([
            word[:2] in argument.option_strings and word not in argument.option_strings
            and not argument.takes() for argument in self._arguments])

    def _is_option(self, word):
        """An option, and not a negative number or a single dash."""
        if len(word) < 2 or word[0] != "-":
            return False
        try:
            float(word)
        except ValueError:
            return " " not in word
        return any([option[1:2].isdigit() for argument in self._arguments
                    for option in argument.option_strings])

    def _read(self, words, values):
        """Go through the words; what no option takes goes to the arguments by place."""
        seen, free, rest, at, only_words = [], [], [], 0, False
        while at < len(words):
            word = words[at]
            at += 1
            if word == "--" and not only_words:
                only_words = True
                continue
            if only_words or not self._is_option(word):
                free.append((at, word))
                continue
            if self._bundled(word):
                words.insert(at, "-" + word[2:])
                word = word[:2]
            argument, name, value = self._option(word)
            if argument is None:
                rest.append((at, word))
                continue
            taken = []
            if argument.takes():
                end = at
                while end < len(words) and not self._is_option(words[end]) and words[end] != "--":
                    end += 1
                taken = [value] if value is not None else words[at:end]
                count = self._count(argument, len(taken))
                taken = taken[:count]
                at += 0 if value is not None else count
            elif value is not None:
                raise ArgumentError(argument.shown(), f"ignored explicit argument {value!r}")
            seen.append(argument)
            self._store(argument, name, taken, values)
        rest += self._read_free(free, seen, values)
        return [word for _, word in sorted(rest)]

    def _count(self, argument, there):
        """How many of the words that are there an argument takes."""
        nargs = argument.nargs
        if nargs is None or nargs == "?":
            if there == 0 and nargs is None:
                raise ArgumentError(argument.shown(), "expected one argument")
            return min(there, 1)
        if nargs in ("*", "+", "..."):
            if there == 0 and nargs == "+":
                raise ArgumentError(argument.shown(), "expected at least one argument")
            return there
        if there < nargs:
            raise ArgumentError(argument.shown(),
                                f"expected {nargs} argument{'s' if nargs > 1 else ''}")
        return nargs

    def _read_free(self, free, seen, values):
        """Give the words without option to the arguments by place; those that are left."""
        places = [argument for argument in self._arguments if not argument.option_strings]
        least = [0 if argument.nargs in ("?", "*", "...") else
                 1 if argument.nargs in (None, "+") else argument.nargs for argument in places]
        missing = []
        for k, argument in enumerate(places):
            there = max(len(free) - sum(least[k + 1:]), 0)
            if there < least[k]:
                missing.append(argument)
                continue
            count = self._count(argument, there)
            if count > 0 or argument.nargs in ("*", "..."):
                if count > 0 or argument.default is None:
                    words = [word for _, word in free[:count]]
                    self._store(argument, argument.dest, words, values)
            free = free[count:]
        missing += [argument for argument in self._arguments
                    if argument.option_strings and argument.required and argument not in seen]
        if missing:
            missing.sort(key=self._arguments.index)
            raise ArgumentError(None, "the following arguments are required: "
                                + ", ".join([argument.shown() for argument in missing]))
        for argument in self._arguments:
            value = getattr(values, argument.dest, None)
            if argument not in seen and isinstance(value, str) and value is argument.default:
                setattr(values, argument.dest, argument.convert(value)
                        if argument.choices is None and argument.type else value)
        return free

    def _store(self, argument, name, words, values):
        """Put what an option says into the values."""
        action, dest = argument.action, argument.dest
        before = getattr(values, dest, None)
        if action in ("help", "version"):
            sys.exit(0)
        if action == "twins":
            setattr(values, dest, name[:5] != "--no-")
        elif action in ("store_true", "store_false", "store_const"):
            setattr(values, dest, argument.const)
        elif action == "count":
            setattr(values, dest, (before or 0) + 1)
        elif action == "append_const":
            setattr(values, dest, list(before or []) + [argument.const])
        else:
            got = [argument.convert(word) for word in words]
            if argument.nargs is None:
                got = got[0]
            elif argument.nargs == "?":
                got = got[0] if got else argument.const
            if action == "append":
                got = list(before or []) + [got]
            elif action == "extend":
                got = list(before or []) + list(got)
            setattr(values, dest, got)

    def format_usage(self):
        """The first line of a help."""
        return f"usage: {self.prog}\n"

    def print_usage(self, file=None):
        """Write it."""
        (file or sys.stdout).write(self.format_usage())

    def print_help(self, file=None):
        """Refused: only what a program computes matters here."""
        from torch._C import _unsupported
        _unsupported("print_help() is not supported: a run has no command line")

    format_help = print_help
