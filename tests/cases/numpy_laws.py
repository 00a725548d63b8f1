# The rarer laws of np.random: a RandomState's, a Generator's, np.random's own.
import numpy as np

LAWS = [("pareto", (3.0,)), ("weibull", (1.5,)), ("power", (2.0,)), ("laplace", (0.5, 2.0)), ("gumbel", (0, 1)),
        ("logistic", (1, 2)), ("lognormal", (0, 0.5)), ("rayleigh", (2,)), ("standard_gamma", (0.5,)), ("gamma", (2.5, 2)),
        ("gamma", (1, 2)), ("chisquare", (3,)), ("standard_t", (4,)), ("beta", (0.5, 0.5)), ("beta", (2, 3)),
        ("binomial", (10, 0.3)), ("binomial", (1, 0.8)), ("geometric", (0.5,)), ("geometric", (0.1,)), ("poisson", (3,)),
        ("poisson", (25.5,))]
WRONG = [("pareto", (0,)), ("binomial", (3, 1.5)), ("gamma", (-1,)), ("poisson", (-1,)), ("multinomial", (3, [0.7, 0.7, 0]))]

for make in (np.random.RandomState, np.random.default_rng):
    for name, given in LAWS:
        r = make(7)
        one = getattr(r, name)(*given)
        many = getattr(r, name)(*given, size=(50, 4))
        print(name, f"{one:.6f}", many.dtype, many.shape, many[0], many[-1, -1], f"{many.sum():.6f}")
    r = make(3)
    print(r.standard_cauchy(5), r.standard_exponential(3))
    print(r.dirichlet([1, 2, 0.5]), r.dirichlet(np.ones(3), size=2))
    print(repr(r.multinomial(20, [0.2, 0.3, 0.5])), repr(r.multinomial(5, [1 / 3] * 3, size=(2, 2))))
    print(r.multivariate_normal([0, 1], [[1, 0.5], [0.5, 2]], 3))
    print(r.poisson([1, 5, 20]), r.gamma([[1.0], [2.0]], [1, 2, 3]), r.binomial(1, [0.1, 0.9, 0.5], size=(2, 3)))
    for name, given in WRONG:
        try:
            getattr(r, name)(*given)
        except ValueError as error:
            print(error)

np.random.seed(0)
print(np.random.gumbel(size=3), np.random.binomial(1, 0.5, 10), np.random.pareto(2), np.random.dirichlet(np.ones(4)))
print(np.random.multinomial(1, [0.1, 0.2, 0.7]), np.random.poisson(2, 5), np.random.laplace(), np.random.standard_exponential(2))
print(np.random.multivariate_normal(np.zeros(2), np.eye(2)))
print(np.random.RandomState(1).randint(0, 9, 4), isinstance(np.random.RandomState(1), np.random.RandomState))
for make in (np.random.RandomState, np.random.default_rng):
    r = make(5)
    print(r.binomial(1, 0.3, 12), r.binomial(1, 0.9, (2, 6)), r.binomial(1, 0.5, 6).dtype, r.binomial(np.int64(1), 0.3, 6), r.binomial(1, 0.5, size=8))
