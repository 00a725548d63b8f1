# textwrap over eighty mixed paragraphs.
import textwrap, random
random.seed(3)
words = ['a', 'the', 'well-known', 'x--y', 'end.', '--', 'it\'s', 'self-attention', '(paren)', 'foo-bar-baz', '1-2', 'co-op', 'e-mail', 'long' * 5, '\u00e9t\u00e9', 'semi;', 'q?', '"quoted."', 'a-', '-b', '--flag', 'x---y', 'mother-in-law,', 'http://a-b.c/d-e', '3.14', 'A.', '\n', '\t', '  ']
for k in range(80):
    t = ' '.join(random.choice(words) for _ in range(random.randint(1, 14)))
    w = random.randint(3, 30)
    print(textwrap.wrap(t, w), textwrap.wrap(t, w, break_long_words=False), textwrap.wrap(t, w + 6, max_lines=2), textwrap.shorten(t, w + 8), textwrap.wrap(t, w, break_on_hyphens=False, fix_sentence_endings=True), textwrap.wrap(t, w, drop_whitespace=False))
