import torch
__proto__ = torch.ones(2, 2)
constructor = __proto__ + 1
hasOwnProperty = constructor @ __proto__
toString = {"__proto__": 1, "constructor": 2}
valueOf = hasOwnProperty.softmax(-1)
__defineGetter__ = valueOf.sum()
print(toString["__proto__"])
