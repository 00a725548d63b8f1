# Generators that are left in a loop of their body: what runs after the yield, how the loop ends, and what is
# thrown in or sent while they wait.
log = []


def after(n):
    for i in range(n):
        log.append(("before", i))
        yield i
        log.append(("after", i))
        if i == 2:
            continue
        log.append("end")
    else:
        log.append("else")
    log.append("over")
    return "returned"


print(list(after(4)))
print(log)


def two(n):
    for i in range(n):
        yield i
        yield [i]
        i = -i
        yield i
    yield "last"


print(list(two(3)))


def leaves(n):
    k = 0
    while True:
        yield k
        k += 1
        if k == n:
            break
        if k == 100:
            return "hundred"
    yield "broken off"


print(list(leaves(3)))
g, last = leaves(1000), None
try:
    while True:
        last = next(g)
except StopIteration as stop:
    print(last, stop.value)


def counts(n):
    while n > 0:
        yield n
        n -= 1
    else:
        yield "none left"
    for n in "ab":
        yield n
    for n in (1, 2):
        yield n * 2


print(list(counts(3)))


def inner_and_outer():
    for a in range(2):
        for b in (x + a for x in range(2)):
            yield a, b
        yield a


print(list(inner_and_outer()))


def caught(n):
    try:
        for i in range(n):
            yield i
    finally:
        print("left", i)


for x in caught(5):
    if x == 2:
        break
g = after(3)
print(next(g), next(g))
try:
    g.throw(KeyError("in"))
except KeyError as e:
    print("thrown", e, list(g))
g = after(3)
next(g)
print(g.send("ignored"), next(g), g.close(), list(g))


def fails(n):
    for i in range(n):
        yield 10 // (2 - i)
        log.append("unreached" if i > 2 else i)


g, got = fails(4), []
try:
    for x in g:
        got.append(x)
except ZeroDivisionError as e:
    print(got, e, list(g))


def grows(items):
    for item in items:
        yield item
        if len(items) < 5:
            items.append(item * 2)


print(list(grows([1, 2])))
g = grows(["a"])
h = grows(["b"])
print([next(s) for s in (g, h, g, h, g, h)])


def itself():
    for i in range(2):
        yield i
        next(me)


me = itself()
try:
    print(next(me), next(me))
except ValueError as e:
    print(e)


def kept(n):
    for text in [str(k) * 3 for k in range(n)]:
        yield text + "!"
        text = None


print(list(kept(4)), sum(len(t) for t in kept(12)))
print(sum(x * 0.5 for x in range(4)), sum([True, 2, 3.5]), sum(([k] for k in range(3)), []))
print(sum([2**62, 2**62, 2**62]), sum((10**30, 1)), sum([0.1] * 3), sum([1, -1.5], 4))
