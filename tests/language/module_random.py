# random: the stream of a seed, and its state.
import statistics as st, math, types, abc, contextlib, random
random.seed(42); print(random.random(), random.randint(1, 10), random.choice('abc'), random.uniform(1, 2), random.gauss(0, 1), random.choices([1, 2, 3], k=4), random.sample(range(100), 5), random.choices('ab', weights=[1, 9], k=5), random.randrange(10), random.randrange(0, 100, 7), random.getrandbits(10), random.normalvariate(0, 1), random.expovariate(1))
l = list(range(10)); random.shuffle(l); print(l); r = random.Random(7); print(r.random(), r.sample([1, 2, 3], 2)); s = random.getstate(); a = random.random(); random.setstate(s); print(a == random.random()); random.seed(-3); print(random.random(), random.sample('abcdefgh', 3), random.sample(list(range(50)), 20)); random.seed(123456789012345678); print(random.random(), random.randint(0, 2**40), random.choices(range(5), cum_weights=[1,2,3,4,10], k=3))
random.seed(0); print([random.randint(1, 100) for _ in range(5)], random.uniform(1, 5), random.gauss(0, 1), random.gauss(5, 2), random.choice("abcdef"))
print(random.choices("abc", weights=[1, 2, 3], k=6), random.sample(range(100), 5), random.sample([1, 2, 3, 4], 2), random.randrange(5, 50, 5), random.normalvariate(0, 1))
x = list(range(10)); random.shuffle(x); print(x, random.Random(3).random(), random.Random(3).gauss(1, 2))
for bad in (lambda: random.choice([]), lambda: random.randint(5, 1), lambda: random.randrange(0), lambda: random.randrange(1, 2, 0), lambda: random.choices([]), lambda: random.choices([1], weights=[1, 2]), lambda: random.choices([1, 2], weights=[0, 0]), lambda: random.sample([1], 2), lambda: random.sample({1}, 1), lambda: random.setstate((3,))):
    try: print(bad())
    except (IndexError, ValueError, TypeError) as e: print(type(e).__name__, e)
s = random.getstate(); random.seed(1); a = [random.gauss(0, 1) for _ in range(3)]; t = random.getstate(); b = random.gauss(0, 1); random.setstate(t); print(b == random.gauss(0, 1), random.sample(range(10 ** 6), 8), [len(set(random.sample(range(n), n // 2))) for n in (8, 30, 100, 500)])
