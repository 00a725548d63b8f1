# einops.pack and unpack. Where the package is missing, cat and split stand in: the expected output is
# made with those.
import torch

try:
    from einops import pack, unpack
except ImportError:
    def ends(pattern):
        axes = pattern.split()
        front = axes.index("*")
        return front, len(axes) - front - 1

    def pack(tensors, pattern):
        front, behind = ends(pattern)
        shapes = [x.shape[front:x.dim() - behind] for x in tensors]
        flat = [x.reshape(*x.shape[:front], -1, *x.shape[x.dim() - behind:]) for x in tensors]
        return torch.cat(flat, dim=front), shapes

    def unpack(x, shapes, pattern):
        front, behind = ends(pattern)
        sizes = [-1 if -1 in shape else int(torch.tensor(list(shape)).prod()) for shape in shapes]
        sizes = [x.size(front) - sum(sizes) - 1 if size == -1 else size for size in sizes]
        return [part.reshape(*x.shape[:front], *shape, *x.shape[front + 1:])
                for part, shape in zip(x.split(sizes, dim=front), shapes)]

torch.manual_seed(0)
image, depth = torch.randn(2, 3, 2), torch.randn(2, 3)
both, shapes = pack([image, depth], "h w *")
print(both.shape, shapes)
print(both)
again, flat = unpack(both, shapes, "h w *")
print(torch.equal(again, image), torch.equal(flat, depth))
cls, patches = torch.randn(2, 4), torch.randn(2, 3, 2, 4)
tokens, shapes = pack([cls, patches], "b * c")
print(tokens.shape, shapes)
out = unpack(tokens * 2, shapes, "b * c_out")
print([x.shape for x in out])
print(out[0])
one, rest = unpack(tokens, [[1], [-1]], "b * c")
print(one.shape, rest.shape)
rows, shapes = pack([torch.randn(5, 4)], "* c")
print(rows.shape, shapes)
for part in unpack(torch.arange(12).view(3, 4), [[], [3]], "b *"):
    print(part)
