# numbers, timeit, fnmatch, secrets, uuid
import fnmatch
import numbers
import secrets
import timeit
import uuid

for value in (3, 2.5, 1j, True, "3", None, [1]):
    print(value, [isinstance(value, kind) for kind in (numbers.Number, numbers.Complex, numbers.Real, numbers.Rational, numbers.Integral)])
print(issubclass(int, numbers.Integral), issubclass(float, numbers.Integral), issubclass(numbers.Integral, numbers.Real))


class Own(numbers.Number):
    pass


print(isinstance(Own(), numbers.Number), isinstance(Own(), numbers.Integral), isinstance(3, Own))
calls = []
print(timeit.timeit(lambda: calls.append(1), number=5) >= 0, len(calls), len(timeit.repeat("x = 1", repeat=2, number=3)))
print(timeit.Timer("calls.append(2)", globals={"calls": calls}).timeit(2) >= 0, calls)
print(fnmatch.fnmatch("a.py", "*.py"), fnmatch.fnmatch("a.pyc", "*.py"), fnmatch.filter(["x1", "x2", "y1"], "x?"), fnmatch.fnmatchcase("b7", "[a-c][!0-5]"))
print(len(secrets.token_hex(8)), 0 <= secrets.randbelow(10) < 10, secrets.choice([4]), len(secrets.token_bytes(3)))
name = uuid.uuid4()
print(len(str(name)), name.version, name == uuid.UUID(str(name)), len(name.hex), uuid.uuid5(uuid.NAMESPACE_DNS, "python.org"), repr(uuid.UUID(int=5)))

import random

random.seed(3)
first = random.random()
random.seed(3)
uuid.uuid4(), secrets.token_hex(4)
print(first == random.random())
