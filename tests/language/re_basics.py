# Matching, splitting and replacing with re, and what its objects print.
import re
print(re.split(r'(\s)', "Hello, world. This, is a test."))
print(re.split(r'([,.]|\s)', "Hello, world. This, is a test."))
print(re.split(r'([,.:;?_!"()\']|--|\s)', "Hello, world. Is this-- a test?"))
print(re.sub(r'\s+([,.?!"()\'])', r'\1', "Hello , world . ok ?"))
print(re.findall(r"'s|'t|'re|'ve|'m|'ll|'d| ?\w+| ?\d+| ?[^\s\w\d]+|\s+(?!\S)|\s+", "Hello we're there  123 !! ok"))
m = re.match(r'(?P<a>\w+) (?P<b>\w+)', 'ab cd ef')
print(m, m.group(), m.group(0), m.group(1, 2), m['a'], m.groups(), m.groupdict(), m.span(), m.start('b'), m.end(2))
print(m.lastindex, m.lastgroup, m.string, m.re, m.pos, m.endpos, bool(m))
print(re.search('x', 'abc'), re.fullmatch(r'\d+', '123'), re.fullmatch(r'\d+', '123\n'))
print(re.sub('x*', '-', 'abxd'), re.split('x*', 'axbc'), re.findall(r'x*', 'axb'))
print(re.sub(r'(\w+) (\w+)', r'\2 \g<1> \g<0>', 'hello world'))
print(re.sub(r'\d+', lambda m: str(int(m.group()) * 2), 'a1 b22 c333', count=2))
print(re.subn('a', 'b', 'banana'))
p = re.compile(r'''
   (\d+)   # number
   \s*
   ([a-z]+) # word
''', re.VERBOSE | re.I)
print(p.findall('12 ab 3CD'), p.flags, p.groups, p.groupindex, p)
print(re.compile('a'), re.compile('a', re.M), re.I, re.I | re.M, repr(re.S))
print(re.escape('a.b*c [x]-~#é'))
print(re.findall(r'^\w', 'ab\ncd\n', re.M), re.findall(r'(?m)^', 'a\n'), re.findall(r'$', 'a\n'), re.findall('(?m)$', 'a\n'))
print(re.findall(r'a.c', 'a\nc abc', re.S), re.findall(r'a.c', 'a\nc abc'))
for m in re.finditer(r'\w+', 'één twee drié'):
    print(m.start(), m.end(), m.span(), m.group(), m)
print(re.findall(r'\b\w', 'één twee drié'), re.findall(r'\B\w', 'één twee'), re.findall(r'\B', ''))
print(type(m), type(p), re.error, isinstance(m, re.Match), isinstance(p, re.Pattern))
print(re.match('(a)|(b)', 'b').groups(), re.match('(a)|(b)', 'b').groups('x'), re.match('((a)(b))', 'ab').lastindex, re.match('(a)(b)', 'ab').lastindex)
print(re.split(r'\W+', 'Words, words, words.', 1), re.split(r'\W+', 'Words, words', maxsplit=1))
print(re.sub('(?P<q>a)', r'[\g<q>]', 'bab', 1))
print(p.match('xx 12 ab', 3), p.search('xx 12 ab', 3, 7))
print(re.findall('[^\W\d_]+', 'ab1_cd é9 日本'), re.findall(r'[\s\S]', ' a\n'), re.findall(r'[\W]', 'a b‿_'))
print(re.findall(r'(?a)\w+', 'aé b'), re.findall(r'(?i:A)b', 'ab aB AB'), re.findall('(?s:.)x.', '\nx\n\nxa'))
print(m.expand(r'<\g<0>>'))
print(re.compile('x' * 300))
print(re.match('.*', 'y' * 300))
