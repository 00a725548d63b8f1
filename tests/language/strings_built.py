# Strings made piece by piece, and what is asked of them afterwards.
s, d = "", {}
for k in range(2000):
    s += chr(97 + k % 26)
    d[s[-3:]] = d.get(s[-3:], 0) + 1
print(len(s), len(d), d["abc"], s.count("xyz"), s[:26] + s[26:52] == s[26:52] + s[:26])
a, b = "spam" + "eggs", "spa" + "meggs"
print(a == b, hash(a) == hash(b), {a: 1}[b], a in {b}, len({a, b, "spameggs"}), a is b or a == b)
e = "\u00e9" + "x" + "\u65e5"
print(len(e), e[1], e[2], e + e, (e + e)[3], {e + "": 1}, getattr(type("T", (), {"att" + "r": 5}), "at" + "tr"))
d = {"x": 1, "y": 2}
print(d.keys().isdisjoint(["z"]), d.keys().isdisjoint({"x"}), d.items().isdisjoint([("x", 1)]))
globals()["na" + "me"] = 3
print(name, "".join(["a"] * 3) + "b" * 2, ("ab" + "cd").upper().lower() == "abcd")
