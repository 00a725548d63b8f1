from pack import names
def double(x): return x * len(names.WORDS)
