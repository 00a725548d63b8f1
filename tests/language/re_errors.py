# Patterns and replacements that Python refuses, and its words for it.
import re

for bad in ['[', '(', ')', '*a', 'a**', 'a{2}{3}', r'\q', '(?P<n', '(?P<1>a)', '(?P<a>b)(?P<a>c)', '(?<=a+)b', r'\1', r'(a\1)', '[z-a]', '(?x', 'a\\', '(?z)', '(?P=foo)', 'a(?i)b', '(?(3)a|b)', r'\x1', '(?', '(?Pz)', '(?<x)', '[a', r'[\d-z]', '(?P<>a)', 'a{3,2}', '(?#', '(?-i)', '(?:a', 'x\ny(', '(?P<é>a)', '^*', r'\b+', 'a|*', '()*', '(?:)*', '(?=a)*', '(?(a)b)', '(?i', '(?i-s', '(?i-sz:', 'a{1,2', '{1}', 'x{,3}', 'x{}', 'x{,}', 'x{a}']:
    try:
        r = re.compile(bad)
        print(bad, 'ok', r.findall('xxx{}x{a}{1} aa'), r.groups)
    except re.error as e:
        print(repr(bad), e, e.msg, e.pos, e.lineno, e.colno)
for bad in [r'\2', r'\g<x>', r'\g<1', r'\q', '\\', r'\g', r'\g<>', r'\g<a b>', r'\.', r'\n', r'\07', r'\101', r'\g<0>\\', r'\g<9>']:
    try:
        print(repr(re.sub('(b)', bad, 'abc')))
    except (re.error, IndexError) as e:
        print(repr(bad), type(e).__name__, e)
try:
    re.match('a', 5)
except TypeError as e:
    print(e)
try:
    re.compile(5)
except TypeError as e:
    print(e)
