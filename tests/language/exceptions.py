def f(k):
    try:
        print("try", k)
        if k == 1: raise ValueError("one")
        if k == 2: return "ret"
        if k == 3: raise KeyError("three")
        if k == 4: 1 / 0
    except ValueError as e:
        print("except", e)
        return "handled"
    except (KeyError, IndexError) as e:
        print("tuple", repr(e), e)
    else:
        print("else")
        return "else-ret"
    finally:
        print("finally")
    return "end"
for k in range(5):
    try: print(f(k))
    except ZeroDivisionError as e: print("outer", e)
def g():
    try: return 1
    finally: return 2
print(g())
def h():
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            print(i)
        finally: print("fin", i)
    else: print("no")
h()
def sw():
    while True:
        try: raise ValueError
        finally: break
    return "swallowed"
print(sw())
try:
    try: raise ValueError("a")
    finally: print("inner finally")
except ValueError as e: print("got", e)
try: e
except NameError as n: print(n)
