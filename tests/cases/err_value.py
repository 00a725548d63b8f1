# A text that is no number, raised through two functions.
def parse(text):
    return int(text)


def parse_all(items):
    return [parse(t) for t in items]


print(parse_all(["1", " 2 "]))
print(parse_all(["1", "two"]))
