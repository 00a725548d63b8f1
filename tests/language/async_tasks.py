"""async def, await, and the loop of asyncio: the order in which coroutines take their turns."""
import asyncio
import inspect


async def add(a, b):
    return a + b


async def worker(name, delay, log):
    log.append(f"{name} starts")
    await asyncio.sleep(delay)
    log.append(f"{name} ends")
    return name.upper(), delay


async def nested(n):
    return 0 if n == 0 else n + await nested(n - 1)


class Counter:
    def __init__(self):
        self.total = 0

    async def up(self, by=1):
        await asyncio.sleep(0)
        self.total += by
        return self.total


async def fails(text):
    await asyncio.sleep(0.01)
    raise ValueError(text)


async def guarded():
    try:
        await fails("inside")
    except ValueError as e:
        return f"caught {e}"
    finally:
        print("finally")


async def turns(name, log):
    for k in range(3):
        log.append(f"{name}{k}")
        await asyncio.sleep(0)


async def producer(queue, count):
    for k in range(count):
        await queue.put(k * k)
        print("put", k * k, queue.qsize())
    await queue.put(None)


async def consumer(queue):
    found = []
    while (item := await queue.get()) is not None:
        found.append(item)
    return found


async def forever():
    try:
        while True:
            await asyncio.sleep(1)
    except asyncio.CancelledError:
        print("told to stop")
        raise


async def main():
    print(await add(1, 2) + await add(3, 4) * 2)
    log = []
    print(await asyncio.gather(worker("a", 0.03, log), worker("b", 0.01, log), worker("c", 0.02, log)))
    print(log)
    print(await nested(5))
    counter = Counter()
    print(await asyncio.gather(*[counter.up(k) for k in range(5)]), counter.total)
    print(await guarded())
    print(await asyncio.gather(add(1, 1), fails("kept"), return_exceptions=True))
    try:
        await asyncio.gather(add(1, 1), fails("first"))
    except ValueError as e:
        print("gather:", e)
    log = []
    await asyncio.gather(turns("x", log), turns("y", log))
    print(log)
    task = asyncio.create_task(add(5, 6), name="sum")
    print(task.done(), task.get_name(), await task, task.done(), task.result())
    queue = asyncio.Queue(maxsize=2)
    print((await asyncio.gather(producer(queue, 4), consumer(queue)))[1])
    try:
        await asyncio.wait_for(asyncio.sleep(5), timeout=0.01)
    except asyncio.TimeoutError:
        print("too long")
    print(await asyncio.wait_for(add(2, 2), timeout=1))
    task = asyncio.create_task(forever())
    await asyncio.sleep(0)
    print(task.cancel())
    try:
        await task
    except asyncio.CancelledError:
        print("cancelled", task.cancelled())
    log = []
    for following in asyncio.as_completed([worker("p", 0.02, log), worker("q", 0.01, log)]):
        print(await following)
    event = asyncio.Event()
    waiter = asyncio.create_task(event.wait())
    await asyncio.sleep(0)
    event.set()
    print(await waiter)
    done, pending = await asyncio.wait([asyncio.create_task(add(1, k)) for k in range(3)])
    print(sorted(t.result() for t in done), len(pending))
    asyncio.create_task(forever())
    await asyncio.sleep(0)
    return "end"


print(asyncio.run(main()))
c = add(1, 2)
print(type(c).__name__, str(c)[:21], inspect.iscoroutine(c), asyncio.iscoroutinefunction(add), inspect.iscoroutinefunction(print))
try:
    c.send(None)
except StopIteration as e:
    print("stopped with", e.value)
for wrong in (lambda: list(add(1, 2)), lambda: c.send(None), lambda: asyncio.run(5), lambda: next(c)):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


async def awaits(x):
    return await x

for wrong in (5, "text", c):
    try:
        asyncio.run(awaits(wrong))
    except Exception as e:
        print(type(e).__name__, e)
loop = asyncio.new_event_loop()
print(loop.run_until_complete(add(20, 1)))
loop.close()


async def shown(a: int, *, b=2) -> int:
    """Its text."""
    return a * b

print(shown.__name__, shown.__doc__, asyncio.run(shown(4)))
