"""Fourier transforms: of arrays, of tensors, along axes, and back."""
import numpy as np
import torch

np.set_printoptions(suppress=True, precision=6)
print(np.fft.fft([1, 2, 3, 4]), np.fft.ifft([10, -2 + 2j, -2, -2 - 2j]))
t = np.arange(16) / 16
signal = np.sin(2 * np.pi * 3 * t) + 0.5 * np.cos(2 * np.pi * 5 * t)
spectrum = np.fft.fft(signal)
print(spectrum.shape, spectrum.dtype, np.round(np.abs(spectrum), 6))
print(np.fft.fftfreq(16, d=1 / 16), np.fft.rfftfreq(7, 0.5), np.fft.fftfreq(5))
print(np.fft.ifft(spectrum).real - signal < 1e-12, np.abs(np.fft.ifft(spectrum).imag).max() < 1e-12)
print(np.fft.fftshift(np.arange(7)), np.fft.ifftshift(np.fft.fftshift(np.arange(7))), np.fft.fftshift(np.arange(8).reshape(2, 4), axes=1))
power = np.abs(np.fft.rfft(signal)) ** 2
print(power, np.argsort(power)[::-1][:2])
print(np.fft.irfft(np.fft.rfft(signal))[:6], np.fft.irfft(np.fft.rfft(signal[:9]), n=9)[:4])
rng = np.random.default_rng(0)
for n in (1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 15, 20, 24, 30, 32, 37, 49, 64, 100):
    x = rng.standard_normal(n)
    z = np.fft.fft(x)
    print(n, z[:3], np.array([np.abs(np.fft.rfft(x)).sum(), np.fft.irfft(np.fft.rfft(x), n)[-1], np.angle(z[n // 3])]))
x = rng.standard_normal((2, 6))
print(np.fft.fft(x, axis=0), np.fft.fft(x, n=4)[1], np.fft.fft(x, n=8)[0], sep="\n")
print(np.fft.fft2(x).real, np.abs(np.fft.fft2(x).imag), np.abs(np.fft.ifft2(np.fft.fft2(x)).real - x).max() < 1e-12)
print(np.fft.fft(x[0], norm="ortho"), np.fft.ifft(x[0], norm="forward"), sep="\n")
try:
    np.fft.fft([1.0], n=0)
except ValueError as e:
    print(e)

torch.manual_seed(0)
x = torch.randn(2, 3, 8)
print(torch.fft.fft(x)[0], torch.fft.fft(x).dtype)
print(torch.fft.fft(torch.fft.fft(x, dim=-1), dim=-2).real)
print(torch.fft.fft2(x).real[0], torch.fft.ifft2(torch.fft.fft2(x)).real[0, 0])
print(torch.fft.rfft(x)[1], torch.fft.irfft(torch.fft.rfft(x))[1], torch.fft.irfft(torch.fft.rfft(x, n=7), n=7)[0, 0])
print(torch.fft.rfft2(x).shape, torch.fft.irfft2(torch.fft.rfft2(x))[0, 0], torch.fft.rfft(x, norm="ortho")[0, 0])
print(torch.fft.fftfreq(5), torch.fft.rfftfreq(6, 0.1), torch.fft.fftshift(torch.arange(5)), torch.fft.ifftshift(torch.arange(6).view(2, 3), dim=1))
print(torch.fft.fftn(x).abs().mean(), torch.fft.ifftn(torch.fft.fftn(x)).real[1, 2], torch.fft.fft(torch.arange(4)), type(torch.fft.fft(x.requires_grad_()).grad_fn).__name__)
filtered = torch.fft.rfft(torch.sin(torch.arange(32) * 0.3) + torch.ones(32)) * (torch.arange(17) > 2)
print(torch.fft.irfft(filtered))
