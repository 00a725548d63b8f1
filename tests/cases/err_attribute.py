# An object without the attribute.
class Config:
    width = 4


c = Config()
c.heads = 2
print(c.width, c.heads, getattr(c, "dropout", 0.1))
print(c.dropout)
