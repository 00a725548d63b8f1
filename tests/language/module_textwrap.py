# textwrap: every option.
import textwrap
t = "The quick brown fox jumped over the lazy dog. It's well-known   that attention is all you need, isn't it? Supercalifragilisticexpialidocious."
print(textwrap.fill(t, 30)); print(textwrap.wrap(t, width=20)); print(textwrap.wrap(t, 12, break_long_words=False))
print(textwrap.fill(t, width=40, initial_indent='* ', subsequent_indent='  '))
print(textwrap.shorten(t, 40), textwrap.shorten(t, width=30, placeholder='...'))
print(textwrap.dedent("""
    a
      b

    c
"""))
print(textwrap.dedent("\ta\n\t b\n"), textwrap.dedent("  a\n b\n"))
print(textwrap.indent("a\n\nb\n", "> "), textwrap.indent("a\n\nb", "> ", lambda l: True))
w = textwrap.TextWrapper(width=25, initial_indent='-', subsequent_indent='+', max_lines=2, placeholder=' [..]')
print(w.fill(t)); print(w.wrap(t)); w.width = 50; print(w.fill(t))
print(textwrap.wrap(''), textwrap.wrap('a\tb\nc', 10), textwrap.fill('a-b-c-d-e-f', 5), textwrap.wrap('hello--world foo', 7))
print(textwrap.wrap("x" * 25, 10), textwrap.wrap(t, 30, break_on_hyphens=False), textwrap.wrap("  lead and trail  ", 8, drop_whitespace=False))
print(textwrap.wrap("One. Two.  Three", 12, fix_sentence_endings=True))
try: textwrap.wrap('abc', 0)
except ValueError as e: print(e)
