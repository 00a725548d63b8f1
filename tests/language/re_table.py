# Every pattern on every text: spans, groups and errors, as CPython's re finds them.
import re

TEXTS = ["", "a", "ab\nAB\n", "aaa bbb  ab_1", "x=1, y = -22;z=3.5", "2024-01-31", "Straße ÉÈ ﬃ İı",
         "[a](b)!\\d^$", "tab\tend", "((a)(b))"]
PATTERNS = [
    "", "a", "a*", "a+?", "a??b", "(a|b)*", "(?:a|ab)(?:b|$)", "^", "$", r"\A.", r".\Z", r"\b", r"\B",
    r"\bab\b", r"\d+", r"\D+", r"\w+", r"\W+", r"\s", r"\S+", "[a-c]", "[^a-c]+", "[]a]", "[^]a]", "[a-]",
    r"[\w-]+", r"[\d\s]", r"[^\d\s]+", r"[\]\\^]", "[.]", ".", ".+", ".*?b", "(?s).+", "(?m)^.", "(?m).$",
    "(?i)AB", "(?i:A)B", "(?-i:A)", "(?i)straSSE", "(?i)é", "(?a)\\w+", "(?x) a  b # c\n", "(?x)a\\ b",
    "(?P<n>a)(?P=n)", "(?P<n>a)|(?P<m>b)", r"(a)\1", r"(a)?(?(1)a|b)", "(?P<q>a)?b(?(q)x|_)", "(?=a)", "(?!a).",
    "(?<=a)b", "(?<!a)b", r"(?<=\d)-", "(?>a+)b", "a{2}", "a{2,}", "a{,2}", "a{1,2}?", "a{2", "a{,}", "x{0}a",
    "(a{1,2}){2}", "a*+b", "a++", "a?+a", "((a)(b)?)*", "(?:)", "()", "(|a)+", r"\x61", r"\u00e9", r"\141",
    r"\t", r"\n", r"\.", r"\-", r"[\b]", r"[a\-c]", r"(\d+)-(\d+)-(\d+)", r"(?P<k>\w)\s*=\s*(?P<v>-?[\d.]+)",
    r"[^\W\d_]+", "ß", "[À-Ý]", "\\(+", "[(]", "(?#note)a", r"\101", r"\0", "[a-z&&[b]]",
    # errors
    "(", ")", "a)", "[", "[a", "[b-a]", "*", "+a", "a**", "?", "{1}", "a{2,1}", "(?P<1>a)", "(?P<n>a)(?P<n>b)",
    "(?P=x)", "(?P>a)", r"\1", r"(a\1)", "(?<a)", "(?<=a+)b", "(?z)", "(?i", "(?i-", "(?-i)", "a(?i)b", r"\q",
    r"[\q]", "\\", r"\x1", r"\u12", r"[a-\d]", r"[\d-a]", "(?(1)a)", "(?(x)a)", "(?(0)a)",
    "(?P<a", "(?P<>a)", "(?P<a b>c)", "(?", "(?#", "(?:", "(?=", "(?ii)A", "(?im-s:A.)",
    "(?-:a)", "[[:alpha:]]", r"\8", r"\Z\A",
    "(?P<é>a)", "x*" * 3, "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10",
]


def show(found):
    return [(m.span(), m.groups(), m.lastindex, m.lastgroup) for m in found]


for pattern in PATTERNS:
    try:
        compiled = re.compile(pattern)
    except re.error as e:
        print(repr(pattern), "error", e.msg, e.pos, e.lineno, e.colno)
        continue
    except OverflowError as e:
        print(repr(pattern), "overflow", e)
        continue
    print(repr(pattern), compiled.groups, compiled.groupindex, compiled.flags)
    for k, text in enumerate(TEXTS):
        found = show(compiled.finditer(text))
        if found:
            print(" ", k, found)
        m, f = compiled.match(text), compiled.fullmatch(text)
        print("  ", k, m and m.span(), f and f.span(), compiled.search(text, 1, 4), compiled.split(text, 2),
              compiled.sub("<\\g<0>>", text), compiled.subn("-", text, 1))

for flags in (re.I, re.M, re.S, re.X, re.A, re.I | re.S):
    for pattern in ("A.b", "^a", "b$", "a b", r"\w+", "(?-s:.)", "(?i:b)", "é"):
        print(flags, pattern, [re.compile(pattern, flags).findall(t) for t in TEXTS])
for template in (r"\1", r"\g<1>", r"\g<n>", r"\2", r"\g<x>", r"\g<", r"\g", r"\n\t\\", r"\101", r"\0", r"\q", r"\g<0>\g<01>",
                 r"\g<-1>", r"\g<>", "\\", r"\08", r"\99"):
    try:
        print(template, re.sub("(?P<n>a)(b)?", template, "ab a"))
    except (re.error, IndexError) as e:
        print(template, type(e).__name__, e)
m = re.search("(?P<n>a)(b)?(c)?", "xxac", re.I)
print(m, m.group(0, 1), m.group("n"), m.groups("-"), m.groupdict("-"), m.start(2), m.end("n"), m.pos, m.endpos, m.string,
      m.re.pattern, m[1], m["n"], m.expand(r"\1-\g<n>"))
for bad in (lambda: m.group(9), lambda: m.group("q"), lambda: m.start(4), lambda: re.compile(3), lambda: re.split("", 3)):
    try:
        print(bad())
    except (IndexError, TypeError) as e:
        print(type(e).__name__, e)
print(re.escape("a.b*c[d]\\e f\n-"), re.compile("a", re.I), re.compile("a" * 300), re.compile("x", re.M | re.S))
print(re.compile("a") == re.compile("a"), re.compile("a") == re.compile("a", re.I), re.RegexFlag(10), re.I | re.M)
