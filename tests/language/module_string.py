# string: constants, Template, capwords, Formatter.
import string
print(string.ascii_lowercase, string.digits, string.punctuation, repr(string.whitespace), string.ascii_letters, string.hexdigits)
T = string.Template('Hi $name, ${x}y $$5')
print(T.substitute(name='Bob', x=3), T.safe_substitute(name='A'), T.template)
try: T.substitute(name='A')
except KeyError as e: print('KeyError', e)
try: string.Template('$').substitute()
except ValueError as e: print(e)
print(T.substitute({'name': 'q', 'x': 1}))
print(string.capwords('hello big world'), string.capwords('a-b c-d', '-'))
print(string.Formatter().format('{} {x}', 1, x=2))
