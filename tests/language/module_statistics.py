# statistics: to the last digit.
import statistics as st, math, types, abc, contextlib, random
print(st.mean([1, 2, 3, 4]), st.mean([1.5, 2.5]), st.median([3, 1, 2]), st.median([1, 2, 3, 4]), st.mode([1, 1, 2]), st.stdev([1, 2, 3, 4]), st.pstdev([1, 2, 3, 4]), st.variance([1, 2, 3, 4]), st.pvariance([1, 2, 3, 4]), st.mean([1,2]))
for f in (st.mean, st.median, st.mode, st.stdev):
    try: f([])
    except st.StatisticsError as e: print(e)
try: st.stdev([1])
except st.StatisticsError as e: print(e)
import statistics as st, random
random.seed(1)
for n in range(2, 40):
    v = [random.gauss(5, 2) * 10 ** random.randint(-3, 3) for _ in range(n)]
    print(st.mean(v), st.stdev(v), st.pstdev(v), st.variance(v), st.pvariance(v), st.median(v))
    w = [random.randint(-1000, 1000) for _ in range(n)]
    print(st.mean(w), st.stdev(w), st.pstdev(w), st.variance(w), st.pvariance(w))
print(st.variance([1, 2, 3]), st.pvariance([0.1] * 3), st.stdev([1.5, 1.5]), st.mode('aab'), st.stdev([2.0, 4.0], xbar=3))
