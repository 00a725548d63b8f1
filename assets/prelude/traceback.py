# Writes tracebacks as text, in the form in which a run ends.

import sys


def format_exception(exc, value=None, tb=None, limit=None, chain=True):
    """The lines of the traceback of an exception."""
    told = sys._told(value if value is not None else exc)
    return [line + "\n" for line in told.splitlines()]


def format_exception_only(exc, value=None):
    """The last line: the class and what it says."""
    value = value if value is not None else exc
    text, name = str(value), type(value).__qualname__
    if type(value).__module__ not in ("builtins", "__main__"):
        name = type(value).__module__ + "." + name
    return [name + (": " + text if text else "") + "\n"]


def format_exc(limit=None, chain=True):
    """The traceback of the exception that is handled."""
    value = sys.exc_info()[1]
    return "NoneType: None\n" if value is None else "".join(format_exception(value))


def print_exception(exc, value=None, tb=None, limit=None, file=None, chain=True):
    """Writes it to standard error, or to `file`."""
    print("".join(format_exception(exc, value)), end="", file=file or sys.stderr)


def print_exc(limit=None, file=None, chain=True):
    """Writes the traceback of the exception that is handled."""
    print(format_exc(), end="", file=file or sys.stderr)


class FrameSummary:
    """One place of a traceback."""

    def __init__(self, filename, lineno, name, line=None):
        self.filename, self.lineno, self.name, self.line = filename, lineno, name, line
        # the line under it
        self._marks = ""

    def __iter__(self):
        return iter((self.filename, self.lineno, self.name, self.line))

    def __getitem__(self, k):
        return tuple(self)[k]

    def __len__(self):
        return 4

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


class StackSummary(list):
    """The places of a traceback, outermost first."""

    def format(self):
        lines, again = [], 0
        for k, p in enumerate(self):
            same = k > 0 and tuple(p)[:3] == tuple(self[k - 1])[:3]
            again = again + 1 if same else 0
            if again < 3:
                lines.append(f'  File "{p.filename}", line {p.lineno}, in {p.name}\n'
                             + (f"    {p.line}\n" if p.line else "") + p._marks)
            elif k + 1 == len(self) or tuple(self[k + 1])[:3] != tuple(p)[:3]:
                times = "times" if again > 3 else "time"
                lines.append(f"  [Previous line repeated {again - 2} more {times}]\n")
        return lines


_LEVELS = {"|": 0, "^": 1, "&": 2, "<<": 3, ">>": 3, "+": 4, "-": 4, "*": 5, "/": 5, "//": 5, "%": 5,
           "@": 5, "**": 7}
_WORDS = ("and", "or", "not", "in", "is", "if", "else", "lambda", "for", "await", "yield", "return", "raise")


def _group_end(text, k):
    """Behind the bracket that opens at k; -1: it does not close."""
    depth, quote = 0, ""
    while k < len(text):
        c = text[k]
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        k += 1
        if depth == 0 and not quote:
            return k
    return -1


def _anchors(text):
    """Where the operator of an expression, or its last index, begins and ends; None: it has neither."""
    k, operand, operator, level, index = 0, False, None, 9, None
    while k < len(text):
        c, two = text[k], text[k:k + 2]
        end = k + 1
        if c in "([{'\"":
            end = _group_end(text, k)
            index = (k, end) if c == "[" and operand else None
            operand = True
        elif c.isalnum() or c in "_.":
            while end < len(text) and (text[end].isalnum() or text[end] in "_."):
                end += 1
            if text[k:end] in _WORDS:
                return None
            operand, index = True, None
        elif c in "<>=!:,;" and two not in _LEVELS:
            return None
        elif operand and c != " ":
            op = two if two in _LEVELS else c
            end = k + len(op)
            if op not in _LEVELS or text[end:end + 1] == "=":
                return None
            if _LEVELS[op] < level or (_LEVELS[op] == level and op != "**"):
                operator, level = k, _LEVELS[op]
            operand, index = False, None
        if end < 0:
            return None
        k = end
    if not operand or (text[:1] in "+-~" and level > 6):
        return None
    if operator is None:
        return index if index and index[1] == len(text) else None
    left, after = text[:operator].rstrip(), text[operator + 1]
    wide = text[operator:operator + 2] in _LEVELS or after == "("
    if left[0] == "(" and _group_end(left, 0) == len(left):  # CPython takes the bracket for the operator
        operator = len(left) - 1
        wide = not text[operator + 1].isspace()
    return operator, operator + 1 + wide


def _marked(line, mark):
    """The marks under a line, with an operator or an index told apart."""
    start = mark.find("^") if mark else len(line) - len(line.lstrip())
    end = len(mark) if mark else len(line)
    at = _anchors(line[start:end])
    if at is None:
        return mark + "\n" if mark else ""
    return " " * start + "~" * at[0] + "^" * (at[1] - at[0]) + "~" * (end - start - at[1]) + "\n"


def _marks_of(told):
    """The marks under the places of the last traceback of a text, place by place."""
    marks, code = [], ""
    for line in told.splitlines() + [""]:
        if line.startswith("    ") and not code:
            code = line
            continue
        if code:
            under = line.startswith("    ")
            marks[-1], code = _marked(code, line if under else ""), ""
            if under:
                continue
        if line.startswith("Traceback"):
            marks = []
        elif line.startswith("  [Previous line repeated "):
            marks += marks[-1:] * int(line.split()[3])
        elif line.startswith("  "):
            marks.append("")
    return marks


def extract_tb(tb, limit=None):
    """The places of the learner's code that led to the exception."""
    places = [] if tb is None else [FrameSummary(*place) for place in sys._told(tb._raised, True)]
    marks = _marks_of(sys._told(tb._raised)) if places else []
    for place, mark in zip(places, marks if len(marks) == len(places) else []):
        place._marks = mark
    if limit is not None:
        places = places[:limit] if limit >= 0 else places[limit:]
    return StackSummary(places)


def format_list(extracted_list):
    """The same as text."""
    return StackSummary(p if isinstance(p, FrameSummary) else FrameSummary(*p)
                        for p in extracted_list).format()


def format_tb(tb, limit=None):
    """The places alone."""
    return extract_tb(tb, limit).format()


def print_tb(tb, limit=None, file=None):
    """Writes them to standard error, or to `file`."""
    print("".join(format_tb(tb, limit)), end="", file=file or sys.stderr)


def format_stack(f=None, limit=None):
    """The calls under way are not shown."""
    return []


def print_stack(f=None, limit=None, file=None):
    """The calls under way are not shown."""
