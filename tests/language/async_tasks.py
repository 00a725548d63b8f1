"""async def and await: coroutines that a loop of one's own drives."""
import inspect


class Turn:
    """What is awaited to let the others go first."""

    def __init__(self, value):
        self.value = value

    def __await__(self):
        sent = yield self.value
        return sent


async def add(a, b):
    return a + b


async def nested(n):
    return 0 if n == 0 else n + await nested(n - 1)


async def turns(name, count, log):
    for k in range(count):
        log.append(f"{name}{k}")
        await Turn(k)
    return name.upper(), count


async def fails(text):
    await Turn(0)
    raise ValueError(text)


async def guarded():
    try:
        await fails("inside")
    except ValueError as e:
        return f"caught {e}"
    finally:
        print("finally")


async def asks():
    first = await Turn("first?")
    second = await Turn("second?")
    return first, second


async def forever():
    try:
        while True:
            await Turn(1)
    except KeyError as e:
        print("told to stop", e)
        raise
    finally:
        print("swept up")


class Counter:
    def __init__(self):
        self.total = 0

    async def up(self, by=1):
        await Turn(0)
        self.total += by
        return self.total


def run_all(*coroutines):
    """Turn by turn; their results in order."""
    results, left = {}, list(coroutines)
    while left:
        c = left.pop(0)
        try:
            c.send(None)
            left.append(c)
        except StopIteration as e:
            results[id(c)] = e.value
    return [results[id(c)] for c in coroutines]


async def main():
    print(await add(1, 2) + await add(3, 4) * 2, await nested(5))
    print(await guarded())
    counter = Counter()
    print(await counter.up(), await counter.up(5), counter.total)
    return "end"


log = []
print(run_all(turns("x", 3, log), turns("y", 1, log), turns("z", 2, log)), log)
print(run_all(main(), asks()))
c = asks()
print(c.send(None), c.send(1))
try:
    c.send(2)
except StopIteration as e:
    print("result", e.value)
c = forever()
c.send(None)
try:
    c.throw(KeyError("now"))
except KeyError as e:
    print("through", e)
c = forever()
c.send(None)
c.close()
c = add(1, 2)
print(type(c).__name__, str(c)[:21], inspect.iscoroutine(c), inspect.iscoroutinefunction(add), inspect.iscoroutinefunction(print))
try:
    c.send(None)
except StopIteration as e:
    print("stopped with", e.value)
for wrong in (lambda: list(add(1, 2)), lambda: c.send(None), lambda: next(c)):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


async def awaits(x):
    return await x

for wrong in (5, "text", c):
    try:
        run_all(awaits(wrong))
    except Exception as e:
        print(type(e).__name__, e)


async def shown(a: int, *, b=2) -> int:
    """Its text."""
    return a * b

print(shown.__name__, shown.__doc__, run_all(shown(4)))
