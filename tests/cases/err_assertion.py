# An assertion with a computed message.
def split(d_model, heads):
    assert d_model % heads == 0, f"d_model {d_model} is not divisible by {heads} heads"
    return d_model // heads


print(split(8, 2), split(8, 4))
print(split(8, 3))
