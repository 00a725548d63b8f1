# Between the two libraries.
import numpy as np
import torch

a = np.array([[1.0, 2.0], [3.0, 4.0]])
t = torch.from_numpy(a)
print(t, t.dtype)
a[0, 0] = 99
print(t[0, 0])
t[1, 1] = -1
print(a)
print(torch.tensor(a).dtype, torch.tensor(a, dtype=torch.float32), torch.FloatTensor(a), torch.from_numpy(a).float())
print(torch.tensor(np.array([1, 2])), torch.tensor([np.float64(0.5), np.float64(1.5)]), torch.as_tensor(a).shape)
x = torch.arange(6.0).reshape(2, 3)
n = x.numpy()
print(n, n.dtype, type(n).__name__, repr(n))
n[0] = 7
print(x)
print(x.sum().numpy(), x[0, 0].item(), np.array(x).shape, x.long().numpy(), (x > 5).numpy())
print(x / np.sqrt(4), x * np.float64(2), x * np.pi, (x / np.sqrt(8)).dtype, torch.ones(2) * np.float32(3))
w = torch.ones(2, requires_grad=True)
print(w.detach().numpy(), w.data.numpy())
try:
    w.numpy()
except RuntimeError as e:
    print(e)
print(np.sqrt(x.numpy()), np.exp(x[0].numpy()).dtype, np.round(x.numpy() / 3, 3))
print(np.allclose(x.numpy(), n), torch.allclose(torch.from_numpy(n), x), np.mean(x.numpy(), axis=0))
scale = 1 / np.sqrt(x.shape[-1])
print(scale, (x @ x.T) * scale, float(scale), type(scale).__name__)
print(torch.tensor(np.sqrt(2)), torch.tensor(np.float32(0.1)), torch.full((2,), np.inf), np.array([x[0, 0].item()]))
print(torch.softmax(torch.from_numpy(np.array([1.0, 2.0, 3.0])), dim=0), torch.tensor([1.5, 2.5]).numpy().tolist())
