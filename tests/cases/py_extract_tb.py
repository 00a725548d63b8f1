import functools
import sys
import traceback


def noisy(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args)
    return wrapper


class Mean:
    @noisy
    def of(self, numbers):
        total = sum(numbers)
        return total / len(numbers)


def deep(n):
    return Mean().of([]) if n == 0 else deep(n - 1)


for start in (lambda: Mean().of([]), lambda: deep(2), lambda: {}["key"]):
    try:
        start()
    except Exception as e:
        places = traceback.extract_tb(e.__traceback__)
        print(type(e).__name__, len(places))
        for p in places:
            if "lambda" not in p.name:
                print(p.name, p.lineno, p.line, p[1], p[2:], len(p))
        file, line, name, text = traceback.extract_tb(sys.exc_info()[2])[-1]
        print(line, name, text)
        print(len(traceback.extract_tb(e.__traceback__, limit=1)),
              traceback.extract_tb(e.__traceback__, limit=-1)[0].name,
              len(traceback.format_list(places)))
print(traceback.extract_tb(None), noisy(deep).__code__.co_name)
