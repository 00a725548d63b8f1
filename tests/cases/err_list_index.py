# Past the end of a list.
layers = [1, 2, 3]
print(layers[-3], layers[5:], layers[2])
i = 0
while True:
    print(i, layers[i])
    i += 1
