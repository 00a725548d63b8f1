# Enumerations: plain, of strings, of ints, with methods.
from enum import Enum, auto, unique
import copy, json
class AttnType(str, Enum):
    DOT = "dot"
    ADD = "additive"
    @classmethod
    def choices(cls): return [m.value for m in cls]
class Size(Enum):
    SMALL = (64, 2)
    LARGE = (512, 8)
    def __init__(self, dim, heads): self.dim = dim; self.heads = heads
    @property
    def head_dim(self): return self.dim // self.heads
    def describe(self): return f"{self.name.lower()}: {self.dim}"
@unique
class Lvl(Enum):
    LOW = auto()
    HIGH = auto()
class Tok(str, Enum):
    PAD = "pad"
    EOS = "</s>"
print(AttnType.DOT, AttnType.DOT == "dot", AttnType.choices(), AttnType("additive"), f"{AttnType.ADD}", repr(AttnType.DOT), AttnType.DOT.upper(), json.dumps({"t": AttnType.DOT}), AttnType.DOT in ("dot",), {"dot": 1}[AttnType.DOT])
print(Size.SMALL.head_dim, Size.LARGE.describe(), [s.heads for s in Size], Size((64, 2)), Size.SMALL.value, isinstance(Size.SMALL, Size), type(Size.SMALL), Size)
print(list(Lvl), Lvl(1).name, Lvl.HIGH.value + 1, [10, 20, 30][Lvl.HIGH.value], f"{Lvl.LOW}", Lvl.LOW == 1, {Lvl.LOW: "a"}[Lvl(1)])
print(Tok.PAD, Tok.EOS, Tok.EOS + "x", len(Tok.EOS), repr(Tok.PAD), Tok.PAD == "pad")
print(copy.deepcopy(AttnType.DOT) is AttnType.DOT, Size.SMALL is Size["SMALL"], Size.SMALL is not Size.LARGE, Size.SMALL != Size.LARGE, len(Size), Size.SMALL in Size, bool(Size.SMALL), hash(Size.SMALL) == hash(Size.SMALL))
C = Enum("C", "A B"); print(list(C), C.A.value)
try: AttnType("x")
except ValueError as e: print(e)
d = {m: i for i, m in enumerate(Size)}; print(d)
match = {AttnType.DOT: lambda a, b: a * b, AttnType.ADD: lambda a, b: a + b}; print(match[AttnType("dot")](2, 3))
