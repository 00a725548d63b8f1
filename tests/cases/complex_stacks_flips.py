import torch
z = torch.tensor([[1+2j, 3-1j], [0.5j, -2+0j]])
print(torch.fliplr(z), torch.flipud(z), torch.flip(z, [0, 1]))
print(torch.dstack([z, z]).shape, torch.column_stack([z, z]), torch.row_stack([z, z])[2], torch.hstack([z, z])[0], torch.vstack([z, z])[3], torch.stack([z, z]).shape)
print(z.mT, z.T, z.abs(), z.angle(), (z == z).all(), z.neg(), torch.zeros_like(z), z.real, z.imag, z[0].tolist(), z.unfold(1, 1, 1).shape)
