# json: text from values, values from text, and what is refused.
import json, pprint, enum, typing
from typing import *
d = {'b': [1, 2.5, None, True], 'a': {'x': 'é"\n', 'y': ()}, 'e': {}, 'l': [], 3: 4, None: 1, True: 2, 1.5: 3}
print(json.dumps(d)); print(json.dumps(d, indent=2)); print(json.dumps({'b': 1, 'a': [1, {'q': 2}]}, sort_keys=True, indent=4, ensure_ascii=False)); print(json.dumps([1, 2], separators=(',', ':')), json.dumps('é', ensure_ascii=False), json.dumps(float('nan')), json.dumps([float('inf'), 1e20, 1e-7, 0.1, 1e16]), json.dumps('\x00\x7f\u2028😀'), json.dumps({'a': 1}, indent='\t'))
print(json.loads('{"a": [1, 2.0, "x\\u00e9\\n", null, true, -1e3], "b": {}}'), json.loads(' [1,2] '), json.loads('"\\ud83d\\ude00"'), json.loads('NaN'), json.loads('12'), type(json.loads('1.0')))
for bad in ['', '{', '[1,]', '{"a" 1}', 'nul', "{'a': 1}", '[1 2]', '"abc', '1 2', '{"a":1,}', '[', '{"a":}', '"\\x"', '"a\nb"']:
    try: json.loads(bad)
    except json.JSONDecodeError as e: print(repr(bad), e)
try: json.dumps({1, 2})
except TypeError as e: print(e)
try: json.dumps({(1, 2): 3})
except TypeError as e: print(e)
print(json.dumps({1, 2}, default=list), json.dumps(object, default=str)[:10], json.loads('{"a":1}', object_hook=lambda d: sorted(d)), json.loads('[1.5]', parse_float=str), json.dumps({(1,2): 3, 'a': 1}, skipkeys=True))
class E(json.JSONEncoder):
    def default(self, o):
        return 'set' if isinstance(o, set) else super().default(o)
print(json.dumps([{1}], cls=E), json.JSONEncoder(indent=1).encode([1]))
import io
f = io.StringIO(); json.dump({'a': 1}, f); print(f.getvalue()); print(json.load(io.StringIO('[1]')))
# what C reads, and what it leaves to Python
for text in ('{"a": [1, -2.5e3, 1E400, -0, 0.0, "x\\n\\u00e9\\ud83d\\ude00", true, false, null, {}, []]}', ' [ ] ', '1.', '01', '[1,]',
             '{"a" 1}', '"a\tb"', '[1] x', '{"a":1,"a":2}', '"\\x"', '"\\u12"', '-1.5E-3', '123456789012345678901234567890', '[tru'):
    try:
        print(repr(json.loads(text)))
    except ValueError as e:
        print(e)
print(json.loads(b'[1]'), len(json.loads('[' * 150 + ']' * 150)), len(json.loads('[' * 300 + ']' * 300)))
# lines, and what is written between them
import io
f = io.StringIO('a\nb\n\nc')
print(f.readline(), f.tell(), f.read(1), f.readline(), list(f), f.readline() == '')
f.seek(0)
print(next(f), f.write('ZZ'), f.readline(), f.getvalue())
b = io.BytesIO(b'a\nb')
print(b.readline(), b.readlines(), b.seek(-1, 2), b.read())
