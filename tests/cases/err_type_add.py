# A number and a text.
epoch = 3
print("epoch " + str(epoch), "epoch", epoch)
print("epoch " + epoch)
