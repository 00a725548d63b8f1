# complex numbers of the language, and complex tensors made of them
import torch

x = 1 + 2j
print(x, x.real, x.imag, abs(x), x * x, x.conjugate(), complex(1, 2), x**2, 1j, -1j, 0j, complex(0, -1), complex(-0.0, 1))
print((1 + 2j) / (3 - 4j), 1j**2, 2**1j, (-8) ** (1 / 3), (1 + 1j) ** 0.5, 1j == 1j, (2 + 0j) == 2, bool(0j), 1 / 1j)
print(complex("1+2j"), complex("3j"), complex(" (1-2.5e3j) "), complex(1.5), type(1j), f"{1.234 + 5.678j:.2f}", {1j: 2})
print(sum([1j, 2, 3.5]))
for wrong in (lambda: 1j < 2j, lambda: 1j // 2, lambda: float(1j), lambda: 1j / 0, lambda: complex("a"), lambda: complex("1", 2)):
    try:
        wrong()
    except (TypeError, ZeroDivisionError, ValueError) as e:
        print(type(e).__name__, e)

z = torch.tensor([1 + 2j, 3 - 4j])
print(z, z.dtype, z.abs(), z.real, z.imag, z.conj(), z * 1j, z + 1, 1j * z, z - 2j, z / 2, z / (1 + 1j), z[0])
print(z[0].item(), z.tolist(), torch.view_as_real(z), z.shape, z.is_complex(), torch.is_complex(z), z == 1 + 2j)
print(torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])) * z, torch.arange(3.0) * 1j, torch.tensor(2j))
print(torch.polar(torch.tensor([1.0, 2.0]), torch.tensor([0.0, 3.14159265 / 2])), torch.tensor([[1, 2j]], dtype=torch.complex64))
