# math.gamma and math.log10 to the last digit: gamma in the steps in which Python works it out.
import math

print([math.gamma(k + 0.37) for k in range(-170, 170, 5)])
print([math.gamma(k / 8) for k in range(1, 200, 3)], [math.gamma(k) for k in (1, 2, 23, 24, 30, 100, 170)])
print(math.gamma(1e-19), math.gamma(-1e-21), math.gamma(-201.5), math.gamma(-200.25), math.gamma(math.inf))
print([math.log10(k) for k in range(2, 200, 7)])
print([math.log10(10 ** k) for k in range(25)], [math.log10(k * 1e-9) for k in range(1, 40)], math.log10(5e-324))
