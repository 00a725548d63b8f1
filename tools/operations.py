"""The operations as the C sources tell them, for the tools that ask PyTorch and NumPy: the rows of
ops.def and numpy.def, and calls that fit them, from tests/origin_calls.h. Runs nothing."""

import ast
import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
Row = collections.namedtuple("Row", "name signature where kind backward")
Parameter = collections.namedtuple("Parameter", "type name optional default keyword")
STRING = r'"((?:[^"\\]|\\.)*)"'
TEXT = STRING.replace("((?:", "(?:(?:")


def _source(path):
    return re.sub(r"/\*.*?\*/", "", (ROOT / path).read_text(), flags=re.S)


def _joined(text):
    return "".join(re.findall(STRING, text))


def rows(path):
    """All rows of a table, macros written out."""
    text = _source(path)
    macros = dict(re.findall(r"#define (\w+)((?:.*\\\n)*.*)", text))
    text = re.sub(r"#(define(?:.*\\\n)*.*|undef.*)", "", text)
    while any(re.search(rf"\b{m}\b", text) for m in macros):
        for name, meaning in macros.items():
            text = re.sub(rf"\b{name}\b", lambda _: meaning.replace("\\\n", " "), text)
    row = re.compile(
        rf"(?:OP|BY)\((?:\w+,\s*)+{STRING},((?:\s*{TEXT})+),([\sA-Z_|()]+),"
        rf"\s*KIND_(\w+)[^,]*,\s*(NULL|{TEXT})"
    )
    return [
        Row(m[1], _joined(m[2]), frozenset(re.findall(r"IN_(\w+)", m[3])), m[4], m[5] != "NULL")
        for m in row.finditer(text)
    ]


def parameters(signature):
    """What a signature asks for (src/torch/call/signature.h)."""
    found, keyword = [], False
    for part in re.split(r",\s*(?![^(\[]*[)\]])", signature.strip()[1:-1]):
        if part == "*":
            keyword = True
        elif part:
            left, _, default = part.partition("=")
            kind, name = left.rsplit(" ", 1)
            found.append(
                Parameter(kind.rstrip("?"), name, kind.endswith("?"), default or None, keyword)
            )
    return found


_CALLS = _source("tests/origin_calls.h")


def _table(head):
    body = re.search(rf"{head}[^;]*?= \{{(.*?)\n\}};", _CALLS, re.S)[1]
    return re.findall(rf"\{{{STRING},\s*({TEXT}(?:\s*{TEXT})*)\}}", body)


PREPARATION = _joined(re.search(r"preparation\[\] =(.*?);", _CALLS, re.S)[1]).replace("\\n", "\n")
SHAPES = [
    re.findall(STRING, line)
    for line in re.search(r"shapes\[\]\[3\] = \{(.*?)\};", _CALLS, re.S)[1].split("},")
    if '"' in line
]
NAMED = {m[0]: _joined(m[1]) for m in _table(r"\} named\[\]")}
WRITTEN = collections.defaultdict(list)
for _match in _table(r"\} calls\[\]"):
    WRITTEN[_match[0]].append(_joined(_match[1]))


def arguments(call):
    """P(a, k=b) as [(None, "a"), ("k", "b")]."""
    node = ast.parse(call, mode="eval").body
    return [(None, ast.unparse(a)) for a in node.args] + [
        (k.arg, ast.unparse(k.value)) for k in node.keywords
    ]


def generated(row, shape):
    """A call as tests/origin_calls.h would make one: what has no default gets a value."""
    given, tensors = [], 0
    lists = ["[f(2, 3), f(2, 3)]", "[f(3), f(3), f(3)]", "[i(2, 2), f(2, 2)]"]
    named_on = False
    for p in parameters(row.signature):
        if p.default is not None:
            named_on = True
            continue
        if p.type in ("Tensor", "Other"):
            value = SHAPES[shape][min(tensors, 2)]
            tensors += 1
        elif p.type in ("Tensor[]", "Tensor..."):
            value = lists[shape % 3]
        elif p.name == "dim":
            value = "[0]" if p.type.startswith(("int[]", "int...")) else "0"
        elif p.type in ("float", "Number"):
            value = NAMED.get(p.name, "0.5")
        else:
            value = NAMED.get(p.name, "1")
        given.append((p.name if named_on or p.keyword else None, value))
    return given


def callees(row):
    """The ways in which a row can be called, as (text before the arguments, needs a self)."""
    name, made = row.name, []
    module, _, rest = name.partition("_")
    for where, text, of_self in (
        ("TORCH", f"torch.{name}", False),
        ("METHOD", name, True),
        ("PLACE", f"{name}_", True),
        ("FUNCTIONAL", f"torch.nn.functional.{name}", False),
        ("SPECIAL", f"torch.{module}.{rest}", False),
    ):
        if where in row.where:
            made.append((text, of_self))
    return made


def written(callee, of_self, given):
    """The text of a call."""
    texts = [f"{k}={v}" if k else v for k, v in given]
    if of_self:
        texts[0] = re.sub(r"^(\w+=)", "", texts[0])
        return f"({texts[0]}).{callee}({', '.join(texts[1:])})"
    return f"{callee}({', '.join(texts)})"
