# How numbers are laid out: ties, signs, widths, and what lies at the ends of the quick ways.
import random

random.seed(7)
some = [0.0, -0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 1e-5, 9.999999, 999999999.9999999, 1e9, 1e-7, 0.1, 1 / 3, 1e15, 1e16,
        123456789012345.0, 1234567890123456.0, 5e-324, 1e22, 0.045, 1.005, 2.675, -1.5, 0.00012, 0.95, 0.9999999995]
for k in range(120):
    some.append(random.choice([random.random(), random.random() * 10 ** random.randint(-12, 12),
                               random.randint(0, 10**6) / 2 ** random.randint(0, 20),
                               random.randint(-10**15, 10**15) / 10 ** random.randint(0, 15)]))
for x in some:
    print(f"{x:.0f} {x:.1f} {x:.4f} {x:.9f} {x:.10f} {x:8.3f} {x:<9.2f}| {x:^11.1f}| {x:+.3f} {x:08.2f} {x:f} {x!r}")
for i in [0, -1, 9, 10, -10, 2**62, -2**63, 2**63 - 1, 2**64]:
    print(f"{i} {i:5} {i:<5}| {i:^7}| {i:+d} {i:07d} {i:,} {i:x} {i:#x} {i:_b}")
print(f"{True} {True:d} {'a':>3} {'ab':{4}}| {1.5:{6}.{2}f}")
