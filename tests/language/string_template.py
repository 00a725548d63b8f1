# string.Template as CPython has it.
from collections import defaultdict
from string import Template


def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


TEXTS = ["$who likes $what", "${who}s $$5 $x_1", "$", "a $ b", "$1", "${}", "${who", "${ who }", "line\nsecond $\nthird", "$$", "$Who $WHO", "",
         "no place", "$who$what$who", "é $é ${who}é", "$who_", "$_x", "a\n\n$!", "${who}$", "$who.", "cost: $$$what", "\n$-", "a\r\nb $"]
for text in TEXTS:
    for call in (lambda s: s.substitute(who="tim", what=3, x_1=None), lambda s: s.safe_substitute(who="tim"),
                 lambda s: s.substitute({"who": "a", "Who": 1, "WHO": 2, "what": "w"}, what="z"), lambda s: s.substitute(),
                 lambda s: s.safe_substitute({"x_1": 1}), lambda s: s.is_valid(), lambda s: s.get_identifiers()):
        t(lambda: call(Template(text)))
t(lambda: Template("$a").substitute(defaultdict(int)))
t(lambda: Template("$a").safe_substitute(defaultdict(int)))
t(lambda: Template("$a $b").substitute(None, a=1))
t(lambda: Template("$mapping $self").substitute(mapping=1, self=2))
t(lambda: Template("$a").template)


class Percent(Template):
    delimiter = "%"
    idpattern = "[a-z]+"


class Dotted(Template):
    braceidpattern = "[a-z.]+"


class Own(Template):
    pattern = r"\[\[(?:(?P<escaped>\[\[)|(?P<named>[a-z]+)\]\]|(?P<braced>[a-z]+)\}\}|(?P<invalid>))"


t(lambda: Percent("%a $b %% %B").substitute(a=1, B=2))
t(lambda: Dotted("${a.b} $a.b").substitute({"a.b": 1, "a": 2}))
t(lambda: Own("[[name]] [[x}} $a").substitute(name=1, x=2))
t(lambda: Percent("%").substitute())
