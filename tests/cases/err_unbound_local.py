# A local read before it is set.
total = 5


def add(n):
    print("adding", n)
    total = total + n
    return total


print(total)
add(3)
