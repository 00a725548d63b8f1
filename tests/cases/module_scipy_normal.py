# scipy.stats.norm: where a share of it lies
import numpy as np
from scipy.stats import norm

for q in (0.5, 0.975, 0.025, 0.001, 0.9999, 1e-12, 0.3, 0, 1):
    print(f"{norm.ppf(q):.10f}")
print(np.round(norm.ppf([0.1, 0.5, 0.9], loc=10, scale=2), 9), np.round(norm.sf([-1.0, 0.0, 2.0]), 12), norm(3, 2).mean(), norm(3, 2).std(), norm(3, 2).var())
x = np.linspace(-6, 6, 25)
print(np.round(norm.ppf(norm.cdf(x)), 6))
