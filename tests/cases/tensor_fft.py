# Fourier transforms: of real and complex numbers, of several axes, back again.
import torch
torch.manual_seed(0)
x = torch.randn(2, 5)
z = torch.fft.fft(x); print(z, z.dtype, z.real, z.abs())
print(torch.fft.fft(torch.fft.fft(x, dim=-1), dim=-2).real)
print(torch.fft.rfft(x), torch.fft.rfft(torch.arange(8.)))
print(torch.fft.irfft(torch.fft.rfft(x), n=5), torch.fft.ifft(z).real)
print(torch.fft.fft2(x).real, torch.fft.ifft2(torch.fft.fft2(x)).real)
print(torch.fft.fftfreq(5), torch.fft.rfftfreq(6, 0.1), torch.fft.fftshift(torch.arange(5)), torch.fft.ifftshift(torch.arange(5)), torch.fft.fftshift(torch.arange(6).view(2,3)))
print(torch.fft.fft(x, n=3), torch.fft.fft(x, n=7, norm="ortho").abs(), torch.fft.fft(torch.arange(4)))
m = torch.randn(1, 4, 8, requires_grad=True)

s = torch.sin(torch.arange(16.) * 2 * torch.pi * 3 / 16); print(torch.fft.rfft(s).abs().argmax(), torch.fft.rfft(s).abs().round(decimals=3))
w = torch.fft.rfft(m, dim=1, norm='ortho'); print(w.shape, torch.fft.irfft(w * w, n=4, dim=1, norm='ortho'))
print(type(torch.fft.fft(m).grad_fn).__name__, type(torch.fft.irfft(torch.fft.rfft(m)).grad_fn).__name__)
for wrong in (lambda: torch.fft.fft(x, n=0), lambda: torch.fft.fft(x, norm="x"), lambda: torch.fft.rfft(z)):
    try:
        print(wrong())
    except RuntimeError as e:
        print(e)
