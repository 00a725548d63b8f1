# An assertion without words.
for n in (1, 2, 3):
    print(n)
    assert n < 3
