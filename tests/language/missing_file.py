# open() of what is not there: code that asks by `try` goes its other way.
try:
    with open("no-such-file.txt") as f:
        text = f.read()
except FileNotFoundError as e:
    print(e, e.errno, e.filename)
    text = "to be or not to be"
print(len(text))
for mode in ("r", "rb", "rt"):
    try:
        open("no-such-directory/words.csv", mode)
    except OSError as e:
        print(type(e).__name__, e)
try:
    open()
except TypeError as e:
    print(e)
