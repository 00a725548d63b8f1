# pow() with a negative exponent and a modulus.
for a in range(-6, 7):
    for m in (1, 2, 7, -7, 12, -5):
        for e in (-1, -2):
            try: print(pow(a, e, m), end=' ')
            except ValueError as x: print('E', end=' ')
