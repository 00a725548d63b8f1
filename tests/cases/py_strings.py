# Strings: methods, slices, escapes, quotes.
s = "Multi-Head Attention"
print(s.lower(), s.upper(), s.title(), s.swapcase(), s.capitalize(), len(s))
print(s[0], s[-1], s[2:7], s[::-1], s[::3], s[-9:], s[50:], "ab" * 3, "=" * 20)
print(s.split(), s.split("-"), s.split("t", 1), "a,b,,c".split(","), " a  b ".split(), "x".join(["1", "2", "3"]), s.partition("-"))
print(s.replace("Head", "Tail"), s.find("Head"), s.find("zzz"), s.index("t"), s.count("t"), s.startswith("Mul"), s.endswith(("x", "n")))
print("  pad ".strip() + "|", "xxaxx".strip("x"), "  l".lstrip(), "r  ".rstrip() + "|", "7".zfill(3), "-7".zfill(4))
print("mid".center(9, "*"), "l".ljust(4) + "|", "r".rjust(4), "abc".center(6) + "|", "tab\tbed".expandtabs(8))
print("abc".isalpha(), "12".isdigit(), "a1".isalnum(), " ".isspace(), "abc".islower(), "ABC".isupper(), "".isdigit())
print("a" in s, "Att" in s, "b" not in s, "abc" < "abd", "Z" < "a", "" == '', "a" "b" 'c')
print('single \'quoted\'', "double \"quoted\"", 'mix "it"', "tab\there", "back\\slash", r"raw\n", "nul" + chr(65) + str(ord("a")))
print(repr("it's"), repr('say "x"'), repr("both ' and \""), repr("new\nline\ttab"), repr("\x00\x7f"), repr("é😀"), ascii("é"))
print("""three
  lines""", '''and "this"''')
print("é".upper(), len("naïve"), len("😀"), "日本語"[1], "ß".upper(), "α β".split(), "Straße".lower())
print("line1\nline2\r\nline3".splitlines(), "a-b_c".replace("-", "").replace("_", ""), "aXbX".rsplit("X", 1), "abc".removeprefix("a"))
print(list("abc"), tuple("ab"), sorted("hello"), set("aaa"), "".join(sorted("cab")), "".join(reversed("abc")), [c for c in "xyz"])
print("{} {}".format(1, "a"), "{0} {1} {0}".format("x", "y"), "{name}={v:.2f}".format(name="pi", v=3.14159), "{:>8}|{:<8}|{:^8}".format("a", "b", "c"))
print("%d %s %5.2f %x %05d %-5s| %+d %%" % (3, "str", 2.5, 255, 42, "ab", 7), "%s" % [1, 2], "%r" % "q", "%i items" % 3.9, "%e" % 12345.678)
print("%(a)s-%(b)03d" % {"a": 1, "b": 2}, "%s and %s" % ("x", (1, 2)), "%g %g" % (0.0001, 1e10), "%c" % 65, "%o" % 8)
print("a" + str(1) + str(2.0) + str(None) + str(True) + str([1, "x"]), "abc".encode(), b"by\x01", b"ab"[0])
print("x".isidentifier(), "hello world".translate(str.maketrans("lo", "01")), "%s" % None, "a\\nb", len("a\
b"))
for i, ch in enumerate("ab", start=1):
    print(i, ch, end="; ")
print()
print("Token: {:<10} id: {:>4d} p: {:6.2%}".format("step", 42, 0.256), "{:,}".format(1234567), "{!r}".format("s"), "{{}}".format())
