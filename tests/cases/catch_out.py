# out=: which dtypes each operation takes, and what it says of the others.
import torch


def tell(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


i = torch.tensor([1, 2, 3])
f = torch.tensor([1.0, 2.0, 3.0])
b = torch.tensor([True, False, True])
square = torch.ones(3, 3)
for out in (lambda: torch.zeros(3, dtype=torch.long), lambda: torch.zeros(3), lambda: torch.zeros(3, dtype=torch.double),
            lambda: torch.zeros(3, dtype=torch.bool)):
    print(out().dtype)
    tell(lambda: torch.pow(i, 2.5, out=out()))
    tell(lambda: torch.pow(i, 2, out=out()))
    tell(lambda: torch.pow(f, f, out=out()))
    tell(lambda: torch.add(f, 1, out=out()))
    tell(lambda: torch.add(i, 1, out=out()))
    tell(lambda: torch.neg(f, out=out()))
    tell(lambda: torch.exp(i, out=out()))
    tell(lambda: torch.sum(f.view(1, 3), 0, out=out()))
    tell(lambda: torch.softmax(f, 0, out=out()))
    tell(lambda: torch.matmul(square, f, out=out()))
    tell(lambda: torch.cat([f[:1], f[:2]], out=out()))
    tell(lambda: torch.eq(f, i, out=out()))
    tell(lambda: torch.clamp(f, 2, 3, out=out()))
    tell(lambda: torch.ones(3, out=out()))
    tell(lambda: torch.argmax(f.view(3, 1), 1, out=out()))
    tell(lambda: torch.index_select(f, 0, i - 1, out=out()))
    tell(lambda: torch.gather(f, 0, i - 1, out=out()))
    tell(lambda: torch.all(b.view(1, 3), 0, out=out()))
    tell(lambda: torch.amax(f.view(1, 3), 0, out=out()))
    tell(lambda: torch.take(f, i - 1, out=out()))
    tell(lambda: torch.masked_select(f, b, out=out()))
    tell(lambda: torch.nonzero(f, out=out()))
    tell(lambda: torch.dot(f, f, out=out()))
    tell(lambda: torch.cummax(f, 0, out=(out(), torch.zeros(3, dtype=torch.long))))
    tell(lambda: torch.sort(f, out=(out(), torch.zeros(3, dtype=torch.long))))
values, places = torch.zeros(3), torch.zeros(3, dtype=torch.long)
print(torch.topk(f, 3, out=(values, places)), values, places)
