# Nothing to divide by, inside a finally.
def mean(values):
    try:
        return sum(values) / len(values)
    finally:
        print("counted", len(values))


print(mean([1, 2, 3]))
print(mean([]))
