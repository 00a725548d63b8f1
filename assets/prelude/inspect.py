# Tells the signatures of functions, and answers questions about kinds of objects.

from types import FunctionType, GeneratorType, MethodType, ModuleType


class _empty:
    """Stands for a default or an annotation that is not there."""


class _Kind:
    """Which way a parameter is given."""

    def __init__(self, number, name, description):
        self.value, self.name, self.description = number, name, description

    def __lt__(self, other):
        return self.value < other.value

    def __int__(self):
        return self.value

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"<_ParameterKind.{self.name}: {self.value}>"


def formatannotation(annotation):
    """An annotation as it stands in a signature."""
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, type):
        module = annotation.__module__
        return annotation.__qualname__ if module in ("builtins", None) else f"{module}.{annotation.__qualname__}"
    return repr(annotation).replace("typing.", "")


class Parameter:
    """One parameter of a signature."""

    empty = _empty
    POSITIONAL_ONLY = _Kind(0, "POSITIONAL_ONLY", "positional-only")
    POSITIONAL_OR_KEYWORD = _Kind(1, "POSITIONAL_OR_KEYWORD", "positional or keyword")
    VAR_POSITIONAL = _Kind(2, "VAR_POSITIONAL", "variadic positional")
    KEYWORD_ONLY = _Kind(3, "KEYWORD_ONLY", "keyword-only")
    VAR_KEYWORD = _Kind(4, "VAR_KEYWORD", "variadic keyword")

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self.name, self.kind, self.default, self.annotation = name, kind, default, annotation

    def replace(self, **changes):
        """A parameter with some parts changed."""
        parts = {"name": self.name, "kind": self.kind, "default": self.default, "annotation": self.annotation}
        parts.update(changes)
        return Parameter(parts.pop("name"), parts.pop("kind"), **parts)

    def __eq__(self, other):
        return isinstance(other, Parameter) and vars(self) == vars(other)

    def __hash__(self):
        return hash((self.name, int(self.kind)))

    def __str__(self):
        text = self.name
        if self.annotation is not _empty:
            text += ": " + formatannotation(self.annotation)
        if self.default is not _empty:
            text += ("=" if self.annotation is _empty else " = ") + repr(self.default)
        stars = {2: "*", 4: "**"}
        return stars.get(self.kind.value, "") + text

    def __repr__(self):
        return f'<Parameter "{self}">'


class Signature:
    """The parameters of something that can be called, and what it returns."""

    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        self.parameters = {parameter.name: parameter for parameter in parameters or ()}
        self.return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj):
        """The signature of an object."""
        return signature(obj)

    def replace(self, **changes):
        """A signature with some parts changed."""
        parts = {"parameters": self.parameters.values(), "return_annotation": self.return_annotation}
        parts.update(changes)
        return Signature(parts["parameters"], return_annotation=parts["return_annotation"])

    def __eq__(self, other):
        return isinstance(other, Signature) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def __str__(self):
        parts, starred, before = [], False, None
        for parameter in self.parameters.values():
            kind = parameter.kind.value
            if before == 0 and kind > 0:
                parts.append("/")
            if kind == 3 and not starred:
                parts.append("*")
            starred = starred or kind in (2, 3)
            parts.append(str(parameter))
            before = kind
        if before == 0:
            parts.append("/")
        returns = "" if self.return_annotation is _empty else f" -> {formatannotation(self.return_annotation)}"
        return "(" + ", ".join(parts) + ")" + returns

    def __repr__(self):
        return f"<Signature {self}>"


def _of_function(function):
    code, annotations = function.__code__, function.__annotations__
    plain, named = code.co_argcount, code.co_kwonlyargcount
    defaults = dict(zip(code.co_varnames[plain - len(function.__defaults__ or ()):plain],
                        function.__defaults__ or ()))
    defaults.update(function.__kwdefaults__ or {})
    kinds = []
    for at, name in enumerate(code.co_varnames[:plain]):
        kinds.append((name, Parameter.POSITIONAL_ONLY if at < code.co_posonlyargcount
                      else Parameter.POSITIONAL_OR_KEYWORD))
    rest, at = [], plain + named
    if code.co_flags & 4:
        kinds.append((code.co_varnames[at], Parameter.VAR_POSITIONAL))
        at += 1
    if code.co_flags & 8:
        rest = [(code.co_varnames[at], Parameter.VAR_KEYWORD)]
    kinds += [(name, Parameter.KEYWORD_ONLY) for name in code.co_varnames[plain:plain + named]] + rest
    found = [Parameter(name, kind, default=defaults.get(name, _empty), annotation=annotations.get(name, _empty))
             for name, kind in kinds]
    return Signature(found, return_annotation=annotations.get("return", _empty))


def unwrap(function, *, stop=None):
    """What functools.wraps has wrapped."""
    while hasattr(function, "__wrapped__") and not (stop and stop(function)):
        function = function.__wrapped__
    return function


def signature(obj, *, follow_wrapped=True):
    """The signature of a function, a method, a class, or an object that can be called."""
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if ismethod(obj):
        return _without_first(signature(obj.__func__))
    if follow_wrapped and not isclass(obj):
        obj = unwrap(obj)
    if hasattr(obj, "__signature__"):
        return obj.__signature__
    if isfunction(obj):
        return _of_function(obj)
    if isclass(obj):
        for name in ("__new__", "__init__"):
            found = getattr(obj, name, None)
            if isfunction(found) and found.__module__ != "collections":
                return _without_first(signature(found))
        if hasattr(obj, "_fields"):
            defaults = getattr(obj, "_field_defaults", {})
            notes = getattr(obj, "__annotations__", {})
            return Signature([Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=defaults.get(name, _empty),
                                        annotation=notes.get(name, _empty)) for name in obj._fields])
        if obj.__module__ == "__main__":
            return Signature([])
    elif isinstance(obj, functools_partial()):
        return _of_partial(obj)
    elif isfunction(getattr(type(obj), "__call__", None)):
        return _without_first(signature(type(obj).__call__))
    raise ValueError(f"no signature found for builtin {obj!r}")


def functools_partial():
    """The class of functools, imported when it is needed."""
    import functools
    return functools.partial


def _of_partial(obj):
    inner = signature(obj.func)
    bound = [name for name, part in inner.parameters.items() if part.kind.value < 2][:len(obj.args)]
    found = []
    for name, parameter in inner.parameters.items():
        if name in obj.keywords:
            kind = Parameter.KEYWORD_ONLY if parameter.kind.value == 1 else parameter.kind
            found.append(parameter.replace(default=obj.keywords[name], kind=kind))
        elif name not in bound:
            later = any([part.kind.value == 3 for part in found]) and parameter.kind.value == 1
            found.append(parameter.replace(kind=Parameter.KEYWORD_ONLY) if later else parameter)
    return Signature(found, return_annotation=inner.return_annotation)


def _without_first(whole):
    parameters = list(whole.parameters.values())
    if parameters and parameters[0].kind.value < 2:
        parameters = parameters[1:]
    return Signature(parameters, return_annotation=whole.return_annotation)


def isclass(object):
    """Whether it is a class."""
    return isinstance(object, type)


def isfunction(object):
    """Whether it is a function written in Python."""
    return isinstance(object, FunctionType)


def ismethod(object):
    """Whether it is a function bound to its first argument."""
    return isinstance(object, MethodType)


def ismodule(object):
    """Whether it is a module."""
    return isinstance(object, ModuleType)


def isgenerator(object):
    """Whether it is what the call of a function with `yield` gives."""
    return isinstance(object, GeneratorType)


def isgeneratorfunction(object):
    """Whether it is a function with `yield`."""
    return _has_flag(object, 32)


def _has_flag(function, flag):
    return hasattr(function, "__code__") and bool(function.__code__.co_flags & flag)


def _refused(name):
    def refuse(*args, **kwargs):
        from torch._C import _unsupported
        _unsupported(f"inspect.{name}() is not supported")
    return refuse


currentframe, getfullargspec, getargvalues = map(_refused, ("currentframe", "getfullargspec", "getargvalues"))


def iscoroutine(object):
    """Whether it is what the call of an `async def` gives."""
    return type(object).__name__ == "coroutine"


def iscoroutinefunction(object):
    """Whether it is an `async def`."""
    return _has_flag(object, 128)


def isawaitable(object):
    """Whether `await` takes it."""
    return iscoroutine(object) or hasattr(object, "__await__")
