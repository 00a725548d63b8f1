# Writes the echo of a notebook: a value in the form of IPython's pretty printer. Containers are broken into
# lines at 79 columns; a text of several lines (a tensor) is indented as a whole.

_WIDTH, _MOST = 79, 1000
_PLAIN = {int, float, bool, str}  # whose text is one line, and nobody's own


class _Group:
    """What is broken at all of its places, or at none."""

    def __init__(self, depth):
        self.depth, self.waiting, self.broken = depth, 0, False


class _Printer:
    """Text and possible breaks wait in a queue; when a line grows too long, the outermost group that waits is
    broken. The order in which groups are given up follows IPython to the letter, since it shows."""

    def __init__(self):
        self.written, self.column, self.indentation = [], 0, 0
        self.queue, self.width = [], 0  # of texts, the group and the indentation of a break
        self.opened = [_Group(0)]
        self.levels = [self.opened[:]]  # groups of one depth that may still be broken
        self.inside, self.forms = [], {}

    def line(self, indentation):
        self.written.append("\n" + " " * indentation)
        self.column = indentation

    def write(self):
        """The first of what waits."""
        text, group, indentation = self.queue.pop(0)
        self.width -= len(text)
        if group is not None:
            group.waiting -= 1
            if group.broken:
                return self.line(indentation)
            if not group.waiting:
                self.forget(group)
        self.written.append(text)
        self.column += len(text)

    def flush(self):
        while self.queue:
            self.write()

    def forget(self, group):
        if group in self.levels[group.depth]:
            self.levels[group.depth].remove(group)

    def outermost(self):
        """The next group to break, or None. It is found from the back, but what leaves the queue is the one at
        that distance from the front: so does IPython."""
        for level in self.levels:
            for place, group in enumerate(reversed(level)):
                if group.waiting:
                    del level[place]
                    group.broken = True
                    return group
            for group in level:
                group.broken = True
            level.clear()
        return None

    def give_up(self, group):
        while group.waiting and self.queue:
            self.write()
        while self.queue and self.queue[0][1] is None:
            self.write()

    def wait(self, text, group=None):
        self.queue.append((text, group, self.indentation))
        self.width += len(text)
        while self.column + self.width > _WIDTH:
            group = self.outermost()
            if group is None:
                return
            self.give_up(group)

    def text(self, text):
        if self.queue:
            self.wait(text)
        else:
            self.written.append(text)
            self.column += len(text)

    def breakable(self):
        """A space, or a new line where the group is broken."""
        group = self.opened[-1]
        if group.broken:
            self.flush()
            self.line(self.indentation)
        else:
            group.waiting += 1
            self.wait(" ", group)

    def newline(self):
        group = self.outermost()
        if group is not None:
            self.give_up(group)
        self.flush()
        self.line(self.indentation)

    def open(self, indent=0, text=""):
        self.text(text)
        group = _Group(self.opened[-1].depth + 1)
        self.opened.append(group)
        while len(self.levels) <= group.depth:
            self.levels.append([])
        self.levels[group.depth].append(group)
        self.indentation += indent

    def close(self, indent=0, text=""):
        self.indentation -= indent
        group = self.opened.pop()
        if not group.waiting:
            self.forget(group)
        self.text(text)

    def show(self, value):
        kind = type(value)
        if kind not in self.forms:
            self.forms[kind] = _form(kind)
        if self.forms[kind] is None:
            return self.lines(repr(value).splitlines())
        cycle = id(value) in self.inside
        self.inside.append(id(value))
        self.open()
        self.forms[kind](self, value, cycle)
        self.close()
        self.inside.pop()

    def lines(self, lines):
        if len(lines) == 1:
            return self.text(lines[0])
        self.open()
        self.open()
        for place, line in enumerate(lines):
            if place:
                self.newline()
            self.text(line)
        self.close()
        self.close()

    def part(self, place):
        if place:
            self.text(",")
            self.breakable()

    def column_of(self, values):
        """Plain values that fit no line stand in one below each other, all at once: what the queue would come
        to, since no other break waits. Whether they did."""
        texts = list(map(repr, values[:_MOST])) + (["..."] if len(values) > _MOST else [])
        if self.column + sum(map(len, texts)) + 2 * (len(texts) - 1) <= _WIDTH or len(texts) < 2:
            return False
        self.opened[-1].waiting = 1
        self.outermost().waiting = 0
        self.written.append((",\n" + " " * self.indentation).join(texts))
        self.column = self.indentation + len(texts[-1])
        return True

    def items(self, values, before, after, lone="", of=None):
        """The values of a container, or the keys of a dict with what stands under them."""
        self.open(len(before), before)
        if of is None and not self.queue and set(map(type, values)) <= _PLAIN and self.column_of(values):
            return self.close(len(before), after)
        for place, value in enumerate(values):
            self.part(place)
            if place == _MOST:
                self.text("...")
                break
            self.show(value)
            if of is not None:
                self.text(": ")
                self.show(of[value])
        if len(values) == 1:
            self.text(lone)
        self.close(len(before), after)

    def call(self, name, args=(), named={}):
        """name(argument, key=value). IPython makes an object of the call: two groups deeper than a plain value."""
        self.open()
        self.text(name)
        self.open(len(name) + 1, "(")
        for place, value in enumerate(args):
            self.part(place)
            self.show(value)
        for place, key in enumerate(named):
            self.part(place + len(args))
            self.text(key)
            self.open(len(key) + 1, "=")
            self.show(named[key])
            self.close(len(key) + 1)
        self.close(len(name) + 1, ")")
        self.close()


def _qualified(module, name):
    return name if module in ("builtins", None) else f"{module}.{name}"


def _as_list(p, value, cycle):
    p.text("[...]") if cycle else p.items(list(value), "[", "]")


def _as_tuple(p, value, cycle):
    p.text("(...)") if cycle else p.items(list(value), "(", ")", ",")


def _as_dict(p, value, cycle):
    p.text("{...}") if cycle else p.items(list(value.keys()), "{", "}", of=value)


def _as_set(p, value, cycle):
    """Sorted when its members can be compared, else by their text."""
    before, after = ("frozenset({", "})") if isinstance(value, frozenset) else ("{", "}")
    items = list(value)
    if len(items) < _MOST:
        try:
            items = sorted(items)
        except Exception:
            items = sorted(items, key=str)
    if cycle:
        p.text(before + "..." + after)
    elif items:
        p.items(items, before, after)
    else:
        p.text(type(value).__name__ + "()")


def _as_class(p, value, cycle):
    p.text(_qualified(value.__module__, value.__name__))


def _as_function(p, value, cycle):
    import inspect
    signature = str(inspect.signature(value)) if inspect.isfunction(value) else ""
    p.text(f"<function {_qualified(value.__module__, value.__qualname__)}{signature}>")


def _as_exception(p, value, cycle):
    p.call(_qualified(type(value).__module__, type(value).__name__), value.args)


def _as_kind_of_dict(p, value, cycle):
    """OrderedDict([...]), defaultdict(factory, {...}) and Counter({...})"""
    args = [value.default_factory] if hasattr(value, "default_factory") else []
    if value or args:
        args.append(list(value.items()) if "OrderedDict" in [c.__name__ for c in type(value).__mro__] else dict(value))
    p.text(type(value).__name__ + "(...)") if cycle else p.call(type(value).__name__, args)


def _as_deque(p, value, cycle):
    p.call(type(value).__name__, [list(value)], {} if value.maxlen is None else {"maxlen": value.maxlen})


def _as_namespace(p, value, cycle):
    p.text("namespace(...)") if cycle else p.call("namespace", (), vars(value))


def _as_object(p, value, cycle):
    told = repr(value)
    if not told.endswith(f" object at 0x{id(value):012x}>"):
        return p.lines(told.splitlines())
    p.open(1, "<")
    p.show(type(value))
    p.text(f" at {hex(id(value))}" + (" ..." if cycle else ""))
    p.close(1, ">")


_forms = {tuple: _as_tuple, list: _as_list, dict: _as_dict, set: _as_set, frozenset: _as_set, type: _as_class,
          type(_as_class): _as_function, type(len): _as_function, BaseException: _as_exception, object: _as_object,
          "collections.OrderedDict": _as_kind_of_dict, "collections.defaultdict": _as_kind_of_dict,
          "collections.Counter": _as_kind_of_dict, "collections.deque": _as_deque,
          "types.SimpleNamespace": _as_namespace, "torch.Size": None, int: None, str: None, float: None}


def _form(kind):
    """How objects of a class are shown; None: as their repr."""
    for c in kind.__mro__:
        name = f"{c.__module__}.{c.__name__}"
        if c in _forms or name in _forms:
            return _forms[c if c in _forms else name]
        if "__repr__" in c.__dict__ or c.__module__ == "torch.return_types":
            return None


def pretty(value):
    """The text that a notebook shows."""
    printer = _Printer()
    printer.show(value)
    printer.flush()
    return "".join(printer.written)
