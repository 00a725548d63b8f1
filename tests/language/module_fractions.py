# fractions.
import statistics as st, math, types, abc, contextlib, random
import fractions
F = fractions.Fraction
print(F(1, 2) + F(1, 3), repr(F(3, 6)), F('0.25'), F(0.5), F(1, 3) * 3, float(F(1, 4)), F(7, 3).numerator, F(1, 2) < F(2, 3), F(3).limit_denominator(10), F(1,2) ** 2, abs(F(-1, 2)), int(F(7, 2)), round(F(7,2)), F(1,2) == 0.5, hash(F(2)) == hash(2), F(1,3) - 1, 1 / F(1,3), F(3.14159).limit_denominator(100), F(7,3) // 1, F(7,3) % 1, -F(1,2), str(F(4,2)), sum([F(1,2), F(1,3)]))
try: F(1, 0)
except ZeroDivisionError as e: print(e)
